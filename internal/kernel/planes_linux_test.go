package kernel

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/guardpage"
)

// classesOf returns eight random sets without bytes from 0x80, and says what is in them.
func classesOf(r *rand.Rand) (c *Classes, in func(set int, c byte) bool) {
	const digits = "0123456789ABCDEF"
	some := func(digits string) (out string) {
		for i := range len(digits) {
			if r.IntN(3) > 0 {
				out += digits[i : i+1]
			}
		}
		return out
	}
	var sets [8]struct{ High, Low string }
	for i := range sets {
		sets[i].High, sets[i].Low = some(digits[:8]), some(digits)
	}
	return NewClasses(sets), func(i int, c byte) bool {
		return strings.IndexByte(sets[i].High, digits[c>>4]) >= 0 && strings.IndexByte(sets[i].Low, digits[c&15]) >= 0
	}
}

// Wherever in a page, find and fill give each byte its sets, and read no other page. find returns
// false only at the end of a page with AVX2, and always without a kernel for it.
func TestPlanes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pages := guardpage.Pages(t)
	for _, level := range Levels() {
		before := Use(level)
		for n := range PlanesAtOnce + 1 {
			classes, in := classesOf(random)
			text := make([]byte, n)
			var want Planes
			for i := range text {
				text[i] = byte(random.IntN(0x100))
				for set := range want {
					if in(set, text[i]) {
						want[set] |= 1 << i
					}
				}
			}
			for before := range 80 { // the end of the pages
				b := guardpage.Put(pages, len(pages)-before-n, text, '/')
				got := Planes{1, 2, 3}
				if got.fill(b, 0, n, classes); got != want {
					t.Fatalf("%v: fill(%q) is %x, want %x", level, text, got, want)
				}
				if n == 0 {
					continue
				}
				found := got.find(b, 0, n, classes)
				if found != (level == AVX512 || level == AVX2 && n+before >= PlanesAtOnce) {
					t.Errorf("%v: find(%q), %d bytes before the end of a page, is %v", level, text, before, found)
				}
				if found && got != want {
					t.Fatalf("%v: find(%q) sets %x, want %x", level, text, got, want)
				}
			}
		}
		Use(before)
	}
}
