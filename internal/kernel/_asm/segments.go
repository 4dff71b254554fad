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

// segments has a key of each segment, a byte that its last two bytes give; a slash is one of them if it
// has only one. R15 is how many there are.
type segments struct{ keys Mem }

// keep256 keeps the segments that end at the bits of BX.
func (s segments) keep256() {
	const some = 4
	Label("keep256")
	CMPL(ECX, Imm(64))
	JAE(LabelRef("ends256"))
	BTSQ(RCX, RBX)
	Label("ends256")
	LEAQ(s.keys.Idx(R15, 1), RDI)
	POPCNTQ(RBX, RAX)
	ADDL(EAX, R15L)
	Label("some256")
	for i := range some {
		TZCNTQ(RBX, RAX)
		MOVWLZX(Mem{Base: R11, Index: RAX, Scale: 1, Disp: -2}, EDX)
		IMUL3L(U32(1+29<<8), EDX, EDX)
		MOVB(DH, Mem{Base: RDI, Disp: i}) // the last byte, and 29 times the one before
		BLSRQ(RBX, RBX)
	}
	LEAQ(Mem{Base: RDI, Disp: some}, RDI)
	JNE(LabelRef("some256"))
	CMPL(R15L, Imm(mostSegments))
	JA(LabelRef("again256"))
	Label("kept256")
	CMPL(ECX, Imm(64))
	JB(LabelRef("groups256"))
}

// judge looks for a group of segments that comes three times in a row: then so many segments twice
// are as those before them, by their keys. It looks for two in a row, or four if a group has more than
// one. Most references with up to eleven have no two in a row.
//
//	AX = how many are in a group   DX = 0, then 2
//	R12 = 0, or how many there are if more may come
func (s segments) judge() {
	const few = 3 // how many are in a group of up to eleven
	Label("again256")
	MOVL(R15L, R12L)
	MOVL(U32(atOnce), R15L)
	JMP(LabelRef("many256"))
	Label("groups256")
	XORL(R12L, R12L)
	CMPL(R15L, Imm(3*few+2))
	JA(LabelRef("many256"))
	VMOVDQU(s.keys, X0)
	for n := uint64(1); n <= few; n++ {
		VPSRLDQ(Imm(n), X0, X1)
		VPCMPEQB(X0, X1, X1)
		VPSRLDQ(Imm(1), X1, X2)
		if n == 1 {
			VPAND(X1, X2, X3)
			continue
		}
		VPAND(X1, X2, X2)
		VPOR(X2, X3, X3)
	}
	VPMOVMSKB(X3, EBX)
	XORL(EDX, EDX)
	SUBL(Imm(2), R15L)
	CMOVLCC(R15L, EDX)
	BZHIL(EDX, EBX, EBX)
	JZ(LabelRef("groupless256"))
	ADDL(Imm(2), R15L)
	Label("many256")
	Comment("Two in a row are a pair at an even place or, of one segment, at any; four have an even one.")
	VMOVDQU(s.keys, Y0)
	VMOVDQU(s.keys.Offset(1), Y1)
	VPCMPEQW(s.keys.Offset(2), Y1, Y2)
	for n := 1; n <= longestGroup; n++ {
		VPCMPEQW(s.keys.Offset(n), Y0, Y1)
		VPOR(Y1, Y2, Y2)
	}
	VPMOVMSKB(Y2, EBX)
	BZHIL(R15L, EBX, EBX)
	JZ(LabelRef("grouped256"))
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
	JA(LabelRef("grouped256"))
	CMPL(EAX, Imm(longestGroup))
	JBE(LabelRef("group256"))
	Label("grouped256")
	TESTL(R12L, R12L)
	JZ(LabelRef("groupless256"))
	VMOVDQU(s.keys.Offset(keptOf), Y0)
	VMOVDQU(s.keys.Offset(keptOf+24), Y1)
	VMOVDQU(Y0, s.keys)
	VMOVDQU(Y1, s.keys.Offset(24))
	LEAL(Mem{Base: R12, Disp: -keptOf}, R15L)
	CMPL(R15L, Imm(mostSegments))
	JA(LabelRef("again256"))
	JMP(LabelRef("kept256"))
}

// longestGroup is how many segments of a group are looked for, as in package inspect.
const longestGroup = 8
