package dedupe

import (
	"cmp"
	"runtime"
	"runtime/debug"
)

// In addition to its table, which is outside the Go heap, dedupe takes at most 64 MiB: for
// blocks, their candidates, a few copies of the longest line, and the program itself.
const (
	// heapBeside is the memory limit of the runtime, without its share of the table.
	heapBeside = 44 << 20
	// More workers are not faster, because one goroutine looks up the keys of all.
	mostWorkers = 8
	mostBlock   = 1 << 20 // bytes of a block
	// With less memory there are half as many workers, blocks are smaller, and less of a
	// block is parsed at a time.
	plentyMemory = 256 << 20
	fewWorkers   = 4
	leastBlock   = 128 << 10
	leastLocated = 8 << 10 // an empty line takes 56 bytes for its one byte
	// Decompression gets this and an eighth of the memory. With the default that is what
	// every zstd frame may ask for.
	unpacking = 8 << 20
)

// bound bounds the memory of o and its collector. The function it returns removes the bound.
func (o *Options) bound(c *collector) func() {
	o.Workers = min(cmp.Or(o.Workers, runtime.GOMAXPROCS(0)), mostWorkers)
	o.BlockSize = min(o.BlockSize, mostBlock)
	if o.Memory < plentyMemory {
		o.Workers = min(o.Workers, fewWorkers)
		o.BlockSize = min(o.BlockSize, leastBlock)
		c.located = leastLocated
	}
	o.Unpacking = unpacking + uint64(o.Memory)/8
	// A seen.Filter takes a quarter of its memory from the Go heap.
	was := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(was, o.Memory/4+heapBeside))
	return func() { debug.SetMemoryLimit(was) }
}
