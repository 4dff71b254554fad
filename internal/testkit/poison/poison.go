// Package poison checks pools of buffers whose bytes callers see. Only
// tests import it.
package poison

import (
	"sync"
	"testing"

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

// CheckBounded fails t if the pool has a buffer larger than most, after one that grew larger was
// used and returned.
func (p Pool) CheckBounded(t testing.TB, most int) {
	t.Helper()
	for range 64 {
		buf := p.Get()
		defer p.Put(buf) // after all of them
		if n := cap(buf.B); n > most {
			t.Errorf("the pool has a buffer of %d bytes, want at most %d", n, most)
		}
	}
}
