package main

import (
	"runtime"
	"runtime/debug"
)

// Beside its table, which is outside the Go heap, dedupe takes at most 64 MiB: blocks,
// the lines picked from them, the longest line a few times, and the program itself.
const (
	// beside is what the runtime takes of that before it collects garbage all the
	// time, which is otherwise as much as what is in use.
	beside = 44 << 20
	// More workers than these are not faster: one after the other, their blocks
	// are looked up in the table.
	mostPickers = 8
	mostPicked  = 1 << 20 // bytes of a block
	// With less memory than this there are half as many pickers and smaller blocks, and
	// less of a block is located at a time.
	plenty       = 256 << 20
	fewPickers   = 4
	leastPicked  = 128 << 10
	leastLocated = 8 << 10 // of empty lines, each of them takes 56 bytes for a byte
	// unpacking is what there is to decompress with in any case, and an eighth of the
	// memory as well: of the default, what every zstd frame may ask for.
	unpacking = 8 << 20
)

// bound bounds the memory of a job. The function it returns removes the bound.
func (f *dedupeFlags) bound(k *picker) func() {
	j := k.job
	if j.Workers == 0 {
		j.Workers = runtime.GOMAXPROCS(0)
	}
	j.Workers = min(j.Workers, mostPickers)
	j.BlockSize = min(j.BlockSize, mostPicked)
	if f.memory < plenty {
		j.Workers = min(j.Workers, fewPickers)
		j.BlockSize = min(j.BlockSize, leastPicked)
		k.located = leastLocated
	}
	j.Unpacking = unpacking + uint64(f.memory)/8
	// A quarter of the memory of a seen.Filter is the runtime's.
	was := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(was, int64(f.memory)/4+beside))
	return func() { debug.SetMemoryLimit(was) }
}
