package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The fast paths of the single calls take http and https with a name and nothing else
// in the authority, the same without a scheme, and paths.

// walkMarks writes what follows the masks of the first 64 bytes: SI = where the reference
// is, CX = its length, R8 = that as a mask, DI = the first eight bytes, R10 = the marks
// (':' '/' '?' '@' and upper case, at least), R12 = '?', DX = the first '?' after the
// block, or the end. What it does not know goes to slow.
func walkMarks(slow string, queryEnd func(Register)) {
	Comment("The end is a mark, and counts as a '?'.")
	INCQ(R8)
	ORQ(R8, R10)
	ORQ(R8, R12)
	TZCNTQ(R12, R12)
	CMOVQCS(RDX, R12)

	Comment("R9 = where the name begins: 7 after http, 8 after https.")
	CMPL(EDI, U32(http))
	JNE(LabelRef("noHTTP"))
	SHRQ(Imm(32), RDI)
	XORL(R9L, R9L)
	CMPB(DIB, Imm('s'))
	SETEQ(R9B)
	MOVL(R9L, EAX)
	SHLL(Imm(3), EAX)
	SHRXQ(RAX, RDI, RDI)
	ANDL(U32(1<<24-1), EDI)
	CMPL(EDI, U32(colonSlash))
	JNE(LabelRef(slow))
	ADDL(Imm(7), R9L)

	Comment("R11 = the end of the name, which is not empty and has no digit there.")
	Label("name")
	CMPQ(RCX, R9)
	JBE(LabelRef(slow))
	SHRXQ(R9, R10, RAX)
	TZCNTQ(RAX, RAX)
	JCS(LabelRef(slow))
	JEQ(LabelRef(slow))
	LEAQ(Mem{Base: R9, Index: RAX, Scale: 1}, R11)
	MOVQ(I64(regNameAbEmpty), RBX)
	CMPQ(R11, R12)
	JEQ(LabelRef("emptyPath"))
	CMPB(Mem{Base: RSI, Index: R11, Scale: 1}, Imm('/'))
	JNE(LabelRef(slow))
	Label("judged")
	MOVBLZX(Mem{Base: RSI, Index: R11, Scale: 1, Disp: -1}, EAX)
	SUBL(Imm('0'), EAX)
	CMPL(EAX, Imm(10))
	JCS(LabelRef(slow))
	LEAQ(static("firstWords"), RAX)
	MOVQ(Mem{Base: RAX, Index: R9, Scale: 8}, RAX)
	answer(0, RAX)
	MOVQ(R11, RAX)
	SHLQ(Imm(32), RAX)
	ORQ(R11, RAX)
	answer(1, RAX)
	Label("answer")
	queryEnd(RDX)
	SHLQ(Imm(32), RDX)
	ORQ(R12, RDX)
	answer(2, RDX)
	ORQ(RCX, RBX)
	answer(3, RBX)
	leave()

	Label("emptyPath")
	BTSQ(Imm(formHintBit), RBX)
	JMP(LabelRef("judged"))
	walkPath(slow)
}

// walkPath goes on where no http begins: DI = the first two bytes at least.
func walkPath(slow string) {
	Comment("No http: a name after \"//\", or a path, whose first mark is no ':'.")
	Label("noHTTP")
	MOVL(U32(2), R9L)
	MOVWLZX(DI, EAX)
	CMPL(EAX, U32('/'|'/'<<8))
	JEQ(LabelRef("name"))
	MOVL(U32(2), EBX)
	CMPB(AL, Imm('/'))
	JEQ(LabelRef("pathKind"))
	MOVL(U32(3), EBX)
	TZCNTQ(R10, RAX)
	JCS(LabelRef(slow))
	CMPQ(RAX, R12)
	JEQ(LabelRef("pathKind"))
	CMPB(Mem{Base: RSI, Index: RAX, Scale: 1}, Imm('/'))
	JNE(LabelRef(slow))
	Label("pathKind")
	XORL(EAX, EAX)
	TESTQ(R12, R12)
	CMOVLEQ(EAX, EBX)
	SHLQ(Imm(pathShift), RBX)
	answer(0, RAX)
	answer(1, RAX)
	JMP(LabelRef("answer"))
}
