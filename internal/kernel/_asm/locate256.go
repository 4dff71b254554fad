package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// locate256 writes the single call for AVX2. A block is 64 octets in two
// registers; octets beyond the input are cut off by R8, and are never read
// where they may lie in another page. SI is p, or a copy of the input.
func locate256() {
	TEXT("locate256", NOSPLIT, "func(b []byte) (w0, w1, w2, w3 uint64)")
	Pragma("noescape")
	Doc(
		"locate256 is locate for AVX2 with BMI1 and BMI2. It may read up to 63 octets beyond",
		"b, but none of another page.",
	)
	to = single{}
	copied := AllocLocal(72)
	v := allocAVX2()
	Load(Param("b").Base(), RSI)
	Load(Param("b").Len(), RCX)
	XORL(EBX, EBX)
	TESTQ(RCX, RCX)
	JZ(LabelRef("empty"))
	tables256()
	LEAQ(Mem{Base: RCX, Disp: -64}, RDX)
	TESTQ(RDX, RDX)
	CMOVQLT(RBX, RDX)
	MOVL(ESI, EAX)
	ANDL(U32(4095), EAX)
	CMPL(EAX, U32(4096-65))
	JA(LabelRef("edge"))
	walk256(v, AllocLocal(8))

	Label("empty")
	for i := range 4 {
		to.word(i, RCX)
	}
	to.leave()

	Comment("The block and one octet may end in another page: copy the input, if it is no longer than a block.")
	Label("edge")
	CMPQ(RCX, Imm(64))
	JG(LabelRef("load"))
	LEAQ(copied, RDI)
	MOVQ(RDI, R8)
	MOVQ(RCX, R9)
	Label("copy")
	MOVB(Mem{Base: RSI}, AL)
	MOVB(AL, Mem{Base: RDI})
	INCQ(RSI)
	INCQ(RDI)
	DECQ(R9)
	JNZ(LabelRef("copy"))
	MOVQ(R8, RSI)
	JMP(LabelRef("load"))
}

// walk256 writes the walk over one reference: SI = where it is, CX = its
// length, DX = 64 less, 0 if that is negative. 64 octets from SI can be read.
func walk256(v avx2, queryEnd Mem) {
	Label("load")
	CMPQ(RCX, Imm(128))
	JA(LabelRef("general"))

	Comment("The first 64 octets and the last 64: the same ones if there are no more.")
	MOVQ(I64(-1), RAX)
	BZHIQ(RCX, RAX, R8)
	first, firstClasses := halves{Y0, Y1}, halves{Y4, Y5}
	last, lastClasses := halves{Y2, Y3}, halves{Y6, Y7}
	load256(Mem{Base: RSI}, first, firstClasses)
	load256(Mem{Base: RSI, Index: RDX, Scale: 1}, last, lastClasses)

	Comment("'%', '@', octets that stand nowhere, and from 0x80: the general path; but '#' is common.")
	MOVQ(RCX, queryEnd)
	Label("classed")
	VPMINUB(Y4, Y6, Y8)
	VPMINUB(Y5, Y7, Y9)
	VPCMPEQB(Y11, Y8, Y8)
	VPCMPEQB(Y11, Y9, Y9)
	toMask(Y8, Y9, RAX, RBX)
	TESTQ(R8, RAX)
	JNZ(LabelRef("number"))

	Comment("R10 = ':', R11 = '/', R12 = '?', DI = not in a scheme; DX = the first '?' of the last 64, or the end.")
	equal("colon", first, R10, RAX)
	ANDQ(R8, R10)
	equal("slash", first, R11, RAX)
	ANDQ(R8, R11)
	suspectDots256(last)
	equal("question", first, R12, RAX)
	ANDQ(R8, R12)
	without("cellScheme", firstClasses, RDI, RAX)
	ANDNQ(RDI, R10, RDI)
	equal("question", last, R9, RAX)
	TZCNTQ(R9, R9)
	LEAQ(Mem{Base: RDX, Index: R9, Scale: 1}, RDX)
	CMOVQCS(RCX, RDX)
	notAlphaFirst()
	INCQ(R8)
	ORQ(R8, R12) // the end counts as a '?' if it is in the first block

	uppers256(first, R8, RAX)

	Comment("AX = '/' '?' end, R13 = those and ':', BX = up to the first of them.")
	MOVQ(R11, RAX)
	ORQ(R12, RAX)
	MOVQ(R10, R13)
	ORQ(RAX, R13)
	JZ(LabelRef("general"))
	BLSMSKQ(R13, RBX)
	TESTQ(R10, RBX)
	JZ(LabelRef("relative"))
	TESTQ(RDI, RBX)
	JNZ(LabelRef("unproven"))
	TZCNTQ(R13, RDI)

	Comment(`"//" must follow the ':' at DI; R9 = all up to it.`)
	SHRXQ(RDI, R11, R13)
	ANDL(Imm(6), R13L)
	CMPL(R13L, Imm(6))
	JNE(LabelRef("general"))
	schemeWord()
	LEAQ(Mem{Base: RBX, Index: RBX, Scale: 1}, R9)
	LEAQ(Mem{Base: R9, Index: R9, Scale: 1, Disp: 3}, R9)

	Comment("AX = the ends of the authority, R11 = the first, R13 = the host before it, which no digit ends.")
	Label("nameFrom")
	ANDNQ(RAX, R9, RAX)
	TZCNTQ(RAX, R11)
	JCS(LabelRef("general"))
	BLSMSKQ(RAX, R13)
	TESTQ(R8, R13)
	JNZ(LabelRef("general"))
	SHRQ(Imm(1), R13)
	ANDNQ(R13, R9, R13)
	JZ(LabelRef("general"))
	TESTQ(R10, R13)
	JNZ(LabelRef("general"))
	MOVBLZX(Mem{Base: RSI, Index: R11, Scale: 1, Disp: -1}, EAX)
	SUBL(Imm('0'), EAX)
	CMPL(EAX, Imm(10))
	JCS(LabelRef("general"))
	end := func(r Register) { MOVQ(queryEnd, r) }
	schemeAndHost(end)
	relative(end)
	number256(first, last, firstClasses, lastClasses, queryEnd)
	general(v)
}

