package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The classes of the bytes of names, by the upper and the lower four bits of their bytes.
var nameCells = [8]cell{
	nameDelim:   {"2", "DE"}, // '-' '.'
	nameDigit:   {"3", "0123456789"},
	earlyLetter: {"46", "123456789ABCDEF"}, // the letters from A to O
	lateLetter:  {"57", "0123456789A"},     // from P to Z
}

const (
	nameDelim = iota
	nameDigit
	earlyLetter
	lateLetter
)

// screen makes, with AVX2, masks of 64 bytes of host and path, position i being bit i:
//
//	BX = '/'   R13 = '.' ':' ';'   DI = 'w' 'W'
//
// Each block but the first begins with the last two bytes of the one before.
//
//	SI = where the block is   CX = the length from there on   R14 = where the path is in it
//	R8 = the length of the host, 0 in later blocks
func screen() {
	nibbles("lowOfNames", nameCells, false)
	nibbles("highOfNames", nameCells, true)
	byLowNibble("shapeMarks", ".:;")
	halfConstant("letterW", 'w')
	TEXT("screen", NOSPLIT, "func(s *byte) (odd uint64)")
	Pragma("noescape")
	Doc("screen is Screen on the level, of a Scanned. With AVX2 it may read 64 bytes before and after those of host and path, but of no other page.")
	Load(Param("s"), RDX)
	word := func(i int) Mem { return Mem{Base: RDX, Disp: scannedWords + 4*i} }
	MOVQ(Mem{Base: RDX}, RSI)
	MOVL(word(0), EAX)
	MOVL(word(1), EDI)
	MOVL(word(2), R8L)
	MOVL(word(4), ECX)
	Comment("Neither userinfo nor port, and as a host none or a registered name.")
	CMPL(EAX, Imm(1))
	SBBL(I8(-3), EAX)
	CMPL(EDI, EAX)
	JA(LabelRef("open"))
	CMPL(R8L, word(3))
	JNE(LabelRef("open"))
	TESTB(Imm(3), word(7))
	JNE(LabelRef("open"))
	CMPB(level(), Imm(levelAVX2))
	JB(LabelRef("open"))
	CMPB(level(), Imm(levelAVX512))
	JA(LabelRef("open"))
	ADDQ(RDI, RSI)
	SUBL(EDI, R8L)
	SUBL(EDI, ECX)
	JE(LabelRef("plain"))
	CMPB(Mem{Base: RSI, Index: RCX, Scale: 1, Disp: -1}, Imm('.'))
	JEQ(LabelRef("open"))
	MOVL(R8L, R14L)
	CMPL(R8L, Imm(63))
	JA(LabelRef("open"))
	CMPL(R8L, Imm(4))
	JB(LabelRef("short"))
	Comment("The last byte is a letter, and the last four are not those of names of the own host or of metadata services.")
	MOVL(Mem{Base: RSI, Index: R8, Scale: 1, Disp: -4}, EAX)
	ORL(U32(0x20202020), EAX)
	LEAL(Mem{Base: EAX, Disp: -'a' << 24}, EDX)
	CMPL(EDX, U32(26<<24))
	JAE(LabelRef("open"))
	for _, end := range []string{"host", "back", "main", "rnal", "goog", "data"} {
		CMPL(EAX, U32(uint32(end[0])|uint32(end[1])<<8|uint32(end[2])<<16|uint32(end[3])<<24))
		JEQ(LabelRef("open"))
	}
	Label("named")
	CMPB(level(), Imm(levelAVX512))
	JEQ(LabelRef("first512"))
	JMP(LabelRef("block256"))
	Label("open")
	MOVQ(U32(oddShape), NewParamAddr("odd", 8))
	RET()
	Label("short")
	TESTL(R8L, R8L)
	JZ(LabelRef("named"))
	MOVBLZX(Mem{Base: RSI, Index: R8, Scale: 1, Disp: -1}, EAX)
	ORL(Imm(0x20), EAX)
	SUBL(Imm('a'), EAX)
	CMPL(EAX, Imm(26))
	JB(LabelRef("named"))
	JMP(LabelRef("open"))
	Label("plain")
	MOVQ(NewParamAddr("s", 0), RDX)
	TESTB(U8(0x80), word(7))
	JNE(LabelRef("triplets"))
	MOVQ(U32(0), NewParamAddr("odd", 8))
	RET()
	Label("triplets")
	MOVQ(Mem{Base: RDX}, RSI)
	MOVL(word(3), EAX)
	MOVL(word(6), ECX)
	MOVL(word(4), EDX)
	call("plainTriplets256")
	XORL(Imm(1), EAX) // 0, or oddTriplets
	MOVQ(RAX, NewParamAddr("odd", 8))
	RET()

	keptSegments := segments{AllocLocal(72)}
	screen256(keptSegments)
	screen512(keptSegments)
	keptSegments.judge()

	Label("plain256")
	VZEROUPPER()
	JMP(LabelRef("plain"))
	Label("open256")
	VZEROUPPER()
	JMP(LabelRef("open"))
}

