package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// blocksAfter writes the loop over the blocks after the first, which finds the ends of
// path and query, hints, and what is wrong there: DX = where the block begins, R11 and
// R12 = the ends, the length while unknown. It goes on to joined, or to noMark if the first block has
// no mark. CX stays as it is, and R8 is scratch.
func blocksAfter(v vector, closes Mem) {
	Label("further")
	v.notJudged()
	MOVL(R14L, EDX)
	TZCNTQ(R11, R11)
	CMOVQCS(RDX, R11)
	TZCNTQ(R12, RDI)
	MOVQ(RDI, R12)
	CMOVQCS(RDX, R12)
	BZHIQ(RDI, R13, R13)
	v.plain()
	XORL(EDX, EDX)
	Label("block")
	ADDL(Imm(judgedStep), EDX)
	MOVL(R14L, R8L)
	SUBL(EDX, R8L)
	v.further()
	JNZ(LabelRef("furtherDots"))
	Label("afterDots")
	TESTQ(RAX, RAX)
	JNZ(LabelRef("furtherSpecial"))
	Label("furtherLegal")
	TESTQ(RBX, RBX)
	JNZ(LabelRef("furtherEnds"))
	Label("nextBlock")
	LEAL(Mem{Base: EDX, Disp: 64}, R8L)
	CMPL(R8L, R14L)
	JCS(LabelRef("block"))

	Label("end")
	TESTQ(R10, R10)
	JNZ(LabelRef("joined"))
	JMP(LabelRef("noMark"))

	Comment("The first '?' or '#' ends the path, if nothing does before; the first '#' ends the query.")
	Label("furtherEnds")
	TZCNTQ(RBX, R8)
	ADDQ(RDX, R8)
	CMPL(R12L, R14L)
	CMOVQEQ(R8, R12)
	v.on(furtherBlock).equal("number", RAX, RDI)
	ANDQ(R9, RAX)
	JZ(LabelRef("nextBlock"))
	CMPL(R11L, R14L)
	JNE(LabelRef("second"))
	TZCNTQ(RAX, R11)
	ADDQ(RDX, R11)
	BLSRQ(RAX, RAX)
	JZ(LabelRef("nextBlock"))
	Label("second")
	TZCNTQ(RAX, RAX)
	ADDQ(RDX, RAX)
	stopAt(RAX, R8)
	JMP(LabelRef("end"))

	Comment("A '.' after a '/' is a hint in the path.")
	Label("furtherDots")
	CMPL(R12L, R14L)
	JNE(LabelRef("afterDots"))
	v.dots(RDI, R8)
	ANDQ(R9, RDI)
	BLSMSKQ(RBX, R8)
	TESTQ(RDI, R8)
	JZ(LabelRef("afterDots"))
	BTSQ(Imm(formHintBit), R14)
	JMP(LabelRef("afterDots"))

	furtherSpecial(v, closes)
}

// furtherSpecial is special for the blocks after the first.
func furtherSpecial(v vector, closes Mem) {
	Label("furtherSpecial")
	triplets(v, furtherBlock, "furtherLegal", R8, RDI, R15)
	TZCNTQ(RAX, R8)
	LEAQ(Mem{Base: RDX, Index: R8, Scale: 1}, RDI)
	furtherBracket(closes)
	Label("furtherCut")
	BZHIQ(R8, R9, R9)
	BZHIQ(R8, RBX, RBX)
	for _, end := range []GPPhysical{R11, R12} {
		CMPL(end.As32(), R14L)
		CMOVQEQ(RDI, end)
	}
	stopAt(RDI, R8)
	JMP(LabelRef("furtherLegal"))
}

// endBlock moves a block at DX with fewer than 64 bytes left, which are R8, back, so that it ends with the reference. It
// leaves in R9 those of its bytes that the block before does not have, and overwrites AX and BX.
func endBlock() {
	MOVL(U32(64), EAX)
	XORL(EBX, EBX)
	SUBL(R8L, EAX)
	CMOVLLT(EBX, EAX)
	SUBL(EAX, EDX)
	MOVQ(I64(-1), R9)
	SHLXQ(RAX, R9, R9)
}

// stopAt cuts the reference at r; literalOpen and the hint of '%' stay. t is scratch.
func stopAt(r, t Register) {
	MOVQ(U64(1<<literalOpen|percent), t)
	ANDQ(t, R14)
	MOVQ(U64(stopped), t)
	ORQ(t, R14)
	ORQ(r, R14)
}
