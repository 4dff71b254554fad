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
	classes := table("callClasses", callClass)
	fill := constant("fillZ", 'z')
	to = single{}
	Load(Param("b").Base(), RSI)
	Load(Param("b").Len(), RCX)

	Comment("At most two blocks, taken without a branch between them.")
	CMPQ(RCX, Imm(128))
	JA(LabelRef("general"))
	MOVQ(I64(-1), RAX)
	BZHIQ(RCX, RAX, R8)
	LEAQ(Mem{Base: RCX, Disp: -64}, RDX)
	XORL(EBX, EBX)
	TESTQ(RDX, RDX)
	CMOVQLT(RBX, RDX)
	BZHIQ(RDX, RAX, R9)
	KMOVQ(R8, K1)
	KMOVQ(R9, K2)
	VMOVDQU64(fill, Z0)
	VMOVDQA64(Z0, Z1)
	VMOVDQU8(Mem{Base: RSI}, K1, Z0)
	VMOVDQU8(Mem{Base: RSI, Disp: 64}, K2, Z1)
	VMOVDQU64(classes, Z2)
	VMOVDQU64(classes.Offset(64), Z3)
	VMOVDQA64(Z0, Z4)
	VMOVDQA64(Z1, Z5)
	VPERMI2B(Z3, Z2, Z4)
	VPERMI2B(Z3, Z2, Z5)

	Comment("'%', '@', '#', octets that stand nowhere, and from 0x80: the general path.")
	VMOVDQA64(Z0, Z6)
	VPTERNLOGQ(Imm(0xFE), Z4, Z5, Z6)
	VPORQ(Z1, Z6, Z6)
	VPMOVB2M(Z6, K3)
	VMOVD(X4, R13L)
	Comment("And '.' after '/', which may be suspect.")
	MOVQ(I64(-2), RAX)
	KMOVQ(RAX, K4)
	VMOVDQU64(static("slash"), Z8)
	VPCMPEQB(static("dot"), Z0, K4, K4)
	VPCMPEQB(static("dot"), Z1, K5)
	VPCMPEQB(Mem{Base: RSI, Disp: -1}, Z8, K4, K4)
	VPCMPEQB(Mem{Base: RSI, Disp: 63}, Z8, K5, K5)
	KORQ(K4, K5, K4)
	KORTESTQ(K4, K3)
	JNE(LabelRef("general"))

	Comment("R10 = ':', R11 = '/', R12 = '?', BX = not digit or '.', DI = not in a scheme.")
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
	VPSLLW(Imm(3), Z5, Z7)
	VPMOVB2M(Z7, K3)
	KMOVQ(K3, RDX)
	uppers512(Z0, K4)

	Comment("The end counts as a '?': in R12 if it is in the first block. DX = the first '?' of the second.")
	INCQ(R8)
	ORQ(R8, R12)
	KMOVQ(K4, R8) // upper case
	INCQ(R9)
	ORQ(R9, RDX)
	TZCNTQ(RDX, RDX)
	ADDQ(Imm(64), RDX)

	Comment("The first octet must be ALPHA: bit 0 of DI says so, too.")
	SHRL(Imm(1), R13L)
	ANDL(Imm(1), R13L)
	ORQ(R13, RDI)

	Comment("AX = '/' '?' end, R13 = those and ':', SI = up to the first of them.")
	MOVQ(R11, RAX)
	ORQ(R12, RAX)
	MOVQ(R10, R13)
	ORQ(RAX, R13)
	JZ(LabelRef("unproven"))
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
	LEAQ(Mem{Base: RSI, Index: RSI, Scale: 1}, R9)
	LEAQ(Mem{Base: R9, Index: R9, Scale: 1, Disp: 3}, R9)

	Comment("AX = the ends of the authority, R11 = the first, R13 = the host before it.")
	ANDNQ(RAX, R9, RAX)
	TZCNTQ(RAX, R11)
	JCS(LabelRef("unproven"))
	BLSMSKQ(RAX, R13)
	TESTQ(R8, R13)
	JNZ(LabelRef("general"))
	SHRQ(Imm(1), R13)
	ANDNQ(R13, R9, R13)
	TESTQ(R10, R13)
	JNZ(LabelRef("general"))
	TESTQ(RBX, R13)
	JZ(LabelRef("general"))

	schemeAndHost()
	relative()
	general(avx512{})
}

// schemeAndHost answers: DI = the end of the scheme, R11 = that of the host, R12
// = the '?' and the end in the first block, DX = the first of those after it.
func schemeAndHost() {
	TZCNTQ(R12, R12)
	CMOVQCS(RDX, R12)
	LEAQ(Mem{Base: RDI, Disp: 3}, RAX)
	SHLQ(Imm(32), RAX)
	ORQ(RDI, RAX)
	to.word(0, RAX)
	MOVQ(R11, RBX)
	SHLQ(Imm(32), RBX)
	ORQ(R11, RBX)
	to.word(1, RBX)
	MOVQ(RCX, RDX)
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
func relative() {
	Comment("No scheme: a path, unless it begins with \"//\".")
	Label("relative")
	MOVL(R11L, EAX)
	ANDL(Imm(3), EAX)
	CMPL(EAX, Imm(3))
	JEQ(LabelRef("general"))
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
	MOVQ(RCX, RDX)
	SHLQ(Imm(32), RDX)
	ORQ(R12, RDX)
	to.word(2, RDX)
	to.word(3, RBX)
	to.leave()
}
