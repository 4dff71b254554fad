//go:build amd64 && !purego

package kernel

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/uriscan/uriscan/fuzz/abnf"
)

// vectors are the levels of this architecture that have vector kernels.
var vectors = []Level{AVX2, AVX512}

// Lists of blocks that are full at any length: of each 16 lines so many are long,
// and the ends of their paths and queries are in the first of their blocks.
func TestFullLists(t *testing.T) {
	for long := range 17 {
		var src []byte
		var bounds [][2]int
		for i := range 256 {
			start := len(src)
			src = append(src, "http://h/"...)
			if i%16 < long {
				src = append(src, bytes.Repeat([]byte("a"), 80)...)
				src = append(src, "?b#"...)
				src = append(src, bytes.Repeat([]byte("c"), 2000)...)
			}
			bounds = append(bounds, [2]int{start, len(src)})
			src = append(src, '\n')
		}
		checkLines(t, src, bounds, '\n')
	}
}

// The assembly and Go agree on where the fields of a scratch are.
func TestBatchLayout(t *testing.T) {
	var b scratch
	length, rest, line, start, judged, level := batchLayout()
	if at := uintptr(unsafe.Pointer(new(Batch).begin())) % cacheLine; at > 0 {
		t.Errorf("a scratch begins %d bytes into a cache line", at)
	}
	for _, f := range []struct {
		name      string
		asm, here uint64
	}{
		{"length", length, uint64(unsafe.Offsetof(b.length))}, {"rest", rest, uint64(unsafe.Offsetof(b.rest))}, {"line", line, uint64(unsafe.Offsetof(b.line))},
		{"start", start, uint64(unsafe.Offsetof(b.start))}, {"judged", judged, uint64(unsafe.Offsetof(b.judged))}, {"level", level, uint64(unsafe.Offsetof(b.level))},
	} {
		if f.asm != f.here {
			t.Errorf("%s is at %d in the assembly, at %d in Go", f.name, f.asm, f.here)
		}
	}
}

// Every table of classes in the assembly holds what the grammar says.
func TestClassTables(t *testing.T) {
	g := abnf.RFC3986()
	in := func(rule, before string, c int) bool {
		return g.Match(rule, append([]byte(before), byte(c))).Member
	}
	call, rest, lane, low, high, mapLow, mapHigh, parts := classTables()
	for c := range 128 {
		isAdmitted := in("query", "", c) // a superset of every component's, except '#'
		at, number := c == '@', c == '#'
		bits := func(sets ...bool) (class uint8) {
			for i, in := range sets {
				if in {
					class |= 1 << i
				}
			}
			return class
		}
		schemeByte, dot, end := in("scheme", "a", c), c == '.', c == '?' || number
		upper, mark := in("ALPHA", "", c) && c < 'a', end || c == ':' || c == '/' || at
		if want := bits(in("HEXDIG", "", c), !in("DIGIT", "", c), !schemeByte && c != ':', mark && c != ':' || c == '%', upper,
			mark, end, !isAdmitted && !number); call[c] != want {
			t.Errorf("call class of %q = %08b, want %08b", rune(c), call[c], want)
		}
		if want := bits(c == '?' || number, in("HEXDIG", "", c), c == '%', !isAdmitted && c != '%', number, c == '/', dot); rest[c] != want {
			t.Errorf("rest class of %q = %08b, want %08b", rune(c), rest[c], want)
		}
		if want := bits(c == ':', c == '/', c == '?' || number, number || at || c == '+' || c == '-', schemeByte,
			in("DIGIT", "", c) || dot || c == '%', in("HEXDIG", "", c), upper || !isAdmitted && !number && c != '%'); lane[c] != want {
			t.Errorf("lane class of %q = %08b, want %08b", rune(c), lane[c], want)
		}
		cell := low[c&15] & high[c>>4]
		if got, want := cell != 0, isAdmitted || number || c == '%'; got != want {
			t.Errorf("nibbles of %q are of a cell: %v, want %v", rune(c), got, want)
		}
		if cell, want := int8(cell), isAdmitted || number; cell > 0 != want || cell-1 >= 0 != want {
			t.Errorf("nibbles of %q are of class %d, more than 0: want %v", rune(c), cell, want)
		}
		if got, want := int8(cell) > 15, mark; got != want {
			t.Errorf("nibbles of %q are a mark's: %v, want %v", rune(c), got, want)
		}
	}
	for c := range 128 {
		cell := mapLow[c&15] & mapHigh[c>>4]
		if got, want := cell != 0, in("query", "", c); got != want {
			t.Errorf("map nibbles of %q are admitted: %v, want %v", rune(c), got, want)
		}
		mark := in("gen-delims", "", c) && c != '[' && c != ']' && c != '#' || c == '_' || in("ALPHA", "", c) && c < 'a'
		if got := cell > 15; got != mark {
			t.Errorf("map nibbles of %q are a mark's: %v, want %v", rune(c), got, mark)
		}
		if got, want := cell&0x80 != 0, c == '/' || c == '?'; got != want {
			t.Errorf("map nibbles of %q have bit 7: %v, want %v", rune(c), got, want)
		}
		if got, want := int(parts[c&15]) == c && c != 0, c == '?' || c == '#'; got != want {
			t.Errorf("the nibble of %q is a part's: %v, want %v", rune(c), got, want)
		}
	}
	for n := range 16 {
		if mapLow[n] != mapLow[n+16] || mapHigh[n] != mapHigh[n+16] || n >= 8 && mapHigh[n] != 0 || parts[n] != parts[n+16] {
			t.Errorf("nibble %X: map tables %08b %08b %08b, and others in their second halves", n, mapLow[n], mapHigh[n], parts[n])
		}
		if low[n] != low[n+16] || high[n] != high[n+16] || n >= 8 && high[n] != 0 {
			t.Errorf("nibble %X: tables %08b %08b, and %08b %08b in their second halves", n, low[n], high[n], low[n+16], high[n+16])
		}
	}
}

