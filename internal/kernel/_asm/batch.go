package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The fields of the type scratch of ../batch_amd64.go, by their byte offsets.
const (
	maxBatch  = 319
	maxLanes  = 191
	maxBlocks = 296

	posAt    = 0
	lengthAt = posAt + 4*(1+maxBatch+80)
	restAt   = lengthAt + 4*(maxLanes+17)
	lineAt   = restAt + 8*(maxLanes+17)
	startAt  = lineAt + 4*(maxBlocks+24)
	judgedAt = startAt + 4*(maxBlocks+24)
	levelAt  = judgedAt + 4*(maxBlocks+24)
)

// forTests writes what the tests compare: the layout of a scratch, and where the
// tables are.
func forTests() {
	TEXT("batchLayout", NOSPLIT, "func() (length, rest, line, start, judged, level uint64)")
	Doc("batchLayout returns where the assembly takes the fields of a scratch to be.")
	for _, f := range []struct {
		name string
		at   uint64
	}{{"length", lengthAt}, {"rest", restAt}, {"line", lineAt}, {"start", startAt}, {"judged", judgedAt}, {"level", levelAt}} {
		MOVQ(U64(f.at), RAX)
		Store(RAX, Return(f.name))
	}
	RET()

	TEXT("classTables", NOSPLIT, "func() (call, rest, lane *[128]uint8, low, high, mapLow, mapHigh, parts *[32]uint8)")
	Doc(
		"classTables returns the tables of classes: of locate with AVX-512, longLines512 and the lanes by",
		"byte, and those of AVX2 by nibble, of locate with AVX2 and the maps, and of the maps' parts.",
	)
	for _, t := range []struct{ symbol, result string }{
		{"callClasses", "call"}, {"restClasses", "rest"}, {"laneClasses", "lane"}, {"lowOfWalk", "low"}, {"highOfWalk", "high"},
		{"lowOfMaps", "mapLow"}, {"highOfMaps", "mapHigh"}, {"parts", "parts"},
	} {
		LEAQ(static(t.symbol), RAX)
		Store(RAX, Return(t.result))
	}
	RET()
}
