package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The pairs of bytes that screen256 looks for, by their upper and lower four bits: one of before, then
// one of after. Some may be odd that are not.
var (
	beforeCells = [8]cell{
		{"2", "DEF"}, // "-./"
		{"2", "EF"},  // "./"
		{"01234567", allNibbles},
		{"01234567", allNibbles},
		{"01234567", allNibbles},
		{"57", "7"},   // "wW"
		{"2", "E"},    // '.'
		{"23", "AEF"}, // "./:"
	}
	afterCells = [8]cell{
		{"2", "DE"},            // "-."
		{"3", "0"},             // '0'
		{"2", "0123456789ABC"}, // "!$%&'()*+,"
		{"3", "ABCDEF"},        // ";="
		{"57", "BCDEF"},        // "_~"
		{"57", "7"},            // "wW"
		{"23", "BE"},           // ".;"
		{"2", "F"},             // '/'
	}
)

const (
	allNibbles   = "0123456789ABCDEF"
	pairsOfHosts = 5 // the first ones; the others are of paths
)

// block256 makes, of the 64 bytes of a block, R13 = the mask of '/' and R9 = that of the bytes that would
// be odd in a path. Y4 and Y5 have the pairs. Anything may come before the first byte.
//
//	SI = where the block is   CX = the length from there on   R15 < 0 if it is the first
func block256() {
	Label("first256")
	MOVQ(Mem{Base: RDX, Disp: 8}, RCX)
	MOVQ(I64(-1), R15)
	for i, name := range []string{"lowBefore", "highBefore", "lowAfter", "highAfter"} {
		VMOVDQU(static(name), []Register{Y8, Y9, Y10, Y11}[i])
	}
	VPBROADCASTQ(static("lowFour"), Y12)
	Label("block256")
	MOVQ(RSI, R11)
	CMPL(ECX, Imm(64))
	JAE(LabelRef("inside256"))
	LEAL(Mem{Base: ESI, Disp: -1}, EAX) // nil, too, is where a page ends
	ANDL(U32(4095), EAX)
	CMPL(EAX, U32(4095-64))
	JA(LabelRef("pageEnds256"))
	Label("inside256")
	bytes, before, after := halves{Y0, Y1}, halves{Y2, Y3}, halves{Y4, Y5}
	for i := range 2 {
		VMOVDQU(Mem{Base: R11, Disp: 32 * i}, bytes[i])
		VPSRLW(Imm(4), bytes[i], Y6)
		VPAND(Y12, Y6, Y6)
		VPSHUFB(bytes[i], Y8, before[i])
		VPSHUFB(Y6, Y9, Y7)
		VPAND(Y7, before[i], before[i])
		VPSHUFB(bytes[i], Y10, after[i])
		VPSHUFB(Y6, Y11, Y7)
		VPAND(Y7, after[i], after[i])
	}
	toMask(after[0], after[1], R13, RAX)
	VPERM2I128(Imm(0x21), before[1], before[0], Y6)
	VPALIGNR(Imm(15), Y6, before[1], Y6)
	VPAND(Y6, after[1], after[1])
	VPCMPEQB(Y7, Y7, Y7)
	VPERM2I128(Imm(0x02), Y7, before[0], Y6)
	VPALIGNR(Imm(15), Y6, before[0], Y6)
	VPAND(Y6, after[0], after[0])
	oddOf("oddInPath256", Y4, Y5, R9)
	TESTQ(R15, R15)
	JNS(LabelRef("further256"))
}

// oddOf puts the mask of the bytes that have one of the upper pairs into r: with add, those get bit 7.
func oddOf(add string, first, second, r Register) {
	for i, half := range (halves{first, second}) {
		VPADDUSB(static(add), half, []Register{Y2, Y3}[i])
	}
	toMask(Y2, Y3, r, RAX)
}

// end256 judges the end of the path, and the host. It leaves in R10 what is odd in a host, and in R8 where the path
// begins.
func end256() {
	CMPB(Mem{Base: RSI, Index: RCX, Scale: 1, Disp: -1}, Imm('.'))
	JEQ(LabelRef("open256"))
	XORL(R10L, R10L)
	hostEnds("256", "hosted256")
	for i, half := range (halves{Y4, Y5}) {
		VPSLLW(Imm(8-pairsOfHosts), half, []Register{Y0, Y1}[i])
	}
	halfConstant("oddInHost256", 0x80-1<<(8-pairsOfHosts))
	oddOf("oddInHost256", Y0, Y1, R10)
	BZHIQ(R8, R10, R10)
	SHRXQ(RDI, R10, R10)
	Label("hosted256")
	MOVL(half(3), R8L)
}

