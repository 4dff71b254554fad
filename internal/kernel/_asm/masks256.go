package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The maps of a batch, in the memory that its long lines have with AVX-512: a bit
// for each byte of the window that one batch looks at.
//
//	bounds  '#' and bytes of no component, such as the ends of lines, or '%' without HEXDIG
//	parts   '?' '#' and the ends of lines
//	marks   and ':' '/' '@' and '*' and upper case
//
// Bounds are also every '/' before '.', for the hint. And there is a number for each line,
// parallel to the positions: 2 where it has a triplet.
const (
	window = 1 << 14
	mapLen = window/8 + 32 // reads go beyond the last byte of a line

	boundsAt = lengthAt
	partsAt  = boundsAt + mapLen
	marksAt  = partsAt + mapLen
	flagsAt  = marksAt + mapLen
	flagsLen = 4 * 320
)

// mapCells are cells as avx2.go has them, '@' among them. The bytes of the cells from
// leastMark to 6 are marks: '*' only because it comes with the others.
var mapCells = [8]cell{
	{"2", "146789BCDE"},
	{"3", "0123456789BD"},
	{"5", "F"},
	{"6", "123456789ABCDEF"},
	{"4", "0123456789ABCDEF"}, // '@' and 'A' to 'O'
	{"5", "0123456789A"},      // 'P' to 'Z'
	{"23", "AF"},              // '*' '/' ':' '?'
	{"7", "0123456789AE"},
}

const leastMark = 4

// masks256 writes the first pass over a block of lines.
//
//	for each block of 64 bytes
//	    write its bits in the three maps
//	    for each delimiter: pos[count++] = the offset after it, bit 31 for a CR before
func masks256() {
	TEXT("masks256", NOSPLIT, "func(p *byte, n int, delim uint8, b *uint32, most int) (count int)")
	Pragma("noescape")
	Doc(
		"masks256 writes to the positions of b, from the second on, the offsets after the delimiters",
		"of p[:n], with bit 31 set where delim is LF and a CR comes before it, until there are most,",
		"the maps of b are full, or fewer than 66 bytes are left. It may find 63 more.",
	)
	parts := byLowNibble("parts", "?#")
	Load(Param("p"), RSI)
	Load(Param("n"), RCX)
	VPBROADCASTQ(static("lowFour"), Y15)
	VPXOR(Y11, Y11, Y11)
	VPBROADCASTB(NewParamAddr("delim", 16), Y0)
	VMOVDQU(parts, Y1)
	VPBROADCASTQ(static("noMark"), Y2)
	VMOVDQU(static("lowOfMaps"), Y13)
	VMOVDQU(static("highOfMaps"), Y14)
	VMOVDQU(static("dot"), Y3)
	VMOVDQU(static("slash"), Y10)
	Load(Param("b"), RDI)
	MOVL(U32(flagsLen), EAX)
	Label("clear")
	for i := range 2 {
		VMOVDQU(Y11, Mem{Base: RDI, Index: RAX, Scale: 1, Disp: flagsAt - 64 + 32*i})
	}
	SUBL(Imm(64), EAX)
	JNZ(LabelRef("clear"))
	XORL(R9L, R9L) // R9 = -1 if a CR counts
	XORL(EBX, EBX)
	NOTQ(RBX)
	MOVBLZX(NewParamAddr("delim", 16), EAX)
	CMPL(EAX, Imm('\n'))
	CMOVQEQ(RBX, R9)
	XORL(R10L, R10L) // R10 = count
	XORL(R11L, R11L) // R11 = the block
	XORL(R12L, R12L) // R12 = 1 if the last byte was a CR
	MOVQ(RDI, R8)    // R8 = b, and an eighth of R11
	SUBQ(Imm(64+2), RCX)
	MOVQ(U64(window-64), RAX)
	CMPQ(RCX, RAX)
	CMOVQGT(RAX, RCX)
	last := AllocLocal(8)
	MOVQ(RCX, last)
	Label("block")
	CMPQ(R10, NewParamAddr("most", 32))
	JGE(LabelRef("done"))
	CMPQ(R11, last)
	JGT(LabelRef("done"))
	PREFETCHT0(Mem{Base: RSI, Index: R11, Scale: 1, Disp: 8192})
	mapHalf(0, EAX, Y12)
	mapHalf(1, EBX, Y9)
	SHLQ(Imm(32), RBX)
	ORQ(RBX, RAX)
	VPOR(Y12, Y9, Y9)
	VPMOVMSKB(Y9, EDX)
	ORL(R12L, EDX)
	JNZ(LabelRef("special"))

	Comment("Four ends at a time, wanted or not: most blocks have no more, and this does not branch.")
	Label("ends")
	LEAQ(Mem{Base: R11, Disp: 1}, R13)
	ADDQ(Imm(64), R11)
	ADDQ(Imm(8), R8)
	POPCNTQ(RAX, RDX)
	ADDQ(R10, RDX) // the count after this block
	Label("four")
	for i := range 4 {
		TZCNTQ(RAX, RCX)
		BLSRQ(RAX, RAX)
		ADDL(R13L, ECX)
		MOVL(ECX, Mem{Base: RDI, Index: R10, Scale: 4, Disp: 4 + 4*i})
	}
	ADDQ(Imm(4), R10)
	CMPQ(R10, RDX)
	JLT(LabelRef("four"))
	MOVQ(RDX, R10)
	JMP(LabelRef("block"))

	specialBlock()
	returns()

	Label("done")
	Store(R10, Return("count"))
	VZEROUPPER()
	RET()
}

