package main

import (
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The classes of an octet behind '<', '&' or another one, a bit each; those above are
// the cells of rawFirst, and those of rawSecond for the octet behind that.
const (
	beginsTag  = 1 << 0 // a letter or '/'
	ofEntity   = 1 << 1 // '#' or 'c'
	firstOfRaw = 2      // the bit of the first cell
)

// tablesOfMarkup512 writes them.
func tablesOfMarkup512() {
	table("nextOfMarkup", func(c byte) (class byte) {
		if strings.IndexByte(alpha+"/", c) >= 0 {
			class |= beginsTag
		}
		if c == '#' || c == 'c' {
			class |= ofEntity
		}
		return class | cellsOf(rawFirst, c)<<firstOfRaw
	})
	table("secondOfRaw", func(c byte) byte { return cellsOf(rawSecond, c) << firstOfRaw })
}

// cellsOf returns the cells that an octet is in, a bit each.
func cellsOf(cells [8]cell, c byte) (in byte) {
	const digits = "0123456789ABCDEF"
	for i, cell := range cells {
		if strings.IndexByte(cell.high, digits[c>>4]) >= 0 && strings.IndexByte(cell.low, digits[c&15]) >= 0 {
			in |= 1 << i
		}
	}
	return in
}

// skipMarkup512 writes SkipMarkup for AVX-512.
func skipMarkup512() {
	skipMarkup("skipMarkup512", "AVX-512 with BW and VBMI", constantsOfMarkup512, masksOfMarkup512)
}

// The registers with what octets are compared with.
var octetsOf = []struct {
	name string
	z    VecPhysical
}{
	{"less", Z8}, {"greater", Z9}, {"quote", Z10}, {"colon", Z11}, {"ampersand", Z12},
	{"apostrophe", Z13}, {"backslash", Z14}, {"slash", Z15}, {"equals", Z16}, {"blank", Z17},
	{"capitalA", Z18}, {"del", Z19}, {"beginsTag", Z20}, {"ofEntity", Z21},
}

func octetOf(name string) VecPhysical {
	for _, o := range octetsOf {
		if o.name == name {
			return o.z
		}
	}
	panic(name)
}

func constantsOfMarkup512() {
	for _, o := range octetsOf {
		VMOVDQU64(static(o.name), o.z)
	}
	for i, name := range []string{"nextOfMarkup", "secondOfRaw"} {
		VMOVDQU64(static(name), [2]Register{Z31, Z29}[i])
		VMOVDQU64(static(name).Offset(64), [2]Register{Z30, Z28}[i])
	}
}

// masksOfMarkup512 puts the masks of 64 octets into the registers.
func masksOfMarkup512() {
	octets, next, second, before := Z0, Z1, Z2, Z3
	for i, z := range []VecPhysical{octets, next, second} {
		VMOVDQU64(Mem{Base: RSI, Disp: i}, z)
	}
	VMOVDQU64(Mem{Base: RSI, Disp: -1}, before)
	const lessOrEqual, notLess, greater = 2, 5, 6
	VPCMPEQB(octetOf("less"), octets, K1)
	KMOVQ(K1, opens)
	VPCMPEQB(octetOf("greater"), octets, K2)
	KMOVQ(K2, closes)

	Comment("Quotes, and those behind '=' or a blank.")
	VPCMPEQB(octetOf("quote"), octets, K2)
	KMOVQ(K2, quotes)
	VPCMPUB(Imm(lessOrEqual), octetOf("blank"), before, K2, K3)
	VPCMPEQB(octetOf("equals"), before, K2, K4)
	KORQ(K3, K4, K3)
	KMOVQ(K3, odd)

	Comment("Anywhere \\ stops, : before / or \\; : behind a letter and before what is no blank.")
	VPCMPEQB(octetOf("colon"), octets, K2)
	VPCMPEQB(octetOf("backslash"), octets, K3)
	VPCMPEQB(octetOf("slash"), next, K2, K4)
	VPCMPEQB(octetOf("backslash"), next, K2, K5)
	KORQ(K3, K4, K3)
	KORQ(K5, K3, K3)
	VPCMPUB(Imm(greater), octetOf("blank"), next, K2, K4)
	VPCMPUB(Imm(notLess), octetOf("capitalA"), before, K4, K4)
	KMOVQ(K4, colons)

	Comment("Anywhere < stops before what is neither letter nor /, and what begins a raw element.")
	VPMINUB(octetOf("del"), next, next)
	VPERMI2B(Z30, Z31, next)
	VPMINUB(octetOf("del"), second, second)
	VPERMI2B(Z28, Z29, second)
	VPTESTNMB(octetOf("beginsTag"), next, K1, K4)
	VPTESTMB(second, next, K1, K5)
	KORQ(K4, K3, K3)
	KORQ(K5, K3, K3)
	KMOVQ(K3, halts)

	Comment("What is in doubt in values: : and & before # or c; and '.")
	VPCMPEQB(octetOf("ampersand"), octets, K4)
	VPTESTMB(octetOf("ofEntity"), next, K4, K4)
	KORQ(K2, K4, K4)
	KMOVQ(K4, doubts)
	VPCMPEQB(octetOf("apostrophe"), octets, K4)
	KMOVQ(K4, singles)
}
