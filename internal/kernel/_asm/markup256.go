package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// skipMarkup256 writes SkipMarkup for AVX2.
func skipMarkup256() {
	skipMarkup("skipMarkup256", "AVX2 and PCLMULQDQ", constantsOfMarkup256, func() {
		markupHalf(0)
		markupHalf(1)
	})
}

// The nibble tables of rawFirst and rawSecond.
var (
	rawTables = [4]Register{Y13, Y12, Y15, Y9}
	rawNames  = [4]string{"lowOfFirst", "highOfFirst", "lowOfSecond", "highOfSecond"}
)

func constantsOfMarkup256() {
	VPXOR(Y14, Y14, Y14) // 0
	VMOVDQU(static("lowFour"), Y11)
	for i, y := range rawTables {
		VMOVDQU(static(rawNames[i]), y)
	}
}

// markupConstants writes what skipMarkup256 and skipMarkup512 load.
func markupConstants() {
	for i, name := range rawNames {
		nibbles(name, [...][8]cell{rawFirst, rawSecond}[i/2], i%2 == 1)
	}
	constant("less", '<')
	constant("greater", '>')
	constant("equals", '=')
	constant("quote", '"')
	constant("apostrophe", '\'')
	constant("backslash", '\\')
	constant("ampersand", '&')
	constant("letterC", 'c')
	constant("pastBlank", 0x21)
	constant("letters", 'z'-'a')
	constant("capitalA", 'A')
	constant("beginsTag", beginsTag)
	constant("ofEntity", ofEntity)
}

// markupHalf puts the masks of 32 octets into the lower or the upper halves of the
// registers.
func markupHalf(half int) {
	octets, next, second, before := Y0, Y1, Y2, Y3
	for i, y := range []VecPhysical{octets, next, second} {
		VMOVDQU(Mem{Base: RSI, Disp: 32*half + i}, y)
	}
	VMOVDQU(Mem{Base: RSI, Disp: 32*half - 1}, before)
	mask := func(y Register, r GPPhysical) {
		if half == 0 {
			VPMOVMSKB(y, r.As32())
			return
		}
		VPMOVMSKB(y, EAX)
		SHLQ(Imm(32), RAX)
		ORQ(RAX, r)
	}
	VPCMPEQB(static("less"), octets, Y4)
	mask(Y4, opens)
	VPCMPEQB(static("greater"), octets, Y5)
	mask(Y5, closes)

	Comment("Quotes, and those behind '=' or a blank.")
	VPCMPEQB(static("quote"), octets, Y5)
	mask(Y5, quotes)
	VPMINUB(static("blank"), before, Y6)
	VPCMPEQB(before, Y6, Y6)
	VPCMPEQB(static("equals"), before, Y7)
	VPOR(Y6, Y7, Y6)
	VPAND(Y5, Y6, Y6)
	mask(Y6, odd)

	Comment("What is in doubt in values: : and & before # or c; and '.")
	VPCMPEQB(static("colon"), octets, Y5)
	VPCMPEQB(static("number"), next, Y7)
	VPCMPEQB(static("letterC"), next, Y8)
	VPOR(Y7, Y8, Y7)
	VPCMPEQB(static("ampersand"), octets, Y8)
	VPAND(Y7, Y8, Y7)
	VPOR(Y5, Y7, Y6)
	mask(Y6, doubts)
	VPCMPEQB(static("apostrophe"), octets, Y6)
	mask(Y6, singles)

	Comment(": behind a letter and before what is no blank.")
	VPMAXUB(static("pastBlank"), next, Y6)
	VPCMPEQB(next, Y6, Y6)
	VPMAXUB(static("capitalA"), before, Y7)
	VPCMPEQB(before, Y7, Y7)
	VPAND(Y6, Y7, Y6)
	VPAND(Y5, Y6, Y6)
	mask(Y6, colons)

	Comment("Anywhere \\ stops, : before / or \\, and < before what is neither letter nor /.")
	VPCMPEQB(static("slash"), next, Y7)
	VPCMPEQB(static("backslash"), next, Y8)
	VPOR(Y7, Y8, Y8)
	VPAND(Y5, Y8, Y5)
	VPCMPEQB(static("backslash"), octets, Y6)
	VPOR(Y5, Y6, Y5)
	VPOR(static("blank"), next, Y6)
	VPSUBB(static("letterA"), Y6, Y6)
	VPMINUB(static("letters"), Y6, Y8)
	VPCMPEQB(Y6, Y8, Y6)
	VPOR(Y6, Y7, Y6)
	VPANDN(Y4, Y6, Y6)
	VPOR(Y5, Y6, Y5)

	Comment("And < before what the names of raw elements begin with.")
	rawClass(next, rawTables[0], rawTables[1], Y6)
	rawClass(second, rawTables[2], rawTables[3], Y7)
	VPAND(Y6, Y7, Y6)
	VPCMPEQB(Y14, Y6, Y6)
	VPANDN(Y4, Y6, Y6)
	VPOR(Y5, Y6, Y5)
	mask(Y5, halts)
}

// rawClass sets y to the cells that octets are in.
func rawClass(octets, low, high, y Register) {
	VPSHUFB(octets, low, y)
	VPSRLW(Imm(4), octets, Y10)
	VPAND(Y11, Y10, Y10)
	VPSHUFB(Y10, high, Y10)
	VPAND(Y10, y, y)
}
