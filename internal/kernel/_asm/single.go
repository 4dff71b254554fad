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
	// first loads the first block, 64 bytes, of a shorter reference also what comes after it; AX is the mask of
	// those to judge. It leaves, with the bit after the last byte,
	//
	//	R10 = the marks: ':' '/' '?' '#' '@'   R11 = '#'   R12 = '?' '#'
	//
	// and R13 = each '.' after a '/', and may leave anything beyond that bit. It goes to special if
	// there is a byte to look at: '%' or one of no component. specials leaves these in AX. numbers puts
	// a second '#', and what follows, into BX, sets the flags by it, and gives R11 the last bit.
	// notJudged takes what the first block does not judge off R10 and R12.
	first()
	specials()
	numbers()
	notJudged()
	// further loads the block at DX, or one that begins before it; R8 is how many bytes are
	// left from DX on. It leaves
	//
	//	DX = where the block begins   R9 = the bytes to judge
	//	AX = of these, those as in first   BX = of these, '?' '#'
	//
	// All bytes but the last two are to be judged, and these, too, in the last block. The
	// zero flag is clear if a '.' of the block follows a '/'; dots then puts the mask of
	// these into r. If there is neither such a '.' nor a byte to look at, it may go to furtherLegal,
	// without AX.
	further()
	dots(r, t Register)
	// plain goes to end, with the end of the path, if the bytes from judgedStep on have
	// nothing to look at, no '#' and no hint, and this is quicker than further for each.
	plain()
	// window looks at the 64 bytes from CX on, or, and then CX is where, at some that begin
	// before it. CX is judgedStep for the first one; if all is in the first block, it goes to
	// noWindow. It leaves in R10 the marks '/' ':' '@', and perhaps '?' and '#', without what
	// was before CX. It overwrites DI and R13. Its labels begin with name.
	window(name string)
	// anyUpper leaves in R10 what is not 0 if an upper-case letter is in the first block or the window.
	anyUpper()
	// uppersBefore leaves in R10 what is not 0 if an upper-case letter is in the first block
	// or the window, before DI. R13 is 0. It overwrites R15.
	uppersBefore()
	// pageEnds goes on where a reference of up to 64 bytes begins near the end of a page, or begins one, as BX
	// says: where the byte before it is in its page. It has no byte of another page loaded.
	pageEnds()
	// on returns the masks of the bytes of the first block, or of the other.
	on(b block) masks
	// literal leaves in R10 which of the AX bytes from R9 on, which end before R8, are HEXDIG, and in
	// R11 ':', and perhaps bits after them, or goes to loadLiteral, from where it goes on to literalMasks. It may
	// overwrite CX and DX.
	literal()
	// literalLoad loads 64 bytes as the further block.
	literalLoad(m Mem)
}

// A block is the first one of a reference or the one that further has loaded.
type block int

const (
	firstBlock block = iota
	furtherBlock
)

// masks makes masks of the bytes of one block. notScheme has those that neither a scheme
// nor a ':' has, and notFuture '%' and the marks that are not in an IPvFuture.
type masks interface {
	equal(c string, r, t Register)
	percents(r, t Register)
	hexDigits(r, t Register)
	uppers(r, t Register)
	notDigits(r, t Register)
	notScheme(r, t Register)
	notFuture(r, t Register)
}

// The bits of the fourth word that say what is open, as in dispatch.go: stopped, with
// allOpen, that the words are those of the bytes before the first one that is wrong
// wherever it is, or before the IP literal that it is in; literalOpen, with allOpen, that they hold only if
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

