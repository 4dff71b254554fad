package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The walk over the lines of a batch with AVX2, in the order of how common lines are: http and
// https without anything odd, other lines of such, paths, schemes, any authority. bounds256.go
// has what asks the maps.

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
		"not common, whose words are open, and returns how many these are. If LF ends a line, a CR",
		"before it is not of the line. 64 bytes from the end of each can be read.",
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
	SUBQ(R10, RCX)
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
	commonHTTP256()

	nextLine := func() {
		ADDQ(Imm(56), R14)
		ADDQ(Imm(4), RDI)
		MOVL(Mem{Base: RDI}, R10L)
		CMPQ(RDI, last)
		JB(LabelRef("line"))
	}
	Label("nextLine")
	nextLine()
	Label("done")
	MOVQ(open, RAX)
	SUBQ(NewParamAddr("open", 24), RAX)
	SHRQ(Imm(1), RAX)
	Store(RAX, Return("nOpen"))
	VZEROUPPER()
	RET()

	// note adds the line to open, and takes a CR off its end.
	note := func() {
		MOVQ(RDI, RSI)
		SUBQ(R8, RSI)
		SHRQ(Imm(2), RSI)
		MOVQ(open, RDX)
		MOVW(SI, Mem{Base: RDX})
		ADDQ(Imm(2), RDX)
		MOVQ(RDX, open)
		XORL(EDX, EDX)
		CMPW(Mem{Base: R13, Index: RCX, Scale: 1, Disp: -1}, U16('\r'|'\n'<<8))
		SETEQ(DL)
		SUBQ(RDX, Mem{Base: R14, Disp: 8})
	}
	literalEnd := AllocLocal(8)
	anyLine256(note, literalEnd)
	literal256(literalEnd)
	uncommonLines256(nextLine)
	Comment("What is not common is left to the single call.")
	Label("uncommon")
	MOVQ(U64(1<<allOpen), RAX)
	word(3, RAX)
	TESTL(U32(stopped>>formHintBit), R15L)
	JNZ(LabelRef("nextLine")) // it is cut, and noted already
	note()
	JMP(LabelRef("nextLine"))
}

// word writes one of the four words of a line.
func word(i int, r Register) { MOVQ(r, Mem{Base: R14, Disp: 16 + 8*i}) }

// wordHalves writes one of them as two halves.
func wordHalves(i int, low, high Op) {
	MOVL(low, Mem{Base: R14, Disp: 16 + 8*i})
	MOVL(high, Mem{Base: R14, Disp: 20 + 8*i})
}

// commonHTTP256 answers for http and https with a name that ends in a letter, a path, and no
// bound before the end except a CR. At anything else it goes to farHTTP, boundHTTP or careful.
func commonHTTP256() {
	mapped256()
	JA(LabelRef("farHTTP"))
	CMPQ(R11, RCX)
	JNE(LabelRef("boundHTTP"))
	Label("clearHTTP")
	httpHost("careful")
	SHRXQ(RBX, Mem{Base: R8, Index: RSI, Scale: 1, Disp: marksAt}, RAX)
	SHRXQ(RDX, RAX, RAX)
	TZCNTQ(RAX, RAX)
	JLS(LabelRef("careful")) // none, or no name
	LEAQ(Mem{Base: RDX, Index: RAX, Scale: 1}, R11)
	CMPQ(R11, R12)
	JHI(LabelRef("careful"))
	Comment("A '/' is there, after a letter.")
	MOVWLZX(Mem{Base: R13, Index: R11, Scale: 1, Disp: -1}, EAX)
	SUBL(U32('/'<<8|'9'+1), EAX)
	CMPL(EAX, U32(0xff-'9'-1))
	JHI(LabelRef("careful"))
	LEAL(Mem{Base: EDX, Disp: -3}, EAX)
	wordHalves(0, EAX, EDX)
	wordHalves(1, R11L, R11L)
	wordHalves(2, R12L, ECX)
	wordHalves(3, ECX, U32(regNameAbEmpty>>32))
}

// httpHost leaves in DX where the host after http or https begins, or goes to label.
func httpHost(label string) {
	XORL(EDX, EDX)
	CMPB(Mem{Base: R13, Disp: 4}, Imm('s'))
	SETEQ(DL)
	MOVL(Mem{Base: R13, Index: RDX, Scale: 1, Disp: 4}, EAX)
	ANDL(U32(1<<24-1), EAX)
	CMPL(EAX, U32(colonSlash))
	JNE(LabelRef(label))
	ADDL(Imm(7), EDX)
}

