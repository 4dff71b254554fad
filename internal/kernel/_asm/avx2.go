package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A cell is the bytes of some high nibbles and some low ones.
type cell struct{ high, low string }

// nibbles makes one of the two tables of VPSHUFB, twice for the two halves.
func nibbles(name string, cells [8]cell, high bool) Mem {
	return data(name, 32, func(i int) (class byte) {
		for bit, c := range cells {
			set := c.low
			if high {
				set = c.high
			}
			for _, n := range []byte(set) {
				if "0123456789ABCDEF"[i%16] == n {
					class |= 1 << bit
				}
			}
		}
		return class
	})
}

// halves is a block of 64 bytes in two registers.
type halves [2]Register

// load256 loads 64 bytes and looks up their classes. Y13 and Y14 hold the
// tables, Y15 0x0f in every byte, Y12 is scratch.
func load256(m Mem, bytes, classes halves) {
	for i := range 2 {
		VMOVDQU(m.Offset(32*i), bytes[i])
	}
	for i := range 2 {
		VPSHUFB(bytes[i], Y13, classes[i])
		VPSRLW(Imm(4), bytes[i], Y12)
		VPAND(Y15, Y12, Y12)
		VPSHUFB(Y12, Y14, Y12)
		VPAND(Y12, classes[i], classes[i])
	}
}

// toMask puts the mask of two registers of 0x00 and 0xff into r; t is scratch.
func toMask(a, b, r, t Register) {
	VPMOVMSKB(a, asL(r))
	VPMOVMSKB(b, asL(t))
	SHLQ(Imm(32), t)
	ORQ(t, r)
}

func asL(r Register) Register { return r.(GPPhysical).As32() }

func constants256() {
	nibbles("lowOfMaps", mapCells, false)
	nibbles("highOfMaps", mapCells, true)
	eightOf("toMark", 0x80-1<<leastMark) // makes bit 7 of what is a mark 1
	eightOf("lowFour", 0x0f)
	halfConstant("colon", ':')
	halfConstant("slash", '/')
	constant("question", '?')
	halfConstant("dot", '.')
	halfConstant("blank", 0x20)
	halfConstant("letterA", 'a')
	halfConstant("five", 5)
	halfConstant("fromA", 0x80-'A')    // makes A the least of the signed bytes,
	halfConstant("pastZ", 0x80+26)     // and what follows Z this one
	halfConstant("fromZero", 0x80-'0') // likewise for digits
	halfConstant("toNine", 0x80+9)
	halfConstant("zero", '0')
	halfConstant("nine", 9)
	// The first words by where the authority begins: "//", http, https.
	GLOBL("firstWords", roData)
	for i, w := range [9]uint64{2: 2 << 32, 7: 4 | 7<<32, 8: 5 | 8<<32} {
		DATA(8*i, U64(w))
	}
}