// single writes the walk over one reference. Where a byte is wrong, it goes
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
	closes := AllocLocal(8)
	MOVQ(RCX, R14)
	CMPQ(RCX, Imm(64))
	JA(LabelRef("wide"))
	MOVQ(I64(-1), RAX)
	BZHIQ(RCX, RAX, RAX)
	LEAQ(Mem{Base: RAX, Disp: 1}, R8)
	LEAL(Mem{Base: ESI, Disp: -1}, EBX) // nil, too, is near the end of a page
	ANDL(U32(4095), EBX)
	CMPL(EBX, U32(4096-readable-1))
	JA(LabelRef("atPageEnd"))
	Label("load")
	v.first()
	Label("numbers")
	v.numbers()
	JNZ(LabelRef("secondNumber"))
	CMPL(R14L, Imm(64))
	JA(LabelRef("further"))
	Label("narrow")
	TZCNTQ(R12, R12)
	TZCNTQ(R11, R11)
	BZHIQ(R12, R13, R13)

	Label("joined")
	http()
	authority(v)
	Label("noHTTP")
	TZCNTQ(R10, RAX)
	XORL(EDX, EDX)
	MOVBLZX(Mem{Base: RSI, Index: RAX, Scale: 1}, EBX)
	CMPQ(RAX, RCX)
	CMOVLCC(EDX, EBX) // beyond the end
	CMPL(EBX, Imm(':'))
	JEQ(LabelRef("colon"))
	CMPL(EBX, Imm('@'))
	JAE(LabelRef("firstAt"))
	relative()
	Label("firstAt")
	JNE(LabelRef("unproven"))
	Comment("'@' is no mark where there is no authority.")
	BLSRQ(R10, R10)
	JNZ(LabelRef("noHTTP"))
	CMPL(R14L, ECX)
	JEQ(LabelRef("noScheme"))
	JMP(LabelRef("noMark"))
	scheme(v)
	userOrPort(v, closes)
	address()

	Label("wide")
	CMPQ(RCX, U32(math.MaxInt32)) // an offset has 31 bits
	JA(LabelRef("unproven"))
	MOVL(U32(judgedStep), ECX)
	XORL(R8L, R8L)
	MOVQ(U64(1<<judgedStep-1), RAX)
	JMP(LabelRef("load"))

	special(v, closes)
	literal(v)
	farLiteral(closes)
	blocksAfter(v, closes)
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

// Bytes as they lie in memory.
const (
	httpBytes  = 'h' | 't'<<8 | 't'<<16 | 'p'<<24
	colonSlash = ':' | '/'<<8 | '/'<<16
)

// http goes on to authority after "http://" and "https://", else to noHTTP. DI = the first
// eight bytes.
func http() {
	MOVQ(Mem{Base: RSI}, RDI)
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
	JNZ(LabelRef("badScheme"))
	CMPB(Mem{Base: RSI}, Imm('A')) // of these bytes, letters alone are not below it
	JB(LabelRef("badScheme"))
	LEAQ(Mem{Base: RAX, Disp: 3}, R9)
	CMPQ(R9, RCX)
	JAE(LabelRef("shortScheme"))
	MOVWLZX(Mem{Base: RSI, Index: RAX, Scale: 1, Disp: 1}, EBX)
	CMPL(EBX, U32('/'|'/'<<8))
	JEQ(LabelRef("authority"))

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

	Label("badScheme")
	Comment("The first segment of a relative reference has no ':'.")
	stopAt(RAX, RBX)
	BTRQ(Imm(literalOpen), R14)
	MOVQ(RAX, R11)
	MOVQ(RAX, R12)
	XORL(R13L, R13L)
	XORL(EBX, EBX) // it does not begin with '/'
	JMP(LabelRef("relative"))
}

