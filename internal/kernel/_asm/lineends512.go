package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// lineEnds512 writes the first pass over a block of lines.
//
//	for each block of 64 octets
//	    ends  = octets == delim
//	    index = compress(0..63 under ends), +0x80 where a CR stands before
//	    pos[count:] = index widened to 32 bits, bit 31 for the CR, + block + 1
func lineEnds512() {
	TEXT("lineEnds512", NOSPLIT, "func(p *byte, n int, delim uint8, pos *uint32, most int) (count int)")
	Pragma("noescape")
	Doc(
		"lineEnds512 writes to pos the offsets after the delimiters of p[:n], with bit 31",
		"set where delim is LF and a CR stands before it, until there are most or p[:n]",
		"ends. It may find 63 more, and writes up to 64 entries beyond the last.",
	)
	ramp := octets("iota", func(i int) byte { return byte(i) })
	signAndIndex := dwords("signAndIndex", 0x8000007f)
	sign, cr := constant("sign", 0x80), constant("carriageReturn", '\r')
	Load(Param("p"), RSI)
	Load(Param("n"), RCX)
	Load(Param("pos"), RDI)
	Load(Param("most"), R8)
	VPBROADCASTB(NewParamAddr("delim", 16), Z10)
	VMOVDQU64(ramp, Z11)
	VMOVDQU64(signAndIndex, Z12)
	VMOVDQU64(cr, Z13)
	MOVBLZX(NewParamAddr("delim", 16), EAX)
	XORL(R9L, R9L)
	CMPL(EAX, Imm('\n'))
	JEQ(LabelRef("start"))
	Comment("Only LF takes a CR with it: look for the delimiter itself, which is never before itself as one.")
	MOVL(U32(1), R9L)
	Label("start")
	XORL(R10L, R10L) // R10 = count
	XORL(R11L, R11L) // R11 = the block
	XORL(R12L, R12L) // R12 = 1 if the last octet was a CR
	Label("block")
	CMPQ(R10, R8)
	JGE(LabelRef("done"))
	MOVQ(RCX, RAX)
	SUBQ(R11, RAX)
	JLE(LabelRef("done"))
	MOVQ(I64(-1), RBX)
	CMPQ(RAX, Imm(64))
	JAE(LabelRef("whole"))
	BZHIQ(RAX, RBX, RBX)
	Label("whole")
	KMOVQ(RBX, K1)
	PREFETCHT0(Mem{Base: RSI, Index: R11, Scale: 1, Disp: 8192})
	VMOVDQU8_Z(Mem{Base: RSI, Index: R11, Scale: 1}, K1, Z0)
	VPCMPEQB(Z10, Z0, K1, K2)
	VPCMPEQB(Z13, Z0, K1, K3)
	KMOVQ(K2, RAX)
	KMOVQ(K3, RBX)
	LEAQ(Mem{Base: R11, Disp: 1}, RDX)
	VPBROADCASTD(EDX, Z3)
	VMOVDQA64(Z11, Z1)
	MOVQ(RBX, RDX)
	ORQ(R12, RDX)
	JNZ(LabelRef("returns"))
	Label("compress")
	VPCOMPRESSB_Z(Z1, K2, Z1)
	widen(X1, 0)
	POPCNTQ(RAX, RAX)
	CMPQ(RAX, Imm(16))
	JA(LabelRef("many"))
	Label("next")
	ADDQ(RAX, R10)
	ADDQ(Imm(64), R11)
	JMP(LabelRef("block"))

	Comment("More than 16 line ends in one block: the other three quarters, too.")
	Label("many")
	for quarter := 1; quarter < 4; quarter++ {
		VEXTRACTI32X4(Imm(uint64(quarter)), Z1, X4)
		widen(X4, quarter)
	}
	JMP(LabelRef("next"))

	Comment("A CR: the line ends right after one get the sign bit.")
	Label("returns")
	LEAQ(Mem{Base: R12, Index: RBX, Scale: 2}, RDX)
	MOVQ(RBX, R12)
	SHRQ(Imm(63), R12)
	TESTQ(R9, R9)
	JNZ(LabelRef("compress"))
	ANDQ(RAX, RDX)
	KMOVQ(RDX, K4)
	VPADDB(sign, Z1, K4, Z1)
	JMP(LabelRef("compress"))

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
