package testkit

import (
	"flag"
	"runtime"
	"testing"
	"time"

	"github.com/uriscan/uriscan/internal/testkit/growth"
	"github.com/uriscan/uriscan/internal/testkit/poison"
	"github.com/uriscan/uriscan/internal/testkit/suite"
	"github.com/uriscan/uriscan/scanner"
)

func TestMeasure(t *testing.T) {
	for _, tt := range []struct {
		name        string
		few, many   time.Duration // in the best run
		noise, free int           // runs that take longer, and how many come before
		want        bool
	}{
		{"linear", 10 * growth.Resolved, 160 * growth.Resolved, 0, 0, true},
		{"four times what is linear", 10 * growth.Resolved, 640 * growth.Resolved, 0, 0, true},
		{"more", 10 * growth.Resolved, 650 * growth.Resolved, 0, 0, false},
		{"quadratic", 10 * growth.Resolved, 2560 * growth.Resolved, 0, 0, false},
		{"not resolved", 0, 60 * growth.Resolved, 0, 0, true},
		{"not growth.Resolved, and quadratic", growth.Resolved, 256 * growth.Resolved, 0, 0, false},
		{"disturbed", 10 * growth.Resolved, 160 * growth.Resolved, 4, growth.Rounds, true},
		{"disturbed before, and quadratic", 10 * growth.Resolved, 2560 * growth.Resolved, 4, 0, false},
	} {
		now, runs := time.Duration(0), 0
		run := func(d time.Duration) func() {
			return func() {
				if now += d; runs >= tt.free && runs < tt.free+tt.noise {
					now += 1000 * d
				}
				runs++
			}
		}
		if _, _, got := growth.Measure(func() time.Duration { return now }, run(tt.few), run(tt.many)); got != tt.want {
			t.Errorf("%s: Measure = %t, want %t", tt.name, got, tt.want)
		}
	}
}

func TestShapes(t *testing.T) {
	for _, tt := range []struct {
		s    growth.Shape
		n    int
		want string
	}{
		{growth.Shape{"s:", "/a"}, 6, "s:/a/a/a"},
		{growth.Shape{"s:", "/a", "/..", "?"}, 12, "s:/a/a/a/../..?"},
		{growth.Shape{"", "{n}\n"}, 5, "0\n1\n2\n"},
		{growth.Shape{"", "abc"}, 1, "abc"},
	} {
		if got := tt.s.Of(tt.n); got != tt.want {
			t.Errorf("%q.Of(%d) = %q, want %q", tt.s, tt.n, got, tt.want)
		}
	}
}

// The clocks go on while something is done.
func TestClocks(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for name, clock := range map[string]func() time.Duration{"process": growth.OfProcess, "thread": growth.OfThread} {
		before := clock()
		for start := time.Now(); time.Since(start) < 10*time.Millisecond; {
		}
		if clock() <= before {
			t.Errorf("the clock of the %s does not go", name)
		}
	}
}

func TestMain(m *testing.M) { suite.Run(m) }

// A test that hangs fails before go test ends all tests of the package.
func TestLimit(t *testing.T) {
	const goTests = 10 * time.Minute
	if got := flag.Lookup("test.timeout").Value.String(); got == goTests.String() && suite.Limit() < goTests/2 {
		t.Errorf("-timeout is %s, want %v", got, suite.Limit())
	}
}

type buffer struct{ b []byte }

// A shelf is a pool, good or not.
type shelf struct {
	buffers []*buffer
	hoards  bool // it keeps what is large
}

func (s *shelf) get() *buffer {
	n := len(s.buffers)
	if n == 0 {
		return new(buffer)
	}
	b := s.buffers[n-1]
	s.buffers = s.buffers[:n-1]
	return b
}

func (s *shelf) put(b *buffer) {
	if s.hoards || cap(b.b) <= 10 {
		s.buffers = append(s.buffers, b)
	}
}

func (s *shelf) pool() poison.Pool[*buffer] {
	return poison.Pool[*buffer]{Get: s.get, Put: s.put, Bytes: func(b *buffer) *[]byte { return &b.b }}
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
	pooling := func(s *shelf, restores bool) func(func([]byte, scanner.Ref)) {
		return func(fn func([]byte, scanner.Ref)) {
			b := &buffer{make([]byte, 8)}
			if restores {
				defer s.put(b)
			}
			fn(b.b, scanner.Ref{})
		}
	}
	used := func(s *shelf, size int) *byte {
		b := s.get()
		b.b = make([]byte, size)
		s.put(b)
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
		{"returned", shelf{}, func(s *shelf, t testing.TB) { s.pool().CheckPanic(t, pooling(s, true)) }, false},
		{"not returned", shelf{}, func(s *shelf, t testing.TB) { s.pool().CheckPanic(t, pooling(s, false)) }, true},
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
	free, poisoned := make(chan *buffer, 1), make(chan bool)
	free <- &buffer{kept[:0]}
	p := poison.Pool[*buffer]{
		Get: func() *buffer {
			select {
			case b := <-free:
				return b
			default:
				return new(buffer)
			}
		},
		Put: func(b *buffer) {
			if cap(b.b) > 0 {
				close(poisoned)
			}
		},
		Bytes: func(b *buffer) *[]byte { return &b.b },
	}
	p.Poison(func() { <-poisoned })
	if string(kept) != "!!!!" {
		t.Errorf("what is in a buffer returned to the pool is %q, want !!!!", kept)
	}
}
