package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// answer returns r as word i of a single call.
func answer(i int, r Register) { Store(r, Return([]string{"w0", "w1", "w2", "w3"}[i])) }

// leave returns, after four words.
func leave() {
	VZEROUPPER()
	RET()
}

// source loads the address of the reference into r.
func source(r Register) { Load(Param("b").Base(), r) }

// addFlag adds a flag to the fourth word, which beginFlags has begun. It uses RAX.
func addFlag(f uint64) {
	MOVQ(U64(f), RAX)
	ORQ(RAX, fourth())
}

// addFlags adds the flags of the fourth word to r.
func addFlags(r Register) { ORQ(fourth(), r) }

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
		answer(i, RAX)
	}
	MOVQ(U64(fourth), R11)
	answer(3, R11)
	leave()
}
