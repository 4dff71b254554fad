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
//	one block of up to 64 octets is a zmm register filled up with 'z';
//	class = VPERMI2B(table, octets); a mask has position i in bit i
func locate512() {
	TEXT("locate512", NOSPLIT, "func(b []byte) (w0, w1, w2, w3 uint64)")
	Pragma("noescape")
	Doc("locate512 is locate for AVX-512 with BW, VBMI and BMI2. It reads no octet of those beyond b.")
	table("callClasses", callClass)
	constant("fillZ", 'z')
	constant("questionClass", callClass('?'))
	to = single{}
	Load(Param("b").Base(), RSI)
	Load(Param("b").Len(), RCX)

	CMPQ(RCX, Imm(128))
	JA(LabelRef("wide"))
	twoBlocks()
	firstBlock()
	schemeAndHost(queryEnd512)
	relative(queryEnd512)
	number512()
	fourBlocks()
	general(avx512{})
}

// queryEnd512 puts the end of the query into r: K1 holds it.
func queryEnd512(r Register) { KMOVQ(K1, r) }

// twoBlocks loads up to 128 octets without a branch between the blocks: Z0, Z1 and
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

	Comment("'.' after '/' may be suspect.")
	VMOVDQU64(static("slash"), Z8)
	slashDots512(0, Z0, K4)
	slashDots512(64, Z1, K5)
	KORQ(K4, K5, K4)

	Comment("'%', '@', octets that stand nowhere, and from 0x80: the general path; but '#' is common.")
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

// specials512 puts the special octets of two blocks into K3.
func specials512() {
	VMOVDQA64(Z0, Z6)
	VPTERNLOGQ(Imm(0xFE), Z4, Z5, Z6)
	VPORQ(Z1, Z6, Z6)
	VPMOVB2M(Z6, K3)
}

