package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Where walk leaves its answers.
var (
	lineStart, lineLength      = Z8, Z9
	word0, word1, word2, word3 = Z15, Z21, Z12, Z22
)

// Truth tables of VPTERNLOGQ over its operands a (the destination), b and c.
const (
	orAll       = 0xFE // a | b | c
	aNotBC      = 0x10 // a &^ b &^ c
	aBNotC      = 0x40 // a & b &^ c
	aOrBC       = 0xF8 // a | b&c
	aOrBNotC    = 0xF4 // a | b&^c
	andAll      = 0x80 // a & b & c
	orNotC      = 0x54 // (a | b) &^ c
	notAOrBNotC = 0x4F // ^a | b&^c
)

func tern(table uint64, c, b, a Register) { VPTERNLOGQ(Imm(table), c, b, a) }

// from and bit make, for positions n, the masks of all positions from n on and
// of position n alone, after the positions before it; position i is bit 63-i, and
// positions from 64 on have no bit.
func from(n, z Register)  { VPSRLVQ(n, ones, z) }
func after(n, z Register) { VPSRLVQ(n, low63, z) }
func bit(n, z Register)   { VPSRLVQ(n, top1, z) }

// The comparisons of VPCMPUQ: first operand, second operand.
func above(second, first, k Register) { VPCMPUQ(Imm(6), second, first, k) }

// walk finds the components of eight lines. In: the masks of the classes
//
//	Z0 C ':'   Z1 S '/'   Z2 QH '?' '#'   Z3 HA '#' '@' '+' '-'
//	Z4 SC scheme characters   Z5 DD DIGIT '.' '%'   Z6 HX HEXDIG
//	Z7 UB 'A' to 'Z' and bytes of no component
//
// Out: where the lines start, their lengths, the words; in AL a bit for each line
// that is open.
//
// A stage leaves to those after it
//
//	Z10 the bit of L, the length   Z11 what is not judged here: all from L on, or
//	from the block's step   Z12 SQ: what ends an authority   Z13 D: SQ and ':'
//	Z14 d: the first of D   Z15 the scheme's end   Z16 p: the position after it
//	Z17 F: the faults   Z18 the host's start   Z19 p+1   Z20 e: where the path
//	starts   Z21 the host's end
//	K1 a scheme   K2 an authority   K3 '/' at p   K5 a digit ends the host
//	K6 the line is longer than the block's step   K7 it is cut
//	Z0 the hints      Z1 '/' before '.'
func walk() {
	for line, stage := range []func(){bounds, schemes, authorities, userinfos, hosts, hints512, ends, triplets512} {
		stage()
		loadLine(line)
	}
	furtherBlocks()
	flags()
	words()
}

// lengthTo has the lengths of the lines, or where they are cut.
var lengthTo = laneMask(8)

func bounds() {
	Comment("The lines' starts and lengths.")
	VPMOVZXDQ(field(posAt, R8), lineStart)
	VPMOVZXDQ(field(lengthAt, R8), lineLength)
	VPANDQ_BCST(static("low31wide"), lineStart, lineStart)
	VPCMPUQ_BCST(Imm(6), static("blockStep"), lineLength, K6)
	VPMINUQ_BCST(static("blockStep"), lineLength, Z11)
	Comment("A line is cut at a byte of no component, or '%' without two HEXDIG.")
	VPADDQ(Z6, Z6, Z10)
	VPADDQ(Z10, Z10, Z13)
	VPANDQ(Z13, Z10, Z10)
	VMOVDQA64(Z7, Z12)
	tern(aOrBNotC, Z10, Z5, Z12)
	from(Z11, Z13)
	tern(aNotBC, Z13, Z4, Z12)
	VPTESTMQ(Z12, Z12, K7)
	VMOVDQA64(lineLength, Z13)
	VPLZCNTQ(Z12, K7, Z13)
	VMOVDQA64(Z13, lengthTo)
	bit(Z13, Z10)
	VPMINUQ(Z13, Z11, Z11)
	from(Z11, Z11)
}

// schemes: masks are numbers, and the one whose first byte comes first is the
// greater.
func schemes() {
	Comment("A scheme ends with a ':' before all of SQ.")
	VMOVDQA64(Z10, Z12)
	tern(orAll, Z1, Z2, Z12)
	above(Z12, Z0, K1)
	VPORQ(Z0, Z12, Z13)
	VPLZCNTQ(Z13, Z14)
	VMOVDQA64_Z(Z14, K1, Z15)
	VPADDQ_Z(one, Z14, K1, Z16)
	Comment("F: a scheme begins with ALPHA and has nothing but scheme characters.")
	from(Z14, Z17)
	VPORQ(Z4, Z17, Z17)
	VMOVDQA64(Z4, Z18)
	tern(aNotBC, Z3, Z5, Z18)
	VPTERNLOGQ_Z(Imm(notAOrBNotC), Z18, top1, K1, Z17)
}

func authorities() {
	Comment("\"//\" at p begins an authority.")
	VPSLLVQ(Z16, Z1, Z18)
	VPCMPUQ_BCST(Imm(5), static("top2"), Z18, K2)
	VPMOVQ2M(Z18, K3)
	VPADDQ(one, Z16, Z19)
	VMOVDQA64(Z16, Z18)
	VPADDQ(one, Z19, K2, Z18)
	Comment("It ends at the first of SQ; Z21 = all from where it begins, Z12 = all from its end.")
	from(Z18, Z21)
	VPANDQ(Z12, Z21, Z22)
	VMOVDQA64(Z16, Z20)
	VPLZCNTQ(Z22, K2, Z20)
	from(Z20, Z12)
}

