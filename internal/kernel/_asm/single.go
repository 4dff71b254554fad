package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A vector is what the two single calls do differently: how they get masks out of
// bytes. In all masks position i is bit i. A method that puts a mask into r may
// overwrite t.
type vector interface {
	// first loads the first block, 64 bytes or as many as there are; AX is the mask of
	// these. It leaves
	//
	//	AX = the bytes to look at: '%' and those of no component, and '@' if it is no mark
	//	R10 = the marks: ':' '/' '?' '#' '@'   R11 = '#'   R12 = '?' '#'
	//	R13 = each '.' after a '/'
	//
	// and may leave anything beyond the end.
	first()
	// further loads the block at R8, or one that begins before it; CX is how many bytes are
	// left from R8 on. It leaves
	//
	//	DX = where the block begins   R9 = the bytes to judge
	//	AX = of these, those as in first   BX = of these, '?' '#'
	//
	// All bytes but the last two are to be judged, and these, too, in the last block. The
	// zero flag is clear if a '.' of the block follows a '/'; dots then puts the mask of
	// these into r.
	further()
	dots(r, t Register)
	// plain goes to end, with the end of the path, if the bytes from judgedStep on have
	// nothing to look at, no '#' and no hint, and this is quicker than further for each.
	plain()
	// window looks at the 64 bytes from CX on, or, and then CX is where, at some that begin before it.
	// In the first block CX is judgedStep, or it goes to noWindow. It leaves
	//
	//	DI = '/'   R13 = '@'   R15 = ':'
	//
	// without what was before CX. It overwrites R8 and R10. segmentWindow leaves the same
	// without R13.
	window()
	segmentWindow()
	// anyUpper leaves in R10 what is not 0 if an upper-case letter is in the first block or the window.
	anyUpper()
	// uppersBefore leaves in R10 what is not 0 if an upper-case letter is in the first block
	// or the window, before DI, and 0 in R13, where it is. It overwrites R15.
	uppersBefore()
	// pageEnds writes what is seldom needed.
	pageEnds()
	// on returns the masks of the bytes of the first block, or of the other.
	on(b block) masks
	// ats takes '@' out of AX, and makes it a mark in the first block. It goes to label if
	// nothing is left. It overwrites R9 and BX, or CX and DI for a further block. atMask puts the
	// mask of '@' in the first block into r, until there is a window.
	ats(b block, label string)
	atMask(r Register)
	// host puts the R8 bytes from R9 on, up to 16, into X6, and anything after them. It
	// overwrites AX. first says that they are in the first block.
	host(first bool)
}

// A block is the first one of a reference or the one that further has loaded.
type block int

const (
	firstBlock block = iota
	furtherBlock
)

// masks makes masks of the bytes of one block. scheme has those that neither a scheme
// nor a ':' has.
type masks interface {
	equal(c string, r, t Register)
	hexDigits(r, t Register)
	uppers(r, t Register)
	notDigits(r, t Register)
	notScheme(r, t Register)
}

// The bits of the fourth word that say what is open, as in dispatch.go: stopped, with
// allOpen, that the words are those of the bytes before the first one that is wrong
// wherever it is outside an IP literal; literalOpen, with allOpen, that they hold only if
// the first "[" begins an IP literal.
const (
	literalOpen  = 59
	stoppedOpen  = 60
	formHintOpen = 61
	hostOpen     = 62
	allOpen      = 63
	stopped      = 1<<allOpen | 1<<stoppedOpen
)

// The hints, as in hints.go.
const (
	formHintBit    = 38
	formHint       = 1 << formHintBit
	percentHintBit = 39
	percent        = 1 << percentHintBit
)

// Kinds and their places in the fourth word, as in words.go and automaton.go.
const (
	hostShift      = 32
	pathShift      = 35
	ipv6Address    = 1
	ipvFuture      = 2
	ipv4Address    = 3
	regName        = 4
	regNameAbEmpty = regName<<hostShift | 1<<pathShift
)

// judgedStep is how many bytes each block judges of a reference that does not end in
// it. The two after them are in it, so that every triplet is whole in one block.
const judgedStep = 62

