package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// An IP literal (3.2.2) may begin at a "[" after "//" or '@' and before any '?' or '#'. If the next
// special byte is a "]", as far as the block of the "[" shows, both may stay. Then literalOpen is
// set, until literal has judged what is between them; it stays if no host begins there. closes is
// where the "]" is, or notClosed while that is not known: what follows it is then beyond any end.
const notClosed = math.MaxInt32

// opens goes on in special with the first byte of AX, at DI, and to wrong if it may not stay. If it
// may, the "[" becomes a mark, and AX has what is left.
func opens(closes Mem) {
	CMPL(EDI, Imm(2))
	JB(LabelRef("wrong"))
	mayOpen("wrong", "opens")
	BZHIQ(RDI, R12, RDX)
	JNZ(LabelRef("wrong"))
	BLSRQ(RAX, RBX)
	TZCNTQ(RBX, R15)
	JCS(LabelRef("opensAlone"))
	CMPB(Mem{Base: RSI, Index: R15, Scale: 1}, Imm(']'))
	JNE(LabelRef("wrong"))
	Label("opened")
	MOVQ(R15, closes)
	MOVQ(U64(1<<allOpen|1<<literalOpen), RDX)
	ORQ(RDX, R14)
	BTSQ(RDI, R10)
	BLSRQ(RBX, RAX)
}

// mayOpen goes to no unless a "[" at DI follows "//" or '@'. It writes the label yes.
func mayOpen(no, yes string) {
	CMPB(Mem{Base: RSI, Index: RDI, Scale: 1}, Imm('['))
	JNE(LabelRef(no))
	CMPB(Mem{Base: RSI, Index: RDI, Scale: 1, Disp: -1}, Imm('@'))
	JEQ(LabelRef(yes))
	CMPW(Mem{Base: RSI, Index: RDI, Scale: 1, Disp: -2}, U16('/'|'/'<<8))
	JNE(LabelRef(no))
	Label(yes)
}

// furtherBracket is opens for a block after the first, without the mark, and sees the "]" of a "["
// before it. It goes to furtherCut if the first byte of AX, at DI, may not stay.
func furtherBracket(closes Mem) {
	Label("furtherBracket")
	BTQ(Imm(literalOpen), R14)
	JCS(LabelRef("furtherCloses"))
	mayOpen("furtherCut", "furtherOpens")
	CMPL(R12L, R14L)
	JNE(LabelRef("furtherCut"))
	BZHIQ(R8, RBX, R15)
	JNZ(LabelRef("furtherCut"))
	MOVQ(U64(1<<allOpen|1<<literalOpen), R15)
	ORQ(R15, R14)
	MOVL(U32(notClosed), EDI)
	BLSRQ(RAX, RAX)
	TZCNTQ(RAX, R8)
	JCS(LabelRef("bracketSeen"))
	LEAQ(Mem{Base: RDX, Index: R8, Scale: 1}, R15)
	CMPB(Mem{Base: RSI, Index: R15, Scale: 1}, Imm(']'))
	JNE(LabelRef("bracketSeen"))
	MOVQ(R15, RDI)
	Label("closesSeen")
	BLSRQ(RAX, RAX)
	Label("bracketSeen")
	MOVQ(RDI, closes)
	TESTQ(RAX, RAX)
	JNZ(LabelRef("furtherOthers"))
	JMP(LabelRef("furtherLegal"))
	Label("furtherCloses")
	CMPB(Mem{Base: RSI, Index: RDI, Scale: 1}, Imm(']'))
	JNE(LabelRef("furtherCut"))
	CMPL(closes, U32(notClosed))
	JEQ(LabelRef("closesSeen"))
	JMP(LabelRef("furtherCut"))
}

// closed leaves in R8 and DI what follows the "]".
func closed(closes Mem) {
	MOVQ(closes, R8)
	INCQ(R8)
	MOVQ(R8, RDI)
}

