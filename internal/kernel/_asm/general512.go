package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// avx512 is the vector of 64 bytes in one register: Z0 the bytes, Z4 their
// classes, K1 to K3 the masks it saves.
type avx512 struct{}

func (avx512) saved(m mask, r Register) {
	KMOVQ([masks]Register{K1, K2, K3, K4, K5}[m], r)
}

func (avx512) first() {
	percents, number, at := static("percent"), static("number"), static("at")
	source(RSI)
	MOVQ(I64(-1), RAX)
	MOVL(U32(64), EDX)
	CMPQ(RCX, RDX)
	CMOVQLT(RCX, RDX)
	BZHIQ(RDX, RAX, R8)
	KMOVQ(R8, K1)
	VMOVDQU64(Mem{Symbol: Symbol{Name: "fillZ", Static: true}, Base: StaticBase}, Z0)
	VMOVDQU8(Mem{Base: RSI}, K1, Z0)
	classesOf(Z0, Z4)

	Comment("Bytes of no component: special, and neither '%' nor '#' nor '@'.")
	VPORQ(Z0, Z4, Z6)
	VPMOVB2M(Z6, K7)
	VPCMPEQB(percents, Z0, K3)
	VPCMPEQB(number, Z0, K4)
	VPCMPEQB(at, Z0, K1)
	KANDNQ(K7, K3, K7)
	KANDNQ(K7, K4, K7)
	KANDNQ(K7, K1, K7)
	KORTESTQ(K7, K7)
	JNE(LabelRef("unproven"))
	KMOVQ(K3, R9)
	beginFlags()
	KMOVQ(K4, R13)
	top(6, K3, R10) // ':'
	top(5, K3, R11) // '/'
	top(4, K3, R12) // '?'
	top(3, K3, RDI) // not in a scheme
	VPSLLW(Imm(5), Z4, Z6)
	VPMOVB2M(Z6, K2)
	VPSLLW(Imm(6), Z4, Z7)
	VPMOVB2M(Z7, K3) // not ALPHA
	top(0, K5, RBX)  // HEXDIG
	KANDQ(K5, K3, K5)
	KMOVQ(K3, RAX)
	KMOVQ(K5, K3) // DIGIT
	uppers512(Z0, K4)
	VPCMPEQB(static("dot"), Z0, K5)

	Comment("The first byte must be ALPHA if there is a scheme; one '#' at most.")
	ANDL(Imm(1), EAX)
	ORQ(RAX, RDI)
	BLSRQ(R13, RAX)
	JNZ(LabelRef("unproven"))

	Comment("Every '%' has two HEXDIG after it; the last two are judged in the next block, if there is one.")
	triplets()
	TESTQ(R9, R9)
	JNZ(LabelRef("unproven"))
}

// uppers512 puts the mask of A to Z into k.
func uppers512(bytes, k Register) {
	VPADDB(static("fromA"), bytes, Z6)
	VPCMPB(Imm(1), static("pastZ"), Z6, k)
}

// classesOf looks up the classes of the bytes in a register.
func classesOf(bytes, classes Register) {
	table := Mem{Symbol: Symbol{Name: "callClasses", Static: true}, Base: StaticBase}
	VMOVDQU64(table, Z2)
	VMOVDQU64(table.Offset(64), Z3)
	VMOVDQA64(bytes, classes)
	VPERMI2B(Z3, Z2, classes)
}

// top moves the mask of one bit of the classes in Z4 to a general register.
func top(bit int, k, r Register) {
	VPSLLW(Imm(uint64(7-bit)), Z4, Z6)
	VPMOVB2M(Z6, k)
	KMOVQ(k, r)
}

// triplets leaves in R9 the '%' that two HEXDIG do not follow. Of a block that
// is not the last, the top two positions are not judged; CX-(SI) tells.
func triplets() {
	MOVQ(RBX, RAX)
	SHRQ(Imm(1), RAX)
	SHRQ(Imm(2), RBX)
	ANDQ(RBX, RAX)
	ANDNQ(R9, RAX, R9)
	XORL(EAX, EAX)
	MOVQ(I64(-1), RBX)
	SHRQ(Imm(2), RBX)
	CMPQ(RCX, Imm(64))
	JBE(LabelRef("lastTriplets"))
	ANDQ(RBX, R9)
	Label("lastTriplets")
}

// further: R8 = where the block is.
func (avx512) further() {
	percents, number := static("percent"), static("number")
	source(RSI)
	VMOVDQU64(Mem{Symbol: Symbol{Name: "fillZ", Static: true}, Base: StaticBase}, Z8)
	VMOVDQU64(static("slash"), Z9)
	Label("block")
	MOVQ(RCX, RDX)
	SUBQ(R8, RDX) // what is left
	MOVL(U32(64), EAX)
	CMPQ(RDX, RAX)
	CMOVQLT(RDX, RAX)
	BZHIQ(RAX, RDI, RAX)
	KMOVQ(RAX, K1)
	VMOVDQA64(Z8, Z0)
	VMOVDQU8(Mem{Base: RSI, Index: R8, Scale: 1}, K1, Z0)
	VMOVDQA64(Z0, Z4)
	VPERMI2B(Z3, Z2, Z4)
	VPORQ(Z0, Z4, Z6)
	VPMOVB2M(Z6, K7)
	VPSLLW(Imm(3), Z4, Z6)
	VPMOVB2M(Z6, K4)
	VPCMPEQB(static("dot"), Z0, K5)
	VPCMPEQB(Mem{Base: RSI, Index: R8, Scale: 1, Disp: -1}, Z9, K5, K5)
	KORTESTQ(K5, K5)
	JE(LabelRef("noDotsHere"))
	addFlag(1 << formHintOpen)
	Label("noDotsHere")
	KORTESTQ(K7, K7)
	JNE(LabelRef("specials"))

	Label("questions")
	KMOVQ(K4, RBX)
	firstQuestion(RBX)

	Comment("'%', '@' and '#' are welcome here, nothing else.")
	Label("specials")
	at := Mem{Symbol: Symbol{Name: "at", Static: true}, Base: StaticBase}
	VPCMPEQB(percents, Z0, K3)
	VPCMPEQB(number, Z0, K5)
	VPCMPEQB(at, Z0, K6)
	KANDNQ(K7, K3, K7)
	KANDNQ(K7, K5, K7)
	KANDNQ(K7, K6, K7)
	KORTESTQ(K7, K7)
	JNE(LabelRef("unproven"))
	VPSLLW(Imm(7), Z4, Z6)
	VPMOVB2M(Z6, K6)
	KMOVQ(K6, RBX)
	KMOVQ(K3, R12)
	TESTQ(R12, R12)
	JZ(LabelRef("noPercentHere"))
	addFlag(percent)
	Label("noPercentHere")
	lonePercent(R12, RBX, RAX)

	KORQ(K5, K4, K4)
	KMOVQ(K5, RAX)
	numberEnds(RAX, RBX)
}
