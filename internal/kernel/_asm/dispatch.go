package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// dispatch writes the jump to the single call of the level: here it costs one
// branch, and what calls it is small enough to be inlined. The default returns in
// plain instructions of amd64: it runs where there is nothing else.
func dispatch() {
	TEXT("locate", NOSPLIT, "func(b []byte) (w0, w1, w2, w3 uint64)")
	Pragma("noescape")
	Doc("locate jumps to the single call of the level, and proves nothing if the level has no single call.")
	MOVBLZX(Mem{Symbol: Symbol{Name: "·level"}, Base: StaticBase}, EAX)
	CMPL(EAX, Imm(levelAVX512))
	JEQ(LabelRef("avx512"))
	CMPL(EAX, Imm(levelAVX2))
	JEQ(LabelRef("avx2"))
	XORL(EAX, EAX)
	for _, word := range []string{"w0", "w1", "w2"} {
		Store(RAX, Return(word))
	}
	MOVQ(U64(1<<allOpen), RAX)
	Store(RAX, Return("w3"))
	RET()
	Label("avx512")
	tailJump("locate512")
	Label("avx2")
	tailJump("locate256")
}

// call calls a function that has its arguments and results in registers.
func call(name string) {
	target := Mem{Symbol: Symbol{Name: "·" + name}, Base: StaticBase}
	Instruction(&ir.Instruction{Opcode: "CALL", Operands: []Op{target}})
}

// tailJump goes on to a function with the same parameters and results.
func tailJump(name string) {
	target := Mem{Symbol: Symbol{Name: "·" + name}, Base: StaticBase}
	Instruction(&ir.Instruction{Opcode: "JMP", Operands: []Op{target}, IsTerminal: true})
}
