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
	masks := AllocLocal(8*64 + 64)
	LEAQ(masks.Offset(63), RDX)
	ANDQ(I32(-64), RDX)
	MOVQ(I64(-1), RDI)
	maskConstants(table("restClasses", restClass))
	XORL(R12L, R12L)
	XORL(R8L, R8L)
	Label("lines")
	lengths()
	Label("longer")
	listBlocks()
	Label("listed")
	ADDQ(Imm(16), R8)
	CMPQ(R8, RCX)
	JLT(LabelRef("lines"))
	TESTQ(R12, R12)
	JZ(LabelRef("done"))
	Label("blocks")
	blocks()
	XORL(R12L, R12L)
	JMP(LabelRef("longer")) // if anything is left there
	Label("done")
	VZEROUPPER()
	RET()
	stops()
}

// field is the entry of an array of the batch for the index in r.
func field(at int, r Register) Mem { return Mem{Base: RBX, Index: r, Scale: 4, Disp: at} }

// restOf is where the path of the line in r ends; four bytes on, the query.
func restOf(r Register) Mem { return Mem{Base: RBX, Index: r, Scale: 8, Disp: restAt} }

// What is listed of 16 lines: where the blocks before begin, what is left from there, and
// how far that is into the lines.
var listStart, listLeft, listLevel = Z23, Z24, Z25

// lengths writes length and rest of 16 lines, and has nothing listed of them: what is left
// is 0 from count on.
func lengths() {
	VMOVDQU32(field(posAt, R8), listStart)
	VMOVDQU32(field(posAt+4, R8), Z6)
	VPSRLD(Imm(31), Z6, Z7)
	VPANDD_BCST(static("low31"), listStart, listStart)
	VPANDD_BCST(static("low31"), Z6, Z6)
	VPSUBD(listStart, Z6, Z6)
	VPSUBD(Z7, Z6, Z6)
	VPADDD(ones, Z6, Z6)
	VMOVDQU32(Z6, field(lengthAt, R8))
	VEXTRACTI64X4(Imm(1), Z6, Y7)
	for half, y := range (halves{Y6, Y7}) {
		VPMOVZXDQ(y, Z0)
		VPSLLQ(Imm(32), Z0, Z1)
		VPORQ(Z0, Z1, Z1)
		VMOVDQU32(Z1, restOf(R8).Offset(64*half))
	}
	MOVL(ECX, R9L)
	SUBL(R8L, R9L)
	BZHIL(R9L, EDI, EAX) // all from 32 on
	KMOVW(EAX, K1)
	VMOVDQA32_Z(Z6, K1, listLeft)
	VPXORD(listLevel, listLevel, listLevel)
}

// listBlocks lists the blocks of 16 lines: first the second of each, then the
// third, and so on.
func listBlocks() {
	step := static("blockStep")
	VPCMPD_BCST(Imm(6), step, listLeft, K1)
	KMOVW(K1, EAX)
	TESTL(EAX, EAX)
	JZ(LabelRef("listed"))
	POPCNTL(EAX, EAX)
	VPADDD_BCST(step, listStart, listStart)
	VPSUBD_BCST(step, listLeft, listLeft)
	VPADDD_BCST(step, listLevel, listLevel)
	VPMINUD_BCST(step, listLeft, Z1)
	VPBROADCASTD(R8L, Z4)
	VPMOVZXBD(static("iota"), Z0)
	VPADDD(Z0, Z4, Z4)
	for _, list := range []struct {
		of Register
		at int
	}{{Z4, lineAt}, {listStart, startAt}, {Z1, judgedAt}} {
		VPCOMPRESSD_Z(list.of, K1, Z0)
		VMOVDQU32(Z0, field(list.at, R12))
	}
	VMOVDQU32(listLevel, field(levelAt, R12))
	ADDQ(RAX, R12)
	CMPQ(R12, U32(maxBlocks))
	JLT(LabelRef("longer"))
	JMP(LabelRef("blocks"))
}