// authority answers for an authority that begins at R9, after a scheme that ends at AX.
func authority(v vector) {
	Label("authority")
	MOVQ(I64(-1), RBX)
	SHLXQ(R9, RBX, RBX)
	ANDQ(RBX, R10)
	TZCNTQ(R10, RDI)
	JCS(LabelRef("beyond"))
	MOVQ(RDI, R8)
	CMPQ(RDI, R12)
	JEQ(LabelRef("emptyPath"))
	CMPB(Mem{Base: RSI, Index: RDI, Scale: 1}, Imm('/'))
	JNE(LabelRef("marked"))
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
	XORQ(RBX, R14)
	CMPB(Mem{Base: RSI, Index: R8, Scale: 1, Disp: -1}, Imm('9'))
	JBE(LabelRef("digitEnds"))
	Label("named")
	SHLQ(Imm(32), R11)
	ORQ(R12, R11)
	answer(2, R11)
	MOVQ(R14, RBX)
	BTSQ(Imm(formHintBit), RBX)
	ORQ(R10, R13)
	CMOVQNE(RBX, R14)
	TESTQ(R14, R14)
	JS(LabelRef("literalOrStopped"))
	Label("done")
	answer(3, R14)
	leave()

	Label("emptyPath")
	BTSQ(Imm(formHintBit), R14)
	Label("hinted")
	XORL(R10L, R10L)
	XORL(R13L, R13L)
	JMP(LabelRef("hostEnds"))
}

// userOrPort goes on from mark to mark with an authority that has a ':', a '@' or a "[": DI =
// where the first one is, and R8 = DI.
func userOrPort(v vector, closes Mem) {
	mark := Mem{Base: RSI, Index: RDI, Scale: 1}
	Label("marked")
	Comment("R8 = the first ':' after R9; BX = 1 after an '@'.")
	XORL(EBX, EBX)
	CMPB(mark, Imm(':'))
	JNE(LabelRef("noColon"))
	Label("hostColon")
	BLSRQ(R10, R10)
	TZCNTQ(R10, RDI)
	JCS(LabelRef("window"))
	CMPQ(RDI, R12)
	JEQ(LabelRef("port"))
	CMPB(mark, Imm('/'))
	JEQ(LabelRef("port"))
	CMPB(mark, Imm(':'))
	JEQ(LabelRef("hostColon"))
	Label("noColon")
	CMPB(mark, Imm('@'))
	JNE(LabelRef("bracket"))
	XORL(Imm(1), EBX)
	JZ(LabelRef("secondAt"))
	LEAQ(Mem{Base: RDI, Disp: 1}, R9)
	BLSRQ(R10, R10)
	TZCNTQ(R10, RDI)
	JCS(LabelRef("hostAfterAt"))
	MOVQ(RDI, R8)
	CMPQ(RDI, R12)
	JEQ(LabelRef("emptyPath"))
	CMPB(mark, Imm('/'))
	JEQ(LabelRef("host"))
	CMPB(mark, Imm(':'))
	JEQ(LabelRef("hostColon"))
	JMP(LabelRef("noColon"))

	Label("bracket")
	Comment("A \"[\" is left. The end of the authority or a ':' follows the \"]\".")
	closed(closes)
	CMPQ(RDI, RCX)
	JA(LabelRef("bracketBeyond"))
	CMPQ(RDI, R12)
	JAE(LabelRef("emptyPath")) // as in bracketBeyond
	CMPB(mark, Imm(':'))
	JEQ(LabelRef("literalPort"))
	CMPB(mark, Imm('/'))
	JNE(LabelRef("badAuthority"))
	XORL(R10L, R10L) // literal looks at upper case
	SHRXQ(RDI, R13, R13)
	JMP(LabelRef("hostEnds"))
	Label("literalPort")
	SHRXQ(R8, R10, R10)
	SHLXQ(R8, R10, R10)
	MOVL(U32(1), EBX)
	JMP(LabelRef("hostColon"))

	Label("port")
	BTSQ(Imm(formHintBit), R14)
	v.on(firstBlock).notDigits(RBX, RDX)
	BZHIQ(RDI, RBX, RBX)
	SHRXQ(R8, RBX, RBX)
	CMPQ(RBX, Imm(1)) // the ':' alone
	JEQ(LabelRef("hinted"))
	Comment("With an '@' before, and after an IP literal, the first byte that is no digit is wrong. Else they")
	Comment("all may be of a userinfo, and its end is.")
	CMPB(Mem{Base: RSI, Index: R9, Scale: 1}, Imm('['))
	JEQ(LabelRef("badPort"))
	CMPB(Mem{Base: RSI, Index: R9, Scale: 1, Disp: -1}, Imm('@'))
	JNE(LabelRef("badAuthority"))
	Label("badPort")
	BLSRQ(RBX, RBX)
	TZCNTQ(RBX, RDI)
	ADDQ(R8, RDI)
	Label("badAuthority")
	stopAt(RDI, RBX)
	MOVQ(RDI, R11)
	MOVQ(RDI, R12)
	JMP(LabelRef("hinted"))

	Comment("It is wrong where it is, or a port before it.")
	Label("secondAt")
	CMPQ(RDI, R8)
	JEQ(LabelRef("badAuthority"))
	v.on(firstBlock).notDigits(RBX, RDX)
	SHRXQ(R8, RBX, RBX)
	JMP(LabelRef("badPort"))
}

