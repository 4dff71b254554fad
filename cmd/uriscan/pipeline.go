package main

import (
	"context"
	"runtime"

	"github.com/uriscan/uriscan/scanner"
)

// The limits on what a pipeline holds at a time, whatever comes.
const (
	maxWorkers = 256
	// roomyBlock is the length up to which a line fits into every block. For
	// longer ones there is one block that may grow to the longest line allowed.
	roomyBlock = 1 << 20
	// maxResults is how many bytes the results of all blocks together take, or
	// each of them as many as the block.
	maxResults = 32 << 20
)

// A pipeline reads inputs, cuts them into blocks, does a job on several of them
// at once and gives them back in order. A fixed number of blocks goes round:
//
//	free -> the reader -> todo -> a worker   -> free
//	                \---> order -> the writer --/
//
// The reader waits where no block is free, so that what is in memory is bounded
// by the number of blocks. Nothing is allocated once all of them were used. A
// channel has room for all blocks, so that none but the free ones is ever
// waited for in vain.
type pipeline struct {
	// do makes the results of a block, or of as much of it as fits into memory,
	// and tells whether there is more to do.
	do func(b *block, found *[]scanner.Line) (more bool)
	// finish does all of a block, in parts if its results take too much memory at
	// once, and reports whether it came to the end.
	finish  func(ctx context.Context, b *block, found *[]scanner.Line) bool
	job     *job
	workers int
	size    int // of blocks
	roomy   int // lines over this length wait for the large block
	free    chan *block
	large   chan *block // the one block for lines over roomy
	todo    chan *block
	order   chan *block
}

// A block is a piece of an input on its way through a pipeline, or the news that
// an input failed.
type block struct {
	buf     []byte // its memory
	src     []byte // what was read, in buf
	part    part
	isLarge bool
	input   string
	first   bool        // the first block of its input
	marked  bool        // the input began with a byteOrderMark
	begun   bool        // some of it is done
	err     *inputError // why the input failed; then no bytes are handed on, and
	lost    int         // so many of an unfinished line were read in vain
	res     results
	diag    []byte // is told on standard error as it stands
	cursor         // where it begins, of a text
	batch   batch  // of files to search
	picks   picks  // of dedupe
	// document is what the block is a part of, if that cannot be searched block by
	// block; ending tells how.
	document *document
	ending   ending
	// The worker sends whether more results follow those in res, and goes on
	// after them when resume says so.
	done   chan bool
	resume chan struct{}
}

// newPipeline makes a pipeline and its blocks, which get memory when they are
// used.
func newPipeline(j *job) *pipeline {
	p := &pipeline{job: j, do: j.doBlock, workers: j.workers, size: j.blockSize, roomy: roomyBlock}
	p.finish = p.finishParts
	if p.workers == 0 {
		p.workers = runtime.GOMAXPROCS(0)
	}
	if p.size == 0 {
		p.size = blockSize
	}
	p.workers = min(p.workers, maxWorkers)
	// One is read into, one is written, and some wait.
	n := p.workers + p.workers/2 + 3
	limit := max(p.size, maxResults/(n+1))
	p.free, p.large = make(chan *block, n), make(chan *block, 1)
	p.todo, p.order = make(chan *block, n+1), make(chan *block, n+1)
	for range n {
		p.free <- newBlock(limit)
	}
	b := newBlock(limit)
	b.isLarge = true
	p.large <- b
	return p
}

func newBlock(limit int) *block {
	return &block{res: results{limit: limit}, done: make(chan bool, 1), resume: make(chan struct{}, 1)}
}

// start starts the workers and a reader of lines. They end after the last input,
// and soon after ctx is done.
func (p *pipeline) start(ctx context.Context, files []string, open func(string) (*input, error)) {
	f := &feeder{pipeline: p, ctx: ctx, open: open}
	p.startWith(ctx, f.readAll, files)
}

// startWith starts the workers and a reader of another kind.
func (p *pipeline) startWith(ctx context.Context, readAll func(files []string), files []string) {
	for range p.workers {
		go p.work(ctx)
	}
	go readAll(files)
}

// work does the job on blocks.
func (p *pipeline) work(ctx context.Context) {
	var found []scanner.Line
	for b := range p.todo {
		if ctx.Err() != nil || !p.finish(ctx, b, &found) {
			return
		}
	}
}

// doBlock does what is left of a block of lines. It reuses the memory of found.
func (j *job) doBlock(b *block, found *[]scanner.Line) (more bool) {
	b.res.first = b.first && !b.begun
	b.begun = true
	b.src = j.do(&b.res, found, b.src, b.part)
	return len(b.src) > 0 && !b.res.stop
}

// finishParts is finish for what do does.
func (p *pipeline) finishParts(ctx context.Context, b *block, found *[]scanner.Line) bool {
	for {
		more := p.do(b, found)
		b.done <- more
		if !more {
			return true
		}
		select {
		case <-b.resume:
		case <-ctx.Done():
			return false
		}
	}
}

// next returns the next block in order, or nil after the last one. It does not
// wait any longer once ctx is done, unless the end of a line is to come.
func (p *pipeline) next(ctx context.Context, inLine bool) (*block, error) {
	if inLine {
		return <-p.order, nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	select {
	case b := <-p.order:
		return b, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// release takes a block back.
func (p *pipeline) release(b *block) {
	b.begun = false
	if b.isLarge {
		p.large <- b
	} else {
		p.free <- b
	}
}