// ofBlock puts the mask of the bytes of the block that are to be read into r.
func ofBlock(r GPPhysical) {
	MOVL(U32(64), r.As32())
	CMPL(ECX, r.As32())
	CMOVLCS(ECX, r.As32())
}

func screen256(s segments) {
	Label("block256")
	masksOfShapes256()
	judgeName()
	judgePath()
	s.keep256()
	s.next(62)
	JMP(LabelRef("block256"))

	Comment("If all ends in the page, its last 64 bytes are copied to where more can be read.")
	Label("pageEnds256")
	ADDL(ECX, EAX)
	CMPL(EAX, U32(4096))
	JA(LabelRef("inside256"))
	tail := AllocLocal(128)
	MOVQ(RSI, RAX)
	ORQ(U32(4095), RAX)
	for i, y := range []Register{Y0, Y1} {
		VMOVDQU(Mem{Base: RAX, Disp: 32*i - 63}, y)
		VMOVDQU(y, tail.Offset(32*i))
	}
	ANDL(U32(63), ESI)
	LEAQ(tail.Idx(RSI, 1), RSI)
	JMP(LabelRef("inside256"))
}

func masksOfShapes256() {
	CMPL(ECX, Imm(64))
	JAE(LabelRef("inside256"))
	MOVL(ESI, EAX)
	ANDL(U32(4095), EAX)
	CMPL(EAX, U32(4096-64))
	JA(LabelRef("pageEnds256"))
	Label("inside256")
	ofBlock(RDX)
	VMOVDQU(static("shapeMarks"), Y8)
	for i, y := range []Register{Y0, Y1} {
		VMOVDQU(Mem{Base: RSI, Disp: 32 * i}, y)
		VPCMPEQB(static("slash"), y, []Register{Y2, Y3}[i])
		VPSHUFB(y, Y8, []Register{Y4, Y5}[i])
		VPCMPEQB([]Register{Y4, Y5}[i], y, []Register{Y4, Y5}[i])
		VPOR(static("blank"), y, Y9)
		VPCMPEQB(static("letterW"), Y9, []Register{Y6, Y7}[i])
	}
	for i, mask := range []Register{RBX, R13, RDI} {
		toMask([]Register{Y2, Y4, Y6}[i], []Register{Y3, Y5, Y7}[i], mask, RAX)
		BZHIQ(RDX, mask, mask)
	}
}

