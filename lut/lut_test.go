package lut

import (
	"bytes"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/abnf"
)

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

func TestAppendPctEncoded(t *testing.T) {
	for _, test := range []struct {
		name, in string
		keep     Set
		want     string
	}{
		{"empty", "", SetOf(PChar), ""},
		{"nothing to do", "a-b:c@d", SetOf(PChar), "a-b:c@d"},
		{"a segment", "a/b c%é\x00", SetOf(PChar), "a%2Fb%20c%25%C3%A9%00"},
		{"keep the slash", "a/b?c", SetOf(Path), "a/b%3Fc"},
		{"keep nothing", "aZ", Set{}, "%61%5A"},
		{"keep triplets", "%41 ", SetOf(PChar).Or(MakeSet("%")), "%41%20"},
	} {
		if got := string(AppendPctEncoded([]byte("x"), test.in, test.keep)); got != "x"+test.want {
			t.Errorf("%s: AppendPctEncoded(%q) = %q, want %q", test.name, test.in, got, "x"+test.want)
		}
	}
}

func TestAppendPctDecoded(t *testing.T) {
	for _, test := range []struct {
		name, in, want string
		bad            int
	}{
		{"empty", "", "", -1},
		{"nothing to do", "a+b", "a+b", -1},
		{"either case", "%2f%2F%fF", "//\xff", -1},
		{"a NUL", "%00", "\x00", -1},
		{"once only", "%2541", "%41", -1},
		{"no hex", "a%zz", "a%zz", 1},
		{"one hex", "%4z%41", "%4zA", 0},
		{"cut short", "%41%4", "A%4", 3},
		{"at the end", "%41%", "A%", 3},
		{"twice", "%%41%", "%A%", 0},
		{"beside hex", "%:0%@0%G0%`0%g0%/0", "%:0%@0%G0%`0%g0%/0", 0},
	} {
		got, bad := AppendPctDecoded([]byte("x"), test.in)
		if string(got) != "x"+test.want || bad != test.bad {
			t.Errorf("%s: AppendPctDecoded(%q) = %q, %d, want %q, %d", test.name, test.in, got, bad, "x"+test.want, test.bad)
		}
		inPlace := []byte(test.in)
		if got, bad := AppendPctDecoded(inPlace[:0], inPlace); string(got) != test.want || bad != test.bad {
			t.Errorf("%s: in place AppendPctDecoded(%q) = %q, %d, want %q, %d", test.name, test.in, got, bad, test.want, test.bad)
		}
	}
}

func TestPctRoundTrip(t *testing.T) {
	var all []byte
	for c := range 256 {
		all = append(all, byte(c))
	}
	for _, keep := range []Set{{}, SetOf(Unreserved), SetOf(PChar), SetOf(Query)} {
		got, bad := AppendPctDecoded(nil, AppendPctEncoded(nil, all, keep))
		if !bytes.Equal(got, all) || bad != -1 {
			t.Errorf("decoding what was encoded with %v kept = %q, %d", keep, got, bad)
		}
	}
}
