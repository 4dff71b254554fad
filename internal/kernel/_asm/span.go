package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A set of ASCII bytes is 16 bytes, a bit for each member: byte c is in it iff
// bit c&7 of byte c>>3 is set. Two lookups and an AND ask for a whole block:
//
//	row = VPSHUFB(set, bytes>>3 & 15)
//	bit = VPSHUFB(bits, bytes)         // 0 for bytes from 0x80
//	inside = row&bit != 0

// broadcastSet fills dst with the set that the parameters lo and hi are. They
// are loaded as they were stored: one load of both would wait for the stores.
func broadcastSet(dst, scratch Register) {
	VPBROADCASTQ(NewParamAddr("lo", 16), dst)
	VPBROADCASTQ(NewParamAddr("hi", 24), scratch)
	VPUNPCKLQDQ(scratch, dst, dst)
}

// span512 reads full blocks of 64 bytes, four together while there are as many,
// then the rest under a mask.
func span512() {
	TEXT("span512", NOSPLIT, "func(p *byte, n int, lo, hi uint64) (length int)")
	Pragma("noescape")
	Doc("span512 is Span for AVX-512 with BW and BMI2. It reads no byte beyond p[:n].")
	Load(Param("p"), RSI)
	Load(Param("n"), RCX)
	broadcastSet(Z1, Z2)
	VPBROADCASTQ(static("units"), Z2)
	VPBROADCASTQ(static("lowFour"), Z3)
	XORL(EAX, EAX)
	inside := func(bytes, row Register) {
		VPSRLW(Imm(3), bytes, row)
		VPANDQ(Z3, row, row)
		VPSHUFB(row, Z1, row)
		VPSHUFB(bytes, Z2, bytes)
	}
	last := func() {
		VPTESTNMB(Z0, Z4, K1)
		KMOVQ(K1, R8)
	}

	Label("four")
	LEAQ(Mem{Base: RAX, Disp: 256}, RDX)
	CMPQ(RDX, RCX)
	JA(LabelRef("one"))
	quads := [4][2]Register{{Z0, Z4}, {Z5, Z6}, {Z7, Z8}, {Z9, Z10}}
	for i, q := range quads {
		VMOVDQU64(Mem{Base: RSI, Index: RAX, Scale: 1, Disp: 64 * i}, q[0])
		inside(q[0], q[1])
		VPANDQ(q[0], q[1], q[1])
	}
	VPMINUB(Z4, Z6, Z6)
	VPMINUB(Z8, Z10, Z10)
	VPMINUB(Z6, Z10, Z10)
	VPTESTNMB(Z10, Z10, K1)
	KORTESTQ(K1, K1)
	JNE(LabelRef("one"))
	MOVQ(RDX, RAX)
	JMP(LabelRef("four"))

	Label("one")
	LEAQ(Mem{Base: RAX, Disp: 64}, RDX)
	CMPQ(RDX, RCX)
	JA(LabelRef("rest"))
	VMOVDQU64(Mem{Base: RSI, Index: RAX, Scale: 1}, Z0)
	inside(Z0, Z4)
	last()
	TZCNTQ(R8, R9)
	JCC(LabelRef("found"))
	MOVQ(RDX, RAX)
	JMP(LabelRef("one"))

	Comment("Bytes beyond the end are NUL; whether the set has NUL does not matter.")
	Label("rest")
	MOVQ(RCX, RDX)
	SUBQ(RAX, RDX)
	MOVQ(I64(-1), R8)
	BZHIQ(RDX, R8, R8)
	KMOVQ(R8, K1)
	VMOVDQU8_Z(Mem{Base: RSI, Index: RAX, Scale: 1}, K1, Z0)
	inside(Z0, Z4)
	last()
	TZCNTQ(R8, R9)
	Label("found")
	ADDQ(R9, RAX)
	CMPQ(RAX, RCX)
	CMOVQHI(RCX, RAX)
	Store(RAX, Return("length"))
	VZEROUPPER()
	RET()
}

