package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Kinds and their places in the fourth word, as in words.go.
const (
	regNameAbEmpty = 4<<32 | 1<<35
	pathShift      = 35
)

// locate512 writes the single call. p is in SI and n in CX throughout.
//
//	one block of up to 64 bytes is a zmm register filled up with 'z';
//	class = VPERMI2B(table, bytes); a mask has position i in bit i
func locate512() {
	TEXT("locate512", NOSPLIT, "func(b []byte) (w0, w1, w2, w3 uint64)")
	Pragma("noescape")
	Doc("locate512 is locate for AVX-512 with BW, VBMI and BMI2. It reads no byte of those beyond b.")
	table("callClasses", callClass)
	constant("fillZ", 'z')
	constant("questionClass", callClass('?'))
	constant("callMarks", colon|slash|question)
	Load(Param("b").Base(), RSI)
	Load(Param("b").Len(), RCX)

	CMPQ(RCX, Imm(128))
	JA(LabelRef("wide"))
	twoBlocks()
	firstBlock()
	walkMarks("general", func(r Register) { KMOVQ(K1, r) })
	number512()
	fourBlocks()
	general(avx512{})
}

// twoBlocks loads up to 128 bytes without a branch between the blocks: Z0, Z1 and
// their classes Z4, Z5. R8 = the length in the first block as a mask, DX = the first
// '?' of the second, or the end; K1 = the end.
func twoBlocks() {
	MOVQ(I64(-1), RAX)
	BZHIQ(RCX, RAX, R8)
	LEAQ(Mem{Base: RCX, Disp: -64}, RDX)
	XORL(EBX, EBX)
	TESTQ(RDX, RDX)
	CMOVQLT(RBX, RDX)
	BZHIQ(RDX, RAX, R9)
	KMOVQ(R8, K1)
	KMOVQ(R9, K2)
	VMOVDQU64(static("fillZ"), Z0)
	VMOVDQA64(Z0, Z1)
	VMOVDQU8(Mem{Base: RSI}, K1, Z0)
	VMOVDQU8(Mem{Base: RSI, Disp: 64}, K2, Z1)
	KMOVQ(RCX, K1)
	classesOf(Z0, Z4)
	VMOVDQA64(Z1, Z5)
	VPERMI2B(Z3, Z2, Z5)

	Comment("'.' after '/' may set FormHint.")
	VMOVDQU64(static("slash"), Z8)
	slashDots512(0, Z0, K4)
	slashDots512(64, Z1, K5)
	KORQ(K4, K5, K4)

	Comment("'%', '@', bytes of no component, and from 0x80: the general path; but '#' is common.")
	specials512()
	KORTESTQ(K4, K3)
	JNE(LabelRef("number"))
	Label("blocks")
	VPSLLW(Imm(3), Z5, Z7)
	VPMOVB2M(Z7, K3)
	KMOVQ(K3, RDX)
	INCQ(R9)
	ORQ(R9, RDX)
	TZCNTQ(RDX, RDX)
	ADDQ(Imm(64), RDX)
}

// specials512 puts the special bytes of two blocks into K3.
func specials512() {
	VMOVDQA64(Z0, Z6)
	VPTERNLOGQ(Imm(0xFE), Z4, Z5, Z6)
	VPORQ(Z1, Z6, Z6)
	VPMOVB2M(Z6, K3)
}

// slashDots512 leaves in k where a '.' of the block at byte at follows a '/', which
// Z8 is full of. No byte before the first is read.
func slashDots512(at int, bytes, k Register) {
	if at == 0 {
		MOVQ(I64(-2), RAX)
		KMOVQ(RAX, k)
		VPCMPEQB(static("dot"), bytes, k, k)
	} else {
		VPCMPEQB(static("dot"), bytes, k)
	}
	VPCMPEQB(Mem{Base: RSI, Disp: at - 1}, Z8, k, k)
}

