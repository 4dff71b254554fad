package lut

import (
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/abnf"
	"github.com/uriscan/uriscan/internal/testkit/suite"
)

func TestMain(m *testing.M) { suite.Run(m) }

// Each bit is what the grammar says of an octet in a string of the rule, put
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