// anyLine256 answers for http and https, and for no scheme where "//" begins, with a
// name and nothing else in the authority: R11 = the end of the query.
func anyLine256(note func(), literalEnd Mem) {
	Label("farHTTP")
	XORL(R15L, R15L)
	JMP(LabelRef("long"))
	Label("careful")
	MOVQ(RCX, R11)
	XORL(R15L, R15L)
	JMP(LabelRef("split"))
	Label("mapped")
	mapped256()
	JA(LabelRef("long"))
	Label("bounded")
	CMPQ(R11, RCX)
	JNE(LabelRef("bound"))
	CMPL(Mem{Base: R13}, U32(httpBytes))
	JNE(LabelRef("relative"))
	JMP(LabelRef("clearHTTP"))

	bound256(note)
	Label("split")
	CMPL(Mem{Base: R13}, U32(httpBytes))
	JNE(LabelRef("relative"))
	httpHost("relative")
	BTRL(Imm(literalBit), R15L)
	JCS(LabelRef("literal"))
	Comment("DX = where the host begins, AX = its length, which is not 0, BX = its end, with no digit.")
	Label("nameFrom")
	SHRXQ(RBX, Mem{Base: R8, Index: RSI, Scale: 1, Disp: marksAt}, RAX)
	SHRXQ(RDX, RAX, RAX)
	TZCNTQ(RAX, RAX)
	JCS(LabelRef("noMark"))
	Label("marked")
	LEAQ(Mem{Base: RDX, Index: RAX, Scale: 1}, RBX)
	CMPQ(RBX, R12)
	CMOVQHI(R12, RBX)
	CMPQ(RBX, RDX)
	JLE(LabelRef("anyHost"))
	CMPB(Mem{Base: R13, Index: RBX, Scale: 1}, Imm('/'))
	JNE(LabelRef("noPath"))
	noDigitBefore()
	Label("nameDone")
	SHLL(Imm(formHintBit-32), R15L)
	ORL(U32(regNameAbEmpty>>32), R15L)
	Label("anyName")
	LEAQ(static("firstWords"), RSI)
	MOVQ(Mem{Base: RSI, Index: RDX, Scale: 8}, RAX)
	word(0, RAX)
	wordHalves(1, EBX, EBX)
	wordHalves(2, R12L, R11L)
	wordHalves(3, ECX, R15L)
	JMP(LabelRef("nextLine"))

	Label("literal")
	MOVL(literalEnd, EBX)
	SHLL(Imm(formHintBit-32), R15L)
	ORL(U32((regNameAbEmpty^(regName^ipv6Address)<<hostShift)>>32), R15L)
	JMP(LabelRef("anyName"))
}

// noDigitBefore goes to anyHost where a digit ends the name, before BX.
func noDigitBefore() {
	MOVBLZX(Mem{Base: R13, Index: RBX, Scale: 1, Disp: -1}, EAX)
	SUBL(Imm('0'), EAX)
	CMPL(EAX, Imm(10))
	JCS(LabelRef("anyHost"))
}

