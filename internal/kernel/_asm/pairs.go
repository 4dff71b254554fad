package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// pairs256 looks every byte up in two tables of 16 bytes, by its lower and by its upper
// four bits. The AND of both has the properties of the byte:
//
//	value = low[byte & 15] & high[byte >> 4]
//	odd   = value&15 == 0 | before<<1 & value & 0xa0 != 0
//	mark  = value & 8 != 0
func pairs256() {
	TEXT("pairs256", NOSPLIT, "func(p *byte, n int, t *byte) (odd, marks uint32)")
	Pragma("noescape")
	Doc("pairs256 is FindPairs for AVX2 with BMI2, n up to 32. It reads 32 bytes from p.")
	Load(Param("p"), RSI)
	Load(Param("n"), RCX)
	Load(Param("t"), RDX)
	VMOVDQU(Mem{Base: RSI}, Y0)
	VBROADCASTI128(Mem{Base: RDX}, Y1)
	VBROADCASTI128(Mem{Base: RDX, Disp: 16}, Y2)
	VPBROADCASTQ(static("lowFour"), Y3)
	VPSRLW(Imm(4), Y0, Y4)
	VPAND(Y3, Y4, Y4)
	VPSHUFB(Y4, Y2, Y2)
	VPSHUFB(Y0, Y1, Y1)
	VPAND(Y1, Y2, Y0)
	Comment("The value of the byte before each; 0 before the first.")
	VPERM2I128(Imm(0x08), Y0, Y0, Y4)
	VPALIGNR(Imm(15), Y4, Y0, Y4)
	VPADDB(Y4, Y4, Y4)
	VPAND(Y0, Y4, Y4)
	VPSLLW(Imm(2), Y4, Y5)
	VPOR(Y4, Y5, Y4)
	VPAND(Y0, Y3, Y3)
	VPXOR(Y5, Y5, Y5)
	VPCMPEQB(Y3, Y5, Y3)
	VPOR(Y3, Y4, Y4)
	VPMOVMSKB(Y4, EAX)
	VPSLLW(Imm(4), Y0, Y0)
	VPMOVMSKB(Y0, EBX)
	BZHIL(ECX, EAX, EAX)
	BZHIL(ECX, EBX, EBX)
	Store(EAX, Return("odd"))
	Store(EBX, Return("marks"))
	VZEROUPPER()
	RET()
}
