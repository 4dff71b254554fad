package resolve

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/suite"
	"github.com/uriscan/uriscan/scanner"
)

func TestMain(m *testing.M) {
	suite.RunLevels(m, "Parts|Repeated|OfLong|RemoveDot|Error|Pool|Recompose")
}

func TestNewBaseErrors(t *testing.T) {
	for _, test := range []struct {
		name, base string
		kind       scanner.Kind
		offset     int
	}{
		{"empty", "", scanner.UnexpectedEnd, 0},
		{"absolute path", "/a/b", scanner.BadScheme, 0},
		{"relative path", "a/b", scanner.BadScheme, 1},
		{"a scheme without colon", "http", scanner.UnexpectedEnd, 4},
		{"network path", "//h/a", scanner.BadScheme, 0},
		{"bad path", "http://h/a b", scanner.BadPath, 10},
		{"bad fragment, though it is ignored", "http://h/#a#", scanner.BadFragment, 11},
		{"percent at the end", "http://h/%4", scanner.UnexpectedEnd, 11},
	} {
		t.Run(test.name, func(t *testing.T) {
			var b Base
			_, newErr := NewBase(test.base, 0)
			for what, err := range map[string]error{
				"NewBase":     newErr,
				"Reset":       b.Reset([]byte(test.base), 0),
				"ResetString": b.ResetString(test.base, 0),
			} {
				checkFault(t, what+" of "+test.base, err, test.kind, test.offset)
			}
		})
	}
}

// A Reset that fails leaves no base, not even the one before.
func TestAppendWithoutBase(t *testing.T) {
	failed := newBase(t, rfcBase, 0)
	if failed.ResetString("/", 0) == nil {
		t.Fatal(`ResetString("/") = nil, want an error`)
	}
	underflown := newBase(t, rfcBase, 0)
	if err := underflown.ResetString("a:/../b", RejectUnderflow); !errors.Is(err, scanner.Underflow) {
		t.Fatalf(`ResetString("a:/../b") = %v, want %v`, err, scanner.Underflow)
	}
	for name, b := range map[string]*Base{"zero": new(Base), "after a failed Reset": failed, "after an underflow": underflown} {
		for _, ref := range []string{"", "g", "//g", "?", "http://a/../b"} {
			out, r, err := b.AppendString([]byte("kept"), ref)
			if !errors.Is(err, scanner.UnexpectedEnd) || string(out) != "kept" || r != (scanner.Ref{}) {
				t.Errorf("%s Base: AppendString(%q) = %q, %v, %v, want %v", name, ref, out, r, err, scanner.UnexpectedEnd)
			}
			if _, _, err := b.AppendRelative(nil, []byte(ref)); !errors.Is(err, scanner.UnexpectedEnd) {
				t.Errorf("%s Base: AppendRelative(%q): %v, want %v", name, ref, err, scanner.UnexpectedEnd)
			}
			if b.SameDocument([]byte(ref)) {
				t.Errorf("%s Base: SameDocument(%q) = true, want false", name, ref)
			}
		}
		testkit.Must(t, b.ResetString(rfcBase, 0))
		checkTarget(t, b, "../g", "http://a/b/g")
	}
}

func TestAppendErrors(t *testing.T) {
	for _, test := range []struct {
		name, ref string
		kind      scanner.Kind
		offset    int
	}{
		{"blank", "a b", scanner.BadPath, 1},
		{"percent", "/../%zz", scanner.BadPercent, 5},
		{"colon in the first segment", "1a:b", scanner.BadPath, 2},
		{"percent at the end", "http://a/%", scanner.UnexpectedEnd, 10},
		{"far away", strings.Repeat("x", 70_000) + "^", scanner.BadPath, 70_000},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := newBase(t, rfcBase, 0)
			called := false
			_, stringErr := String(rfcBase, test.ref)
			checkAppends(t, b, test.ref, test.kind, test.offset)
			checkFault(t, "String", stringErr, test.kind, test.offset)
			checkFault(t, "Do", b.Do([]byte(test.ref), func([]byte, scanner.Ref) { called = true }), test.kind, test.offset)
			if called {
				t.Errorf("Do(%.20q) called its function with an error", test.ref)
			}
			if b.SameDocument([]byte(test.ref)) {
				t.Errorf("SameDocument(%.20q) = true, want false", test.ref)
			}
		})
	}
	if _, err := String("/", "g"); !errors.Is(err, scanner.BadScheme) {
		t.Errorf(`String("/", "g"): %v, want %v`, err, scanner.BadScheme)
	}
}

