package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// oddBytes looks again, one by one, at bytes that with the one before are odd: is a label an A-label or
// the last one, does a segment begin there, is it a name or a scheme?
//
//	R10 = those of the host, from its first byte on   R9 = those of the path, from DI on
//	R12 = where the path begins   CX = where it ends, from SI on
func oddBytes(level string) {
	label := func(name string) { Label(name + level) }
	at := func(name string) LabelRef { return LabelRef(name + level) }
	odd := func(c byte) {
		CMPL(EBX, U32(c))
		JEQ(at("open"))
	}

	label("oddFirst")
	ADDQ(RSI, RDI)
	LEAQ(Mem{Base: RSI, Index: R8, Scale: 1}, R12)
	TESTQ(R10, R10)
	JEQ(at("oddPath"))
	label("oddInHost")
	TZCNTQ(R10, RAX)
	ADDQ(RDI, RAX)
	CMPB(Mem{Base: RAX}, Imm('-'))
	JEQ(at("hyphen"))
	CMPB(Mem{Base: RAX}, Imm('0'))
	JNE(at("open"))
	MOVQ(R12, RBX)
	label("label")
	DECQ(RBX)
	CMPQ(RBX, RAX)
	JBE(at("open"))
	CMPB(Mem{Base: RBX}, Imm('.'))
	JNE(at("label"))
	JMP(at("nextInHost"))
	label("hyphen")
	CMPQ(RAX, RDI)
	JEQ(at("open")) // what is before it is not of the host, and perhaps of no page
	CMPB(Mem{Base: RAX, Disp: -1}, Imm('-'))
	JNE(at("open"))
	SUBQ(Imm(3), RAX)
	CMPQ(RAX, RDI)
	JB(at("nextInHost"))
	MOVL(Mem{Base: RAX}, EBX)
	ORL(U32(0x2020), EBX)
	CMPL(EBX, U32('x'|'n'<<8|'-'<<16|'-'<<24))
	JEQ(at("open"))
	label("nextInHost")
	BLSRQ(R10, R10)
	JNE(at("oddInHost"))
	label("oddPath")
	LEAQ(Mem{Base: R12, Disp: 1}, RDI)
	TESTQ(R9, R9)
	JEQ(at("even"))

	label("oddInPath")
	TZCNTQ(R9, RAX)
	ADDQ(RDI, RAX)
	LEAQ(Mem{Base: RAX, Disp: -1}, R10)
	MOVBLZX(Mem{Base: RAX}, EBX)
	CMPL(EBX, Imm('/'))
	JEQ(at("slash"))
	CMPQ(R10, R12)
	JEQ(at("begins"))
	CMPB(Mem{Base: RAX, Disp: -2}, Imm('/'))
	JNE(at("nextInPath"))
	label("begins")
	CMPB(Mem{Base: R10}, Imm('.'))
	JNE(at("www"))
	odd('.')
	odd(';')
	JMP(at("nextInPath"))
	label("www")
	LEAQ(Mem{Base: RAX, Disp: 2}, R10)
	SUBQ(RSI, R10)
	CMPQ(R10, RCX)
	JAE(at("nextInPath"))
	MOVWLZX(Mem{Base: RAX, Disp: 1}, EBX)
	ORL(Imm(0x20), EBX)
	CMPL(EBX, U32('w'|'.'<<8))
	JEQ(at("open"))
	JMP(at("nextInPath"))
	label("slash")
	CMPQ(R10, R12)
	JEQ(at("open"))
	MOVBLZX(Mem{Base: R10}, EBX)
	odd('/')
	odd('.')
	CMPL(EBX, Imm(':'))
	JNE(at("nextInPath"))
	MOVBLZX(Mem{Base: RAX, Disp: -2}, EBX)
	ORL(Imm(0x20), EBX)
	odd('p')
	odd('s')
	label("nextInPath")
	BLSRQ(R9, R9)
	JNE(at("oddInPath"))
	JMP(at("even"))
}
