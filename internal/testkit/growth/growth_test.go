package growth

import (
	"runtime"
	"testing"
	"time"

	"github.com/uriscan/uriscan/internal/testkit/suite"
)

func TestMain(m *testing.M) { suite.Run(m) }

func TestMeasure(t *testing.T) {
	for _, tt := range []struct {
		name        string
		few, many   time.Duration // in the best run
		noise, free int           // runs that take longer, and how many come before
		want        bool
	}{
		{"linear", 10 * resolved, 160 * resolved, 0, 0, true},
		{"four times what is linear", 10 * resolved, 640 * resolved, 0, 0, true},
		{"more", 10 * resolved, 650 * resolved, 0, 0, false},
		{"quadratic", 10 * resolved, 2560 * resolved, 0, 0, false},
		{"not resolved", 0, 60 * resolved, 0, 0, true},
		{"not resolved, and quadratic", resolved, 256 * resolved, 0, 0, false},
		{"disturbed", 10 * resolved, 160 * resolved, 4, rounds, true},
		{"disturbed before, and quadratic", 10 * resolved, 2560 * resolved, 4, 0, false},
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
		if _, _, got := measure(func() time.Duration { return now }, run(tt.few), run(tt.many)); got != tt.want {
			t.Errorf("%s: measure = %t, want %t", tt.name, got, tt.want)
		}
	}
}

func TestShapes(t *testing.T) {
	for _, tt := range []struct {
		s    Shape
		n    int
		want string
	}{
		{Shape{"s:", "/a"}, 6, "s:/a/a/a"},
		{Shape{"s:", "/a", "/..", "?"}, 12, "s:/a/a/a/../..?"},
		{Shape{"", "{n}\n"}, 5, "0\n1\n2\n"},
		{Shape{"", "abc"}, 1, "abc"},
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
	for name, clock := range map[string]func() time.Duration{"process": ofProcess, "thread": ofThread} {
		if d := took(clock, func() {
			for start := time.Now(); time.Since(start) < 10*time.Millisecond; {
			}
		}); d <= 0 {
			t.Errorf("the clock of the %s does not go", name)
		}
	}
}
