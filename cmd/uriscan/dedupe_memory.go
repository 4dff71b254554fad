package main

import (
	"runtime"
	"runtime/debug"
)

// Beside its table, which is not the runtime's, dedupe takes at most 64 MiB: blocks,
// what is picked of them, the longest line a few times, and the program itself.
const (
	// beside is what the runtime takes of that before it collects garbage all the
	// time, which is otherwise as much as what is in use.
	beside = 44 << 20
	// More workers than these are not faster: one after the other, their blocks
	// are looked up in the table.
	mostPickers = 8
	mostPicked  = 1 << 20 // bytes of a block
	// With less memory than this there are half as many, and smaller blocks, of which
	// less is located at a time.
	plenty       = 256 << 20
	fewPickers   = 4
	leastPicked  = 128 << 10
	leastLocated = 8 << 10 // of empty lines, each of them takes 56 bytes for a byte
	// unpacking is what there is to decompress with in any case, and an eighth of the
	// memory as well: of the default, what every zstd frame may ask for.
	unpacking = 8 << 20
)

// bound bounds what a job takes in memory. The function it returns ends that.
func (f *dedupeFlags) bound(k *picker) func() {
	j := k.job
	if j.workers == 0 {
		j.workers = runtime.GOMAXPROCS(0)
	}
	j.workers = min(j.workers, mostPickers)
	j.blockSize = min(j.blockSize, mostPicked)
	if f.memory < plenty {
		j.workers = min(j.workers, fewPickers)
		j.blockSize = min(j.blockSize, leastPicked)
		k.located = leastLocated
	}
	j.unpacking = unpacking + uint64(f.memory)/8
	// A quarter of the memory of a seen.Filter is the runtime's.
	was := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(was, int64(f.memory)/4+beside))
	return func() { debug.SetMemoryLimit(was) }
}
