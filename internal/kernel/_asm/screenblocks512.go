package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// blocks512 looks at 64 bytes at a time. It begins with what screen512 has of the first of them.
//
//	SI = where the block is   R13 = the length of the text from there on   R11 = 0 if it is the first, else 1
//	R14 = the cache lines
//	K1, K2 = what would be odd in a path, and in a host   K3 = where segments end
//	K5 = where there is a byte before   Z20 = the bytes before   Z22 = the keys of R15 segments
func blocks512() {
	data("places", 2*mostKeys, func(i int) byte { return byte(i) })
	begin := func() {
		loadLines(R14)
		XORL(R11L, R11L)
		clipPath()
	}
	Label("blocks512")
	MOVL(half(2), EAX)
	begin()
	CMPB(Mem{Base: RSI, Index: RCX, Scale: 1, Disp: -1}, Imm('.'))
	JEQ(LabelRef("open512"))
	KMOVQ(K1, R9)
	KMOVQ(K2, R10)
	BZHIQ(RAX, R10, R10)
	SHRXQ(RDI, R10, R10)
	BZHIQ(RDX, R9, R9)
	SHRXQ(R8, R9, R9)
	SHRQ(Imm(1), R9)
	JNE(LabelRef("oddFirst512"))
	TESTQ(R10, R10)
	JNE(LabelRef("oddFirst512"))
	Label("evenFirst512")
	XORL(R15L, R15L)
	KMOVQ(K3, RBX)
	behindFirst(RBX, "open512")
	Label("keep512")
	CMPL(ECX, Imm(64))
	JAE(LabelRef("ends512"))
	BTSQ(RCX, RBX)
	Label("ends512")
	withPrior()
	VBROADCASTI64X4(static("keyFactor"), Z16)
	VGF2P8MULB(Z16, Z21, Z21)
	VPADDB(Z21, Z20, Z20)
	KMOVQ(RBX, K2)
	VPCOMPRESSB_Z(Z20, K2, Z16)
	MOVQ(I64(-1), RAX)
	SHLXQ(R15, RAX, RAX)
	KMOVQ(RAX, K2)
	VPEXPANDB(Z16, K2, Z22)
	POPCNTQ(RBX, RBX)
	ADDL(EBX, R15L)
	CMPL(R15L, Imm(mostKeys/2))
	JA(LabelRef("judge512"))
	CMPL(ECX, Imm(64))
	JB(LabelRef("judge512"))
	Label("kept512")
	ADDQ(Imm(64), RSI)
	SUBL(Imm(64), ECX)
	SUBQ(Imm(64), R13)
	MOVL(U32(1), R11L)
	MOVL(U32(64), EAX)
	CMPQ(R13, RAX)
	CMOVQCS(R13, RAX)
	MOVQ(I64(-1), RBX)
	BZHIQ(RAX, RBX, RAX)
	KMOVQ(RAX, K1)
	LEAQ(Mem{Base: R11, Index: RAX, Scale: 2}, RAX)
	KMOVQ(RAX, K5)
	VMOVDQU8_Z(Mem{Base: RSI}, K1, Z16)
	VMOVDQU8_Z(Mem{Base: RSI, Disp: -1}, K5, Z20)
	pairs512(R14)
	clipPath()
	KMOVQ(K1, R9)
	BZHIQ(RDX, R9, R9)
	JNE(LabelRef("oddFurther512"))
	Label("evenFurther512")
	KMOVQ(K3, RBX)
	BZHIQ(RDX, RBX, RBX)
	JMP(LabelRef("keep512"))

	judge512()

	Comment("Nothing is odd, but segments may repeat.")
	Label("alike512")
	begin()
	JMP(LabelRef("evenFirst512"))
	Label("oddFurther512")
	MOVQ(RSI, RDI)
	JMP(LabelRef("oddInPath512"))
	Label("even512")
	TESTL(R11L, R11L)
	JNE(LabelRef("evenFurther512"))
	CMPL(ECX, Imm(longestNear))
	JA(LabelRef("evenFirst512"))
	forTriplets512()
	MOVQ(NewParamAddr("s", 0), RDX)
	LEAL(Mem{Base: R8, Disp: 1}, EBX)
	JMP(LabelRef("even64"))
}

