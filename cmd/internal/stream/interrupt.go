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
	got chan struct{} // n and err are those of the last read
	n   int
	err error
}

// NewInterruptible reads from r in a goroutine of its own, until Close.
func NewInterruptible(ctx context.Context, r io.Reader) *interruptible {
	i := &interruptible{ctx: ctx, ask: make(chan []byte), got: make(chan struct{}, 1)}
	go func() {
		for p := range i.ask {
			i.n, i.err = r.Read(p)
			i.got <- struct{}{}
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
	case <-i.got:
		return i.n, i.err
	case <-i.ctx.Done():
		return 0, i.ctx.Err()
	}
}

func (i *interruptible) Close() { close(i.ask) }
