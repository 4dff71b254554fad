package main

import (
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// oddTriplets are what triplets256 looks for: the bytes with one of high as their first digit, and
// one of low as their second one. The last of them is a space, which is odd
// at the end of a segment.
var oddTriplets = [8]struct {
	inPath    bool
	high, low string
}{
	{false, "01", hexDigits},
	{false, "7", "F"},
	{false, "2", "5"},
	{true, "2", "3EF"},
	{true, "3", "ABF"},
	{true, "46", "123456789ABCDEF"},
	{true, "57", "0123456789AC"},
	{true, "2", "0"},
}

// utf8Errors are what is wrong with a byte of UTF-8 after another one (RFC 3629, section 4): the
// ranges of the upper four bits of the byte before, of its lower ones, and of the upper ones of this
// one. The last three are all first bytes of characters of four bytes, of three or four, and of two to four:
// the last says what ends too early, and the others what must be two and three bytes after these.
var utf8Errors = [8][3]string{
	{"C", "01", "89AB"}, // overlong
	{"E", "0", "89"},
	{"E", "D", "AB"},           // a surrogate
	{"F", "056789ABCDEF", "8"}, // overlong, or beyond U+10FFFF
	{"F", "456789ABCDEF", "9AB"},
	{"F", hexDigits, ""},
	{"EF", hexDigits, ""},
	{"CDEF", hexDigits, "01234567CDEF"},
}

// digitTable is a table by hex digits: bit i of a byte is set if the set i has the digit.
func digitTable(name string, set func(i int) string) Mem {
	return halfTable(name, func(i int) byte { return digitClass(hexDigits[i], set) })
}

const hexDigits = "0123456789ABCDEF"

func digitClass(digit byte, set func(i int) string) (bits byte) {
	for i := range 8 {
		if strings.IndexByte(set(i), digit) >= 0 {
			bits |= 1 << i
		}
	}
	return bits
}

// The sets of the tables, by bit.
func oddHigh(i int) string  { return oddTriplets[i].high }
func oddLow(i int) string   { return oddTriplets[i].low }
func utf8High(i int) string { return utf8Errors[i][0] }
func utf8Low(i int) string  { return utf8Errors[i][1] }
func utf8Next(i int) string { return utf8Errors[i][2] }

// plainTriplets256 treats each byte as if it were a "%", looks the digits after it up in tables, and
// each character in three: by the two digits of the byte before, and by the first digit of
// this one. What comes from other bytes than "%" is that of a NUL.
//
//	SI = where the block is   CX = the length from there on   DX = that of the path
func triplets256() {
	const block, more = 32, 3
	tables := []Mem{
		digitTable("oddHigh", oddHigh),
		digitTable("oddLow", oddLow),
		digitTable("utf8High", utf8High),
		digitTable("utf8Low", utf8Low),
		digitTable("utf8Next", utf8Next),
	}
	anywhere, inPath := byte(0), byte(0)
	for i, odd := range oddTriplets[:7] {
		if odd.inPath {
			inPath |= 1 << i
		} else {
			anywhere |= 1 << i
		}
	}
	halfConstant("oddAnywhere", anywhere)
	halfConstant("oddInPaths", inPath)
	halfConstant("top", 0x80)
	halfConstant("letterMore", 9)
	halfConstant("lastDigit", '9')
	TEXT("triplets", NOSPLIT, "func(p *byte, path, pathEnd, n uint32) (odd bool)")
	Pragma("noescape")
	Doc("triplets reports that not all are plain, on the level. With AVX2 it may read 35 bytes beyond p[:n], but of no other page.")
	Load(Param("p"), RSI)
	Load(Param("path"), EAX)
	Load(Param("pathEnd"), EDX)
	Load(Param("n"), ECX)
	CMPB(level(), Imm(levelAVX512))
	JEQ(LabelRef("call512"))
	call("plainTriplets256")
	Store(AL, Return("odd"))
	RET()
	Label("call512")
	forTriplets512()
	call("plainTriplets512")
	Store(AL, Return("odd"))
	RET()

	TEXT("plainTriplets256", NOSPLIT, "func()")
	rest := AllocLocal(104)
	XORL(R8L, R8L) // whether what is left is there
	ADDQ(RAX, RSI)
	SUBQ(RAX, RDX)
	SUBQ(RAX, RCX)
	Comment("Most paths have no triplets, and are skipped.")
	LEAQ(static("firstBytes").Offset(64), RDI)
	VMOVDQU(static("percent"), Y1)
	Label("path256")
	CMPQ(RDX, Imm(block))
	JLT(LabelRef("pathEnds256"))
	VPCMPEQB(Mem{Base: RSI}, Y1, Y0)
	VPTEST(Y0, Y0)
	JNE(LabelRef("begin256"))
	ADDQ(Imm(block), RSI)
	SUBQ(Imm(block), RDX)
	SUBQ(Imm(block), RCX)
	JMP(LabelRef("path256"))
	Label("pathEnds256")
	CMPQ(RCX, Imm(block))
	JLT(LabelRef("begin256"))
	NEGQ(RDX)
	VPCMPEQB(Mem{Base: RSI}, Y1, Y0)
	VPAND(Mem{Base: RDI, Index: RDX, Scale: 1}, Y0, Y0)
	NEGQ(RDX)
	VPTEST(Y0, Y0)
	JNE(LabelRef("begin256"))
	ADDQ(RDX, RSI)
	SUBQ(RDX, RCX)
	XORL(EDX, EDX)
	Label("begin256")
	VPXOR(Y0, Y0, Y0) // what is odd
	high, low, before, beforeLow, next := Y15, Y14, Y13, Y12, Y11
	for i, y := range []Register{high, low, before, beforeLow, next} {
		VMOVDQU(tables[i], y)
	}
	VPXOR(Y8, Y8, Y8) // what the digits of the block before say of the bytes after them

	at := func(i int) Mem { return Mem{Base: RSI, Disp: i} }
	clipped := func(n GPPhysical) Mem {
		MOVL(U32(block+more), EAX)
		CMPQ(n, RAX)
		CMOVQLT(n, RAX)
		NEGQ(RAX)
		return Mem{Base: RDI, Index: RAX, Scale: 1}
	}

	Label("block256")
	VMOVDQU(static("percent"), Y1)
	CMPQ(RCX, Imm(block+more))
	JB(LabelRef("last256"))
	VPCMPEQB(at(0), Y1, Y1)
	Label("digits256")
	for i, y := range []Register{Y2, Y3} {
		VMOVDQU(at(1+i), y)
		VPCMPGTB(static("lastDigit"), y, Y4)
		VPAND(static("letterMore"), Y4, Y4)
		VPADDB(Y4, y, y)
		VPAND(Y1, y, y)
	}
	Comment("Y6 = where a character begins one to three bytes before, then whether it is odd that it does or does not.")
	VPSHUFB(Y2, before, Y5)
	VPSHUFB(Y3, beforeLow, Y4)
	VPAND(Y4, Y5, Y5)
	VPERM2I128(Imm(0x21), Y5, Y8, Y4)
	VPALIGNR(Imm(7), Y4, Y5, Y6)
	VPALIGNR(Imm(10), Y4, Y5, Y7)
	VPALIGNR(Imm(13), Y4, Y5, Y4)
	VMOVDQA(Y5, Y8)
	VPADDB(Y6, Y6, Y6)
	VPOR(Y7, Y6, Y6)
	VPADDB(Y6, Y6, Y6)
	VPOR(Y4, Y6, Y6)
	VPSHUFB(Y2, next, Y5)
	VPXOR(Y5, Y6, Y6)
	VPANDN(static("top"), Y6, Y6)
	VPAND(Y5, Y4, Y4)
	VPOR(Y6, Y4, Y4)
	VPOR(Y4, Y0, Y0)
	Comment("Y4 = what is odd here.")
	VMOVDQU(static("oddAnywhere"), Y4)
	TESTQ(RDX, RDX)
	JG(LabelRef("oddInPath256"))
	Label("odd256")
	VPAND(Y1, Y4, Y4)
	VPSHUFB(Y2, high, Y2)
	VPSHUFB(Y3, low, Y3)
	VPAND(Y3, Y2, Y2)
	VPAND(Y2, Y4, Y4)
	VPOR(Y4, Y0, Y0)
	ADDQ(Imm(block), RSI)
	SUBQ(Imm(block), RDX)
	SUBQ(Imm(block), RCX)
	JAE(LabelRef("block256"))
	XORL(EAX, EAX)
	VPTEST(Y0, Y0)
	SETNE(AL)
	VZEROUPPER()
	RET()

	Comment("If the page ends soon, what is left is copied to where more can be read, once.")
	Label("last256")
	LEAL(Mem{Base: ESI, Disp: -1}, EBX)
	ANDL(U32(4095), EBX)
	CMPL(EBX, U32(4096-block-more-1))
	JBE(LabelRef("readable256"))
	TESTB(R8B, R8B)
	JNE(LabelRef("readable256"))
	INCL(R8L)
	LEAQ(rest, RBX)
	XORL(EAX, EAX)
	JMP(LabelRef("copied256"))
	Label("copy256")
	MOVB(Mem{Base: RSI, Index: RAX, Scale: 1}, R9B)
	MOVB(R9B, Mem{Base: RBX, Index: RAX, Scale: 1})
	INCQ(RAX)
	Label("copied256")
	CMPQ(RAX, RCX)
	JNE(LabelRef("copy256"))
	MOVQ(RBX, RSI)
	Label("readable256")
	VPCMPEQB(at(0), Y1, Y1)
	VPAND(clipped(RCX), Y1, Y1)
	JMP(LabelRef("digits256"))

	Comment("Y5 = where a space is neither before a slash nor the last of the path, then what is odd in it.")
	Label("oddInPath256")
	path := clipped(RDX)
	VMOVDQU(static("slash"), Y5)
	VPCMPEQB(at(3), Y5, Y5)
	VPANDN(path.Offset(more), Y5, Y5)
	VPANDN(static("top"), Y5, Y5)
	VPOR(static("oddInPaths"), Y5, Y5)
	VPAND(path, Y5, Y5)
	VPOR(Y5, Y4, Y4)
	JMP(LabelRef("odd256"))
}
