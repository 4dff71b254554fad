package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// mostSegments is how many segments are kept from block to block, with what comes before a first
// slash; atOnce is how many are judged at once, and the last keptOf of these again with the next.
const (
	mostSegments = 31
	atOnce       = 32
	keptOf       = 16
)

// segments has of each segment where it ends and its last byte, a byte each. R15 is how many there
// are, R11 where the block is from the host on.
type segments struct{ ends, last, keys Mem }

// next goes on to the next block, so many bytes on, which begins with the last two of this one.
func (s segments) next(bytes int) {
	ADDQ(Imm(uint64(bytes)), RSI)
	SUBL(Imm(uint64(bytes)), ECX)
	ADDL(Imm(uint64(bytes)), R11L)
	XORL(R8L, R8L)
	MOVL(U32(2), R14L)
}

// keep256 keeps the segments that end at the bits of BX, from R14 on.
func (s segments) keep256() {
	const some = 4
	Label("begin256")
	XORL(R15L, R15L)
	XORL(R11L, R11L)
	LEAL(Mem{Base: R8, Disp: -1}, EAX)
	BTRQ(Imm(0), RBX)
	ADCL(Imm(0), EAX)
	MOVB(AL, s.ends)
	Label("keep256")
	SHLXQ(R14, RBX, RBX)
	CMPL(ECX, Imm(64))
	JAE(LabelRef("ends256"))
	BTSQ(RCX, RBX)
	Label("ends256")
	LEAQ(s.ends.Offset(1).Idx(R15, 1), RDI)
	POPCNTQ(RBX, RAX)
	ADDL(EAX, R15L)
	Label("some256")
	for i := range some {
		TZCNTQ(RBX, RAX)
		MOVBLZX(Mem{Base: RSI, Index: RAX, Scale: 1, Disp: -1}, EDX)
		ADDL(R11L, EAX)
		MOVB(AL, Mem{Base: RDI, Disp: i})
		MOVB(DL, Mem{Base: RDI, Disp: i + s.last.Disp - s.ends.Disp - 1})
		BLSRQ(RBX, RBX)
	}
	LEAQ(Mem{Base: RDI, Disp: some}, RDI)
	JNE(LabelRef("some256"))
	CMPL(R15L, Imm(mostSegments))
	JA(LabelRef("full256"))
	Label("kept256")
	CMPL(ECX, Imm(64))
	JB(LabelRef("groups256"))
}

// judge looks for a group of segments that comes three times in a row: then so many segments twice
// are as those before them, by their size and last byte. It looks for two in a row, or four if a
// group has more than one. Most references with up to 16 have no such pair of segments at all.
//
//	AX = how many are in a group   DX = 0, then 2
//	R12 = 0, or how many there are if more may come; then R13 = R11 of the block
func (s segments) judge() {
	Label("full256")
	MOVL(R11L, R13L)
	Label("again256")
	MOVL(R15L, R12L)
	MOVL(U32(atOnce), R15L)
	JMP(LabelRef("judge256"))
	Label("groups256")
	XORL(R12L, R12L)
	Label("judge256")
	VMOVDQU(s.ends.Offset(1), Y0)
	VPSUBB(s.ends, Y0, Y0)
	for range 3 {
		VPADDB(Y0, Y0, Y0)
	}
	VPADDB(s.last, Y0, Y0)
	CMPL(R15L, Imm(16))
	JA(LabelRef("many256"))
	VPSRLDQ(Imm(1), X0, X1)
	VPCMPEQB(X0, X1, X1)
	VPMOVMSKB(X1, EBX)
	LEAL(Mem{Base: EBX, Index: EBX, Scale: 1}, EAX)
	ANDL(EAX, EBX)
	SHRL(Imm(1), EBX)
	VPSRLDQ(Imm(2), X0, X1)
	VPCMPEQB(X0, X1, X1)
	for n := uint64(3); n <= 16/3; n++ {
		VPSRLDQ(Imm(n), X0, X2)
		VPCMPEQB(X0, X2, X2)
		VPOR(X2, X1, X1)
	}
	VPMOVMSKB(X1, EAX)
	ORL(EAX, EBX)
	XORL(EDX, EDX)
	SUBL(Imm(2), R15L)
	CMOVLCC(R15L, EDX)
	BZHIL(EDX, EBX, EBX)
	JZ(LabelRef("plain256"))
	ADDL(Imm(2), R15L)
	Label("many256")
	VMOVDQU(Y0, s.keys)
	LEAQ(s.keys, RDI)
	MOVL(U32(1), EAX)
	XORL(EDX, EDX)
	Label("group256")
	INCQ(RDI)
	VPCMPEQB(Mem{Base: RDI}, Y0, Y1)
	VPMOVMSKB(Y1, EBX)
	MOVL(R15L, R10L)
	SUBL(EAX, R10L)
	BZHIL(R10L, EBX, EBX)
	MOVL(EBX, R11L)
	SHRL(Imm(1), R11L)
	ANDL(R11L, EBX)
	SHRXL(EDX, EBX, R11L)
	TESTL(R11L, EBX)
	JNE(LabelRef("open256"))
	MOVL(U32(2), EDX)
	INCL(EAX)
	LEAL(Mem{Base: EAX, Index: EAX, Scale: 2}, R10L)
	CMPL(R10L, R15L)
	JA(LabelRef("groupless256"))
	CMPL(EAX, Imm(longestGroup))
	JBE(LabelRef("group256"))
	Label("groupless256")
	TESTL(R12L, R12L)
	JZ(LabelRef("plain256"))
	for _, kept := range []Mem{s.ends, s.last} {
		VMOVDQU(kept.Offset(keptOf), Y0)
		VMOVDQU(kept.Offset(keptOf+24), Y1)
		VMOVDQU(Y0, kept)
		VMOVDQU(Y1, kept.Offset(24))
	}
	LEAL(Mem{Base: R12, Disp: -keptOf}, R15L)
	CMPL(R15L, Imm(mostSegments))
	JA(LabelRef("again256"))
	MOVL(R13L, R11L)
	CMPB(level(), Imm(levelAVX512))
	JNE(LabelRef("kept256"))
	JMP(LabelRef("kept512"))
}

// longestGroup is how many segments of a group are looked for, as in package inspect.
const longestGroup = 8
