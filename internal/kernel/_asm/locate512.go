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
	loaded Mem // where the block in Z1 begins, or -1; it has no classes of bytes that the first block judges
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
	endBlock()
	KMOVQ(R9, K1)
	MOVQ(U64(1<<judgedStep-1), RBX)
	CMPL(R8L, Imm(64))
	CMOVQHI(RBX, R9)
	loadFurther(Mem{Base: RSI, Index: RDX, Scale: 1}, K1)
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

// loadFurther loads 64 bytes, and 0 as the classes of those that are not of k.
func loadFurther(m Mem, k Register) {
	VMOVDQU64(m, Z1)
	VPMINUB(whole("del"), Z1, Z5)
	VPERMI2B_Z(Z3, Z2, k, Z5)
}

// plain takes three blocks side by side, without a branch on how many there are, if one is
// not enough. One has nothing to cut.
func (v avx512) plain() {
	CMPL(R14L, U32(judgedStep+64))
	JBE(LabelRef("oneBlock"))
	CMPL(R14L, U32(128))
	JBE(LabelRef("longest"))
	CMPL(R14L, U32(judgedStep+64*3))
	JA(LabelRef("manyBlocks"))
	BTQ(Imm(percentHintBit), R14)
	JCS(LabelRef("manyBlocks")) // where there are triplets, more of them follow
	Comment("The last one ends with the reference, and so may the second.")
	MOVL(U32(judgedStep), v.loaded)
	LEAL(Mem{Base: R14, Disp: -64}, EBX)
	MOVL(U32(judgedStep+64), EDX)
	CMPL(EBX, EDX)
	CMOVLCS(EBX, EDX)
	blocks := []struct {
		at             Mem
		bytes, classes Register
	}{
		{Mem{Base: RSI, Disp: judgedStep}, Z1, Z5},
		{Mem{Base: RSI, Index: RDX, Scale: 1}, Z7, Z8},
		{Mem{Base: RSI, Index: RBX, Scale: 1}, Z9, Z10},
	}
	for _, b := range blocks {
		VMOVDQU64(b.at, b.bytes)
		VPMINUB(whole("del"), b.bytes, b.classes)
		VPERMI2B(Z3, Z2, b.classes)
	}
	Comment("K2 = anything that keeps these blocks from being plain.")
	VMOVDQA64(Z5, Z6)
	tern(orAll, Z8, Z10, Z6)
	VPMOVB2M(Z6, K2)
	number, dot := Z11, Z12
	VBROADCASTI64X4(static("number"), number)
	VBROADCASTI64X4(static("dot"), dot)
	slash := whole("slash")
	for _, b := range blocks {
		VPCMPEQB(number, b.bytes, K3)
		VPCMPEQB(dot, b.bytes, K1)
		VPCMPEQB(b.at.Offset(-1), slash, K1, K1)
		KORQ(K1, K2, K2)
		KORQ(K3, K2, K2)
	}
	KORTESTQ(K2, K2)
	JNE(LabelRef("manyBlocks"))
	MOVL(R14L, R8L)
	for i := range blocks {
		b := blocks[len(blocks)-1-i]
		tested("endMarks", b.classes, RAX)
		TZCNTQ(RAX, RAX)
		b.at.Base = RAX
		LEAQ(b.at, RDI)
		CMOVQCC(RDI, R8)
	}
	CMPL(R12L, R14L)
	CMOVQEQ(R8, R12)
	JMP(LabelRef("end"))

	Comment("The next block begins later if there is nothing to look at in what comes before it.")
	Label("longest")
	VPMOVB2M(Z4, K1)
	VPTESTMB(whole("endMarks"), Z4, K2)
	KORQ(K1, K2, K1)
	KMOVQ(K1, RAX)
	ORQ(R13, RAX)
	SHRQ(Imm(judgedStep), RAX)
	JNZ(LabelRef("manyBlocks"))
	MOVL(I32(-1), v.loaded)
	LEAL(Mem{Base: R14, Disp: -64}, EDX)
	JMP(LabelRef("lastBlock"))

	Label("oneBlock")
	LEAL(Mem{Base: R14, Disp: -64}, EDX)
	MOVL(EDX, v.loaded)
	MOVL(U32(judgedStep), EAX)
	SUBL(EDX, EAX)
	Label("lastBlock")
	last := Mem{Base: RSI, Index: RDX, Scale: 1}
	MOVQ(I64(-1), R9)
	SHLXQ(RAX, R9, R9)
	KMOVQ(R9, K3)
	loadFurther(last, K3)
	VPMOVB2M(Z5, K4)
	tested("endMarks", Z5, RBX)
	dotsAfterSlashes(last)
	KORTESTQ(K1, K4)
	JNE(LabelRef("furtherMixed"))
	TESTQ(RBX, RBX)
	JZ(LabelRef("end"))
	JMP(LabelRef("furtherEnds"))
	Label("manyBlocks")
	MOVL(I32(-1), v.loaded)
}

// dotsAfterSlashes puts each '.' after a '/', of the bytes K3 of Z1, which was loaded from m, into K1.
func dotsAfterSlashes(m Mem) {
	VPCMPEQB(whole("dot"), Z1, K3, K1)
	VPCMPEQB(m.Offset(-1), whole("slash"), K1, K1)
}

func (avx512) dots(r, _ Register) { KMOVQ(K1, r) }

func (v avx512) window(name string) {
	CMPL(ECX, Imm(64))
	JEQ(LabelRef("noWindow"))
	MOVL(v.loaded, EDI)
	TESTL(EDI, EDI)
	JNS(LabelRef(name + "Loaded"))
	Label(name + "Load")
	beginWindow()
	MOVQ(I64(-1), R10)
	SHLXQ(RCX, R10, R10)
	KMOVQ(R10, K1)
	loadFurther(Mem{Base: RSI, Index: RDI, Scale: 1}, K1)
	Label(name + "Loaded")
	MOVL(EDI, ECX)
	tested("marks", Z5, R10)
}

func (v avx512) literal() {
	CMPL(R8L, Imm(64))
	JA(LabelRef("loadLiteral"))
	b := v.on(firstBlock)
	b.hexDigits(R10, nil)
	b.equal("colon", R11, nil)
	SHRXQ(R9, R10, R10)
	SHRXQ(R9, R11, R11)
	Label("literalMasks")
}

func (avx512) literalLoad(m Mem) {
	KXNORQ(K1, K1, K1)
	loadFurther(m, K1)
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
	SHLQ(Imm(64-judgedStep), R15) // without the last bytes, which the window has
	ORQ(R15, R10)
	Label("noUppers")
}

// pageEnds copies a reference out of the 64 bytes that end with it. So no load touches a page without a byte of it: that
// takes 150 ns if that page has no memory, even if a mask leaves its bytes out.
func (avx512) pageEnds() {
	copied := AllocLocal(64 + 8)
	Label("atPageEnd")
	TESTQ(RCX, RCX)
	JZ(LabelRef("copied"))
	CMPL(EBX, U32(4095))
	JEQ(LabelRef("load")) // it begins a page
	VMOVDQU64(Mem{Base: RSI, Index: RCX, Scale: 1, Disp: -64}, Z0)
	LEAQ(static("places").Offset(64), RBX)
	SUBQ(RCX, RBX)
	VMOVDQU64(Mem{Base: RBX}, Z1)
	VPERMB(Z0, Z1, Z0)
	Label("copied")
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
