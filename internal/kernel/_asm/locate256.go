package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// walkCells are cells of the single call: '#' is in some, and '%' alone in the last. As signed bytes,
// only the classes of '%' are below 0, and only those of the marks greater than belowMarks. The first four
// overlap, so that they are no more than four.
var walkCells = [8]cell{
	{"345", "0123456789AF"},
	{"346", "123456789ABDF"},
	{"246", "13456789ABCDEF"},
	{"47", "0123456789AE"},
	{"2", "3F"}, // '#' '/'
	{"3", "AF"}, // ':' '?'
	{"4", "0"},  // '@'
	{"2", "5"},  // '%'
}

const belowMarks = 1<<4 - 1

// schemeCells are cells of the bytes that a scheme has.
var schemeCells = [8]cell{
	{"2", "BDE"},
	{"3", "0123456789"},
	{"46", "123456789ABCDEF"},
	{"57", "0123456789A"},
}

// What the walk may read from the first byte on: a block, and the byte after it.
const readable = 64 + 1

// tables256 writes what the single call reads with AVX2. A block is two registers.
func tables256() {
	nibbles("lowOfWalk", walkCells, false)
	nibbles("highOfWalk", walkCells, true)
	halfConstant("belowMarks", belowMarks)
	byLowNibble("windowMarks", "/:@")
	halfConstant("minusOne", 0xff)
	data("pastHex", 32, func(i int) byte { // what follows the last HEXDIG of a low nibble, plus fromZero
		switch i %= 16; {
		case i == 0 || i >= 7 && i <= 9:
			return 0x80 + '9' + 1 - '0'
		case i < 7:
			return 0x80 + 'f' + 1 - '0'
		}
		return 0x80
	})
	byLowNibble("notFuture", "%/#@") // and '?', whose low nibble is that of '/'
	nibbles("lowOfScheme", schemeCells, false)
	nibbles("highOfScheme", schemeCells, true)
}

// avx2 is the vector of 64 bytes in two registers: Y0 and Y1 the bytes of the first
// block; Y2 and Y3 the bytes of a further one, Y6 and Y7 their classes. Y4, Y5, Y8, Y9, Y10 and
// Y12 are scratch.
type avx2 struct {
	loaded Mem // where the further block in Y2 and Y3 begins, or -1
}

func (v avx2) first() {
	b := v.on(firstBlock).(bytes256)
	VMOVDQU(static("lowOfWalk"), Y13)
	VMOVDQU(static("highOfWalk"), Y14)
	VPBROADCASTQ(static("lowFour"), Y15)
	VPXOR(Y11, Y11, Y11)
	load256(Mem{Base: RSI}, b.bytes, b.classes)
	b.legal(halves{Y8, Y9}, R9, RBX)
	b.equal("number", R11, RBX)
	b.equal("question", R12, RBX)
	ORQ(R11, R12)
	b.marks(R10, RBX)
	VMOVDQU(static("dot"), Y12)
	VPCMPEQB(Mem{Base: RSI, Disp: 1}, Y12, Y8)
	VPCMPEQB(Mem{Base: RSI, Disp: 33}, Y12, Y9)
	for i, y := range (halves{Y8, Y9}) {
		VPCMPEQB(static("slash"), b.bytes[i], Y10)
		VPAND(Y10, y, y)
	}
	toMask(Y8, Y9, R13, RBX)
	ADDQ(R13, R13)
	ORQ(R8, R10)
	ORQ(R8, R12)
	ANDNQ(RAX, R9, RAX)
	JNZ(LabelRef("special"))
}

func (v avx2) specials() {}

func (avx2) numbers() {
	BZHIQ(RCX, R11, R11)
	BLSRQ(R11, RBX)
	LEAQ(Mem{Base: R11, Index: R8, Scale: 1}, R11)
}

func (avx2) notJudged() {
	BZHIQ(RCX, R10, R10)
	BZHIQ(RCX, R12, R12)
}

