package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A sink is where the answer of a walk goes, and where the walk goes after it.
type sink interface {
	word(i int, r Register)
	proof(r Register) // uses SI
	leave()
	source(r Register) // the address of the reference, into r
}

// to is the sink of the function being written.
var to sink

// single returns the answer of one call.
type single struct{}

func (single) word(i int, r Register) { Store(r, Return([]string{"w0", "w1", "w2", "w3"}[i])) }
func (single) proof(r Register)       { Store(r, Return("proof")) }
func (single) source(r Register)      { Load(Param("p"), r) }
func (single) leave() {
	VZEROUPPER()
	RET()
}

// each stores the answer of one line of many and goes on to the next.
type each struct {
	proofs, line Mem // slots: where the next proof goes; where this line begins
	store        func(i int, r Register)
}

func (e each) word(i int, r Register) { e.store(i, r) }
func (e each) proof(r Register) {
	MOVQ(e.proofs, RSI)
	MOVB(r, Mem{Base: RSI})
}
func (e each) source(r Register) { MOVQ(e.line, r) }
func (e each) leave()            { JMP(LabelRef("nextLine")) }

// proven leaves with the proof.
func proven() {
	MOVB(U8(1), AL)
	to.proof(AL)
	to.leave()
}