// single writes the walk over one reference of any shape, whose scheme and authority lie
// in the first block, with no IP literal but the usual ones. Where a byte is wrong, it goes
// on with those before it. SI = where the reference is, CX = its length. Later
//
//	CX = the length, or judgedStep if there are more than 64
//	R8 = the bit after the last byte, 0 if that is not in the first block
//	R14 = the fourth word: the length and flags
//	AX = the scheme's end   R9 = the host's start   R8 = its end   DI = the path's start
//	R12 = the path's end   R11 = the query's end
//
// All masks may have bits beyond the end.
func single(v vector) {
	MOVQ(RCX, R14)
	CMPQ(RCX, Imm(64))
	JA(LabelRef("wide"))
	MOVQ(I64(-1), RAX)
	BZHIQ(RCX, RAX, RAX)
	LEAQ(Mem{Base: RAX, Disp: 1}, R8)
	Label("first")
	v.first()
	BZHIQ(RCX, RAX, RAX)
	JNZ(LabelRef("special"))
	BZHIQ(RCX, R11, R11)
	BLSRQ(R11, RBX)
	JNZ(LabelRef("special"))
	Label("legal")
	CMPL(R14L, Imm(64))
	JA(LabelRef("further"))
	Label("narrow")
	ORQ(R8, R12)
	TZCNTQ(R12, R12)
	ORQ(R8, R11)
	TZCNTQ(R11, R11)
	BZHIQ(R12, R13, R13)

	Label("joined")
	http()
	authority(v)
	Label("noHTTP")
	TZCNTQ(R10, RAX)
	CMPQ(RAX, RCX)
	JAE(LabelRef("noScheme")) // beyond the end
	MOVBLZX(Mem{Base: RSI, Index: RAX, Scale: 1}, EBX)
	CMPL(EBX, Imm(':'))
	JEQ(LabelRef("colon"))
	CMPL(EBX, Imm('@'))
	JEQ(LabelRef("firstAt"))
	relative()
	firstAt(v)
	scheme(v)
	userOrPort(v)
	address(v)

	Label("wide")
	CMPQ(RCX, U32(math.MaxInt32)) // an offset has 31 bits
	JA(LabelRef("unproven"))
	MOVL(U32(judgedStep), ECX)
	XORL(R8L, R8L)
	LEAQ(Mem{Base: R8, Disp: -1}, RAX)
	JMP(LabelRef("first"))

	literalHost(v, special(v))
	blocksAfter(v)
	beyond(v)
	v.pageEnds()

	Comment("Scheme and authority do not end in the first block: nothing speaks against a reference.")
	Label("far")
	MOVQ(U64(1<<allOpen|1), R14)
	JMP(LabelRef("noWords"))
	Label("unproven")
	MOVQ(U64(1<<allOpen), R14)
	Label("noWords")
	XORL(EAX, EAX)
	for i := range 3 {
		answer(i, RAX)
	}
	answer(3, R14)
	leave()
}

// relative answers for a path alone.
func relative() {
	Label("noScheme")
	MOVWLZX(DI, EBX)
	CMPL(EBX, U32('/'|'/'<<8))
	JEQ(LabelRef("netPath"))
	Label("relative")
	Comment("The kind of the path: 3, 2 if it begins with '/', 0 if it is empty.")
	MOVL(U32(3), EDX)
	MOVL(U32(2), EDI)
	CMPB(BL, Imm('/'))
	CMOVLEQ(EDI, EDX)
	XORL(EAX, EAX)
	answer(0, RAX)
	answer(1, RAX)
	TESTL(R12L, R12L)
	CMOVLEQ(EAX, EDX)
	TESTQ(R13, R13)
	Label("answer")
	SETNE(AL)
	LEAL(Mem{Base: EDX, Index: EAX, Scale: formHint >> pathShift}, EDX)
	SHLQ(Imm(pathShift), RDX)
	ORQ(RDX, R14)
	SHLQ(Imm(32), R11)
	ORQ(R12, R11)
	answer(2, R11)
	answer(3, R14)
	leave()

	Label("netPath")
	CMPQ(RCX, Imm(2))
	JB(LabelRef("relative"))
	MOVL(U32(2), R9L)
	XORL(EAX, EAX)
	JMP(LabelRef("authority"))
}

// firstAt goes on without '@', which is no mark where there is no authority.
func firstAt(v vector) {
	Label("firstAt")
	v.atMask(RBX)
	ANDNQ(R10, RBX, R10)
	JNZ(LabelRef("noHTTP"))
	CMPL(R14L, ECX)
	JEQ(LabelRef("noScheme"))
	JMP(LabelRef("noMark"))
}

// Bytes as they lie in memory.
const (
	httpBytes  = 'h' | 't'<<8 | 't'<<16 | 'p'<<24
	colonSlash = ':' | '/'<<8 | '/'<<16
)

// http goes on to authority after "http://" and "https://", else to noHTTP. DI = the first
// eight bytes.
func http() {
	VMOVQ(X0, RDI)
	CMPL(EDI, U32(httpBytes))
	JNE(LabelRef("noHTTP"))
	RORXQ(Imm(32), RDI, RDX)
	XORL(EAX, EAX)
	CMPB(DL, Imm('s'))
	SETEQ(AL)
	LEAL(Mem{Base: EAX, Disp: 7}, R9L)
	MOVL(EAX, EBX)
	SHLL(Imm(3), EBX)
	SHRXQ(RBX, RDX, RDX)
	SHLL(Imm(8), EDX)
	CMPL(EDX, U32(colonSlash<<8))
	JNE(LabelRef("noHTTP"))
	ADDL(Imm(4), EAX)
	CMPQ(R9, RCX)
	JA(LabelRef("noHTTP"))
}

