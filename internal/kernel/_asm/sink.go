package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A sink is where the answer of a walk goes, and where the walk goes after it.
type sink interface {
	word(i int, r Register)
	leave()            // after four words that are proven
	leaveOpen()        // after four words that may be open, and with the fourth in R11
	source(r Register) // the address of the reference, into r
	flag(f uint64)     // adds a flag to the fourth word, which begins has begun; uses RAX
	begin(r Register)  // begins the fourth word with flags
	flags(r Register)  // adds the flags to r
}

// to is the sink of the function being written.
var to sink

// single returns the answer of one call.
type single struct{}

func (single) word(i int, r Register) { Store(r, Return([]string{"w0", "w1", "w2", "w3"}[i])) }
func (single) source(r Register)      { Load(Param("b").Base(), r) }
func (single) leaveOpen()             { to.leave() }
func (s single) begin(r Register)     { s.word(3, r) }
func (single) flag(f uint64) {
	MOVQ(U64(f), RAX)
	ORQ(RAX, fourth())
}
func (single) flags(r Register) { ORQ(fourth(), r) }
func (single) leave() {
	VZEROUPPER()
	RET()
}

// fourth is where a single call returns the fourth word.
func fourth() Mem {
	w3, err := Return("w3").Resolve()
	if err != nil {
		panic(err)
	}
	return w3.Addr
}

// The bits of the fourth word that say what is open, as in dispatch.go.
const (
	formHintOpen = 61
	hostOpen     = 62
	allOpen      = 63
)

// The hints, as in hints.go.
const (
	formHintBit    = 38
	formHint       = 1 << formHintBit
	percentHintBit = 39
	percent        = 1 << percentHintBit
)

// unproven leaves with an answer that proves nothing, and a fourth word that says so.
func unproven(fourth uint64) {
	XORL(EAX, EAX)
	for i := range 3 {
		to.word(i, RAX)
	}
	MOVQ(U64(fourth), R11)
	to.word(3, R11)
	to.leaveOpen()
}
