package lut

import (
	"bytes"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/abnf"
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/testkit/growth"
	"github.com/uriscan/uriscan/internal/testkit/suite"
)

func TestMain(m *testing.M) { suite.Run(m) }

// Each bit is what the grammar says of a byte in a string of the rule, put
// between what the rule wants around it.
func TestClassesAreTheGrammars(t *testing.T) {
	g := abnf.RFC3986()
	for _, test := range []struct {
		class         Class
		rule          string
		before, after string
	}{
		{Alpha, "ALPHA", "", ""}, {Digit, "DIGIT", "", ""}, {HexDigit, "HEXDIG", "", ""}, {PctEncoded, "pct-encoded", "", "00"},
		{GenDelim, "gen-delims", "", ""}, {SubDelim, "sub-delims", "", ""}, {Reserved, "reserved", "", ""}, {Unreserved, "unreserved", "", ""},
		{Scheme, "scheme", "a", ""}, {Userinfo, "userinfo", "", ""}, {RegName, "reg-name", "", ""}, {IPvFuture, "IPvFuture", "v1.", ""},
		{SegmentNzNc, "segment-nz-nc", "", ""}, {PChar, "pchar", "", ""}, {Path, "path", "a", ""}, {Query, "query", "", ""}, {Fragment, "fragment", "", ""},
	} {
		for c := range 256 {
			in := test.before + string([]byte{byte(c)}) + test.after
			want := g.Match(test.rule, []byte(in)).Member
			if got := ClassOf(byte(c))&test.class != 0; got != want {
				t.Errorf("ClassOf(%q) has %s: %v, want %v", rune(c), test.rule, got, want)
			}
			if got := SetOf(test.class).Has(byte(c)); got != want {
				t.Errorf("SetOf(%s).Has(%q) = %v, want %v", test.rule, rune(c), got, want)
			}
		}
	}
}

func TestSet(t *testing.T) {
	s := MakeSet("\x00 /@az~\x7f\x80\xff")
	for c := range 256 {
		want := c < 128 && strings.IndexByte("\x00 /@az~\x7f", byte(c)) >= 0
		if got := s.Has(byte(c)); got != want {
			t.Errorf("Has(%q) = %v, want %v", rune(c), got, want)
		}
		digit := c >= '0' && c <= '9'
		if got := s.Or(SetOf(Digit)).Has(byte(c)); got != (want || digit) {
			t.Errorf("Or: Has(%q) = %v, want %v", rune(c), got, want || digit)
		}
		if got := SetOf(Digit).Or(s).AndNot(MakeSet("/5ZAz~")).Has(byte(c)); got != ((want || digit) && !strings.ContainsRune("/5ZAz~", rune(c))) {
			t.Errorf("AndNot: Has(%q) = %v", rune(c), got)
		}
	}
	if (Set{}) != MakeSet("") || SetOf(0) != (Set{}) {
		t.Error("the zero Set is not the empty one")
	}
	if SetOf(GenDelim|SubDelim) != SetOf(Reserved) {
		t.Error("SetOf of a union is not the union")
	}
}

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
// others after it.
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

func TestGrowth(t *testing.T) {
	keep := SetOf(Unreserved)
	var room []byte
	growth.Check(t, 4<<10, []growth.Shape{
		{"", "a"}, {"", "%"}, {"", "%41"}, {"", "%4"}, {"", "a%"}, {"", "a/"}, {"", "é"}, {"", "a", "/"}, {"", "/", "a"},
	}, map[string]growth.Job{
		"MakeSet":                 func(in string) func() { return func() { MakeSet(in) } },
		"Span":                    func(in string) func() { return func() { Span(in, keep) } },
		"AppendPctEncoded":        func(in string) func() { return func() { room = AppendPctEncoded(room[:0], in, keep) } },
		"AppendPctEncoded to nil": func(in string) func() { return func() { AppendPctEncoded(nil, in, keep) } },
		"AppendPctDecoded":        func(in string) func() { return func() { room, _ = AppendPctDecoded(room[:0], in) } },
		"AppendPctDecoded to nil": func(in string) func() { return func() { AppendPctDecoded(nil, in) } },
	})
}
