package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// What follows is what both kernels that write forms have in common: SI is where the rest
// is read, behind the host or its port, and CX its length; R10, R11 and R12 are where in it
// the path begins and ends, and the query ends; R13 = -1.

const formSignature = "func(out, p *byte, hostEnd, from, pathStart, pathEnd, queryEnd, end int) " +
	"(newPathEnd, newQueryEnd, newEnd int, dots, percents uint64, ok bool)"

// formOffsets makes SI and the offsets those of the rest.
func formOffsets() {
	offsets := []struct {
		param string
		to    Register
	}{{"pathStart", R10}, {"pathEnd", R11}, {"queryEnd", R12}, {"end", RCX}}
	Load(Param("from"), RDX)
	for _, o := range offsets {
		Load(Param(o.param), o.to)
		SUBQ(RDX, o.to)
	}
	ADDQ(RDX, RSI)
}

// formDots leaves in DX what dot segments leave a gap at, and in R15 where else in the
// path a "." follows a "/". E is the end of the path, which may end a segment, too.
//
//	S, D = '/' and '.' in the path, in R8 and R9 those everywhere; SD = S & D>>1; SE = S | E
//	one = SD & SE>>2; two = SD & D>>2 & SE>>3
func formDots() {
	BZHIQ(R11, R13, RAX)
	BZHIQ(R10, R13, RBX)
	ANDNQ(RAX, RBX, RAX)
	ANDQ(RAX, R8)
	ANDQ(RAX, R9)
	MOVQ(R9, RBX)
	SHRQ(Imm(1), RBX)
	XORL(EDX, EDX)
	XORL(R15L, R15L)
	ANDQ(R8, RBX)
	JZ(LabelRef("noDots"))
	XORL(R14L, R14L)
	BTSQ(R11, R14)
	MOVQ(R8, RAX)
	ORQ(R14, RAX)
	MOVQ(RAX, R13)
	SHRQ(Imm(2), RAX)
	ANDQ(RBX, RAX) // one
	SHRQ(Imm(3), R13)
	SHRQ(Imm(2), R9)
	ANDQ(R9, R13)
	ANDQ(RBX, R13) // two
	ANDNQ(RBX, RAX, R15)
	ANDNQ(R15, R13, R15)

	Comment("\"/.\" goes, but at the end of the path the '/' stays.")
	MOVQ(R14, RDX)
	SHRQ(Imm(2), RDX)
	ANDNQ(RAX, RDX, RDX)
	ADDQ(RAX, RAX)
	ORQ(RAX, RDX)
	ANDNQ(R8, RDX, R8)

	Comment("\"/..\" goes with the segment before it, if one is left; at the end the first '/' stays.")
	Label("two")
	TESTQ(R13, R13)
	JZ(LabelRef("noDots"))
	TZCNTQ(R13, RAX)
	BZHIQ(RAX, R8, R9)
	MOVQ(RAX, RBX)
	BSRQ(R9, R9)
	CMOVQNE(R9, RBX)
	ADDQ(Imm(3), RAX)
	BTQ(RAX, R14)
	ADCQ(Imm(0), RBX)
	MOVQ(I64(-1), R9)
	BZHIQ(RAX, R9, RAX)
	BZHIQ(RBX, R9, RBX)
	ANDNQ(RAX, RBX, RAX)
	ORQ(RAX, RDX)
	ANDNQ(R8, RAX, R8)
	BLSRQ(R13, R13)
	JMP(LabelRef("two"))
	Label("noDots")
}

// formEnds returns the offsets behind the head.
func formEnds() {
	Load(Param("hostEnd"), RAX)
	for i, offset := range []Register{R11, R12, RCX} {
		ADDQ(RAX, offset)
		Store(offset, Return([]string{"newPathEnd", "newQueryEnd", "newEnd"}[i]))
	}
	MOVB(U8(1), AL)
	Store(AL, Return("ok"))
	VZEROUPPER()
	RET()
}

// noForm is where a "%" begins no triplet, or whatever else is not for the kernel.
func noForm() {
	Label("lone")
	XORL(EAX, EAX)
	for _, r := range []string{"newPathEnd", "newQueryEnd", "newEnd", "dots", "percents"} {
		Store(RAX, Return(r))
	}
	Store(AL, Return("ok"))
	VZEROUPPER()
	RET()
}
