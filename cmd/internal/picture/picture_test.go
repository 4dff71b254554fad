package picture

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// randomReferences are good and bad ones of up to some hundred bytes.
func randomReferences(n int) (all [][]byte) {
	rng := rand.New(rand.NewPCG(2, 4))
	pieces := []string{"http:", "//", "user@", "example.com", ":80", "/a", "?", "q=1", "#", "f", "%41", "%", " ", "\x80", "[::1]", "[v1.", "1.2.", "@", ":", ""}
	for range n {
		all = append(all, []byte(testkit.Mixed(rng, rng.IntN(20), pieces...)))
	}
	return all
}

// Whatever the width, no line is longer, and the pieces are the reference; the caret is
// below the byte at fault.
func TestPicturesFit(t *testing.T) {
	t.Parallel()
	good := 0
	all := randomReferences(sizes.Times(3000))
	for _, odd := range testkit.OddTexts() {
		all = append(all, []byte(odd), []byte("http://h/"+strings.Repeat("a", 20)+odd+"b"))
	}
	for c := range 256 {
		all = append(all, []byte{'/', '/', '[', byte(c), '['})
	}
	for _, src := range all {
		for _, width := range []int{LeastWidth, 40, 80} {
			p := Picture{Width: width}
			ref, fault := scanner.Locate(src, scanner.URIReference)
			var drawn string
			if fault == (scanner.Fault{}) {
				good++
				drawn = string(p.AppendGood(nil, src, ref))
				checkNormal(t, p, src, drawn)
			} else {
				drawn = string(p.AppendBad(nil, src, diag.FlawOf(fault)))
				checkCaret(t, p, src, diag.FlawOf(fault))
				if at := fault.Offset(); at < len(src) && src[at] != ' ' && src[at] != '"' {
					want := fmt.Sprintf("%q", src[at:at+1])
					if src[at] < ' ' || src[at] > '~' {
						want = fmt.Sprintf(`\x%02X`, src[at])
					}
					if want = strings.ReplaceAll(want, `\\`, `\`); !strings.Contains(drawn, "\nfound        "+want+"\n") {
						t.Errorf("%d columns: %q is drawn as %q, want %s found", width, src, drawn, want)
					}
				}
			}
			for line := range strings.Lines(drawn) {
				if n := len(line) - 1; n > width {
					t.Errorf("%d columns: %q has a line of %d: %q", width, src, n, line)
				}
			}
		}
	}
	if least := sizes.Times(750); good < least {
		t.Errorf("%d good references were drawn, want at least %d", good, least)
	}
}

// checkNormal reads the facts of package normalize back.
func checkNormal(t *testing.T, p Picture, src []byte, drawn string) {
	t.Helper()
	want, err := normalize.String(string(src), normalize.SchemeBased)
	if err != nil {
		t.Fatalf("normalize.String(%q) = %v, want no error", src, err)
	}
	for _, after := range []string{"\nhint ", "\nremarks "} {
		drawn, _, _ = strings.Cut(drawn, after)
	}
	form, rungs, _ := strings.Cut(factsFrom(drawn, "normal form", "rungs"), "rungs")
	form = strings.TrimPrefix(form, "normal form")
	if rungs == "already normal" {
		form += string(src)
	} else if form == string(src) {
		t.Errorf("%d columns: %q is drawn with rungs %q, want already normal", p.Width, src, rungs)
	}
	if form != want {
		t.Errorf("%d columns: %q is drawn with normal form %q, want %q", p.Width, src, form, want)
	}
}

// Of the places of a remark five are named.
func TestPlacesOfRemark(t *testing.T) {
	p := Picture{Width: 200}
	for n, want := range map[int]string{1: "11-13:", 5: "11-13, 15-17, 19-21, 23-25, 27-29:", 6: "11-13, 15-17, 19-21, 23-25, 27-29, ...:"} {
		src := []byte("http://h/" + strings.Repeat("a%2F", n))
		ref, _ := scanner.Locate(src, scanner.URI)
		if drawn := string(p.AppendGood(nil, src, ref)); !strings.Contains(drawn, "encoded-slash at byte "+want) {
			t.Errorf("with %d of them %q, want the places %s", n, drawn, want)
		}
	}
}

// factsFrom returns the facts from the first one with one of the names on, without the
// blanks of the layout.
func factsFrom(drawn string, names ...string) (facts string) {
	for line := range strings.Lines(drawn) {
		line = strings.TrimSuffix(line, "\n")
		name := strings.TrimRight(line[:min(len(line), factIndent)], " ")
		if facts != "" || slices.Contains(names, name) && len(line) > factIndent {
			facts += name + strings.TrimLeft(line[factIndent:], " ")
		}
	}
	return facts
}

// checkCaret reads the drawing of a bad line back.
func checkCaret(t *testing.T, p Picture, src []byte, f diag.Flaw) {
	t.Helper()
	want, all := 0, ""
	for i, c := range src {
		if i == f.Offset {
			want = len(all)
		}
		if c < ' ' || c > '~' {
			all += fmt.Sprintf(`\x%02X`, c)
		} else {
			all += string(rune(c))
		}
	}
	if f.Offset == len(src) {
		want = len(all)
	}
	got, before := -1, ""
	for line := range strings.Lines(string(p.appendCells(nil, src, f))) {
		line = strings.TrimSuffix(line, "\n")
		if at := strings.IndexByte(line, '^'); at >= 0 && strings.Contains(line, f.Kind) {
			if beside := at+len("^ "+f.Kind) <= p.Width; beside != strings.HasSuffix(line, "^ "+f.Kind) {
				t.Errorf("%d columns: the caret at %d and its kind are %q, want the kind after it if there is room", p.Width, at, line)
			}
			last := before[strings.LastIndexByte("\n"+before, '\n'):]
			got = len(strings.ReplaceAll(before, "\n", "")) - len(last) + at
			continue
		}
		before += "\n" + line
	}
	if text := strings.ReplaceAll(before, "\n", ""); text != all || got != want {
		t.Errorf("%d columns: %q is drawn as %q with the caret at %d, want %q and %d", p.Width, src, text, got, all, want)
	}
}

// What is named as expected is exactly what can come, at every place.
func TestExpectedIsExact(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, src := range append(randomReferences(sizes.Times(1000)), []byte("http://[2001:db8:0:0:0:0:0:1]"), []byte("//[::255.249.199.1]"), []byte("a+b:c")) {
		for n := range len(src) + 1 {
			m := machineAt(src, n)
			if m.State() == scanner.Dead {
				break
			}
			items := expected(m)
			seen[strings.Join(items, "")] = true
			var want [256]bool
			for c := range want {
				_, fault := scanner.Locate(append(bytes.Clone(src[:n]), byte(c)), scanner.URIReference)
				want[c] = fault == (scanner.Fault{}) || fault.Kind() == scanner.UnexpectedEnd
			}
			got, end := named(t, items)
			if got != want || end != scanner.Valid(src[:n], scanner.URIReference) {
				t.Fatalf("expected after %q = %q, which is not what can come", src[:n], items)
			}
		}
	}
	if len(seen) < 20 {
		t.Errorf("%d different expectations were seen, want at least 20", len(seen))
	}
}

// named reads the words of expected.
func named(t *testing.T, words []string) (set [256]bool, end bool) {
	t.Helper()
	for _, w := range words {
		w = strings.TrimSuffix(strings.TrimSuffix(w, ", "), " or ")
		i := slices.IndexFunc(byteSets, func(s struct {
			name string
			set  lut.Set
		}) bool {
			return s.name == w
		})
		var from, to string
		_, err := fmt.Sscanf(w, "%q to %q", &from, &to)
		switch {
		case w == "the end":
			end = true
		case i >= 0:
			for c := range set {
				set[c] = set[c] || byteSets[i].set.Has(byte(c))
			}
		case err == nil:
			for c := from[0]; c <= to[0]; c++ {
				set[c] = true
			}
		case len(w) == 3 && w[0] == '"' && w[2] == '"':
			set[w[1]] = true
			if 'a' <= w[1] && w[1] <= 'z' {
				set[w[1]-'a'+'A'] = true
			}
		default:
			t.Fatalf("expected says %q, which names no bytes", w)
		}
	}
	return set, end
}

// A host is given in ASCII where names of the DNS can be that long: it takes quadratic time.
func TestHintOfLongHost(t *testing.T) {
	if hint := hintOfBad([]byte("//[::1]:8x"), diag.Flaw{Kind: "bad-port", Offset: 9}, 80); hint != "" {
		t.Errorf("hint of a bad port = %q, want none", hint)
	}
	for at, want := range map[[2]int]bool{{1, 8}: true, {1, 7}: false, {85, 1 << 20}: true, {86, 1 << 20}: false} {
		n, width := at[0], at[1]
		hint := hintOfBad([]byte("//"+strings.Repeat("ü.", n)), diag.Flaw{Kind: "bad-host", Offset: 2}, width)
		if strings.HasSuffix(hint, strings.Repeat("xn--tda.", n)) != want || !strings.HasPrefix(hint, "ü: write %C3%BC") {
			t.Errorf("hint of %d labels in %d columns = %q, want them in ASCII: %t", n, width, hint, want)
		}
	}
}

// Bytes without a name of their own are told one by one, or by the ends of a run, and letters of
// both cases once.
func TestAppendRest(t *testing.T) {
	for bytes, want := range map[string]string{
		"": "", "ab": `"a"|"b"`, "abc": `"a" to "c"`, "acd": `"a"|"c"|"d"`, "xyz{": `"x" to "{"`, "Aa": `"a"`, "Zz": `"z"`, "AaBb": `"a"|"b"`, "ABCabc": `"A" to "C"`,
		"Az": `"A"|"z"`, "[{": `"["|"{"`, "@`": "\"@\"|\"`\"", " ": "a blank", "!": `"!"`, `"`: "DQUOTE", "~": `"~"`, "\x00\x1f\x7f": `\x00|\x1F|\x7F`, "\xfd\xfe\xff": `\xFD to \xFF`,
	} {
		var left [256]bool
		for i := range len(bytes) {
			left[bytes[i]] = true
		}
		if got := strings.Join(appendRest(nil, &left), "|"); got != want {
			t.Errorf("%q is told as %s, want %s", bytes, got, want)
		}
	}
}
