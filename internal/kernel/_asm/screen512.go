package main

import (
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// odd are the pairs of bytes that screen looks for with AVX-512: one of before, then one of after.
// A zero is before the first byte of a text, and a slash before a host elsewhere.
// Those with afterSlash are odd where a segment begins.
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
}

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

// screen512 looks at 64 bytes at a time, the first of them for host and path. Up to where Z0 is set,
// VZEROUPPER is not needed.
//
//	SI = where the block is   R13 = the length of the text from there on   R11 = 0 if it is the first, else 1
//	K1, K2 = what would be odd in a path, and in a host   K3 = where segments end
//	K4 = where the last byte of a segment is that of the next   K5 = where there is a byte before
//	Z20 = the bytes before   Z0 = the keys of R15 segments
func screen512(s segments) {
	before := table("oddBefore", func(c byte) byte { return oddClass(c, false) })
	after := table("oddAfter", func(c byte) byte {
		if strings.IndexByte("/?#\x00", c) >= 0 {
			return oddClass(c, true) | endOfSegment
		}
		return oddClass(c, true)
	})
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
	has := func(classes Register, name string, set byte, k Register) {
		VBROADCASTI64X4(halfConstant(name, set), Z18)
		VPTESTMB(classes, Z18, k)
	}

	data("keysOn", 64, func(i int) byte { return byte(i%16 + i/16 + 1) })

	Label("first512")
	MOVQ(Mem{Base: RDX, Disp: 8}, R13)
	XORL(R11L, R11L)
	Label("block512")
	MOVL(U32(64), EAX)
	CMPQ(R13, RAX)
	CMOVQCS(R13, RAX)
	MOVQ(I64(-1), RBX)
	BZHIQ(RAX, RBX, RAX)
	KMOVQ(RAX, K1)
	LEAQ(Mem{Base: R11, Index: RAX, Scale: 2}, RAX)
	KMOVQ(RAX, K5)
	VMOVDQU8_Z(Mem{Base: RSI}, K1, Z16)
	VMOVDQU8_Z(Mem{Base: RSI, Disp: -1}, K5, Z20)
	VMOVDQA64(Z20, Z17)
	VMOVDQU64(before, Z18)
	VPERMI2B(before.Offset(64), Z18, Z17)
	VMOVDQU64(after, Z18)
	VPERMI2B(after.Offset(64), Z18, Z16)
	has(Z16, "endsOfSegments", endOfSegment, K3)
	VPANDQ(Z17, Z16, Z17)
	has(Z17, "oddInPath", inPath, K1)
	TESTL(R11L, R11L)
	JNE(LabelRef("further512"))
	has(Z17, "oddInHost", inHost, K2)
	VPCOMPRESSB_Z(Z20, K3, Z21)
	VPSRLDQ(Imm(1), X21, X22)
	VPTESTMB(X22, X22, K4)
	VPCMPEQB(X21, X22, K4, K4)
	JMP(LabelRef("words256"))

	Label("named512")
	KMOVQ(K1, R9)
	KMOVQ(K2, R10)
	judgePairs()
	JNE(LabelRef("odd512"))
	Label("even512")
	CMPL(ECX, Imm(longestNear))
	JA(LabelRef("wide512"))
	Comment("Of up to five segments the last bytes show that no three in a row are the same.")
	KMOVW(K4, EAX)
	LEAL(Mem{Base: EAX, Index: EAX, Scale: 1}, R9L)
	TESTL(R9L, EAX)
	JNE(LabelRef("wide512"))
	KMOVQ(K3, RBX)
	BZHIQ(RDX, RBX, RBX)
	SHRXQ(R8, RBX, RBX)
	SHRQ(Imm(1), RBX)
	POPCNTQ(RBX, RBX)
	CMPL(EBX, Imm(5))
	JB(LabelRef("plain"))

	Label("wide512")
	LEAL(Mem{Base: ECX, Disp: -64}, EAX)
	CMPL(EAX, U32(longestSide-64))
	JBE(LabelRef("side512"))
	Label("loop512")
	XORL(R15L, R15L)
	VPXORQ(Z0, Z0, Z0)
	KMOVQ(K3, RBX)
	behindFirst(RBX)
	Label("keep512")
	CMPL(ECX, Imm(64))
	JAE(LabelRef("ends512"))
	BTSQ(RCX, RBX)
	Label("ends512")
	withPrior()
	VPADDB(Z21, Z21, Z21)
	VPADDB(Z21, Z21, Z21)
	VPADDB(Z21, Z20, Z20)
	KMOVQ(RBX, K2)
	VPCOMPRESSB_Z(Z20, K2, Z16)
	MOVQ(I64(-1), RAX)
	SHLXQ(R15, RAX, RAX)
	KMOVQ(RAX, K2)
	VPEXPANDB(Z16, K2, Z0)
	POPCNTQ(RBX, RBX)
	ADDL(EBX, R15L)
	CMPL(R15L, Imm(mostSegments))
	JA(LabelRef("store512"))
	JMP(LabelRef("kept512"))
	Label("reload512")
	VMOVDQU64(s.keys, Z0)
	Label("kept512")
	CMPL(ECX, Imm(64))
	JB(LabelRef("groups512"))
	s.next(64)
	SUBQ(Imm(64), R13)
	MOVL(U32(1), R11L)
	JMP(LabelRef("block512"))

	sideBySide(before, after)

	Label("further512")
	MOVL(U32(64), EDX)
	CMPL(ECX, EDX)
	CMOVLCS(ECX, EDX)
	KMOVQ(K1, R9)
	BZHIQ(RDX, R9, R9)
	JNE(LabelRef("oddFurther512"))
	Label("evenFurther512")
	KMOVQ(K3, RBX)
	BZHIQ(RDX, RBX, RBX)
	JMP(LabelRef("keep512"))

	Label("groups512")
	VMOVDQU64(Z0, s.keys)
	XORL(R12L, R12L)
	CMPL(R15L, Imm(14))
	JA(LabelRef("many256"))
	twoInARow()
	JE(LabelRef("plain256"))
	JMP(LabelRef("many256"))
	Label("store512")
	VMOVDQU64(Z0, s.keys)
	JMP(LabelRef("again256"))

	Label("odd512")
	TESTQ(R10, R10)
	JNE(LabelRef("open256"))
	VBROADCASTI64X4(halfConstant("oddAnywhere512", anywhere), Z18)
	VPTESTMB(Z17, Z18, K2)
	KMOVQ(K2, RBX)
	BZHIQ(RDX, RBX, RBX)
	SHRXQ(R8, RBX, RBX)
	SHRQ(Imm(1), RBX)
	JNE(LabelRef("open256"))
	withPrior()
	VPCMPEQB(Z18, Z21, K2)
	KMOVQ(K2, RBX)
	SHRXQ(R8, RBX, RBX)
	SHRQ(Imm(1), RBX)
	ORQ(Imm(1), RBX) // the path begins before its second byte
	TESTQ(RBX, R9)
	JNE(LabelRef("open256"))
	JMP(LabelRef("even512"))
	Label("oddFurther512")
	VBROADCASTI64X4(static("oddAnywhere512"), Z18)
	VPTESTMB(Z17, Z18, K2)
	KMOVQ(K2, RBX)
	BZHIQ(RDX, RBX, RBX)
	JNE(LabelRef("open256"))
	withPrior()
	VPCMPEQB(Z18, Z21, K2)
	KMOVQ(K2, RBX)
	TESTQ(RBX, R9)
	JNE(LabelRef("open256"))
	JMP(LabelRef("evenFurther512"))
}

