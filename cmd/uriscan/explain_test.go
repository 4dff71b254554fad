package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// explained are references and others of many kinds, whose drawings stand in
// testdata/explain-WIDTH.txt.
var explained = []string{
	"http://user@example.com:8080/a/b?q=1#top",
	"",
	"file:///etc/?#",
	"//@:",
	"mailto:John.Doe@example.com",
	"../img/logo.png?",
	"//[v1.x]:80",
	"x://127.0.0.1/",
	"http://example.com/a/long/path/that/fits/into/no/line/of/the/terminal?query=and&another=one#fragment",
	"HTTP://WWW.Example.com:80/%7eana/./blog/../a/long/path/that/fits/into/no/line/of/the/terminal",
	"ftp://[2001:DB8:0::1]:",
	"http://[::1/",
	"%zz",
	"http://example.com/a b",
	"http://h:8x/",
	"a\x01\xc3\xa9b",
	"http://[::1.25x]",
	"1a:b",
	"http://[",
	"http://h/100%",
	"http://h/\"",
	"http://example.com/a/long/path/that/fits/into/no/line/of/the/terminal?query=and&ano ther=one#frag",
	"\xff\xfe\xfd\xfc\xfb\xfa\xf9\xf8\xf7",
}

func TestExplainDrawings(t *testing.T) {
	for _, width := range []string{"40", "80"} {
		t.Setenv("COLUMNS", width)
		want, err := os.ReadFile("testdata/explain-" + width + ".txt")
		must(t, err)
		if got := runWith("", append([]string{"explain", "--"}, explained...)...); got != (outcome{exitBad, string(want), ""}) {
			t.Errorf("explain, %s columns: status %d, %q on standard error and\n%swant 1 and\n%s", width, got.status, got.err, got.out, want)
		}
		in := strings.Join(explained, "\n") + "\n"
		if lines := runWith(in, "explain"); lines.out != string(want) {
			t.Errorf("explain of lines prints\n%swant\n%s", lines.out, want)
		}
		// Colours begin and end in a line, and change nothing else.
		colored := runWith(in, "explain", "--color=always").out
		for line := range strings.Lines(colored) {
			if on := strings.Count(line, "\x1b[36m") + strings.Count(line, badColor); on != strings.Count(line, noColor) {
				t.Errorf("explain --color=always leaves a colour on, or off, in %q", line)
			}
		}
		if got := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(colored, ""); got != string(want) || got == colored {
			t.Errorf("explain --color=always prints\n%swant colours in\n%s", colored, want)
		}
	}
}

func TestExplainStatus(t *testing.T) {
	tests := []struct {
		name string
		in   string
		args []string
		want int
		says string
	}{
		{"good", "", []string{"http://a/"}, exitGood, "reg-name"},
		{"bad", "", []string{"a b"}, exitBad, "found        a blank\n"},
		{"bad among good", "", []string{"a", "%", "b"}, exitBad, "HEXDIG"},
		{"no lines", "", nil, exitGood, ""},
		{"NUL-separated lines", "a\nb\x00", []string{"-0"}, exitBad, `a\x0Ab`},
		{"an argument that looks like a file", "", []string{"-"}, exitGood, "path kind    noscheme\n"},
		{"too long", strings.Repeat("a", defaultMaxLine+1) + "\nb\n", nil, exitBad, "error        too-long\nexpected     at most 16777216 bytes\n\nb\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := runWith(tt.in, append([]string{"explain"}, tt.args...)...)
			if got.status != tt.want || got.err != "" || !strings.Contains(got.out, tt.says) {
				t.Errorf("explain %q = %+v, want status %d and %q", tt.args, got, tt.want, tt.says)
			}
		})
	}
}

func TestWidth(t *testing.T) {
	for columns, want := range map[string]int{"": 80, "40": 40, "200": 200, "5": leastWidth, "0": 80, "-3": 80, "x": 80} {
		t.Setenv("COLUMNS", columns)
		if got := widthOf(os.Stdin); got != want && columns != "" {
			t.Errorf("widthOf with COLUMNS=%q = %d, want %d", columns, got, want)
		}
		if got := widthOf(nil); got != want {
			t.Errorf("widthOf(nil) with COLUMNS=%q = %d, want %d", columns, got, want)
		}
	}
}

// randomReferences are good and bad ones of up to some hundred bytes.
func randomReferences(n int) (all [][]byte) {
	rng := rand.New(rand.NewPCG(2, 4))
	pieces := []string{"http:", "//", "user@", "example.com", ":80", "/a", "?", "q=1", "#", "f", "%41", "%", " ", "\x80", "[::1]", "[v1.", "1.2.", "@", ":", ""}
	for range n {
		var b []byte
		for range rng.IntN(20) {
			b = append(b, pieces[rng.IntN(len(pieces))]...)
		}
		all = append(all, b)
	}
	return all
}

