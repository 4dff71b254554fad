package main

import (
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// odd are the pairs of bytes that screen looks for with AVX-512: one of before, then one of after.
// A zero is before the first byte of a text and after the last one, and a slash before a host elsewhere.
// A path has the byte after it, too: the last pair is that of its end.
var odd = [7]struct {
	inHost        bool
	before, after string
}{
	{false, "./:", "/"},
	{false, "wW", "wW"},
	{false, ".", ".;"},
	{true, "/-.\x00", "-."},
	{true, "/.\x00", "0"},
	{true, "/\x00" + alpha + digit + "-.", "_~!$&'()*+,;=%"},
	{false, ".", "?#\x00"},
}

// endOfSegment is the class of what may end a segment, as what comes after.
const endOfSegment = 0x80

// oddClass returns a bit for each of odd that has c, and endOfSegment.
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
	if after && strings.IndexByte("/?#\x00", c) >= 0 {
		class |= endOfSegment
	}
	return class
}

// screen512 looks at references whose path ends in the first four blocks. The others are for
// blocks512, and so are those with an odd byte and those whose segments may repeat.
//
//	SI = the text   R11 = the cache lines   R12 = -1   R13 = the length of the text
//	R8 = where the path begins, from named512 on   BX = where its second byte is
//	K1, K2 = what would be odd in a path, and in a host   K3 = where segments end
//	K5 = where there is a byte before   Z20 = the bytes before   Z17 = their pairs
func screen512() {
	caselessLine("oddBefore", func(c byte) byte { return oddClass(c, false) })
	caselessLine("oddAfter", func(c byte) byte { return oddClass(c, true) })
	inHost, inPath := byte(0), byte(0)
	for i, pair := range odd {
		if pair.inHost {
			inHost |= 1 << i
		} else {
			inPath |= 1 << i
		}
	}
	qword("caseless", 0x102040810400000) // bits 0 to 4, and 6 as bit 5
	lineConstant("oddInHost", inHost)
	lineConstant("oddInPath", inPath)
	lineConstant("endsOfSegments", endOfSegment)
	line("keysOn", func(i int) byte { return byte(i%16 + i/16 + 1) })
	line("lanesBefore", func(i int) byte { return byte(i-1) & 63 })
	line("noKeys", func(i int) byte { return byte(0x80 + i) })
	halfConstant("keyFactor", 0x1d)

	Label("first512")
	loadLines(R11)
	MOVQ(Mem{Base: RDX, Disp: 8}, R13)
	crossing512(Mem{Base: ESI}, "in256")
	MOVL(U32(64), EAX)
	CMPQ(R13, RAX)
	CMOVQCS(R13, RAX)
	MOVQ(I32(-1), R12)
	BZHIQ(RAX, R12, RAX)
	KMOVQ(RAX, K1)
	KADDQ(K1, K1, K5)
	VMOVDQU8_Z(Mem{Base: RSI}, K1, Z16)
	VMOVDQU64(inLines(R11, "lanesBefore"), Z20)
	VPERMB_Z(Z16, Z20, K5, Z20)
	pairs512(R11)
	VPTESTMB(inLines(R11, "oddInHost"), Z17, K2)
	shape("512")
	hostEnds("512", "named512")
	MOVL(half(3), R8L)
	CMPL(ECX, Imm(longestNear))
	JA(LabelRef("wide512"))
	firstPairs := func(near bool) {
		KMOVQ(K1, R9)
		KMOVQ(K2, R10)
		MOVL(half(2), EBX)
		BZHIQ(RBX, R10, R10)
		SHRXQ(RDI, R10, R10)
		LEAL(Mem{Base: R8, Disp: 1}, EBX)
		if near {
			LEAL(Mem{Base: ECX, Disp: 1}, EAX)
			BZHIQ(RAX, R9, R9)
		}
		SHRXQ(RBX, R9, R9)
		ORQ(R10, R9)
	}
	firstPairs(true)
	JNE(LabelRef("blocks512"))
	Label("even64")
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
	isPlain("512")
	crossing512(Mem{Base: ESI, Index: R13L, Scale: 1, Disp: -1}, "tripletsAtEnd512")
	Comment("Where the first one is.")
	VBROADCASTI64X4(static("percent"), Z21)
	VPCMPEQB(Mem{Base: RSI}, Z21, K1)
	KMOVQ(K1, RAX)
	TZCNTQ(RAX, RAX)
	tripletsOf("plainTriplets512")

	Label("near512")
	BTSQ(RCX, R10)
	firstKeys := func() {
		Comment("The second byte must not be a slash: the first segment would be without a byte before it.")
		BTQ(RBX, R10)
		JCS(LabelRef("alike512"))
		SHRXQ(RBX, R10, R10)
		SHLXQ(RBX, R10, R10)
		KADDQ(K5, K5, K6)
		VBROADCASTI64X4(static("keyFactor"), Z18)
		VMOVDQU64(inLines(R11, "lanesBefore"), Z21)
		VPERMB_Z(Z20, Z21, K6, Z21)
		VGF2P8MULB(Z18, Z21, Z21)
		VPADDB(Z20, Z21, Z21)
		KMOVQ(R10, K6)
		POPCNTQ(R10, R15)
	}
	firstKeys()
	VMOVDQU64(inLines(R11, "noKeys"), Z22)
	VPCOMPRESSB(Z21, K6, Z22)
	Label("few512")
	CMPL(R15L, Imm(14))
	JA(LabelRef("many512"))
	twoInARow()
	JEQ(LabelRef("plain512"))
	JMP(LabelRef("alike512"))
	Label("many512")
	CMPL(R15L, Imm(mostKeys))
	JA(LabelRef("alike512"))
	pairsInARow(Z22)
	JEQ(LabelRef("plain512"))
	JMP(LabelRef("alike512"))

	Label("wide512")
	crossing512(Mem{Base: ESI, Index: ECX, Scale: 1, Disp: -1}, "in256")
	Comment("R14 = what is left of the path in the block at BX.")
	LEAL(Mem{Base: ECX, Disp: -64}, R14L)
	CMPL(R14L, U32(longestSide-64))
	JA(LabelRef("blocks512"))
	firstPairs(false)
	KMOVQ(K3, R10)
	firstKeys()
	VPCOMPRESSB_Z(Z21, K6, Z22)
	LEAQ(Mem{Base: RSI, Disp: 64}, RBX)
	Label("further512")
	BZHIQ(R14, R12, RAX)
	KMOVQ(RAX, K6)
	LEAQ(Mem{Base: RAX, Index: RAX, Scale: 1, Disp: 1}, RAX)
	KMOVQ(RAX, K7)
	VMOVDQU8_Z(Mem{Base: RBX}, K6, Z23)
	VMOVDQU8_Z(Mem{Base: RBX, Disp: -1}, K7, Z24)
	VGF2P8MULB_Z(Mem{Base: RBX, Disp: -2}, Z18, K7, Z25)
	VPADDB(Z24, Z25, Z25)
	classes512(R11, "oddBefore", Z24, Z24)
	classes512(R11, "oddAfter", Z23, Z23)
	VPTESTMB(inLines(R11, "endsOfSegments"), Z23, K7, K7)
	VPANDQ(Z23, Z24, Z23)
	VPTESTMB(inLines(R11, "oddInPath"), Z23, K6)
	KMOVQ(K6, RAX)
	ORQ(RAX, R9)
	VMOVDQU64(inLines(R11, "noKeys"), Z21)
	VPCOMPRESSB(Z25, K7, Z21)
	SHLXQ(R15, R12, R10)
	KMOVQ(R10, K6)
	VPEXPANDB(Z21, K6, Z22)
	KMOVQ(K7, RAX)
	POPCNTQ(RAX, RAX)
	ADDL(EAX, R15L)
	ADDQ(Imm(64), RBX)
	SUBL(Imm(64), R14L)
	JAE(LabelRef("further512"))
	TESTQ(R9, R9)
	JEQ(LabelRef("few512"))
	blocks512()
	oddBytes("512")
	usualPort("512")
	seldomEnds("512")
	Label("tripletsAtEnd512")
	MOVL(half(3), EAX)
	tripletsOf("plainTriplets256")
	Label("open512")
	MOVQ(U32(oddShape), NewParamAddr("odd", 8))
	RET()
}

