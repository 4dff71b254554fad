package stream

import (
	"context"
	"io"
)

// An interruptible reads from a reader until its context is done, also where
// a read waits for a terminal or a pipe: that read is then abandoned.
type interruptible struct {
	ctx context.Context
	ask chan []byte
	got chan readResult
}

type readResult struct {
	n   int
	err error
}

// NewInterruptible reads from r in a goroutine of its own, until Close.
func NewInterruptible(ctx context.Context, r io.Reader) *interruptible {
	i := &interruptible{ctx, make(chan []byte), make(chan readResult, 1)}
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
	i.ask <- p
	select {
	case r := <-i.got:
		return r.n, r.err
	case <-i.ctx.Done():
		return 0, i.ctx.Err()
	}
}

func (i *interruptible) Close() { close(i.ask) }