// judgeName leaves in R10 what is odd in the host.
func judgeName() {
	XORL(R10L, R10L)
	TESTL(R8L, R8L)
	JEQ(LabelRef("named256"))
	VMOVDQU(static("lowOfNames"), Y2)
	VMOVDQU(static("highOfNames"), Y3)
	VPBROADCASTQ(static("lowFour"), Y4)
	VPXOR(Y6, Y6, Y6)
	half := func(bytes, delims, others Register) {
		VPSRLW(Imm(4), bytes, Y5)
		VPAND(Y4, Y5, Y5)
		VPSHUFB(bytes, Y2, bytes)
		VPSHUFB(Y5, Y3, Y5)
		VPAND(Y5, bytes, bytes)
		VPCMPEQB(Y6, bytes, Y5)
		VPMOVMSKB(Y5, asL(others))
		VPSLLW(Imm(7-nameDelim), bytes, bytes)
		VPMOVMSKB(bytes, asL(delims))
	}
	half(Y0, R9, R10)
	CMPL(R8L, Imm(32))
	JBE(LabelRef("short256"))
	half(Y1, RAX, RDX)
	for i, r := range []Register{RAX, RDX} {
		SHLQ(Imm(32), r)
		ORQ(r, []Register{R9, R10}[i])
	}
	Label("short256")
	BZHIQ(R8, R9, R9)
	BZHIQ(R8, R10, R10)
	Comment("AX = where labels begin, then the last one: not with one of these, and not with a zero.")
	LEAQ(Mem{Base: R9, Index: R9, Scale: 1, Disp: 1}, RAX)
	ANDQ(RAX, R9)
	ORQ(R9, R10)
	LZCNTQ(RAX, RAX)
	XORL(Imm(63), EAX)
	CMPB(Mem{Base: RSI, Index: RAX, Scale: 1}, Imm('0'))
	JEQ(LabelRef("open256"))
	Label("named256")
}

// judgePath looks at neighbours in the path, and leaves the slashes in it in BX. Where it ends with
// up to five segments, it often finds that nothing is left.
func judgePath() {
	Comment("A mark or slash before a slash.")
	MOVQ(R13, R12)
	ORQ(RBX, R12)
	ADDQ(R12, R12)
	ANDQ(RBX, R12)
	Comment("A mark after a slash or at the beginning, before a mark.")
	LEAQ(Mem{Base: RBX, Index: RBX, Scale: 1, Disp: 1}, RAX)
	ANDQ(R13, RAX)
	ADDQ(RAX, RAX)
	ANDQ(R13, RAX)
	ORQ(RAX, R12)
	Comment("The beginning of \"www\".")
	LEAQ(Mem{Base: RDI, Index: RDI, Scale: 1}, RAX)
	ANDQ(RDI, RAX)
	ORQ(RAX, R12)
	SHRXQ(R14, R12, R12)
	ORQ(R12, R10)
	JNE(LabelRef("open256"))
	SHRXQ(R14, RBX, RBX)
	CMPL(R8L, R14L)
	JNE(LabelRef("keep256"))
	Comment("If all of three to five segments have the size of the third, four slashes are at its distances.")
	CMPL(ECX, Imm(longestShort))
	JA(LabelRef("begin256"))
	MOVL(ECX, EAX)
	SUBL(R8L, EAX)
	MOVQ(RBX, R12)
	BTSQ(RAX, R12)
	LEAQ(Mem{Base: R12, Index: R12, Scale: 1, Disp: 1}, RAX)
	TESTB(Imm(1), BL)
	CMOVQEQ(RAX, R12) // as if a slash came before the path
	MOVQ(U64(5<<61), RAX)
	ORQ(R12, RAX)
	for range 2 {
		BLSRQ(RAX, RAX)
	}
	TZCNTQ(RAX, RDX)
	BLSRQ(RAX, RAX)
	TZCNTQ(RAX, RDI)
	SUBL(EDX, EDI)
	SHRXQ(RDI, R12, R9)
	ANDQ(R12, R9)
	SHRXQ(RDI, R9, R10)
	SHRXQ(RDI, R10, R10)
	TESTQ(R9, R10)
	JNE(LabelRef("begin256"))
	POPCNTQ(R12, RAX)
	CMPL(EAX, Imm(6))
	JBE(LabelRef("plain256"))
}

// longestShort is how long host and path may be so that two bits are left beyond the end.
const longestShort = 59

// scannedWords is where a Scanned has its words, and oddShape is what it is called there.
const (
	scannedWords = 24
	oddShape     = 2
)
