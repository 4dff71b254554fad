//go:build !race

package resolve

import (
	"strings"
	"testing"

	"github.com/uriscan/uriscan/scanner"
	"github.com/valyala/bytebufferpool"
)

// The pool learns from what its buffers hold when they are given back. After so many
// calls that it has learnt, it still keeps those that are used.
func TestPoolKeepsWhatIsUsed(t *testing.T) {
	b := newBase(t, rfcBase, 0)
	word := strings.Repeat("long", 100)
	ref, ignore := []byte("x/../"+word), func([]byte, scanner.Ref) {}
	path := "/a/../" + word
	room := make([]byte, 0, 1000)
	parts := Parts{Path: []byte(path)}
	for _, test := range []struct {
		name string
		want float64 // allocations
		call func()
	}{
		{"Do", 0, func() { _ = b.Do(ref, ignore) }},
		{"SameDocument", 0, func() { b.SameDocument(ref) }},
		{"Append to nil", 1, func() { _, _, _ = b.Append(nil, ref) }},
		{"AppendRelative", 0, func() { _, _, _ = b.AppendRelative(room, ref) }},
		{"AppendWithoutDotSegments", 1, func() { AppendWithoutDotSegments(nil, path) }},
		{"Recompose", 0, func() { _ = Recompose(&parts, ignore) }},
	} {
		buffers = bytebufferpool.Pool{}
		for range 50_000 {
			test.call()
		}
		if got := testing.AllocsPerRun(100, test.call); got != test.want {
			t.Errorf("%s: %v allocations after 50,000 calls, want %v", test.name, got, test.want)
		}
	}
}
