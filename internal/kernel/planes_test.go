package kernel

import (
	"math/rand/v2"
	"strings"
	"testing"
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

// Set gives each byte its sets.
func TestPlanes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
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
		got := Planes{1, 2, 3}
		if got.Set(append([]byte("//"), text...), 2, n, classes); got != want {
			t.Fatalf("Set(%q) sets %x, want %x", text, got, want)
		}
	}
}