// twoInARow sets the zero flag if no two in a row of the up to 14 segments of Z0 are as those one to four before
// them. It overwrites R9, R10, AX, BX, K2, Z16 and Z17.
func twoInARow() {
	Comment("One to four segments in a group, in 16 bits each: no more have room.")
	VMOVDQU64(static("keysOn"), Z16)
	VPERMB(Z0, Z16, Z16)
	VSHUFI32X4(Imm(0), Z0, Z0, Z17)
	VPCMPEQB(Z16, Z17, K2)
	KMOVQ(K2, RAX)
	MOVQ(RAX, RBX)
	SHRQ(Imm(1), RBX)
	ANDQ(RBX, RAX)
	XORL(R10L, R10L)
	MOVL(R15L, R9L)
	SUBL(Imm(2), R9L)
	CMOVLCS(R10L, R9L)
	MOVQ(U64(0x0001000100010001), RBX)
	SHLXQ(R9, RBX, R9)
	SUBQ(RBX, R9)
	TESTQ(RAX, R9)
}

// longestSide is where the path may end so that the first three blocks have it.
const longestSide = 3*64 - 1

// sideBySide looks at the second and third block of a path that ends there, without a branch on which of
// them does. It goes to loop512, with all as it was, if something is odd, or segments may repeat.
func sideBySide(before, after Mem) {
	Label("side512")
	KMOVQ(K3, RBX)
	behindFirst(RBX)
	withPrior()
	VPADDB(Z21, Z21, Z21)
	VPADDB(Z21, Z21, Z21)
	VPADDB(Z21, Z20, Z21)
	KMOVQ(RBX, K2)
	VPCOMPRESSB_Z(Z21, K2, Z0)
	POPCNTQ(RBX, R15)
	XORL(R10L, R10L)
	MOVQ(I32(-1), R12)
	for i := 1; i <= 2; i++ {
		at := func(n int) Mem { return Mem{Base: RSI, Disp: 64*i + n} }
		Comment("R9 = how many bytes of the path are here, AX = as many and the one after them.")
		LEAL(Mem{Base: ECX, Disp: -64 * i}, R9L)
		LEAL(Mem{Base: ECX, Disp: -64*i + 1}, EAX)
		if i == 2 {
			TESTL(R9L, R9L)
			CMOVLLT(R10L, R9L)
			CMOVLLT(R10L, EAX) // -1 + 1 is 0
		}
		BZHIQ(R9, R12, R9)
		KMOVQ(R9, K1)
		BZHIQ(RAX, R12, RAX)
		KMOVQ(RAX, K4)
		VMOVDQU8_Z(at(0), K1, Z16)
		VMOVDQU8_Z(at(-1), K4, Z17)
		VMOVDQU8_Z(at(-2), K4, Z21)
		VPADDB(Z21, Z21, Z21)
		VPADDB(Z21, Z21, Z21)
		VPADDB(Z21, Z17, Z21)
		VMOVDQU64(before, Z18)
		VPERMI2B(before.Offset(64), Z18, Z17)
		VMOVDQU64(after, Z18)
		VPERMI2B(after.Offset(64), Z18, Z16)
		VBROADCASTI64X4(static("endsOfSegments"), Z18)
		VPTESTMB(Z16, Z18, K4, K4)
		VPANDQ(Z17, Z16, Z17)
		VBROADCASTI64X4(static("oddInPath"), Z18)
		VPTESTMB(Z17, Z18, []Register{K6, K7}[i-1])
		VPCOMPRESSB_Z(Z21, K4, Z16)
		SHLXQ(R15, R12, RAX)
		KMOVQ(RAX, K2)
		VPEXPANDB(Z16, K2, Z0)
		KMOVQ(K4, RBX)
		POPCNTQ(RBX, RBX)
		ADDL(EBX, R15L)
	}
	KORTESTQ(K6, K7)
	JNE(LabelRef("loop512"))
	CMPL(R15L, Imm(14))
	JA(LabelRef("loop512"))
	twoInARow()
	JE(LabelRef("plain256"))
	JMP(LabelRef("loop512"))
}

// endOfSegment is the class of what may end a segment, in oddAfter.
const endOfSegment = 0x80

// withPrior loads the bytes two before those of the block into Z21, as if a slash were before all, and
// slashes into Z18.
func withPrior() {
	VBROADCASTI64X4(static("slash"), Z18)
	KMOVQ(K5, RAX)
	LEAQ(Mem{Base: R11, Index: RAX, Scale: 2}, RAX)
	KMOVQ(RAX, K4)
	VMOVDQA64(Z18, Z21)
	VMOVDQU8(Mem{Base: RSI, Disp: -2}, K4, Z21)
}
