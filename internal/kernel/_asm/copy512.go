package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// copy512 copies at most 256 octets, with one branch at 128: memmove has one for
// every class of lengths, and those of references are no two alike. All is loaded
// before anything is stored.
func copy512() {
	TEXT("copy512", NOSPLIT, "func(dst, src *byte, n int)")
	Pragma("noescape")
	Doc("copy512 copies n octets, 256 at most, for AVX-512 with BW and BMI2. The two may overlap.")
	Load(Param("dst"), RDI)
	Load(Param("src"), RSI)
	Load(Param("n"), RCX)
	src := func(i int) Mem { return Mem{Base: RSI, Disp: 64 * i} }
	dst := func(i int) Mem { return Mem{Base: RDI, Disp: 64 * i} }
	MOVQ(I64(-1), RAX)
	XORL(EBX, EBX)
	CMPQ(RCX, Imm(128))
	JA(LabelRef("long"))
	lengthMask(K1, 0)
	lengthMask(K2, 64)
	VMOVDQU8_Z(src(0), K1, Z0)
	VMOVDQU8_Z(src(1), K2, Z1)
	VMOVDQU8(Z0, K1, dst(0))
	VMOVDQU8(Z1, K2, dst(1))
	VZEROUPPER()
	RET()
	Label("long")
	SUBQ(U32(128), RCX)
	lengthMask(K1, 0)
	lengthMask(K2, 64)
	VMOVDQU64(src(0), Z0)
	VMOVDQU64(src(1), Z1)
	VMOVDQU8_Z(src(2), K1, Z2)
	VMOVDQU8_Z(src(3), K2, Z3)
	VMOVDQU64(Z0, dst(0))
	VMOVDQU64(Z1, dst(1))
	VMOVDQU8(Z2, K1, dst(2))
	VMOVDQU8(Z3, K2, dst(3))
	VZEROUPPER()
	RET()
}

// lengthMask makes k the mask of the octets of CX, less, that a block has. AX = -1,
// BX = 0; CX is less afterwards.
func lengthMask(k Register, less uint64) {
	if less > 0 {
		SUBQ(Imm(less), RCX)
		CMOVQLT(RBX, RCX)
	}
	BZHIQ(RCX, RAX, RDX)
	KMOVQ(RDX, k)
}
