package pipeline

import (
	"bytes"
	"context"
	"io"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/scanner"
)

// A long line is never held: the buffer stays at the size of a block, or of the longest line
// allowed, for which it doubles: all buffers together are no more than a few such lines.
func TestLongLineMemory(t *testing.T) {
	text := bytes.Repeat([]byte{'a'}, 100_000)
	for _, maxLine := range []int{1, 1000, 3000, 64_000} {
		for _, n := range []int{1100, 3000, 64_000, 100_000} {
			want, total, took, err := n+len("x\ny\n"), 0, 0, error(nil)
			if n <= maxLine {
				want++ // the end of a line that is not cut
			}
			b := NewBlockReader('\n', maxLine, 1000, make([]byte, 1000))
			b.grow = func(n int) []byte {
				took += n
				return make([]byte, n)
			}
			b.Reset(io.MultiReader(strings.NewReader("x\n"), bytes.NewReader(text[:n]), strings.NewReader("\ny\n")))
			for err == nil {
				var src []byte
				src, _, err = b.Next()
				total += len(src)
				b.moveTo(b.buf)
			}
			if total != want || len(b.buf) > max(1000, min(maxLine, 2*n))+2 || took > 4*min(n, max(1000, maxLine)) {
				t.Errorf("max-line %d: %d bytes came through, with a buffer of %d after %d, want %d", maxLine, total, len(b.buf), took, want)
			}
		}
	}
}

// Lines are counted where their numbers are asked for, and else only the first few.
func TestLinesAreCounted(t *testing.T) {
	for numbers, want := range map[bool]int64{false: 5, true: 99} {
		p := New(Reading{Delim: '\n', BlockSize: 4, Numbers: numbers}, func(*Block[int], *[]scanner.Line) bool { return false })
		p.Start(t.Context(), []string{"-"}, func(name string) (*stream.Input, error) {
			return stream.Open(name, strings.NewReader(strings.Repeat("\n", 100)), new(atomic.Int64))
		})
		last := int64(0)
		for b := range p.Order {
			<-b.Done
			last = b.Line
			p.Release(b)
		}
		if last > want || last < want-3 {
			t.Errorf("with numbers: %t, the last block begins in line %d, want %d", numbers, last, want)
		}
	}
}

// After an interrupt no further block is taken, though many are there, except to the end of a line.
func TestNextAfterInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := &Pipeline[int]{Order: make(chan *Block[int], 32)}
	for range cap(p.Order) {
		p.Order <- new(Block[int])
	}
	for range cap(p.Order) {
		if b, err := p.Next(ctx, false); b != nil || err != context.Canceled {
			t.Fatalf("after an interrupt there is a block, %v", err)
		}
	}
	if b, err := p.Next(ctx, true); b == nil || err != nil {
		t.Errorf("in a line there is no block, %v", err)
	}
}

// The results of all blocks together are bounded, however many workers there are, and those of
// a block by its own size.
func TestResultsAreBounded(t *testing.T) {
	for _, workers := range []int{1, 2, 8, 64, MaxWorkers, 2 * MaxWorkers} {
		for _, size := range []int{1, BlockSize, 8 << 20} {
			p := New[int](Reading{Workers: workers, BlockSize: size}, nil)
			large := <-p.large
			n, all := 1+len(p.Free), large.Limit
			for range len(p.Free) {
				b := <-p.Free
				if all += b.Limit; b.Limit != large.Limit || b.IsLarge || !large.IsLarge {
					t.Errorf("%d workers, blocks of %d: one has %d bytes of results, and the large one %d", workers, size, b.Limit, large.Limit)
				}
			}
			if all > max(MaxResults, n*size) || large.Limit < size || n < p.Workers+2 || p.Workers > MaxWorkers || cap(p.Order) < n || cap(p.Todo) < n {
				t.Errorf("%d workers, blocks of %d: %d workers and %d blocks, with %d bytes of results", workers, size, p.Workers, n, all)
			}
		}
	}
}
