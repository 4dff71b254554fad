package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Where a Suspects has its fields.
const (
	suspectBits    = 0
	suspectClasses = suspectBits + 7*64
	suspectRows    = suspectClasses + 128
)

// copyPlain goes from the last block of src to the first, so that the first is still in registers
// when the authority is looked for. Each begins with the last three bytes of the one before: a separator
// and three bytes of a name are whole in one.
//
//	SI, DI = src and dst   R11 != 0 if there may be a name   R12 != 0 if something is odd
//	R8 != 0 if there is a '#'   R9 != 0 if there is a '%'
//	AX = where the first 64 bytes are aroundHosts   BX = oddInHosts
func copyPlain() {
	TEXT("copyPlain", NOSPLIT, "func(dst, src *byte, n int, s *byte) (odd, doubt uint64)")
	Pragma("noescape")
	Doc(
		"copyPlain is Suspects.CopyPlain on the level. With AVX2 it may read up to 32 bytes beyond src,",
		"but of no other page. With AVX-512 it reads none.",
	)
	Load(Param("dst"), RDI)
	Load(Param("src"), RSI)
	Load(Param("n"), RCX)
	Load(Param("s"), RDX)
	CMPB(level(), Imm(levelAVX512))
	JEQ(LabelRef("begin512"))
	CMPB(level(), Imm(levelAVX2))
	JEQ(LabelRef("begin256"))
	JMP(LabelRef("none"))
	plain512()

	Comment("AX = where the authority is: from the end of the first run of ends to the next end.")
	Label("judge256")
	CMPQ(NewParamAddr("n", 16), Imm(64))
	JA(LabelRef("wide256"))
	Label("judged256")
	BLSIQ(RAX, R10)
	ADDQ(R10, RAX)
	BLSIQ(RAX, R10)
	BLSRQ(RAX, RAX)
	BLSIQ(RAX, RAX)
	SUBQ(R10, RAX)
	ANDQ(RBX, RAX)
	ORQ(RAX, R12)
	NEGQ(R8)
	SBBQ(RAX, RAX)
	ANDQ(R9, RAX)
	ORQ(R11, RAX)
	Store(R12, Return("odd"))
	Store(RAX, Return("doubt"))
	VZEROUPPER()
	RET()

	plain256()

	Label("next256")
	SUBQ(Imm(32-3), R13)
	CMOVQLT(R14, R13)
	JMP(LabelRef("block256"))
	Label("next512")
	MOVQ(I64(-1), RAX)
	XORL(R10L, R10L)
	SUBQ(Imm(64-3), RCX)
	CMOVQLT(R10, RCX)
	JMP(LabelRef("block512"))

	Label("short256")
	TESTL(ECX, ECX)
	JEQ(LabelRef("none256"))
	MOVL(ESI, EAX)
	ANDL(U32(4095), EAX)
	CMPL(EAX, U32(4096-32))
	JA(LabelRef("none256"))
	XORL(R13L, R13L)
	LEAQ(static("firstBytes").Offset(64), RAX)
	SUBQ(RCX, RAX)
	VMOVDQU(Mem{Base: RAX}, Y1)
	VMOVDQU(Mem{Base: RSI}, Y0)
	last := func(n int) Mem { return Mem{Base: RDI, Index: RCX, Scale: 1, Disp: -n} }
	CMPL(ECX, Imm(16))
	JB(LabelRef("below16_256"))
	VMOVDQU(Mem{Base: RSI, Index: RCX, Scale: 1, Disp: -16}, X2)
	VMOVDQU(X0, Mem{Base: RDI})
	VMOVDQU(X2, last(16))
	JMP(LabelRef("padded256"))
	Label("below16_256")
	CMPL(ECX, Imm(8))
	JB(LabelRef("below8_256"))
	MOVQ(Mem{Base: RSI, Index: RCX, Scale: 1, Disp: -8}, R12)
	VMOVQ(X0, Mem{Base: RDI})
	MOVQ(R12, last(8))
	JMP(LabelRef("padded256"))
	Label("below8_256")
	CMPL(ECX, Imm(4))
	JB(LabelRef("below4_256"))
	MOVL(Mem{Base: RSI, Index: RCX, Scale: 1, Disp: -4}, R12L)
	VMOVD(X0, Mem{Base: RDI})
	MOVL(R12L, last(4))
	JMP(LabelRef("padded256"))
	Label("below4_256")
	VMOVD(X0, R12L)
	MOVB(R12B, Mem{Base: RDI})
	SHRL(Imm(8), R12L)
	CMPL(ECX, Imm(2))
	JB(LabelRef("padded256"))
	MOVB(R12B, Mem{Base: RDI, Disp: 1})
	SHRL(Imm(8), R12L)
	CMPL(ECX, Imm(3))
	JB(LabelRef("padded256"))
	MOVB(R12B, Mem{Base: RDI, Disp: 2})
	Label("padded256")
	VMOVDQU(static("dot"), Y2)
	VPBLENDVB(Y1, Y0, Y2, Y0)
	JMP(LabelRef("copied256"))
	Comment("The authority must end in the first 64 bytes.")
	Label("wide256")
	BLSIQ(RAX, R10)
	ADDQ(RAX, R10)
	BLSRQ(R10, R10)
	JNE(LabelRef("judged256"))
	Label("none256")
	VZEROUPPER()
	Label("none")
	MOVQ(U32(1), NewParamAddr("odd", 32))
	RET()
}