// scheme goes on where the first mark is the ':' at AX.
func scheme(v vector) {
	Label("colon")
	v.on(firstBlock).notScheme(RBX, RDX)
	BZHIQ(RAX, RBX, RBX)
	JNZ(LabelRef("unproven"))
	noLetterFirst(Mem{Base: RSI}, EBX, "unproven")
	LEAQ(Mem{Base: RAX, Disp: 3}, R9)
	CMPQ(R9, RCX)
	JA(LabelRef("shortScheme"))
	MOVWLZX(Mem{Base: RSI, Index: RAX, Scale: 1, Disp: 1}, EBX)
	CMPL(EBX, U32('/'|'/'<<8))
	JNE(LabelRef("noAuthority"))
	CMPL(R9L, Imm(64))
	JB(LabelRef("authority"))
	JMP(LabelRef("farAuthority"))

	Label("noAuthority")
	v.on(firstBlock).uppers(R10, RBX)
	BZHIQ(RAX, R10, R10)
	ORQ(R10, R13)
	LEAQ(Mem{Base: RAX, Disp: 1}, R9)
	Comment("BX = the path's first byte, or the ':' before an empty path.")
	MOVQ(R9, RBX)
	CMPQ(R9, R12)
	CMOVQEQ(RAX, RBX)
	MOVBLZX(Mem{Base: RSI, Index: RBX, Scale: 1}, EBX)
	Comment("The kind of the path: 4, 2 if it begins with '/', 0 if it is empty; '.' is a hint.")
	MOVL(U32(4), EDX)
	MOVL(U32(2), EDI)
	CMPL(EBX, Imm('/'))
	CMOVLEQ(EDI, EDX)
	XORL(EDI, EDI)
	CMPL(EBX, Imm('.'))
	SETEQ(DIB)
	ORQ(RDI, R13)
	XORL(EDI, EDI)
	CMPQ(R9, R12)
	CMOVLEQ(EDI, EDX)
	MOVQ(R9, RBX)
	SHLQ(Imm(32), RBX)
	ORQ(RBX, RAX)
	answer(0, RAX)
	ORQ(R9, RBX)
	answer(1, RBX)
	XORL(EAX, EAX)
	TESTQ(R13, R13)
	JMP(LabelRef("answer"))
}

// noLetterFirst jumps if the byte at m is no letter. t is scratch.
func noLetterFirst(m Mem, t Register, label string) {
	MOVBLZX(m, t)
	ORL(Imm(0x20), t)
	SUBL(Imm('a'), t)
	CMPL(t, Imm(26))
	JAE(LabelRef(label))
}

// authority answers for an authority that begins at R9, after a scheme that ends at AX.
func authority(v vector) {
	Label("authority")
	ORQ(R8, R10)
	SHRXQ(R9, R10, R10)
	TZCNTQ(R10, RDI)
	JCS(LabelRef("beyond"))
	ADDQ(R9, RDI)
	MOVQ(RDI, R8)
	CMPQ(RDI, R12)
	JEQ(LabelRef("emptyPath"))
	CMPB(Mem{Base: RSI, Index: RDI, Scale: 1}, Imm('/'))
	JNE(LabelRef("userOrPort"))
	Label("host")
	v.on(firstBlock).uppers(R10, RBX)
	BZHIQ(RDI, R10, R10)
	SHRXQ(RDI, R13, R13)
	Label("hostEnds")
	SHLQ(Imm(32), RDI)
	ORQ(R8, RDI)
	answer(1, RDI)
	MOVQ(R9, RBX)
	SHLQ(Imm(32), RBX)
	ORQ(RAX, RBX)
	answer(0, RBX)
	MOVQ(U64(regNameAbEmpty), RBX)
	XORQ(RBX, R14) // literal has set bits for another kind
	CMPB(Mem{Base: RSI, Index: R8, Scale: 1, Disp: -1}, Imm('9'))
	JBE(LabelRef("digitEnds"))
	Label("named")
	SHLQ(Imm(32), R11)
	ORQ(R12, R11)
	answer(2, R11)
	XORL(EBX, EBX)
	ORQ(R10, R13)
	SETNE(BL)
	SHLQ(Imm(formHintBit), RBX)
	ORQ(RBX, R14)
	answer(3, R14)
	leave()

	Label("emptyPath")
	BTSQ(Imm(formHintBit), R14)
	JMP(LabelRef("host"))
}