// farLiteral goes on with an authority that has an IP literal as its host, if the literal does not
// end in the first block.
func farLiteral(closes Mem) {
	Label("hostAfterAt")
	BTQ(Imm(literalOpen), R14)
	JCC(LabelRef("hostBeyond"))
	Label("bracketBeyond")
	XORL(R10L, R10L) // of another block
	Label("bracketInWindow")
	Comment("After an '@' at the end there is no byte.")
	CMPQ(R9, R12)
	JAE(LabelRef("unproven"))
	CMPB(Mem{Base: RSI, Index: R9, Scale: 1}, Imm('['))
	JNE(LabelRef("unproven"))
	closed(closes)
	CMPL(closes, U32(notClosed))
	JEQ(LabelRef("neverClosed"))
	CMPQ(RDI, R12)
	JAE(LabelRef("emptyPath")) // beyond it if a '?' or '#' is in the literal
	CMPB(Mem{Base: RSI, Index: RDI, Scale: 1}, Imm(':'))
	JEQ(LabelRef("farLiteralPort"))
	XORL(R10L, R10L)
	XORL(R13L, R13L)
	CMPB(Mem{Base: RSI, Index: RDI, Scale: 1}, Imm('/'))
	JEQ(LabelRef("hostEnds"))
	JMP(LabelRef("badAuthority"))

	Label("farLiteralPort")
	Comment("R10 has the marks of the window if the '@' is in it.")
	SUBL(ECX, EDI)
	CMPL(EDI, Imm(64))
	JAE(LabelRef("portLoad"))
	SHRXQ(RDI, R10, R10)
	SHLXQ(RDI, R10, R10)
	TESTQ(R10, R10)
	JNZ(LabelRef("windowMark"))
	Label("portLoad")
	MOVL(R8L, ECX)
	JMP(LabelRef("windowLoad"))

	Label("neverClosed")
	MOVQ(R9, RBX)
	SHLQ(Imm(32), RBX)
	ORQ(RAX, RBX)
	answer(0, RBX)
	JMP(LabelRef("badLiteral"))

	Label("opensAlone")
	Comment("It may be in a path, which is decided sooner if the reference is cut.")
	CMPL(R14L, Imm(64))
	JBE(LabelRef("wrong"))
	MOVL(U32(notClosed), R15L)
	JMP(LabelRef("opened"))
}

// literal goes on at the end, since masks are there by then, with a reference that is cut, or has an
// IP literal as its host from R9 to R8.
func literal(v vector) {
	Label("literalOrStopped")
	BTRQ(Imm(literalOpen), R14)
	JCC(LabelRef("done"))
	CMPB(Mem{Base: RSI, Index: R9, Scale: 1}, Imm('['))
	JNE(LabelRef("noLiteral"))
	Comment("From R9 on, AX bytes: R10 = HEXDIG, R11 = ':', and DI = how many are either.")
	INCQ(R9)
	LEAQ(Mem{Base: R8, Disp: -1}, RAX)
	SUBQ(R9, RAX)
	v.literal()
	LEAQ(Mem{Base: R10, Index: R11, Scale: 1, Disp: 1}, RDI)
	TZCNTQ(RDI, RDI)
	JZ(LabelRef("future"))
	CMPQ(RDI, RAX)
	JNE(LabelRef("dotted"))
	Label("groups")
	BZHIQ(RDI, R10, R10)
	BZHIQ(RDI, R11, R11)
	ipv6(R10, R11, RDI, RBX, RDX, "badLiteral")
	MOVQ(U64(1<<allOpen|(regName^ipv6Address)<<hostShift), RBX)
	BTSQ(Imm(formHintBit), R14)
	Label("isLiteral")
	Comment("allOpen is cleared, and set again if the reference is cut.")
	XORQ(RBX, R14)
	BTQ(Imm(stoppedOpen), R14)
	JCC(LabelRef("done"))
	BTSQ(Imm(allOpen), R14)
	JMP(LabelRef("done"))

	Label("noLiteral")
	BTSQ(Imm(literalOpen), R14)
	JMP(LabelRef("done"))

	Comment("An IPv4address after the last ':' is two groups: R11 as if these were 0:0.")
	Label("dotted")
	BZHIQ(RDI, R11, R11)
	LZCNTQ(R11, RDX)
	MOVL(U32(64), EDI)
	SUBL(EDX, EDI)
	ADDQ(RDI, R9)
	SUBQ(RDI, RAX)
	CMPQ(RAX, Imm(15))
	JA(LabelRef("badLiteral"))
	INCL(EDI)
	BTSQ(RDI, R11)
	ADDL(Imm(2), EDI)
	loadHost("literal")
	addressIn("badLiteral")
	JEQ(LabelRef("groups"))
	JMP(LabelRef("badLiteral"))
	farHost("literal")

	Comment("IPvFuture: HEXDIG after the 'v', a '.', and anything else but '%' and marks other than ':'.")
	Label("future")
	CMPQ(RAX, Imm(64))
	JAE(LabelRef("far"))
	MOVBLZX(Mem{Base: RSI, Index: R9, Scale: 1}, EDX)
	ORL(Imm(0x20), EDX)
	CMPL(EDX, Imm('v'))
	JNE(LabelRef("badLiteral"))
	SHRQ(Imm(1), R10)
	NOTQ(R10)
	TZCNTQ(R10, RDX)
	JZ(LabelRef("badLiteral"))
	ADDL(Imm(2), EDX)
	CMPL(EDX, EAX)
	JAE(LabelRef("badLiteral"))
	ADDQ(R9, RDX)
	CMPB(Mem{Base: RSI, Index: RDX, Scale: 1, Disp: -1}, Imm('.'))
	JNE(LabelRef("badLiteral"))
	b := literalBlock(v)
	b.notFuture(RBX, RDX)
	SHRXQ(RCX, RBX, RBX)
	BZHIQ(RAX, RBX, RBX)
	JNZ(LabelRef("badLiteral"))
	b.uppers(RBX, RDX)
	SHRXQ(RCX, RBX, RBX)
	BZHIQ(RAX, RBX, R10)
	v.on(firstBlock).uppers(RBX, RDX)
	BZHIQ(R9, RBX, RBX)
	ORQ(RBX, R10)
	JZ(LabelRef("noHint"))
	BTSQ(Imm(formHintBit), R14)
	Label("noHint")
	MOVQ(U64(1<<allOpen|(regName^ipvFuture)<<hostShift), RBX)
	CMPL(R9L, Imm(64))
	JBE(LabelRef("isLiteral"))
	Comment("Is there upper case before a far one? The other literals have the hint anyway.")
	BTQ(Imm(stoppedOpen), R14)
	JCS(LabelRef("isLiteral"))
	BTSQ(Imm(formHintOpen), R14)
	JMP(LabelRef("isLiteral"))

	Label("loadLiteral")
	b = literalBlock(v)
	b.hexDigits(R10, RDX)
	b.equal("colon", R11, RDX)
	SHRXQ(RCX, R10, R10)
	SHRXQ(RCX, R11, R11)
	JMP(LabelRef("literalMasks"))

	Comment("The words are those of what comes before the \"[\".")
	Label("badLiteral")
	Load(Return("w0"), RAX)
	SHRQ(Imm(32), RAX)
	MOVQ(RAX, RBX)
	SHLQ(Imm(32), RBX)
	ORQ(RAX, RBX)
	answer(1, RBX)
	answer(2, RBX)
	MOVQ(U64(stopped), R14)
	ORQ(RAX, R14)
	JMP(LabelRef("done"))
}

