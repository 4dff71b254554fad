package main

import (
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The classes of the blocks after the first, by the number of their bit, which
// is that of their mask among eight.
const (
	restEnd    = 0 // '?' '#'
	restHex    = 1
	restTriple = 2 // '%'
	restStop   = 3 // '#', and what stands in no path, query or fragment
	restNumber = 4 // '#'
	restSlash  = 5
	restDot    = 6
)

// The bits of rest, in the half of the query, that are not of its end: from
// markBits on, "/." in the path, '%', and that something is not proven.
const (
	markBits    = 29
	dotMark     = 29
	percentMark = 30
	badMark     = 31
)

func restClass(c byte) byte {
	class := byte(0)
	set := func(bit int, members string) {
		if strings.IndexByte(members, c) >= 0 {
			class |= 1 << bit
		}
	}
	set(restEnd, "?#")
	set(restHex, digit+"abcdefABCDEF")
	set(restTriple, "%")
	set(restNumber, "#")
	set(restSlash, "/")
	set(restDot, ".")
	if strings.IndexByte(unreserved+subDelims+":@/?%", c) < 0 {
		class |= 1 << restStop
	}
	return class
}

// blockStep is how many octets of a line each block judges. The two after them
// are in it, too, so that every triplet is whole in one.
const blockStep = 62

// longLines512 writes the pass over what lines have beyond their first 62 octets:
// a list of blocks, then one loop over them, so that hardly a branch depends on
// the length of a line.
//
//	SI = src, BX = the batch, CX = count, DI = -1
//	R8 = the first of 16 lines, R12 = the length of the list, R11 = the entry
func longLines512() {
	TEXT("longLines512", NOSPLIT, "func(src *byte, b *uint32, count int)")
	Pragma("noescape")
	Doc(
		"longLines512 sets length of b to the lengths of its lines, and rest to where path and",
		"query end beyond the first block, with what else is known of it in bits 61 to 63.",
		"It reads up to 63 octets beyond the last line.",
	)
	classes := table("restClasses", restClass)
	Load(Param("src"), RSI)
	Load(Param("b"), RBX)
	Load(Param("count"), RCX)
	frame := AllocLocal(64 + 64)
	LEAQ(frame.Offset(63), R15)
	ANDQ(I32(-64), R15)
	MOVQ(I64(-1), RDI)
	VMOVDQU64(classes, Z31)
	VMOVDQU64(classes.Offset(64), Z30)
	VMOVDQU64(static("unitMatrix"), Z29)
	VMOVDQU64(static("gather"), Z28)
	VMOVDQU64(static("del"), Z27)
	splat(blockStep, Z15)
	splat(16, Z16)
	VMOVDQU64(dwords("low31", 0x7fffffff), Z17)
	VMOVDQU64(dwordRamp("dwordRamp", func(i uint32) uint32 { return i }), Z4)
	VMOVDQU64(dwordRamp("lowTwice", func(i uint32) uint32 { return i / 2 }), Z18)
	VMOVDQU64(dwordRamp("highTwice", func(i uint32) uint32 { return 8 + i/2 }), Z19)
	VPTERNLOGD(Imm(0xFF), Z20, Z20, Z20) // -1
	XORL(R12L, R12L)
	XORL(R8L, R8L)
	Label("lines")
	lengths()
	Label("longer")
	listBlocks()
	Label("listed")
	VPADDD(Z16, Z4, Z4)
	ADDQ(Imm(16), R8)
	CMPQ(R8, RCX)
	JLT(LabelRef("lines"))
	TESTQ(R12, R12)
	JZ(LabelRef("done"))
	Label("blocks")
	blocks()
	XORL(R12L, R12L)
	JMP(LabelRef("longer")) // if anything is left there
	Label("done")
	VZEROUPPER()
	RET()
	stops()
}

// field is the entry of an array of the batch for the index in r.
func field(at int, r Register) Mem { return Mem{Base: RBX, Index: r, Scale: 4, Disp: at} }

// restOf is where the path of the line in r ends; four octets on, the query.
func restOf(r Register) Mem { return Mem{Base: RBX, Index: r, Scale: 8, Disp: restAt} }

// restMask is the mask of a class of the block.
func restMask(class int) Mem { return Mem{Base: R15, Disp: 8 * class} }

// lengths writes length and rest of 16 lines. Z4 = the lines, Z5 = where they
// begin, Z6 = their lengths, 0 from count on; Z7 = 0.
func lengths() {
	VMOVDQU32(field(posAt, R8), Z5)
	VMOVDQU32(field(posAt+4, R8), Z6)
	VPSRLD(Imm(31), Z6, Z7)
	VPANDD(Z17, Z5, Z5)
	VPANDD(Z17, Z6, Z6)
	VPSUBD(Z5, Z6, Z6)
	VPSUBD(Z7, Z6, Z6)
	VPADDD(Z20, Z6, Z6)
	VMOVDQU32(Z6, field(lengthAt, R8))
	VPERMD(Z6, Z18, Z0)
	VMOVDQU32(Z0, restOf(R8))
	VPERMD(Z6, Z19, Z0)
	VMOVDQU32(Z0, restOf(R8).Offset(64))
	MOVL(ECX, EDX)
	SUBL(R8L, EDX)
	MOVL(U32(16), EAX)
	CMPL(EDX, EAX)
	CMOVLHI(EAX, EDX)
	BZHIL(EDX, EDI, EAX)
	KMOVW(EAX, K1)
	VMOVDQA32_Z(Z6, K1, Z6)
	VPXORQ(Z7, Z7, Z7)
}

// listBlocks lists the blocks of 16 lines: first the second of each, then the
// third, and so on. Z5 = where the blocks before begin, Z6 = what is left from
// there, Z7 = how far that is into the lines.
func listBlocks() {
	VPCMPD(Imm(6), Z15, Z6, K1)
	KMOVW(K1, EAX)
	TESTL(EAX, EAX)
	JZ(LabelRef("listed"))
	POPCNTL(EAX, EAX)
	VPADDD(Z15, Z5, Z5)
	VPSUBD(Z15, Z6, Z6)
	VPADDD(Z15, Z7, Z7)
	VPMINUD(Z15, Z6, Z1)
	VPCOMPRESSD_Z(Z4, K1, Z0)
	VMOVDQU32(Z0, field(lineAt, R12))
	VPCOMPRESSD_Z(Z5, K1, Z0)
	VMOVDQU32(Z0, field(startAt, R12))
	VPCOMPRESSD_Z(Z1, K1, Z0)
	VMOVDQU32(Z0, field(judgedAt, R12))
	VMOVDQU32(Z7, field(levelAt, R12))
	ADDQ(RAX, R12)
	CMPQ(R12, U32(maxBlocks))
	JLT(LabelRef("longer"))
	JMP(LabelRef("blocks"))
}

// blocks judges the blocks of the list. The masks, one for each class, have
// position i in bit 63-i. R14 = the line.
func blocks() {
	XORL(R11L, R11L)
	Label("entry")
	MOVL(field(lineAt, R11), R14L)
	MOVL(field(startAt, R11), R9L)
	MOVL(field(judgedAt, R11), R10L)
	MOVL(field(levelAt, R11), R13L)
	VPMINUB(Mem{Base: RSI, Index: R9, Scale: 1}, Z27, Z0)
	VPERMI2B(Z30, Z31, Z0)
	VGF2P8AFFINEQB(Imm(0), Z0, Z29, Z0)
	VPERMB(Z0, Z28, Z0)
	Comment("Two stores: the upper half of one of 64 octets would not be forwarded to the loads.")
	VMOVDQA(Y0, restMask(0))
	VEXTRACTI64X4(Imm(1), Z0, restMask(4))
	Comment("DX = all after what is judged; AX = '%' without two HEXDIG, what stops, and \"/.\".")
	SHRXQ(R10, RDI, RDX)
	MOVQ(restMask(restHex), RAX)
	LEAQ(Mem{Base: RAX, Index: RAX, Scale: 1}, R9)
	SHLQ(Imm(2), RAX)
	ANDQ(R9, RAX)
	ANDNQ(restMask(restTriple), RAX, RAX)
	ORQ(restMask(restStop), RAX)
	slashDots()
	ORQ(R9, RAX)
	ANDNQ(RAX, RDX, RAX)
	JNZ(LabelRef("stop"))

	Comment("A '%'.")
	Label("percent")
	ANDNQ(restMask(restTriple), RDX, RAX)
	NEGQ(RAX) // carry if there is one
	SBBL(EAX, EAX)
	ANDL(U32(1<<percentMark), EAX)
	ORL(EAX, restOf(R14).Offset(4))
	Comment("The first '?' or '#', if none is known.")
	ANDNQ(restMask(restEnd), RDX, RAX)
	LZCNTQ(RAX, RAX)
	LEAQ(Mem{Base: RAX, Index: R13, Scale: 1}, RAX)
	CMOVQCS(RDI, RAX) // LZCNT has set the carry, LEA leaves it
	MOVL(restOf(R14), R9L)
	CMPL(EAX, R9L)
	CMOVLCS(EAX, R9L)
	MOVL(R9L, restOf(R14))
	INCQ(R11)
	CMPQ(R11, R12)
	JNE(LabelRef("entry"))
}

// slashDots leaves in R9 the '/' that a '.' follows.
func slashDots() {
	MOVQ(restMask(restDot), R9)
	ADDQ(R9, R9)
	ANDQ(restMask(restSlash), R9)
}

// stops is where a block goes that something of AX stops.
func stops() {
	Label("stop")
	slashDots()
	ANDNQ(R9, RDX, R9)
	JZ(LabelRef("noDots"))
	XORQ(R9, RAX)
	Comment("\"/.\" before any '?' or '#', here, in a block before this one, and in the first.")
	ANDNQ(restMask(restEnd), RDX, R10)
	CMPQ(R9, R10)
	JCS(LabelRef("noDots"))
	MOVL(field(lengthAt, R14), R9L)
	CMPL(R9L, restOf(R14))
	JNE(LabelRef("noDots"))
	firstBlock()
	VPCMPEQB(static("number"), Z0, K1)
	VPCMPEQB(static("question"), Z0, K2)
	KORQ(K1, K2, K1)
	KMOVQ(K1, R9)
	SHLQ(Imm(64-blockStep), R9)
	JNZ(LabelRef("noDots"))
	ORL(U32(1<<dotMark), restOf(R14).Offset(4))

	Comment("One '#' may be here.")
	Label("noDots")
	ANDNQ(restMask(restNumber), RDX, R9)
	XORQ(R9, RAX)
	JNZ(LabelRef("bad"))
	TESTQ(R9, R9)
	JZ(LabelRef("percent"))
	BLSRQ(R9, RAX)
	JNZ(LabelRef("bad"))
	Comment("The query still ends with the line: no '#' in a block before this one, and none in the first.")
	MOVL(restOf(R14).Offset(4), EAX)
	MOVL(EAX, R10L)
	ANDL(U32(1<<markBits-1), EAX)
	CMPL(EAX, field(lengthAt, R14))
	JNE(LabelRef("bad"))
	XORL(EAX, R10L)
	LZCNTQ(R9, R9)
	ADDQ(R13, R9)
	ORL(R10L, R9L)
	MOVL(R9L, restOf(R14).Offset(4))
	firstBlock()
	VPCMPEQB(static("number"), Z0, K1)
	KMOVQ(K1, RAX)
	SHLQ(Imm(64-blockStep), RAX)
	JZ(LabelRef("percent"))
	Label("bad")
	ORL(U32(1<<badMark), restOf(R14).Offset(4))
	JMP(LabelRef("percent"))
}

// firstBlock loads the first block of the line in R14. It uses R9.
func firstBlock() {
	MOVL(field(posAt, R14), R9L)
	BTRL(Imm(31), R9L)
	VMOVDQU64(Mem{Base: RSI, Index: R9, Scale: 1}, Z0)
}

// splat fills z with a small number in 32-bit lanes.
func splat(v uint32, z Register) {
	MOVL(U32(v), EAX)
	VPBROADCASTD(EAX, z)
}

// dwordRamp writes 16 numbers as a read-only symbol.
func dwordRamp(name string, at func(i uint32) uint32) Mem {
	m := GLOBL(name, roData)
	for i := range 16 {
		DATA(4*i, U32(at(uint32(i))))
	}
	return m
}
