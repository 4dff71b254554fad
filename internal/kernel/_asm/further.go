package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// blocksAfter writes the loop over the blocks after the first, which finds the ends of
// path and query, hints, and what is wrong there: R8 = where the next block begins, R11
// and R12 = the ends, the length while unknown. It goes on to joined, or to noMark if the first block
// has no mark.
func blocksAfter(v vector, closes Mem) {
	Label("further")
	v.notJudged()
	MOVL(ECX, R8L)
	MOVL(R14L, EDX)
	TZCNTQ(R11, R11)
	CMOVQCS(RDX, R11)
	TZCNTQ(R12, RDI)
	MOVQ(RDI, R12)
	CMOVQCS(RDX, R12)
	BZHIQ(RDI, R13, R13)
	v.plain()
	Label("block")
	MOVL(R14L, ECX)
	SUBL(R8L, ECX)
	v.further()
	JNZ(LabelRef("furtherDots"))
	Label("afterDots")
	TESTQ(RAX, RAX)
	JNZ(LabelRef("furtherSpecial"))
	Label("furtherLegal")
	TESTQ(RBX, RBX)
	JNZ(LabelRef("furtherEnds"))
	Label("nextBlock")
	ADDQ(Imm(judgedStep), R8)
	LEAL(Mem{Base: R8, Disp: 64 - judgedStep}, ECX)
	CMPL(ECX, R14L)
	JCS(LabelRef("block"))

	Label("end")
	MOVL(U32(judgedStep), ECX)
	XORL(R8L, R8L)
	TESTQ(R10, R10)
	JNZ(LabelRef("joined"))
	JMP(LabelRef("noMark"))

	Comment("The first '?' or '#' ends the path, if nothing does before; the first '#' ends the query.")
	Label("furtherEnds")
	TZCNTQ(RBX, RCX)
	ADDQ(RDX, RCX)
	CMPL(R12L, R14L)
	CMOVQEQ(RCX, R12)
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
	stopAt(RAX, RCX)
	JMP(LabelRef("end"))

	Comment("A '.' after a '/' is a hint in the path.")
	Label("furtherDots")
	CMPL(R12L, R14L)
	JNE(LabelRef("afterDots"))
	v.dots(RDI, RCX)
	ANDQ(R9, RDI)
	BLSMSKQ(RBX, RCX)
	TESTQ(RDI, RCX)
	JZ(LabelRef("afterDots"))
	BTSQ(Imm(formHintBit), R14)
	JMP(LabelRef("afterDots"))

	furtherSpecial(v, closes)
}

// furtherSpecial is special for the blocks after the first.
func furtherSpecial(v vector, closes Mem) {
	Label("furtherSpecial")
	triplets(v.on(furtherBlock), "further", "furtherLegal", RCX, RDI, R15)
	TZCNTQ(RAX, RCX)
	LEAQ(Mem{Base: RDX, Index: RCX, Scale: 1}, RDI)
	furtherBracket(closes)
	Label("furtherCut")
	BZHIQ(RCX, R9, R9)
	BZHIQ(RCX, RBX, RBX)
	for _, end := range []GPPhysical{R11, R12} {
		CMPL(end.As32(), R14L)
		CMOVQEQ(RDI, end)
	}
	stopAt(RDI, RCX)
	JMP(LabelRef("furtherLegal"))
}

// stopAt cuts the reference at r; literalOpen and the hint of '%' stay. t is scratch.
func stopAt(r, t Register) {
	MOVQ(U64(1<<literalOpen|percent), t)
	ANDQ(t, R14)
	MOVQ(U64(stopped), t)
	ORQ(t, R14)
	ORQ(r, R14)
}
