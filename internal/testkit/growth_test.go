package testkit

import (
	"flag"
	"runtime"
	"testing"
	"time"

	"github.com/uriscan/uriscan/internal/testkit/growth"
	"github.com/uriscan/uriscan/internal/testkit/suite"
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
