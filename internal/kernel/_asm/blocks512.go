package main

import (
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The classes of the blocks after the first, by the number of their bit, which
// is that of their mask among eight.
const (
	restEnd    = 0 // '?' '#'
	restHex    = 1
	restTriple = 2 // '%'
	restStop   = 3 // '#', and bytes of no path, query or fragment
	restNumber = 4 // '#'
	restSlash  = 5
	restDot    = 6
)

// The bits of rest, in the half of the query, that are not of its end: from
// markBits on, "/." in the path, '%', and that something is not proven.
const (
	markBits    = 29
	dotMark     = 29
	percentMark = 30
	badMark     = 31
)

func restClass(c byte) byte {
	class := byte(0)
	set := func(bit int, members string) {
		if strings.IndexByte(members, c) >= 0 {
			class |= 1 << bit
		}
	}
	set(restEnd, "?#")
	set(restHex, digit+"abcdefABCDEF")
	set(restTriple, "%")
	set(restNumber, "#")
	set(restSlash, "/")
	set(restDot, ".")
	if strings.IndexByte(unreserved+subDelims+":@/?%", c) < 0 {
		class |= 1 << restStop
	}
	return class
}

// blockStep is how many bytes of a line each block judges. The two after them
// are in it, too, so that every triplet is whole in one.
const blockStep = 62

// noLine is where what a list of blocks is filled up with leaves its answers.
const noLine = maxLanes + 16

// blocks judges the blocks of the list, eight in eight lanes. R11 = the first of
// them.
func blocks() {
	Comment("Fill up the last eight.")
	VPBROADCASTD(dword("noLine", noLine), Y0)
	VMOVDQU(Y0, field(lineAt, R12))
	VPXOR(Y0, Y0, Y0)
	for _, at := range []int{startAt, judgedAt, levelAt} {
		VMOVDQU(Y0, field(at, R12))
	}
	XORL(R11L, R11L)
	Label("eight")
	for i := range 8 {
		MOVL(field(startAt+4*i, R11), EAX)
		byteMasks(laneMask(i))
	}
	call("transpose512")
	judgeBlocks()
	Comment("Where path and query end, if no block before says it.")
	for i := range 8 {
		MOVL(field(lineAt+4*i, R11), R9L)
		MOVL(field(startAt+4*i, R11), EAX)
		MOVL(restOf(R9), R10L)
		CMPL(EAX, R10L)
		CMOVLCS(EAX, R10L)
		MOVL(R10L, restOf(R9))
	}
	ADDQ(Imm(8), R11)
	TESTL(R15L, R15L)
	JNZ(LabelRef("stop"))
	Label("nextEight")
	CMPQ(R11, R12)
	JLT(LabelRef("eight"))
}

// judgeBlocks leaves in start where the first '?' or '#' of each block is in its line, -1
// for none, and in R15 a bit for each block that has anything else to be looked at. The
// masks are in Z0 to Z7.
func judgeBlocks() {
	Comment("Z9 = all after what is judged.")
	VPMOVZXDQ(field(judgedAt, R11), Z9)
	from(Z9, Z9)
	Comment("The ends.")
	VPMOVZXDQ(field(levelAt, R11), Z10)
	VPANDNQ(Z0, Z9, Z0)
	VPTESTMQ(Z0, Z0, K1)
	VPLZCNTQ(Z0, Z0)
	VMOVDQA64(ones, Z11)
	VPADDQ(Z10, Z0, K1, Z11)
	VPMOVQD(Z11, field(startAt, R11))
	Comment("'#' and bytes of no component, '%', and \"/.\".")
	VPADDQ(Z6, Z6, Z6)
	tern(aOrBC, Z6, Z5, Z3)
	tern(orNotC, Z9, Z2, Z3)
	VPTESTMQ(Z3, Z3, K1)
	KMOVB(K1, R15L)
}

// restMask is the mask of a class of the block that begins at R13, without what
// is not judged, in r.
func restMask(class int, r Register) {
	ANDNQ(Mem{Base: R13, Disp: 8 * class}, R10, r)
}

// stops looks at the blocks of R15 one by one. R8 = the block, R14 = its line, R10
// = all after what is judged, R13 = its masks.
func stops() {
	group := AllocLocal(8)
	Label("stop")
	MOVQ(R8, group)
	Label("next")
	TZCNTL(R15L, EAX)
	LEAQ(Mem{Base: R11, Index: RAX, Scale: 1, Disp: -8}, R8)
	SHLL(Imm(6), EAX)
	LEAQ(Mem{Base: RDX, Index: RAX, Scale: 1}, R13)
	MOVL(field(lineAt, R8), R14L)
	MOVL(field(judgedAt, R8), R10L)
	SHRXQ(R10, RDI, R10)

	Comment("A '%'.")
	restMask(restTriple, RAX)
	NEGQ(RAX) // carry if there is one
	SBBL(EAX, EAX)
	ANDL(U32(1<<percentMark), EAX)
	ORL(EAX, restOf(R14).Offset(4))
	slashDots()
	onlyNumber()
	Label("looked")
	BLSRL(R15L, R15L)
	JNZ(LabelRef("next"))
	MOVQ(group, R8)
	JMP(LabelRef("nextEight"))
}

// slashDots marks a line that has "/." before the path's end, which is here, in a
// block before this one, or in the first.
func slashDots() {
	MOVQ(Mem{Base: R13, Disp: 8 * restDot}, RAX)
	ADDQ(RAX, RAX)
	restMask(restSlash, R9)
	ANDQ(R9, RAX)
	JZ(LabelRef("noDots"))
	LZCNTQ(RAX, RAX)
	ADDL(field(levelAt, R8), EAX)
	CMPL(EAX, restOf(R14))
	JCC(LabelRef("noDots"))
	lineBlock()
	VPCMPEQB(static("number"), Z0, K1)
	VPCMPEQB(static("question"), Z0, K2)
	KORQ(K1, K2, K1)
	KMOVQ(K1, RAX)
	SHLQ(Imm(64-blockStep), RAX)
	JNZ(LabelRef("noDots"))
	ORL(U32(1<<dotMark), restOf(R14).Offset(4))
	Label("noDots")
}

// onlyNumber marks a line as not proven that has '%' without two HEXDIG, a second
// '#', or a byte of no component; the first '#' ends the query.
func onlyNumber() {
	MOVQ(Mem{Base: R13, Disp: 8 * restHex}, RAX)
	LEAQ(Mem{Base: RAX, Index: RAX, Scale: 1}, R9)
	SHLQ(Imm(2), RAX)
	ANDQ(R9, RAX)
	ANDNQ(Mem{Base: R13, Disp: 8 * restTriple}, RAX, RAX)
	ORQ(Mem{Base: R13, Disp: 8 * restStop}, RAX)
	ANDNQ(RAX, R10, RAX)
	JZ(LabelRef("looked"))
	restMask(restNumber, R9)
	XORQ(R9, RAX)
	JNZ(LabelRef("bad"))
	BLSRQ(R9, RAX)
	JNZ(LabelRef("bad"))
	Comment("The query still ends with the line: no '#' in a block before this one, and none in the first.")
	MOVL(restOf(R14).Offset(4), EAX)
	MOVL(EAX, R10L)
	ANDL(U32(1<<markBits-1), EAX)
	CMPL(EAX, field(lengthAt, R14))
	JNE(LabelRef("bad"))
	XORL(EAX, R10L)
	LZCNTQ(R9, R9)
	ADDL(field(levelAt, R8), R9L)
	ORL(R10L, R9L)
	MOVL(R9L, restOf(R14).Offset(4))
	lineBlock()
	VPCMPEQB(static("number"), Z0, K1)
	KMOVQ(K1, RAX)
	SHLQ(Imm(64-blockStep), RAX)
	JZ(LabelRef("looked"))
	Label("bad")
	ORL(U32(1<<badMark), restOf(R14).Offset(4))
	JMP(LabelRef("looked"))
}

// lineBlock loads the first block of the line in R14. It uses R9.
func lineBlock() {
	MOVL(field(posAt, R14), R9L)
	BTRL(Imm(31), R9L)
	VMOVDQU64(Mem{Base: RSI, Index: R9, Scale: 1}, Z0)
}