// number512 takes the only '#' of two blocks for a '?', and its place for the end of
// the query.
func number512() {
	Label("number")
	KTESTQ(K4, K4)
	JNE(LabelRef("general"))
	VPCMPEQB(static("number"), Z0, K6)
	VPCMPEQB(static("number"), Z1, K7)
	KORTESTQ(K6, K7)
	JE(LabelRef("general"))
	KMOVQ(K6, RAX)
	KMOVQ(K7, RBX)
	TZCNTQ(RBX, RDX)
	ADDQ(Imm(64), RDX)
	TZCNTQ(RAX, R10)
	CMOVQCC(R10, RDX)
	POPCNTQ(RAX, RAX)
	POPCNTQ(RBX, RBX)
	ADDQ(RBX, RAX)
	CMPQ(RAX, Imm(1))
	JNE(LabelRef("general"))
	KMOVQ(RDX, K1)
	VMOVDQU8(static("questionClass"), K6, Z4)
	VMOVDQU8(static("questionClass"), K7, Z5)
	specials512()
	KORTESTQ(K3, K3)
	JNE(LabelRef("general"))
	JMP(LabelRef("blocks"))
}

// fourBlocks is twoBlocks for 129 to 256 bytes, without a '#'.
func fourBlocks() {
	Label("wide")
	CMPQ(RCX, U32(256))
	JA(LabelRef("general"))
	MOVQ(I64(-1), R8)
	LEAQ(Mem{Base: RCX, Disp: -128}, RDX)
	BZHIQ(RDX, R8, RAX)
	XORL(EBX, EBX)
	SUBQ(Imm(64), RDX)
	CMOVQCS(RBX, RDX)
	BZHIQ(RDX, R8, RBX)
	KMOVQ(RAX, K1)
	KMOVQ(RBX, K2)
	VMOVDQU64(static("fillZ"), Z10)
	VMOVDQA64(Z10, Z11)
	VMOVDQU64(Mem{Base: RSI}, Z0)
	VMOVDQU64(Mem{Base: RSI, Disp: 64}, Z1)
	VMOVDQU8(Mem{Base: RSI, Disp: 128}, K1, Z10)
	VMOVDQU8(Mem{Base: RSI, Disp: 192}, K2, Z11)
	KMOVQ(RCX, K1)
	classesOf(Z0, Z4)
	for _, b := range [][2]Register{{Z1, Z5}, {Z10, Z12}, {Z11, Z13}} {
		VMOVDQA64(b[0], b[1])
		VPERMI2B(Z3, Z2, b[1])
	}
	VMOVDQU64(static("slash"), Z8)
	slashDots512(0, Z0, K4)
	for i, bytes := range []Register{Z1, Z10, Z11} {
		slashDots512(64*(1+i), bytes, K5)
		KORQ(K4, K5, K4)
	}
	VPORQ(Z0, Z4, Z6)
	VPTERNLOGQ(Imm(0xFE), Z1, Z5, Z6)
	VPTERNLOGQ(Imm(0xFE), Z10, Z12, Z6)
	VPTERNLOGQ(Imm(0xFE), Z11, Z13, Z6)
	VPMOVB2M(Z6, K3)
	KORTESTQ(K4, K3)
	JNE(LabelRef("general"))
	MOVQ(RCX, RDX)
	for i, classes := range []Register{Z13, Z12, Z5} {
		VPSLLW(Imm(3), classes, Z7)
		VPMOVB2M(Z7, K3)
		KMOVQ(K3, RBX)
		TZCNTQ(RBX, RBX)
		LEAQ(Mem{Base: RBX, Disp: 64 * (3 - i)}, RBX)
		CMOVQCC(RBX, RDX)
	}
	JMP(LabelRef("firstBlock"))
}

// firstBlock makes the masks of the first block.
func firstBlock() {
	Label("firstBlock")
	VMOVQ(X0, RDI)
	VPTESTMB(static("callMarks"), Z4, K3)
	uppers512(Z0, K4)
	KORQ(K3, K4, K3)
	KMOVQ(K3, R10)
	VPSLLW(Imm(3), Z4, Z6)
	VPMOVB2M(Z6, K5)
	KMOVQ(K5, R12)
}
