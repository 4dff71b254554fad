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
//	R14 = where its answer goes   Y14 = 0   Y15 = ':'
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
	VMOVDQU(static("colon"), Y15)
	VPXOR(Y14, Y14, Y14)

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
	LEAQ(Mem{Base: R9, Index: R10, Scale: 1}, R13)
	placeInMaps()
	CMPL(Mem{Base: R13}, U32(httpBytes))
	JNE(LabelRef("noHTTP"))
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
	VZEROUPPER()
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
// exact within 112 bytes, 120 if no bit is set in 120. The first 57 bits stay in bits, t is
// scratch.
func firstMapped(at, from int, r, bits, t Register) {
	word := Mem{Base: R8, Index: RSI, Scale: 1, Disp: at + from/8}
	SHRXQ(RBX, word.Offset(7), t)
	SHRXQ(RBX, word, bits)
	TZCNTQ(t, t)
	ADDQ(Imm(56), t)
	TZCNTQ(bits, r)
	CMOVQCS(t, r)
}

// mapped256 asks the maps: R11 = the first bound, R12 = the end of the path, R15 = the bounds
// of the first 57 bytes.
func mapped256() {
	Label("mapped")
	firstMapped(boundsAt, 0, R11, R15, RAX)
	firstMapped(partsAt, 0, R12, R12, RAX)
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
	JNE(LabelRef("relative"))
	XORL(EDX, EDX)
	CMPB(Mem{Base: R13, Disp: 4}, Imm('s'))
	SETEQ(DL)
	MOVL(Mem{Base: R13, Index: RDX, Scale: 1, Disp: 4}, EAX)
	ANDL(U32(1<<24-1), EAX)
	CMPL(EAX, U32(colonSlash))
	JNE(LabelRef("relative"))
	ADDL(Imm(7), EDX)

	Comment("DX = where the host begins, AX = its length, which is not 0, BX = its end, with no digit.")
	Label("nameFrom")
	SHRXQ(RBX, Mem{Base: R8, Index: RSI, Scale: 1, Disp: marksAt}, RAX)
	SHRXQ(RDX, RAX, RAX)
	TZCNTQ(RAX, RAX)
	JCS(LabelRef("uncommon"))
	LEAQ(Mem{Base: RDX, Index: RAX, Scale: 1}, RBX)
	CMPQ(RBX, R12)
	CMOVQHI(R12, RBX) // the line is cut in the name
	CMPQ(RBX, RDX)
	JLE(LabelRef("anyHost"))
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
	ORQ(qword("regNameAbEmpty", regNameAbEmpty), RCX)
	word(3, RCX)
}

// narrow256 asks the maps for a line of 56 bytes at most, as mapped256 does, and passes over one '#':
// the zero flag is set if the bound after that is the end.
func narrow256() {
	at := func(m int) Mem { return Mem{Base: R8, Index: RSI, Scale: 1, Disp: m} }
	SHRXQ(RBX, at(boundsAt), R15)
	SHRXQ(RBX, at(partsAt), RDX)
	SHRXQ(RBX, at(marksAt), RAX)
	TZCNTQ(RDX, R12)
	dotsOfLine()
	TZCNTQ(R15, R11)
	BLSRQ(R15, RAX)
	TZCNTQ(RAX, RAX)
	CMPB(Mem{Base: R13, Index: R11, Scale: 1}, Imm('#'))
	CMOVQNE(R11, RAX)
	CMPQ(RAX, RCX)
}

// wide256 is narrow256 for 112 bytes, if only the end is beyond the first 56.
func wide256() {
	at := func(m int) Mem { return Mem{Base: R8, Index: RSI, Scale: 1, Disp: m} }
	firstMapped(partsAt, 0, R12, RDX, RAX)
	SHRXQ(RBX, at(boundsAt), R15)
	SHRXQ(RBX, at(boundsAt+7), R11)
	TZCNTQ(R11, R11)
	ADDQ(Imm(56), R11)
	SHRXQ(RBX, at(marksAt), RAX)
	dotsOfLine()
	BLSRQ(R15, RAX)
	TZCNTQ(RAX, RAX)
	CMOVQCS(R11, RAX)
	TZCNTQ(R15, R15)
	CMOVQCC(R15, R11)
	CMPB(Mem{Base: R13, Index: R11, Scale: 1}, Imm('#'))
	CMOVQNE(R11, RAX)
	CMPQ(RAX, RCX)
}