// checkAppends checks the fault of what appends by ref, and that dst stays as it was.
func checkAppends(t *testing.T, b *Base, ref string, kind scanner.Kind, offset int) {
	t.Helper()
	for what, do := range map[string]func(dst, ref []byte) ([]byte, scanner.Ref, error){
		"Append": b.Append, "AppendRelative": b.AppendRelative,
		"AppendString": func(dst, ref []byte) ([]byte, scanner.Ref, error) { return b.AppendString(dst, string(ref)) },
	} {
		out, r, err := do([]byte("kept"), []byte(ref))
		if string(out) != "kept" || r != (scanner.Ref{}) {
			t.Errorf("%s(%.20q) = %q, %v with an error", what, ref, out, r)
		}
		checkFault(t, what+" of "+ref[:min(20, len(ref))], err, kind, offset)
	}
}

func TestRejectUnderflow(t *testing.T) {
	for _, test := range []struct {
		name, base, ref string
		offset          int // -1: none
	}{
		{"as many as segments", rfcBase, "../../g", -1},
		{"one too many", rfcBase, "../../../g", 6},
		{"two too many", rfcBase, "../../../../g", 6},
		{"at the end", rfcBase, "../../..", 6},
		{"after a way down", rfcBase, "x/../../../../g", 11},
		{"absolute path", rfcBase, "/../g", 1},
		{"absolute path, at the end", rfcBase, "/..", 1},
		{"after an authority", rfcBase, "//g/x/../..", 9},
		{"after a scheme", rfcBase, "x:/y/../..", 8},
		{"rootless after a scheme", rfcBase, "x:../y", 2},
		{"rootless", "a:b/c", "../d", -1},
		{"rootless, one too many", "a:b/c", "../../d", 3},
		{"rootless without a folder", "urn:x:y", "../z", 0},
		{"rootless, after a dot", "urn:x:y", "./../z", 2},
		{"an empty segment is one", "http://a//", "..", -1},
		{"no path", "http://a", "..", 0},
		{"in the query", rfcBase, "g?/../../../../x", -1},
		{"a segment of three dots", rfcBase, "/.../../x", -1},
		{"last segment of the base, which 5.2.3 drops", "http://a/..", "", -1},
		{"query of the base", "a:b?/../../", "", -1},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := newBase(t, test.base, RejectUnderflow)
			out, _, err := b.AppendString(nil, test.ref)
			if test.offset >= 0 {
				checkAppends(t, b, test.ref, scanner.Underflow, test.offset)
				return
			}
			lenient, _, _ := newBase(t, test.base, 0).AppendString(nil, test.ref)
			if string(out) != string(lenient) || err != nil {
				t.Errorf("base %q: Append(%q) = %q, %v, want %q", test.base, test.ref, out, err, lenient)
			}
		})
	}
	newBase(t, "http://a/b/../../c", 0)
	for offset, base := range map[int]string{14: "http://a/b/../../c", 9: "http://a/..", 2: "a:../b"} {
		_, err := NewBase(base, RejectUnderflow|BaseDots)
		checkFault(t, "NewBase of "+base, err, scanner.Underflow, offset)
	}
}

