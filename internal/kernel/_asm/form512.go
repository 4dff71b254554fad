package main

import (
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The bits of tripletClasses.
const (
	isHexDigit   = 7
	isUnreserved = 6
)

// form512 writes a whole form with no branch on what is to change in it: it would be
// missed at most references, which differ in that. What a rung removes becomes a gap in
// the mask of what stays, and a compression closes it.
//
//	Z0 = the head, Z1 = the rest; SI and DI are where the rest is read and written
//	CX = its length, R10, R11, R12 = where in it the path begins and ends, and the query ends
func form512() {
	table("tripletClasses", func(c byte) (class byte) {
		if strings.IndexByte("0123456789ABCDEFabcdef", c) >= 0 {
			class = 1 << isHexDigit
		}
		if strings.IndexByte(unreserved, c) >= 0 {
			class |= 1 << isUnreserved
		}
		return class
	})
	constant("valueOfLetters", 9)
	constant("digitNine", '9')
	TEXT("form512", NOSPLIT, formSignature)
	Pragma("noescape")
	Doc(
		"form512 writes what Form does, for AVX-512 with BW, VBMI, VBMI2 and BMI2: hostEnd <= 64, and",
		"end-from < 64. It reads no octet beyond p[:end], and all before it writes any but of the head. In",
		"dots and percents is what stays of them. It is not ok, and nothing is written, if a '%' is in the head",
		"or begins no triplet.",
	)
	Load(Param("p"), RSI)
	Load(Param("out"), RDI)
	Load(Param("hostEnd"), RBX)
	MOVQ(I64(-1), R13)
	BZHIQ(RBX, R13, RAX)
	KMOVQ(RAX, K1)
	VMOVDQU8_Z(Mem{Base: RSI}, K1, Z0)
	VPCMPEQB(static("percent"), Z0, K2)
	KORTESTQ(K2, K2)
	JNE(LabelRef("lone"))
	uppers512(Z0, K2)
	VPADDB(static("blank"), Z0, K2, Z0)
	formOffsets()
	formTriplets()
	VMOVDQU8(Z0, K1, Mem{Base: RDI})
	ADDQ(RBX, RDI)
	VPCMPEQB(static("slash"), Z1, K6)
	VPCMPEQB(static("dot"), Z1, K7)
	KMOVQ(K6, R8)
	KMOVQ(K7, R9)
	formDots()
	formRest()
	noForm()
}

// formTriplets loads the rest and makes its triplets what they become: an octet where the
// "%" was, with a gap behind it, or digits in upper case.
func formTriplets() {
	classes := static("tripletClasses")
	VMOVDQU64(classes, Z30)
	VMOVDQU64(classes.Offset(64), Z31)
	BZHIQ(RCX, R13, R8)
	for i, k := range []Register{K3, K4, K5} {
		KMOVQ(R8, k)
		VMOVDQU8_Z(Mem{Base: RSI, Disp: i}, k, []Register{Z1, Z2, Z3}[i])
		SHRQ(Imm(1), R8)
	}
	VPCMPEQB(static("percent"), Z1, K6)
	KMOVQ(K6, R8)

	Comment("Each '%' with a HEXDIG in the two octets behind it.")
	for i, digit := range []Register{Z2, Z3} {
		class, value := []Register{Z4, Z5}[i], []Register{Z6, Z7}[i]
		VMOVDQA64(digit, class)
		VPERMI2B(Z31, Z30, class)
		VPANDNQ(class, digit, class)
		VPCMPUB(Imm(6), static("digitNine"), digit, K7)
		VPANDQ(static("lowFour"), digit, value)
		VPADDB(static("valueOfLetters"), value, K7, value)
	}
	VPANDQ(Z4, Z5, Z4)
	VPMOVB2M(Z4, K7)
	KMOVQ(K7, R9)
	ANDNQ(R8, R9, R9)
	JNZ(LabelRef("lone"))

	Comment("Those of an unreserved octet become it.")
	VPSLLW(Imm(4), Z6, Z6)
	VPORQ(Z6, Z7, Z6)
	VMOVDQA64(Z6, Z7)
	VPERMI2B(Z31, Z30, Z7)
	VPSLLW(Imm(isHexDigit-isUnreserved), Z7, Z7)
	VPANDNQ(Z7, Z6, Z7)
	VPMOVB2M(Z7, K7)
	KANDQ(K6, K7, K7)
	KMOVQ(K7, R9)
	VMOVDQU8(Z6, K7, Z1)

	Comment("The digits of the others.")
	ANDNQ(R8, R9, R8)
	LEAQ(Mem{Base: R8, Index: R8, Scale: 1}, RAX)
	SHLQ(Imm(2), R8)
	ORQ(R8, RAX)
	KMOVQ(RAX, K4)
	VPCMPUB(Imm(5), static("letterA"), Z1, K4, K5)
	VPSUBB(static("blank"), Z1, K5, Z1)

	Comment("Close the gaps.")
	LEAQ(Mem{Base: R9, Index: R9, Scale: 1}, RAX)
	SHLQ(Imm(2), R9)
	ORQ(R9, RAX)
	KMOVQ(K3, R8)
	ANDNQ(R8, RAX, RAX)
	closeGaps()
}

// closeGaps leaves of Z1 what AX has, and moves the offsets with it.
func closeGaps() {
	KMOVQ(RAX, K6)
	VPCOMPRESSB_Z(Z1, K6, Z1)
	for _, offset := range []Register{R11, R12} {
		BZHIQ(offset, RAX, offset)
		POPCNTQ(offset, offset)
	}
	POPCNTQ(RAX, RCX)
}

// formRest writes what stays.
func formRest() {
	MOVQ(I64(-1), R13)
	BZHIQ(RCX, R13, RAX)
	ANDNQ(RAX, RDX, RAX)
	MOVQ(RAX, RBX)
	SHRQ(Imm(1), RBX)
	ANDQ(RBX, R15) // the '/' may stay without its '.'
	KMOVQ(RAX, K6)
	VPCMPEQB(static("percent"), Z1, K6, K7)
	KMOVQ(K7, RBX)
	Store(R15, Return("dots"))
	Store(RBX, Return("percents"))
	closeGaps()
	BZHIQ(RCX, R13, RAX)
	KMOVQ(RAX, K6)
	VMOVDQU8(Z1, K6, Mem{Base: RDI})
	formEnds()
}
