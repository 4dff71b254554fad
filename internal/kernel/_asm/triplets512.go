package main

import (
	"strconv"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// characterLine is digitTable by the lower six bits of a hex digit in ASCII, in a cache line. They are 0 of none.
func characterLine(name string, none byte, set func(i int) string) {
	of := map[int]byte{0: none}
	for c, digit := range []byte(hexDigits) {
		class := digitClass(digit, set)
		of[int(digit&0x3f)] = class
		if c > 9 {
			of[int(digit|0x20)&0x3f] = class
		}
	}
	line(name, func(i int) byte { return of[i] })
}

// plainTriplets512 is plainTriplets256 with two blocks of 64 bytes at a time, without a branch on whether one is
// enough. What it looks up are the characters of the digits, which are 0 after other bytes than "%".
//
//	SI = where the block is   CX = the length from there on   DX = that of the path
func plainTriplets512() {
	high, low, before, beforeLow, next, long := Z16, Z17, Z18, Z19, Z20, Z21
	percent, odd := Z22, Z23
	befores, longs := [2]Register{Z24, Z25}, [2]Register{Z26, Z27} // of a block and of the one before, in turn
	characterLine("oddHigh", 0, oddHigh)
	characterLine("oddLow", 0, oddLow)
	characterLine("utf8High", digitClass('0', utf8High), utf8High)
	characterLine("utf8Low", digitClass('0', utf8Low), utf8Low)
	characterLine("utf8Next", digitClass('0', utf8Next), utf8Next)
	characterLine("utf8Long", 0, utf8Long)
	TEXT("plainTriplets512", NOSPLIT, "func()")
	ADDQ(RAX, RSI)
	SUBQ(RAX, RDX)
	SUBQ(RAX, RCX)
	loadLines(R8)
	for i, name := range []string{"oddHigh", "oddLow", "utf8High", "utf8Low", "utf8Next", "utf8Long"} {
		VMOVDQU64(inLines(R8, name), []Register{high, low, before, beforeLow, next, long}[i])
	}
	VBROADCASTI64X4(static("percent"), percent)
	VPXORQ(odd, odd, odd)
	VPERMB(before, odd, befores[1])
	VPXORQ(longs[1], longs[1], longs[1])
	MOVQ(I64(-1), R9)

	Label("blocks512")
	MOVL(U32(128), EAX)
	CMPQ(RCX, RAX)
	CMOVQCS(RCX, RAX)
	XORL(R10L, R10L)
	for i := range 2 {
		block := strconv.Itoa(i)
		at := func(n int) Mem { return Mem{Base: RSI, Disp: 64*i + n} }
		if i > 0 {
			SUBL(Imm(64), EAX)
			CMOVLCS(R10L, EAX)
		}
		BZHIQ(RAX, R9, RBX)
		KMOVQ(RBX, K1)
		VPCMPEQB(at(0), percent, K1, K1)
		first, second := Z28, Z29 // the characters of the digits
		VMOVDQU8_Z(at(1), K1, first)
		VMOVDQU8_Z(at(2), K1, second)
		Comment("Z30 = bit 7 where the second or third byte before wants it so.")
		here, last := longs[i], longs[1-i]
		VPERMB(long, first, here)
		VALIGNQ(Imm(6), last, here, last)
		VPALIGNR(Imm(10), last, here, Z30)
		VPALIGNR(Imm(7), last, here, last)
		VPADDB(last, last, last)
		VPTERNLOGQ_BCST(Imm(orAnd), static("top"), last, Z30)
		Comment("Then what the byte before says of this one, and this one of itself, is odd unless it is the same.")
		here, last = befores[i], befores[1-i]
		VPERMB(before, first, here)
		VPERMB(beforeLow, second, Z31)
		VPANDQ(Z31, here, here)
		VALIGNQ(Imm(6), last, here, last)
		VPALIGNR(Imm(13), last, here, last)
		VPERMB(next, first, Z31)
		tern(xorAnd, Z31, last, Z30)
		VPERMB(high, first, first)
		VPERMB(low, second, second)
		CMPQ(RDX, Imm(uint64(64*i)))
		JG(LabelRef("path512of" + block))
		Label("query512of" + block)
		VPTERNLOGQ_BCST(Imm(andAll), static("oddAnywhere"), second, first)
		Label("odd512of" + block)
		tern(orAll, Z30, first, odd)
	}
	ADDQ(Imm(128), RSI)
	SUBQ(U32(128), RDX)
	SUBQ(U32(128), RCX)
	JAE(LabelRef("blocks512")) // what the last triplet begins may end there
	XORL(EAX, EAX)
	VPTESTMB(odd, odd, K1)
	KORTESTQ(K1, K1)
	SETEQ(AL)
	RET()

	for i := range 2 {
		block := strconv.Itoa(i)
		Comment("K2 = where the path has triplets, K3 = where a space is before a slash or the last of the path.")
		Label("path512of" + block)
		MOVL(U32(64*i+64+3), R11L)
		CMPQ(RDX, R11)
		CMOVQLT(RDX, R11)
		if i > 0 {
			SUBL(Imm(64), R11L)
		}
		KMOVQ(K1, RBX)
		BZHIQ(R11, RBX, RBX)
		JE(LabelRef("query512of" + block))
		KMOVQ(RBX, K2)
		SUBL(Imm(3), R11L)
		CMOVLCS(R10L, R11L)
		BZHIQ(R11, R9, RBX)
		KMOVQ(RBX, K3)
		free := befores[1-i]
		VBROADCASTI64X4(static("slash"), free)
		VPCMPUB(Imm(4), Mem{Base: RSI, Disp: 64*i + 3}, free, K3, K3) // not equal
		KANDNQ(K2, K3, K3)
		VBROADCASTI64X4(static("oddAnywhere"), Z31)
		VBROADCASTI64X4(static("oddInPaths"), free)
		VPORQ(Z31, free, free)
		VMOVDQU8(free, K2, Z31)
		VPORQ_BCST(static("top"), free, free)
		VMOVDQU8(free, K3, Z31)
		tern(andAll, Z31, Z29, Z28)
		JMP(LabelRef("odd512of" + block))
	}
}

// As in walk512.go.
const (
	orAnd  = 0xA8 // (a | b) & c
	xorAnd = 0x78 // a ^ b&c
)
