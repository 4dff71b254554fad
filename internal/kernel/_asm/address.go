package main

import (
	"encoding/binary"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The shapes of an IPv4address are the 81 ways in which four numbers have one to three
// digits. A shape is known by its ends: a bit for each '.' and one for what follows the
// last digit. The table has, by the hash of the ends, which row it is, times three, and
// then the rows.
const (
	hashFactor = 0x29935e13 // no two shapes have the same hash
	hashShift  = 24
	hashes     = 1 << (32 - hashShift)
	shapes     = 3 * 3 * 3 * 3
	rowSize    = 24 // a row is at 8 * 3 times its number
	leastOfRow = 16 // the least that each number may be, a byte each
	endsOfRow  = 20
	noByte     = 0x80
)

// addressShapes writes that table. A row begins with the places that VPSHUFB takes bytes
// from: hundreds, tens, ones and nothing, for each number.
func addressShapes() {
	var table [hashes + shapes*rowSize]byte
	var taken [hashes]bool
	for shape := range shapes {
		row := table[hashes+shape*rowSize:][:rowSize]
		at, ends := 0, uint32(0)
		for number, rest := 0, shape; number < 4; number, rest = number+1, rest/3 {
			digits := 1 + rest%3
			for i := range 4 {
				row[4*number+i] = noByte
				if i < 3 && i >= 3-digits {
					row[4*number+i] = byte(at + i - (3 - digits))
				}
			}
			row[leastOfRow+number] = [...]byte{0, 10, 100}[digits-1]
			at += digits + 1
			ends |= 1 << (at - 1)
		}
		binary.LittleEndian.PutUint16(row[endsOfRow:], uint16(ends))
		hash := ends * hashFactor >> hashShift
		if taken[hash] {
			panic("two shapes have the same hash")
		}
		taken[hash] = true
		table[hash] = byte(shape * rowSize / 8)
	}
	data("addressShapes", len(table), func(i int) byte { return table[i] })
	data("placeValues", 16, func(i int) byte { return [4]byte{100, 10, 1, 0}[i%4] })
	data("ones", 16, func(i int) byte { return byte(1 - i%2) }) // a word each
}

// address256 sets the zero flag if the R8 bytes, 7 to 15, from R9 of a reference at SI on are an
// IPv4address (RFC 3986, 3.2.2). It overwrites AX, BX and DX.
func address256() {
	addressShapes()
	data("lastBytes", 32, func(i int) byte {
		if i >= 16 {
			return noByte
		}
		return byte(i)
	})
	TEXT("address256", NOSPLIT, "func()")
	levels{new(int)}.host()
	VPCMPEQB(static("dot"), X6, X7)
	VPMOVMSKB(X7, EAX)
	BZHIL(R8L, EAX, EAX)
	BTSL(R8L, EAX)
	IMUL3L(U32(hashFactor), EAX, EBX)
	SHRL(Imm(hashShift), EBX)
	LEAQ(static("addressShapes"), RDX)
	MOVBLZX(Mem{Base: RDX, Index: RBX, Scale: 1}, EBX)
	row := Mem{Base: RDX, Index: RBX, Scale: 8, Disp: hashes}
	CMPW(row.Offset(endsOfRow), AX)
	JNE(LabelRef("noShape"))
	Comment("X8 = the digits, X7 = the four numbers; in X9 a bit for all that is wrong.")
	VPSUBB(static("zero"), X6, X8)
	VPSHUFB(row, X8, X8)
	VPMADDUBSW(static("placeValues"), X8, X7)
	VPMADDWD(static("ones"), X7, X7)
	VPMOVZXBD(row.Offset(leastOfRow), X9)
	VPCMPGTD(X7, X9, X9)
	VPSRLD(Imm(8), X7, X7) // above 255
	VPOR(X7, X9, X9)
	VPSUBUSB(static("nine"), X8, X8)
	VPOR(X8, X9, X9)
	VPTEST(X9, X9)
	Label("noShape")
	RET()
}