// mapHalf writes the bits of one half of the block at R11, and leaves those of the
// delimiters in ends, and in special what is not 0 where a byte is of no component and
// no part. Y0 = the delimiter, Y1 = the parts by their low nibbles, Y2 =
// noMark, Y3 = '.', Y10 = '/', Y11 = 0, Y13 and Y14 = the tables of mapCells, Y15 = 0x0f.
func mapHalf(half int, ends, special Register) {
	VMOVDQU(Mem{Base: RSI, Index: R11, Scale: 1, Disp: 32 * half}, Y4)
	VPSHUFB(Y4, Y13, Y5)
	VPSRLW(Imm(4), Y4, Y6)
	VPAND(Y15, Y6, Y6)
	VPSHUFB(Y6, Y14, Y6)
	VPAND(Y6, Y5, Y8)
	VPCMPEQB(Y11, Y8, Y5)
	VPCMPEQB(Mem{Base: RSI, Index: R11, Scale: 1, Disp: 32*half + 1}, Y3, Y6)
	VPCMPEQB(Y4, Y10, Y7)
	VPAND(Y6, Y7, Y6)
	VPOR(Y5, Y6, Y6)
	mapBits(boundsAt, half, Y6)
	VPCMPEQB(Y0, Y4, Y7)
	VPMOVMSKB(Y7, ends)
	VPSHUFB(Y4, Y1, Y6)
	VPCMPEQB(Y4, Y6, Y6)
	VPOR(Y7, Y6, Y6)
	mapBits(partsAt, half, Y6)
	VPANDN(Y5, Y6, special)
	VPCMPGTB(Y2, Y8, Y7)
	VPOR(Y6, Y7, Y7)
	mapBits(marksAt, half, Y7)
}

// byLowNibble writes the table that VPSHUFB turns bytes into the ones of members
// with, and others into bytes they are not.
func byLowNibble(name, members string) Mem {
	return data(name, 32, func(i int) (value byte) {
		for _, c := range []byte(members) {
			if int(c&15) == i%16 {
				value = c
			}
		}
		return value
	})
}

func mapBits(at, half int, y Register) {
	VPMOVMSKB(y, EDX)
	MOVL(EDX, Mem{Base: R8, Disp: at + 4*half})
}

