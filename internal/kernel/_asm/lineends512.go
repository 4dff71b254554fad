package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// lineEnds512 writes the first pass over a block of lines.
//
//	for each block of 64 bytes
//	    ends  = bytes == delim
//	    index = compress(0..63 under ends), +0x80 where a CR comes before
//	    pos[count:] = index widened to 32 bits, bit 31 for the CR, + block + 1
//
// The bytes before are loaded again, one byte lower: no carry goes from block
// to block, and no branch asks for a CR.
//
//	SI = p, CX = where the last whole block begins, R8 = most
//	R10 = count, R11 = the block
func lineEnds512() {
	TEXT("lineEnds512", NOSPLIT, "func(p *byte, n int, delim uint8, pos *uint32, most int) (count int)")
	Pragma("noescape")
	Doc(
		"lineEnds512 writes to pos the offsets after the delimiters of p[:n], with bit 31",
		"set where delim is LF and a CR comes before it, until there are most or p[:n]",
		"ends. n is 64 or more. It may find 63 more, and writes up to 64 entries beyond the last.",
	)
	ramp, first := bytes("iota", func(i int) byte { return byte(i) }), dword("one32", 1)
	signAndIndex, step := dword("signAndIndex", 0x8000007f), dword("sixtyFour32", 64)
	sign, cr := eightOf("sign", 0x80), eightOf("carriageReturn", '\r')
	Load(Param("p"), RSI)
	Load(Param("n"), RCX)
	Load(Param("pos"), RDI)
	Load(Param("most"), R8)
	VPBROADCASTB(NewParamAddr("delim", 16), Z10)
	VMOVDQU64(ramp, Z11)
	VPBROADCASTD(signAndIndex, Z12)
	VPBROADCASTQ(cr, Z13)
	VPBROADCASTD(first, Z3) // the block + 1
	VPBROADCASTD(step, Z14)
	Comment("Z15 = the sign where a CR counts: only LF takes it along.")
	VPBROADCASTQ(static("lineFeed"), Z15)
	VPCMPEQB(Z15, Z10, K1)
	VPBROADCASTQ_Z(sign, K1, Z15)
	SUBQ(Imm(64), RCX)
	XORL(R10L, R10L)
	XORL(R11L, R11L)

	Comment("No byte comes before the first.")
	VPCMPEQB(Mem{Base: RSI}, Z10, K2)
	VPCMPEQB(Mem{Base: RSI}, Z13, K3)
	KADDQ(K3, K3, K3)
	JMP(LabelRef("compress"))

	Label("block")
	PREFETCHT0(Mem{Base: RSI, Index: R11, Scale: 1, Disp: 8192})
	VPCMPEQB(Mem{Base: RSI, Index: R11, Scale: 1}, Z10, K2)
	Label("returns")
	VPCMPEQB(Mem{Base: RSI, Index: R11, Scale: 1, Disp: -1}, Z13, K2, K3)
	Label("compress")
	VMOVDQA64(Z11, Z1)
	VPADDB(Z15, Z1, K3, Z1)
	KMOVQ(K2, RAX)
	POPCNTQ(RAX, RAX)
	VPCOMPRESSB_Z(Z1, K2, Z1)
	VPMOVSXBD(X1, Y2)
	VPANDD(Y12, Y2, Y2)
	VPADDD(Y3, Y2, Y2)
	VMOVDQU32(Y2, Mem{Base: RDI, Index: R10, Scale: 4})
	CMPQ(RAX, Imm(8))
	JA(LabelRef("many"))
	Label("next")
	VPADDD(Z14, Z3, Z3)
	ADDQ(RAX, R10)
	ADDQ(Imm(64), R11)
	CMPQ(R10, R8)
	JGE(LabelRef("done"))
	CMPQ(R11, RCX)
	JLE(LabelRef("block"))

	Comment("The end of p[:n]: the last 64 bytes, the first of them already read.")
	MOVQ(RCX, RDX)
	SUBQ(R11, RDX) // -64 < DX < 0; or -64, and nothing is left
	ADDQ(Imm(64), RDX)
	JLE(LabelRef("done"))
	MOVQ(I64(-1), RAX)
	NEGQ(RDX) // the shift counts modulo 64
	SHLXQ(RDX, RAX, RAX)
	KMOVQ(RAX, K1)
	MOVQ(RCX, R11)
	LEAL(Mem{Base: RCX, Disp: 1}, EAX)
	VPBROADCASTD(EAX, Z3)
	VPCMPEQB(Mem{Base: RSI, Index: R11, Scale: 1}, Z10, K1, K2)
	JMP(LabelRef("returns"))

	Comment("More than eight line ends in one block.")
	Label("many")
	widen(X1, 0)
	for quarter := 1; quarter < 4; quarter++ {
		VEXTRACTI32X4(Imm(uint64(quarter)), Z1, X4)
		widen(X4, quarter)
	}
	JMP(LabelRef("next"))

	Label("done")
	Store(R10, Return("count"))
	VZEROUPPER()
	RET()
}

// widen stores 16 indices as the entries of pos from R10 on.
func widen(x Register, quarter int) {
	VPMOVSXBD(x, Z2)
	VPANDD(Z12, Z2, Z2)
	VPADDD(Z3, Z2, Z2)
	VMOVDQU32(Z2, Mem{Base: RDI, Index: R10, Scale: 4, Disp: 64 * quarter})
}
