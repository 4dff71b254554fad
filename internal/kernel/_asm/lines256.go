package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// lines256 writes the walk over count lines that pos delimits, and the answers as
// scanner.Line has them. Between lines
//
//	DI = the place of the line in pos   R8 = the maps   R9 = src   R10 = where the line begins
//	R14 = where its answer goes
//
// and for a line BX = the shift that brings its first bit down, CX = its length, R13 = its
// address. All offsets count from the line's beginning.
func lines256() {
	TEXT("lines256", NOSPLIT, "func(src *byte, pos *uint32, count int, open *uint16, base int, dst *byte) (nOpen int)")
	Pragma("noescape")
	Doc(
		"lines256 writes count lines of a batch, which begins with pos, to dst, 56 bytes each: start",
		"and end, plus base, the four words, and 0; and to open the numbers of the lines that are",
		"not common, whose words are open, and returns how many these are. 64 bytes from the start",
		"of each can be read.",
	)
	open, last := AllocLocal(8), AllocLocal(8)
	Load(Param("dst"), R14)
	Load(Param("open"), RAX)
	MOVQ(RAX, open)
	Load(Param("count"), RAX)
	Load(Param("pos"), RDI)
	LEAQ(Mem{Base: RDI, Index: RAX, Scale: 4}, RAX)
	MOVQ(RAX, last)
	MOVQ(RDI, R8)
	Load(Param("src"), R9)
	XORL(R10L, R10L)

	Label("line")
	MOVL(Mem{Base: RDI, Disp: 4}, ECX)
	BTRL(Imm(31), ECX)
	SBBQ(R10, RCX) // less the CR
	DECQ(RCX)
	MOVQ(NewParamAddr("base", 32), RAX)
	ADDQ(R10, RAX)
	MOVQ(RAX, Mem{Base: R14})
	ADDQ(RCX, RAX)
	MOVQ(RAX, Mem{Base: R14, Disp: 8})
	MOVQ(I32(0), Mem{Base: R14, Disp: 48})
	mapped256()
	commonLine256()

	Label("nextLine")
	ADDQ(Imm(56), R14)
	ADDQ(Imm(4), RDI)
	MOVL(Mem{Base: RDI}, R10L)
	BTRL(Imm(31), R10L)
	CMPQ(RDI, last)
	JB(LabelRef("line"))
	MOVQ(open, RAX)
	SUBQ(NewParamAddr("open", 24), RAX)
	SHRQ(Imm(1), RAX)
	Store(RAX, Return("nOpen"))
	RET()

	note := func() {
		MOVQ(RDI, RAX)
		SUBQ(R8, RAX)
		SHRQ(Imm(2), RAX)
		MOVQ(open, RDX)
		MOVW(AX, Mem{Base: RDX})
		ADDQ(Imm(2), RDX)
		MOVQ(RDX, open)
	}
	uncommonLines256(note)
	Comment("What is not common is left to the single call.")
	Label("uncommon")
	MOVQ(U64(1<<allOpen), RAX)
	word(3, RAX)
	TESTQ(RCX, RCX)
	JS(LabelRef("nextLine")) // it is cut, and noted already
	note()
	JMP(LabelRef("nextLine"))
}

// firstMapped puts where the first bit of a map is, from byte from on, into r:
// exact within 112 bytes, 120 if no bit is set in 120. t is scratch.
func firstMapped(at, from int, r, t Register) {
	bits := Mem{Base: R8, Index: RSI, Scale: 1, Disp: at + from/8}
	SHRXQ(RBX, bits.Offset(7), t)
	SHRXQ(RBX, bits, r)
	TZCNTQ(t, t)
	ADDQ(Imm(56), t)
	TZCNTQ(r, r)
	CMOVQCS(t, r)
}

// mapped256 asks the maps: R11 = the first bound, R12 = the end of the path.
func mapped256() {
	LEAQ(Mem{Base: R9, Index: R10, Scale: 1}, R13)
	placeInMaps()
	firstMapped(boundsAt, 0, R11, RAX)
	firstMapped(partsAt, 0, R12, RAX)
	CMPQ(RCX, Imm(112))
	JA(LabelRef("long"))
	Label("bounded")
	CMPQ(R11, RCX)
	JNE(LabelRef("bound"))
	Label("split")
}

// placeInMaps leaves in SI the byte of the maps that the line begins in, and in BX
// the bit.
func placeInMaps() {
	MOVL(R10L, ESI)
	SHRL(Imm(3), ESI)
	MOVL(R10L, EBX)
	ANDL(Imm(7), EBX)
}

