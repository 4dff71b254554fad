package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// form256 is form512 in two registers of 32 octets. There is no compression: what is to go
// is closed up a gap at a time, in the frame, since it takes stores beyond the end.
func form256() {
	hexLow := halfTable("hexDigitLow", func(i int) (class byte) {
		if i < 10 {
			class = 1
		}
		if i >= 1 && i <= 6 {
			class |= 2
		}
		return class
	})
	hexHigh := halfTable("hexDigitHigh", func(i int) byte { return [16]byte{3: 1, 4: 2, 6: 2}[i] })
	octets("bitOfOctet", func(i int) byte { return 1 << (i % 8) })
	octets("octetOfBit", func(i int) byte { return byte(i / 8) })
	constant("beforeLetterA", 'a'-1)
	TEXT("form256", NOSPLIT, formSignature)
	Pragma("noescape")
	Doc(
		"form256 writes what Form does, for AVX2 with BMI1 and BMI2: hostEnd < 64, and end-from < 64. It may",
		"read octets beyond p[:end], but none of another page, and reads all before it writes any. In dots and",
		"percents is what stays of them. It is not ok, and nothing is written, if a '%' is in the head or begins",
		"no triplet, or one becomes a '.' in the path; nor at a page's end, nor of a form below 32 octets.",
	)
	frame := AllocLocal(192)
	Load(Param("p"), RSI)
	MOVQ(I64(-1), R13)
	Load(Param("end"), RCX)
	samePage(64)
	formHead256(frame)
	formOffsets()
	samePage(66)
	formTriplets256(hexLow, hexHigh)
	formDots()
	closeGaps256(frame)
	fromFrame(frame)
	formEnds()
	noForm()
}

// samePage gives up where the next octets, of which there are CX, are not all on the
// page of the first of them.
func samePage(octets int) {
	label := map[int]string{64: "head", 66: "rest"}[octets]
	CMPQ(RCX, Imm(uint64(octets)))
	JGE(LabelRef(label))
	MOVL(ESI, EAX)
	ANDL(U32(4095), EAX)
	CMPL(EAX, U32(uint32(4096-octets)))
	JA(LabelRef("lone"))
	Label(label)
}

// mask64 makes r the mask of the top bits of two registers.
func mask64(lo, hi Register, r, tmp GPPhysical) {
	VPMOVMSKB(lo, r.As32())
	VPMOVMSKB(hi, tmp.As32())
	SHLQ(Imm(32), tmp)
	ORQ(tmp, r)
}

// formHead256 writes the head in lower case to the frame, and what follows it as if it were
// of it.
func formHead256(frame Mem) {
	Load(Param("hostEnd"), RBX)
	VMOVDQU(static("percent"), Y15)
	for i, octets := range []Register{Y0, Y1} {
		percents := []Register{Y2, Y3}[i]
		VMOVDQU(Mem{Base: RSI, Disp: 32 * i}, octets)
		VPCMPEQB(octets, Y15, percents)
		VPADDB(static("fromA"), octets, Y6)
		VMOVDQU(static("pastZ"), Y7)
		VPCMPGTB(Y6, Y7, Y7)
		VPAND(static("blank"), Y7, Y7)
		VPADDB(Y7, octets, octets)
		VMOVDQU(octets, frame.Offset(32*i))
	}
	mask64(Y2, Y3, RAX, RDX)
	BZHIQ(RBX, RAX, RAX)
	JNZ(LabelRef("lone"))
}

