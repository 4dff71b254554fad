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

// How many octets behind a block are read with it, and how many at most before a quote
// for the name of the attribute.
const (
	behindBlock = 2
	beforeQuote = 32
)

// The registers with the masks of a block, of sets of octets.
var (
	opens   = R8  // '<'
	closes  = R9  // '>'
	quotes  = R10 // '"', and then those that open values
	odd     = R11 // '"' behind '=' or a blank
	doubts  = R12 // ':', and '&' before '#' or 'c': in values, if they hold references
	halts   = R13 // what stops anywhere
	values  = RDI // what is in values
	singles = RCX // '\''
	colons  = RDX // ':' that a URI may end with in a text, by the octets around it
)

// skipMarkup writes SkipMarkup with what makes the masks of a block. A bit is in a tag
// if the "<" and ">" up to it are odd in number, and in a value if the quotes in tags
// are: products without carries tell that of all 64 at once.
//
//	SI = the block, BX = the end
//	R15 and DI < 0 if the block begins in a tag, in a value
//	R14 = the last quote before the block that opens a value
func skipMarkup(name, doc string, constants, masks func()) {
	TEXT(name, NOSPLIT, "func(p *byte, n int, inTag int, signs *uint32) (end, at, inValue int)")
	Pragma("noescape")
	Doc(
		name+" is SkipMarkup for "+doc+", from p on, which beforeQuote octets and two",
		"precede and n-1 follow; inTag is 0 or -1, inValue 0 or 1.",
	)
	last := AllocLocal(8) // the last block
	kept := AllocLocal(8)
	Load(Param("p"), RSI)
	Load(Param("n"), RCX)
	Load(Param("inTag"), R15)
	LEAQ(Mem{Base: RSI, Index: RCX, Scale: 1, Disp: -64 - behindBlock}, RCX)
	MOVQ(RCX, last)
	MOVQ(RSI, RBX)
	MOVQ(RSI, R14)
	XORL(values.As32(), values.As32())
	constants()
	Label("block")
	CMPQ(RSI, last)
	JA(LabelRef("over"))
	SARQ(Imm(63), values)
	masks()

	Comment("Stops in tags, and \"<\" and \">\" that do not take turns.")
	MOVQ(opens, RAX)
	ORQ(closes, RAX)
	upTo(RAX)
	SARQ(Imm(63), R15)
	XORQ(RAX, R15)
	ANDNQ(opens, R15, RAX)
	ORQ(RAX, halts)
	MOVQ(closes, RAX)
	ANDQ(R15, RAX)
	ORQ(RAX, halts)

	Comment("Tags that end in a value, and values that end in what may begin one.")
	ANDQ(R15, quotes)
	MOVQ(quotes, RAX)
	upTo(RAX)
	XORQ(RAX, values)
	MOVQ(closes, RAX)
	ANDQ(values, RAX)
	ORQ(RAX, halts)
	ANDNQ(quotes, values, RAX)
	ANDQ(odd, RAX)
	ORQ(RAX, halts)
	ANDQ(values, quotes)

	Comment("What stops in tags, but not in values, and what is in doubt in these.")
	ORQ(doubts, singles)
	ANDNQ(R15, values, RAX)
	ANDQ(singles, RAX)
	ORQ(RAX, halts)
	ANDQ(values, doubts)
	MOVQ(colons, RAX)
	ORQ(doubts, RAX)
	ORQ(halts, RAX)
	JNZ(LabelRef("look"))

	Label("next")
	TESTQ(closes, closes)
	JZ(LabelRef("noEnd"))
	BSRQ(closes, RAX)
	LEAQ(Mem{Base: RAX, Index: RSI, Scale: 1, Disp: 1}, RBX)
	Label("noEnd")
	BSRQ(quotes, RAX)
	LEAQ(Mem{Base: RAX, Index: RSI, Scale: 1}, RAX)
	CMOVQNE(RAX, R14)
	ADDQ(Imm(64), RSI)
	JMP(LabelRef("block"))

	Label("look")
	MOVQ(colons, kept)
	lookAtValues()
	MOVQ(kept, colons)
	lookAtColons()
	TESTQ(halts, halts)
	JZ(LabelRef("next"))

	TZCNTQ(halts, RAX)
	BZHIQ(RAX, closes, closes)
	JZ(LabelRef("noEndHere"))
	BSRQ(closes, RDX)
	LEAQ(Mem{Base: RDX, Index: RSI, Scale: 1, Disp: 1}, RBX)
	Label("noEndHere")
	ADDQ(RAX, RSI)
	SHRXQ(RAX, values, values)
	SHLQ(Imm(63), values)
	Label("over")
	SHRQ(Imm(63), values)
	Load(Param("p"), RAX)
	SUBQ(RAX, RSI)
	SUBQ(RAX, RBX)
	Store(values, Return("inValue"))
	Store(RBX, Return("end"))
	Store(RSI, Return("at"))
	VZEROUPPER()
	RET()
}

