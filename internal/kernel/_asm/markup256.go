package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The first and the second octets of the names of elements that may have no tags in
// them, in a cell for each first one.
var (
	rawFirst  = [8]cell{{"57", "3"}, {"57", "4"}, {"57", "8"}, {"46", "9"}, {"46", "E"}, {"57", "0"}}
	rawSecond = [8]cell{
		{"4567", "34"}, // script style
		{"46", "59"},   // textarea title
		{"46", "D"},    // xmp
		{"46", "6"},    // iframe
		{"46", "F"},    // noembed noframes
		{"46", "C"},    // plaintext
	}
)

// The registers with the masks of a block, of sets of octets.
var (
	opens   = R8  // '<', and then
	values  = R8  // what is in values
	closes  = R9  // '>'
	quotes  = R10 // '"'
	odd     = R11 // '"' behind '=' or a blank
	tagOnly = R12 // what stops in tags
	halts   = R13 // what stops anywhere
)

// skipMarkup256 writes SkipMarkup. A bit is in a tag if the "<" and ">" up to it are odd
// in number, and in a value if the quotes in tags are: products without carries
// tell that of all 64 at once.
//
//	SI = the block, CX = what is left from it on, DI = where it is, BX = the end
//	R15 and DX = -1 if the block begins in a tag, in a value
func skipMarkup256() {
	TEXT("skipMarkup256", NOSPLIT, "func(p *byte, n int, inTag int) (end, at, inValue int)")
	Pragma("noescape")
	Doc(
		"skipMarkup256 is SkipMarkup for AVX2 and PCLMULQDQ, from p on, which the octet before",
		"and n-1 more follow; inTag is 0 or -1, inValue 0 or 1.",
	)
	markupConstants()
	Load(Param("p"), RSI)
	Load(Param("n"), RCX)
	Load(Param("inTag"), R15)
	XORL(EDI, EDI)
	XORL(EBX, EBX)
	XORL(EDX, EDX)
	VPXOR(Y14, Y14, Y14) // 0
	VMOVDQU(static("lowFour"), Y11)
	for i, y := range rawTables {
		VMOVDQU(static(rawNames[i]), y)
	}
	Label("block")
	CMPQ(RCX, Imm(64+2))
	JB(LabelRef("over"))
	markupHalf(0)
	markupHalf(1)

	Comment("Stops in tags, and \"<\" and \">\" that do not take turns.")
	MOVQ(opens, RAX)
	ORQ(closes, RAX)
	upTo(RAX)
	XORQ(R15, RAX)
	MOVQ(RAX, R15)
	SARQ(Imm(63), R15)
	ANDQ(RAX, tagOnly)
	ORQ(tagOnly, halts)
	ANDNQ(opens, RAX, opens)
	ORQ(opens, halts)
	MOVQ(closes, R12)
	ANDQ(RAX, R12)
	ORQ(R12, halts)

	Comment("Tags that end in a value, and values that end in what may begin one.")
	ANDQ(RAX, quotes)
	MOVQ(quotes, RAX)
	upTo(RAX)
	XORQ(RDX, RAX)
	MOVQ(RAX, values)
	MOVQ(RAX, RDX)
	SARQ(Imm(63), RDX)
	MOVQ(closes, R12)
	ANDQ(RAX, R12)
	ORQ(R12, halts)
	ANDNQ(quotes, RAX, quotes)
	ANDQ(odd, quotes)
	ORQ(quotes, halts)
	JNZ(LabelRef("found"))

	TESTQ(closes, closes)
	JZ(LabelRef("noEnd"))
	BSRQ(closes, RAX)
	LEAQ(Mem{Base: RAX, Index: RDI, Scale: 1, Disp: 1}, RBX)
	Label("noEnd")
	ADDQ(Imm(64), RSI)
	ADDQ(Imm(64), RDI)
	SUBQ(Imm(64), RCX)
	JMP(LabelRef("block"))

	Label("found")
	TZCNTQ(halts, RAX)
	BZHIQ(RAX, closes, closes)
	JZ(LabelRef("noEndHere"))
	BSRQ(closes, RDX)
	LEAQ(Mem{Base: RDX, Index: RDI, Scale: 1, Disp: 1}, RBX)
	Label("noEndHere")
	ADDQ(RAX, RDI)
	SHRXQ(RAX, values, RDX)
	Label("over")
	ANDQ(Imm(1), RDX)
	Store(RDX, Return("inValue"))
	Store(RBX, Return("end"))
	Store(RDI, Return("at"))
	VZEROUPPER()
	RET()
}

// The nibble tables of rawFirst and rawSecond.
var (
	rawTables = [4]Register{Y13, Y12, Y15, Y9}
	rawNames  = [4]string{"lowOfFirst", "highOfFirst", "lowOfSecond", "highOfSecond"}
)

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
}

// upTo sets each bit of r to whether the bits up to it are odd in number.
func upTo(r GPPhysical) {
	VMOVQ(r, X0)
	VPCLMULQDQ(Imm(0), static("allOnes"), X0, X0)
	VMOVQ(X0, r)
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

	Comment("In tags ' and : stop, and & before # or c.")
	VPCMPEQB(static("colon"), octets, Y5)
	VPCMPEQB(static("apostrophe"), octets, Y6)
	VPOR(Y5, Y6, Y6)
	VPCMPEQB(static("number"), next, Y7)
	VPCMPEQB(static("letterC"), next, Y8)
	VPOR(Y7, Y8, Y7)
	VPCMPEQB(static("ampersand"), octets, Y8)
	VPAND(Y7, Y8, Y7)
	VPOR(Y6, Y7, Y6)
	mask(Y6, tagOnly)

	Comment("Anywhere \\ does, : before what is no blank if it is behind a letter or before / or \\,")
	Comment("and < before what is neither letter nor /.")
	VPMAXUB(static("pastBlank"), next, Y6)
	VPCMPEQB(next, Y6, Y6)
	VPMAXUB(static("capitalA"), before, Y7)
	VPCMPEQB(before, Y7, Y7)
	VPAND(Y6, Y7, Y6)
	VPCMPEQB(static("slash"), next, Y7)
	VPCMPEQB(static("backslash"), next, Y8)
	VPOR(Y7, Y8, Y8)
	VPOR(Y6, Y8, Y6)
	VPAND(Y5, Y6, Y5)
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