// userOrPort goes on with an authority that has a ':' or a '@'.
func userOrPort(v vector) {
	Label("userOrPort")
	TESTQ(R14, R14)
	JS(LabelRef("openOrStopped"))
	Label("noLiteral")
	Comment("From R9 on: BX = ':', DX = '@'.")
	v.on(firstBlock).equal("colon", RBX, RDX)
	v.atMask(RDX)
	for _, r := range []Register{RBX, RDX} {
		BZHIQ(RCX, r, r)
		SHRXQ(R9, r, r)
	}
	ANDNQ(R10, RBX, R10)
	ANDNQ(R10, RDX, R10)
	TZCNTQ(R10, RDI)
	JCS(LabelRef("beyondMarks"))
	MOVQ(R9, R8)
	BZHIQ(RDI, RDX, RDX)
	JZ(LabelRef("noUser"))
	TZCNTQ(RDX, R10)
	LEAQ(Mem{Base: R9, Index: R10, Scale: 1, Disp: 1}, R9)
	BLSMSKQ(RDX, R10)
	ANDNQ(RBX, R10, RBX)
	BLSRQ(RDX, RDX)
	JNZ(LabelRef("unproven"))
	Label("noUser")
	ADDQ(R8, RDI)
	TZCNTQ(RBX, RBX)
	ADDQ(RBX, R8)
	CMPQ(R8, RDI)
	JB(LabelRef("port"))
	MOVQ(RDI, R8)
	Label("noPort")
	CMPQ(RDI, R12)
	JNE(LabelRef("host"))
	JMP(LabelRef("emptyPath"))
	Label("port")
	BTSQ(Imm(formHintBit), R14)
	v.on(firstBlock).notDigits(RBX, RDX)
	BZHIQ(RDI, RBX, RBX)
	SHRXQ(R8, RBX, RBX)
	CMPQ(RBX, Imm(1)) // the ':' alone
	JEQ(LabelRef("noPort"))
	JMP(LabelRef("unproven"))
}

// address goes on where a digit ends the host, which may be an IPv4address: R9 = its
// start, R8 = its end. The named registers keep what they hold at named.
func address(v vector) {
	Label("digitEnds")
	SUBQ(R9, R8)
	LEAQ(Mem{Base: R8, Disp: -7}, RAX)
	CMPQ(RAX, Imm(15-7))
	JA(LabelRef("named"))
	v.host(false)
	call("address256")
	JNZ(LabelRef("named"))
	MOVQ(U64((regName-ipv4Address)<<hostShift), RBX)
	SUBQ(RBX, R14)
	JMP(LabelRef("named"))
}

// special looks at the bytes of the first block that are in AX, or at a second '#':
// triplets may stay, and '@', and at the first of the others the reference is cut. It
// returns where the end of an IP literal is.
func special(v vector) (closing Mem) {
	b := v.on(firstBlock)
	Label("special")
	BZHIQ(RCX, R11, R11)
	v.ats(firstBlock, "onlyNumbers")
	b.equal("percent", R9, RBX)
	ANDQ(RAX, R9)
	XORQ(R9, RAX)
	JNZ(LabelRef("others"))
	Label("percents")
	TESTQ(R9, R9)
	JZ(LabelRef("onlyNumbers"))
	BTSQ(Imm(percentHintBit), R14)
	b.hexDigits(RBX, RDX)
	LEAQ(Mem{Base: R8, Disp: -1}, RDX)
	ANDQ(RDX, RBX)
	lonePercents(RBX, RDX, R9)
	Label("onlyNumbers")
	BLSRQ(R11, RBX)
	ORQ(RBX, RAX)
	JZ(LabelRef("legal"))
	TZCNTQ(RAX, RCX)
	XORL(R8L, R8L)
	BTSQ(RCX, R8)
	stopAt(RCX, RBX)
	BZHIQ(RCX, R11, R11)
	JMP(LabelRef("narrow"))

	Label("others")
	return literal()
}

// lonePercents adds to AX those of the '%' in percents that two HEXDIG do not follow. It
// overwrites all three.
func lonePercents(hexDigits, tmp, percents Register) {
	RORXQ(Imm(1), hexDigits, tmp)
	SHRQ(Imm(2), hexDigits)
	ANDQ(tmp, hexDigits)
	ANDNQ(percents, hexDigits, percents)
	ORQ(percents, RAX)
}

// answer returns r as word i of a single call.
func answer(i int, r Register) { Store(r, Return([]string{"w0", "w1", "w2", "w3"}[i])) }

// leave returns, after four words.
func leave() {
	VZEROUPPER()
	RET()
}
