package testkit

import (
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/borrow"
	"github.com/uriscan/uriscan/scanner"
)

type buffer struct{ b []byte }

// A shelf is a pool, good or not.
type shelf struct {
	buffers []*buffer
	hoards  bool // it keeps what is large
}

func (s *shelf) lend() *buffer {
	n := len(s.buffers)
	if n == 0 {
		return new(buffer)
	}
	b := s.buffers[n-1]
	s.buffers = s.buffers[:n-1]
	return b
}

func (s *shelf) giveBack(b *buffer) {
	if s.hoards || cap(b.b) <= 10 {
		s.buffers = append(s.buffers, b)
	}
}

func (s *shelf) pool() borrow.Pool[*buffer] {
	return borrow.Pool[*buffer]{Lend: s.lend, GiveBack: s.giveBack, Bytes: func(b *buffer) *[]byte { return &b.b }}
}

// A witness is a test that may fail.
type witness struct {
	testing.TB
	failed bool
}

func (w *witness) Helper()               {}
func (w *witness) Error(...any)          { w.failed = true }
func (w *witness) Errorf(string, ...any) { w.failed = true }

func TestChecks(t *testing.T) {
	lending := func(s *shelf, restores bool) func(func([]byte, scanner.Ref)) {
		return func(fn func([]byte, scanner.Ref)) {
			b := &buffer{make([]byte, 8)}
			if restores {
				defer s.giveBack(b)
			}
			fn(b.b, scanner.Ref{})
		}
	}
	used := func(s *shelf, size int) *byte {
		b := s.lend()
		b.b = make([]byte, size)
		s.giveBack(b)
		return &b.b[0]
	}
	for _, test := range []struct {
		name  string
		shelf shelf
		check func(s *shelf, t testing.TB)
		want  bool
	}{
		{"a monster dropped", shelf{}, func(s *shelf, t testing.TB) { s.pool().CheckBounded(t, used(s, 11), 10) }, false},
		{"a monster kept", shelf{hoards: true}, func(s *shelf, t testing.TB) { s.pool().CheckBounded(t, used(s, 11), 10) }, true},
		{"another monster kept", shelf{hoards: true}, func(s *shelf, t testing.TB) { used(s, 11); s.pool().CheckBounded(t, new(byte), 10) }, true},
		{"given back", shelf{}, func(s *shelf, t testing.TB) { s.pool().CheckPanic(t, lending(s, true)) }, false},
		{"not given back", shelf{}, func(s *shelf, t testing.TB) { s.pool().CheckPanic(t, lending(s, false)) }, true},
		{"no panic", shelf{}, func(s *shelf, t testing.TB) { s.pool().CheckPanic(t, func(func([]byte, scanner.Ref)) {}) }, true},
	} {
		w := new(witness)
		if test.check(&test.shelf, w); w.failed != test.want {
			t.Errorf("%s: the check fails: %v, want %v", test.name, w.failed, test.want)
		}
	}
}

// A result that is still in a buffer changes.
func TestPoison(t *testing.T) {
	kept := []byte("kept")
	lent, poisoned := make(chan *buffer, 1), make(chan bool)
	lent <- &buffer{kept[:0]}
	p := borrow.Pool[*buffer]{
		Lend: func() *buffer {
			select {
			case b := <-lent:
				return b
			default:
				return new(buffer)
			}
		},
		GiveBack: func(b *buffer) {
			if cap(b.b) > 0 {
				close(poisoned)
			}
		},
		Bytes: func(b *buffer) *[]byte { return &b.b },
	}
	p.Poison(func() { <-poisoned })
	if string(kept) != "!!!!" {
		t.Errorf("what is in a buffer given back is %q, want !!!!", kept)
	}
}
