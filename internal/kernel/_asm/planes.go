package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// planes looks every byte up in two tables of 16 bytes, by its lower and by its upper four
// bits. The AND of both is its class. The masks of the eight bits of the classes are one
// register of AVX-512: eight bytes are a matrix of bits, which a multiplication by the unit
// matrix turns, and bytes in the same place of each become neighbours.
func planes() {
	inReverse := data("inReverse", 16, func(i int) byte { return byte(i ^ 7) })
	neighbours := bytes("neighbours", func(i int) byte { return byte(i%8*8 + i/8) })
	first := data("firstBytes", 128, func(i int) byte { return [2]byte{0xff, 0}[i/64] })
	TEXT("planes", NOSPLIT, "func(out *[8]uint64, p *byte, n int, low *byte) (ok bool)")
	Pragma("noescape")
	Doc(
		"planes is Planes.find on the level: it returns false if the level has no kernel for it, and",
		"with AVX2 if p is fewer than 64 bytes before the end of a page. It reads no byte of another page",
		"than those of p[:n], with AVX-512 none of those beyond them.",
	)
	Load(Param("out"), RDI)
	Load(Param("p"), RSI)
	Load(Param("n"), RCX)
	Load(Param("low"), RDX)
	MOVB(Imm(1), NewParamAddr("ok", 32))
	CMPB(level(), Imm(levelAVX512))
	JEQ(LabelRef("one512"))
	CMPB(level(), Imm(levelAVX2))
	JNE(LabelRef("none"))
	MOVL(ESI, EAX)
	ANDL(U32(4095), EAX)
	CMPL(EAX, U32(4096-64))
	JBE(LabelRef("two256"))
	Label("none")
	MOVB(Imm(0), NewParamAddr("ok", 32))
	RET()

	Label("one512")
	MOVQ(I64(-1), RAX)
	BZHIQ(RCX, RAX, RAX)
	KMOVQ(RAX, K1)
	VMOVDQU8_Z(Mem{Base: RSI}, K1, Z0)
	VBROADCASTI32X4(Mem{Base: RDX}, Z1)
	VBROADCASTI32X4(Mem{Base: RDX, Disp: 16}, Z2)
	VPSRLW(Imm(4), Z0, Z3)
	VPANDQ_BCST(static("lowFour"), Z3, Z3)
	VPSHUFB_Z(Z0, Z1, K1, Z0)
	VPSHUFB(Z3, Z2, Z3)
	VPANDQ(Z0, Z3, Z0)
	VBROADCASTI32X4(inReverse, Z1)
	VPSHUFB(Z1, Z0, Z0)
	VPBROADCASTQ(static("units"), Z1)
	VGF2P8AFFINEQB(Imm(0), Z0, Z1, Z0)
	VMOVDQU64(neighbours, Z1)
	VPERMB(Z0, Z1, Z0)
	VMOVDQU64(Z0, Mem{Base: RDI})
	VZEROUPPER()
	RET()

	Label("two256")
	VBROADCASTI128(Mem{Base: RDX}, Y2)
	VBROADCASTI128(Mem{Base: RDX, Disp: 16}, Y3)
	VPBROADCASTQ(static("lowFour"), Y4)
	LEAQ(first.Offset(64), RAX)
	SUBQ(RCX, RAX)
	for i, y := range []Register{Y0, Y1} {
		VMOVDQU(Mem{Base: RSI, Disp: 32 * i}, y)
		VPSRLW(Imm(4), y, Y5)
		VPAND(Y4, Y5, Y5)
		VPSHUFB(y, Y2, y)
		VPSHUFB(Y5, Y3, Y5)
		VPAND(Y5, y, y)
		VPAND(Mem{Base: RAX, Disp: 32 * i}, y, y)
	}
	for i := 7; ; i-- {
		toMask(Y0, Y1, RAX, RBX)
		MOVQ(RAX, Mem{Base: RDI, Disp: 8 * i})
		if i == 0 {
			break
		}
		VPADDB(Y0, Y0, Y0)
		VPADDB(Y1, Y1, Y1)
	}
	VZEROUPPER()
	RET()
}
