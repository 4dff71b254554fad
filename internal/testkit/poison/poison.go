// Package poison checks pools of buffers whose bytes callers see. Only
// tests import it.
package poison

import (
	"sync"
	"testing"

	"github.com/uriscan/uriscan/scanner"
	"github.com/valyala/bytebufferpool"
)

// A Pool is a pool of buffers as the package under test has it.
type Pool struct {
	Get func() *bytebufferpool.ByteBuffer
	Put func(*bytebufferpool.ByteBuffer)
}

// Poison calls use 500 times on each of 4 workers. Meanwhile it overwrites every buffer that
// the pool hands out, so that a result still in one would change, or the race detector would
// see it written.
func (p Pool) Poison(use func(worker, i int)) {
	stop := make(chan struct{})
	var poisoners, workers sync.WaitGroup
	for range 2 {
		poisoners.Go(func() { p.poison(stop) })
	}
	for worker := range 4 {
		workers.Go(func() {
			for i := range 500 {
				use(worker, i)
			}
		})
	}
	workers.Wait()
	close(stop)
	poisoners.Wait()
}

func (p Pool) poison(stop <-chan struct{}) {
	for {
		select {
		case <-stop:
			return
		default:
		}
		buf := p.Get()
		b := buf.B[:cap(buf.B)]
		for i := range b {
			b[i] = '!'
		}
		p.Put(buf)
	}
}

// Has reports whether one of the next buffers of the pool is the one that begins at
// first.
func (p Pool) Has(first *byte) bool {
	for _, buf := range p.take(64) {
		defer p.Put(buf)
		if cap(buf.B) > 0 && &buf.B[:1][0] == first {
			return true
		}
	}
	return false
}

func (p Pool) take(n int) (all []*bytebufferpool.ByteBuffer) {
	for range n {
		all = append(all, p.Get())
	}
	return all
}

// CheckBounded fails t if the pool has a buffer larger than most, after a buffer that
// began at monster was used and returned.
func (p Pool) CheckBounded(t testing.TB, monster *byte, most int) {
	t.Helper()
	if p.Has(monster) {
		t.Errorf("a buffer beyond %d bytes is in the pool", most)
	}
	for _, buf := range p.take(64) {
		if n := cap(buf.B); n > most {
			t.Errorf("the pool has a buffer of %d bytes, want at most %d", n, most)
		}
		p.Put(buf)
	}
}

// CheckPanic fails t if the buffer that with passes to a function is not returned
// when that function panics.
func (p Pool) CheckPanic(t testing.TB, with func(fn func(b []byte, _ scanner.Ref))) {
	t.Helper()
	// The race detector makes a pool forget one buffer in four.
	for range 20 {
		if first := panicked(t, with); p.Has(first) {
			return
		}
	}
	t.Error("no buffer is in the pool again")
}

// panicked returns where the borrowed buffer began.
func panicked(t testing.TB, with func(fn func(b []byte, _ scanner.Ref))) (first *byte) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	with(func(b []byte, _ scanner.Ref) {
		first = &b[0]
		panic("of the caller")
	})
	return first
}