// formTriplets256 loads the rest into Y0 and Y1 and makes its triplets what they become,
// without closing the gaps. DI = the '%' that stay, SI = those that were decoded; R8 and R9
// are what formDots asks for.
func formTriplets256(hexLow, hexHigh Mem) {
	Comment("What looks like a triplet may end beyond the end, if the words are those of Split.")
	for _, last := range []int{-1, -2} {
		CMPB(Mem{Base: RSI, Index: RCX, Scale: 1, Disp: last}, Imm('%'))
		JE(LabelRef("lone"))
	}
	VMOVDQU(static("lowFour"), Y14)
	VPXOR(Y13, Y13, Y13)
	for i, octets := range []Register{Y0, Y1} {
		notHex, decoded, newDot := []Register{Y2, Y3}[i], []Register{Y4, Y5}[i], []Register{Y6, Y7}[i]
		VMOVDQU(Mem{Base: RSI, Disp: 32 * i}, octets)
		digit256(Mem{Base: RSI, Disp: 32*i + 1}, hexLow, hexHigh, Y8, notHex)
		digit256(Mem{Base: RSI, Disp: 32*i + 2}, hexLow, hexHigh, Y11, decoded)
		VPOR(decoded, notHex, notHex)
		VMOVDQU(static("unreservedRow"), Y9)
		VPSHUFB(Y8, Y9, Y9)
		VMOVDQU(static("unreservedColumn"), Y10)
		VPSHUFB(Y11, Y10, Y10)
		VPAND(Y9, Y10, Y10)
		VPCMPEQB(Y13, Y10, Y10) // not unreserved
		VPSLLW(Imm(4), Y8, Y8)
		VPOR(Y8, Y11, Y8) // the octet
		VPCMPEQB(octets, Y15, Y9)
		VPAND(Y9, notHex, notHex)
		VPANDN(Y9, Y10, decoded)
		VPCMPEQB(static("dot"), Y8, newDot)
		VPAND(decoded, newDot, newDot)
		VPBLENDVB(decoded, Y8, octets, octets)
	}
	BZHIQ(RCX, R13, R15)
	mask64(Y2, Y3, RAX, RDX)
	TESTQ(R15, RAX)
	JNZ(LabelRef("lone"))
	mask64(Y6, Y7, RAX, RDX)
	BZHIQ(R11, RAX, RAX)
	JNZ(LabelRef("lone"))
	mask64(Y4, Y5, RSI, RDX)
	ANDQ(R15, RSI)
	for _, mark := range []struct {
		octet string
		to    GPPhysical
	}{{"percent", RDI}, {"slash", R8}, {"dot", R9}} {
		VMOVDQU(static(mark.octet), Y2)
		VPCMPEQB(Y0, Y2, Y3)
		VPCMPEQB(Y1, Y2, Y2)
		mask64(Y3, Y2, mark.to, RDX)
		ANDQ(R15, mark.to)
	}
	upperDigits256()
}

// digit256 makes value that of the octets at m as hex digits, and notHex where they are none.
// Y9, Y10 and Y12 are overwritten.
func digit256(m, hexLow, hexHigh Mem, value, notHex Register) {
	VMOVDQU(m, value)
	VPAND(Y14, value, Y9)
	VPSRLW(Imm(4), value, Y10)
	VPAND(Y14, Y10, Y10)
	VMOVDQU(hexLow, notHex)
	VPSHUFB(Y9, notHex, notHex)
	VMOVDQU(hexHigh, Y12)
	VPSHUFB(Y10, Y12, Y12)
	VPAND(Y12, notHex, notHex)
	VPCMPEQB(Y13, notHex, notHex)
	VMOVDQU(static("letterValue"), value)
	VPSHUFB(Y10, value, value)
	VPADDB(Y9, value, value)
}

// upperDigits256 makes the digits of the triplets that stay upper case: the bits of DI,
// moved to where the digits are, become octets again.
func upperDigits256() {
	LEAQ(Mem{Base: RDI, Index: RDI, Scale: 1}, RAX)
	MOVQ(RDI, RDX)
	SHLQ(Imm(2), RDX)
	ORQ(RDX, RAX)
	VMOVDQU(static("octetOfBit"), Y8)
	VMOVDQU(static("bitOfOctet"), Y9)
	for i, octets := range []Register{Y0, Y1} {
		VMOVD(EAX, X2)
		VPBROADCASTD(X2, Y2)
		VPSHUFB(Y8, Y2, Y2)
		VPAND(Y9, Y2, Y2)
		VPCMPEQB(Y9, Y2, Y2)
		VPCMPGTB(static("beforeLetterA"), octets, Y3)
		VPAND(Y3, Y2, Y2)
		VPAND(static("blank"), Y2, Y2)
		VPSUBB(Y2, octets, octets)
		if i == 0 {
			SHRQ(Imm(32), RAX)
		}
	}
}

