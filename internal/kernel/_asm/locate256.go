package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// locate256 writes the single call for AVX2. A block is 64 bytes in two
// registers; bytes beyond the input are cut off by R8, and are never read
// where they may lie in another page. SI is p, or a copy of the input.
func locate256() {
	TEXT("locate256", NOSPLIT, "func(b []byte) (w0, w1, w2, w3 uint64)")
	Pragma("noescape")
	Doc(
		"locate256 is locate for AVX2 with BMI1 and BMI2. It may read up to 63 bytes beyond",
		"b, but none of another page.",
	)
	copied := AllocLocal(72)
	v := allocAVX2()
	Load(Param("b").Base(), RSI)
	Load(Param("b").Len(), RCX)
	XORL(EBX, EBX)
	TESTQ(RCX, RCX)
	JZ(LabelRef("empty"))
	tables256()
	VMOVDQU(static("lowOfMaps"), Y13)
	VMOVDQU(static("highOfMaps"), Y14)
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
		answer(i, RCX)
	}
	leave()

	Comment("The block and one byte may end in another page: copy the input, if it is no longer than a block.")
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
// length, DX = 64 less, 0 if that is negative. 65 bytes from SI can be read.
func walk256(v avx2, queryEnd Mem) {
	Label("load")
	CMPQ(RCX, Imm(128))
	JA(LabelRef("slow"))

	Comment("The first 64 bytes and the last 64: the same ones if there are no more.")
	MOVQ(I64(-1), RAX)
	BZHIQ(RCX, RAX, R8)
	first, firstClasses := halves{Y0, Y1}, halves{Y4, Y5}
	last, lastClasses := halves{Y2, Y3}, halves{Y6, Y7}
	load256(Mem{Base: RSI}, first, firstClasses)
	load256(Mem{Base: RSI, Index: RDX, Scale: 1}, last, lastClasses)
	MOVQ(RCX, queryEnd)

	Comment("'%', bytes of no component, and from 0x80: the general path; but '#' is common.")
	Label("classed")
	VPMINUB(Y4, Y6, Y8)
	VPMINUB(Y5, Y7, Y9)
	VPCMPEQB(Y11, Y8, Y8)
	VPCMPEQB(Y11, Y9, Y9)
	toMask(Y8, Y9, RAX, RBX)
	TESTQ(R8, RAX)
	JNZ(LabelRef("number"))
	leaveOnDots256(first, last)

	Comment("The masks of walkMarks.")
	VMOVDQU(static("noMark"), Y8)
	VPCMPGTB(Y8, Y4, Y4)
	VPCMPGTB(Y8, Y5, Y5)
	toMask(Y4, Y5, R10, RAX)
	ANDQ(R8, R10)
	equal("question", first, R12, RAX)
	ANDQ(R8, R12)
	equal("question", last, R9, RAX)
	TZCNTQ(R9, R9)
	LEAQ(Mem{Base: RDX, Index: R9, Scale: 1}, RDX)
	CMOVQCS(RCX, RDX)
	VMOVQ(X0, RDI)
	walkMarks("slow", func(r Register) { MOVQ(queryEnd, r) })
	number256(first, last, firstClasses, lastClasses, queryEnd)

	Label("slow")
	tables256()
	general(v)
}

// leaveOnDots256 goes to the general path where a '.' follows a '/': in the first 64
// bytes, or in the last 64 if there are more.
func leaveOnDots256(first, last halves) {
	VMOVDQU(static("dot"), Y9)
	VPCMPEQB(Mem{Base: RSI, Disp: 1}, Y9, Y8)
	VPCMPEQB(Mem{Base: RSI, Disp: 33}, Y9, Y9)
	VPCMPEQB(static("slash"), first[0], Y12)
	VPCMPEQB(static("slash"), first[1], Y10)
	VPAND(Y12, Y8, Y8)
	VPAND(Y10, Y9, Y9)
	VPOR(Y8, Y9, Y6)
	MOVL(U32(1), EBX)
	TESTQ(RDX, RDX)
	CMOVQNE(RDX, RBX) // 1 has every byte compared with itself: no '.' is a '/'
	slashDots256(RBX, last)
	VPOR(Y6, Y8, Y8)
	VPTEST(Y8, Y8)
	JNZ(LabelRef("slow"))
}

// number256 takes the only '#' of the first and last 64 bytes for a '?', and its place
// for the end of the query.
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
	JGE(LabelRef("slow")) // none
	TESTQ(RDX, RDX)
	CMOVQEQ(R10, R11) // beyond the end there may be more
	CMOVQEQ(R12, R13)
	TESTQ(R11, R11)
	CMOVQEQ(R12, R13)
	CMPQ(R12, R13)
	JNE(LabelRef("slow"))
	BLSRQ(R10, RAX)
	JNZ(LabelRef("slow"))
	BLSRQ(R11, RAX)
	JNZ(LabelRef("slow"))
	MOVQ(R12, queryEnd)
	for i := range 2 {
		for _, block := range [][2]halves{{first, firstClasses}, {last, lastClasses}} {
			bytes, classes := block[0][i], block[1][i]
			VPCMPEQB(static("number"), bytes, Y12)
			VPAND(static("numberToQuestion"), Y12, Y8)
			VPOR(Y8, bytes, bytes)
			VPAND(static("cellQuestion"), Y12, Y8)
			VPOR(Y8, classes, classes)
		}
	}
	JMP(LabelRef("classed"))
}
