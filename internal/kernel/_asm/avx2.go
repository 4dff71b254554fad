package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The cells of the nibble tables: disjoint sets of a few high nibbles times
// some low nibbles, a bit each, which together are the bytes that may occur in a
// reference outside IP literals, less '%', '@' and '#'. A byte whose class is
// 0 is special.
var cells = [8]cell{
	{"2", "BDE"},              // '+' '-' '.'
	{"2", "146789ACF"},        // '!' '$' '&' ''' '(' ')' '*' ',' '/'
	{"3", "0123456789"},       // DIGIT
	{"3", "ABDF"},             // ':' ';' '=' '?'
	{"46", "123456789ABCDEF"}, // 'A' to 'O' and 'a' to 'o'
	{"57", "0123456789A"},     // 'P' to 'Z' and 'p' to 'z'
	{"5", "F"},                // '_'
	{"7", "E"},                // '~'
}

const (
	cellDigit    = 1 << 2
	cellQuestion = 1 << 6 // of mapCells
	cellScheme   = 1<<0 | 1<<2 | 1<<4 | 1<<5
)

// A cell is the bytes of some high nibbles and some low ones.
type cell struct{ high, low string }

// nibbles makes one of the two tables of VPSHUFB, twice for the two halves.
func nibbles(name string, cells [8]cell, high bool) Mem {
	return data(name, 32, func(i int) (class byte) {
		for bit, c := range cells {
			set := c.low
			if high {
				set = c.high
			}
			for _, n := range []byte(set) {
				if "0123456789ABCDEF"[i%16] == n {
					class |= 1 << bit
				}
			}
		}
		return class
	})
}

// halves is a block of 64 bytes in two registers.
type halves [2]Register

// load256 loads 64 bytes and looks up their classes. Y13 and Y14 hold the
// tables, Y15 0x0f in every byte, Y12 is scratch.
func load256(m Mem, bytes, classes halves) {
	for i := range 2 {
		VMOVDQU(m.Offset(32*i), bytes[i])
	}
	for i := range 2 {
		VPSHUFB(bytes[i], Y13, classes[i])
		VPSRLW(Imm(4), bytes[i], Y12)
		VPAND(Y15, Y12, Y12)
		VPSHUFB(Y12, Y14, Y12)
		VPAND(Y12, classes[i], classes[i])
	}
}

func tables256() {
	VMOVDQU(static("lowNibbles"), Y13)
	VMOVDQU(static("highNibbles"), Y14)
	VMOVDQU(static("lowFour"), Y15)
	VPXOR(Y11, Y11, Y11) // 0
}

// toMask puts the mask of two registers of 0x00 and 0xff into r; t is scratch.
func toMask(a, b, r, t Register) {
	VPMOVMSKB(a, asL(r))
	VPMOVMSKB(b, asL(t))
	SHLQ(Imm(32), t)
	ORQ(t, r)
}

func asL(r Register) Register { return r.(GPPhysical).As32() }

// equal puts the mask of the bytes that are the one of constant c into r.
func equal(c string, y halves, r, t Register) {
	VPCMPEQB(static(c), y[0], Y12)
	VPCMPEQB(static(c), y[1], Y10)
	toMask(Y12, Y10, r, t)
}

// without puts the mask of the classes that have no bit of constant c into r.
func without(c string, classes halves, r, t Register) {
	VPAND(static(c), classes[0], Y12)
	VPAND(static(c), classes[1], Y10)
	VPCMPEQB(Y11, Y12, Y12)
	VPCMPEQB(Y11, Y10, Y10)
	toMask(Y12, Y10, r, t)
}