// closeGaps256 writes the rest behind the head in the frame, and what follows a gap over
// it, the last gap first.
func closeGaps256(frame Mem) {
	MOVQ(I64(-1), R13)
	LEAQ(Mem{Base: RSI, Index: RSI, Scale: 1}, RAX)
	SHLQ(Imm(2), RSI)
	ORQ(RAX, RDX)
	ORQ(RSI, RDX)
	BZHIQ(RCX, RDX, RDX)
	BZHIQ(RCX, R13, RAX)
	ANDNQ(RAX, RDX, RAX) // what stays
	MOVQ(RAX, RBX)
	SHRQ(Imm(1), RBX)
	ANDQ(RAX, RBX)
	ANDQ(RBX, R15) // the '/' may stay without its '.'
	ANDQ(RAX, RDI)
	Store(R15, Return("dots"))
	Store(RDI, Return("percents"))
	for _, offset := range []Register{R11, R12} {
		BZHIQ(offset, RAX, offset)
		POPCNTQ(offset, offset)
	}
	POPCNTQ(RAX, RCX)
	LEAQ(frame, R8)
	Load(Param("hostEnd"), RBX)
	ADDQ(RBX, R8)
	VMOVDQU(Y0, Mem{Base: R8})
	VMOVDQU(Y1, Mem{Base: R8, Disp: 32})

	Label("gap")
	BSRQ(RDX, RAX) // its last octet
	JZ(LabelRef("closed"))
	MOVQ(RDX, R9)
	NOTQ(R9)
	BZHIQ(RAX, R9, R9)
	BSRQ(R9, R9)
	CMOVQEQ(R13, R9)
	INCQ(R9) // its first
	BZHIQ(R9, RDX, RDX)
	VMOVDQU(Mem{Base: R8, Index: RAX, Scale: 1, Disp: 1}, Y2)
	VMOVDQU(Mem{Base: R8, Index: RAX, Scale: 1, Disp: 33}, Y3)
	VMOVDQU(Y2, Mem{Base: R8, Index: R9, Scale: 1})
	VMOVDQU(Y3, Mem{Base: R8, Index: R9, Scale: 1, Disp: 32})
	JMP(LabelRef("gap"))
	Label("closed")
}

// fromFrame copies the form from the frame: its first and its last octets, which may be the
// same.
func fromFrame(frame Mem) {
	LEAQ(frame, R8)
	Load(Param("hostEnd"), RBX)
	ADDQ(RCX, RBX)
	Load(Param("out"), RDI)
	for _, size := range []int{64, 32} {
		label := map[int]string{64: "short", 32: "lone"}[size]
		CMPQ(RBX, Imm(uint64(size)))
		JB(LabelRef(label))
		for at := 0; at < size; at += 32 {
			VMOVDQU(Mem{Base: R8, Disp: at}, []Register{Y0, Y1}[at/32])
			VMOVDQU(Mem{Base: R8, Index: RBX, Scale: 1, Disp: at - size}, []Register{Y2, Y3}[at/32])
		}
		for at := 0; at < size; at += 32 {
			VMOVDQU([]Register{Y0, Y1}[at/32], Mem{Base: RDI, Disp: at})
			VMOVDQU([]Register{Y2, Y3}[at/32], Mem{Base: RDI, Index: RBX, Scale: 1, Disp: at - size})
		}
		if size == 64 {
			JMP(LabelRef("copied"))
			Label("short")
		}
	}
	Label("copied")
}