// dotsOfLine takes every '/' before '.' out of the bounds in R15, and adds a hint to the flags
// of the line if one is in the path: RDX = the parts, RAX = the marks.
func dotsOfLine() {
	ANDNQ(RAX, RDX, RAX)
	ANDQ(R15, RAX)
	XORQ(RAX, R15)
	BLSMSKQ(RDX, RDX)
	ANDQ(RAX, RDX)
	ADDQ(I8(-1), RDX) // carries if one is
	ADCL(Imm(0), Mem{Base: RDI, Disp: flagsAt})
}

// noDigitBefore goes to anyHost where a digit ends the name, before BX.
func noDigitBefore() {
	MOVBLZX(Mem{Base: R13, Index: RBX, Scale: 1, Disp: -1}, EAX)
	SUBL(Imm('0'), EAX)
	CMPL(EAX, Imm(10))
	JCS(LabelRef("anyHost"))
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
	JNE(LabelRef("anyHost"))
	noDigitBefore()
	BTSQ(Imm(formHintBit), RCX)
	JMP(LabelRef("nameDone"))

	Comment("No http. Most have 56 bytes at most, and no bounds but '/' before '.' and one '#'.")
	Label("noHTTP")
	CMPQ(RCX, Imm(56))
	JA(LabelRef("wide"))
	narrow256()
	JNE(LabelRef("mapped"))
	Label("relative")
	Comment("DX = the kind of a path alone: 2 if it begins with '/', else 3.")
	MOVWLZX(Mem{Base: R13}, EAX)
	XORL(EDX, EDX)
	CMPB(AL, Imm('/'))
	SETNE(DL)
	ADDL(Imm(2), EDX)
	CMPL(EAX, U32('/'|'/'<<8))
	JEQ(LabelRef("netPath"))
	Comment("No ':' in a path that ends in 64 bytes, or only after a '/': a path alone. SI = the first.")
	for i, r := range []Register{EAX, EBX} {
		VPCMPEQB(Mem{Base: R13, Disp: 32 * i}, Y15, Y0)
		VPMOVMSKB(Y0, r)
	}
	SHLQ(Imm(32), RBX)
	ORQ(RBX, RAX)
	TZCNTQ(RAX, RSI)
	CMPQ(RSI, R12)
	JCS(LabelRef("colon"))
	Label("pathOnly")
	XORL(EAX, EAX)
	TESTQ(R12, R12)
	CMOVLEQ(EAX, EDX)
	VMOVDQU(X14, Mem{Base: R14, Disp: 16})
	Label("path")
	MOVL(Mem{Base: RDI, Disp: flagsAt}, EAX)
	LEAL(Mem{Base: EDX, Index: EAX, Scale: formHint >> pathShift}, EDX)
	SHLQ(Imm(pathShift), RDX)
	ORQ(RCX, RDX)
	word(3, RDX)
	SHLQ(Imm(32), R11)
	ORQ(R12, R11)
	word(2, R11)
	JMP(LabelRef("nextLine"))

	Label("netPath")
	CMPB(Mem{Base: R13, Disp: 2}, Imm('.'))
	JNE(LabelRef("nameFrom"))
	JMP(LabelRef("uncommon")) // it was taken for a hint

	Label("colon")
	VMOVDQU(Mem{Base: R13}, Y0)
	VPCMPEQB(static("slash"), Y0, Y1)
	VPMOVMSKB(Y1, EAX)
	TZCNTQ(RAX, RAX)
	CMPL(EAX, ESI)
	JCS(LabelRef("pathOnly"))
	scheme256()
	authority256()
	bounds256(note)
	Label("wide")
	CMPQ(RCX, Imm(112))
	JA(LabelRef("mapped"))
	wide256()
	JEQ(LabelRef("relative"))
	JMP(LabelRef("mapped"))
	Comment("More than 112 bytes: look on where the first 120 have no bit.")
	Label("long")
	lookOn(boundsAt, R11, "boundsOn")
	lookOn(partsAt, R12, "partsOn")
	JMP(LabelRef("bounded"))
}

// most256 is how many bytes of an authority, and how many before it, are looked at.
const most256 = 32