// crossing512 goes to label, which loads 32 bytes at a time, if the 64 bytes from m on cross the end of a page: where the
// next page has no memory, each load of them takes 150 ns, though its mask leaves out what is of that page. They may
// also end a page.
func crossing512(m Mem, label string) {
	LEAL(m.Offset(64), EAX)
	TESTL(U32(4096-64), EAX)
	JEQ(LabelRef(label))
}

// longestSide is where the path may end so that four blocks have it, and what is left of it fits into a byte.
const longestSide = 4*64 - 1

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
// these. The cache lines are at lines.
func pairs512(lines Register) {
	classes512(lines, "oddBefore", Z20, Z17)
	classes512(lines, "oddAfter", Z16, Z16)
	VPMOVB2M(Z16, K3)
	VPANDQ(Z17, Z16, Z17)
	VPTESTMB(inLines(lines, "oddInPath"), Z17, K1)
}

// classes512 looks bytes up in a line of caselessLine.
func classes512(lines Register, name string, bytes, classes Register) {
	VGF2P8AFFINEQB_BCST(Imm(0), static("caseless"), bytes, classes)
	VPERMB(inLines(lines, name), classes, classes)
}

// caselessLine adds the classes of ASCII by all bits but bit 5, which tells upper from lower case. The other
// bytes that it tells apart are not both in a reference.
func caselessLine(name string, class func(byte) byte) {
	line(name, func(i int) byte {
		c := byte(i&0x1f | i&0x20<<1)
		return class(c) | class(c|0x20)
	})
}
