package main

import (
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The classes of the lanes: eight bits, which a matrix turns into eight masks.
// They are named in walk.
func laneClass(c byte) byte {
	in := func(set string) byte { return byte(strings.Count(set, string(c))) }
	legal := in(unreserved + subDelims + ":/?#@%")
	upper := byte(0)
	if c >= 'A' && c <= 'Z' || legal == 0 {
		upper = 1
	}
	return in(":") | in("/")<<1 | in("?#")<<2 | in("#@+-")<<3 | in(alpha+digit+"+-.")<<4 |
		in(digit+".%")<<5 | in(digit+"abcdefABCDEF")<<6 | upper<<7
}

// Registers that the lanes keep for all groups.
var (
	tableLo, tableHi = Z31, Z30
	unitMatrix       = Z29 // turns eight class bytes into eight masks of eight bits
	gather           = Z28 // brings the masks of one class together, the first byte highest
	bytesZ           = Z27 // of the line that is being loaded
	ones             = Z26
	top1             = Z25 // 1<<63: the bit of position 0
	one              = Z24
	low63            = Z23 // all positions but 0
)

// lines512 writes the walk over groups of eight lines in eight lanes, and the answers
// as scanner.Line has them.
func lines512() {
	TEXT("lines512", NOSPLIT, "func(src *byte, b *uint32, groups int, base int, dst *byte, open *uint8)")
	Pragma("noescape")
	Doc(
		"lines512 writes groups of eight lines to dst, 56 bytes each: start and end, plus base, the",
		"four words, and 0; and to open a byte for each group, with a bit for",
		"each line that its fourth word says is open. It needs what longLines512 leaves.",
	)
	Load(Param("src"), RSI)
	Load(Param("b"), RBX)
	Load(Param("groups"), RCX)
	Load(Param("open"), R9)
	maskConstants(table("laneClasses", laneClass))
	VPSLLQ(Imm(63), ones, top1)
	VPSRLQ(Imm(63), ones, one)
	VPSRLQ(Imm(1), ones, low63)
	Load(Param("dst"), RDI)
	XORL(R10L, R10L)
	masks := AllocLocal(9*64 + 64)
	LEAQ(masks.Offset(63), RDX)
	ANDQ(I32(-64), RDX)
	XORL(R8L, R8L)
	XORL(R15L, R15L)
	firstMasks()
	Label("group")
	LEAQ(Mem{Base: R8, Disp: 8}, R15)
	DECQ(RCX)
	CMOVQEQ(R8, R15)
	call("transpose512")
	walk()
	MOVB(AL, Mem{Base: R9})
	INCQ(R9)
	storeLines()
	CMPQ(R8, R15)
	MOVQ(R15, R8)
	JNE(LabelRef("group"))
	VZEROUPPER()
	RET()
}

// laneMask is where the masks of a line of the next group are.
func laneMask(line int) Mem { return Mem{Base: RDX, Disp: 64 * line} }

// loadLine makes the masks of a line of the group that begins with line R15.
func loadLine(line int) {
	MOVL(Mem{Base: RBX, Index: R15, Scale: 4, Disp: posAt + 4*line}, EAX)
	BTRL(Imm(31), EAX)
	byteMasks(laneMask(line))
}

// byteMasks makes the masks of the 64 bytes from src[RAX] on.
func byteMasks(masks Mem) {
	VBROADCASTI64X4(static("del"), bytesZ)
	VPMINUB(Mem{Base: RSI, Index: RAX, Scale: 1}, bytesZ, bytesZ)
	VPERMI2B(tableHi, tableLo, bytesZ)
	VGF2P8AFFINEQB(Imm(0), bytesZ, unitMatrix, bytesZ)
	VPERMB(bytesZ, gather, bytesZ)
	VMOVDQA64(bytesZ, masks)
}

// maskConstants loads what byteMasks reads, and ones.
func maskConstants(classes Mem) {
	VMOVDQU64(classes, tableLo)
	VMOVDQU64(classes.Offset(64), tableHi)
	VPBROADCASTQ(static("units"), unitMatrix)
	VMOVDQU64(static("gather"), gather)
	VPTERNLOGQ(Imm(0xFF), ones, ones, ones)
}

// firstMasks makes the masks of the first eight lines.
func firstMasks() {
	XORL(R14L, R14L)
	Label("first")
	MOVL(Mem{Base: RBX, Index: R14, Scale: 4, Disp: posAt}, EAX)
	BTRL(Imm(31), EAX)
	MOVQ(R14, R13)
	SHLQ(Imm(6), R13)
	byteMasks(Mem{Base: RDX, Index: R13, Scale: 1})
	INCQ(R14)
	CMPQ(R14, Imm(8))
	JNE(LabelRef("first"))
}

func zmm(i int) Register { return [...]Register{Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7}[i] }

func static(name string) Mem {
	return Mem{Symbol: Symbol{Name: name, Static: true}, Base: StaticBase}
}

// transpose512 turns the masks of eight lines into Z0 to Z7, each with the masks
// of one class, a line in a lane.
func transpose512() {
	TEXT("transpose512", NOSPLIT, "func()")
	r := [8]Register{Z8, Z9, Z10, Z11, Z12, Z13, Z14, Z15}
	t := [8]Register{Z16, Z17, Z18, Z19, Z20, Z21, Z22, Z0}
	for i := 0; i < 8; i += 2 {
		VMOVDQA64(laneMask(i), r[i])
		VPUNPCKLQDQ(laneMask(i+1), r[i], t[i])
		VPUNPCKHQDQ(laneMask(i+1), r[i], t[i+1])
	}
	half := [2][4]Register{{Z8, Z9, Z10, Z11}, {Z12, Z13, Z14, Z15}}
	for odd, h := range half {
		for i := range 2 {
			VSHUFI64X2(Imm(0x88), t[4*i+2+odd], t[4*i+odd], h[2*i])
			VSHUFI64X2(Imm(0xDD), t[4*i+2+odd], t[4*i+odd], h[2*i+1])
		}
	}
	for odd, h := range half {
		for i := range 2 {
			VSHUFI64X2(Imm(0x88), h[2+i], h[i], zmm(2*i+odd))
			VSHUFI64X2(Imm(0xDD), h[2+i], h[i], zmm(4+2*i+odd))
		}
	}
	RET()
}

// laneConstants writes what the lanes read.
func laneConstants() {
	bytes("gather", func(i int) byte { return byte(8*(7-i%8) + i/8) })
	halfConstant("del", 0x7f) // larger bytes become DEL, which is in no component
	dword("low31", 1<<31-1)
	qword("low31wide", 1<<31-1)
	qword("blockStep", blockStep)
	qword("sixtyFour", 64)
	qword("top2", 3<<62)
	qword("noScheme", 3<<pathShift)
	qword("rootless", 4<<pathShift)
	qword("absolute", 2<<pathShift)
	qword("abEmpty", regNameAbEmpty)
	qword("suspect", formHint)
	qword("percentBit", percent)
	qword("suspects", formHint|percent)
	qword("hostOpen", 1<<hostOpen)
	qword("unknown", 1<<allOpen|1<<formHintOpen) // even if the line is cut
	qword("stopped", stopped)
	qword("withoutMarks", 1<<(32+markBits)-1)
}

// prefetchAhead is how far ahead of what it writes storeLines brings memory into the
// cache: as far as a page, where the processor's own prefetching stops.
const prefetchAhead = 4096

// storeLines writes the answers of a group.
func storeLines() {
	VPADDQ_BCST(NewParamAddr("base", 24), lineStart, lineStart)
	VPADDQ(lineStart, lineLength, lineLength)
	storePairs(0, lineStart, lineLength)
	storePairs(16, word0, word1)
	storePairs(32, word2, word3)
	for line := range 8 {
		MOVQ(R10, Mem{Base: RDI, Disp: 56*line + 48})
	}
	for i := range 7 {
		PREFETCHT0(Mem{Base: RDI, Disp: prefetchAhead + 64*i})
	}
	ADDQ(U32(8*56), RDI)
}

// storePairs stores words of eight lines side by side at an offset of each of
// the lines that begin at DI. The stores pick the lanes: no shuffle does.
func storePairs(at int, low, high Register) {
	VPUNPCKLQDQ(high, low, Z0) // lines 0, 2, 4, 6
	VPUNPCKHQDQ(high, low, Z1) // lines 1, 3, 5, 7
	for odd, pair := range []Register{Z0, Z1} {
		VMOVDQU([]Register{X0, X1}[odd], Mem{Base: RDI, Disp: 56*odd + at})
		for lane := 1; lane < 4; lane++ {
			VEXTRACTI64X2(Imm(uint64(lane)), pair, Mem{Base: RDI, Disp: 56*(2*lane+odd) + at})
		}
	}
}