// withPrior loads the bytes two before those of the block into Z21, as if a slash were before all.
func withPrior() {
	VBROADCASTI64X4(static("slash"), Z21)
	KMOVQ(K5, RAX)
	LEAQ(Mem{Base: R11, Index: RAX, Scale: 2}, RAX)
	KMOVQ(RAX, K4)
	VMOVDQU8(Mem{Base: RSI, Disp: -2}, K4, Z21)
}

// mostKeys is how many segments are judged at once. One block has up to half of them, and as many are kept.
const mostKeys = 64

// judge512 looks for a group of segments that comes three times in a row: then so many segments twice are as
// those before them, by their keys. It looks for two in a row, or four if a group has more than one. If the path
// goes on, it keeps the last keys.
//
//	DI = how many are in a group   R10 = the places, one a byte
func judge512() {
	const kept = longestGroup + 4 // four in a row, and those that they are as
	Label("judge512")
	LEAQ(static("places"), R10)
	pairsInARow(Z22)
	MOVL(R15L, EBX)
	SHRL(Imm(1), EBX)
	BZHIL(EBX, EAX, EAX)
	JZ(LabelRef("judged512"))
	XORL(EDI, EDI)
	Label("group512")
	INCL(EDI)
	LEAL(Mem{Base: EDI, Index: EDI, Scale: 2}, EBX)
	CMPL(EBX, R15L)
	JA(LabelRef("judged512"))
	VMOVDQU64(Mem{Base: R10, Index: RDI, Scale: 1}, Z21)
	VPERMB(Z22, Z21, Z21)
	VPCMPEQB(Z22, Z21, K2)
	KMOVQ(K2, RAX)
	MOVL(R15L, EBX)
	SUBL(EDI, EBX)
	BZHIQ(RBX, RAX, RAX)
	RORXQ(Imm(1), RAX, RBX)
	ANDQ(RBX, RAX)
	RORXQ(Imm(2), RAX, RBX)
	CMPL(EDI, Imm(1))
	CMOVQEQ(RAX, RBX)
	TESTQ(RBX, RAX)
	JNE(LabelRef("open512"))
	CMPL(EDI, Imm(longestGroup))
	JB(LabelRef("group512"))
	Label("judged512")
	CMPL(ECX, Imm(64))
	JB(LabelRef("groupless512"))
	VMOVDQU64(Mem{Base: R10, Index: R15, Scale: 1, Disp: -kept}, Z21)
	VPERMB(Z22, Z21, Z22)
	MOVL(U32(kept), R15L)
	JMP(LabelRef("kept512"))
	Label("groupless512")
	MOVQ(NewParamAddr("s", 0), RDX)
	isPlain("FromStart512")
	forTriplets512()
	MOVL(half(3), EAX)
	tripletsOf("plainTriplets512")
}

// pairsInARow sets a bit of EAX for each two of the keys, at an even place, that are as those one to eight
// places after them, or whose second one is as both its neighbors. It sets the zero flag if no bit is set.
func pairsInARow(keys Register) {
	shifted := func(n int, to Register) {
		VMOVDQU64(static("places").Offset(n), to)
		VPERMB(keys, to, to)
	}
	shifted(1, Z23)
	shifted(2, Z24)
	VPXORQ(Z23, Z24, Z21)
	for n := 1; n <= longestGroup; n++ {
		next := []Register{Z24, Z23}[n%2]
		if n > 2 {
			shifted(n, next)
		}
		VPXORQ(keys, next, next)
		VPMINUW(next, Z21, Z21)
	}
	VPTESTNMW(Z21, Z21, K4)
	KMOVD(K4, EAX)
	TESTL(EAX, EAX)
}
