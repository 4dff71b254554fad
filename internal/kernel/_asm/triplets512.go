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
	percent, top, odd, lastBefore, lastLong := Z22, Z23, Z24, Z25, Z26
	VBROADCASTI64X4(static("percent"), percent)
	VBROADCASTI64X4(static("top"), top)
	VPXORQ(odd, odd, odd)
	VPERMB(before, odd, lastBefore)
	VPXORQ(lastLong, lastLong, lastLong)
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
		VMOVDQU8_Z(at(1), K1, Z27)
		VMOVDQU8_Z(at(2), K1, Z28)
		Comment("Z29 = what the byte before says of this one, and this one of itself.")
		VPERMB(before, Z27, Z29)
		VPERMB(beforeLow, Z28, Z30)
		VPANDQ(Z29, Z30, Z30)
		VALIGNQ(Imm(6), lastBefore, Z30, Z29)
		VPALIGNR(Imm(13), Z29, Z30, Z29)
		VMOVDQA64(Z30, lastBefore)
		VPERMB(next, Z27, Z30)
		VPANDQ(Z30, Z29, Z29)
		Comment("Z30 = bit 7 where the second or third byte before wants it so.")
		VPERMB(long, Z27, Z31)
		VALIGNQ(Imm(6), lastLong, Z31, lastLong)
		VPALIGNR(Imm(10), lastLong, Z31, Z30)
		VPALIGNR(Imm(7), lastLong, Z31, lastLong)
		VPADDB(lastLong, lastLong, lastLong)
		tern(orAnd, top, lastLong, Z30)
		VMOVDQA64(Z31, lastLong)
		VPXORQ(Z30, Z29, Z29)
		Comment("Z27 = what is odd here.")
		VPERMB(high, Z27, Z27)
		VPERMB(low, Z28, Z28)
		VBROADCASTI64X4(static("oddAnywhere"), Z30)
		CMPQ(RDX, Imm(uint64(64*i)))
		JG(LabelRef("path512of" + block))
		Label("odd512of" + block)
		tern(andAll, Z28, Z30, Z27)
		tern(orAll, Z27, Z29, odd)
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
		JE(LabelRef("odd512of" + block))
		KMOVQ(RBX, K2)
		SUBL(Imm(3), R11L)
		CMOVLCS(R10L, R11L)
		BZHIQ(R11, R9, RBX)
		KMOVQ(RBX, K3)
		VBROADCASTI64X4(static("slash"), Z31)
		VPCMPUB(Imm(4), Mem{Base: RSI, Disp: 64*i + 3}, Z31, K3, K3) // not equal
		KANDNQ(K2, K3, K3)
		VBROADCASTI64X4(static("oddInPaths"), Z31)
		VPORQ(Z31, Z30, Z31)
		VMOVDQU8(Z31, K2, Z30)
		VPORQ(top, Z31, Z31)
		VMOVDQU8(Z31, K3, Z30)
		JMP(LabelRef("odd512of" + block))
	}
}

const orAnd = 0xA8 // (a | b) & c, as in walk512.go
