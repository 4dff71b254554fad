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

// Wherever in a page, FindPairs answers by its definition where CanFindPairs allows it, and reads no
// other page. CanFindPairs is false only at the end of a page.
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
				b := guardpage.Put(pages, at, text, '/')
				ok := n > 0 && CanFindPairs(b, 0)
				if !ok {
					if level <= AVX512 && n > 0 && before >= PairsAtOnce {
						t.Errorf("%v: CanFindPairs(%q), %d bytes before the end of a page, is false", level, text, before)
					}
					continue
				}
				if odd, marks := FindPairs(b, 0, n, &table); odd != wantOdd || marks != wantMarks {
					t.Errorf("%v: FindPairs(%q) = %b, %b, want %b, %b", level, text, odd, marks, wantOdd, wantMarks)
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
