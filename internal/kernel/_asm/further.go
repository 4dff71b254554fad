package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// What follows is what the vectors have in common in the blocks after the first: R8
// is where the block begins, R9 the end of the path, R10 that of the query, -1 while
// unknown; DI = -1, and DX counts the bytes from R8 on.

// firstQuestion takes the first '?' of the block for the end of the path if none is
// known, and goes on to the next block, or to done after the last one. The masks of
// the two that end a path, '?' and '#', are in marks, which it overwrites.
func firstQuestion(marks Register) {
	Comment("The first '?', if none is known.")
	TZCNTQ(marks, marks)
	JCS(LabelRef("next"))
	ADDQ(R8, marks)
	CMPQ(R9, marks)
	CMOVQHI(marks, R9)
	Label("next")
	ADDQ(Imm(62), R8)
	CMPQ(RDX, Imm(64))
	JA(LabelRef("block"))
	JMP(LabelRef("done"))
}

// lonePercent goes to unproven if a '%' lacks its HEXDIG; the last two bytes are
// judged in the next block, if there is one. It overwrites all three.
func lonePercent(percents, hexDigits, tmp Register) {
	MOVQ(hexDigits, tmp)
	SHRQ(Imm(1), tmp)
	SHRQ(Imm(2), hexDigits)
	ANDQ(tmp, hexDigits)
	ANDNQ(percents, hexDigits, percents)
	MOVQ(RDI, tmp)
	SHRQ(Imm(2), tmp)
	CMPQ(RDX, Imm(64))
	CMOVQLS(RDI, tmp)
	TESTQ(tmp, percents)
	JNZ(LabelRef("unproven"))
}

// numberEnds takes the '#' of the block, if there is one, for the end of the query,
// and goes on to questions. A second one is a fault, except where two blocks overlap
// and both have it.
func numberEnds(numbers, tmp Register) {
	Comment("A '#' ends the path, too; a second one, except in the overlap, is a fault.")
	TESTQ(numbers, numbers)
	JZ(LabelRef("questions"))
	TZCNTQ(numbers, tmp)
	ADDQ(R8, tmp)
	BLSRQ(numbers, numbers)
	JNZ(LabelRef("unproven"))
	CMPQ(R10, tmp)
	JEQ(LabelRef("questions"))
	CMPQ(R10, RDI)
	JNE(LabelRef("unproven"))
	MOVQ(tmp, R10)
	JMP(LabelRef("questions"))
}