// specialBlock goes on with a block that has a special byte: whole triplets are
// bounds no longer.
func specialBlock() {
	bytes := func(i int) Mem { return Mem{Base: RSI, Index: R11, Scale: 1, Disp: i} }
	Label("special")
	VMOVDQU(static("percent"), Y4)
	VPCMPEQB(bytes(0), Y4, Y6)
	VPCMPEQB(bytes(32), Y4, Y7)
	toMask(Y6, Y7, RDX, RBX)
	TESTQ(RDX, RDX)
	JZ(LabelRef("noTriplets"))
	flagLines()
	for i := range 2 {
		triplets := halves{Y6, Y7}[i]
		for next := 1; next <= 2; next++ {
			VMOVDQU(bytes(32*i+next), Y3)
			VPSUBB(static("zero"), Y3, Y4)
			VPMINUB(static("nine"), Y4, Y5)
			VPCMPEQB(Y5, Y4, Y4)
			VPOR(static("blank"), Y3, Y3)
			VPSUBB(static("letterA"), Y3, Y3)
			VPMINUB(static("five"), Y3, Y5)
			VPCMPEQB(Y5, Y3, Y3)
			VPOR(Y3, Y4, Y4)
			VPAND(Y4, triplets, triplets)
		}
	}
	for i, y := range (halves{Y6, Y7}) {
		VPMOVMSKB(y, EDX)
		NOTL(EDX)
		ANDL(EDX, Mem{Base: R8, Disp: boundsAt + 4*i})
	}
	VMOVDQU(static("dot"), Y3)
	Label("noTriplets")
}

// flagLines notes the lines that have a bit in RDX, which is not 0.
func flagLines() {
	Label("flag")
	TZCNTQ(RDX, RCX)
	BZHIQ(RCX, RAX, RBX)
	POPCNTQ(RBX, R13)
	ADDQ(R10, R13)
	MOVL(U32(percent/formHint), Mem{Base: RDI, Index: R13, Scale: 4, Disp: flagsAt})
	ANDNQ(RAX, RBX, RBX) // the ends after the byte
	BLSMSKQ(RBX, RBX)    // all, without such a byte
	ANDNQ(RDX, RBX, RDX)
	JNZ(LabelRef("flag"))
}

// returns goes on after specialBlock: the ends of lines after a CR that counts get bit
// 31, and the CR ends the last part of the line.
func returns() {
	Comment("DX = the CRs, BX = right after one that counts.")
	for i, r := range []Register{EDX, EBX} {
		VPBROADCASTQ(static("carriageReturn"), Y4)
		VPCMPEQB(Mem{Base: RSI, Index: R11, Scale: 1, Disp: 32 * i}, Y4, Y8)
		VPMOVMSKB(Y8, r)
	}
	ORL(EDX, Mem{Base: R8, Disp: partsAt})
	ORL(EBX, Mem{Base: R8, Disp: partsAt + 4})
	SHLQ(Imm(32), RBX)
	ORQ(RBX, RDX)
	LEAQ(Mem{Base: R12, Index: RDX, Scale: 2}, RBX)
	SHRQ(Imm(63), RDX)
	MOVQ(RDX, R12)
	ANDQ(R9, RBX)
	ANDQ(RAX, RBX)
	JZ(LabelRef("ends"))
	LEAQ(Mem{Base: R11, Disp: 1}, R13)
	ADDQ(Imm(64), R11)
	ADDQ(Imm(8), R8)
	Label("one")
	TZCNTQ(RAX, RCX)
	BTQ(RCX, RBX)
	SBBL(EDX, EDX)
	SHLL(Imm(31), EDX)
	ADDL(R13L, ECX)
	ORL(EDX, ECX)
	MOVL(ECX, Mem{Base: RDI, Index: R10, Scale: 4, Disp: 4})
	INCQ(R10)
	BLSRQ(RAX, RAX)
	JNZ(LabelRef("one"))
	JMP(LabelRef("block"))
}