func (v avx2) further() {
	b := v.on(furtherBlock).(bytes256)
	endBlock()
	MOVQ(U64(1<<judgedStep-1), RBX)
	CMPL(R8L, Imm(64))
	CMOVQHI(RBX, R9)
	Label("judged256")
	load256(Mem{Base: RSI, Index: RDX, Scale: 1}, b.bytes, b.classes)
	parts, dots := v.on(firstBlock).(bytes256).classes, halves{Y8, Y9}
	VMOVDQU(static("parts"), Y12)
	VMOVDQU(static("slash"), Y10)
	for i, c := range b.bytes {
		VPSHUFB(c, Y12, parts[i])
		VPCMPEQB(c, parts[i], parts[i])
		VPCMPEQB(Mem{Base: RSI, Index: RDX, Scale: 1, Disp: 32*i - 1}, Y10, dots[i])
	}
	for i, c := range b.bytes {
		VPCMPEQB(static("dot"), c, Y10)
		VPAND(Y10, dots[i], dots[i])
	}
	toMask(parts[0], parts[1], RBX, R8)
	ANDQ(R9, RBX)
	VPOR(dots[0], dots[1], Y10)
	Comment("A class less one is negative if it is 0 or that of '%'.")
	VPMINSB(b.classes[0], b.classes[1], Y12)
	VPADDB(static("minusOne"), Y12, Y12)
	VPOR(Y10, Y12, Y12)
	VPMOVMSKB(Y12, EAX)
	TESTL(EAX, EAX)
	JZ(LabelRef("furtherLegal"))
	VPTEST(Y10, Y10)
	JNZ(LabelRef("furtherDotted"))
	Comment("Is there only '%', and of the bytes to judge?")
	VPMINUB(b.classes[0], b.classes[1], Y12)
	VPCMPEQB(Y11, Y12, Y12)
	VPTEST(Y12, Y12)
	JNZ(LabelRef("furtherMixed"))
	XORL(EAX, EAX)
	b.percents(R8, RDI)
	ANDQ(R9, R8)
	JZ(LabelRef("furtherLegal"))
	JMP(LabelRef("furtherPercents"))
	Comment("Is anything of the bytes to judge?")
	Label("furtherDotted")
	for i, c := range b.classes {
		VPADDB(static("minusOne"), c, parts[i])
		VPOR(dots[i], parts[i], parts[i])
	}
	toMask(parts[0], parts[1], RAX, R8)
	TESTQ(R9, RAX)
	JZ(LabelRef("furtherLegal"))
	Label("furtherMixed")
	b.legal(halves{Y4, Y5}, RAX, R8) // dots are in Y8 and Y9
	ANDNQ(R9, RAX, RAX)
	VPTEST(Y10, Y10)
}

// plain has nothing to cut if one block is enough.
func (v avx2) plain() {
	LEAL(Mem{Base: R14, Disp: -64}, EDX)
	MOVL(U32(judgedStep), EAX)
	SUBL(EDX, EAX)
	JCS(LabelRef("moreBlocks"))
	MOVL(EDX, v.loaded)
	Label("lastBlock")
	MOVQ(I64(-1), R9)
	SHLXQ(RAX, R9, R9)
	JMP(LabelRef("judged256"))

	Label("moreBlocks")
	MOVL(I32(-1), v.loaded)
	ADDL(Imm(64-judgedStep), EAX)
	JCC(LabelRef("manyBlocks"))
	Comment("The next block begins two bytes later if there is nothing to look at in these.")
	VMOVDQU(static("parts"), Y12)
	VPSHUFB(Y1, Y12, Y8)
	VPCMPEQB(Y1, Y8, Y8)
	VPADDB(static("minusOne"), Y5, Y9)
	VPOR(Y9, Y8, Y8)
	VPMOVMSKB(Y8, EBX)
	SHLQ(Imm(32), RBX)
	ORQ(R13, RBX)
	SHRQ(Imm(judgedStep), RBX)
	JZ(LabelRef("lastBlock"))
	Label("manyBlocks")
}

func (avx2) dots(r, t Register) { toMask(Y8, Y9, r, t) }