// screen256 begins each block but the first with the last two bytes of the one before.
//
//	SI = where the block is   CX = the length of the path from there on   BX = its slashes
func screen256(s segments) {
	nibbles("lowBefore", beforeCells, false)
	nibbles("highBefore", beforeCells, true)
	nibbles("lowAfter", afterCells, false)
	nibbles("highAfter", afterCells, true)
	halfConstant("oddInPath256", 0x80-1<<pairsOfHosts)
	isOdd := func() { // behind the first byte of the path
		SHRXQ(R8, R9, R9)
		SHRQ(Imm(1), R9)
		JNE(LabelRef("oddFirst256"))
		TESTQ(R10, R10)
		JNE(LabelRef("oddFirst256"))
	}

	CMPL(ECX, Imm(longestNear))
	JA(LabelRef("wide256"))
	BZHIQ(RCX, R9, R9)
	isOdd()
	Label("near256")
	Comment("If all of three to five segments have the size of the third, four slashes are at its distances.")
	BZHIQ(RCX, R13, R12)
	BTSQ(RCX, R12)
	SHRXQ(R8, R12, R12)
	LEAQ(Mem{Base: R12, Index: R12, Scale: 1, Disp: 1}, RAX)
	TESTB(Imm(1), R12B)
	CMOVQEQ(RAX, R12) // as if a slash came before the path
	MOVL(ECX, EAX)
	SUBL(R8L, EAX)
	CMPL(EAX, Imm(longestShort))
	JA(LabelRef("segments256"))
	MOVQ(U64(5<<61), RAX)
	ORQ(R12, RAX)
	for range 2 {
		BLSRQ(RAX, RAX)
	}
	TZCNTQ(RAX, R9)
	BLSRQ(RAX, RAX)
	TZCNTQ(RAX, RAX)
	SUBL(R9L, EAX)
	SHRXQ(RAX, R12, R9)
	ANDQ(R12, R9)
	SHRXQ(RAX, R9, R10)
	SHRXQ(RAX, R10, R10)
	TESTQ(R9, R10)
	JNE(LabelRef("segments256"))
	POPCNTQ(R12, RAX)
	CMPL(EAX, Imm(6))
	JBE(LabelRef("plain256"))

	Label("segments256")
	XORL(R15L, R15L)
	clipPath()
	MOVQ(R13, RBX)
	behindFirst(RBX, "open256")
	JMP(LabelRef("keep256"))

	Label("further256")
	MOVL(U32(64), EDX)
	CMPL(ECX, EDX)
	CMOVLCS(ECX, EDX)
	BZHIQ(RDX, R9, R9)
	SHRQ(Imm(2), R9)
	JNE(LabelRef("oddFurther256"))
	Label("evenFurther256")
	BZHIQ(RDX, R13, RBX)
	ANDQ(I8(-4), RBX)
	s.keep256()
	ADDQ(Imm(62), RSI)
	SUBL(Imm(62), ECX)
	JMP(LabelRef("block256"))

	Label("wide256")
	isOdd()
	JMP(LabelRef("segments256"))
	Label("oddFurther256")
	LEAQ(Mem{Base: RSI, Disp: 2}, RDI)
	JMP(LabelRef("oddInPath256"))
	Label("even256")
	TESTQ(R15, R15)
	JNS(LabelRef("evenFurther256"))
	CMPL(ECX, Imm(longestNear))
	JBE(LabelRef("near256"))
	JMP(LabelRef("segments256"))

	Comment("If all ends in the page, its last 64 bytes are copied to where more can be read.")
	Label("pageEnds256")
	TESTL(ECX, ECX)
	JE(LabelRef("words256"))
	ADDL(ECX, EAX)
	CMPL(EAX, U32(4095))
	JA(LabelRef("inside256"))
	tail := AllocLocal(128)
	ORQ(U32(4095), R11)
	for i, y := range []Register{Y0, Y1} {
		VMOVDQU(Mem{Base: R11, Disp: 32*i - 63}, y)
		VMOVDQU(y, tail.Offset(32*i))
	}
	MOVL(ESI, EAX)
	ANDL(U32(63), EAX)
	LEAQ(tail.Idx(RAX, 1), R11)
	JMP(LabelRef("inside256"))
}