// uncommonLines256 writes the branches of the two before.
func uncommonLines256(nextLine func()) {
	Comment("No '/' after the host: fine at the end of the path, which is empty then.")
	Label("noMark")
	CMPQ(R12, Imm(57))
	JA(LabelRef("uncommon"))
	JMP(LabelRef("marked"))
	Label("noPath")
	CMPQ(RBX, R12)
	JNE(LabelRef("anyHost"))
	noDigitBefore()
	ORL(Imm(1), R15L)
	JMP(LabelRef("nameDone"))

	Comment("No http. Most have 56 bytes at most, and no bounds but '/' before '.' and one '#'.")
	Label("noHTTP")
	XORL(R15L, R15L)
	CMPQ(RCX, Imm(56))
	JA(LabelRef("wide"))
	narrow256()
	JNE(LabelRef("bound"))
	Label("relative")
	Comment("DX = 2 less than the kind of a path alone: 0 if it begins with '/', else 1.")
	MOVWLZX(Mem{Base: R13}, EAX)
	XORL(EDX, EDX)
	CMPB(AL, Imm('/'))
	SETNE(DL)
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
	MOVL(I32(-2), EAX)
	TESTQ(R12, R12)
	CMOVLEQ(EAX, EDX)
	VMOVDQU(X14, Mem{Base: R14, Disp: 16})
	Label("path")
	LEAL(Mem{Base: EDX, Index: R15L, Scale: formHint >> pathShift, Disp: 2}, EDX)
	SHLL(Imm(pathShift-32), EDX)
	wordHalves(3, ECX, EDX)
	wordHalves(2, R12L, R11L)
	nextLine()
	JMP(LabelRef("done"))

	Label("netPath")
	MOVL(U32(2), EDX)
	placeInMaps()
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
	bounds256()
	Label("wide")
	CMPQ(RCX, Imm(112))
	JA(LabelRef("mapped"))
	wide256()
	JEQ(LabelRef("relative"))
	placeInMaps()
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
	VPBROADCASTQ(static("lowFour"), Y2)
	schemeBytes(Y2, []Register{Y0}, []Register{Y1})
	VPXOR(Y2, Y2, Y2)
	VPCMPEQB(Y2, Y1, Y1)
	VPMOVMSKB(Y1, EAX)
	BZHIL(ESI, EAX, EAX)
	JNZ(LabelRef("uncommon"))
	CMPB(Mem{Base: R13}, Imm('A')) // as in scheme
	JB(LabelRef("uncommon"))
	upper256()
	ORL(EBX, R15L)

	MOVL(ESI, R10L)
	LEAL(Mem{Base: ESI, Disp: 3}, EDX)
	MOVWLZX(Mem{Base: R13, Index: RSI, Scale: 1, Disp: 1}, EAX)
	CMPL(EAX, U32('/'|'/'<<8))
	JEQ(LabelRef("schemeAuthority"))
	Comment("The kind is two more: of 4, 2 if the path begins with '/', 0 if it is empty. '.' is a hint.")
	XORL(EBX, EBX)
	CMPB(AL, Imm('.'))
	SETEQ(BL)
	ORL(EBX, R15L)
	CMPB(AL, Imm('/'))
	MOVL(U32(2), EDX)
	MOVL(U32(0), EAX)
	CMOVLEQ(EAX, EDX)
	LEAL(Mem{Base: ESI, Disp: 1}, EBX)
	MOVL(I32(-2), EAX)
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

// authority256 answers for any authority without IP literal of fewer than most256 bytes: DX =
// where it begins, R10 = the end of the scheme.
func authority256() {
	Label("schemeAuthority")
	CMPB(Mem{Base: R13, Index: RDX, Scale: 1}, Imm('.'))
	JNE(LabelRef("authority"))
	JMP(LabelRef("uncommon")) // it was taken for a hint
	Label("anyHost")
	LEAQ(static("firstWords"), RSI)
	MOVL(Mem{Base: RSI, Index: RDX, Scale: 8}, R10L)
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
	wordHalves(2, R12L, R11L)
	upper256()
	LEAL(Mem{Base: EDX, Index: ESI, Scale: 1}, EAX)
	CMPL(EAX, R12L)
	SETEQ(AL)
	ORB(AL, BL)
	ORL(EBX, R15L)
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
	ORL(EBX, R15L)
	wordHalves(0, R10L, EDX)
	ADDL(EDX, ESI)
	LEAL(Mem{Base: EDX, Index: R11L, Scale: 1}, EAX)
	wordHalves(1, EAX, ESI)
	MOVBLZX(Mem{Base: R13, Index: RAX, Scale: 1, Disp: -1}, ESI)
	MOVL(R15L, R12L)
	SHLL(Imm(formHintBit-32), R12L)
	ORL(U32(regNameAbEmpty>>32), R12L)
	SUBL(Imm('0'), ESI)
	CMPL(ESI, Imm(10))
	JCC(LabelRef("hostKnown"))
	CMPL(R11L, Imm(15))
	JA(LabelRef("hostKnown"))
	VMOVDQU(Mem{Base: R13, Index: RDX, Scale: 1}, X6)
	MOVL(R11L, EAX)
	call("address256")
	JNZ(LabelRef("hostKnown"))
	DECL(R12L)
	Label("hostKnown")
	wordHalves(3, ECX, R12L)
	JMP(LabelRef("nextLine"))
}