func (v avx2) window(name string) {
	CMPL(ECX, Imm(64))
	JEQ(LabelRef("noWindow"))
	MOVL(v.loaded, EDI)
	TESTL(EDI, EDI)
	JS(LabelRef(name + "Load"))
	SUBL(EDI, ECX)
	v.on(furtherBlock).(bytes256).marks(R10, R13)
	JMP(LabelRef(name + "Masks"))
	Label(name + "Load")
	beginWindow()
	VMOVDQU(static("windowMarks"), Y12)
	bytes := v.on(furtherBlock).(bytes256).bytes
	for i, y := range (halves{Y8, Y9}) {
		VMOVDQU(Mem{Base: RSI, Index: RDI, Scale: 1, Disp: 32 * i}, bytes[i])
		VPSHUFB(bytes[i], Y12, y)
		VPCMPEQB(bytes[i], y, y)
	}
	toMask(Y8, Y9, R10, R13)
	Label(name + "Masks")
	SHRXQ(RCX, R10, R10)
	SHLXQ(RCX, R10, R10)
	MOVL(EDI, ECX)
}

// literal takes one load for up to 32 bytes.
func (v avx2) literal() {
	CMPL(EAX, Imm(32))
	JA(LabelRef("loadLiteral"))
	literalBlockStart(32)
	VMOVDQU(Mem{Base: RSI, Index: RCX, Scale: 1}, Y2)
	literalOffset()
	VMOVDQU(static("pastHex"), Y12)
	hexDigits256(Y2, Y8)
	VPCMPEQB(static("colon"), Y2, Y9)
	VPMOVMSKB(Y8, R10L)
	VPMOVMSKB(Y9, R11L)
	SHRXL(ECX, R10L, R10L)
	SHRXL(ECX, R11L, R11L)
	Label("literalMasks")
}

func (v avx2) literalLoad(m Mem) {
	for i, y := range v.on(furtherBlock).(bytes256).bytes {
		VMOVDQU(m.Offset(32*i), y)
	}
}

func (v avx2) anyUpper() {
	f, w := v.on(firstBlock).(bytes256).bytes, v.on(furtherBlock).(bytes256).bytes
	VMOVDQU(static("fromA"), Y12)
	VPADDB(f[0], Y12, Y8)
	for _, y := range []Register{f[1], w[0], w[1]} {
		VPADDB(y, Y12, Y9)
		VPMINSB(Y9, Y8, Y8)
	}
	VMOVDQU(static("pastZ"), Y12)
	VPCMPGTB(Y8, Y12, Y8)
	VPMOVMSKB(Y8, R10L)
}

// uppersBefore looks at what the first block judges and at the 64 bytes before DI. R13 is 0.
func (avx2) uppersBefore() {
	VMOVDQU(static("fromA"), Y2)
	MOVL(EDI, R15L)
	SUBL(Imm(64), R15L)
	CMOVLCS(R13L, R15L)
	VPADDB(Mem{Base: RSI}, Y2, Y3)
	for _, m := range []Mem{
		{Base: RSI, Disp: judgedStep - 32},
		{Base: RSI, Index: R15, Scale: 1},
		{Base: RSI, Index: RDI, Scale: 1, Disp: -32},
	} {
		VPADDB(m, Y2, Y6)
		VPMINSB(Y3, Y6, Y3)
	}
	VMOVDQU(static("pastZ"), Y6)
	VPCMPGTB(Y3, Y6, Y3)
	VPMOVMSKB(Y3, R10L)
}

// pageEnds copies a reference that ends in the last bytes of a page, with the bytes before
// it, and one that is empty and may have no address.
func (avx2) pageEnds() {
	copied := AllocLocal(64 + 72) // as much as is read from each of its last bytes on
	Label("atPageEnd")
	TESTQ(RCX, RCX)
	JZ(LabelRef("empty"))
	ADDQ(RCX, RBX)
	CMPQ(RBX, U32(4096))
	JAE(LabelRef("load")) // it reaches into the next page
	for i := range 2 {
		VMOVDQU(Mem{Base: RSI, Index: RCX, Scale: 1, Disp: 32*i - 64}, Y0)
		VMOVDQU(Y0, copied.Offset(32*i))
	}
	Label("empty")
	LEAQ(copied.Offset(64), RSI)
	SUBQ(RCX, RSI)
	JMP(LabelRef("load"))
}

func (avx2) on(b block) masks {
	if b == firstBlock {
		return bytes256{halves{Y0, Y1}, halves{Y4, Y5}}
	}
	return bytes256{halves{Y2, Y3}, halves{Y6, Y7}}
}

type bytes256 struct{ bytes, classes halves }