// span256 reads full blocks of 32 bytes, two together while there are as many,
// then the last 32. An input shorter than 32 is read with the bytes after it,
// or before it where those after it may be in another page.
func span256() {
	TEXT("span256", NOSPLIT, "func(p *byte, n int, lo, hi uint64) (length int)")
	Pragma("noescape")
	Doc("span256 is Span for AVX2 with BMI1, n > 0. It may read up to 31 bytes beyond p[:n] or before",
		"it, but none of another page.")
	Load(Param("p"), RSI)
	Load(Param("n"), RCX)
	broadcastSet(Y1, Y2)
	VPBROADCASTQ(static("units"), Y2)
	VPBROADCASTQ(static("lowFour"), Y3)
	VPXOR(Y7, Y7, Y7)
	XORL(EAX, EAX)
	inside := func(bytes, row Register) {
		VPSRLW(Imm(3), bytes, row)
		VPAND(Y3, row, row)
		VPSHUFB(row, Y1, row)
		VPSHUFB(bytes, Y2, bytes)
		VPAND(bytes, row, row)
	}
	outside := func(row Register) {
		VPCMPEQB(Y7, row, row)
		VPMOVMSKB(row, R8L)
	}
	CMPQ(RCX, Imm(32))
	JB(LabelRef("short"))

	Label("two")
	LEAQ(Mem{Base: RAX, Disp: 64}, RDX)
	CMPQ(RDX, RCX)
	JA(LabelRef("one"))
	VMOVDQU(Mem{Base: RSI, Index: RAX, Scale: 1}, Y0)
	VMOVDQU(Mem{Base: RSI, Index: RAX, Scale: 1, Disp: 32}, Y5)
	inside(Y0, Y4)
	inside(Y5, Y6)
	VPMINUB(Y4, Y6, Y6)
	outside(Y6)
	TESTL(R8L, R8L)
	JNZ(LabelRef("one"))
	MOVQ(RDX, RAX)
	JMP(LabelRef("two"))

	Label("one")
	LEAQ(Mem{Base: RAX, Disp: 32}, RDX)
	CMPQ(RDX, RCX)
	JAE(LabelRef("rest"))
	VMOVDQU(Mem{Base: RSI, Index: RAX, Scale: 1}, Y0)
	inside(Y0, Y4)
	outside(Y4)
	TESTL(R8L, R8L)
	JNZ(LabelRef("found"))
	MOVQ(RDX, RAX)
	JMP(LabelRef("one"))

	Comment("What the last block repeats is inside.")
	Label("rest")
	LEAQ(Mem{Base: RCX, Disp: -32}, RAX)
	VMOVDQU(Mem{Base: RSI, Index: RAX, Scale: 1}, Y0)
	inside(Y0, Y4)
	outside(Y4)
	TESTL(R8L, R8L)
	JZ(LabelRef("all"))
	Label("found")
	TZCNTL(R8L, R8L)
	ADDQ(R8, RAX)
	Label("done")
	Store(RAX, Return("length"))
	VZEROUPPER()
	RET()

	Label("short")
	MOVL(ESI, EDX)
	ANDL(U32(4095), EDX)
	CMPL(EDX, U32(4096-32))
	JA(LabelRef("pageEnd"))
	VMOVDQU(Mem{Base: RSI}, Y0)
	inside(Y0, Y4)
	outside(Y4)
	BZHIL(ECX, R8L, R8L)
	JZ(LabelRef("all"))
	JMP(LabelRef("found"))

	Comment("The 32 bytes that end with the input: it begins so late in its page that they begin there, too.")
	Label("pageEnd")
	VMOVDQU(Mem{Base: RSI, Index: RCX, Scale: 1, Disp: -32}, Y0)
	inside(Y0, Y4)
	outside(Y4)
	NEGL(ECX)
	SHRXL(ECX, R8L, R8L)
	NEGL(ECX)
	TESTL(R8L, R8L)
	JNZ(LabelRef("found"))
	Label("all")
	MOVQ(RCX, RAX)
	JMP(LabelRef("done"))
}
