package main

import (
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The classes of the blocks after the first, a bit each.
const (
	restSpecial = 0x80 // '%', '#', and what stands in no path, query or fragment
	restEnd     = 0x40 // '?' '#'
	restHex     = 0x20
)

func restClass(c byte) byte {
	class := byte(0)
	if strings.IndexByte(unreserved+subDelims+":@/?", c) < 0 {
		class |= restSpecial
	}
	if c == '?' || c == '#' {
		class |= restEnd
	}
	if strings.IndexByte(digit+"abcdefABCDEF", c) >= 0 {
		class |= restHex
	}
	return class
}

// longLines512 writes the pass over the lines of more than 64 octets, level by
// level: the blocks at 62 of all of them, those at 124 of what is longer, and
// so on, so that no branch depends on the length of a line. Blocks overlap by
// two octets: every triplet is whole in one.
//
//	SI = src, BX = the batch, R13 = the level, R15's place is taken by DI
//	R8 = the line, R9 = where its block begins, R10 = what is left of it
func longLines512() {
	TEXT("longLines512", NOSPLIT, "func(src *byte, b *uint32, count int)")
	Pragma("noescape")
	Doc(
		"longLines512 sets path and query of b to the lengths of its lines, and of those",
		"longer than 64 octets to where path and query end beyond the first block; bad to",
		"what cannot be proven there.",
	)
	classes := table("restClasses", restClass)
	low31, ramp := dwords("low31", 0x7fffffff), dwordRamp("dwordRamp")
	Load(Param("src"), RSI)
	Load(Param("b"), RBX)
	Load(Param("count"), RCX)

	Comment("Lengths, and the list of the long lines. R12 = its length.")
	VMOVDQU64(low31, Z10)
	VMOVDQU64(ramp, Z11)
	VPTERNLOGD(Imm(0xFF), Z12, Z12, Z12) // -1
	VPXORQ(Z13, Z13, Z13)
	splat(64, Z14)
	splat(62, Z15)
	splat(16, Z16)
	XORL(R12L, R12L)
	XORL(R8L, R8L)
	Label("lengths")
	MOVQ(RCX, RAX)
	SUBQ(R8, RAX)
	JLE(LabelRef("levels"))
	at := func(field int) Mem { return Mem{Base: RBX, Index: R8, Scale: 4, Disp: field} }
	VMOVDQU32(at(posAt), Z0)
	VMOVDQU32(at(posAt+4), Z1)
	VPSRLD(Imm(31), Z1, Z2)
	VPANDD(Z10, Z0, Z0)
	VPANDD(Z10, Z1, Z1)
	VPSUBD(Z0, Z1, Z1)
	VPSUBD(Z2, Z1, Z1)
	VPADDD(Z12, Z1, Z1) // the length
	VMOVDQU32(Z1, at(pathAt))
	VMOVDQU32(Z1, at(queryAt))
	VMOVDQU32(Z13, at(badAt))
	MOVL(U32(16), EDX)
	CMPQ(RAX, RDX)
	CMOVQGT(RDX, RAX)
	MOVQ(I64(-1), RDX)
	BZHIQ(RAX, RDX, RAX)
	KMOVW(EAX, K1)
	VPCMPD(Imm(6), Z14, Z1, K1, K1) // longer than 64
	KMOVW(K1, EAX)
	POPCNTL(EAX, EAX)
	list := func(field int) Mem { return Mem{Base: RBX, Index: R12, Scale: 4, Disp: field} }
	VPCOMPRESSD_Z(Z11, K1, Z3)
	VMOVDQU32(Z3, list(lineAt))
	VPADDD(Z15, Z0, Z0)
	VPCOMPRESSD_Z(Z0, K1, Z3)
	VMOVDQU32(Z3, list(startAt))
	VPSUBD(Z15, Z1, Z1)
	VPCOMPRESSD_Z(Z1, K1, Z3)
	VMOVDQU32(Z3, list(leftAt))
	VPADDD(Z16, Z11, Z11)
	ADDQ(RAX, R12)
	ADDQ(Imm(16), R8)
	JMP(LabelRef("lengths"))

	Label("levels")
	VMOVDQU64(classes, Z2)
	VMOVDQU64(classes.Offset(64), Z3)
	VMOVDQU64(Mem{Symbol: Symbol{Name: "fillZ", Static: true}, Base: StaticBase}, Z8)
	MOVL(U32(62), R13L)
	Label("level")
	TESTQ(R12, R12)
	JZ(LabelRef("done"))
	XORL(R11L, R11L) // the entry
	XORL(EDI, EDI)   // where it goes if the line is longer still
	Label("entry")
	get := func(field int, r Register) { MOVL(Mem{Base: RBX, Index: R11, Scale: 4, Disp: field}, r) }
	put := func(r Register, field int) { MOVL(r, Mem{Base: RBX, Index: RDI, Scale: 4, Disp: field}) }
	get(lineAt, R8L)
	get(startAt, R9L)
	get(leftAt, R10L)
	put(R8L, lineAt)
	LEAL(Mem{Base: R9, Disp: 62}, EAX)
	put(EAX, startAt)
	LEAL(Mem{Base: R10, Disp: -62}, EAX)
	put(EAX, leftAt)
	MOVL(U32(64), EAX)
	CMPL(EAX, R10L) // carry if more than 64 are left
	ADCQ(Imm(0), RDI)
	CMPL(R10L, EAX)
	CMOVLCS(R10L, EAX)
	MOVQ(I64(-1), RDX)
	BZHIQ(RAX, RDX, RAX)
	KMOVQ(RAX, K1)
	VMOVDQA64(Z8, Z0)
	VMOVDQU8(Mem{Base: RSI, Index: R9, Scale: 1}, K1, Z0)
	VMOVDQA64(Z0, Z4)
	VPERMI2B(Z3, Z2, Z4)
	VPORQ(Z0, Z4, Z5)
	VPMOVB2M(Z5, K2)
	VPADDB(Z4, Z4, Z5)
	VPMOVB2M(Z5, K3)
	KORTESTQ(K2, K2)
	JNE(LabelRef("special"))

	Comment("The first '?' or '#', if none is known.")
	Label("ends")
	KMOVQ(K3, RAX)
	TZCNTQ(RAX, RAX)
	LEAQ(Mem{Base: RAX, Index: R13, Scale: 1}, RAX)
	CMOVQCS(RDX, RAX) // TZCNT has set the carry, LEA leaves it
	line := func(field int) Mem { return Mem{Base: RBX, Index: R8, Scale: 4, Disp: field} }
	MOVL(line(pathAt), R9L)
	CMPL(EAX, R9L)
	CMOVLCS(EAX, R9L)
	MOVL(R9L, line(pathAt))
	INCQ(R11)
	CMPQ(R11, R12)
	JNE(LabelRef("entry"))
	MOVQ(RDI, R12)
	ADDQ(Imm(62), R13)
	JMP(LabelRef("level"))
	Label("done")
	VZEROUPPER()
	RET()

	Comment("'%' and '#' may be here, nothing else.")
	Label("special")
	VPCMPEQB(Mem{Symbol: Symbol{Name: "percent", Static: true}, Base: StaticBase}, Z0, K4)
	VPCMPEQB(Mem{Symbol: Symbol{Name: "number", Static: true}, Base: StaticBase}, Z0, K5)
	KANDNQ(K2, K4, K2)
	KANDNQ(K2, K5, K2)
	KORTESTQ(K2, K2)
	JNE(LabelRef("bad"))
	Comment("Two HEXDIG after every '%'; the last two octets are judged in the next block, if there is one.")
	VPSLLW(Imm(2), Z4, Z5)
	VPMOVB2M(Z5, K2)
	KMOVQ(K2, RAX)
	MOVQ(RAX, R9)
	SHRQ(Imm(1), RAX)
	SHRQ(Imm(2), R9)
	ANDQ(RAX, R9)
	KMOVQ(K4, RAX)
	ANDNQ(RAX, R9, RAX)
	MOVQ(RDX, R9)
	SHRQ(Imm(2), R9)
	CMPL(R10L, Imm(64))
	CMOVQLS(RDX, R9)
	TESTQ(RAX, R9)
	JNZ(LabelRef("bad"))
	Comment("One '#', perhaps seen before in the overlap.")
	KMOVQ(K5, RAX)
	TESTQ(RAX, RAX)
	JZ(LabelRef("ends"))
	TZCNTQ(RAX, R9)
	ADDQ(R13, R9)
	BLSRQ(RAX, RAX)
	JNZ(LabelRef("bad"))
	MOVL(line(queryAt), EAX)
	CMPL(R9L, EAX)
	JEQ(LabelRef("ends"))
	JA(LabelRef("bad"))
	MOVL(R9L, line(queryAt))
	JMP(LabelRef("ends"))
	Label("bad")
	MOVL(I32(-1), line(badAt))
	JMP(LabelRef("ends"))
}

// splat fills z with a small number in 32-bit lanes.
func splat(v uint32, z Register) {
	MOVL(U32(v), EAX)
	VPBROADCASTD(EAX, z)
}

func dwordRamp(name string) Mem {
	m := GLOBL(name, roData)
	for i := range 16 {
		DATA(4*i, U32(uint32(i)))
	}
	return m
}
