package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// stop512 writes the search for what ends a query. Blocks overlap by two octets, so
// that every triplet is whole in one.
//
//	SI = p, CX = what is left from the block on, R8 = the block
func stop512() {
	TEXT("stop512", NOSPLIT, "func(p *byte, n int) (at int)")
	Pragma("noescape")
	Doc(
		"stop512 returns where in p[:n] the first octet is that cannot be in a query, or a '%'",
		"without two HEXDIG, n if there is none. It reads no octet beyond p[:n].",
	)
	Load(Param("p"), RSI)
	Load(Param("n"), RCX)
	classes := static("restClasses")
	VMOVDQU64(classes, Z31)
	VMOVDQU64(classes.Offset(64), Z30)
	VMOVDQU64(static("fillZ"), Z29)
	VMOVDQU64(static("del"), Z28)
	masks := []struct {
		class int
		bit   Register
		to    GPPhysical
	}{{restStop, Z27, RAX}, {restTriple, Z26, RDX}, {restHex, Z25, RBX}}
	for _, m := range masks {
		MOVL(U32(1<<m.class), EAX)
		VPBROADCASTB(EAX, m.bit)
	}
	XORL(R8L, R8L)
	Label("block")
	MOVQ(I64(-1), R9)
	CMPQ(RCX, Imm(64))
	JAE(LabelRef("whole"))
	BZHIQ(RCX, R9, R9)
	Label("whole")
	KMOVQ(R9, K1)
	VMOVDQA64(Z29, Z0)
	VMOVDQU8(Mem{Base: RSI, Index: R8, Scale: 1}, K1, Z0)
	VPMINUB(Z28, Z0, Z0)
	VPERMI2B(Z30, Z31, Z0)
	for _, m := range masks {
		VPTESTMB(m.bit, Z0, K1)
		KMOVQ(K1, m.to)
	}
	MOVQ(RBX, R9)
	SHRQ(Imm(1), RBX)
	SHRQ(Imm(2), R9)
	ANDQ(R9, RBX)
	ANDNQ(RDX, RBX, RDX)
	ORQ(RDX, RAX)
	CMPQ(RCX, Imm(64))
	JBE(LabelRef("last"))
	SHLQ(Imm(64-blockStep), RAX)
	SHRQ(Imm(64-blockStep), RAX)
	JNZ(LabelRef("found"))
	ADDQ(Imm(blockStep), R8)
	SUBQ(Imm(blockStep), RCX)
	JMP(LabelRef("block"))

	Label("last")
	TESTQ(RAX, RAX)
	JNZ(LabelRef("found"))
	ADDQ(RCX, R8)
	Store(R8, Return("at"))
	VZEROUPPER()
	RET()
	Label("found")
	TZCNTQ(RAX, RAX)
	ADDQ(RAX, R8)
	Store(R8, Return("at"))
	VZEROUPPER()
	RET()
}
