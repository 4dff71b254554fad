package main

import (
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The classes of the lanes: eight bits, which a matrix turns into eight masks.
// They are named in walk.
func laneClass(c byte) byte {
	in := func(set string) byte {
		for i := range len(set) {
			if set[i] == c {
				return 1
			}
		}
		return 0
	}
	legal := in(unreserved + subDelims + ":/?#@%")
	upper := byte(0)
	if c >= 'A' && c <= 'Z' || legal == 0 {
		upper = 1
	}
	return in(":") | in("/")<<1 | in("?#")<<2 | in("#@+-")<<3 | in(alpha+digit+"+-.")<<4 |
		in(digit+".%")<<5 | in(digit+"abcdefABCDEF")<<6 | upper<<7
}

// Registers that the lanes keep for all groups.
var (
	tableLo, tableHi = Z31, Z30
	unitMatrix       = Z29 // turns eight class bytes into eight masks of eight bits
	gather           = Z28 // brings the masks of one class together, the first octet highest
	del              = Z27 // 0x7f: what is above becomes DEL, which stands nowhere
	ones             = Z26
	top1             = Z25 // 1<<63: the bit of position 0
	one              = Z24
	low31            = Z23
)

// lanes512 writes the walk over groups of eight lines in eight lanes; out says
// where a group's answers go.
func lanes512(name, signature, doc string, prepare, out func()) {
	TEXT(name, NOSPLIT, signature)
	Pragma("noescape")
	Doc(strings.Split(doc, "\n")...)
	Load(Param("src"), RSI)
	Load(Param("b"), RBX)
	Load(Param("groups"), RCX)
	classes := Mem{Symbol: Symbol{Name: "laneClasses", Static: true}, Base: StaticBase}
	VMOVDQU64(classes, tableLo)
	VMOVDQU64(classes.Offset(64), tableHi)
	VMOVDQU64(static("unitMatrix"), unitMatrix)
	VMOVDQU64(static("gather"), gather)
	VMOVDQU64(static("del"), del)
	VPTERNLOGQ(Imm(0xFF), ones, ones, ones)
	VPSLLQ(Imm(63), ones, top1)
	VPSRLQ(Imm(63), ones, one)
	VPSRLQ(Imm(33), ones, low31)
	prepare()
	XORL(R8L, R8L) // R8 = the line
	Label("group")
	for line := range 8 {
		MOVL(Mem{Base: RBX, Index: R8, Scale: 4, Disp: posAt + 4*line}, EAX)
		BTRL(Imm(31), EAX)
		z := zmm(8 + line)
		VMOVDQU64(Mem{Base: RSI, Index: RAX, Scale: 1}, z)
		VPMINUB(del, z, z)
		VPERMI2B(tableHi, tableLo, z)
		VGF2P8AFFINEQB(Imm(0), z, unitMatrix, z)
		VPERMB(z, gather, z)
	}
	transpose([8]Register{Z8, Z9, Z10, Z11, Z12, Z13, Z14, Z15}, [8]Register{Z16, Z17, Z18, Z19, Z20, Z21, Z22, Z0})
	walk()
	out()
	ADDQ(Imm(8), R8)
	DECQ(RCX)
	JNZ(LabelRef("group"))
	VZEROUPPER()
	RET()
}

func zmm(i int) Register {
	return [...]Register{
		Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7, Z8, Z9, Z10, Z11, Z12, Z13, Z14, Z15, Z16, Z17, Z18, Z19, Z20, Z21, Z22,
	}[i]
}

func static(name string) Mem {
	return Mem{Symbol: Symbol{Name: name, Static: true}, Base: StaticBase}
}

// transpose turns eight rows of eight words in r into columns in Z0 to Z7. t is
// scratch, and r is lost.
func transpose(r, t [8]Register) {
	for i := 0; i < 8; i += 2 {
		VPUNPCKLQDQ(r[i+1], r[i], t[i])
		VPUNPCKHQDQ(r[i+1], r[i], t[i+1])
	}
	for odd := range 2 {
		m0, m1, n0, n1 := r[0], r[1], r[2], r[3]
		if odd == 1 {
			m0, m1, n0, n1 = r[4], r[5], r[6], r[7]
		}
		VSHUFI64X2(Imm(0x88), t[2+odd], t[odd], m0)
		VSHUFI64X2(Imm(0xDD), t[2+odd], t[odd], m1)
		VSHUFI64X2(Imm(0x88), t[6+odd], t[4+odd], n0)
		VSHUFI64X2(Imm(0xDD), t[6+odd], t[4+odd], n1)
	}
	for odd := range 2 {
		m0, m1, n0, n1 := r[0], r[1], r[2], r[3]
		if odd == 1 {
			m0, m1, n0, n1 = r[4], r[5], r[6], r[7]
		}
		VSHUFI64X2(Imm(0x88), n0, m0, zmm(odd))
		VSHUFI64X2(Imm(0xDD), n0, m0, zmm(4+odd))
		VSHUFI64X2(Imm(0x88), n1, m1, zmm(2+odd))
		VSHUFI64X2(Imm(0xDD), n1, m1, zmm(6+odd))
	}
}

// Truth tables of VPTERNLOGQ over its operands a (the destination), b and c.
const (
	orAll   = 0xFE // a | b | c
	aNotBC  = 0x10 // a &^ b &^ c
	aBNotC  = 0x40 // a & b &^ c
	aOrBC   = 0xF8 // a | b&c
	notCOrB = 0x5D // ^c | ^a & b
	abNotC  = 0x54 // (a | b) &^ c
)

func tern(table uint64, c, b, a Register) { VPTERNLOGQ(Imm(table), c, b, a) }

// from and bit make, for positions n, the masks of all positions from n on and
// of position n alone; position i is bit 63-i, and from 64 on there is none.
func from(n, z Register) { VPSRLVQ(n, ones, z) }
func bit(n, z Register)  { VPSRLVQ(n, top1, z) }

// walk finds the components of eight lines. In: the masks of the classes
//
//	Z0 C ':'   Z1 S '/'   Z2 QH '?' '#'   Z3 HA '#' '@' '+' '-'
//	Z4 SC scheme characters   Z5 DD DIGIT '.' '%'   Z6 HX HEXDIG
//	Z7 UB 'A' to 'Z' and what stands nowhere
//
// Out: Z8 where the lines start, Z9 their lengths, Z0 to Z3 the words, and in
// AL a bit for each line that is not proven.
func walk() {
	pos := func(disp int) Mem { return Mem{Base: RBX, Index: R8, Scale: 4, Disp: disp} }
	Comment("Z8 = start, Z9 = L; Z10 = the bit of L, Z11 = all from L on")
	VPMOVZXDQ(pos(posAt), Z8)
	VPMOVZXDQ(pos(posAt+4), Z9)
	VPANDQ(low31, Z8, Z8)
	VPSRLQ(Imm(31), Z9, Z10)
	VPANDQ(low31, Z9, Z9)
	VPSUBQ(Z8, Z9, Z9)
	VPSUBQ(one, Z9, Z9)
	VPSUBQ(Z10, Z9, Z9)
	bit(Z9, Z10)
	from(Z9, Z11)

	Comment("Z12 = SQ: what ends an authority; Z13 = d: the first of it and ':'")
	VMOVDQA64(Z10, Z12)
	tern(orAll, Z1, Z2, Z12)
	VPORQ(Z0, Z12, Z13)
	VPLZCNTQ(Z13, Z13)
	Comment("K1 = there is a scheme; Z15 = its end, Z16 = p: the position after its ':'")
	bit(Z13, Z14)
	VPTESTMQ(Z0, Z14, K1)
	VMOVDQA64_Z(Z13, K1, Z15)
	VPADDQ_Z(one, Z13, K1, Z16)
	Comment("Z17 = F, the faults: a scheme begins with ALPHA and has nothing but scheme characters")
	from(Z13, Z14)
	VPORQ(Z4, Z14, Z14)
	VMOVDQA64(Z4, Z17)
	tern(aNotBC, Z3, Z5, Z17)
	tern(notCOrB, Z14, top1, Z17)
	VMOVDQA64_Z(Z17, K1, Z17)

	Comment("K2 = \"//\" at p, K3 = '/' at p; Z18 = a: where an authority begins, else p")
	bit(Z16, Z14)
	VPADDQ(Z1, Z1, Z18)
	VPANDQ(Z1, Z18, Z18)
	VPTESTMQ(Z18, Z14, K2)
	VPTESTMQ(Z1, Z14, K3)
	VMOVDQA64(Z16, Z18)
	VPADDQ(one, Z16, Z19)
	VPADDQ(one, Z19, K2, Z18)
	Comment("Z20 = e: the end of the authority, else p; Z19 = all from e on")
	from(Z18, Z14)
	VPANDQ(Z12, Z14, Z19)
	VMOVDQA64(Z16, Z20)
	VPLZCNTQ(Z19, K2, Z20)
	from(Z20, Z19)
	Comment("Z21 = the '@' of the authority; Z18 = the host's start, Z14 = all from it on; F: a second '@'")
	VMOVDQA64(Z3, Z21)
	tern(aNotBC, Z2, Z4, Z21)
	tern(aBNotC, Z19, Z14, Z21)
	VPTESTMQ(Z21, Z21, K4)
	VPLZCNTQ(Z21, Z14)
	VPADDQ(one, Z14, K4, Z18)
	from(Z18, Z14)
	tern(aOrBC, Z14, Z21, Z17)
	Comment("Z21 = the host's end, Z22 = all from it on")
	VMOVDQA64(Z0, Z21)
	tern(aBNotC, Z19, Z14, Z21)
	VPLZCNTQ(Z21, Z21)
	VPMINUQ(Z20, Z21, Z21)
	from(Z21, Z22)
	Comment("K5 = a host of digits, '.' and '%' alone: perhaps an IPv4address, not proven")
	tern(aNotBC, Z5, Z22, Z14)
	VPTESTNMQ(Z14, Z14, K5)
	VPCMPUQ(Imm(1), Z21, Z18, K5, K5)
	Comment("F: a port has nothing but digits")
	VPSRLQ(Imm(1), Z22, Z22)
	VPANDQ(Z5, Z6, Z14)
	tern(aNotBC, Z14, Z19, Z22)
	VPORQ(Z22, Z17, Z17)

	Comment("Z14 = the end of the path, Z19 = that of the query; F: a second '#'")
	VPORQ(Z10, Z2, Z14)
	VPLZCNTQ(Z14, Z14)
	VPANDQ(Z2, Z3, Z22)
	VPORQ(Z22, Z10, Z19)
	VPLZCNTQ(Z19, Z19)
	from(Z19, Z12)
	VPSRLQ(Imm(1), Z12, Z12)
	tern(aBNotC, Z11, Z12, Z22)
	VPORQ(Z22, Z17, Z17)
	Comment("F: what stands nowhere")
	VMOVDQA64(Z7, Z22)
	tern(aNotBC, Z11, Z4, Z22)
	VPORQ(Z22, Z17, Z17)
	Comment("F: '%' without two HEXDIG; K6 = long: the last two octets are judged in the next block")
	VPCMPUQ_BCST(Imm(6), static("sixtyFour"), Z9, K6)
	VPSRLQ(Imm(62), ones, K6, Z11)
	VMOVDQA64(Z5, Z22)
	tern(aNotBC, Z11, Z4, Z22)
	VPSRLQ(Imm(62), ones, Z12)
	tern(aOrBC, Z12, Z22, Z17)
	VPSRLQ(Imm(1), Z22, Z12)
	VPSRLQ(Imm(2), Z22, Z11)
	tern(abNotC, Z6, Z11, Z12)
	VPORQ(Z12, Z17, Z17)

	Comment("What the further blocks of long lines say; K7 = a '#' both here and there")
	VPMOVZXDQ(pos(pathAt), Z11)
	VPMOVZXDQ(pos(queryAt), Z12)
	VPCMPEQQ_BCST(static("sixtyFour"), Z14, K7)
	VMOVDQA64(Z11, K7, Z14)
	VPCMPEQQ_BCST(static("sixtyFour"), Z19, K7)
	VMOVDQA64(Z12, K7, Z19)
	VPCMPUQ(Imm(1), Z9, Z12, K7)
	VPCMPUQ(Imm(4), Z19, Z12, K7, K7)
	VPMOVSXDQ(pos(badAt), Z11)
	VPORQ(Z11, Z17, Z17)
	KORB(K5, K7, K7)
	VPTESTMQ(Z17, Z17, K5)
	KORB(K5, K7, K7)
	Comment("Not proven: a long line whose scheme or authority does not end in the first block")
	VPMAXUQ(Z16, Z13, Z22)
	VPCMPUQ_BCST(Imm(6), static("sixtyTwo"), Z22, K6, K5)
	KORB(K5, K7, K7)
	VPCMPEQQ_BCST(static("sixtyFour"), Z20, K6, K5)
	KORB(K5, K7, K7)

	Comment("The flags")
	VPBROADCASTQ(static("noScheme"), Z22)
	VPBROADCASTQ(static("rootless"), K1, Z22)
	VPBROADCASTQ(static("absolute"), K3, Z22)
	VPCMPEQQ(Z16, Z14, K5)
	VPXORQ(Z22, Z22, K5, Z22)
	VPBROADCASTQ(static("abEmpty"), K2, Z22)
	Comment("The words")
	VPSLLQ(Imm(32), Z18, Z0)
	VPORQ(Z15, Z0, Z0)
	VPSLLQ(Imm(32), Z20, Z1)
	VPORQ(Z21, Z1, Z1)
	VPSLLQ(Imm(32), Z19, Z2)
	VPORQ(Z14, Z2, Z2)
	VPORQ(Z9, Z22, Z3)
	KMOVB(K7, EAX)
}

// laneConstants writes what both uses of the lanes read.
func laneConstants() {
	table("laneClasses", laneClass)
	octets("unitMatrix", func(i int) byte { return 1 << (i % 8) })
	octets("gather", func(i int) byte { return byte(8*(7-i%8) + i/8) })
	constant("del", 0x7f)
	qwords("sixtyTwo", 62)
	qwords("sixtyFour", 64)
	qwords("noScheme", 3<<pathShift)
	qwords("rootless", 4<<pathShift)
	qwords("absolute", 2<<pathShift)
	qwords("abEmpty", regNameAbEmpty)
}

// columnsFromLanes512 writes the answers as scanner.Columns has them.
func columnsFromLanes512() {
	lanes512("columns512", "func(src *byte, b *uint32, groups int, base int, columns *[5]*uint64, bad *uint8)",
		"columns512 writes groups of eight lines to five columns: start, plus base, and the four\nwords; and to bad a byte for each group, with a bit for each line not proven.",
		func() {
			Load(Param("columns"), RDX)
			Load(Param("bad"), R9)
			for i, r := range []Register{RDI, R10, R11, R12, R13} {
				MOVQ(Mem{Base: RDX, Disp: 8 * i}, r)
			}
		},
		func() {
			MOVB(AL, Mem{Base: R9})
			INCQ(R9)
			VPADDQ_BCST(NewParamAddr("base", 24), Z8, Z8)
			for i, r := range []Register{RDI, R10, R11, R12, R13} {
				VMOVDQU64([]Register{Z8, Z0, Z1, Z2, Z3}[i], Mem{Base: r, Index: R8, Scale: 8})
			}
		})
}

// linesFromLanes512 writes the answers as scanner.Line has them.
func linesFromLanes512() {
	lanes512("lines512", "func(src *byte, b *uint32, groups int, base int, dst *byte, bad *uint8)",
		"lines512 writes groups of eight lines to dst, 56 bytes each: start and end, plus base, the\nfour words, and 0; and to bad a byte for each group, with a bit for each line not proven.",
		func() {
			Load(Param("dst"), RDI)
			Load(Param("bad"), R9)
		},
		func() {
			MOVB(AL, Mem{Base: R9})
			INCQ(R9)
			VPADDQ_BCST(NewParamAddr("base", 24), Z8, Z8)
			VPADDQ(Z8, Z9, Z9)
			VMOVDQA64(Z0, Z10)
			VMOVDQA64(Z1, Z11)
			VMOVDQA64(Z2, Z12)
			VMOVDQA64(Z3, Z13)
			VPXORQ(Z14, Z14, Z14)
			VPXORQ(Z15, Z15, Z15)
			transpose([8]Register{Z8, Z9, Z10, Z11, Z12, Z13, Z14, Z15}, [8]Register{Z16, Z17, Z18, Z19, Z20, Z21, Z22, Z0})
			MOVL(U32(0x7f), EAX)
			KMOVB(EAX, K1)
			for line := range 8 {
				VMOVDQU64(zmm(line), K1, Mem{Base: RDI, Disp: 56 * line})
			}
			ADDQ(U32(8*56), RDI)
		})
}
