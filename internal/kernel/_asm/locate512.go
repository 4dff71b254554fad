package main

import (
	"math/bits"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The classes of the single call, a bit each.
const (
	special512   = 0x80 // '%' and bytes of no component
	endMarks     = 0x40 // '?' '#'
	marks        = 0x20 // these, ':', '/' and '@'
	upper512     = 0x10
	notFuture512 = 0x08 // '%' and marks but ':'
	notScheme512 = 0x04 // neither a scheme character nor ':'
	notDigit512  = 0x02
	hex512       = 0x01
)

func callClass(c byte) byte {
	in := func(set string) bool { return strings.IndexByte(set, c) >= 0 }
	class := byte(0)
	set := func(bit byte, on bool) {
		if on {
			class |= bit
		}
	}
	set(special512, !in(unreserved+subDelims+":/?#@"))
	set(endMarks, in("?#"))
	set(marks, in(":/?#@"))
	set(upper512, c >= 'A' && c <= 'Z')
	set(notFuture512, in("%/?#@"))
	set(notScheme512, !in(alpha+digit+"+-.:"))
	set(notDigit512, !in(digit))
	set(hex512, in(digit+"abcdefABCDEF"))
	return class
}

// tables512 writes what the single call reads with AVX-512. A block is one register.
func tables512() {
	table("callClasses", callClass)
	eightOf("fillZ", 'z')
	halfConstant("endMarks", endMarks)
	halfConstant("marks", marks)
	halfConstant("uppers", upper512)
}

// avx512 is the vector of 64 bytes in one register: Z0 the bytes of the first block, Z4
// their classes; Z1 and Z5 those of a further one.
type avx512 struct {
	loaded Mem // 1 if Z1 and Z5 are of the block after the first
}

func (avx512) first() {
	VMOVDQU64(Mem{Base: RSI}, Z0)
	Label("loaded")
	KMOVQ(RAX, K3)
	KMOVQ(R8, K2)
	table := Mem{Symbol: Symbol{Name: "callClasses", Static: true}, Base: StaticBase}
	VMOVDQU64(table, Z2)
	VMOVDQU64(table.Offset(64), Z3)
	VPMINUB(whole("del"), Z0, Z4)
	VPERMI2B(Z3, Z2, Z4)
	VPMOVB2M(Z4, K4)
	VPCMPEQB(whole("number"), Z0, K3, K1)
	KMOVQ(K1, R11)
	withEnd := func(class string, r Register) {
		VPTESTMB(whole(class), Z4, K3, K1)
		KORQ(K2, K1, K1)
		KMOVQ(K1, r)
	}
	withEnd("endMarks", R12)
	withEnd("marks", R10)
	VPCMPEQB(whole("slash"), Z0, K1)
	KADDQ(K1, K1, K1)
	VPCMPEQB(whole("dot"), Z0, K1, K1)
	KMOVQ(K1, R13)
	KTESTQ(K3, K4)
	JNE(LabelRef("special"))
}

func (avx512) specials() {
	KANDQ(K3, K4, K4)
	KMOVQ(K4, RAX)
}

func (avx512) numbers() {
	BLSRQ(R11, RBX)
	LEAQ(Mem{Base: R11, Index: R8, Scale: 1}, R11)
}

func (avx512) notJudged() {}

// whole loads a constant of 32 bytes into both halves of Z6. As an operand in memory, 64 bytes
// would cross a cache line in half of all programs: the linker aligns data to 32.
func whole(c string) Register {
	VBROADCASTI64X4(static(c), Z6)
	return Z6
}

// tested puts the mask of the classes that have the bit of constant c into r.
func tested(c string, classes, r Register) {
	VPTESTMB(whole(c), classes, K1)
	KMOVQ(K1, r)
}

// moved puts the mask of the classes that have one bit into r.
func moved(class uint8, classes, r Register) {
	VPSLLW(Imm(uint64(bits.LeadingZeros8(class))), classes, Z6)
	VPMOVB2M(Z6, K1)
	KMOVQ(K1, r)
}

func (avx512) further() {
	MOVL(U32(64), EAX)
	MOVL(U32(judgedStep), EBX)
	CMPL(R8L, EAX)
	CMOVLLS(R8L, EAX)
	CMOVLLS(R8L, EBX)
	MOVQ(I64(-1), R9)
	BZHIQ(RAX, R9, RAX)
	BZHIQ(RBX, R9, R9)
	KMOVQ(RAX, K1)
	loadFurther(Mem{Base: RSI, Index: RDX, Scale: 1})
	VPMOVB2M(Z5, K4)
	KMOVQ(R9, K3)
	KANDQ(K3, K4, K4)
	tested("endMarks", Z5, RBX)
	ANDQ(R9, RBX)
	dotsAfterSlashes(Mem{Base: RSI, Index: RDX, Scale: 1})
	KORTESTQ(K1, K4)
	JEQ(LabelRef("furtherLegal"))
	Label("furtherMixed")
	KMOVQ(K4, RAX)
	KORTESTQ(K1, K1)
	JEQ(LabelRef("furtherSpecial"))
}

// loadFurther loads the bytes of K1, and 0 as the bytes and classes of the others.
func loadFurther(m Mem) {
	VMOVDQU8_Z(m, K1, Z1)
	VPMINUB(whole("del"), Z1, Z5)
	VPERMI2B_Z(Z3, Z2, K1, Z5)
}

// plain takes three blocks side by side, without a branch on how many there are, if one is
// not enough. One has nothing to cut.
func (v avx512) plain() {
	const blocks = 3
	bytes, classes := [blocks]Register{Z1, Z7, Z9}, [blocks]Register{Z5, Z8, Z10}
	at := func(i int) Mem { return Mem{Base: RSI, Disp: judgedStep + 64*i} }
	MOVL(U32(1), v.loaded)
	CMPL(R14L, U32(judgedStep+64))
	JBE(LabelRef("oneBlock"))
	CMPL(R14L, U32(128))
	JBE(LabelRef("longest"))
	CMPL(R14L, U32(judgedStep+64*blocks))
	JA(LabelRef("manyBlocks"))
	BTQ(Imm(percentHintBit), R14)
	JCS(LabelRef("manyBlocks")) // where there are triplets, more of them follow
	MOVL(R14L, EAX)
	SUBQ(Imm(judgedStep), RAX)
	XORL(EDX, EDX)
	MOVQ(I64(-1), RDI)
	VPBROADCASTQ(static("fillZ"), Z1)
	for i, z := range bytes {
		BZHIQ(RAX, RDI, RBX)
		KMOVQ(RBX, K1)
		if i > 0 {
			VPBROADCASTQ(static("fillZ"), z)
		}
		VMOVDQU8(at(i), K1, z)
		VPMINUB(whole("del"), z, classes[i])
		VPERMI2B(Z3, Z2, classes[i])
		if i < blocks-1 {
			SUBQ(Imm(64), RAX)
			CMOVQCS(RDX, RAX)
		}
	}
	Comment("K2 = anything that keeps these blocks from being plain.")
	VMOVDQA64(Z5, Z6)
	tern(orAll, Z8, Z10, Z6)
	VPMOVB2M(Z6, K2)
	number, dot := Z11, Z12
	VBROADCASTI64X4(static("number"), number)
	VBROADCASTI64X4(static("dot"), dot)
	slash := whole("slash")
	for i, z := range bytes {
		VPCMPEQB(number, z, K3)
		VPCMPEQB(dot, z, K1)
		VPCMPEQB(at(i).Offset(-1), slash, K1, K1)
		KORQ(K1, K2, K2)
		KORQ(K3, K2, K2)
	}
	KORTESTQ(K2, K2)
	JNE(LabelRef("manyBlocks"))
	MOVL(R14L, R8L)
	for i := blocks - 1; i >= 0; i-- {
		tested("endMarks", classes[i], RAX)
		TZCNTQ(RAX, RAX)
		LEAQ(Mem{Base: RAX, Disp: judgedStep + 64*i}, RBX)
		CMOVQCC(RBX, R8)
	}
	CMPL(R12L, R14L)
	CMOVQEQ(R8, R12)
	JMP(LabelRef("end"))

	Comment("The next block begins two bytes later if there is nothing to look at in these.")
	Label("longest")
	VPMOVB2M(Z4, K1)
	VPTESTMB(whole("endMarks"), Z4, K2)
	KORQ(K1, K2, K1)
	KMOVQ(K1, RAX)
	ORQ(R13, RAX)
	SHRQ(Imm(judgedStep), RAX)
	JNZ(LabelRef("manyBlocks"))
	MOVL(U32(0), v.loaded)
	MOVL(U32(64), EDX)
	LEAL(Mem{Base: R14, Disp: -64}, EAX)
	JMP(LabelRef("lastBlock"))

	Label("oneBlock")
	MOVL(U32(judgedStep), EDX)
	LEAL(Mem{Base: R14, Disp: -judgedStep}, EAX)
	Label("lastBlock")
	last := Mem{Base: RSI, Index: RDX, Scale: 1}
	MOVQ(I64(-1), R9)
	BZHIQ(RAX, R9, R9)
	KMOVQ(R9, K1)
	loadFurther(last)
	VPMOVB2M(Z5, K4)
	tested("endMarks", Z5, RBX)
	dotsAfterSlashes(last)
	KORTESTQ(K1, K4)
	JNE(LabelRef("furtherMixed"))
	TESTQ(RBX, RBX)
	JZ(LabelRef("end"))
	JMP(LabelRef("furtherEnds"))
	Label("manyBlocks")
	MOVL(U32(0), v.loaded)
}

// dotsAfterSlashes puts each '.' of Z1, which is what is at m, that follows a '/' into K1.
func dotsAfterSlashes(m Mem) {
	VPCMPEQB(whole("dot"), Z1, K1)
	VPCMPEQB(m.Offset(-1), whole("slash"), K1, K1)
}

func (avx512) dots(r, _ Register) { KMOVQ(K1, r) }

// window has nothing to load if it is the block after the first, and plain has left that
// where it was.
func (v avx512) window(name string) {
	CMPL(ECX, Imm(64))
	JEQ(LabelRef("noWindow"))
	DECL(v.loaded)
	JZ(LabelRef(name + "Loaded"))
	Label(name + "Load")
	MOVL(U32(0), v.loaded)
	MOVL(R14L, EDI)
	SUBL(ECX, EDI)
	MOVL(U32(64), R10L)
	CMPL(R10L, EDI)
	CMOVLCS(R10L, EDI)
	MOVQ(I64(-1), R10)
	BZHIQ(RDI, R10, R10)
	KMOVQ(R10, K1)
	loadFurther(Mem{Base: RSI, Index: RCX, Scale: 1})
	Label(name + "Loaded")
	tested("marks", Z5, R10)
}

func (v avx512) literal() {
	CMPL(R8L, Imm(64))
	JA(LabelRef("farLiteral"))
	literalMasks(v.on(firstBlock))
	SHRXQ(R9, R10, R10)
	SHRXQ(R9, R11, R11)
	Label("literalMasks")
}

func literalMasks(b masks) {
	b.hexDigits(R10, nil)
	b.equal("colon", R11, nil)
}

func (v avx512) literalBlock() masks {
	MOVQ(I64(-1), RCX)
	BZHIQ(RAX, RCX, RCX)
	KMOVQ(RCX, K1)
	loadFurther(Mem{Base: RSI, Index: R9, Scale: 1})
	XORL(ECX, ECX)
	return v.on(furtherBlock)
}

func (avx512) anyUpper() {
	VPORQ(Z4, Z5, Z7)
	tested("uppers", Z7, R10)
}

func (v avx512) uppersBefore() {
	v.anyUpper()
	TESTQ(R10, R10)
	JZ(LabelRef("noUppers"))
	Comment("Perhaps only in the path.")
	MOVL(EDI, R10L)
	SUBL(ECX, R10L)
	v.on(furtherBlock).uppers(R15, nil)
	BZHIQ(R10, R15, R10)
	v.on(firstBlock).uppers(R15, nil)
	BZHIQ(RCX, R15, R15)
	ORQ(R15, R10)
	Label("noUppers")
}

// pageEnds loads what first loads, without a byte of the next page. Elsewhere a load does not
// wait for a mask. A reference that ends in these bytes is read from a copy then.
func (v avx512) pageEnds() {
	Label("farLiteral")
	literalMasks(v.literalBlock())
	JMP(LabelRef("literalMasks"))
	copied := AllocLocal(64 + 8)
	Label("atPageEnd")
	KMOVQ(RAX, K1)
	VMOVDQU8_Z(Mem{Base: RSI}, K1, Z0)
	VMOVDQU64(Z0, copied)
	LEAQ(copied, RSI)
	JMP(LabelRef("loaded"))
}

func (avx512) on(b block) masks {
	if b == firstBlock {
		return bytes512{Z0, Z4}
	}
	return bytes512{Z1, Z5}
}

type bytes512 struct{ bytes, classes Register }

func (b bytes512) equal(c string, r, _ Register) {
	VPCMPEQB(whole(c), b.bytes, K1)
	KMOVQ(K1, r)
}

func (b bytes512) percents(r, _ Register)  { b.equal("percent", r, nil) }
func (b bytes512) hexDigits(r, _ Register) { moved(hex512, b.classes, r) }
func (b bytes512) notDigits(r, _ Register) { moved(notDigit512, b.classes, r) }
func (b bytes512) notScheme(r, _ Register) { moved(notScheme512, b.classes, r) }
func (b bytes512) notFuture(r, _ Register) { moved(notFuture512, b.classes, r) }

func (b bytes512) uppers(r, _ Register) { tested("uppers", b.classes, r) }
