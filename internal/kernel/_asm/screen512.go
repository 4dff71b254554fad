package main

import (
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// odd are the pairs of bytes that screen looks for with AVX-512: one of before, then one of after.
// A zero is before the first byte.
var odd = [8]struct {
	inHost        bool
	before, after string
}{
	{false, "./:", "/"},
	{false, "wW", "wW"},
	{false, ".", ".;"},
	{true, "-.\x00", "-."},
	{true, ".\x00", "0"},
	{true, "\x00" + alpha + digit + "-.", "_~!$&'()*+,;=%"},
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

// screen512 looks at 63 bytes of host and path at a time. Each block but the first begins with the
// last two bytes of the one before.
//
//	SI = where the block is   CX = the length from there on   R14 = where the path is in it
//	R8 = the length of the host, 0 in later blocks   R9 = the bytes that the block before has, too
func screen512(s segments) {
	const block = 63
	before := table("oddBefore", func(c byte) byte { return oddClass(c, false) })
	after := table("oddAfter", func(c byte) byte { return oddClass(c, true) })
	inHost, inPath := byte(0), byte(0)
	for i, pair := range odd {
		if pair.inHost {
			inHost |= 1 << i
		} else {
			inPath |= 1 << i
		}
	}
	constant("oddInHost", inHost)
	constant("oddInPath", inPath)
	each := bytes("each", func(i int) byte { return byte(i) })
	fromBefore := bytes("fromBefore", func(i int) byte { return byte(i+63) % 64 })

	Label("first512")
	XORL(R9L, R9L)
	XORL(R15L, R15L)
	XORL(R11L, R11L)
	LEAL(Mem{Base: R8, Disp: -1}, EAX)
	MOVB(AL, s.ends)
	Label("block512")
	MOVL(U32(block), EAX)
	CMPL(ECX, EAX)
	CMOVLCS(ECX, EAX)
	MOVQ(I64(-1), RDX)
	BZHIQ(RAX, RDX, RAX)
	KMOVQ(RAX, K1)
	BZHIQ(R8, RDX, RDX)
	KMOVQ(RDX, K2)
	VMOVDQU8_Z(Mem{Base: RSI}, K1, Z0)
	VMOVDQU64(fromBefore, Z1)
	VPERMB(Z0, Z1, Z4)
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
	JNE(LabelRef("open256"))
	VPCMPEQB(static("slash"), Z0, K2)
	KMOVQ(K2, RBX)
	ANDNQ(RBX, R9, RBX)
	CMPL(ECX, Imm(block))
	JA(LabelRef("keep512"))
	BTSQ(RCX, RBX)
	CMPL(R8L, R14L)
	JNE(LabelRef("keep512"))
	Comment("Of up to five segments the last bytes show that no three in a row are the same.")
	KMOVQ(RBX, K2)
	VPCOMPRESSB_Z(Z4, K2, Z1)
	VPSRLDQ(Imm(1), X1, X2)
	VPTESTMB(X2, X2, K2)
	VPCMPEQB(X1, X2, K2, K2)
	KMOVW(K2, EAX)
	LEAL(Mem{Base: EAX, Index: EAX, Scale: 1}, EDX)
	SHRXQ(R14, RBX, RDI)
	SHRQ(Imm(1), RDI)
	POPCNTQ(RDI, RDI)
	CMPL(EDI, Imm(5))
	JA(LabelRef("keep512"))
	TESTL(EDX, EAX)
	JEQ(LabelRef("plain256"))

	Label("keep512")
	KMOVQ(RBX, K2)
	VPBROADCASTB(R11L, Z1)
	VPADDB(each, Z1, Z1)
	VPCOMPRESSB_Z(Z1, K2, Z1)
	VMOVDQU(Y1, s.ends.Offset(1).Idx(R15, 1))
	VPCOMPRESSB_Z(Z4, K2, Z1)
	VMOVDQU(Y1, s.last.Idx(R15, 1))
	POPCNTQ(RBX, RBX)
	ADDL(EBX, R15L)
	CMPL(R15L, Imm(mostSegments))
	JA(LabelRef("full256"))
	Label("kept512")
	CMPL(ECX, Imm(block))
	JBE(LabelRef("groups256"))
	s.next(block - 2)
	MOVL(U32(3), R9L)
	JMP(LabelRef("block512"))
}
