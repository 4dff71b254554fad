package main

import (
	"encoding/binary"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The shapes of an IPv4address are the 81 ways in which four numbers have one to three
// digits. A shape is known by its ends: a bit for each '.' and one for what follows the
// last digit. The table has, by the hash of the ends, which row it is, a word each, and
// then the rows.
const (
	hashFactor = 0x29935e13 // no two shapes have the same hash
	hashShift  = 24
	hashes     = 1 << (32 - hashShift)
	shapes     = 3 * 3 * 3 * 3
	rowSize    = 40
	leastOfRow = 16 // the least that each number may be
	endsOfRow  = 32
	noByte     = 0x80
)

// addressShapes writes that table. A number is a byte for each digit, the first of the highest value,
// and so numbers compare as their bytes do. A row begins with the places that VPSHUFB takes
// these from.
func addressShapes() {
	var table [2*hashes + shapes*rowSize]byte
	var taken [hashes]bool
	for shape := range shapes {
		row := table[2*hashes+shape*rowSize:][:rowSize]
		at, ends := 0, uint32(0)
		for number, rest := 0, shape; number < 4; number, rest = number+1, rest/3 {
			digits := 1 + rest%3
			for i := range 4 {
				row[4*number+i] = noByte
				if i < digits {
					row[4*number+i] = byte(at + digits - 1 - i)
				}
			}
			if digits > 1 {
				row[leastOfRow+4*number+digits-1] = 1
			}
			at += digits + 1
			ends |= 1 << (at - 1)
		}
		binary.LittleEndian.PutUint16(row[endsOfRow:], uint16(ends))
		hash := ends * hashFactor >> hashShift
		if taken[hash] {
			panic("two shapes have the same hash")
		}
		taken[hash] = true
		binary.LittleEndian.PutUint16(table[2*hash:], uint16(shape*rowSize/8))
	}
	data("addressShapes", len(table), func(i int) byte { return table[i] })
	data("lastBytes", 32, func(i int) byte {
		if i >= 16 {
			return noByte
		}
		return byte(i)
	})
	data("most", 16, func(i int) byte { return [4]byte{5, 5, 2, 0}[i%4] })
}

// address256 sets the zero flag if the AX bytes, at most 15, that X6 begins with are an
// IPv4address (RFC 3986, 3.2.2). It overwrites AX, BX and DX.
func address256() {
	addressShapes()
	TEXT("address256", NOSPLIT, "func()")
	addressIn("noShape")
	Label("noShape")
	RET()
}

// isAddress256 writes address256 for Go.
func isAddress256() {
	TEXT("isAddress256", NOSPLIT, "func(p *byte, n int) (is bool)")
	Pragma("noescape")
	Doc(
		"isAddress256 reports whether p[:n], n <= 15, is an IPv4address, for AVX2. It may read 16 bytes from p, or",
		"before p[n], but none of another page.",
	)
	Load(Param("p"), RSI)
	Load(Param("n"), RAX)
	XORL(R9L, R9L)
	MOVL(ESI, EBX)
	ANDL(U32(4095), EBX)
	CMPL(EBX, U32(4096-16))
	JA(LabelRef("hostFar"))
	loadHostThere("host")
	call("address256")
	SETEQ(AL)
	Store(AL, Return("is"))
	RET()
	farHost("host")
}

// addressIn is address256, but goes to noShape, with the zero flag clear, if the dots do not fit.
func addressIn(noShape string) {
	VPCMPEQB(static("dot"), X6, X7)
	VPMOVMSKB(X7, EBX)
	BZHIL(EAX, EBX, EBX)
	BTSL(EAX, EBX)
	IMUL3L(U32(hashFactor), EBX, EAX)
	SHRL(Imm(hashShift), EAX)
	LEAQ(static("addressShapes"), RDX)
	MOVWLZX(Mem{Base: RDX, Index: RAX, Scale: 2}, EAX)
	row := Mem{Base: RDX, Index: RAX, Scale: 8, Disp: 2 * hashes}
	CMPW(row.Offset(endsOfRow), BX)
	JNE(LabelRef(noShape))
	Comment("X6 = the four numbers; X7 differs where a digit or a number is more, or less, than it may be.")
	VPSUBB(static("zero"), X6, X6)
	VPSHUFB(row, X6, X6)
	VPMINUB(static("nine"), X6, X7)
	VPMINUD(static("most"), X7, X7)
	VPMAXUD(row.Offset(leastOfRow), X7, X7)
	VPXOR(X6, X7, X7)
	VPTEST(X7, X7)
}

// loadHost puts the AX bytes from R9 on, up to 16, into X6, and anything after them. Beyond byte 48 it goes to farHost,
// which comes back unless the load crosses the end of a page. It overwrites BX and DX.
func loadHost(name string) {
	CMPQ(R9, Imm(64-16))
	JA(LabelRef(name + "Far"))
	loadHostThere(name)
}

// loadHostThere loads 16 bytes from R9 on.
func loadHostThere(name string) {
	Label(name + "Load")
	VMOVDQU(Mem{Base: RSI, Index: R9, Scale: 1}, X6)
	Label(name + "Loaded")
}

func farHost(name string) {
	Label(name + "Far")
	LEAL(Mem{Base: ESI, Index: R9L, Scale: 1, Disp: 15}, EBX)
	TESTL(U32(4096-16), EBX)
	JNZ(LabelRef(name + "Load"))
	Comment("The load would cross the end of a page, or begin one: these 16 bytes end with the host.")
	LEAQ(Mem{Base: R9, Index: RAX, Scale: 1}, RBX)
	VMOVDQU(Mem{Base: RSI, Index: RBX, Scale: 1, Disp: -16}, X6)
	LEAQ(static("lastBytes"), RDX)
	SUBQ(RAX, RDX)
	VPSHUFB(Mem{Base: RDX, Disp: 16}, X6, X6)
	JMP(LabelRef(name + "Loaded"))
}