// scheme256 goes to authority or to path after the scheme that ends at SI, where the first
// ':' is. Y0 = the first bytes.
func scheme256() {
	CMPL(ESI, Imm(most256-3))
	JA(LabelRef("uncommon"))
	schemeBytes(Y0, Y1)
	VPXOR(Y2, Y2, Y2)
	VPCMPEQB(Y2, Y1, Y1)
	VPMOVMSKB(Y1, EAX)
	BZHIL(ESI, EAX, EAX)
	JNZ(LabelRef("uncommon"))
	noLetterFirst(Mem{Base: R13}, EAX, "uncommon")
	upper256()
	orHint()

	MOVL(ESI, R15L)
	LEAL(Mem{Base: ESI, Disp: 3}, EDX)
	MOVWLZX(Mem{Base: R13, Index: RSI, Scale: 1, Disp: 1}, EAX)
	CMPL(EAX, U32('/'|'/'<<8))
	JEQ(LabelRef("schemeAuthority"))
	Comment("The kind of the path: 4, 2 if it begins with '/', 0 if it is empty; '.' is a hint.")
	XORL(EBX, EBX)
	CMPB(AL, Imm('.'))
	SETEQ(BL)
	orHint()
	CMPB(AL, Imm('/'))
	MOVL(U32(4), EDX)
	MOVL(U32(2), EAX)
	CMOVLEQ(EAX, EDX)
	LEAL(Mem{Base: ESI, Disp: 1}, EBX)
	XORL(EAX, EAX)
	CMPL(EBX, R12L)
	CMOVLEQ(EAX, EDX)
	MOVQ(RBX, RAX)
	SHLQ(Imm(32), RAX)
	ORQ(RAX, RBX)
	ORQ(RSI, RAX)
	word(0, RAX)
	word(1, RBX)
	JMP(LabelRef("path"))
}

// upper256 sets BL if an upper-case letter is below byte SI of Y0. It leaves the others of
// EBX 0.
func upper256() {
	VMOVDQU(static("pastZ"), Y2)
	VPADDB(static("fromA"), Y0, Y1)
	VPCMPGTB(Y1, Y2, Y1)
	VPMOVMSKB(Y1, EAX)
	XORL(EBX, EBX)
	BZHIL(ESI, EAX, EAX)
	SETNE(BL)
}

// orHint adds a hint to CX if BX is 1.
func orHint() {
	SHLQ(Imm(formHintBit), RBX)
	ORQ(RBX, RCX)
}

