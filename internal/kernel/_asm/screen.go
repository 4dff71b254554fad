package main

import (
	"encoding/binary"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// screen looks at the first 64 bytes of the text, in which the host must end, and then at what is left of
// the path. What it sees of the first bytes does not wait for the words, which Parse may not have yet.
//
//	DX = the Scanned   SI = where the block is   DI, R8 = where the host begins and ends
//	CX = where the path ends, from SI on
func screen() {
	const signature = "func(s *byte) (odd uint64)"
	oddTails()
	usualPorts()
	TEXT("screen", NOSPLIT|NOFRAME, signature)
	Pragma("noescape")
	Doc("screen is Screen on the level, of a Scanned. It may read 64 bytes before and after the text, but of no other page.")
	Load(Param("s"), RDX)
	MOVQ(Mem{Base: RDX}, RSI)
	CMPB(level(), Imm(levelAVX512))
	JEQ(LabelRef("first512"))
	CMPB(level(), Imm(levelAVX2))
	JNE(LabelRef("open512"))
	Label("in256")
	jump("JMP", "screen256")
	screen512()

	TEXT("screen256", NOSPLIT, signature)
	Pragma("noescape")
	Doc("screen256 is where screen goes on with AVX2.")
	block256()
	shape("256")
	end256()
	keptSegments := segments{AllocLocal(72)}
	screen256(keptSegments)
	keptSegments.judge()
	oddBytes("256")
	usualPort("256")
	seldomEnds("256")

	Label("open256")
	VZEROUPPER()
	MOVQ(U32(oddShape), NewParamAddr("odd", 8))
	RET()
	Label("groupless256")
	MOVQ(NewParamAddr("s", 0), RDX)
	Label("plain256")
	VZEROUPPER()
	isPlain("256")
	MOVL(half(3), EAX)
	tripletsOf("plainTriplets256")
}

// half is half a word of the Scanned.
func half(i int) Mem { return Mem{Base: RDX, Disp: scannedWords + 4*i} }

// isPlain returns if there are no triplets.
func isPlain(label string) {
	TESTB(U8(0x80), half(7))
	JNE(LabelRef("triplets" + label))
	MOVQ(U32(0), NewParamAddr("odd", 8))
	RET()
	Label("triplets" + label)
}

// tripletsOf returns what a function says of the triplets, all from AX on.
func tripletsOf(name string) {
	MOVQ(Mem{Base: RDX}, RSI)
	MOVL(half(6), ECX)
	MOVL(half(4), EDX)
	call(name) // 0, or oddTriplets
	MOVQ(RAX, NewParamAddr("odd", 8))
	RET()
}

// shape reads the words and judges what can be judged by them.
func shape(level string) {
	at := func(name string) LabelRef { return LabelRef(name + level) }
	Label("words" + level)
	MOVL(half(0), EAX)
	MOVL(half(1), EDI)
	MOVL(half(2), R8L)
	MOVL(half(4), ECX)
	Comment("No userinfo, as a host none or a registered name, and after it no port or a usual one.")
	CMPL(EAX, Imm(1))
	SBBL(I8(-3), EAX)
	CMPL(EDI, EAX)
	JA(at("open"))
	CMPL(R8L, half(3))
	JNE(at("port"))
	Label("usual" + level)
	TESTB(Imm(3), half(7))
	JNE(at("open"))
	CMPL(R8L, Imm(62))
	JA(at("open"))
	CMPL(ECX, EDI)
	JE(at("plain"))
}

// usualPort goes back to usual if the port after R8 is one of usualPorts.
func usualPort(level string) {
	at := func(name string) LabelRef { return LabelRef(name + level) }
	Label("port" + level)
	MOVL(half(3), R10L)
	MOVL(U32(5), EBX)
	ADDL(R8L, EBX)
	SUBL(R10L, EBX)
	Comment("BX = how many of the last four bytes are not of the port: two at most, and it is not longer.")
	CMPL(EBX, Imm(2))
	JA(at("open"))
	Comment("R10 = where they begin, in the text.")
	SUBL(Imm(4), R10L)
	CMPL(R10L, Imm(62-4))
	JA(at("open"))
	SHLL(Imm(3), EBX)
	SHRXL(EBX, Mem{Base: RSI, Index: R10, Scale: 1}, EBX)
	IMUL3L(U32(portFactor), EBX, R10L)
	SHRL(Imm(28), R10L)
	LEAQ(static("usualPorts"), RAX)
	CMPL(EBX, Mem{Base: RAX, Index: R10, Scale: 4})
	JEQ(at("usual"))
	JMP(at("open"))
}

// portFactor gives each of the usual ports, as in screen_portable.go, a slot of its own.
const portFactor = 0xfbb230bb

func usualPorts() {
	var slots [64]byte
	for _, port := range []string{"80", "81", "443", "591", "3000", "5000", "8000", "8008", "8080", "8081", "8443", "8888"} {
		var key [4]byte
		copy(key[:], port)
		slot := binary.LittleEndian.Uint32(key[:]) * portFactor >> 28
		copy(slots[4*slot:], key[:])
	}
	data("usualPorts", len(slots), func(i int) byte { return slots[i] })
}

// hostEnds goes to open if the host ends as one of the own host or of metadata services, or not in a letter
// or a digit, and to hostless if it is empty.
func hostEnds(level, hostless string) {
	at := func(name string) LabelRef { return LabelRef(name + level) }
	CMPL(R8L, EDI)
	JE(LabelRef(hostless))
	CMPL(R8L, Imm(4))
	JB(at("short"))
	MOVL(Mem{Base: RSI, Index: R8, Scale: 1, Disp: -4}, EAX)
	ORL(U32(0x20202020), EAX)
	LEAL(Mem{Base: EAX, Disp: -'a' << 24}, R10L)
	CMPL(R10L, U32(26<<24))
	JAE(at("digit"))
	IMUL3L(U32(tailFactor), EAX, R10L)
	SHRL(Imm(29), R10L)
	LEAQ(static("oddTails"), R14)
	CMPL(EAX, Mem{Base: R14, Index: R10, Scale: 4})
	JEQ(at("open"))
	Label("named" + level)
}

// seldomEnds is where hostEnds looks at short hosts, and at those that end in a digit: the last label begins
// with a letter, or it may be a number, and not with "loca", as names of the own host do.
func seldomEnds(level string) {
	at := func(name string) LabelRef { return LabelRef(name + level) }
	isLetter := func(m Mem) {
		MOVBLZX(m, EAX)
		ORL(Imm(0x20), EAX)
		SUBL(Imm('a'), EAX)
		CMPL(EAX, Imm(26))
	}
	last := Mem{Base: RSI, Index: R8, Scale: 1, Disp: -1}
	first := Mem{Base: RSI, Index: RBX, Scale: 1}
	Label("short" + level)
	isLetter(last)
	JB(at("named"))
	Label("digit" + level)
	MOVBLZX(last, EAX)
	SUBL(Imm('0'), EAX)
	CMPL(EAX, Imm(10))
	JAE(at("open"))
	MOVL(R8L, EBX)
	Label("before" + level)
	DECL(EBX)
	CMPL(EBX, EDI)
	JE(at("begin"))
	CMPB(first.Offset(-1), Imm('.'))
	JNE(at("before"))
	Label("begin" + level)
	isLetter(first)
	JAE(at("open"))
	MOVL(R8L, EAX)
	SUBL(EBX, EAX)
	CMPL(EAX, Imm(uint64(len("localhost4"))))
	JB(at("named"))
	MOVL(first, EAX)
	ORL(U32(0x20202020), EAX)
	CMPL(EAX, U32('l'|'o'<<8|'c'<<16|'a'<<24))
	JNE(at("named"))
	JMP(at("open"))
}

// tailFactor is as in screen_portable.go, and so is what oddTails writes.
const tailFactor = 0x3500536f

func oddTails() Mem {
	var tails [32]byte
	for _, tail := range []string{"host", "back", "main", "rnal", "goog", "data"} {
		at := binary.LittleEndian.Uint32([]byte(tail)) * tailFactor >> 29
		copy(tails[4*at:], tail)
	}
	return data("oddTails", len(tails), func(i int) byte { return tails[i] })
}

// clipPath sets DX to where the path ends in the block.
func clipPath() {
	MOVL(U32(64), EDX)
	CMPL(ECX, EDX)
	CMOVLCS(ECX, EDX)
}

// behindFirst leaves of the bits of r those behind the first byte of the path, before its end. The second byte
// must not be a slash: the first segment would be without a byte before it.
func behindFirst(r Register, open string) {
	BZHIQ(RDX, r, r)
	LEAL(Mem{Base: R8, Disp: 1}, EAX)
	BTQ(RAX, r)
	JCS(LabelRef(open))
	SHRXQ(RAX, r, r)
	SHLXQ(RAX, r, r)
}

// longestNear is where the path may end so that its end is a bit of the mask of 64 bytes, longestShort how
// long it may be so that two bits are left beyond it.
const (
	longestNear  = 63
	longestShort = 59
)

// scannedWords is where a Scanned has its words, and oddShape is what it is called there.
const (
	scannedWords = 16
	oddShape     = 2
)
