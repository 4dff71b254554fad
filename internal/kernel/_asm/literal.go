package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// literal goes on in special where AX has a byte that is no '@', and to percents. If the
// first is the "[" of an IPv6address in groups of HEXDIG (3.2.2), right after the "//" of
// the authority, its brackets leave AX and its colons the marks.
func literal(v vector) {
	b := v.on(firstBlock)
	bad, saved := AllocLocal(8), [3]Mem{AllocLocal(8), AllocLocal(8), AllocLocal(8)}
	kept := []Register{R11, R12, R13}
	TZCNTQ(RAX, RDI)
	CMPB(Mem{Base: RSI, Index: RDI, Scale: 1}, Imm('['))
	JNE(LabelRef("percents"))
	TESTQ(R15, R15)
	JNZ(LabelRef("percents")) // no userinfo, and no '@' in the port
	MOVQ(RAX, bad)
	for i, r := range kept {
		MOVQ(r, saved[i])
	}

	Comment("Before it, nothing but \"//\", or \"://\" after a scheme; DI = after it, DX = its length.")
	MOVL(U32(7), EBX)
	SHLXQ(RDI, RBX, RBX)
	SHRQ(Imm(3), RBX)
	BZHIQ(RDI, R10, R11)
	CMPQ(R11, RBX)
	JNE(LabelRef("noLiteral"))
	CMPL(EDI, Imm(2))
	JB(LabelRef("noLiteral"))
	JEQ(LabelRef("opened"))
	CMPB(Mem{Base: RSI, Index: RDI, Scale: 1, Disp: -3}, Imm(':'))
	JNE(LabelRef("noLiteral"))
	Label("opened")
	MOVWLZX(Mem{Base: RSI, Index: RDI, Scale: 1, Disp: -2}, EBX)
	CMPL(EBX, U32('/'|'/'<<8))
	JNE(LabelRef("noLiteral"))
	INCL(EDI)
	BLSRQ(RAX, RAX)
	JZ(LabelRef("noLiteral"))
	TZCNTQ(RAX, RDX)
	CMPB(Mem{Base: RSI, Index: RDX, Scale: 1}, Imm(']'))
	JNE(LabelRef("noLiteral"))
	SUBL(EDI, EDX)

	b.hexDigits(R11, RBX)
	b.equal("colon", R12, RBX)
	for _, r := range []Register{R11, R12} {
		SHRXQ(RDI, r, r)
		BZHIQ(RDX, r, r)
	}
	call("literal256")
	TESTL(R11L, R11L)
	JNZ(LabelRef("noLiteral"))

	Comment("The end, a ':' or what ends an authority comes after it.")
	ADDL(EDI, EDX)
	MOVL(U32(2), EBX)
	SHLXQ(RDX, RBX, RBX)
	MOVQ(R10, R12)
	ORQ(R8, R12)
	TESTQ(R12, RBX)
	JZ(LabelRef("noLiteral"))
	MOVL(U32(1), R12L)
	SHLXQ(RDI, R12, R12)
	SUBQ(R12, RBX)
	ANDNQ(R10, RBX, R10)
	BLSRQ(RAX, RAX)
	MOVQ(U64((regName^ipv6Address)<<hostShift|formHint), RBX)
	ORQ(RBX, R14)
	MOVQ(RAX, bad)
	Label("noLiteral")
	MOVQ(bad, RAX)
	for i, r := range kept {
		MOVQ(saved[i], r)
	}
	JMP(LabelRef("percents"))
}

// literal256 leaves 0 in R11 if DX bytes are an IPv6address: R11 = HEXDIG, R12 = ':'. It
// overwrites R12, R13 and BX.
func literal256() {
	TEXT("literal256", NOSPLIT, "func()")
	Comment("Nothing but these; R13 = where \"::\" begins, once at most.")
	MOVQ(R11, RBX)
	ORQ(R12, RBX)
	INCQ(RBX)
	BTRQ(RDX, RBX)
	TESTQ(RBX, RBX)
	JNZ(LabelRef("no"))
	MOVQ(R12, R13)
	SHRQ(Imm(1), R13)
	ANDQ(R12, R13)
	BLSRQ(R13, RBX)
	JNZ(LabelRef("no"))

	Comment("A ':' that is first or last is one of \"::\".")
	LEAQ(Mem{Base: R13, Index: R13, Scale: 1}, RBX)
	ORQ(R13, RBX)
	ANDNQ(R12, RBX, R12)
	BTQ(Imm(0), R12)
	JCS(LabelRef("no"))
	LEAQ(Mem{Base: RDX, Disp: -1}, RBX)
	BTQ(RBX, R12)
	JCS(LabelRef("no"))

	Comment("No group has five; there are eight, or with \"::\" seven at most.")
	MOVQ(R11, RBX)
	SHRQ(Imm(1), RBX)
	ANDQ(R11, RBX)
	MOVQ(RBX, R12)
	SHRQ(Imm(2), R12)
	ANDQ(R12, RBX)
	MOVQ(R11, R12)
	SHRQ(Imm(4), R12)
	TESTQ(R12, RBX)
	JNZ(LabelRef("no"))
	LEAQ(Mem{Base: R11, Index: R11, Scale: 1}, RBX)
	ANDNQ(R11, RBX, R11)
	POPCNTQ(R11, R11)
	SUBL(Imm(8), R11L)
	TESTQ(R13, R13)
	JZ(LabelRef("allGroups"))
	SARL(Imm(31), R11L) // 0 unless fewer
	INCL(R11L)
	Label("allGroups")
	RET()
	Label("no")
	MOVL(U32(1), R11L)
	RET()
}