func (b bytes256) equal(c string, r, t Register) {
	VPCMPEQB(static(c), b.bytes[0], Y8)
	VPCMPEQB(static(c), b.bytes[1], Y9)
	toMask(Y8, Y9, r, t)
}

// digits256 makes each byte of y that is a digit 0xff and the others 0.
func digits256(bytes, y Register) {
	VPSUBB(static("zero"), bytes, y)
	VPMINUB(static("nine"), y, Y12)
	VPCMPEQB(Y12, y, y)
}

// notDigits256 makes each byte of y that is a digit 0 and the others 0xff.
func notDigits256(bytes, y Register) {
	VPADDB(static("fromZero"), bytes, y)
	VPCMPGTB(static("toNine"), y, y)
}

func (b bytes256) notDigits(r, t Register) {
	notDigits256(b.bytes[0], Y8)
	notDigits256(b.bytes[1], Y9)
	toMask(Y8, Y9, r, t)
}

// hexDigits takes some bytes of no component for a HEXDIG.
func (b bytes256) hexDigits(r, t Register) {
	VMOVDQU(static("pastHex"), Y12)
	hexDigits256(b.bytes[0], Y8)
	hexDigits256(b.bytes[1], Y9)
	toMask(Y8, Y9, r, t)
}

// hexDigits256 makes each byte of y that is a HEXDIG 0xff, the others 0, but some bytes of no
// component either. Y12 holds pastHex; it overwrites Y10.
func hexDigits256(bytes, y Register) {
	VPOR(static("blank"), bytes, y)
	VPSHUFB(y, Y12, Y10)
	VPADDB(static("fromZero"), y, y)
	VPCMPGTB(y, Y10, y)
}

// legal puts the bytes of a component, without '%', into r. It overwrites y.
func (b bytes256) legal(y halves, r, t Register) {
	for i, c := range b.classes {
		VPCMPGTB(Y11, c, y[i])
	}
	toMask(y[0], y[1], r, t)
}

func (b bytes256) marks(r, t Register) {
	for i, y := range (halves{Y8, Y9}) {
		VPCMPGTB(static("belowMarks"), b.classes[i], y)
	}
	toMask(Y8, Y9, r, t)
}

func (b bytes256) percents(r, t Register) { toMask(b.classes[0], b.classes[1], r, t) }

func (b bytes256) uppers(r, t Register) {
	VMOVDQU(static("pastZ"), Y12)
	for i, y := range (halves{Y8, Y9}) {
		VPADDB(static("fromA"), b.bytes[i], y)
		VPCMPGTB(y, Y12, y)
	}
	toMask(Y8, Y9, r, t)
}

func (b bytes256) notScheme(r, t Register) {
	schemeBytes(Y15, b.bytes[:], []Register{Y8, Y9})
	VPCMPEQB(Y11, Y8, Y8)
	VPCMPEQB(Y11, Y9, Y9)
	toMask(Y8, Y9, r, t)
}

func (b bytes256) notFuture(r, t Register) {
	VMOVDQU(static("notFuture"), Y12)
	VMOVDQU(static("question"), Y10)
	for i, y := range (halves{Y8, Y9}) {
		VPSHUFB(b.bytes[i], Y12, y)
		VPCMPEQB(b.bytes[i], y, y)
	}
	VPCMPEQB(b.bytes[0], Y10, Y12)
	VPOR(Y12, Y8, Y8)
	VPCMPEQB(b.bytes[1], Y10, Y12)
	VPOR(Y12, Y9, Y9)
	toMask(Y8, Y9, r, t)
}

// schemeBytes makes the bytes of y 0 that are not of a scheme. lowFour is 0x0f in every byte; Y10 and
// Y12 are scratch.
func schemeBytes(lowFour Register, bytes, y []Register) {
	VMOVDQU(static("lowOfScheme"), Y12)
	for i, b := range bytes {
		VPSHUFB(b, Y12, y[i])
	}
	VMOVDQU(static("highOfScheme"), Y12)
	for i, b := range bytes {
		VPSRLW(Imm(4), b, Y10)
		VPAND(lowFour, Y10, Y10)
		VPSHUFB(Y10, Y12, Y10)
		VPAND(Y10, y[i], y[i])
	}
}