// plain512 looks up the classes of 64 bytes. Z4 = those of all blocks.
func plain512() {
	Label("begin512")
	VMOVDQU64(Mem{Base: RDX, Disp: suspectClasses}, Z2)
	VMOVDQU64(Mem{Base: RDX, Disp: suspectClasses + 64}, Z3)
	VPXORQ(Z4, Z4, Z4)
	XORL(R11L, R11L)
	MOVQ(I64(-1), RAX)
	SUBQ(Imm(64), RCX)
	JA(LabelRef("block512"))
	ADDL(Imm(64), ECX)
	BZHIQ(RCX, RAX, RAX)
	XORL(ECX, ECX)
	Label("block512")
	KMOVQ(RAX, K1)
	VMOVDQU8_Z(Mem{Base: RSI, Index: RCX, Scale: 1}, K1, Z0)
	VMOVDQU8(Z0, K1, Mem{Base: RDI, Index: RCX, Scale: 1})
	VBROADCASTI64X4(static("del"), Z1)
	VPMINUB(Z0, Z1, Z1)
	VPERMI2B_Z(Z3, Z2, K1, Z1)
	bits := func(set int) Mem { return Mem{Base: RDX, Disp: suspectBits + 64*set} }
	VPTESTMB(bits(0), Z1, K2)
	for set := 1; set <= 3; set++ {
		KADDQ(K2, K2, K2)
		VPTESTMB(bits(set), Z1, K2, K2)
	}
	KMOVQ(K2, RAX)
	ORQ(RAX, R11)
	VPORQ(Z1, Z4, Z4)
	TESTQ(RCX, RCX)
	JNE(LabelRef("next512"))
	for i, r := range []Register{RBX, RAX, R8} {
		z := []Register{Z1, Z1, Z4}[i]
		VPTESTMB(bits(4+i), z, K1)
		KMOVQ(K1, r)
	}
	VPMOVB2M(Z4, K1)
	KMOVQ(K1, R9)
	MOVQ(R8, R12)
	ANDQ(R9, R12)
}

