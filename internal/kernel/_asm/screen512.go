package main

import (
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// odd are the pairs of bytes that screen looks for with AVX-512: one of before, then one of after.
// A zero is before the first byte.
// Those with afterSlash are odd where a segment begins.
var odd = [8]struct {
	inHost, afterSlash bool
	before, after      string
}{
	{false, false, "./:", "/"},
	{false, true, "wW", "wW"},
	{false, true, ".", ".;"},
	{true, false, "-.\x00", "-."},
	{true, false, ".\x00", "0"},
	{true, false, "\x00" + alpha + digit + "-.", "_~!$&'()*+,;=%"},
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

// screen512 looks at 64 bytes of host and path at a time.
//
//	SI = where the block is   CX = the length from there on   R14 = where the path is in it
//	R8 = the length of the host, 0 in later blocks   R9 = whether bytes of it are before the block
func screen512(s segments) {
	const block = 64
	before := table("oddBefore", func(c byte) byte { return oddClass(c, false) })
	after := table("oddAfter", func(c byte) byte { return oddClass(c, true) })
	inHost, inPath, anywhere := byte(0), byte(0), byte(0)
	for i, pair := range odd {
		if pair.inHost {
			inHost |= 1 << i
		} else {
			inPath |= 1 << i
		}
		if !pair.afterSlash {
			anywhere |= 1 << i
		}
	}
	constant("oddInHost", inHost)
	constant("oddInPath", inPath)
	constant("oddAnywhere512", anywhere)

	Label("first512")
	XORL(R9L, R9L)
	XORL(R15L, R15L)
	VBROADCASTI64X4(static("slash"), Z6)
	Label("block512")
	MOVL(U32(block), EAX)
	CMPL(ECX, EAX)
	CMOVLCS(ECX, EAX)
	MOVQ(I64(-1), RDX)
	BZHIQ(RAX, RDX, RAX)
	KMOVQ(RAX, K1)
	BZHIQ(R8, RDX, RDX)
	KMOVQ(RDX, K2)
	LEAQ(Mem{Base: R9, Index: RAX, Scale: 2}, RAX)
	KMOVQ(RAX, K3)
	LEAQ(Mem{Base: R9, Index: RAX, Scale: 2}, RAX)
	KMOVQ(RAX, K4)
	VMOVDQU8_Z(Mem{Base: RSI}, K1, Z0)
	VMOVDQU8_Z(Mem{Base: RSI, Disp: -1}, K3, Z4)
	VMOVDQA64(Z4, Z1)
	VMOVDQU64(before, Z2)
	VPERMI2B(before.Offset(64), Z2, Z1)
	VMOVDQU64(after, Z2)
	VMOVDQA64(Z0, Z3)
	VPERMI2B(after.Offset(64), Z2, Z3)
	VPANDQ(Z1, Z3, Z1)
	VMOVDQU64(static("oddInPath"), Z2)
	VMOVDQU8(static("oddInHost"), K2, Z2)
	VPTESTMB(Z1, Z2, K2)
	KORTESTQ(K2, K2)
	JNE(LabelRef("odd512"))
	Label("even512")
	VPCMPEQB(Z6, Z0, K2)
	KMOVQ(K2, RBX)
	CMPL(ECX, Imm(block))
	JAE(LabelRef("keep512"))
	BTSQ(RCX, RBX)
	CMPL(R8L, R14L)
	JNE(LabelRef("keep512"))
	Comment("Of up to five segments the last bytes show that no three in a row are the same.")
	BTRQ(R14, RBX)
	KMOVQ(RBX, K2)
	VPCOMPRESSB_Z(Z4, K2, Z1)
	VPSRLDQ(Imm(1), X1, X2)
	VPTESTMB(X2, X2, K2)
	VPCMPEQB(X1, X2, K2, K2)
	KMOVW(K2, EAX)
	LEAL(Mem{Base: EAX, Index: EAX, Scale: 1}, EDX)
	POPCNTQ(RBX, RDI)
	CMPL(EDI, Imm(5))
	JA(LabelRef("keep512"))
	TESTL(EDX, EAX)
	JEQ(LabelRef("plain256"))

	Label("keep512")
	withPrior(Z5)
	VPADDB(Z5, Z5, Z5)
	VPADDB(Z5, Z5, Z5)
	VPADDB(Z5, Z4, Z4)
	KMOVQ(RBX, K2)
	VPCOMPRESSB_Z(Z4, K2, Z1)
	VMOVDQU(Y1, s.keys.Idx(R15, 1))
	POPCNTQ(RBX, RBX)
	ADDL(EBX, R15L)
	CMPL(R15L, Imm(mostSegments))
	JA(LabelRef("again256"))
	Label("kept512")
	CMPL(ECX, Imm(block))
	JB(LabelRef("groups256"))
	s.next(block)
	MOVL(U32(1), R9L)
	JMP(LabelRef("block512"))

	Label("odd512")
	VPANDQ(Z1, Z2, Z1)
	VPTESTMB(static("oddAnywhere512"), Z1, K5)
	KORTESTQ(K5, K5)
	JNE(LabelRef("open256"))
	withPrior(Z5)
	VPCMPEQB(Z6, Z5, K5)
	KTESTQ(K2, K5)
	JNE(LabelRef("open256"))
	JMP(LabelRef("even512"))
}

// withPrior loads the bytes two before those of the block, as if a slash were before all.
func withPrior(z Register) {
	VMOVDQA64(Z6, z)
	VMOVDQU8(Mem{Base: RSI, Disp: -2}, K4, z)
}