// literalBlock loads the 64 bytes that end with the literal, or the first ones, as the further block. In its masks
// the literal begins with the bit CX.
func literalBlock(v vector) masks {
	literalBlockStart(64)
	v.literalLoad(Mem{Base: RSI, Index: RCX, Scale: 1})
	literalOffset()
	return v.on(furtherBlock)
}

// literalBlockStart leaves in CX where the n bytes begin that end with the literal, or 0.
func literalBlockStart(n int) {
	XORL(EDX, EDX)
	LEAL(Mem{Base: R8, Disp: -1 - n}, ECX)
	TESTL(ECX, ECX)
	CMOVLMI(EDX, ECX)
}

// literalOffset leaves in CX how many bytes from CX on are before R9.
func literalOffset() {
	SUBL(R9L, ECX)
	NEGL(ECX)
}

// ipv6 goes to no unless n bytes are an IPv6address, with masks of HEXDIG and of ':', and no
// others. It overwrites all registers.
func ipv6(hex, colons, n, double, t Register, no string) {
	Comment("Where \"::\" begins, once at most. Without it there are seven ':', else seven at most.")
	RORXQ(Imm(1), colons, double)
	ANDQ(colons, double)
	BLSRQ(double, t)
	JNZ(LabelRef(no))
	JCS(LabelRef("noDouble"))
	POPCNTQ(colons, t)
	CMPL(asL(t), Imm(7))
	JA(LabelRef("moreColons"))

	Label("colonsCounted")
	Comment("A ':' that is first or last is one of \"::\".")
	LEAQ(Mem{Base: double, Index: double, Scale: 2}, t)
	ANDNQ(colons, t, colons)
	TESTL(U32(1), asL(colons))
	JNZ(LabelRef(no))
	DECL(asL(n))
	BTQ(n, colons)
	JCS(LabelRef(no))

	Comment("No group has five.")
	RORXQ(Imm(1), hex, t)
	ANDQ(hex, t)
	RORXQ(Imm(2), t, n)
	ANDQ(t, n)
	RORXQ(Imm(4), hex, t)
	TESTQ(t, n)
	JZ(LabelRef("isIPv6"))
	JMP(LabelRef(no))

	Label("noDouble")
	POPCNTQ(colons, t)
	CMPL(asL(t), Imm(7))
	JEQ(LabelRef("colonsCounted"))
	JMP(LabelRef(no))
	Comment("Eight, if \"::\" is first or last.")
	Label("moreColons")
	CMPL(asL(t), Imm(8))
	JNE(LabelRef(no))
	BTQ(Imm(0), colons)
	JCS(LabelRef("colonsCounted"))
	LEAL(Mem{Base: n, Disp: -1}, asL(t))
	BTQ(t, colons)
	JCS(LabelRef("colonsCounted"))
	JMP(LabelRef(no))
	Label("isIPv6")
}
