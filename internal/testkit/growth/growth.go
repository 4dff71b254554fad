// Package growth holds that time grows no faster than the input: 16 times as much may
// take 64 times the processor's time, and what is quadratic takes 256 times. Only
// tests import it.
package growth

import (
	"math"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/uriscan/uriscan/internal/kernel"
)

const (
	more = 16
	most = 64
	// Rounds is how often few, and many at most, are measured.
	Rounds = 5
)

// A Shape is what inputs of any length are made of: what they begin with, a unit that
// comes again and again, another one that does for the second half, unless that is "",
// and what they end with. A "{n}" in the first unit is a number, each time another one.
type Shape [4]string

// Of returns an input of n bytes, about.
func (s Shape) Of(n int) string {
	if s[2] != "" {
		n /= 2
	}
	end := strings.Repeat(s[2], n/max(len(s[2]), 1)) + s[3]
	before, after, isNumbered := strings.Cut(s[1], "{n}")
	if !isNumbered {
		return s[0] + strings.Repeat(s[1], max(n/len(s[1]), 1)) + end
	}
	in := []byte(s[0])
	for i := 0; len(in) < n; i++ {
		in = append(strconv.AppendInt(append(in, before...), int64(i), 10), after...)
	}
	return string(in) + end
}

// A Job makes the function to measure from an input. The function is called many times. It
// is nil if the job cannot take the input.
type Job = func(in string) (run func())

// Of makes a Job of what takes the input alone, and leaves it as it is.
func Of[T ~string | ~[]byte](do func(in T)) Job {
	return func(in string) func() {
		src := T(in)
		return func() { do(src) }
	}
}

// Check measures each job on an input of each shape, of n bytes and of 16 times as many,
// by the time of the thread. 1 KiB is enough for what reads bytes in nanoseconds. With
// -short it is every other shape.
func Check(t *testing.T, n int, shapes []Shape, jobs map[string]Job) {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for name, job := range jobs {
		if check(t, OfThread, n, shapes, name, job); t.Failed() {
			return // all others might take minutes
		}
	}
}

// CheckPortable is Check without vectors, which hide that something is read again and again.
func CheckPortable(t *testing.T, n int, shapes []Shape, jobs map[string]Job) {
	t.Helper()
	defer kernel.Use(kernel.Use(kernel.Portable))
	Check(t, n, shapes, jobs)
}

// CheckAll is Check by the time of all threads: what runs beside a job counts, too.
func CheckAll(t *testing.T, n int, shapes []Shape, name string, job Job) {
	t.Helper()
	check(t, OfProcess, n, shapes, name, job)
}

// check measures a job until it fails on one shape.
func check(t *testing.T, clock func() time.Duration, n int, shapes []Shape, name string, job Job) {
	t.Helper()
	tried := 0
	for i, s := range shapes {
		if testing.Short() && i%2 > 0 {
			continue
		}
		if few := job(s.Of(n)); few != nil {
			tried++
			if !compare(t, clock, few, job(s.Of(more*n)), name, s) {
				return
			}
		}
	}
	if tried == 0 {
		t.Errorf("%s has no input", name)
	}
}

// compare compares a job on one shape.
func compare(t *testing.T, clock func() time.Duration, few, many func(), name string, s Shape) (ok bool) {
	t.Helper()
	small, large, ok := Measure(clock, few, many)
	for try := 0; !ok && try < 3; try++ {
		runtime.GC() // a collection may outlast all runs that take microseconds
		small, large, ok = Measure(clock, few, many)
	}
	if !ok {
		t.Errorf("%s of %q takes %v, and of %d times as much %v: %d times as long, want %d at most",
			name, s, small, more, large, large/small, most)
	}
	return ok
}

// Measure returns the best of some runs of few and of many, and whether the latter is at
// most 64 times as long: one good run is enough. What few takes counts as Resolved at
// least: what an input of any length costs, such as memory that no pool has, is then not
// taken for growth.
func Measure(clock func() time.Duration, few, many func()) (small, large time.Duration, ok bool) {
	small, large = math.MaxInt64, math.MaxInt64
	for range Rounds {
		small = min(small, took(clock, few))
	}
	small = max(small, Resolved)
	for range Rounds {
		if large = min(large, took(clock, many)); large/most <= small {
			return small, large, true
		}
		if large > 1<<19*Resolved {
			break // what disturbs a run does not take that long
		}
	}
	return small, large, false
}

func took(clock func() time.Duration, f func()) time.Duration {
	start := clock()
	f()
	return clock() - start
}

// References are shapes of references, valid or not.
var References = []Shape{
	{"s:/", "./"}, {"s:/", "a/../"}, {"s:", "a/../"}, {"s:", "../"}, {"", "../"}, {"/", "../"},
	{"http://h/", "../"}, {"http://h/", "a/../"}, {"s:/", "a/%2e%2E/"}, {"http://h", "/a", "/%2e."},
	{"s:", "/a", "/.."}, {"s:/", "a", "/../b"}, {"s:/", "a/b/", "../c/../"}, {"s://h", "//"}, {"s://h", "/", "/.."},
	{"s:/.", "/"}, {"s:", "/.a"}, {"s:", "/..."}, {"", "."}, {"", "/./..//."}, {"", "a/"},
	{"", "%7e"}, {"//", "%41"}, {"//", "%2f"}, {"?", "%2f"}, {"#", "%7e/"}, {"http://h/", "%7E%2f"},
	{"http://h/", "%"}, {"http://h/", "%4"}, {"//", "%41", "@"}, {"//", "%41", "A"}, {"http://h/", "a%41"},
	{"s:", ":"}, {"", ":"}, {"", "a:"}, {"//", "a:"}, {"//", ":", "0"}, {"//", "a@"}, {"//", "@"},
	{"//", "["}, {"//[", "1:"}, {"//[v1.", "a"}, {"//", "9"}, {"//", "1."}, {"http://", "1", "."},
	{"http://h:", "0"}, {"http://h:", "0", "1"}, {"http://", "A", "/.."}, {"", "S"}, {"", "S", ":"},
	{"?", "?"}, {"#", "#"}, {"", "#"}, {"", "?", "#"}, {"?", "&"}, {"?", "a=b&"}, {"?", "="},
	{"", "a b"}, {"", "\x00"}, {"", "é"}, {"a", "a", "\xff"}, {"http://h/?", "a", "/."}, {"http://h/#", "A", "%41"},
}

// Lines are shapes of lines.
var Lines = []Shape{
	{"", "\n"}, {"", "a\n"}, {"", "\r\n"}, {"", "\r"}, {"", "\x00", "\n"}, {"", "a", "\n"}, {"", "\n", "a"},
	{"", "http://h/{n}?c#d\n"}, {"", "http://1.2.3.4/%41\n"}, {"", " \n"}, {"", "%\r\n"}, {"http://h/", "a/../", "\n"},
	{"", "HTTP://H:80/a/../%7e\n"}, {"http://h/?", "a"}, {"", " "}, {"", "%41", "\r\n"}, {"", "mailto:a@b\n", " \n"},
}

// Long are some of References for longer inputs, on which the copy of what is left, or
// another look at it, takes longer than what is done with each segment.
var Long = []Shape{
	{"s:/", "a/../"}, {"s:", "/a", "/.."}, {"", "../"}, {"http://h/", "%7E%2f"}, {"//", "a:", "@"}, {"http://h/?", "a=b&"}, {"http://h/#", "A", "%41"},
}
