package stream

import (
	"context"
	"io"
)

// An interruptible reads from a reader until its context is done, also where
// a read waits for a terminal or a pipe: that read is then abandoned.
type interruptible struct {
	ctx context.Context
	r   io.Reader
	ask chan []byte
	got chan readResult
}

type readResult struct {
	n   int
	err error
}

// NewInterruptible reads from r in a goroutine of its own, until close, unless r
// never waits, as a regular file: to hand each block over twice would be all it does.
func NewInterruptible(ctx context.Context, r io.Reader, waits bool) *interruptible {
	if !waits {
		return &interruptible{ctx: ctx, r: r}
	}
	i := &interruptible{ctx, r, make(chan []byte), make(chan readResult, 1)}
	go func() {
		for p := range i.ask {
			n, err := r.Read(p)
			i.got <- readResult{n, err}
		}
	}()
	return i
}

// Read reads as the reader below does, or returns the context's error. The
// memory of p must not be used any more after that.
func (i *interruptible) Read(p []byte) (int, error) {
	if err := i.ctx.Err(); err != nil {
		return 0, err
	}
	if i.ask == nil {
		return i.r.Read(p)
	}
	i.ask <- p
	select {
	case r := <-i.got:
		return r.n, r.err
	case <-i.ctx.Done():
		return 0, i.ctx.Err()
	}
}

func (i *interruptible) Close() {
	if i.ask != nil {
		close(i.ask)
	}
}
