package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// locate writes the single call of every level. It proves nothing, in plain instructions of
// amd64, where there is nothing else.
func locate() {
	TEXT("locate", NOSPLIT, "func(b []byte) (w0, w1, w2, w3 uint64)")
	Pragma("noescape")
	Doc(
		"locate is Locate on the level, and proves nothing if the level has no single call. With",
		"AVX-512 it reads no byte of those beyond b; with AVX2 it may read up to 80 bytes from b, but",
		"none of another page than those of b.",
	)
	tables512()
	tables256()
	Load(Param("b").Base(), RSI)
	Load(Param("b").Len(), RCX)
	CMPB(level(), Imm(levelAVX512))
	JEQ(LabelRef("begin256"))
	CMPB(level(), Imm(levelAVX2))
	JEQ(LabelRef("page256"))
	XORL(EAX, EAX)
	for i := range 3 {
		answer(i, RAX)
	}
	MOVQ(U64(1<<allOpen), RAX)
	answer(3, RAX)
	RET()
	page256()
	Label("begin256")
	single(levels{new(int)})
}

// mostFrame is the most that locate may have on the stack: from 256 bytes on, every call takes
// 1.2 ns longer on Zen 5, of 7 or 8.
const mostFrame = 248

// level is the level that the kernels run on.
func level() Mem { return Mem{Symbol: Symbol{Name: "·level"}, Base: StaticBase} }

// levels is the vector of the level that the call runs on: each method has the code of
// both, and a branch that is always the same.
type levels struct{ n *int }

func (l levels) each(code func(v vector)) {
	*l.n++
	zmm, after := fmt.Sprintf("hook%d_512", *l.n), fmt.Sprintf("after%d_256", *l.n)
	CMPB(level(), Imm(levelAVX512))
	JEQ(LabelRef(zmm))
	code(avx2{})
	JMP(LabelRef(after))
	Label(zmm)
	code(avx512{})
	Label(after)
}

func (l levels) first()                   { l.each(vector.first) }
func (l levels) further()                 { l.each(vector.further) }
func (l levels) plain()                   { l.each(vector.plain) }
func (l levels) host()                    { l.each(vector.host) }
func (l levels) window()                  { l.each(vector.window) }
func (l levels) segmentWindow()           { l.each(vector.segmentWindow) }
func (l levels) uppersBefore()            { l.each(vector.uppersBefore) }
func (l levels) dots(r, t Register)       { l.each(func(v vector) { v.dots(r, t) }) }
func (l levels) jumpOnColon(label string) { l.each(func(v vector) { v.jumpOnColon(label) }) }
func (l levels) on(b block) masks         { return levelMasks{l, b} }

type levelMasks struct {
	levels
	block
}

func (m levelMasks) each(code func(b masks)) {
	m.levels.each(func(v vector) { code(v.on(m.block)) })
}

func (m levelMasks) equal(c string, r, t Register) { m.each(func(b masks) { b.equal(c, r, t) }) }
func (m levelMasks) hexDigits(r, t Register)       { m.each(func(b masks) { b.hexDigits(r, t) }) }
func (m levelMasks) uppers(r, t Register)          { m.each(func(b masks) { b.uppers(r, t) }) }
func (m levelMasks) notDigits(r, t Register)       { m.each(func(b masks) { b.notDigits(r, t) }) }
func (m levelMasks) notScheme(r, t Register)       { m.each(func(b masks) { b.notScheme(r, t) }) }

// call calls a function that has its arguments and results in registers.
func call(name string) {
	target := Mem{Symbol: Symbol{Name: "·" + name}, Base: StaticBase}
	Instruction(&ir.Instruction{Opcode: "CALL", Operands: []Op{target}})
}
