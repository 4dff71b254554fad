package lut

import (
	"slices"
	"testing"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/testkit/guardpage"
)

// Inputs of every length end at an unreadable page, begin right after one, and
// begin at every alignment; the bytes around them change nothing.
func TestSpanStaysInside(t *testing.T) {
	pages := guardpage.Pages(t)
	sets := []Set{SetOf(PChar), SetOf(Query).Or(MakeSet("%#")), {}, {^uint64(0), ^uint64(0)}}
	for _, length := range guardpage.Lengths() {
		places := guardpage.Places(pages, length, length < 140 || length > 4094)
		for _, text := range guardpage.Texts(length) {
			s := sets[(length+int(text.Name[len(text.Name)-1]))%len(sets)]
			want := slowSpan(slices.Clone(text.Text), s)
			for i, at := range places {
				around := guardpage.Around[(length+i)%len(guardpage.Around)]
				b := guardpage.Put(pages, at, text.Text, around)
				for _, l := range kernel.Levels() {
					before := kernel.Use(l)
					got := Span(b, s)
					if kernel.Use(before); got != want {
						t.Fatalf("%v, %s: Span of %d bytes at %d, %q around = %d, want %d", l, text.Name, length, at, around, got, want)
					}
				}
			}
		}
	}
}
