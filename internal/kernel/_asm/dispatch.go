package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// locate writes the single call of every level. It proves nothing, in plain instructions of
// amd64, where there is nothing else.
func locate() {
	const signature = "func(b []byte) (w0, w1, w2, w3 uint64)"
	tables512()
	tables256()
	TEXT("locate", NOSPLIT, signature)
	Pragma("noescape")
	Doc(
		"locate is Locate on the level, and proves nothing if the level has no single call. It may read",
		"65 bytes from b, but none of another page than those of b.",
	)
	CMPB(level(), Imm(levelAVX512))
	JEQ(LabelRef("with512"))
	CMPB(level(), Imm(levelAVX2))
	JEQ(LabelRef("with256"))
	XORL(EAX, EAX)
	for i := range 3 {
		answer(i, RAX)
	}
	MOVQ(U64(1<<allOpen), RAX)
	answer(3, RAX)
	RET()
	Label("with512")
	jump("JMP", "locate512")
	Label("with256")
	jump("JMP", "locate256")

	TEXT("locate512", NOSPLIT, signature)
	Pragma("noescape")
	begin := func() {
		Load(Param("b").Base(), RSI)
		Load(Param("b").Len(), RCX)
	}
	begin()
	single(avx512{loaded: AllocLocal(8)})

	TEXT("locate256", NOSPLIT, signature)
	Pragma("noescape")
	begin()
	single(avx2{loaded: AllocLocal(8)})
}

// mostFrame is the most that a single call may have on the stack: from 256 bytes on, every call
// takes 1.2 ns longer on Zen 5, of 7 or 8.
const mostFrame = 248

// level is the level that the kernels run on.
func level() Mem { return Mem{Symbol: Symbol{Name: "·level"}, Base: StaticBase} }

// call calls a function that has its arguments and results in registers.
func call(name string) { jump("CALL", name) }

func jump(opcode, name string) {
	target := Mem{Symbol: Symbol{Name: "·" + name}, Base: StaticBase}
	Instruction(&ir.Instruction{Opcode: opcode, Operands: []Op{target}})
}
