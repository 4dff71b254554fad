package lut

import (
	"slices"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/guardpage"
)

// Inputs of every length end at an unreadable page, begin right after one, and
// begin at every alignment; the bytes around them change nothing.
func TestSpanStaysInside(t *testing.T) {
	sets := []Set{SetOf(PChar), SetOf(Query).Or(MakeSet("%#")), {}, {^uint64(0), ^uint64(0)}}
	tried := 0
	guardpage.Each(t, guardpage.Texts, func(length int) bool { return length < 140 || length > 4094 }, func(text []byte) func(b []byte) {
		tried++
		s := sets[(len(text)+tried)%len(sets)]
		want := slowSpan(slices.Clone(text), s)
		return func(b []byte) { checkSpan(t, b, s, want) }
	})
}