// word writes one of the four words of a line.
func word(i int, r Register) { MOVQ(r, Mem{Base: R14, Disp: 16 + 8*i}) }

// commonLine256 answers for http and https, and for no scheme where "//" begins, with a
// name and nothing else in the authority: R11 = the end of the query.
func commonLine256() {
	CMPL(Mem{Base: R13}, U32(httpBytes))
	JNE(LabelRef("noHTTP"))
	XORL(EDX, EDX)
	CMPB(Mem{Base: R13, Disp: 4}, Imm('s'))
	SETEQ(DL)
	MOVL(Mem{Base: R13, Index: RDX, Scale: 1, Disp: 4}, EAX)
	ANDL(U32(1<<24-1), EAX)
	CMPL(EAX, U32(colonSlash))
	JNE(LabelRef("uncommon"))
	ADDL(Imm(7), EDX)

	Comment("DX = where the host begins, AX = its length, which is not 0, BX = its end, with no digit.")
	Label("nameFrom")
	LEAL(Mem{Base: R10, Index: RDX, Scale: 1}, EAX)
	MOVL(EAX, ESI)
	SHRL(Imm(3), ESI)
	ANDL(Imm(7), EAX)
	SHRXQ(RAX, Mem{Base: R8, Index: RSI, Scale: 1, Disp: marksAt}, RAX)
	TZCNTQ(RAX, RAX)
	JCS(LabelRef("uncommon"))
	LEAQ(Mem{Base: RDX, Index: RAX, Scale: 1}, RBX)
	CMPQ(RBX, R12)
	CMOVQHI(R12, RBX) // the line is cut in the name
	CMPQ(RBX, RDX)
	JLE(LabelRef("uncommon"))
	CMPB(Mem{Base: R13, Index: RBX, Scale: 1}, Imm('/'))
	JNE(LabelRef("noPath"))
	noDigitBefore()
	Label("nameDone")

	LEAQ(static("firstWords"), RSI)
	MOVQ(Mem{Base: RSI, Index: RDX, Scale: 8}, RAX)
	word(0, RAX)
	MOVQ(RBX, RAX)
	SHLQ(Imm(32), RAX)
	ORQ(RBX, RAX)
	word(1, RAX)
	SHLQ(Imm(32), R11)
	ORQ(R12, R11)
	word(2, R11)
	lineFlags()
	MOVQ(I64(regNameAbEmpty), RAX)
	ORQ(RCX, RAX)
	word(3, RAX)
}

// noDigitBefore leaves a name that ends in a digit, before BX, to the single call.
func noDigitBefore() {
	MOVBLZX(Mem{Base: R13, Index: RBX, Scale: 1, Disp: -1}, EAX)
	SUBL(Imm('0'), EAX)
	CMPL(EAX, Imm(10))
	JCS(LabelRef("uncommon"))
}

// lineFlags adds the flags of the line to RCX.
func lineFlags() {
	MOVL(Mem{Base: RDI, Disp: flagsAt}, EAX)
	SHLQ(Imm(formHintBit), RAX)
	ORQ(RAX, RCX)
}

// uncommonLines256 writes the branches of the two before.
func uncommonLines256(note func()) {
	Comment("No '/' after the host: fine at the end of the path, which is empty then.")
	Label("noPath")
	CMPQ(RBX, R12)
	JNE(LabelRef("uncommon"))
	noDigitBefore()
	BTSQ(Imm(formHintBit), RCX)
	JMP(LabelRef("nameDone"))

	Comment("No http: a path, if there is no scheme.")
	Label("noHTTP")
	MOVL(U32(2), EDX)
	MOVWLZX(Mem{Base: R13}, EAX)
	CMPL(EAX, U32('/'|'/'<<8))
	JEQ(LabelRef("nameFrom"))
	CMPB(AL, Imm('/'))
	JEQ(LabelRef("pathOnly"))
	MOVL(U32(3), EDX)
	SHRXQ(RBX, Mem{Base: R8, Index: RSI, Scale: 1, Disp: marksAt}, RBX)
	Label("mark")
	TZCNTQ(RBX, RSI)
	JCS(LabelRef("uncommon"))
	MOVBLZX(Mem{Base: R13, Index: RSI, Scale: 1}, EAX)
	CMPB(AL, Imm('/'))
	JEQ(LabelRef("pathOnly"))
	CMPQ(RSI, R12)
	JAE(LabelRef("pathOnly"))
	BLSRQ(RBX, RBX)
	CMPB(AL, Imm(':'))
	JNE(LabelRef("mark"))
	JMP(LabelRef("uncommon"))
	Label("pathOnly")
	lineFlags()
	XORL(EAX, EAX)
	TESTQ(R12, R12)
	CMOVLEQ(EAX, EDX)
	SHLQ(Imm(pathShift), RDX)
	ORQ(RCX, RDX)
	word(0, RAX)
	word(1, RAX)
	SHLQ(Imm(32), R11)
	ORQ(R12, R11)
	word(2, R11)
	word(3, RDX)
	JMP(LabelRef("nextLine"))

	bounds256(note)
	Comment("More than 112 bytes: look on where the first 120 have no bit.")
	Label("long")
	lookOn(boundsAt, R11, "boundsOn")
	lookOn(partsAt, R12, "partsOn")
	JMP(LabelRef("bounded"))
}

