package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// placeInMaps leaves in SI the byte of the maps that the line begins in, and in BX
// the bit.
func placeInMaps() {
	MOVL(U32(3), EBX)
	SHRXL(EBX, R10L, ESI)
	BZHIL(EBX, R10L, EBX)
}

// firstMapped puts where the first bit of a map is, from byte from on, into r:
// exact within 112 bytes, 120 if no bit is set in 120. The first 57 bits stay in bits, t is
// scratch.
func firstMapped(at, from int, r, bits, t Register) {
	word := Mem{Base: R8, Index: RSI, Scale: 1, Disp: at + from/8}
	SHRXQ(RBX, word.Offset(7), t)
	SHRXQ(RBX, word, bits)
	TZCNTQ(t, t)
	ADDQ(Imm(56), t)
	TZCNTQ(bits, r)
	CMOVQCS(t, r)
}

// mapped256 asks the maps: R11 = the first bound, R12 = the end of the path; and compares the length
// with that up to which these are exact.
func mapped256() {
	firstMapped(boundsAt, 0, R11, R11, RAX)
	firstMapped(partsAt, 0, R12, R12, RAX)
	CMPQ(RCX, Imm(112))
}

// narrow256 asks the maps for a line of 56 bytes at most, as mapped256 does, and passes over one '#':
// the zero flag is set if the bound after that is the end.
func narrow256() {
	at := func(m int) Mem { return Mem{Base: R8, Index: RSI, Scale: 1, Disp: m} }
	SHRXQ(RBX, at(boundsAt), R11)
	SHRXQ(RBX, at(partsAt), RDX)
	SHRXQ(RBX, at(marksAt), RAX)
	TZCNTQ(RDX, R12)
	dotsOfLine(R11)
	BLSRQ(R11, RAX)
	TZCNTQ(R11, R11)
	TZCNTQ(RAX, RAX)
	CMPB(Mem{Base: R13, Index: R11, Scale: 1}, Imm('#'))
	CMOVQNE(R11, RAX)
	CMPQ(RAX, RCX)
}

// wide256 is narrow256 for 112 bytes, if only the end is beyond the first 56.
func wide256() {
	at := func(m int) Mem { return Mem{Base: R8, Index: RSI, Scale: 1, Disp: m} }
	firstMapped(partsAt, 0, R12, RDX, RAX)
	SHRXQ(RBX, at(boundsAt+7), R11)
	TZCNTQ(R11, R11)
	ADDQ(Imm(56), R11)
	SHRXQ(RBX, at(marksAt), RAX)
	SHRXQ(RBX, at(boundsAt), RSI)
	dotsOfLine(RSI)
	BLSRQ(RSI, RAX)
	TZCNTQ(RAX, RAX)
	CMOVQCS(R11, RAX)
	TZCNTQ(RSI, RSI)
	CMOVQCC(RSI, R11)
	CMPB(Mem{Base: R13, Index: R11, Scale: 1}, Imm('#'))
	CMOVQNE(R11, RAX)
	CMPQ(RAX, RCX)
}

// dotsOfLine takes every '/' before '.' out of the bounds, and adds a hint to the flags
// of the line if one is in the path, which ends at R12: RDX = the parts, RAX = the marks.
func dotsOfLine(bounds Register) {
	ANDNQ(RAX, RDX, RAX)
	ANDQ(bounds, RAX)
	XORQ(RAX, bounds)
	BZHIQ(R12, RAX, RAX)
	NEGQ(RAX) // carries if one is
	ADCL(Imm(0), R15L)
}

// bound256 goes on where the first bound is not the line's end: fine, if it is '#'
// and the next one is, after a '/' before '.', a hint in the path, at a '?' before '.', and after a triplet. At any
// other the line is cut, and CX gets another end.
func bound256(note func()) {
	noCR := func(at Register, cr string) {
		LEAQ(Mem{Base: at, Disp: 1}, RDX)
		CMPQ(RDX, RCX)
		JEQ(LabelRef(cr))
	}
	Label("boundHTTP")
	noCR(R11, "crHTTP")
	Label("noCR")
	XORL(R15L, R15L)
	Comment("AX = a bound before the end, R11 = the first '#' that is not after it, else AX.")
	Label("bound")
	MOVQ(R11, RAX)
	Label("boundAt")
	MOVBLZX(Mem{Base: R13, Index: RAX, Scale: 1}, EDX)
	CMPL(EDX, Imm('%'))
	JEQ(LabelRef("triplet"))
	CMPL(EDX, Imm('/'))
	JEQ(LabelRef("dot"))
	CMPL(EDX, Imm('#'))
	JEQ(LabelRef("fragment"))
	CMPL(EDX, Imm('?'))
	JEQ(LabelRef("pass"))
	CMPL(EDX, Imm('['))
	JEQ(LabelRef("bracket"))
	noCR(RAX, "cr")
	Label("cut")
	CMPQ(R12, RAX)
	CMOVQHI(RAX, R12)
	note()
	MOVQ(RAX, RCX)
	ORL(U32(stopped>>formHintBit), R15L)
	Label("placed")
	placeInMaps()
}