// hexDigits puts the mask of HEXDIG into r. Y8 and Y9 are scratch.
func hexDigits(y, classes halves, r, t Register) {
	out := halves{Y8, Y9}
	for i := range 2 {
		VPOR(static("blank"), y[i], out[i])
		VPSUBB(static("letterA"), out[i], out[i])
		VPMINUB(static("five"), out[i], Y12)
		VPCMPEQB(Y12, out[i], out[i])
		VPAND(static("cellDigit"), classes[i], Y12)
		VPOR(Y12, out[i], out[i])
		VPCMPEQB(Y11, out[i], out[i])
	}
	toMask(Y8, Y9, r, t)
	NOTQ(r)
}

func constants256() {
	nibbles("lowNibbles", cells, false)
	nibbles("highNibbles", cells, true)
	nibbles("lowOfMaps", mapCells, false)
	nibbles("highOfMaps", mapCells, true)
	halfConstant("noMark", 1<<leastMark-1)
	halfConstant("lowFour", 0x0f)
	halfConstant("colon", ':')
	constant("slash", '/')
	constant("question", '?')
	constant("dot", '.')
	halfConstant("blank", 0x20)
	halfConstant("letterA", 'a')
	halfConstant("five", 5)
	halfConstant("cellDigit", cellDigit)
	halfConstant("cellScheme", cellScheme)
	halfConstant("cellQuestion", cellQuestion)
	halfConstant("numberToQuestion", '?'&^'#')
	constant("fromA", 0x80-'A') // makes A the least of the signed bytes,
	constant("pastZ", 0x80+26)  // and what follows Z this one
	halfConstant("zero", '0')
	halfConstant("nine", 9)
	GLOBL("firstWords", roData) // the first words by where the authority begins: "//", http, https
	for i, w := range [9]uint64{2: 2 << 32, 7: 4 | 7<<32, 8: 5 | 8<<32} {
		DATA(8*i, U64(w))
	}
}

// avx2 is the vector of 64 bytes in two registers: Y0 and Y1 the bytes, Y4
// and Y5 their classes; the masks it saves are in the frame.
type avx2 struct{ slots [masks]Mem }

func allocAVX2() (v avx2) {
	for i := range v.slots {
		v.slots[i] = AllocLocal(8)
	}
	return v
}

func (v avx2) saved(m mask, r Register) { MOVQ(v.slots[m], r) }

func (v avx2) first() {
	bytes, classes := halves{Y0, Y1}, halves{Y4, Y5}
	MOVQ(I64(-1), RAX)
	MOVL(U32(64), EDX)
	CMPQ(RCX, RDX)
	CMOVQLT(RCX, RDX)
	BZHIQ(RDX, RAX, R8)
	load256(Mem{Base: RSI}, bytes, classes)

	Comment("Bytes of no component: special, and neither '%' nor '#' nor '@'.")
	equal("percent", bytes, R9, RAX)
	equal("number", bytes, R13, RAX)
	equal("at", bytes, RBX, RAX)
	ANDQ(R8, R9)
	beginFlags()
	ANDQ(R8, R13)
	ANDQ(R8, RBX)
	MOVQ(RBX, v.slots[atSigns])
	without("allOnes", classes, R10, RAX)
	ANDQ(R8, R10)
	ORQ(R9, RBX)
	ORQ(R13, RBX)
	ANDNQ(R10, RBX, RBX)
	JNZ(LabelRef("unproven"))
	BLSRQ(R13, RAX)
	JNZ(LabelRef("unproven"))

	Comment("Every '%' has two HEXDIG after it; the last two are judged in the next block, if there is one.")
	TESTQ(R9, R9)
	JZ(LabelRef("tripletsDone"))
	hexDigits(bytes, classes, RBX, RAX)
	ANDQ(R8, RBX)
	triplets()
	TESTQ(R9, R9)
	JNZ(LabelRef("unproven"))
	Label("tripletsDone")

	equal("colon", bytes, R10, RAX)
	ANDQ(R8, R10)
	equal("slash", bytes, R11, RAX)
	ANDQ(R8, R11)
	equal("question", bytes, R12, RAX)
	ANDQ(R8, R12)
	without("cellScheme", classes, RDI, RAX)
	ANDNQ(RDI, R10, RDI)
	notAlphaFirst()
	without("cellDigit", classes, RBX, RAX)
	MOVQ(RBX, R9)
	NOTQ(R9)
	MOVQ(R9, v.slots[digits])
	equal("dot", bytes, R9, RAX)
	ANDNQ(RBX, R9, RBX)
	MOVQ(RBX, v.slots[notDigitDot])
	ANDQ(R8, R9)
	MOVQ(R9, v.slots[dots])
	uppers256(bytes, R9, RAX)
	MOVQ(R9, v.slots[uppers])
}

