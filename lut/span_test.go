package lut

import (
	"bytes"
	"testing"

	"github.com/uriscan/uriscan/internal/kernel"
)

// slowSpan is Span by its definition.
func slowSpan(src []byte, s Set) int {
	for i, c := range src {
		if !s.Has(c) {
			return i
		}
	}
	return len(src)
}

// eachKernel runs a test on every kernel that the machine has.
func eachKernel(t *testing.T, test func(t *testing.T)) {
	for _, l := range kernel.Levels() {
		t.Run(l.String(), func(t *testing.T) {
			defer kernel.Use(kernel.Use(l))
			test(t)
		})
	}
}

// spanSets are the sets of every rule, what is outside each, and sets of a
// single byte, of all but one, of one row and of one column of the table.
func spanSets() (sets []Set) {
	all := Set{^uint64(0), ^uint64(0)}
	for rule := Class(1); rule != 0; rule <<= 1 {
		sets = append(sets, SetOf(rule), all.AndNot(SetOf(rule)))
	}
	for c := range byte(0x80) {
		one := MakeSet(string([]byte{c}))
		sets = append(sets, one, all.AndNot(one))
	}
	for i := range 8 {
		column, row := Set{}, Set{}
		for c := range byte(0x80) {
			if c&7 == byte(i) {
				column.add(c)
			}
			if c>>4 == byte(i) {
				row.add(c)
			}
		}
		sets = append(sets, column, row, all.AndNot(column), all.AndNot(row))
	}
	return append(sets, Set{}, all)
}

// Every byte, in every set, in every place of a block.
func TestSpanAsksForEveryByte(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		for _, s := range spanSets() {
			inside := byte(0x80)
			for c := range byte(0x80) {
				if s.Has(c) {
					inside = c
				}
			}
			b := bytes.Repeat([]byte{inside}, 70)
			for c := range 256 {
				at := c % 70
				b[at] = byte(c)
				for _, in := range [][]byte{b, b[at:], b[:at+1]} {
					if got, want := Span(in, s), slowSpan(in, s); got != want {
						t.Fatalf("Span(%q, %x) = %d, want %d", in, s, got, want)
					}
				}
				b[at] = inside
			}
		}
	})
}

// Every length to 300, with the first byte outside at every position, and
// others behind it.
func TestSpanAtEveryPosition(t *testing.T) {
	s := SetOf(PChar)
	eachKernel(t, func(t *testing.T) {
		text := bytes.Repeat([]byte("ab:c@-"), 51)[:300]
		for length := range len(text) + 1 {
			for at := range length + 1 {
				in := bytes.Clone(text[:length])
				for i := at; i < length; i += 1 + i%37 {
					in[i] = "/\x00\x80?"[i%4]
				}
				if got := Span(in, s); got != at {
					t.Fatalf("Span(%q) = %d, want %d", in, got, at)
				}
				if got := Span(string(in), s); got != at {
					t.Fatalf("Span of the string %q = %d, want %d", in, got, at)
				}
			}
		}
		if got := Span([]byte(nil), s); got != 0 {
			t.Errorf("Span(nil) = %d, want 0", got)
		}
	})
}
