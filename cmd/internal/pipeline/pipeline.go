package pipeline

import (
	"cmp"
	"context"
	"runtime"

	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/scanner"
)

// The limits on what a pipeline holds at a time, whatever comes.
const (
	MaxWorkers = 256
	// RoomyBlock is the length up to which a line fits into every block. For
	// longer ones there is one block that may grow to the longest line allowed.
	RoomyBlock = 1 << 20
	// MaxResults is how many bytes the results of all blocks take together, but each
	// block may have as many as its own size.
	MaxResults = 32 << 20
)

// A Pipeline reads inputs, cuts them into blocks, does a job on several of them
// at once and gives them back in order. A fixed number of blocks goes round:
//
//	free -> the reader -> todo -> a worker   -> free
//	                \---> order -> the writer --/
//
// The reader waits where no block is free, so that what is in memory is bounded by the
// number of blocks. Nothing is allocated once all of them were used. Each channel has room
// for all of its blocks, so that sending one never waits.
type Pipeline[W any] struct {
	Reading
	// do makes the results of a block, or of as much of it as fits into memory,
	// and reports whether there is more to do.
	do func(b *Block[W], found *[]scanner.Line) (more bool)
	// Finish does all of a block, in parts if its results take too much memory at
	// once, and reports whether it came to the end.
	Finish func(ctx context.Context, b *Block[W], found *[]scanner.Line) bool
	Roomy  int // lines over this length wait for the large block
	Free   chan *Block[W]
	large  chan *Block[W] // the one block for lines over roomy
	Todo   chan *Block[W]
	Order  chan *Block[W]
}

// A Reading is how inputs are read and cut into records, and with what resources.
type Reading struct {
	Delim   byte
	MaxLine int
	IsText  bool // the input is not an archive, whatever its first bytes
	// StdinIsText: neither is standard input, and it has no byte order mark.
	StdinIsText bool
	KeepsCR     bool // long lines come with the CR of their end
	Numbers     bool // blocks know the number of their first line
	// Ends finds the ends of records where more than delim decides, nil if delim does.
	Ends RecordEnder
	// Begin is shown the first block of each input, whose blocks then get the field that it
	// returns; nil if that is of no use.
	Begin func(first []byte) (field int, err error)
	// Refuse is shown it before, except where inputs are read as they are, and returns why such
	// an input is not read; nil refuses none.
	Refuse func(first []byte) error
	// Workers is how many blocks are worked on at once, and BlockSize how large
	// they are; 0 is the default of each.
	Workers   int
	BlockSize int
	// Unpacking is how much memory there is to decompress with; 0: what it takes.
	Unpacking uint64
}

// A Block is a piece of an input on its way through a pipeline, or the news that
// an input failed. Its work is what becomes of it.
type Block[W any] struct {
	Buf     []byte // its memory
	Src     []byte // what was read, in Buf
	Part    Part
	IsLarge bool
	Input   string
	First   bool               // the first block of its input
	Field   int                // that Begin has returned for its input
	Line    int64              // of its input that what is left of Src begins in, from 1; without Numbers only up to 3
	Marked  bool               // the input began with a byte order mark
	Begun   bool               // some of it is done
	Err     *stream.InputError // why the input failed; then no bytes are handed on
	Lost    int                // then how many bytes of an unfinished line were read and dropped
	Limit   int                // about how many bytes its results take at a time, at most
	Work    W
	// The worker sends on Done whether more results follow, and goes on after them
	// when it receives from Resume.
	Done   chan bool
	Resume chan struct{}
}

// New makes a pipeline and its blocks, which get memory when they are used.
func New[W any](r Reading, do func(b *Block[W], found *[]scanner.Line) (more bool)) *Pipeline[W] {
	p := &Pipeline[W]{Reading: r, do: do, Roomy: RoomyBlock}
	p.Finish = p.finishParts
	p.Workers = min(cmp.Or(p.Workers, runtime.GOMAXPROCS(0)), MaxWorkers)
	p.BlockSize = cmp.Or(p.BlockSize, BlockSize)
	// One is read into, one is written, and some wait.
	n := p.Workers + p.Workers/2 + 3
	limit := max(p.BlockSize, MaxResults/(n+1))
	p.Free, p.large = make(chan *Block[W], n), make(chan *Block[W], 1)
	p.Todo, p.Order = make(chan *Block[W], n+1), make(chan *Block[W], n+1)
	for range n {
		p.Free <- NewBlock[W](limit)
	}
	b := NewBlock[W](limit)
	b.IsLarge = true
	p.large <- b
	return p
}

// NewBlock returns an empty block whose results take limit bytes at most before a worker
// waits for them to be written.
func NewBlock[W any](limit int) *Block[W] {
	return &Block[W]{Limit: limit, Done: make(chan bool, 1), Resume: make(chan struct{}, 1)}
}

// Start starts the workers and a reader of lines. They end after the last input,
// and soon after ctx is done.
func (p *Pipeline[W]) Start(ctx context.Context, files []string, open func(string) (*stream.Input, error)) {
	f := &feeder[W]{Pipeline: p, ctx: ctx, open: open}
	p.StartWith(ctx, f.readAll, files)
}

// StartWith starts the workers and a reader of another kind.
func (p *Pipeline[W]) StartWith(ctx context.Context, readAll func(files []string), files []string) {
	for range p.Workers {
		go p.work(ctx)
	}
	go readAll(files)
}

func (p *Pipeline[W]) work(ctx context.Context) {
	var found []scanner.Line
	for b := range p.Todo {
		if ctx.Err() != nil || !p.Finish(ctx, b, &found) {
			return
		}
	}
}

func (p *Pipeline[W]) finishParts(ctx context.Context, b *Block[W], found *[]scanner.Line) bool {
	for {
		more := p.do(b, found)
		b.Done <- more
		if !more {
			return true
		}
		select {
		case <-b.Resume:
		case <-ctx.Done():
			return false
		}
	}
}

// Next returns the next block in order, or nil after the last one. It does not
// wait any longer once ctx is done, unless the end of a line is to come.
func (p *Pipeline[W]) Next(ctx context.Context, inLine bool) (*Block[W], error) {
	if inLine {
		return <-p.Order, nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	select {
	case b := <-p.Order:
		return b, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Release takes a block back.
func (p *Pipeline[W]) Release(b *Block[W]) {
	b.Begun = false
	if b.IsLarge {
		p.large <- b
	} else {
		p.Free <- b
	}
}
