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

// plainTriplets512 is plainTriplets256 with blocks of 64 bytes. What it looks up are the characters of the digits, which are 0 after other bytes than "%".
//
//	SI = where the block is   CX = the length from there on   DX = that of the path
//	R11 = the cache lines   R12 = -1
func plainTriplets512() {
	percent, odd := Z22, Z23
	befores := [2]Register{Z24, Z25} // of a block and of the one before, in turn
	characterLine("oddHigh", 0, oddHigh)
	characterLine("oddLow", 0, oddLow)
	characterLine("utf8High", 0, utf8High)
	characterLine("utf8Low", 0, utf8Low)
	characterLine("utf8Next", digitClass('0', utf8Next), utf8Next)
	TEXT("plainTriplets512", NOSPLIT, "func()")
	ADDQ(RAX, RSI)
	SUBQ(RAX, RDX)
	SUBQ(RAX, RCX)
	VBROADCASTI64X4(static("percent"), percent)
	VPXORQ(odd, odd, odd)
	VPXORQ(befores[1], befores[1], befores[1])

	Label("blocks512")
	for i := range 2 {
		block := strconv.Itoa(i)
		at := func(n int) Mem { return Mem{Base: RSI, Disp: 64*i + n} }
		MOVL(U32(64), EAX)
		CMPQ(RCX, RAX)
		CMOVQCS(RCX, RAX)
		BZHIQ(RAX, R12, RBX)
		KMOVQ(RBX, K1)
		VPCMPEQB(at(0), percent, K1, K1)
		first, second := Z28, Z29 // the characters of the digits
		VMOVDQU8_Z(at(1), K1, first)
		VMOVDQU8_Z(at(2), K1, second)
		Comment("Z30 = bit 7 where it is odd that one to three bytes before a character begins, or that none does.")
		here, last := befores[i], befores[1-i]
		VPERMB(inLines(R11, "utf8High"), first, here)
		VPERMB(inLines(R11, "utf8Low"), second, Z31)
		VPANDQ(Z31, here, here)
		VALIGNQ(Imm(6), last, here, last)
		VPALIGNR(Imm(7), last, here, Z30)
		VPALIGNR(Imm(10), last, here, Z31)
		VPALIGNR(Imm(13), last, here, last)
		VPADDB(Z30, Z30, Z30)
		VPORQ(Z31, Z30, Z30)
		VPADDB(Z30, Z30, Z30)
		VPERMB(inLines(R11, "utf8Next"), first, Z31)
		tern(sameAsOr, Z31, last, Z30)
		VPTERNLOGQ_BCST(Imm(aOrBC), static("top"), Z30, odd)
		VPERMB(inLines(R11, "oddHigh"), first, first)
		VPERMB(inLines(R11, "oddLow"), second, second)
		CMPQ(RDX, Imm(uint64(64*i)))
		JG(LabelRef("path512of" + block))
		Label("query512of" + block)
		VPTERNLOGQ_BCST(Imm(andAll), static("oddAnywhere"), second, first)
		Label("odd512of" + block)
		tern(aOrBC, Z31, last, first)
		VPORQ(first, odd, odd)
		SUBQ(Imm(64), RCX)
		if i == 0 {
			JB(LabelRef("done512"))
		}
	}
	LEAQ(Mem{Base: RSI, Disp: 128}, RSI)
	LEAQ(Mem{Base: RDX, Disp: -128}, RDX)
	JAE(LabelRef("blocks512")) // what the last triplet begins may end there
	Label("done512")
	XORL(EAX, EAX)
	VPTESTMB(odd, odd, K1)
	KORTESTQ(K1, K1)
	SETNE(AL)
	RET()

	for i := range 2 {
		block := strconv.Itoa(i)
		Comment("K2 = where the path has triplets, K3 = where a space is before a slash or the last of the path.")
		Label("path512of" + block)
		MOVL(U32(64*i+64+3), R8L)
		CMPQ(RDX, R8)
		CMOVQLT(RDX, R8)
		if i > 0 {
			SUBL(Imm(64), R8L)
		}
		KMOVQ(K1, RBX)
		BZHIQ(R8, RBX, RBX)
		JE(LabelRef("query512of" + block))
		KMOVQ(RBX, K2)
		XORL(R10L, R10L)
		SUBL(Imm(3), R8L)
		CMOVLCS(R10L, R8L)
		BZHIQ(R8, R12, RBX)
		KMOVQ(RBX, K3)
		VBROADCASTI64X4(static("slash"), Z26)
		VPCMPUB(Imm(4), Mem{Base: RSI, Disp: 64*i + 3}, Z26, K3, K3) // not equal
		KANDNQ(K2, K3, K3)
		VBROADCASTI64X4(static("oddAnywhere"), Z26)
		VBROADCASTI64X4(static("oddInPaths"), Z27)
		VPORQ(Z26, Z27, Z27)
		VMOVDQU8(Z27, K2, Z26)
		VPORQ_BCST(static("top"), Z27, Z27)
		VMOVDQU8(Z27, K3, Z26)
		tern(andAll, Z26, Z29, Z28)
		JMP(LabelRef("odd512of" + block))
	}
}

// forTriplets512 loads what plainTriplets512 needs.
func forTriplets512() {
	loadLines(R11)
	MOVQ(I32(-1), R12)
}

const sameAsOr = 0xA9 // (a | b) == c