// uppers256 puts the mask of A to Z into r. Y8 and Y9 are scratch.
func uppers256(bytes halves, r, t Register) {
	VMOVDQU(static("pastZ"), Y12)
	for i, y := range (halves{Y8, Y9}) {
		VPADDB(static("fromA"), bytes[i], y)
		VPCMPGTB(y, Y12, y)
	}
	toMask(Y8, Y9, r, t)
}

// notAlphaFirst sets bit 0 of DI if the first byte is not ALPHA.
func notAlphaFirst() {
	MOVBLZX(Mem{Base: RSI}, EAX)
	ORL(Imm(0x20), EAX)
	SUBL(Imm('a'), EAX)
	CMPL(EAX, Imm(26))
	SBBL(EAX, EAX)
	INCL(EAX)
	ORQ(RAX, RDI)
}

// slashDots256 leaves in Y8 what is not 0 where a '.' of the block at index follows a
// '/', the first byte included. Y9, Y10 and Y12 are scratch.
func slashDots256(index Register, bytes halves) {
	VMOVDQU(static("slash"), Y10)
	for i, y := range (halves{Y8, Y9}) {
		VPCMPEQB(Mem{Base: RSI, Index: index, Scale: 1, Disp: 32*i - 1}, Y10, Y12)
		VPCMPEQB(static("dot"), bytes[i], y)
		VPAND(Y12, y, y)
	}
	VPOR(Y8, Y9, Y8)
}

// further: R8 = where the block is. The last one is the last 64 bytes.
func (avx2) further() {
	bytes, classes := halves{Y0, Y1}, halves{Y4, Y5}
	source(RSI)
	Label("block")
	MOVQ(RCX, RDX)
	SUBQ(R8, RDX) // what is left
	LEAQ(Mem{Base: RCX, Disp: -64}, RAX)
	CMPQ(R8, RAX)
	CMOVQGT(RAX, R8)
	load256(Mem{Base: RSI, Index: R8, Scale: 1}, bytes, classes)
	slashDots256(R8, bytes)
	VPTEST(Y8, Y8)
	JZ(LabelRef("noDotsHere"))
	addFlag(1 << formHintOpen)
	Label("noDotsHere")
	equal("question", bytes, RBX, RAX)
	without("allOnes", classes, R12, RAX)
	TESTQ(R12, R12)
	JNZ(LabelRef("specials"))

	Label("questions")
	firstQuestion(RBX)

	Comment("'%', '@' and '#' are welcome here, nothing else.")
	Label("specials")
	equal("at", bytes, R13, RAX)
	ANDNQ(R12, R13, R12)
	equal("number", bytes, R13, RAX)
	ANDNQ(R12, R13, R12)
	ORQ(R13, RBX)
	equal("percent", bytes, R13, RAX)
	ANDNQ(R12, R13, R12)
	JNZ(LabelRef("unproven"))
	TESTQ(R13, R13)
	JZ(LabelRef("noPercentHere"))
	addFlag(percent)
	Label("noPercentHere")
	Comment("R13 = '%' without two HEXDIG, the last two bytes aside unless this is the last block.")
	hexDigits(bytes, classes, R12, RAX)
	lonePercent(R13, R12, RAX)

	equal("number", bytes, RAX, R12)
	numberEnds(RAX, R12)
}