// lookAtValues goes over the values with a doubt before the first halt, and halts at that
// doubt if the name of the attribute is none that has been told to hold none, or cannot
// be told.
func lookAtValues() {
	low, cursor, floor, size := RDX, RCX, R11, R8
	BLSMSKQ(halts, RAX)
	ANDQ(RAX, doubts)
	JZ(LabelRef("valuesDone"))
	Label("value")
	Comment("The quote that opens the value.")
	BLSIQ(doubts, low)
	LEAQ(Mem{Base: low, Disp: -1}, RAX)
	ANDQ(quotes, RAX)
	BSRQ(RAX, cursor)
	LEAQ(Mem{Base: cursor, Index: RSI, Scale: 1}, cursor)
	CMOVQEQ(R14, cursor)
	LEAQ(Mem{Base: cursor, Disp: -beforeQuote}, floor)
	DECQ(cursor)
	CMPB(Mem{Base: cursor}, Imm('='))
	JNE(LabelRef("mayRefer"))
	MOVQ(cursor, size)

	Comment("The name, and blanks before it, and before these no '='.")
	Label("name")
	DECQ(cursor)
	CMPQ(cursor, floor)
	JB(LabelRef("mayRefer"))
	MOVBLZX(Mem{Base: cursor}, EAX)
	CMPL(EAX, Imm('>'))
	JA(LabelRef("name"))
	CMPL(EAX, Imm('-'))
	JEQ(LabelRef("name"))
	CMPL(EAX, Imm(' '))
	JA(LabelRef("mayRefer"))
	MOVBLZX(Mem{Base: cursor, Disp: 1}, EAX)
	SUBQ(cursor, size)
	DECQ(size)
	JZ(LabelRef("mayRefer"))
	toMasks(0)
	BTL(size.As32(), EAX)
	JCS(LabelRef("mayRefer"))
	Label("blank")
	DECQ(cursor)
	CMPQ(cursor, floor)
	JB(LabelRef("mayRefer"))
	MOVBLZX(Mem{Base: cursor}, EAX)
	CMPL(EAX, Imm(' '))
	JBE(LabelRef("blank"))
	CMPL(EAX, Imm('='))
	JEQ(LabelRef("mayRefer"))

	Comment("On behind the value, by a carry through it.")
	ADDQ(values, low)
	ANDQ(low, doubts)
	JNZ(LabelRef("value"))
	JMP(LabelRef("valuesDone"))
	Label("mayRefer")
	ORQ(low, halts)
	Label("valuesDone")
}

// lookAtColons halts at the first of the colons, before any halt, that has before it how
// schemes end that are told.
func lookAtColons() {
	BLSMSKQ(halts, RAX)
	ANDQ(RAX, colons)
	JZ(LabelRef("colonsDone"))
	Label("colon")
	TZCNTQ(colons, RAX)
	MOVBLZX(Mem{Base: RSI, Index: RAX, Scale: 1, Disp: -1}, ECX)
	MOVBLZX(Mem{Base: RSI, Index: RAX, Scale: 1, Disp: -2}, EAX)
	toMasks(32)
	BTL(ECX, EAX)
	JCC(LabelRef("beginsNone"))
	TZCNTQ(colons, RAX)
	MOVBLZX(Mem{Base: RSI, Index: RAX, Scale: 1, Disp: -3}, EAX)
	toMasks(64)
	BTL(ECX, EAX)
	JCS(LabelRef("mayBegin"))
	Label("beginsNone")
	BLSRQ(colons, colons)
	JNZ(LabelRef("colon"))
	JMP(LabelRef("colonsDone"))
	Label("mayBegin")
	BLSIQ(colons, RAX)
	ORQ(RAX, halts)
	Label("colonsDone")
}

// toMasks sets AX to that of the masks of signs from one on that the letter in it has.
func toMasks(from int) {
	ANDL(Imm(31), EAX)
	SHLL(Imm(2), EAX)
	ADDQ(parameter("signs"), RAX)
	MOVL(Mem{Base: RAX, Disp: 4 * from}, EAX)
}

// parameter is where a parameter is.
func parameter(name string) Mem {
	p, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return p.Addr
}

// upTo sets each bit of r to whether the bits up to it are odd in number.
func upTo(r GPPhysical) {
	VMOVQ(r, X0)
	VPCLMULQDQ(Imm(0), static("allOnes"), X0, X0)
	VMOVQ(X0, r)
}
