package lut

import (
	"slices"
	"testing"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/testkit/fence"
)

// Inputs of every length end at an unreadable page, begin right after one, and
// stand at every alignment; what stands around them changes nothing.
func TestSpanStaysInside(t *testing.T) {
	pages := fence.Pages(t)
	sets := []Set{SetOf(PChar), SetOf(Query).Or(MakeSet("%#")), {}, {^uint64(0), ^uint64(0)}}
	for _, length := range fence.Lengths() {
		places := fence.Places(pages, length, length < 140 || length > 4094)
		for _, text := range fence.Texts(length) {
			s := sets[(length+int(text.Name[len(text.Name)-1]))%len(sets)]
			want := slowSpan(slices.Clone(text.Text), s)
			for i, at := range places {
				around := fence.Around[(length+i)%len(fence.Around)]
				b := fence.Put(pages, at, text.Text, around)
				for _, l := range kernel.Levels() {
					before := kernel.Use(l)
					got := Span(b, s)
					if kernel.Use(before); got != want {
						t.Fatalf("%v, %s: Span of %d octets at %d, %q around = %d, want %d", l, text.Name, length, at, around, got, want)
					}
				}
			}
		}
	}
}
