package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// many256 writes the walk over count lines that pos delimits. begin and end
// stand around the walk over one line: AX = where it begins, plus base.
func many256(name, signature string, doc []string, prepare func(), begin func(), store func(int, Register), end func()) {
	TEXT(name, NOSPLIT, signature)
	Pragma("noescape")
	Doc(doc...)
	e := each{proofs: AllocLocal(8), line: AllocLocal(8), store: store}
	positions, left := AllocLocal(8), AllocLocal(8)
	v := avx2{[3]Mem{AllocLocal(8), AllocLocal(8), AllocLocal(8)}}
	to = e
	prepare()
	tables256()
	Load(Param("proofs"), RAX)
	MOVQ(RAX, e.proofs)
	Load(Param("pos"), RAX)
	MOVQ(RAX, positions)
	Load(Param("count"), RAX)
	MOVQ(RAX, left)

	Label("line")
	MOVQ(positions, RBX)
	MOVL(Mem{Base: RBX}, ESI)
	MOVL(Mem{Base: RBX, Disp: 4}, ECX)
	ADDQ(Imm(4), RBX)
	MOVQ(RBX, positions)
	BTRL(Imm(31), ESI)
	BTRL(Imm(31), ECX)
	SBBQ(RSI, RCX) // less the CR
	DECQ(RCX)
	MOVQ(RSI, RAX)
	ADDQ(NewParamAddr("base", 32), RAX)
	begin()
	ADDQ(NewParamAddr("src", 0), RSI)
	MOVQ(RSI, e.line)
	XORL(EBX, EBX)
	LEAQ(Mem{Base: RCX, Disp: -64}, RDX)
	TESTQ(RDX, RDX)
	CMOVQLT(RBX, RDX)
	walk256(v)

	Label("nextLine")
	end()
	INCQ(e.proofs)
	DECQ(left)
	JNZ(LabelRef("line"))
	VZEROUPPER()
	RET()
}

// lines256 writes the answers as scanner.Line has them. R14 = the line.
func lines256() {
	many256("lines256", "func(src *byte, pos *uint32, count int, proofs *uint8, base int, dst *byte)",
		[]string{
			"lines256 writes count lines that pos delimits to dst, 56 bytes each: start and end, plus",
			"base, the four words, and 0; and to proofs what locate256 returns for each.",
		},
		func() { Load(Param("dst"), R14) },
		func() {
			MOVQ(RAX, Mem{Base: R14})
			ADDQ(RCX, RAX)
			MOVQ(RAX, Mem{Base: R14, Disp: 8})
			XORL(EAX, EAX)
			MOVQ(RAX, Mem{Base: R14, Disp: 48})
		},
		func(i int, r Register) { MOVQ(r, Mem{Base: R14, Disp: 16 + 8*i}) },
		func() { ADDQ(Imm(56), R14) })
}

// columns256 writes the answers as scanner.Columns has them.
func columns256() {
	var columns [5]Mem
	store := func(i int, r Register) {
		MOVQ(columns[i], R14)
		MOVQ(r, Mem{Base: R14})
	}
	many256("columns256", "func(src *byte, pos *uint32, count int, proofs *uint8, base int, columns *[5]*uint64)",
		[]string{
			"columns256 writes count lines that pos delimits to five columns: start, plus base, and the",
			"four words; and to proofs what locate256 returns for each.",
		},
		func() {
			Load(Param("columns"), RDX)
			for i := range columns {
				columns[i] = AllocLocal(8)
				MOVQ(Mem{Base: RDX, Disp: 8 * i}, RAX)
				MOVQ(RAX, columns[i])
			}
		},
		func() { store(0, RAX) },
		func(i int, r Register) { store(1+i, r) },
		func() {
			for _, c := range columns {
				ADDQ(Imm(8), c)
			}
		})
}

// lineEnds256 writes what lineEnds512 does, one line end after the other.
func lineEnds256() {
	TEXT("lineEnds256", NOSPLIT, "func(p *byte, n int, delim uint8, pos *uint32, most int) (count int)")
	Pragma("noescape")
	Doc(
		"lineEnds256 writes to pos the offsets after the delimiters of p[:n], with bit 31",
		"set where delim is LF and a CR stands before it, until there are most, or fewer than 64",
		"octets are left. It may find 63 more.",
	)
	Load(Param("p"), RSI)
	Load(Param("n"), RCX)
	Load(Param("pos"), RDI)
	Load(Param("most"), R8)
	VPBROADCASTB(NewParamAddr("delim", 16), Y0)
	VMOVDQU(static("carriageReturn"), Y1)
	MOVBLZX(NewParamAddr("delim", 16), EAX)
	XORL(R9L, R9L) // R9 = -1 if a CR counts
	XORL(EBX, EBX)
	NOTQ(RBX)
	CMPL(EAX, Imm('\n'))
	CMOVQEQ(RBX, R9)
	XORL(R10L, R10L) // R10 = count
	XORL(R11L, R11L) // R11 = the block
	XORL(R12L, R12L) // R12 = 1 if the last octet was a CR
	SUBQ(Imm(64), RCX)
	last, most := AllocLocal(8), AllocLocal(8)
	MOVQ(RCX, last)
	MOVQ(R8, most)
	Label("block")
	CMPQ(R10, most)
	JGE(LabelRef("done"))
	CMPQ(R11, last)
	JGT(LabelRef("done"))
	y := func(i int) Mem { return Mem{Base: RSI, Index: R11, Scale: 1, Disp: 32 * i} }
	VPCMPEQB(y(0), Y0, Y2)
	VPCMPEQB(y(1), Y0, Y3)
	VPCMPEQB(y(0), Y1, Y4)
	VPCMPEQB(y(1), Y1, Y5)
	toMask(Y2, Y3, RAX, RBX)
	toMask(Y4, Y5, RDX, RBX)
	LEAQ(Mem{Base: R12, Index: RDX, Scale: 2}, RBX)
	SHRQ(Imm(63), RDX)
	MOVQ(RDX, R12)
	ANDQ(R9, RBX) // BX = right after a CR that counts
	LEAQ(Mem{Base: R11, Disp: 1}, R13)
	ADDQ(Imm(64), R11)
	Comment("Four at a time, wanted or not: most blocks have no more, and none of these branches.")
	POPCNTQ(RAX, RDX)
	ADDQ(R10, RDX) // the count after this block
	Label("four")
	for i := range 4 {
		TZCNTQ(RAX, RCX)
		BLSRQ(RAX, RAX)
		BTQ(RCX, RBX)
		SBBL(R8L, R8L)
		SHLL(Imm(31), R8L)
		ADDL(R13L, ECX)
		ORL(R8L, ECX)
		MOVL(ECX, Mem{Base: RDI, Index: R10, Scale: 4, Disp: 4 * i})
	}
	ADDQ(Imm(4), R10)
	CMPQ(R10, RDX)
	JLT(LabelRef("four"))
	MOVQ(RDX, R10)
	JMP(LabelRef("block"))
	Label("done")
	Store(R10, Return("count"))
	VZEROUPPER()
	RET()
}
