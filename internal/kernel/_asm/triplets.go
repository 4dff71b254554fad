package main

import (
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// halfTable writes a table of VPSHUFB, twice for the two halves.
func halfTable(name string, at func(int) byte) Mem {
	return data(name, 32, func(i int) byte { return at(i % 16) })
}

// loose256 treats each byte as if it were a "%", and loads it and the two after it
// with three loads. The values of the two follow from their halves:
//
//	value = byte&15 + letter[byte>>4]           // 9 for one of A to F and a to f
//	unreserved = row[first]&column[second] != 0   // a bit for each row of ASCII
//	lower = byte&(byte+byte) in bit 6          // set in a to f alone, of HEXDIG
func loose256() {
	letter := halfTable("letterValue", func(i int) byte {
		if i == 4 || i == 6 {
			return 9
		}
		return 0
	})
	row := halfTable("unreservedRow", func(i int) byte { return byte(1 << i) })
	column := halfTable("unreservedColumn", func(i int) (rows byte) {
		for r := range 8 {
			if strings.IndexByte(unreserved, byte(r<<4|i)) >= 0 {
				rows |= 1 << r
			}
		}
		return rows
	})
	TEXT("loose256", NOSPLIT, "func(p *byte, n int) (found bool)")
	Pragma("noescape")
	Doc("loose256 is Loose for AVX2, n >= 34. It reads no byte beyond p[:n].")
	Load(Param("p"), RSI)
	Load(Param("n"), RCX)
	VMOVDQU(static("percent"), Y8)
	VPBROADCASTQ(static("lowFour"), Y9)
	VMOVDQU(letter, Y10)
	VMOVDQU(row, Y11)
	VMOVDQU(column, Y12)
	VPXOR(Y13, Y13, Y13)
	VPXOR(Y14, Y14, Y14) // bit 7 of a byte: one is found
	SUBQ(Imm(34), RCX)   // CX = the last block
	XORL(EAX, EAX)       // AX = the block
	value := func(bytes, v Register) {
		VPSRLW(Imm(4), bytes, v)
		VPAND(Y9, v, v)
		VPSHUFB(v, Y10, v)
		VPAND(Y9, bytes, Y7)
		VPADDB(Y7, v, v)
	}

	Label("block")
	at := func(i int) Mem { return Mem{Base: RSI, Index: RAX, Scale: 1, Disp: i} }
	VMOVDQU(at(1), Y1)
	VMOVDQU(at(2), Y2)
	value(Y1, Y3)
	value(Y2, Y4)
	VPSHUFB(Y3, Y11, Y3)
	VPSHUFB(Y4, Y12, Y4)
	VPAND(Y3, Y4, Y4)
	VPCMPEQB(Y13, Y4, Y4) // not unreserved
	VPADDB(Y1, Y1, Y5)
	VPAND(Y1, Y5, Y5)
	VPADDB(Y2, Y2, Y6)
	VPAND(Y2, Y6, Y6)
	VPOR(Y5, Y6, Y6)
	VPADDB(Y6, Y6, Y6) // lower, in bit 7
	VPCMPEQB(at(0), Y8, Y0)
	VPAND(Y0, Y6, Y6)
	VPANDN(Y0, Y4, Y4)
	VPOR(Y4, Y14, Y14)
	VPOR(Y6, Y14, Y14)
	CMPQ(RAX, RCX)
	JEQ(LabelRef("done"))
	ADDQ(Imm(32), RAX)
	CMPQ(RAX, RCX)
	CMOVQGT(RCX, RAX)
	JMP(LabelRef("block"))

	Label("done")
	VPMOVMSKB(Y14, EAX)
	TESTL(EAX, EAX)
	SETNE(AL)
	Store(AL, Return("found"))
	VZEROUPPER()
	RET()
}
