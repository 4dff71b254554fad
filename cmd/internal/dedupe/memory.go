package dedupe

import (
	"runtime"
	"runtime/debug"
)

// Beside its table, which is outside the Go heap, dedupe takes at most 64 MiB: blocks,
// their candidates, the longest line a few times, and the program itself.
const (
	// heapBeside is what the runtime takes of that before it collects garbage all the
	// time, which is otherwise as much as what is in use.
	heapBeside = 44 << 20
	// More workers than these are not faster: one after the other, their blocks
	// are looked up in the table.
	mostWorkers = 8
	mostBlock   = 1 << 20 // bytes of a block
	// With less memory than this there are half as many workers and smaller blocks, and
	// less of a block is located at a time.
	plentyMemory = 256 << 20
	fewWorkers   = 4
	leastBlock   = 128 << 10
	leastLocated = 8 << 10 // of empty lines, each of them takes 56 bytes for a byte
	// unpacking is what there is to decompress with in any case, and an eighth of the
	// memory as well: of the default, what every zstd frame may ask for.
	unpacking = 8 << 20
)

// bound bounds the memory of o and its collector. The function it returns removes the bound.
func (o *Options) bound(c *collector) func() {
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	o.Workers = min(o.Workers, mostWorkers)
	o.BlockSize = min(o.BlockSize, mostBlock)
	if o.Memory < plentyMemory {
		o.Workers = min(o.Workers, fewWorkers)
		o.BlockSize = min(o.BlockSize, leastBlock)
		c.located = leastLocated
	}
	o.Unpacking = unpacking + uint64(o.Memory)/8
	// A quarter of the memory of a seen.Filter is the runtime's.
	was := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(was, o.Memory/4+heapBeside))
	return func() { debug.SetMemoryLimit(was) }
}
