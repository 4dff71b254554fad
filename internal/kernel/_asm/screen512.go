package main

import (
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// odd are the pairs of bytes that screen looks for with AVX-512: one of before, then one of after.
// A zero is before the first byte of a text and after the last one, and a slash before a host elsewhere.
// Those with afterSlash are odd where a segment begins. A host has the byte after it, too, and so has a path:
// the last two pairs are those of their ends.
var odd = [8]struct {
	inHost, afterSlash bool
	before, after      string
}{
	{false, false, "./:", "/"},
	{false, true, "wW", "wW"},
	{false, true, ".", ".;"},
	{true, false, "/-.\x00", "-."},
	{true, false, "/.\x00", "0"},
	{true, false, "/\x00" + alpha + digit + "-.", "_~!$&'()*+,;=%"},
	{false, false, ".", "?#\x00"},
	{true, false, digit + "-._~!$&'()*+,;=", "/?#\x00"},
}

// endOfSegment is the class of what may end a segment, as what comes after.
const endOfSegment = 0x80

// oddClass returns a bit for each of odd that has c.
func oddClass(c byte, after bool) (class byte) {
	for i, pair := range odd {
		set := pair.before
		if after {
			set = pair.after
		}
		if strings.IndexByte(set, c) >= 0 {
			class |= 1 << i
		}
	}
	return class
}

// screen512 looks at references whose path ends in the first three blocks, and without a branch on
// whether that is the second or the third. It jumps to screenBlocks if a byte is odd or segments may repeat.
//
//	R11 = the cache lines   R12 = -1   R13 = the length of the text   BX = where the second byte of the path is
//	K1, K2 = what would be odd in a path, and in a host   K3 = where segments end
//	K5 = where there is a byte before   Z20 = the bytes before   Z17 = their pairs
func screen512() {
	lineTable("oddBefore", func(c byte) byte { return oddClass(c, false) })
	lineTable("oddAfter", func(c byte) byte { return oddClass(c, true) })
	inHost, inPath, anywhere := byte(0), byte(0), byte(0)
	for i, pair := range odd {
		if pair.inHost {
			inHost |= 1 << i
		} else {
			inPath |= 1 << i
			if !pair.afterSlash {
				anywhere |= 1 << i
			}
		}
	}
	lineConstant("oddInHost", inHost)
	lineConstant("oddInPath", inPath)
	lineConstant("oddAnywhere512", anywhere)
	lineConstant("endsOfSegments", endOfSegment)
	line("keysOn", func(i int) byte { return byte(i%16 + i/16 + 1) })
	line("noKeys", func(i int) byte { return byte(0x80 + i) })
	halfConstant("keyFactor", 0x1d)

	Label("first512")
	loadLines(R11)
	MOVQ(Mem{Base: RDX, Disp: 8}, R13)
	MOVL(U32(64), EAX)
	CMPQ(R13, RAX)
	CMOVQCS(R13, RAX)
	MOVQ(I32(-1), R12)
	BZHIQ(RAX, R12, RAX)
	KMOVQ(RAX, K1)
	KADDQ(K1, K1, K5)
	pairs512(R11, Z19)
	VPTESTMB(inLines(R11, "oddInHost"), Z17, K2)
	shape("512")
	CMPL(R8L, Imm(4))
	JB(LabelRef("named512"))
	lastOfHost()
	isOddTail()
	JEQ(LabelRef("open512"))
	Label("named512")
	CMPL(ECX, Imm(longestNear))
	JA(LabelRef("wide512"))
	firstPairs := func(near bool) {
		KMOVQ(K1, R9)
		KMOVQ(K2, R10)
		LEAL(Mem{Base: R8, Disp: 1}, EBX)
		BZHIQ(RBX, R10, R10)
		SHRXQ(RDI, R10, R10)
		if near {
			LEAL(Mem{Base: ECX, Disp: 1}, EAX)
			BZHIQ(RAX, R9, R9)
		}
		SHRXQ(RBX, R9, R9)
		ORQ(R10, R9)
	}
	firstPairs(true)
	JNE(LabelRef("blocks512"))
	Comment("Of up to five segments the last bytes show that no three in a row are the same.")
	VPCOMPRESSB_Z(Z20, K3, Z21)
	VPSRLDQ(Imm(1), X21, X22)
	VPTESTMB(X22, X22, K4)
	VPCMPEQB(X21, X22, K4, K4)
	KMOVQ(K3, R10)
	BZHIQ(RCX, R10, R10)
	KMOVW(K4, EAX)
	LEAL(Mem{Base: EAX, Index: EAX, Scale: 1}, R9L)
	TESTL(R9L, EAX)
	JNE(LabelRef("near512"))
	SHRXQ(RBX, R10, RAX)
	POPCNTQ(RAX, RAX)
	CMPL(EAX, Imm(5))
	JAE(LabelRef("near512"))
	Label("plain512")
	TESTB(U8(0x80), half(7))
	JNE(LabelRef("triplets512"))
	MOVQ(U32(0), NewParamAddr("odd", 8))
	RET()
	Label("triplets512")
	tripletsOf("plainTriplets512")

	Label("near512")
	BTSQ(RCX, R10)
	firstKeys := func() {
		Comment("The second byte must not be a slash: the first segment would be without a byte before it.")
		BTQ(RBX, R10)
		JCS(LabelRef("blocks512"))
		SHRXQ(RBX, R10, R10)
		SHLXQ(RBX, R10, R10)
		KADDQ(K5, K5, K6)
		VBROADCASTI64X4(static("keyFactor"), Z18)
		VGF2P8MULB_Z(Mem{Base: RSI, Disp: -2}, Z18, K6, Z21)
		VPADDB(Z20, Z21, Z21)
		KMOVQ(R10, K6)
		POPCNTQ(R10, R15)
	}
	firstKeys()
	VMOVDQU64(inLines(R11, "noKeys"), Z22)
	VPCOMPRESSB(Z21, K6, Z22)
	judged := func() {
		CMPL(R15L, Imm(14))
		JA(LabelRef("blocks512"))
		twoInARow()
		JEQ(LabelRef("plain512"))
	}
	judged()
	JMP(LabelRef("blocks512"))

	Label("wide512")
	LEAL(Mem{Base: ECX, Disp: -64}, R14L)
	CMPL(R14L, U32(longestSide-64))
	JA(LabelRef("blocks512"))
	firstPairs(false)
	KMOVQ(K3, R10)
	firstKeys()
	VPCOMPRESSB_Z(Z21, K6, Z22)
	Comment("AX, BX = where bytes of the path are in the second and third block, then these and the one after them.")
	XORL(R10L, R10L)
	BZHIQ(R14, R12, RAX)
	KMOVQ(RAX, K6)
	SUBL(Imm(64), R14L)
	CMOVLCS(R10L, R14L)
	BZHIQ(R14, R12, RBX)
	KMOVQ(RBX, K7)
	VMOVDQU8_Z(Mem{Base: RSI, Disp: 64}, K6, Z23)
	VMOVDQU8_Z(Mem{Base: RSI, Disp: 128}, K7, Z26)
	LEAQ(Mem{Base: RAX, Index: RAX, Scale: 1, Disp: 1}, R14)
	ADDQ(RAX, RAX)
	ADCQ(RBX, RBX)
	VMOVDQU64(inLines(R11, "oddBefore"), Z16)
	for i, z := range [][3]Register{{Z23, Z24, Z25}, {Z26, Z27, Z28}} {
		at := func(n int) Mem { return Mem{Base: RSI, Disp: 64*(i+1) + n} }
		KMOVQ([]Register{R14, RBX}[i], K6)
		VMOVDQU8_Z(at(-1), K6, z[1])
		VGF2P8MULB_Z(at(-2), Z18, K6, z[2])
		VPADDB(z[1], z[2], z[2])
		VPERMI2B(inLines(R11, "oddBefore").Offset(64), Z16, z[1])
		VPERMI2B(inLines(R11, "oddAfter").Offset(64), Z19, z[0])
		VPTESTMB(inLines(R11, "endsOfSegments"), z[0], K6, K6)
		keys := z[2]
		if i == 0 {
			VPCOMPRESSB_Z(keys, K6, keys)
		} else {
			keys = Z21
			VMOVDQU64(inLines(R11, "noKeys"), keys)
			VPCOMPRESSB(z[2], K6, keys)
		}
		KMOVQ(K6, RAX)
		SHLXQ(R15, R12, R10)
		KMOVQ(R10, K6)
		VPEXPANDB(keys, K6, Z22)
		POPCNTQ(RAX, RAX)
		ADDL(EAX, R15L)
	}
	VPANDQ(Z23, Z24, Z23)
	tern(aOrBC, Z26, Z27, Z23)
	VPTESTMB(inLines(R11, "oddInPath"), Z23, K6)
	KMOVQ(K6, RAX)
	ORQ(RAX, R9)
	JNE(LabelRef("blocks512"))
	judged()
	Label("blocks512")
	jump("JMP", "screenBlocks")
	Label("open512")
	MOVQ(U32(oddShape), NewParamAddr("odd", 8))
	RET()
}

// longestSide is where the path may end so that the first three blocks have it.
const longestSide = 3*64 - 1

// twoInARow sets the zero flag if no two in a row of the up to 14 segments of Z22 are as those one to four before
// them. What comes after them there are noKeys.
func twoInARow() {
	Comment("One to four segments in a group, in 16 bits each: no more have room.")
	VMOVDQU64(inLines(R11, "keysOn"), Z21)
	VPERMB(Z22, Z21, Z21)
	VSHUFI32X4(Imm(0), Z22, Z22, Z22)
	VPCMPEQB(Z21, Z22, K6)
	KMOVQ(K6, RAX)
	RORXQ(Imm(1), RAX, R10)
	TESTQ(R10, RAX)
}

// pairs512 leaves in K1, K3, Z17 and Z20 what screen512 says of them for the bytes of K1, and those of K5 before
// these. The cache lines are at lines; t is scratch.
func pairs512(lines, t Register) {
	VMOVDQU8_Z(Mem{Base: RSI}, K1, Z16)
	VMOVDQU8_Z(Mem{Base: RSI, Disp: -1}, K5, Z20)
	VMOVDQU64(inLines(lines, "oddBefore"), Z17)
	VPERMT2B(inLines(lines, "oddBefore").Offset(64), Z20, Z17)
	VMOVDQU64(inLines(lines, "oddAfter"), t)
	VPERMI2B(inLines(lines, "oddAfter").Offset(64), t, Z16)
	VPMOVB2M(Z16, K3)
	VPANDQ(Z17, Z16, Z17)
	VPTESTMB(inLines(lines, "oddInPath"), Z17, K1)
}