// plain256 asks whether 32 bytes are in a set: bit c>>4 of byte c&15 of its row says that of byte c.
//
//	R13 = where the block is   Y0 = its bytes   Y1 = for each, bit c>>4
//	Y3 = 0 where a byte of a block is odd   Y7, Y8 = where one is '#', '%'
func plain256() {
	Label("begin256")
	begin()
	MOVQ(RCX, R13)
	SUBQ(Imm(32), R13)
	JB(LabelRef("short256"))
	Label("block256")
	VMOVDQU(Mem{Base: RSI, Index: R13, Scale: 1}, Y0)
	VMOVDQU(Y0, Mem{Base: RDI, Index: R13, Scale: 1})
	Label("copied256")
	nibbles := func() {
		VPSRLW(Imm(4), Y0, Y1)
		VPAND(Y12, Y1, Y1)
		VPSHUFB(Y1, Y11, Y1)
	}
	nibbles()
	// outside puts the mask of the bytes that are not in the set of a row into r.
	outside := func(row, r Register) {
		VPSHUFB(Y0, row, Y2)
		VPAND(Y1, Y2, Y2)
		VPCMPEQB(Y13, Y2, Y2)
		VPMOVMSKB(Y2, r)
	}
	outside(Y4, R9L)
	LEAL(Mem{Base: R9, Index: R9, Scale: 1, Disp: 1}, R9L)
	outside(Y5, R12L)
	ORL(R12L, R9L)
	CMPL(R9L, I8(-1))
	JNE(LabelRef("name256"))
	Label("named256")
	VPSHUFB(Y0, Y6, Y2)
	VPAND(Y1, Y2, Y2)
	VPMINUB(Y2, Y3, Y3)
	for i, name := range []string{"number", "percent"} {
		VPCMPEQB(static(name), Y0, Y2)
		VPOR(Y2, []Register{Y7, Y8}[i], []Register{Y7, Y8}[i])
	}
	TESTQ(R13, R13)
	JNE(LabelRef("next256"))
	both := []Register{RBX, RAX}
	for i, r := range both {
		outside([]Register{Y9, Y10}[i], asL(r))
		NOTL(asL(r))
	}
	CMPQ(RCX, Imm(32))
	JBE(LabelRef("hosted256"))
	MOVL(U32(32), R13L)
	SUBQ(R13, RCX)
	CMPQ(RCX, R13)
	CMOVQCS(RCX, R13)
	VMOVDQU(Mem{Base: RSI, Index: R13, Scale: 1}, Y0)
	nibbles()
	for i, r := range both {
		outside([]Register{Y9, Y10}[i], R12L)
		NOTL(R12L)
		SHLXQ(R13, R12, R12)
		ORQ(R12, r)
	}
	Label("hosted256")
	VPMOVMSKB(Y7, R8L)
	VPMOVMSKB(Y8, R9L)
	VPCMPEQB(Y13, Y3, Y3)
	VPMOVMSKB(Y3, R12L)
	JMP(LabelRef("judge256"))

	Label("name256")
	for row := range 2 {
		VBROADCASTI128(Mem{Base: RDX, Disp: suspectRows + 16*(2+row)}, Y2)
		LEAL(Mem{Base: R9, Index: R9, Scale: 1, Disp: 1}, R9L)
		outside(Y2, R12L)
		ORL(R12L, R9L)
	}
	NOTL(R9L)
	ORL(R9L, R11L)
	JMP(LabelRef("named256"))
}

// begin loads the rows and constants of plain256.
func begin() {
	for i, y := range []Register{0: Y4, 1: Y5, 4: Y9, 5: Y10, 6: Y6} {
		if y != nil {
			VBROADCASTI128(Mem{Base: RDX, Disp: suspectRows + 16*i}, y)
		}
	}
	VPBROADCASTQ(static("units"), Y11)
	VPBROADCASTQ(static("lowFour"), Y12)
	VPXOR(Y13, Y13, Y13)
	VPXOR(Y7, Y7, Y7)
	VPXOR(Y8, Y8, Y8)
	VPCMPEQB(Y3, Y3, Y3)
	for _, r := range []GPPhysical{R11, R14} {
		XORL(r.As32(), r.As32())
	}
}