func TestFlags(t *testing.T) {
	for _, test := range []struct {
		name, base, ref string
		flags           Flags
		want            string
	}{
		{"strict", rfcBase, "http:g", 0, "http:g"},
		{"not strict", rfcBase, "http:g", NotStrict, "http://a/b/c/g"},
		{"not strict, scheme in another case", rfcBase, "HTTP:g", NotStrict, "http://a/b/c/g"},
		{"not strict, base in another case", "HTTP://a/b", "http:g", NotStrict, "HTTP://a/g"},
		{"not strict, other scheme", rfcBase, "https:g", NotStrict, "https:g"},
		{"not strict, nothing else", rfcBase, "http:", NotStrict, "http://a/b/c/d;p?q"},
		{"not strict, query", rfcBase, "http:?y", NotStrict, "http://a/b/c/d;p?y"},
		{"not strict, fragment", rfcBase, "http:#s", NotStrict, "http://a/b/c/d;p?q#s"},
		{"not strict, absolute path", rfcBase, "http:/g", NotStrict, "http://a/g"},
		{"not strict, dots", rfcBase, "http:../g", NotStrict, "http://a/b/g"},
		{"not strict, authority", rfcBase, "http://g", NotStrict, "http://g"},
		{"not strict, colon in the first segment", rfcBase, "http:g:h", NotStrict, "http://a/b/c/g:h"},
		{"folder of dots, letter", "http://a/b/..", "g", 0, "http://a/b/g"},
		{"folder of dots, erratum", "http://a/b/..", "g", BaseDots, "http://a/g"},
		{"folder of one dot", "http://a/b/.", "g", BaseDots, "http://a/b/g"},
		{"folder of dots, rootless", "a:b/c/..", "g", BaseDots, "a:b/g"},
		{"folder of dots, to the root", "a:b/..", "g", BaseDots, "a:/g"},
		{"nothing but dots", "a:..", "g", BaseDots, "a:g"},
		{"folder of dots and an absolute path", "http://a/b/..", "/g", BaseDots, "http://a/g"},
		{"folder of dots and no path", "http://a/b/..", "?q", BaseDots, "http://a/b/..?q"},
		{"a segment that ends in dots", "http://a/b/c..", "g", BaseDots, "http://a/b/g"},
		{"folder of dots before an empty segment", "a:/b/..//c/..", "g", BaseDots, "a:/.//g"},
	} {
		t.Run(test.name, func(t *testing.T) {
			checkTarget(t, newBase(t, test.base, test.flags), test.ref, test.want)
		})
	}
}

func TestSameDocument(t *testing.T) {
	for _, test := range []struct {
		name, base, ref string
		want            bool
	}{
		{"empty", rfcBase, "", true},
		{"fragment", rfcBase, "#s", true},
		{"base with a fragment", rfcBase + "#t", "", true},
		{"the same query", rfcBase, "?q", true},
		{"another query", rfcBase, "?y", false},
		{"an empty query", "http://a/b", "?", false},
		{"the last segment", "http://a/b", "b#f", true},
		{"the last segment without the query", rfcBase, "d;p", false},
		{"the whole", rfcBase, rfcBase + "#s", true},
		{"in another case", rfcBase, "HTTP://a/b/c/d;p?q", false},
		{"folder", "http://a/b/", ".", true},
		{"root that was not there", "http://a", "/", false},
		{"base with dot segments", "http://a/./b", "", true},
		{"base with dot segments, named", "http://a/./b", "b", false},
		{"longer than the base", "http://a/b", "bc", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := newBase(t, test.base, 0).SameDocument([]byte(test.ref)); got != test.want {
				t.Errorf("base %q: SameDocument(%q) = %v, want %v", test.base, test.ref, got, test.want)
			}
		})
	}
}

// A Base copies its input, and a Reset keeps nothing of the base before.
func TestBaseOwnsItsText(t *testing.T) {
	src := []byte("http://a/b/../c/d?q#f")
	b, err := NewBase(src, 0)
	testkit.Must(t, err)
	clear(src)
	checkTarget(t, b, "g", "http://a/c/g")
	checkTarget(t, b, "", "http://a/b/../c/d?q")
	long := newBase(t, "http://a/./"+strings.Repeat("b/", 500), 0)
	if most := 2*len(long.text) + 300; cap(long.text) > most {
		t.Errorf("a base of %d bytes takes %d, want %d at most", len(long.text), cap(long.text), most)
	}
	for _, base := range []string{"a:b", "http://" + strings.Repeat("h", 500), "a:/./b/c", "http://h", rfcBase} {
		testkit.Must(t, b.ResetString(base, 0))
		checkTarget(t, b, "#", base+"#")
	}
	if b := newBase(t, "http://H:80/a/b", 0); &b.merged[0] != &b.text[0] {
		t.Error("a base without dot segments is copied twice")
	}
}

