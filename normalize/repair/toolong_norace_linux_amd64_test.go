//go:build !race

package repair

import (
	"errors"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/guardpage"
	"github.com/uriscan/uriscan/scanner"
)

// An input over MaxLen is refused before it is repaired, and one of MaxLen bytes is not.
func TestTooLong(t *testing.T) {
	src := guardpage.Huge(t, "a b", scanner.MaxLen+1)
	all := func(src []byte) (n int) {
		for range All(src, 0) {
			n++
		}
		return n
	}
	for name, do := range map[string]func(){"appendRepaired": func() { appendRepaired(nil, src[:scanner.MaxLen], 0, nil) }, "All": func() { all(src[:scanner.MaxLen]) }} {
		if !guardpage.Faults(do) {
			t.Errorf("%s refuses MaxLen bytes", name)
		}
	}
	var out []byte
	var err error
	n := 0
	if guardpage.Faults(func() { out, _, _, err = appendRepaired([]byte("kept"), src, 0, nil); n = all(src) }) {
		t.Fatal("MaxLen+1 bytes are read")
	}
	if !errors.Is(err, scanner.TooLong) || string(out) != "kept" || n != 0 {
		t.Errorf("appendRepaired of MaxLen+1 bytes = %.10q, %v, and All yields %d", out, err, n)
	}
}