// Whatever the width, no line is longer, and the pieces are the reference; the
// caret stands below the byte at fault.
func TestPicturesFit(t *testing.T) {
	t.Parallel()
	good := 0
	all := randomReferences(times(3000))
	for _, odd := range oddTexts() {
		all = append(all, []byte(odd), []byte("http://h/"+strings.Repeat("a", 20)+odd+"b"))
	}
	for _, src := range all {
		for _, width := range []int{leastWidth, 40, 80} {
			p := picture{width: width}
			ref, fault := scanner.Locate(src, scanner.URIReference)
			var drawn string
			if fault == (scanner.Fault{}) {
				good++
				drawn = string(p.appendGood(nil, src, ref))
				checkNormal(t, p, src, drawn)
			} else {
				drawn = string(p.appendBad(nil, src, flawOf(fault)))
				checkCaret(t, p, src, flawOf(fault))
			}
			for line := range strings.Lines(drawn) {
				if n := len(line) - 1; n > width {
					t.Errorf("%d columns: %q has a line of %d: %q", width, src, n, line)
				}
			}
		}
	}
	if least := times(750); good < least {
		t.Errorf("%d good references were drawn, want at least %d", good, least)
	}
}

// checkNormal reads the facts of package normalize back.
func checkNormal(t *testing.T, p picture, src []byte, drawn string) {
	t.Helper()
	want, err := normalize.String(string(src), normalize.SchemeBased)
	if err != nil {
		t.Fatalf("normalize.String(%q) = %v, want no error", src, err)
	}
	form, rungs, _ := strings.Cut(factsFrom(drawn, "normal form", "rungs"), "rungs")
	form = strings.TrimPrefix(form, "normal form")
	if rungs == "already normal" {
		form += string(src)
	} else if form == string(src) {
		t.Errorf("%d columns: %q is drawn with rungs %q, want already normal", p.width, src, rungs)
	}
	if form != want {
		t.Errorf("%d columns: %q is drawn with normal form %q, want %q", p.width, src, form, want)
	}
}

// factsFrom returns the facts from the first one of these names on, without the
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
func checkCaret(t *testing.T, p picture, src []byte, f flaw) {
	t.Helper()
	want, all := 0, ""
	for i, c := range src {
		if i == f.offset {
			want = len(all)
		}
		if c < ' ' || c > '~' {
			all += fmt.Sprintf(`\x%02X`, c)
		} else {
			all += string(rune(c))
		}
	}
	if f.offset == len(src) {
		want = len(all)
	}
	got, before := -1, ""
	for line := range strings.Lines(string(p.appendCells(nil, src, f))) {
		line = strings.TrimSuffix(line, "\n")
		if at := strings.IndexByte(line, '^'); at >= 0 && strings.Contains(line, f.kind) {
			last := before[strings.LastIndexByte("\n"+before, '\n'):]
			got = len(strings.ReplaceAll(before, "\n", "")) - len(last) + at
			continue
		}
		before += "\n" + line
	}
	if text := strings.ReplaceAll(before, "\n", ""); text != all || got != want {
		t.Errorf("%d columns: %q is drawn as %q with the caret at %d, want %q and %d", p.width, src, text, got, all, want)
	}
}

// What is named as expected is exactly what can come, at every place.
func TestExpectedIsExact(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, src := range append(randomReferences(times(500)), []byte("http://[2001:db8:0:0:0:0:0:1]"), []byte("//[::255.249.199.1]"), []byte("a+b:c")) {
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
		i := slices.IndexFunc(octetSets, func(s struct {
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
				set[c] = set[c] || octetSets[i].set.Has(byte(c))
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
			t.Fatalf("expected says %q, which names no octets", w)
		}
	}
	return set, end
}

// Nothing but a terminal gets colours that were not asked for.
func TestExplainColors(t *testing.T) {
	const (
		plain   = "%\n ^ unexpected-end\n"
		painted = "%\n \x1b[1;31m^ unexpected-end\x1b[0m\n"
		good    = "a:\n\x1b[36m-\x1b[0m\n\x1b[36mscheme\x1b[0m\n"
	)
	tests := []struct {
		name string
		env  string // of NO_COLOR
		args []string
		want string
	}{
		{"no terminal", "", []string{"%"}, plain},
		{"always", "", []string{"--color", "always", "%"}, painted},
		{"always beats NO_COLOR", "1", []string{"--color=always", "%"}, painted},
		{"never", "", []string{"--color=never", "%"}, plain},
		{"marks", "", []string{"--color=always", "a:"}, good},
	}
	for _, tt := range tests {
		t.Setenv("NO_COLOR", tt.env)
		got := runWith("", append([]string{"explain"}, tt.args...)...)
		if len(got.out) < len(tt.want) || got.out[:len(tt.want)] != tt.want {
			t.Errorf("%s: explain %q = %q, want it to begin with %q", tt.name, tt.args, got.out, tt.want)
		}
	}
}