// Every target has the hints of the parts of the base that it begins with.
func TestTargetsAreJudged(t *testing.T) {
	refs := strings.Fields("# ? ?q ?%41 /x /%41 x %41 .x a/.x //h //H //%41")
	for _, scheme := range []string{"s:", "S:"} {
		for _, authority := range strings.Fields("- //h //H //h:8 //h: //%41 //H%41 //%41:8 //[::1] //u%2f@h //U@h //") {
			for _, path := range strings.Fields("- / /x /%41 /.x /%2f/x /./x /.a/x /a/%2e/x") {
				for _, query := range []string{"", "?q", "?%41"} {
					b := newBase(t, strings.ReplaceAll(scheme+authority+path+query, "-", ""), 0)
					for _, ref := range refs {
						out, r, err := b.AppendString(nil, ref)
						testkit.Must(t, err)
						checkRef(t, "base "+string(b.text)+": Append", ref, out, r)
					}
				}
			}
		}
	}
}

// A Reset needs no more memory than its comment says.
func TestResetTakesTheMemoryOfBefore(t *testing.T) {
	for _, base := range []string{"s:", "s://", "http://example.com", "http://a/b/c/d/../e/f/g", "a:/.///", "a:/./x//../.."} {
		for _, f := range []Flags{0, BaseDots} {
			b := newBase(t, "s:"+strings.Repeat("x", 2*len(base)-1), 0)
			before := &b.text[0]
			testkit.Must(t, b.ResetString(base, f))
			if &b.text[0] != before {
				t.Errorf("ResetString(%q, %d) allocates, with room for %d bytes", base, f, 2*len(base)+1)
			}
		}
	}
}

// A Reset to the same text is skipped only if the flags are the same.
func TestResetToTheSame(t *testing.T) {
	b := newBase(t, "http://a/b/..", 0)
	for _, test := range []struct {
		base  string
		flags Flags
		want  string
	}{
		{"http://a/b/..", 0, "http://a/b/g"},
		{"http://a/b/..", BaseDots, "http://a/g"},
		{"http://a/b/..", BaseDots, "http://a/g"},
		{"http://a/b/.#", 0, "http://a/b/g"},
		{"http://a/c/..", 0, "http://a/c/g"},
	} {
		testkit.Must(t, b.ResetString(test.base, test.flags))
		checkTarget(t, b, "g", test.want)
	}
	for range 2 {
		if err := b.ResetString("a:/../b", RejectUnderflow); !errors.Is(err, scanner.Underflow) {
			t.Errorf(`ResetString("a:/../b") = %v, want %v`, err, scanner.Underflow)
		}
	}
}

func TestBaseIsConcurrent(t *testing.T) {
	b := newBase(t, "http://a/b/./c/d;p?q", 0)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			var buf []byte
			for range 100 {
				for _, test := range cases.Examples[:27] {
					out, _, err := b.AppendString(buf[:0], test.Ref)
					want := strings.Replace(test.Want, "http://a/b/c/d;p", "http://a/b/./c/d;p", 1)
					if string(out) != want || err != nil {
						t.Errorf("AppendString(%q) = %q, %v, want %q", test.Ref, out, err, want)
					}
					buf = out
				}
			}
		})
	}
	wg.Wait()
}

func newBase(t testing.TB, src string, f Flags) *Base {
	t.Helper()
	b, err := NewBase(src, f)
	if err != nil {
		t.Fatalf("NewBase(%q, %d): %v", src, f, err)
	}
	return b
}

// checkTarget checks the target that Append returns for ref, and the Ref of the target.
func checkTarget(t testing.TB, b *Base, ref, want string) {
	t.Helper()
	out, r, err := b.Append(nil, []byte(ref))
	if string(out) != want || err != nil {
		t.Errorf("base %q, flags %d: Append(%q) = %q, %v, want %q", b.text, b.flags, ref, out, err, want)
		return
	}
	checkRef(t, "Append", ref, out, r)
}

// checkRef checks that r is the Ref that Parse returns for out, the result of what for
// in.
func checkRef(t testing.TB, what, in string, out []byte, r scanner.Ref) {
	if parsed, err := scanner.Parse(out); parsed != r || err != nil {
		t.Errorf("%s(%q) = %q with Ref %v, but Parse of it is %v, %v", what, in, out, r, parsed, err)
	}
}
