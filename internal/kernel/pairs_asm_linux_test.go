//go:build (amd64 || arm64) && !purego

package kernel

import (
	"math/rand/v2"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/guardpage"
)

// findPairs is FindPairs by its definition.
func findPairs(b []byte, t *Pairs) (odd, marks uint32) {
	before := byte(0)
	for i, c := range b {
		value := t[c&15] & t[16+c>>4]
		if value&15 == 0 || value&0x20 != 0 && before&0x10 != 0 || value&0x80 != 0 && before&0x40 != 0 {
			odd |= 1 << i
		}
		if value&8 != 0 {
			marks |= 1 << i
		}
		before = value
	}
	return odd, marks
}

// Wherever in a page, FindPairs answers by its definition or not at all, reads no other page,
// and does answer away from the page's end.
func TestFindPairs(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pages := guardpage.Pages(t)
	var table Pairs
	onLevels(func() {
		for n := range PairsAtOnce + 1 {
			text := make([]byte, n)
			for i := range table {
				table[i] = byte(random.Uint32() | random.Uint32())
			}
			for i := range text {
				text[i] = byte(random.IntN(0x80))
			}
			wantOdd, wantMarks := findPairs(text, &table)
			for before := range 80 { // the end of the pages
				at := len(pages) - before - n
				odd, marks, ok := FindPairs(guardpage.Put(pages, at, text, '/'), &table)
				if ok && (odd != wantOdd || marks != wantMarks) {
					t.Errorf("%v: FindPairs(%q) = %b, %b, want %b, %b", level, text, odd, marks, wantOdd, wantMarks)
				}
				if level <= AVX512 && !ok && n > 0 && before >= PairsAtOnce {
					t.Errorf("%v: FindPairs(%q), %d bytes before the end of a page, does not answer", level, text, before)
				}
			}
		}
	})
}

func TestPairsAdd(t *testing.T) {
	var table Pairs
	table.Add(3, "/.")
	table.Add(5, "/")
	for c, want := range map[byte]byte{'/': 0x28, '.': 8, 'o': 0, '>': 0, 0: 0} {
		if got := table[c&15] & table[16+c>>4]; got != want {
			t.Errorf("the value of %q is %#x, want %#x", c, got, want)
		}
	}
}