// bounds256 goes on where the first bound is not the line's end: fine, if it is '#'
// and the next one is, and after a '/' before '.', a hint in the path. At any other the
// line is cut: CX gets another end.
func bounds256(note func()) {
	Label("bound")
	MOVQ(R11, RAX)
	CMPB(Mem{Base: R13, Index: R11, Scale: 1}, Imm('/'))
	JEQ(LabelRef("dot"))
	CMPB(Mem{Base: R13, Index: R11, Scale: 1}, Imm('#'))
	JNE(LabelRef("cut"))
	LEAQ(Mem{Base: R10, Index: R11, Scale: 1, Disp: 1}, RAX)
	MOVL(EAX, EDX)
	SHRL(Imm(3), EDX)
	ANDL(Imm(7), EAX)
	SHRXQ(RAX, Mem{Base: R8, Index: RDX, Scale: 1, Disp: boundsAt}, RAX)
	TZCNTQ(RAX, RAX)
	JCS(LabelRef("uncommon"))
	LEAQ(Mem{Base: R11, Index: RAX, Scale: 1, Disp: 1}, RAX)
	CMPQ(RAX, RCX)
	JEQ(LabelRef("split"))
	Label("cut")
	CMPB(Mem{Base: R13, Index: RAX, Scale: 1}, Imm('/'))
	JEQ(LabelRef("uncommon"))
	CMPQ(RAX, RCX)
	JHI(LabelRef("uncommon"))
	CMPQ(R12, RAX)
	CMOVQHI(RAX, R12)
	MOVQ(U64(stopped), RCX)
	ORQ(RAX, RCX)
	note()
	JMP(LabelRef("split"))

	Comment("After \"//\" it may be a host that begins with '.'.")
	Label("dot")
	TESTQ(R11, R11)
	JZ(LabelRef("hint"))
	CMPB(Mem{Base: R13, Index: R11, Scale: 1, Disp: -1}, Imm('/'))
	JEQ(LabelRef("uncommon"))
	Label("hint")
	XORL(EDX, EDX)
	CMPQ(R11, R12)
	SETCS(DL)
	ORL(EDX, Mem{Base: RDI, Disp: flagsAt})
	Comment("The first bound that is no '/', which are the marks that are no parts.")
	for _, near := range []int{0, 56} {
		bits := func(at int) Mem { return Mem{Base: R8, Index: RSI, Scale: 1, Disp: at + near/8} }
		SHRXQ(RBX, bits(marksAt), RAX)
		SHRXQ(RBX, bits(partsAt), RDX)
		ANDNQ(RAX, RDX, RDX)
		SHRXQ(RBX, bits(boundsAt), RAX)
		ANDNQ(RAX, RDX, RAX)
		TZCNTQ(RAX, R11)
		LEAQ(Mem{Base: R11, Disp: near}, R11)
		JCC(LabelRef("bounded"))
	}
	JMP(LabelRef("uncommon"))
}

// lookOn goes on with firstMapped from byte 112: the line's end has a bit in every
// map.
func lookOn(at int, r Register, label string) {
	firstMapped(at, 112, RDX, RAX)
	ADDQ(Imm(112), RDX)
	CMPQ(r, Imm(120))
	CMOVQEQ(RDX, r)
	CMPQ(r, U32(232))
	JNE(LabelRef(label + "Done"))
	LEAQ(Mem{Base: R8, Index: RSI, Scale: 1, Disp: at + 28}, RDX)
	MOVL(U32(224), r.(GPPhysical).As32())
	Label(label)
	SHRXQ(RBX, Mem{Base: RDX}, RAX)
	TZCNTQ(RAX, RAX)
	LEAQ(Mem{Base: RDX, Disp: 7}, RDX)
	LEAQ(Mem{Base: r, Disp: 56}, r)
	JCS(LabelRef(label))
	LEAQ(Mem{Base: r, Index: RAX, Scale: 1, Disp: -56}, r)
	Label(label + "Done")
}
