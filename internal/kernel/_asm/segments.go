package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// judgeSegments looks for three segments that are alike: groups of segments that repeat have some.
func judgeSegments() {
	kept := AllocLocal(32)
	keep := []Register{R9, R10, R11, R12}
	Label("first256")
	for _, bits := range keep[:3] {
		XORL(bits.(GPPhysical).As32(), bits.(GPPhysical).As32())
	}
	MOVL(I32(-1), R12L)
	BTRQ(Imm(0), RBX)
	ADCL(Imm(0), R12L)
	JMP(LabelRef("ends256"))
	Label("further256")
	for i, r := range keep {
		MOVQ(kept.Offset(8*i), r)
	}
	Label("ends256")
	CMPL(ECX, Imm(64))
	JAE(LabelRef("slashes256"))
	MOVL(ECX, EAX)
	SUBL(R14L, EAX)
	BTSQ(RAX, RBX)
	Label("slashes256")
	CMPB(level(), Imm(levelAVX512))
	JEQ(LabelRef("segments512"))
	segments256()
	Label("next256")
	for i, r := range keep {
		MOVQ(r, kept.Offset(8*i))
	}
	ADDQ(Imm(62), RSI)
	SUBL(Imm(62), ECX)
	XORL(R8L, R8L)
	MOVL(U32(2), R14L)
	CMPB(level(), Imm(levelAVX512))
	JEQ(LabelRef("block512"))
	JMP(LabelRef("block256"))
	segments512()
}

// segments256 keeps a bit of each segment, which its size and its last byte choose.
//
//	R9, R10, R11 = the bits that one, two and three segments have   R12 = where the last slash is
func segments256() {
	LEAQ(Mem{Base: RSI, Index: R14, Scale: 1, Disp: -1}, RDI)
	MOVL(U32(1), R13L)
	TESTQ(RBX, RBX)
	JZ(LabelRef("counted256"))
	Label("segment256")
	TZCNTQ(RBX, RAX)
	MOVBLZX(Mem{Base: RDI, Index: RAX, Scale: 1}, EDX)
	MOVL(EAX, R15L)
	SUBL(R12L, R15L)
	MOVL(EAX, R12L)
	LEAL(Mem{Base: EDX, Index: R15L, Scale: 8}, EDX)
	SHLXQ(RDX, R13, RDX)
	MOVQ(RDX, R15)
	ANDQ(R10, R15)
	ORQ(R15, R11)
	MOVQ(RDX, R15)
	ANDQ(R9, R15)
	ORQ(R15, R10)
	ORQ(RDX, R9)
	BLSRQ(RBX, RBX)
	JNE(LabelRef("segment256"))
	Label("counted256")
	TESTQ(R11, R11)
	JNE(LabelRef("open256"))
	CMPL(ECX, Imm(64))
	JB(LabelRef("plain256"))
	LEAL(Mem{Base: R12, Index: R14, Scale: 1, Disp: -64}, R12L)
}

// segments512 keeps a byte of each of up to 64 segments, of the two bytes before its end. Where up
// to 16 differ, no three being the same, one instruction shows it.
//
//	R9 = how many there are
func segments512() {
	const most = 64
	segments := AllocLocal(most + 64)
	Label("segments512")
	SHLXQ(R14, RBX, RBX)
	KMOVQ(RBX, K2)
	ofBlock(RAX)
	MOVQ(I64(-1), RDX)
	BZHIQ(RAX, RDX, RDX)
	Comment("Before a first segment of one byte is a slash, too.")
	VMOVDQU64(static("slash"), Z2)
	for i, z := range []Register{Z1, Z2} {
		ADDQ(RDX, RDX)
		KMOVQ(RDX, K1)
		VMOVDQU8(Mem{Base: RSI, Disp: -1 - i}, K1, z)
	}
	for range 3 {
		VPADDB(Z2, Z2, Z2)
	}
	VPADDB(Z1, Z2, Z1)
	VPCOMPRESSB_Z(Z1, K2, Z1)
	VMOVDQU64(Z1, segments.Idx(R9, 1))
	POPCNTQ(RBX, RBX)
	ADDL(EBX, R9L)
	CMPL(R9L, Imm(most))
	JA(LabelRef("open256"))
	CMPL(ECX, Imm(64))
	JAE(LabelRef("next256"))
	CMPL(R9L, Imm(16))
	JA(LabelRef("groups512"))
	MOVL(I32(-1), EAX)
	BZHIL(R9L, EAX, EAX)
	KMOVW(EAX, K1)
	VPMOVZXBD(segments, Z1)
	VPCONFLICTD_Z(Z1, K1, Z1) // those before each that are the same
	VPTERNLOGD(Imm(0xff), Z2, Z2, Z2)
	VPADDD(Z1, Z2, Z2)
	VPTESTMD(Z1, Z2, K1) // more than one
	KORTESTW(K1, K1)
	JEQ(LabelRef("plain256"))

	Comment("AX = how many are in a group. One that comes three times has so many segments twice as those before them:")
	Comment("two in a row, or four if it has more than one, then DX = 2.")
	Label("groups512")
	VMOVDQU64(segments, Z1)
	LEAQ(segments, RDI)
	MOVL(U32(1), EAX)
	XORL(EDX, EDX)
	Label("group512")
	INCQ(RDI)
	VPCMPEQB(Mem{Base: RDI}, Z1, K1)
	KMOVQ(K1, RBX)
	MOVL(R9L, R10L)
	SUBL(EAX, R10L)
	BZHIQ(R10, RBX, RBX)
	MOVQ(RBX, R11)
	SHRQ(Imm(1), R11)
	ANDQ(R11, RBX)
	SHRXQ(RDX, RBX, R11)
	TESTQ(R11, RBX)
	JNE(LabelRef("open256"))
	MOVL(U32(2), EDX)
	INCL(EAX)
	LEAL(Mem{Base: EAX, Index: EAX, Scale: 2}, R10L)
	CMPL(R10L, R9L)
	JA(LabelRef("plain256"))
	CMPL(EAX, Imm(longestGroup))
	JBE(LabelRef("group512"))
	JMP(LabelRef("plain256"))
}

// longestGroup is how many segments of a group are looked for, as in package inspect.
const longestGroup = 8
