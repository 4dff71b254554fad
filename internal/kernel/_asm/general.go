package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A vector is what the two single calls do differently: how they get masks out
// of bytes. In all masks position i is bit i.
type vector interface {
	// first loads the first block and goes to unproven if a byte is of no component,
	// a '%' lacks its HEXDIG (the last two bytes of a block that is not the last
	// are judged in the next) or there are two '#'. It leaves
	//
	//	R8 = the length in the block as a mask   R10 = ':'   R11 = '/'
	//	R12 = '?'   R13 = '#'   DI = not in a scheme; bit 0 if not ALPHA
	first()
	// saved puts the mask of '@', of what is neither digit nor '.', of digits, of
	// upper case or of '.' into r, a register not named above.
	saved(m mask, r Register)
	// further goes on with the blocks after the first: R9 = the end of the path,
	// R10 = that of the query, -1 while unknown; R11 is kept. It uses DI = -1.
	further()
}

// The masks that a vector saves.
type mask int

const (
	atSigns mask = iota
	notDigitDot
	digits
	uppers
	dots
	masks
)

// general writes the path for input with '%', '@', '#', a port, an empty host,
// or more than 128 bytes. Scheme and authority must lie in the first 64; the
// blocks after it overlap by two bytes, so that every triplet is whole in one.
// p is in SI and n in CX.
func general(v vector) {
	Label("general")
	CMPQ(RCX, U32(math.MaxInt32)) // an offset has 31 bits
	JA(LabelRef("unproven"))
	v.first()

	Comment("A '.' after a '/' may set FormHint: Go decides.")
	v.saved(dots, RAX)
	LEAQ(Mem{Base: R11, Index: R11, Scale: 1}, RBX)
	TESTQ(RAX, RBX)
	JZ(LabelRef("noDots"))
	addFlag(1 << formHintOpen)
	Label("noDots")

	ORQ(R13, R12)
	LEAQ(Mem{Base: R8, Disp: 1}, RDX) // the end, if it is in this block
	MOVQ(R11, RAX)
	ORQ(R12, RAX)
	ORQ(RDX, RAX) // AX = '/' '?' '#' end
	MOVQ(R10, R8)
	ORQ(RAX, R8)
	JZ(LabelRef("far"))
	ORQ(RDX, R12)
	ORQ(RDX, R13)

	Comment("DX = the end of the scheme or 0, R9 = the position after its ':' or 0.")
	XORL(EDX, EDX)
	XORL(R9L, R9L)
	BLSMSKQ(R8, RSI)
	TESTQ(R10, RSI)
	JZ(LabelRef("schemeDone"))
	TESTQ(RDI, RSI)
	JNZ(LabelRef("unproven"))
	TZCNTQ(R8, RDX)
	LEAQ(Mem{Base: RDX, Disp: 1}, R9)
	CMPQ(R9, Imm(62))
	JA(LabelRef("far"))
	Label("schemeDone")
	SHRXQ(R9, R11, R8)
	MOVL(R8L, EDI)
	ANDL(Imm(3), EDI)
	CMPL(EDI, Imm(3))
	JEQ(LabelRef("authority"))

	noAuthority(v)
	authority(v)
	pathAndQuery(v)
}

// noAuthority writes the words of an undefined authority: DX = the end of
// the scheme, R9 = the position after its ':', R8 = the '/' from there on.
func noAuthority(v vector) {
	Comment("No authority. Upper case in a scheme, or '.' after it, may set FormHint.")
	v.saved(uppers, RAX)
	BZHIQ(R9, RAX, RAX)
	JNZ(LabelRef("suspectScheme"))
	TESTQ(RDX, RDX)
	JZ(LabelRef("schemeJudged"))
	v.saved(dots, RAX)
	BTQ(R9, RAX)
	JCC(LabelRef("schemeJudged"))
	Label("suspectScheme")
	addFlag(1 << formHintOpen)
	Label("schemeJudged")

	Comment("R8 = 1 if the path begins with '/'.")
	MOVQ(R9, RAX)
	SHLQ(Imm(32), RAX)
	MOVQ(RAX, RSI)
	ORQ(RDX, RSI)
	answer(0, RSI)
	ORQ(R9, RAX)
	answer(1, RAX)
	MOVL(U32(3), EAX)
	MOVL(U32(4), ESI)
	TESTQ(RDX, RDX)
	CMOVLNE(ESI, EAX)
	MOVL(U32(2), ESI)
	TESTL(U32(1), R8L)
	CMOVLNE(ESI, EAX)
	XORL(ESI, ESI)
	BTQ(R9, R12)
	CMOVLCS(ESI, EAX)
	SHLQ(Imm(pathShift), RAX)
	MOVQ(RAX, R11)
	JMP(LabelRef("path"))
}

