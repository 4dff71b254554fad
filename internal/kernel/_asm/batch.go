package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The fields of the type Batch of ../batch_amd64.go, by their byte offsets.
const (
	maxBatch = 319

	posAt   = 0
	pathAt  = posAt + 4*(1+maxBatch+65)
	queryAt = pathAt + 4*(maxBatch+17)
	badAt   = queryAt + 4*(maxBatch+17)
	lineAt  = badAt + 4*(maxBatch+17)
	startAt = lineAt + 4*(maxBatch+17)
	leftAt  = startAt + 4*(maxBatch+17)
)

// forTests writes what the tests compare: the layout of a batch, and where the
// tables are.
func forTests() {
	TEXT("batchLayout", NOSPLIT, "func() (path, query, bad, line, start, left uint64)")
	Doc("batchLayout returns where the assembly takes the fields of a Batch to be.")
	for _, f := range []struct {
		name string
		at   uint64
	}{{"path", pathAt}, {"query", queryAt}, {"bad", badAt}, {"line", lineAt}, {"start", startAt}, {"left", leftAt}} {
		MOVQ(U64(f.at), RAX)
		Store(RAX, Return(f.name))
	}
	RET()

	TEXT("classTables", NOSPLIT, "func() (call, rest, lane *[128]uint8, low, high *[32]uint8)")
	Doc(
		"classTables returns the tables of classes: of locate512, longLines512 and the lanes by",
		"octet, and those of AVX2 by nibble.",
	)
	for _, t := range []struct{ symbol, result string }{
		{"callClasses", "call"}, {"restClasses", "rest"}, {"laneClasses", "lane"}, {"lowNibbles", "low"}, {"highNibbles", "high"},
	} {
		LEAQ(static(t.symbol), RAX)
		Store(RAX, Return(t.result))
	}
	RET()
}
