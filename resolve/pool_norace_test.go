//go:build !race

package resolve

import (
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/scanner"
	"github.com/valyala/bytebufferpool"
)

// The pool learns from what its buffers hold when they are returned. After so many
// calls that it has learnt, it still keeps those that are used, though what is left in
// them needs less room.
func TestPoolKeepsWhatIsUsed(t *testing.T) {
	word := strings.Repeat("long", 100)
	b, host := newBase(t, rfcBase, 0), "http://"+word
	ref, ignore := []byte(strings.Repeat("x/../", 30)+word), func([]byte, scanner.Ref) {}
	plain, path := []byte("x/"+word), "/a/../"+word
	long := []byte("x/../" + strings.Repeat("long", 15_000))
	room := make([]byte, 0, 1000)
	own := slices.Clip([]byte(strings.Repeat("/a", maxPooled) + "/.")) // a buffer of that size is not pooled
	parts := Parts{Path: []byte(path)}
	for _, test := range []struct {
		name  string
		calls int     // before those that count
		want  float64 // allocations
		call  func()
	}{
		{"String", 43_000, 1, func() { _, _ = String(host, "g") }},
		{"Do", 1, 0, func() { _ = b.Do(ref, ignore) }},
		{"Do, without dots", 1, 0, func() { _ = b.Do(plain, ignore) }},
		{"SameDocument, without dots", 1, 0, func() { b.SameDocument(plain) }},
		{"AppendRelative, without dots", 1, 0, func() { _, _, _ = b.AppendRelative(room, plain) }},
		{"Do, 60 KB", 1, 0, func() { _ = b.Do(long, ignore) }},
		{"SameDocument", 1, 0, func() { b.SameDocument(ref) }},
		{"Append to nil", 1, 1, func() { _, _, _ = b.Append(nil, ref) }},
		{"AppendRelative", 1, 0, func() { _, _, _ = b.AppendRelative(room, ref) }},
		{"AppendWithoutDotSegments", 1, 1, func() { AppendWithoutDotSegments(nil, path) }},
		{"AppendWithoutDotSegments, in place", 1, 0, func() { AppendWithoutDotSegments(own[:0], own) }},
		{"Recompose", 1, 0, func() { _ = Recompose(&parts, ignore) }},
	} {
		for range test.calls {
			test.call()
		}
		if got := testing.AllocsPerRun(100, test.call); got != test.want {
			t.Errorf("%s: %v allocations after %d calls, want %v", test.name, got, test.calls, test.want)
		}
		buffers = bytebufferpool.Pool{} // so that no function before it fills the pool for the next
	}
}

// What appends allocates once, however much room is missing.
func TestAppendAllocatesOnce(t *testing.T) {
	buffers = bytebufferpool.Pool{} // which has not learnt to keep only short ones
	for _, w := range append(writers(t, rfcBase), writers(t, "http://a/b/long/c/d")...) {
		for _, in := range inputs[1:] {
			dst, src := make([]byte, 20), []byte(in)
			most := 1.0
			if strings.HasSuffix(w.name, "String") || strings.HasPrefix(in, "bad") || in == "%" {
				continue // which allocate for the argument, or the error
			}
			if got := testing.AllocsPerRun(10, func() { _, _ = w.to(dst, src) }); got > most {
				t.Errorf("%s(20 bytes, %.20q) allocates %v times, want %v", w.name, in, got, most)
			}
		}
	}
}