// authority writes them where there is one, "//" included, from R9 on.
func authority(v vector) {
	Comment("AX = the ends of the authority from R10 on, R8 = the first, R9 = all before the authority.")
	Label("authority")
	ADDQ(Imm(2), R9)
	MOVQ(I64(-1), RDI)
	BZHIQ(R9, RDI, R11)
	ANDNQ(RAX, R11, RAX)
	TZCNTQ(RAX, R8)
	JCS(LabelRef("far"))
	BZHIQ(R8, RDI, RSI)
	ANDNQ(RSI, R11, R11) // R11 = the authority

	Comment("Upper case before the path may set FormHint, and an empty path does.")
	v.saved(uppers, RAX)
	BZHIQ(R8, RAX, RAX)
	JZ(LabelRef("noUpper"))
	addFlag(1 << formHintOpen)
	Label("noUpper")
	BTQ(R8, R12)
	JCC(LabelRef("hasPath"))
	addFlag(formHint)
	Label("hasPath")

	Comment("The userinfo ends at the only '@'.")
	v.saved(atSigns, RAX)
	ANDQ(R11, RAX)
	JZ(LabelRef("host"))
	TZCNTQ(RAX, R9)
	INCQ(R9)
	BLSRQ(RAX, RAX)
	JNZ(LabelRef("unproven"))
	BZHIQ(R9, RDI, RAX)
	ANDNQ(R11, RAX, R11) // R11 = host and port

	Comment("w0; then the port: digits from the ':' on.")
	Label("host")
	MOVQ(R9, RAX)
	SHLQ(Imm(32), RAX)
	ORQ(RDX, RAX)
	answer(0, RAX)
	MOVQ(R8, R9)
	ANDQ(R11, R10)
	JZ(LabelRef("hostKind"))
	addFlag(formHint)
	TZCNTQ(R10, R9)
	BLSMSKQ(R10, RAX)
	v.saved(digits, R10)
	ANDNQ(R11, RAX, RSI) // the port
	ANDNQ(RSI, R10, RSI) // and no digit
	JNZ(LabelRef("unproven"))
	SHRQ(Imm(1), RAX)
	ANDQ(RAX, R11) // R11 = the host

	Comment("A host of nothing but digits and '.' may be an IPv4address.")
	Label("hostKind")
	MOVQ(I64(regNameAbEmpty), RDI)
	TESTQ(R11, R11)
	JZ(LabelRef("named"))
	MOVQ(I64(regNameAbEmpty|1<<hostOpen), RSI)
	v.saved(notDigitDot, RAX)
	TESTQ(R11, RAX)
	CMOVQEQ(RSI, RDI)
	Label("named")
	MOVQ(RDI, R11)
	MOVQ(R8, RAX)
	SHLQ(Imm(32), RAX)
	ORQ(R9, RAX)
	answer(1, RAX)
}

// pathAndQuery finds the ends of path and query, and leaves.
func pathAndQuery(v vector) {
	Comment("R9 = the end of the path, R10 = that of the query, -1 while unknown; R11 = the flags.")
	Label("path")
	MOVQ(I64(-1), RDI)
	TZCNTQ(R12, R9)
	CMOVQCS(RDI, R9)
	TZCNTQ(R13, R10)
	CMOVQCS(RDI, R10)
	MOVL(U32(62), R8L)
	CMPQ(RCX, Imm(64))
	JBE(LabelRef("done"))
	v.further()
	Label("done")
	CMPQ(R9, RCX)
	CMOVQHI(RCX, R9)
	CMPQ(R10, RCX)
	CMOVQHI(RCX, R10)
	SHLQ(Imm(32), R10)
	ORQ(R9, R10)
	answer(2, R10)
	ORQ(RCX, R11)
	addFlags(R11)
	answer(3, R11)
	leave()

	Comment("Scheme and authority do not end in the first block: nothing speaks against a reference.")
	Label("far")
	unproven(1<<allOpen | 1)
	Label("unproven")
	unproven(1 << allOpen)
}

// beginFlags begins the hints: R9 = the '%' of the first block.
func beginFlags() {
	XORL(EAX, EAX)
	TESTQ(R9, R9)
	SETNE(AL)
	SHLQ(Imm(percentHintBit), RAX)
	answer(3, RAX)
}
