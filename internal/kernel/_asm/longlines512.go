package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// longLines512 writes the pass over what lines have beyond their first 62 bytes:
// a list of blocks, then one loop over them, so that hardly a branch depends on
// the length of a line.
//
//	SI = src, BX = the batch, CX = count, DI = -1, DX = the frame
//	R8 = the first of 16 lines, R12 = the length of the list
func longLines512() {
	TEXT("longLines512", NOSPLIT, "func(src *byte, b *uint32, count int)")
	Pragma("noescape")
	Doc(
		"longLines512 sets length of b to the lengths of its lines, and rest to where path and",
		"query end beyond the first block, with what else is known of it in bits 61 to 63.",
		"It reads up to 63 bytes beyond the last line.",
	)
	Load(Param("src"), RSI)
	Load(Param("b"), RBX)
	Load(Param("count"), RCX)
	frame := AllocLocal(9*64 + 64)
	LEAQ(frame.Offset(63), RDX)
	ANDQ(I32(-64), RDX)
	MOVQ(I64(-1), RDI)
	blockConstants()
	XORL(R12L, R12L)
	XORL(R8L, R8L)
	listConstants()
	Label("lines")
	lengths()
	Label("longer")
	listBlocks()
	Label("listed")
	VPADDD(Z16, Z4, Z4)
	ADDQ(Imm(16), R8)
	CMPQ(R8, RCX)
	JLT(LabelRef("lines"))
	TESTQ(R12, R12)
	JZ(LabelRef("done"))
	Label("blocks")
	state, kept := []Register{Z5, Z6, Z7}, []Register{Z23, Z24, Z25}
	for i, z := range state {
		VMOVDQA64(z, kept[i])
	}
	blocks()
	for i, z := range state {
		VMOVDQA64(kept[i], z)
	}
	listConstants()
	XORL(R12L, R12L)
	JMP(LabelRef("longer")) // if anything is left there
	Label("done")
	VZEROUPPER()
	RET()
	stops()
}

// listConstants loads what the making of the list reads, and the lines from R8 on.
func listConstants() {
	VPBROADCASTD(R8L, Z4)
	VPADDD(static("dwordRamp"), Z4, Z4)
	splat(blockStep, Z15)
	splat(16, Z16)
	VPBROADCASTD(static("low31"), Z17)
	VMOVDQU64(static("lowTwice"), Z18)
	VMOVDQU64(static("highTwice"), Z19)
	VPTERNLOGD(Imm(0xFF), Z20, Z20, Z20) // -1
}

// field is the entry of an array of the batch for the index in r.
func field(at int, r Register) Mem { return Mem{Base: RBX, Index: r, Scale: 4, Disp: at} }

// restOf is where the path of the line in r ends; four bytes on, the query.
func restOf(r Register) Mem { return Mem{Base: RBX, Index: r, Scale: 8, Disp: restAt} }

// lengths writes length and rest of 16 lines. Z4 = the lines, Z5 = where they
// begin, Z6 = their lengths, 0 from count on; Z7 = 0.
func lengths() {
	VMOVDQU32(field(posAt, R8), Z5)
	VMOVDQU32(field(posAt+4, R8), Z6)
	VPSRLD(Imm(31), Z6, Z7)
	VPANDD(Z17, Z5, Z5)
	VPANDD(Z17, Z6, Z6)
	VPSUBD(Z5, Z6, Z6)
	VPSUBD(Z7, Z6, Z6)
	VPADDD(Z20, Z6, Z6)
	VMOVDQU32(Z6, field(lengthAt, R8))
	VPERMD(Z6, Z18, Z0)
	VMOVDQU32(Z0, restOf(R8))
	VPERMD(Z6, Z19, Z0)
	VMOVDQU32(Z0, restOf(R8).Offset(64))
	MOVL(ECX, R9L)
	SUBL(R8L, R9L)
	MOVL(U32(16), EAX)
	CMPL(R9L, EAX)
	CMOVLHI(EAX, R9L)
	BZHIL(R9L, EDI, EAX)
	KMOVW(EAX, K1)
	VMOVDQA32_Z(Z6, K1, Z6)
	VPXORQ(Z7, Z7, Z7)
}

// listBlocks lists the blocks of 16 lines: first the second of each, then the
// third, and so on. Z5 = where the blocks before begin, Z6 = what is left from
// there, Z7 = how far that is into the lines.
func listBlocks() {
	VPCMPD(Imm(6), Z15, Z6, K1)
	KMOVW(K1, EAX)
	TESTL(EAX, EAX)
	JZ(LabelRef("listed"))
	POPCNTL(EAX, EAX)
	VPADDD(Z15, Z5, Z5)
	VPSUBD(Z15, Z6, Z6)
	VPADDD(Z15, Z7, Z7)
	VPMINUD(Z15, Z6, Z1)
	VPCOMPRESSD_Z(Z4, K1, Z0)
	VMOVDQU32(Z0, field(lineAt, R12))
	VPCOMPRESSD_Z(Z5, K1, Z0)
	VMOVDQU32(Z0, field(startAt, R12))
	VPCOMPRESSD_Z(Z1, K1, Z0)
	VMOVDQU32(Z0, field(judgedAt, R12))
	VMOVDQU32(Z7, field(levelAt, R12))
	ADDQ(RAX, R12)
	CMPQ(R12, U32(maxBlocks))
	JLT(LabelRef("longer"))
	JMP(LabelRef("blocks"))
}

// splat fills z with a small number in 32-bit lanes.
func splat(v uint32, z Register) {
	MOVL(U32(v), EAX)
	VPBROADCASTD(EAX, z)
}

// dwordRamp writes 16 numbers as a read-only symbol.
func dwordRamp(name string, at func(i uint32) uint32) Mem {
	return data(name, 64, func(i int) byte { return byte(at(uint32(i/4)) >> (i % 4 * 8)) })
}
