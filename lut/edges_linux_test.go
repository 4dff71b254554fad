package lut

import (
	"slices"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/fence"
)

// Inputs of every length end at an unreadable page, begin right after one, and
// stand at every alignment; what stands around them changes nothing.
func TestSpanStaysInside(t *testing.T) {
	pages := fence.Pages(t)
	sets := []Set{SetOf(PChar), SetOf(Query).Or(MakeSet("%#")), {}, {^uint64(0), ^uint64(0)}}
	eachKernel(t, func(t *testing.T) {
		for _, length := range fence.Lengths() {
			places := fence.Places(pages, length, length < 200 || length > 4090)
			for _, text := range fence.Texts(length) {
				s := sets[(length+int(text.Name[len(text.Name)-1]))%len(sets)]
				want := slowSpan(slices.Clone(text.Text), s)
				for i, at := range places {
					around := fence.Around[(length+i)%len(fence.Around)]
					b := fence.Put(pages, at, text.Text, around)
					if got := Span(b, s); got != want {
						t.Fatalf("%s: Span of %d octets at %d, %q around = %d, want %d", text.Name, length, at, around, got, want)
					}
				}
			}
		}
	})
}