// authority256 answers for any authority without IP literal of fewer than most256 bytes: DX =
// where it begins, R15 = the end of the scheme.
func authority256() {
	Label("schemeAuthority")
	CMPB(Mem{Base: R13, Index: RDX, Scale: 1}, Imm('.'))
	JNE(LabelRef("authority"))
	JMP(LabelRef("uncommon")) // it was taken for a hint
	Label("anyHost")
	LEAQ(static("firstWords"), RSI)
	MOVL(Mem{Base: RSI, Index: RDX, Scale: 8}, R15L)
	Label("authority")
	VMOVDQU(Mem{Base: R13, Index: RDX, Scale: 1}, Y0)
	equal := func(c string, r Register) {
		VPCMPEQB(static(c), Y0, Y1)
		VPMOVMSKB(Y1, r)
	}
	Comment("SI = the end, from DX on.")
	equal("slash", ESI)
	TZCNTL(ESI, ESI)
	MOVL(R12L, EAX)
	SUBL(EDX, EAX)
	CMPL(EAX, ESI)
	CMOVLCS(EAX, ESI)
	CMPL(ESI, Imm(most256))
	JAE(LabelRef("uncommon"))
	SHLQ(Imm(32), R11)
	ORQ(R12, R11)
	word(2, R11)
	upper256()
	LEAL(Mem{Base: EDX, Index: ESI, Scale: 1}, EAX)
	CMPL(EAX, R12L)
	SETEQ(AL)
	ORB(AL, BL)
	orHint()
	Comment("Below it: R12 = '@', R11 = ':', AX = all but digits.")
	equal("at", R12L)
	BZHIL(ESI, R12L, R12L)
	equal("colon", R11L)
	BZHIL(ESI, R11L, R11L)
	digits256(Y0, Y1)
	VPMOVMSKB(Y1, EAX)
	NOTL(EAX)
	BZHIL(ESI, EAX, EAX)
	TESTL(R12L, R12L)
	JZ(LabelRef("hostFrom"))
	Comment("From the host on.")
	TZCNTL(R12L, EBX)
	INCL(EBX)
	BLSRL(R12L, R12L)
	JNZ(LabelRef("uncommon"))
	SHRXL(EBX, R11L, R11L)
	SHRXL(EBX, EAX, EAX)
	ADDL(EBX, EDX)
	SUBL(EBX, ESI)
	Label("hostFrom")
	TZCNTL(R11L, R11L)
	CMPL(R11L, ESI)
	CMOVLHI(ESI, R11L)
	SHRXL(R11L, EAX, EBX)
	CMPL(EBX, Imm(1)) // the ':' alone, if there is one
	JA(LabelRef("uncommon"))
	orHint()
	MOVQ(RDX, RAX)
	SHLQ(Imm(32), RAX)
	ORQ(R15, RAX)
	word(0, RAX)
	ADDL(EDX, ESI)
	LEAL(Mem{Base: EDX, Index: R11L, Scale: 1}, EAX)
	SHLQ(Imm(32), RSI)
	ORQ(RAX, RSI)
	word(1, RSI)
	MOVBLZX(Mem{Base: R13, Index: RAX, Scale: 1, Disp: -1}, ESI)
	lineFlags()
	MOVQ(U64(regNameAbEmpty), RAX)
	ORQ(RAX, RCX)
	SUBL(Imm('0'), ESI)
	CMPL(ESI, Imm(10))
	JCC(LabelRef("hostKnown"))
	LEAL(Mem{Base: R11L, Disp: -7}, EAX)
	CMPL(EAX, Imm(15-7))
	JA(LabelRef("hostKnown"))
	CMPL(EDX, Imm(64-16))
	JA(LabelRef("uncommon"))
	MOVQ(R8, R12)
	MOVQ(R9, R15)
	MOVL(R11L, R8L)
	MOVL(EDX, R9L)
	MOVQ(R13, RSI)
	avx2{}.host(false)
	call("address256")
	MOVQ(R12, R8)
	MOVQ(R15, R9)
	JNZ(LabelRef("hostKnown"))
	MOVQ(U64((regName-ipv4Address)<<hostShift), RAX)
	SUBQ(RAX, RCX)
	Label("hostKnown")
	word(3, RCX)
	JMP(LabelRef("nextLine"))
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
	Comment("AX = the next bound that is no '/', which are the marks that are no parts.")
	Label("nextBound")
	LEAL(Mem{Base: R10L, Index: R11L, Scale: 1, Disp: 1}, EAX)
	Label("seek")
	MOVL(EAX, EDX)
	SHRL(Imm(6), EDX)
	boundsButSlashes(Mem{Base: R8, Index: RDX, Scale: 8}, RAX)
	TZCNTQ(R15, R15)
	JCS(LabelRef("seekOn"))
	ADDL(R15L, EAX)
	SUBL(R10L, EAX)
	CMPB(Mem{Base: R13, Index: R11, Scale: 1}, Imm('#'))
	JEQ(LabelRef("fragment"))
	MOVQ(RAX, R11)
	CMPQ(R11, RCX)
	JEQ(LabelRef("split"))
	JMP(LabelRef("bound"))
	Label("seekOn")
	ORL(Imm(63), EAX)
	INCL(EAX)
	JMP(LabelRef("seek"))

	Label("fragment")
	CMPQ(RAX, RCX)
	JEQ(LabelRef("split"))
	Label("cut")
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
	Comment("R15 = the bounds that are no '/', R11 = the first, if it is one of 57 bytes.")
	boundsButSlashes(Mem{Base: R8, Index: RSI, Scale: 1}, RBX)
	TZCNTQ(R15, RAX)
	JCS(LabelRef("nextBound"))
	MOVQ(RAX, R11)
	JMP(LabelRef("bounded"))
}

// boundsButSlashes puts the bounds at m in the maps that are no '/', which are marks but no parts, into
// R15, from the bit shift on.
func boundsButSlashes(m Mem, shift Register) {
	MOVQ(m.Offset(partsAt), R15)
	ANDNQ(m.Offset(marksAt), R15, R15)
	ANDNQ(m.Offset(boundsAt), R15, R15)
	SHRXQ(shift, R15, R15)
}

// lookOn goes on with firstMapped from byte 112: the line's end has a bit in every
// map.
func lookOn(at int, r Register, label string) {
	firstMapped(at, 112, RDX, RDX, RAX)
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