// slashDots512 leaves in k where a '.' of the block at octet at follows a '/', which
// Z8 is full of. No octet before the first is read.
func slashDots512(at int, octets, k Register) {
	if at == 0 {
		MOVQ(I64(-2), RAX)
		KMOVQ(RAX, k)
		VPCMPEQB(static("dot"), octets, k, k)
	} else {
		VPCMPEQB(static("dot"), octets, k)
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

// fourBlocks is twoBlocks for 129 to 256 octets, without a '#'.
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
	for i, octets := range []Register{Z1, Z10, Z11} {
		slashDots512(64*(1+i), octets, K5)
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

// firstBlock is the walk: scheme and authority lie in the first block.
func firstBlock() {
	Comment("R10 = ':', R11 = '/', R12 = '?', BX = not digit or '.', DI = not in a scheme.")
	Label("firstBlock")
	VMOVD(X4, R13L)
	VPADDB(Z4, Z4, Z6)
	VPMOVB2M(Z6, K3)
	KMOVQ(K3, R10)
	VPADDB(Z6, Z6, Z6)
	VPMOVB2M(Z6, K4)
	KMOVQ(K4, R11)
	VPADDB(Z6, Z6, Z6)
	VPMOVB2M(Z6, K5)
	KMOVQ(K5, R12)
	VPADDB(Z6, Z6, Z6)
	VPMOVB2M(Z6, K6)
	KMOVQ(K6, RDI)
	VPADDB(Z6, Z6, Z6)
	VPMOVB2M(Z6, K7)
	KMOVQ(K7, RBX)
	uppers512(Z0, K4)

	Comment("The end counts as a '?', if it is in this block. The first octet must be ALPHA: bit 0 of DI says so, too.")
	INCQ(R8)
	ORQ(R8, R12)
	KMOVQ(K4, R8) // upper case
	SHRL(Imm(1), R13L)
	ANDL(Imm(1), R13L)
	ORQ(R13, RDI)

	Comment("AX = '/' '?' end, R13 = those and ':', SI = up to the first of them.")
	MOVQ(R11, RAX)
	ORQ(R12, RAX)
	MOVQ(R10, R13)
	ORQ(RAX, R13)
	JZ(LabelRef("general"))
	BLSMSKQ(R13, RSI)
	TESTQ(R10, RSI)
	JZ(LabelRef("relative"))
	TESTQ(RDI, RSI)
	JNZ(LabelRef("unproven"))
	TZCNTQ(R13, RDI)

	Comment(`"//" must follow the ':' at DI; R9 = all up to it.`)
	SHRXQ(RDI, R11, R13)
	ANDL(Imm(6), R13L)
	CMPL(R13L, Imm(6))
	JNE(LabelRef("general"))
	schemeWord()
	LEAQ(Mem{Base: RSI, Index: RSI, Scale: 1}, R9)
	LEAQ(Mem{Base: R9, Index: R9, Scale: 1, Disp: 3}, R9)

	Comment("AX = the ends of the authority, R11 = the first, R13 = the host before it.")
	Label("nameFrom")
	ANDNQ(RAX, R9, RAX)
	TZCNTQ(RAX, R11)
	JCS(LabelRef("general"))
	BLSMSKQ(RAX, R13)
	TESTQ(R8, R13)
	JNZ(LabelRef("general"))
	SHRQ(Imm(1), R13)
	ANDNQ(R13, R9, R13)
	TESTQ(R10, R13)
	JNZ(LabelRef("general"))
	TESTQ(RBX, R13)
	JZ(LabelRef("general"))
}

// schemeWord answers with the first word for "//" after a scheme that ends at DI.
func schemeWord() {
	LEAQ(Mem{Base: RDI, Disp: 3}, R13)
	SHLQ(Imm(32), R13)
	ORQ(RDI, R13)
	to.word(0, R13)
}

// schemeAndHost answers: R11 = the end of the host, R12 = the '?' and the end in the
// first block, DX = the first of those after it.
func schemeAndHost(queryEnd func(Register)) {
	TZCNTQ(R12, R12)
	CMOVQCS(RDX, R12)
	MOVQ(R11, RBX)
	SHLQ(Imm(32), RBX)
	ORQ(R11, RBX)
	to.word(1, RBX)
	queryEnd(RDX)
	SHLQ(Imm(32), RDX)
	ORQ(R12, RDX)
	to.word(2, RDX)
	MOVQ(I64(regNameAbEmpty), RAX)
	MOVQ(I64(regNameAbEmpty|suspect), RDX)
	CMPQ(R12, R11)
	CMOVQEQ(RDX, RAX) // the path is empty
	ORQ(RCX, RAX)
	to.word(3, RAX)
	to.leave()
}

// relative answers for a reference without a scheme: R11 = '/', R12 and DX as
// in schemeAndHost.
func relative(queryEnd func(Register)) {
	Comment("No scheme: a path, unless it begins with \"//\".")
	Label("relative")
	MOVL(R11L, R13L)
	ANDL(Imm(3), R13L)
	CMPL(R13L, Imm(3))
	JEQ(LabelRef("network"))
	TZCNTQ(R12, R12)
	CMOVQCS(RDX, R12)
	MOVL(U32(3), EBX)
	MOVL(U32(2), EDX)
	TESTL(U32(1), R11L)
	CMOVLNE(EDX, EBX)
	XORL(EDX, EDX)
	TESTQ(R12, R12)
	CMOVLEQ(EDX, EBX)
	SHLQ(Imm(pathShift), RBX)
	ORQ(RCX, RBX)
	XORL(EAX, EAX)
	to.word(0, RAX)
	to.word(1, RAX)
	queryEnd(RDX)
	SHLQ(Imm(32), RDX)
	ORQ(R12, RDX)
	to.word(2, RDX)
	to.word(3, RBX)
	to.leave()

	Comment("\"//\": as after a scheme.")
	Label("network")
	MOVQ(U64(2<<32), R13)
	to.word(0, R13)
	MOVL(U32(3), R9L)
	JMP(LabelRef("nameFrom"))
}
