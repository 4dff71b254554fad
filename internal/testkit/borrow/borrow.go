// Package borrow checks the pools of buffers that packages lend to callers. Only
// tests import it.
package borrow

import (
	"sync"
	"testing"

	"github.com/uriscan/uriscan/scanner"
)

// A Pool is a pool of buffers of type B, as the package under test has it.
type Pool[B comparable] struct {
	Lend     func() B
	GiveBack func(B)
	Bytes    func(B) *[]byte // what a buffer holds
}

// Poison overwrites, while fn runs, every buffer that the pool hands out, so that
// a result still in one would change, or the race detector would see it written.
func (p Pool[B]) Poison(fn func()) {
	stop := make(chan struct{})
	var poisoners sync.WaitGroup
	for range 2 {
		poisoners.Go(func() { p.poison(stop) })
	}
	fn()
	close(stop)
	poisoners.Wait()
}

func (p Pool[B]) poison(stop <-chan struct{}) {
	for {
		select {
		case <-stop:
			return
		default:
		}
		buf := p.Lend()
		b := p.Bytes(buf)
		*b = (*b)[:cap(*b)]
		for i := range *b {
			(*b)[i] = '!'
		}
		*b = (*b)[:0]
		p.GiveBack(buf)
	}
}

// Has tells whether one of the next buffers of the pool is the one that begins at
// first.
func (p Pool[B]) Has(first *byte) bool {
	for _, buf := range p.take(64) {
		defer p.GiveBack(buf)
		if b := *p.Bytes(buf); cap(b) > 0 && &b[:1][0] == first {
			return true
		}
	}
	return false
}

// take returns the next n buffers.
func (p Pool[B]) take(n int) (all []B) {
	for range n {
		all = append(all, p.Lend())
	}
	return all
}

// CheckBounded finds what is larger than most in the pool, after a buffer that
// began at monster was used and given back.
func (p Pool[B]) CheckBounded(t testing.TB, monster *byte, most int) {
	t.Helper()
	if p.Has(monster) {
		t.Errorf("a buffer beyond %d bytes is in the pool", most)
	}
	for _, buf := range p.take(64) {
		if n := cap(*p.Bytes(buf)); n > most {
			t.Errorf("the pool has a buffer of %d bytes, want at most %d", n, most)
		}
		p.GiveBack(buf)
	}
}

// CheckPanic finds that the buffer which lend lends to a function is not given back
// if that panics.
func (p Pool[B]) CheckPanic(t testing.TB, lend func(fn func(b []byte, _ scanner.Ref))) {
	t.Helper()
	// The race detector makes a pool forget one buffer in four.
	for range 20 {
		if first := panicked(t, lend); p.Has(first) {
			return
		}
	}
	t.Error("no buffer is in the pool again")
}

// panicked returns where what was lent began.
func panicked(t testing.TB, lend func(fn func(b []byte, _ scanner.Ref))) (first *byte) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	lend(func(b []byte, _ scanner.Ref) {
		first = &b[0]
		panic("of the caller")
	})
	return first
}
