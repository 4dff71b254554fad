package normalize

import (
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/scanner"
)

type (
	text string
	raw  []byte
)

// checkEquality checks that two references are equal if and only if their forms
// are, and their hashes.
func checkEquality(t testing.TB, a, b string, f Flags) bool {
	refA, err := scanner.Parse(a)
	testkit.Must(t, err)
	refB, err := scanner.Parse(b)
	testkit.Must(t, err)
	formA, _ := AppendRef(nil, a, refA, f)
	formB, _ := AppendRef(nil, b, refB, f)
	want := string(formA) == string(formB)
	if got := Equal(a, raw(b), f); got != want {
		t.Errorf("Equal(%q, %q, %v) = %v, want %v", a, b, f, got, want)
	}
	if got := Equal([]byte(b), text(a), f); got != want {
		t.Errorf("Equal(%q, %q, %v) = %v, want %v", b, a, f, got, want)
	}
	if got := Hash(a, refA, f, 1) == Hash([]byte(b), refB, f, 1); got != want {
		t.Errorf("hashes of %q and %q under %v are equal: %v, want %v", a, b, f, got, want)
	}
	return want
}

// A variant writes the same reference differently, or sometimes writes another reference.
func variant(m cases.Maker, in string) string {
	i := m.IntN(len(in) + 1)
	out := in
	switch m.IntN(6) {
	case 0:
		out = in[:i] + m.Pick("/.", "/..", "/a/..", "%2e", "./") + in[i:]
	case 1:
		out = strings.ToUpper(in[:i]) + in[i:]
	case 2:
		if i < len(in) {
			const hex = "0123456789abcdef"
			out = in[:i] + "%" + string(hex[in[i]>>4]) + string(hex[in[i]&15]) + in[i+1:]
		}
	case 3:
		out = strings.Replace(in, "%", m.Pick("%", "%2", "%25"), 1)
	case 4:
		if i < len(in) {
			out = in[:i] + in[i+1:]
		}
	case 5:
		out = strings.Replace(in, "/", m.Pick(":/", ":80/", "//", ""), 1+m.IntN(3))
	}
	if !scanner.Valid(out, scanner.URIReference) {
		return in
	}
	return out
}

func TestEquality(t *testing.T) {
	m := cases.NewMaker(4)
	same, different := 0, 0
	for range references() {
		a := m.Reference()
		b := variant(m, variant(m, a))
		for _, f := range flagSets {
			if equal := checkEquality(t, a, b, f); equal && a != b {
				same++
			} else if !equal {
				different++
			}
		}
		if t.Failed() {
			return
		}
	}
	if same < references() || different < references() {
		t.Errorf("%d pairs were equal and %d were not: the test no longer tests both", same, different)
	}
}

// An invalid input equals the same bytes and nothing else.
func TestEqualOfInvalid(t *testing.T) {
	for _, row := range []struct {
		a, b string
		want bool
	}{
		{"http://h/ ", "http://h/ ", true},
		{"http://h/ ", "HTTP://h/ ", false},
		{"http://h/ ", "http://h/", false},
		{"http://h/", "http://h/%", false},
		{"HTTP://h/%zz", "http://h/%zz", false},
		{"\x00", "\x00", true},
		{"", "", true},
		{"", " ", false},
	} {
		if got := Equal(row.a, []byte(row.b), SchemeBased); got != row.want {
			t.Errorf("Equal(%q, %q) = %v, want %v", row.a, row.b, got, row.want)
		}
	}
}

// Long references that differ in one place, wherever it is.
func TestEqualOfLong(t *testing.T) {
	long := "HTTP://h/" + strings.Repeat("%7ex/../y", 100) + "?q"
	form, err := String(long, SchemeBased)
	testkit.Must(t, err)
	if !Equal(long, form, SchemeBased) {
		t.Errorf("Equal(%q, %q) = false, want true", long, form)
	}
	for i := len("http://h/"); i < len(form); i++ {
		other := form[:i] + "!" + form[i+1:]
		if form[i] != '/' && form[i] != '?' && Equal(long, other, SchemeBased) {
			t.Errorf("Equal(%q, %q) = true, want false", long, other)
		}
	}
}