func userinfos() {
	Comment("Z22 = the '@' of the authority, after which the host starts; F: a second one.")
	VMOVDQA64(Z3, Z22)
	tern(aNotBC, Z2, Z4, Z22)
	tern(aBNotC, Z12, Z21, Z22)
	VPTESTMQ(Z22, Z22, K4)
	VPLZCNTQ(Z22, Z21)
	VPADDQ(one, Z21, K4, Z18)
	from(Z18, Z21)
	tern(aOrBC, Z21, Z22, Z17)
}

func hosts() {
	Comment("The host ends at a ':' or with the authority.")
	VPANDQ(Z13, Z21, Z22)
	VMOVDQA64(Z20, Z21)
	VPLZCNTQ(Z22, K2, Z21)
	Comment("F: a port has nothing but digits.")
	VPANDQ(Z5, Z6, Z13)
	after(Z21, Z22)
	tern(aNotBC, Z13, Z12, Z22)
	VPORQ(Z22, Z17, Z17)
	Comment("A digit before the host's end: perhaps an IPv4address.")
	VPRORVQ(Z21, one, Z0)
	VPTESTMQ(Z0, Z13, K2, K5)
}

// hints512 finds automaton.FormHint, except what depends on the end of the path.
func hints512() {
	Comment("Z0 = upper case before the path.")
	VMOVDQA64(Z7, Z0)
	tern(aBNotC, Z12, Z4, Z0)
	Comment("And a path that begins with '.' after a scheme, an authority that no '/' follows, a port.")
	VMOVDQA64(Z5, Z22)
	tern(aBNotC, Z6, Z4, Z22)
	bit(Z20, Z13)
	VPTERNLOGQ(Imm(aOrBC), Z22, Z13, K1, Z0)
	VPTERNLOGQ(Imm(aOrBNotC), Z1, Z13, K2, Z0)
	VPSUBQ(Z21, Z20, Z13)
	VPORQ(Z13, Z0, Z0)
	Comment("Z1 = '/' before '.' in the path, or after it.")
	VPADDQ(Z22, Z22, Z22)
	tern(andAll, Z12, Z22, Z1)
}

func ends() {
	Comment("Z12 = the end of the path, Z3 = that of the query; F: a second '#'.")
	VPORQ(Z10, Z2, Z12)
	VPLZCNTQ(Z12, Z12)
	from(Z12, Z13)
	tern(aOrBNotC, Z13, Z1, Z0)
	VPANDQ(Z3, Z2, Z2)
	VPORQ(Z10, Z2, Z3)
	VPLZCNTQ(Z3, Z3)
	after(Z3, Z10)
	tern(aBNotC, Z11, Z10, Z2)
	VPORQ(Z2, Z17, Z17)
}

func triplets512() {
	Comment("Z7 = '%'.")
	VMOVDQA64(Z5, Z7)
	tern(aNotBC, Z11, Z4, Z7)
}

func furtherBlocks() {
	Comment("A long line: Z10 = what its further blocks say; scheme and authority end in the first.")
	VMOVDQU64_Z(Mem{Base: RBX, Index: R8, Scale: 8, Disp: restAt}, K6, Z10)
	tern(aOrBC, top1, Z10, Z17)
	VPTERNLOGQ_Z(Imm(orAll), Z20, Z14, K6, Z19)
	VPTERNLOGQ_BCST(Imm(aOrBC), static("sixtyFour"), Z19, Z17)
	VPTESTMQ(Z17, Z17, K4)
	KORB(K4, K5, K6)
	KORB(K6, K7, K6)
	KMOVB(K6, EAX)
}

func flags() {
	Comment("The kinds of the paths.")
	VPBROADCASTQ(static("noScheme"), word3)
	VPBROADCASTQ(static("rootless"), K1, word3)
	VPBROADCASTQ(static("absolute"), K3, word3)
	VPCMPEQQ(Z16, Z12, K3)
	VPXORQ(word3, word3, K3, word3)
	VPBROADCASTQ(static("abEmpty"), K2, word3)
	Comment("The hints, those of the further blocks, too; and what is open.")
	VPTESTMQ(Z0, Z0, K3)
	VPORQ_BCST(static("suspect"), word3, K3, word3)
	VPTESTMQ(Z7, Z7, K3)
	VPORQ_BCST(static("percentBit"), word3, K3, word3)
	VPSRLQ(Imm(32+percentMark-percentHintBit), Z10, Z0)
	VPTERNLOGQ_BCST(Imm(aOrBC), static("suspects"), Z0, word3)
	VPORQ_BCST(static("hostOpen"), word3, K5, word3)
	VPORQ_BCST(static("unknown"), word3, K4, word3)
	VPORQ_BCST(static("stopped"), word3, K7, word3)
}

func words() {
	Comment("The words. 64 is no end: the further blocks know it.")
	for _, w := range [][2]Register{{word0, Z18}, {word1, Z20}, {word2, Z3}} {
		VPSLLQ(Imm(32), w[1], w[1])
		VPORQ(w[1], w[0], w[0])
	}
	VPANDQ_BCST(static("withoutMarks"), Z10, Z10)
	VPCMPEQD_BCST(static("sixtyFour32"), word2, K3)
	VMOVDQA32(Z10, K3, word2)
	VPORQ(lengthTo, word3, word3)
}