// address goes on where a digit ends the host, which may be an IPv4address: R9 = its
// start, R8 = its end. The named registers keep what they hold at named.
func address() {
	Label("digitEnds")
	MOVQ(R8, RAX)
	SUBQ(R9, RAX)
	LEAL(Mem{Base: EAX, Disp: -7}, EBX)
	CMPL(EBX, Imm(15-7))
	JA(LabelRef("named"))
	loadHost("host")
	addressIn("named")
	JNE(LabelRef("named"))
	MOVQ(U64((regName-ipv4Address)<<hostShift), RBX)
	SUBQ(RBX, R14)
	JMP(LabelRef("named"))
	farHost("host")
}

// special looks at the bytes of the first block that are in AX: triplets and the brackets of an IP
// literal may stay, and at the first of the others, or at a second '#', the reference is cut.
func special(v vector, closes Mem) {
	Label("special")
	v.specials()
	triplets(v, firstBlock, "numbers", R9, RBX, RDX)
	TZCNTQ(RAX, RDI)
	opens(closes)
	JZ(LabelRef("numbers"))
	Label("wrong")
	v.numbers()
	ORQ(RBX, RAX)
	JMP(LabelRef("cut"))
	Label("secondNumber")
	MOVQ(RBX, RAX)
	Label("cut")
	TZCNTQ(RAX, RCX)
	XORL(R8L, R8L)
	BTSQ(RCX, R8)
	stopAt(RCX, RBX)
	for _, r := range []Register{R10, R11, R12} {
		ORQ(R8, r)
	}
	JMP(LabelRef("narrow"))
}

// triplets takes each '%' that two HEXDIG follow off AX, the bytes of a block to look at, and goes
// to none, with the hint, if none of them is left.
func triplets(v vector, of block, none string, percents, hexDigits, tmp Register) {
	b, name := v.on(of), [...]string{"first", "further"}[of]
	b.percents(percents, tmp)
	ANDQ(RAX, percents)
	JZ(LabelRef(name + "Others"))
	XORQ(percents, RAX)
	Label(name + "Percents")
	BTSQ(Imm(percentHintBit), R14)
	b.hexDigits(hexDigits, tmp)
	if of == firstBlock {
		Comment("What follows the last byte is no HEXDIG.")
		LEAQ(Mem{Base: R8, Disp: -1}, tmp)
		ANDQ(tmp, hexDigits)
	}
	RORXQ(Imm(1), hexDigits, tmp)
	SHRQ(Imm(2), hexDigits)
	ANDQ(tmp, hexDigits)
	ANDNQ(percents, hexDigits, percents)
	ORQ(percents, RAX)
	JZ(LabelRef(none))
	Label(name + "Others")
}

// answer returns r as word i of a single call.
func answer(i int, r Register) { Store(r, Return([]string{"w0", "w1", "w2", "w3"}[i])) }

// leave returns, after four words.
func leave() {
	VZEROUPPER()
	RET()
}