// The maps of AVX2 lie in memory of a scratch that AVX-512 uses.
func TestMapsFit(t *testing.T) {
	var b scratch
	const maps = 3*(1<<14/8+32) + 4*320
	if room := unsafe.Offsetof(b.open) - unsafe.Offsetof(b.length); room < maps {
		t.Errorf("%d bytes for maps of %d", room, maps)
	}
}

// Every pair of bytes after a "%", at the borders of the blocks. If they are not two
// HEXDIG, either answer will do.
func TestLoose(t *testing.T) {
	const unreserved = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"
	const hexdig = "0123456789ABCDEFabcdef"
	value := func(c byte) int { return strings.IndexByte("0123456789abcdef", c|0x20) }
	eachLevel(t, func(t *testing.T) {
		for _, n := range []int{34, 35, 65, 66, 67, 100} {
			b := bytes.Repeat([]byte("f"), n)
			if loose, _ := Loose(b); loose {
				t.Errorf("Loose(%q) = true, want false", b)
			}
			for at := range n - 2 {
				for _, hi := range []byte(hexdig) {
					for _, lo := range []byte(hexdig) {
						copy(b[at:], []byte{'%', hi, lo})
						decoded := byte(value(hi)<<4 | value(lo))
						want := hi >= 'a' || lo >= 'a' || strings.IndexByte(unreserved, decoded) >= 0
						if got, _ := Loose(b); got != want {
							t.Fatalf("Loose(%q) = %v, want %v", b, got, want)
						}
					}
				}
				copy(b[at:], "fff")
			}
		}
	})
}

// A loose triplet is found whatever is around it.
func TestLooseAmongOthers(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for c := range 256 {
			for at := range 64 {
				b := bytes.Repeat([]byte{byte(c)}, 70)
				copy(b[at:], "%7E")
				if loose, _ := Loose(b); !loose {
					t.Fatalf("Loose(%q) = false, want true", b)
				}
			}
		}
	})
}

// What TestKernelsProveMost says of single calls holds of batches, which take all but the
// end of a block, and bad lines do not keep the others from being proven.
func TestBatchesProveTheOthers(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 100))
	var src []byte
	for _, l := range made() {
		if r.IntN(10) == 0 {
			src = append(src, l[:r.IntN(len(l)+1)]...)
			src = append(src, " bad"...)
			src = append(src, l[r.IntN(len(l)+1):]...)
		} else {
			src = append(src, l...)
		}
		src = append(src, '\n')
	}
	eachBatch(t, func(t *testing.T) {
		taken, unproven := unprovenIn(src)
		good := 0
		for _, l := range unproven {
			if !bytes.Contains(l, []byte(" bad")) {
				good++
			}
		}
		if good*100 > taken {
			t.Errorf("%d of %d lines are good and not proven, want 1 %%", good, taken)
		}
		if all := bytes.Count(src, []byte("\n")); taken < all-100 {
			t.Errorf("%d of %d lines taken", taken, all)
		}
	})
}