// bounds256 writes the branches of bound256.
func bounds256() {
	cr := func(at Register, none, done string) {
		CMPW(Mem{Base: R13, Index: at, Scale: 1}, U16('\r'|'\n'<<8))
		JNE(LabelRef(none))
		MOVQ(at, RCX)
		CMPQ(R12, at)
		CMOVQHI(at, R12)
		DECQ(Mem{Base: R14, Disp: 8})
		JMP(LabelRef(done))
	}
	Label("crHTTP")
	cr(R11, "noCR", "clearHTTP")
	Label("cr")
	cr(RAX, "cut", "placed")
	Label("fragment")
	CMPQ(RAX, R11)
	JNE(LabelRef("cut"))
	Label("pass")
	INCQ(RAX)
	Comment("AX = the next bound from AX on that is no '/', which are the marks that are no parts.")
	Label("seek")
	mapsAt(RAX)
	MOVQ(Mem{Base: R8, Index: RSI, Scale: 1, Disp: partsAt}, RDX)
	ANDNQ(Mem{Base: R8, Index: RSI, Scale: 1, Disp: marksAt}, RDX, RDX)
	ANDNQ(Mem{Base: R8, Index: RSI, Scale: 1, Disp: boundsAt}, RDX, RDX)
	SHRXQ(RBX, RDX, RDX)
	goTo("seek")
	Label("sought")
	CMPB(Mem{Base: R13, Index: R11, Scale: 1}, Imm('#'))
	CMOVQNE(RAX, R11)
	CMPQ(RAX, RCX)
	JNE(LabelRef("boundAt"))
	JMP(LabelRef("placed"))

	Comment("After \"//\" at the beginning or after ':' it may be a host that begins with '.'.")
	Label("dot")
	TESTQ(RAX, RAX)
	JZ(LabelRef("hint"))
	CMPB(Mem{Base: R13, Index: RAX, Scale: 1, Disp: -1}, Imm('/'))
	JNE(LabelRef("hint"))
	CMPQ(RAX, Imm(1))
	JEQ(LabelRef("uncommon"))
	CMPB(Mem{Base: R13, Index: RAX, Scale: 1, Disp: -2}, Imm(':'))
	JEQ(LabelRef("uncommon"))
	Label("hint")
	XORL(EDX, EDX)
	CMPQ(RAX, R12)
	SETCS(DL)
	ORL(EDX, R15L)
	JMP(LabelRef("seek"))

	Comment("DX = the triplets of 63 bytes.")
	Label("triplet")
	at := func(disp int) Mem { return Mem{Base: R13, Index: RAX, Scale: 1, Disp: disp} }
	VMOVDQU(at(1), Y1)
	hex256(Y1, Y2)
	VMOVDQU(at(33), Y1)
	hex256(Y1, Y4)
	toMask(Y2, Y4, RSI, RBX)
	VMOVDQU(static("percent"), Y1)
	VPCMPEQB(at(0), Y1, Y2)
	VPCMPEQB(at(32), Y1, Y4)
	toMask(Y2, Y4, RDX, RBX)
	ANDQ(RSI, RDX)
	SHRQ(Imm(1), RSI)
	ANDQ(RSI, RDX)
	TESTL(U32(1), EDX)
	JZ(LabelRef("cut"))
	ORL(Imm(percent/formHint), R15L)
	Label("seekAny")
	mapsAt(RAX)
	SHRXQ(RBX, Mem{Base: R8, Index: RSI, Scale: 1, Disp: boundsAt}, RSI)
	ANDNQ(RSI, RDX, RDX)
	goTo("seekAny")
	JMP(LabelRef("sought"))
}

// hex256 puts 0xff where bytes has a HEXDIG into y. It overwrites Y3 and bytes.
func hex256(bytes, y Register) {
	digits256(bytes, y)
	VPOR(static("blank"), bytes, bytes)
	VPSUBB(static("letterA"), bytes, bytes)
	VPMINUB(static("five"), bytes, Y3)
	VPCMPEQB(Y3, bytes, bytes)
	VPOR(bytes, y, y)
}

