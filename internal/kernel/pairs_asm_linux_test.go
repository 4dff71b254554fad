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

// FindSuspects answers by the same definition, for any bytes, wherever CanFindSuspects allows it.
func TestFindSuspects(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	pages := guardpage.Pages(t)
	var table Pairs
	onLevels(func() {
		for n := range SuspectsAtOnce + 40 {
			text := make([]byte, n)
			for i := range table {
				table[i] = byte(random.Uint32() | random.Uint32())
			}
			for i := range text {
				text[i] = byte(random.IntN(0x100) & (0x7f | random.IntN(2)<<7))
				if random.IntN(9) == 0 {
					text[i] = '%'
				}
			}
			var want [3]uint64
			before := byte(0)
			for i, c := range text[:min(n, SuspectsAtOnce)] {
				value := table[c&15] & table[16+c>>4]
				if c >= 0x80 {
					value = 0
				}
				if value&15 == 0 || value&0x20 != 0 && before&0x10 != 0 || value&0x80 != 0 && before&0x40 != 0 {
					want[0] |= 1 << i
				}
				want[1] |= uint64(value) >> 3 & 1 << i
				if c == '%' {
					want[2] |= 1 << i
				}
				before = value
			}
			for before := range 80 { // the end of the pages
				b := guardpage.Put(pages, len(pages)-before-n, text, '/')
				if !CanFindSuspects(b) {
					if level <= AVX512 && n > 0 && before+n >= SuspectsAtOnce {
						t.Errorf("%v: CanFindSuspects(%q), %d bytes before the end of a page, is false", level, text, before)
					}
					continue
				}
				var got [3]uint64
				if got[0], got[1], got[2] = FindSuspects(b, &table); got != want {
					t.Errorf("%v: FindSuspects(%q) = %b, want %b", level, text, got, want)
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
