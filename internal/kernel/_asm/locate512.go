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
	special512   = 0x80 // '%', '@' and bytes of no component
	endMarks     = 0x40 // '?' '#'
	marks        = 0x20 // these, ':' and '/'
	slash512     = 0x10
	colon512     = 0x08
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
	set(special512, !in(unreserved+subDelims+":/?#"))
	set(endMarks, in("?#"))
	set(marks, in(":/?#"))
	set(slash512, in("/"))
	set(colon512, in(":"))
	set(notScheme512, !in(alpha+digit+"+-.:"))
	set(notDigit512, !in(digit))
	set(hex512, in(digit+"abcdefABCDEF"))
	return class
}

// locate512 writes the single call for AVX-512. A block is one register, filled up with
// 'z'.
func locate512() {
	TEXT("locate512", NOSPLIT, "func(b []byte) (w0, w1, w2, w3 uint64)")
	Pragma("noescape")
	Doc("locate512 is locate for AVX-512 with BW, VL, VBMI and BMI2. It reads no byte of those beyond b.")
	table("callClasses", callClass)
	constant("fillZ", 'z')
	constant("endMarks", endMarks)
	constant("marks", marks)
	Load(Param("b").Base(), RSI)
	Load(Param("b").Len(), RCX)
	single(avx512{})
}

// avx512 is the vector of 64 bytes in one register: Z0 the bytes of the first block, Z4
// their classes; Z1 and Z5 those of a further one.
type avx512 struct{}

func (avx512) first() {
	LEAQ(Mem{Base: R8, Disp: -1}, RAX)
	KMOVQ(RAX, K1)
	VMOVDQU64(static("fillZ"), Z0)
	VMOVDQU8(Mem{Base: RSI}, K1, Z0)
	table := Mem{Symbol: Symbol{Name: "callClasses", Static: true}, Base: StaticBase}
	VMOVDQU64(table, Z2)
	VMOVDQU64(table.Offset(64), Z3)
	classed(Z0, Z4)
	VPCMPEQB(static("number"), Z0, K1)
	KMOVQ(K1, R11)
	tested("endMarks", Z4, R12)
	tested("marks", Z4, R10)
	top(slash512, Z4)
	KADDQ(K1, K1, K1)
	VPCMPEQB(static("dot"), Z0, K1, K1)
	KMOVQ(K1, R13)
}

// classed looks up the classes of bytes and leaves in AX where to look at them. Bytes
// beyond DEL have its class.
func classed(bytes, classes Register) {
	VPMINUB(static("del"), bytes, classes)
	VPERMI2B(Z3, Z2, classes)
	VPMOVB2M(classes, K1)
	KMOVQ(K1, RAX)
}

// tested puts the mask of the classes that have the bit of constant c into r.
func tested(c string, classes, r Register) {
	VPTESTMB(static(c), classes, K1)
	KMOVQ(K1, r)
}

// top puts the mask of the classes that have one bit into K1.
func top(class uint8, classes Register) {
	VPSLLW(Imm(uint64(bits.LeadingZeros8(class))), classes, Z6)
	VPMOVB2M(Z6, K1)
}

// moved is top, and moves the mask to r.
func moved(class uint8, classes, r Register) {
	top(class, classes)
	KMOVQ(K1, r)
}

func (avx512) further() {
	MOVQ(R8, RDX)
	MOVL(U32(64), EAX)
	MOVL(U32(judgedStep), EBX)
	CMPL(ECX, EAX)
	CMOVLLS(ECX, EAX)
	CMOVLLS(ECX, EBX)
	MOVQ(I64(-1), R9)
	BZHIQ(RAX, R9, RAX)
	BZHIQ(RBX, R9, R9)
	KMOVQ(RAX, K1)
	VMOVDQU64(static("fillZ"), Z1)
	VMOVDQU8(Mem{Base: RSI, Index: RDX, Scale: 1}, K1, Z1)
	classed(Z1, Z5)
	ANDQ(R9, RAX)
	tested("endMarks", Z5, RBX)
	ANDQ(R9, RBX)
}

func (avx512) jumpOnDots(label string) {
	VMOVDQU64(static("slash"), Z6)
	VPCMPEQB(static("dot"), Z1, K1)
	VPCMPEQB(Mem{Base: RSI, Index: RDX, Scale: 1, Disp: -1}, Z6, K1, K1)
	KORTESTQ(K1, K1)
	JNE(LabelRef(label))
}

func (avx512) dots(r, _ Register) { KMOVQ(K1, r) }

func (avx512) jumpOnColon(label string) {
	moved(colon512, Z4, RBX)
	BTQ(RAX, RBX)
	JCS(LabelRef(label))
}

func (avx512) host() {
	MOVQ(I64(-1), RAX)
	BZHIL(R8L, EAX, EAX)
	KMOVW(EAX, K1)
	VMOVDQU8_Z(Mem{Base: RSI, Index: R9, Scale: 1}, K1, X2)
}

func (avx512) on(b block) masks {
	if b == firstBlock {
		return bytes512{Z0, Z4}
	}
	return bytes512{Z1, Z5}
}

type bytes512 struct{ bytes, classes Register }

func (b bytes512) equal(c string, r, _ Register) {
	VPCMPEQB(static(c), b.bytes, K1)
	KMOVQ(K1, r)
}

func (b bytes512) hexDigits(r, _ Register) { moved(hex512, b.classes, r) }
func (b bytes512) notDigits(r, _ Register) { moved(notDigit512, b.classes, r) }
func (b bytes512) notScheme(r, _ Register) { moved(notScheme512, b.classes, r) }

func (b bytes512) uppers(r, _ Register) {
	VPADDB(static("fromA"), b.bytes, Z6)
	VPCMPB(Imm(1), static("pastZ"), Z6, K1)
	KMOVQ(K1, r)
}
