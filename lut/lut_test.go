package lut

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/abnf"
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/testkit"
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
	for _, s := range spanSets() {
		inside := byte(0x80)
		for c := range byte(0x80) {
			if s.Has(c) {
				inside = c
			}
		}
		b := bytes.Repeat([]byte{inside}, 260)
		for i := range 4 * 256 {
			c, at := i/4, i%4*64+i/4%64
			b[at] = byte(c)
			checkSpan(t, b, s, slowSpan(b, s))
			if at < 64 {
				checkSpan(t, b[at:70], s, slowSpan(b[at:70], s))
				checkSpan(t, b[:at+1], s, slowSpan(b[:at+1], s))
			}
			b[at] = inside
		}
	}
}

// Every length to 300, with the first byte outside at every position, and
// others after it.
func TestSpanAtEveryPosition(t *testing.T) {
	s := SetOf(PChar)
	text := bytes.Repeat([]byte("ab:c@-"), 51)[:300]
	for length := range len(text) + 1 {
		for at := range length + 1 {
			in := bytes.Clone(text[:length])
			for i := at; i < length; i += 1 + i%37 {
				in[i] = "/\x00\x80?"[i%4]
			}
			checkSpan(t, in, s, at)
			checkSpan(t, string(in), s, at)
		}
	}
	checkSpan(t, []byte(nil), s, 0)
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

// slowEncoded is AppendPctEncoded by its definition.
func slowEncoded(src []byte, keep Set) (out []byte) {
	for _, c := range src {
		if keep.Has(c) {
			out = append(out, c)
		} else {
			out = fmt.Appendf(out, "%%%02X", c)
		}
	}
	return out
}

// slowDecoded is AppendPctDecoded by its definition.
func slowDecoded(src []byte) (out []byte, bad int) {
	bad = -1
	for i := 0; i < len(src); i++ {
		if src[i] != '%' {
			out = append(out, src[i])
		} else if c, err := hex.DecodeString(string(src[i+1 : min(i+3, len(src))])); err == nil && len(c) == 1 {
			out = append(out, c[0])
			i += 2
		} else {
			out = append(out, '%')
			if bad < 0 {
				bad = i
			}
		}
	}
	return out, bad
}

// addSets adds each text, and one of every byte, with some sets, which are two words, one
// bit for each ASCII byte.
func addSets(f *testing.F, texts ...string) {
	for _, text := range append(texts, strings.Join(testkit.EveryByte(), "")) {
		for _, s := range []Set{{}, SetOf(Alpha), SetOf(Unreserved), SetOf(PChar), SetOf(Path), SetOf(Query | PctEncoded)} {
			f.Add([]byte(text), s.lo, s.hi)
		}
	}
}

// FuzzSpan holds every kernel to the definition.
func FuzzSpan(f *testing.F) {
	addSets(f, "", "abc", "a/b?c#d", "%41%zz\x00\x80\xff", "a rather long text, of more than 64 bytes, and then some more of them")
	f.Fuzz(func(t *testing.T, src []byte, lo, hi uint64) {
		s := Set{lo, hi}
		checkSpan(t, src, s, slowSpan(src, s))
	})
}

// checkSpan holds every kernel to what is wanted.
func checkSpan[B Bytes](t *testing.T, src B, s Set, want int) {
	defer kernel.Use(kernel.Use(kernel.Portable))
	for _, l := range kernel.Levels() {
		kernel.Use(l)
		if got := Span(src, s); got != want {
			t.Fatalf("%v: Span(%q, %x) = %d, want %d", l, src, s, got, want)
		}
	}
}

// FuzzPct holds encoding and decoding to their definitions, and one to the other.
func FuzzPct(f *testing.F) {
	addSets(f, "", "a b", "a-b:c@d", "a/b c%é\x00", "%41 ", "%41%4", "%%34%31%", "%2f%2F%fF%zz%4g", "a+b", "%00", "%2541", "a%zz", "%4z%41",
		"%41%", "%%41%", "%:0%@0%G0%`0%g0%/0", "\x00\x7f\x80\xff")
	f.Fuzz(func(t *testing.T, src []byte, lo, hi uint64) {
		keep, before := Set{lo, hi}, []byte("x")
		encoded := AppendPctEncoded(before, src, keep)[1:]
		if want := slowEncoded(src, keep); !bytes.Equal(encoded, want) {
			t.Errorf("AppendPctEncoded(%q, %x) = %q, want %q", src, keep, encoded, want)
		}
		want, wantBad := slowDecoded(src)
		got, bad := AppendPctDecoded(before, src)
		if !bytes.Equal(got[1:], want) || bad != wantBad || string(before) != "x" || got[0] != 'x' {
			t.Errorf("AppendPctDecoded(%q) to x = %q, %d, want %q, %d", src, got, bad, want, wantBad)
		}
		if got, bad := AppendPctDecoded(encoded[:0], encoded); !keep.Has('%') && (!bytes.Equal(got, src) || bad != -1) {
			t.Errorf("AppendPctDecoded(AppendPctEncoded(%q, %x)) = %q, %d, want the same and -1", src, keep, got, bad)
		}
		inPlace := bytes.Clone(src)
		if got, bad := AppendPctDecoded(inPlace[:0], inPlace); !bytes.Equal(got, want) || bad != wantBad {
			t.Errorf("in place AppendPctDecoded(%q) = %q, %d, want %q, %d", src, got, bad, want, wantBad)
		}
	})
}
