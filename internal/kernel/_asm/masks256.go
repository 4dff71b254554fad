package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The maps of a batch, in the memory that its long lines have with AVX-512: a bit
// for each byte of the window that one batch looks at.
//
//	bounds  '#' '%' and bytes of no component, such as the ends of lines
//	parts   '?' '#' and the ends of lines
//	marks   ':' '/' '?' '@' and '_' and upper case
//
// Bounds are also every '/' before '.', for the hint, and every '?' before '.'.
const (
	window = 1 << 14
	mapLen = window/8 + 32 // reads go beyond the last byte of a line

	boundsAt = lengthAt
	partsAt  = boundsAt + mapLen
	marksAt  = partsAt + mapLen
)

// mapCells are cells as avx2.go has them. The bytes of the cells from leastMark on are
// marks: '_' only because it comes with the others. The last has '/' and '?' alone.
var mapCells = [8]cell{
	{"2", "146789ABCDE"},
	{"3", "0123456789BD"},
	{"6", "123456789ABCDEF"},
	{"7", "0123456789AE"},
	{"4", "0123456789ABCDEF"}, // '@' and 'A' to 'O'
	{"5", "0123456789AF"},     // 'P' to 'Z' and '_'
	{"3", "A"},                // ':'
	{"23", "F"},               // '/' '?'
}

const leastMark = 4

// masks256 writes the first pass over a block of lines.
//
//	for each block of 64 bytes
//	    write its bits in the three maps
//	    for each delimiter: pos[count++] = the offset after it
func masks256() {
	TEXT("masks256", NOSPLIT, "func(p *byte, n int, delim uint8, b *uint32, most int) (count int)")
	Pragma("noescape")
	Doc(
		"masks256 writes to the positions of b, from the second on, the offsets after the delimiters",
		"of p[:n], until there are most, the maps of b are full, or fewer than 66 bytes are left. It may",
		"find 63 more.",
	)
	parts := byLowNibble("parts", "?#")
	Load(Param("p"), RSI)
	Load(Param("n"), R12)
	VPBROADCASTQ(static("lowFour"), Y15)
	VPXOR(Y11, Y11, Y11)
	VPBROADCASTB(NewParamAddr("delim", 16), Y0)
	VMOVDQU(parts, Y1)
	VPBROADCASTQ(static("toMark"), Y2)
	VMOVDQU(static("lowOfMaps"), Y13)
	VMOVDQU(static("highOfMaps"), Y14)
	VMOVDQU(static("dot"), Y3)
	Comment("R8 = b, and an eighth of the block; R10 = the next position, R9 = where they end.")
	Load(Param("b"), R8)
	Load(Param("most"), R9)
	LEAQ(Mem{Base: R8, Disp: 4}, R10)
	LEAQ(Mem{Base: R10, Index: R9, Scale: 4}, R9)
	Comment("R11 = 1 more than the block, and SI 1 less than p; R12 = the last block, likewise.")
	MOVL(U32(1), R11L)
	DECQ(RSI)
	SUBQ(Imm(64+2-1), R12)
	MOVQ(U64(window-64+1), RAX)
	CMPQ(R12, RAX)
	CMOVQGT(RAX, R12)
	XORL(R14L, R14L)
	JMP(LabelRef("next"))
	Label("block")
	PREFETCHT0(Mem{Base: RSI, Index: R11, Scale: 1, Disp: 8192})
	mapHalf(0, EAX)
	mapHalf(1, EBX)
	SHLQ(Imm(32), RBX)
	ORQ(RBX, RAX)

	Comment("Two ends at a time, wanted or not, and four in the 12 blocks after one with more: R14 = how")
	Comment("many of these are left. The processor seldom guesses wrong.")
	POPCNTQ(RAX, RDX)
	MOVQ(R10, R13)
	ends := func(n int) {
		for i := range n {
			TZCNTQ(RAX, RCX)
			ADDL(R11L, ECX)
			MOVL(ECX, Mem{Base: R13, Disp: 4 * i})
			BLSRQ(RAX, RAX)
		}
	}
	DECQ(R14)
	JMI(LabelRef("two"))
	Label("four")
	ends(4)
	LEAQ(Mem{Base: R13, Disp: 16}, R13)
	JNZ(LabelRef("four"))
	Label("counted")
	LEAQ(Mem{Base: R10, Index: RDX, Scale: 4}, R10)
	ADDQ(Imm(64), R11)
	ADDQ(Imm(8), R8)
	Label("next")
	CMPQ(R10, R9)
	JAE(LabelRef("done"))
	CMPQ(R11, R12)
	JLE(LabelRef("block"))

	JMP(LabelRef("done"))
	Label("two")
	ends(2)
	JZ(LabelRef("counted"))
	MOVL(U32(12), R14L)
	ADDQ(Imm(8), R13)
	JMP(LabelRef("four"))

	Label("done")
	Load(Param("b"), RAX)
	SUBQ(RAX, R10)
	SHRQ(Imm(2), R10)
	DECQ(R10)
	Store(R10, Return("count"))
	VZEROUPPER()
	RET()
}

// mapHalf writes the bits of one half of the block at R11, and leaves those of the
// delimiters in ends. Y0 = the delimiter, Y1 = the parts by their low nibbles, Y2 = toMark, Y3 =
// '.', Y11 = 0, Y13 and Y14 = the tables of mapCells, Y15 = 0x0f.
func mapHalf(half int, ends Register) {
	VMOVDQU(Mem{Base: RSI, Index: R11, Scale: 1, Disp: 32 * half}, Y4)
	VPSHUFB(Y4, Y13, Y5)
	VPSRLW(Imm(4), Y4, Y6)
	VPAND(Y15, Y6, Y6)
	VPSHUFB(Y6, Y14, Y6)
	VPAND(Y6, Y5, Y8)
	VPCMPEQB(Y11, Y8, Y5)
	VPCMPEQB(Mem{Base: RSI, Index: R11, Scale: 1, Disp: 32*half + 1}, Y3, Y6)
	VPAND(Y8, Y6, Y6) // bit 7 is that of '/' and '?'
	VPOR(Y5, Y6, Y6)
	mapBits(boundsAt, half, Y6)
	VPCMPEQB(Y0, Y4, Y7)
	VPMOVMSKB(Y7, ends)
	VPSHUFB(Y4, Y1, Y6)
	VPCMPEQB(Y4, Y6, Y6)
	VPOR(Y7, Y6, Y6)
	mapBits(partsAt, half, Y6)
	VPADDUSB(Y2, Y8, Y7)
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