// literalBit of R15 says that the host is an IPv6address in brackets.
const literalBit = 20

// literal256 passes over an IPv6address of fewer than 32 bytes after "http://" or "https://", if a '/'
// follows. It puts where it ends into end. The bound is the "[" at AX.
func literal256(end Mem) {
	start, pathEnd := AllocLocal(8), AllocLocal(8)
	Label("bracket")
	CMPQ(RAX, R11)
	JNE(LabelRef("cut"))
	CMPL(Mem{Base: R13}, U32(httpBytes))
	JNE(LabelRef("cut"))
	httpHost("noLiteral")
	CMPQ(RDX, R11)
	JNE(LabelRef("noLiteral"))
	Comment("From the byte after the \"[\" on: AX = HEXDIG, SI = ':', DX = how many are either.")
	LEAQ(Mem{Base: R13, Index: R11, Scale: 1, Disp: 1}, RBX)
	VMOVDQU(Mem{Base: RBX}, Y1)
	VPCMPEQB(Y15, Y1, Y0)
	VPMOVMSKB(Y0, ESI)
	hex256(Y1, Y2)
	VPMOVMSKB(Y2, EAX)
	MOVL(EAX, EDX)
	ORL(ESI, EDX)
	NOTL(EDX)
	TZCNTL(EDX, EDX)
	CMPW(Mem{Base: RBX, Index: RDX, Scale: 1}, U16(']'|'/'<<8))
	JNE(LabelRef("noLiteral"))
	LEAL(Mem{Base: R11L, Index: EDX, Scale: 1, Disp: 2}, EBX)
	MOVL(EBX, end)
	MOVQ(R11, start)
	MOVQ(R12, pathEnd)
	BZHIQ(RDX, RAX, R11)
	BZHIQ(RDX, RSI, R12)
	ipv6(R11, R12, RDX, R13, RBX, "badLiteral")
	LEAQ(Mem{Base: R9, Index: R10, Scale: 1}, R13)
	MOVQ(pathEnd, R12)
	MOVL(end, EAX)
	MOVQ(RAX, R11)
	ORL(U32(1<<literalBit|1), R15L)
	XORL(EDX, EDX)
	JMP(LabelRef("seekAny"))

	Label("badLiteral")
	LEAQ(Mem{Base: R9, Index: R10, Scale: 1}, R13)
	MOVQ(start, R11)
	MOVQ(pathEnd, R12)
	Label("noLiteral")
	MOVQ(R11, RAX)
	JMP(LabelRef("cut"))
}

// mapsAt puts the byte of the maps that byte r of the line is in into SI, and the bit into BX.
func mapsAt(r Register) {
	LEAL(Mem{Base: R10, Index: r, Scale: 1}, ESI)
	MOVL(ESI, EBX)
	SHRL(Imm(3), ESI)
	ANDL(Imm(7), EBX)
}

// goTo adds to AX where the first of the 57 bits of DX is. If none is set, it goes
// back to label, with 57 more in AX and 0 in DX.
func goTo(label string) {
	TZCNTQ(RDX, RDX)
	JCC(LabelRef(label + "Here"))
	ADDQ(Imm(57), RAX)
	XORL(EDX, EDX)
	JMP(LabelRef(label))
	Label(label + "Here")
	ADDQ(RDX, RAX)
}

// lookOn goes on with firstMapped from byte 112: the line's end has a bit in every
// map.
func lookOn(at int, r Register, label string) {
	firstMapped(at, 112, RDX, RDX, RAX)
	ADDQ(Imm(112), RDX)
	CMPQ(r, Imm(120))
	CMOVQEQ(RDX, r)
	CMPQ(r, U32(232))
	JNE(LabelRef(label + "Done"))
	LEAQ(Mem{Base: R8, Index: RSI, Scale: 1, Disp: at + 28}, RDX)
	MOVL(U32(224), r.(GPPhysical).As32())
	Label(label)
	SHRXQ(RBX, Mem{Base: RDX}, RAX)
	TZCNTQ(RAX, RAX)
	LEAQ(Mem{Base: RDX, Disp: 7}, RDX)
	LEAQ(Mem{Base: r, Disp: 56}, r)
	JCS(LabelRef(label))
	LEAQ(Mem{Base: r, Index: RAX, Scale: 1, Disp: -56}, r)
	Label(label + "Done")
}