// suspectDots256 goes to the general path where a '.' follows a '/': in the first 64
// octets, whose '/' are in Y12 and Y10, or in the last 64 if there are more.
func suspectDots256(last halves) {
	VMOVDQU(static("dot"), Y9)
	VPCMPEQB(Mem{Base: RSI, Disp: 1}, Y9, Y8)
	VPCMPEQB(Mem{Base: RSI, Disp: 33}, Y9, Y9)
	VPAND(Y12, Y8, Y8)
	VPAND(Y10, Y9, Y9)
	VPOR(Y8, Y9, Y6)
	MOVL(U32(1), EBX)
	TESTQ(RDX, RDX)
	CMOVQNE(RDX, RBX) // 1 has every octet compared with itself: no '.' is a '/'
	slashDots256(RBX, last)
	VPOR(Y6, Y8, Y8)
	VPTEST(Y8, Y8)
	JNZ(LabelRef("general"))
}

// number256 takes the only '#' of the first and last 64 octets for a '?', and its place
// for the end of the query. The class of '?' is that of nothing special in a scheme.
func number256(first, last, firstClasses, lastClasses halves, queryEnd Mem) {
	Label("number")
	equal("number", first, R10, RAX)
	ANDQ(R8, R10)
	equal("number", last, R11, RAX)
	TZCNTQ(R10, R12)
	TZCNTQ(R11, R13)
	ADDQ(RDX, R13)
	TESTQ(R10, R10)
	CMOVQEQ(R13, R12) // the first '#'
	CMPQ(R12, RCX)
	JGE(LabelRef("general")) // none
	TESTQ(RDX, RDX)
	CMOVQEQ(R10, R11) // beyond the end there may be more
	CMOVQEQ(R12, R13)
	TESTQ(R11, R11)
	CMOVQEQ(R12, R13)
	CMPQ(R12, R13)
	JNE(LabelRef("general"))
	BLSRQ(R10, RAX)
	JNZ(LabelRef("general"))
	BLSRQ(R11, RAX)
	JNZ(LabelRef("general"))
	MOVQ(R12, queryEnd)
	for i := range 2 {
		for _, block := range [][2]halves{{first, firstClasses}, {last, lastClasses}} {
			octets, classes := block[0][i], block[1][i]
			VPCMPEQB(static("number"), octets, Y12)
			VPAND(static("numberToQuestion"), Y12, Y8)
			VPOR(Y8, octets, octets)
			VPAND(static("cellQuestion"), Y12, Y8)
			VPOR(Y8, classes, classes)
		}
	}
	JMP(LabelRef("classed"))
}
