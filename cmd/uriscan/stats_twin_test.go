package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/normalize/template"
	"github.com/uriscan/uriscan/scanner"
)

// A statsTwin counts what stats counts, slowly: it keeps everything, and cuts
// references by the regular expression of RFC 3986, Appendix B.
type statsTwin struct {
	lines, valid int
	counts       map[string]map[string]int // by section and value
	lengths      map[string][]int
	long         map[string]int // values over 255 bytes, by section
	normal       map[string]bool
}

var appendixB = regexp.MustCompile(`^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?$`)

// cut returns the components of a valid reference, without those that are not
// defined.
func cut(line string) map[string]string {
	m := appendixB.FindStringSubmatch(line)
	c := map[string]string{"path": m[5]}
	for name, group := range map[string]int{"scheme": 1, "authority": 3, "query": 6, "fragment": 8} {
		if m[group] != "" {
			c[name] = m[group+1]
		}
	}
	if host, ok := c["authority"]; ok {
		if i := strings.IndexByte(host, '@'); i >= 0 {
			c["userinfo"], host = host[:i], host[i+1:]
		}
		if i := strings.LastIndexByte(host, ':'); i > strings.LastIndexByte(host, ']') {
			c["port"], host = host[i+1:], host[:i]
		}
		c["host"] = host
	}
	return c
}

func newStatsTwin() *statsTwin {
	return &statsTwin{counts: map[string]map[string]int{}, lengths: map[string][]int{}, long: map[string]int{}, normal: map[string]bool{}}
}

func (s *statsTwin) add(section, value string) {
	if len(value) > 255 {
		s.long[section]++
		return
	}
	if s.counts[section] == nil {
		s.counts[section] = map[string]int{}
	}
	s.counts[section][value]++
}

func (s *statsTwin) measure(key string, n int) { s.lengths[key] = append(s.lengths[key], n) }

func (s *statsTwin) line(line string) {
	s.lines++
	s.measure("line", len(line))
	ref, fault := scanner.Locate(line, scanner.URIReference)
	if fault != (scanner.Fault{}) {
		s.add("validity", fault.Kind().String())
		return
	}
	s.valid++
	s.add("validity", "valid")
	c := cut(line)
	for name, value := range c {
		s.measure(name, len(value))
	}
	normal, _ := normalize.String(line, normalize.SchemeBased)
	s.normal[normal] = true
	for name, value := range cut(normal) {
		if name == "scheme" || name == "host" {
			s.add(name, value)
		}
	}
	if _, ok := c["scheme"]; ok {
		s.add("form", "uri")
	} else {
		s.add("form", "relative-ref")
	}
	if _, ok := c["host"]; ok {
		s.add("host_kind", ref.HostKind().String())
	}
	if port, ok := c["port"]; ok {
		s.add("port", port)
	}
	if query := c["query"]; query != "" {
		for part := range strings.SplitSeq(query, "&") {
			name, _, _ := strings.Cut(part, "=")
			s.add("parameter", name)
		}
	}
	s.add("template", string(template.AppendTemplate(nil, c["path"], template.Default())))
	s.path(c)
	for rung := range strings.SplitSeq(normalize.Needed(line, ref, normalize.SchemeBased).String(), ",") {
		if rung != "" {
			s.add("rungs", rung)
		}
	}
}

func (s *statsTwin) path(c map[string]string) {
	segments := strings.Split(c["path"], "/")
	s.measure("depth", len(slices.DeleteFunc(slices.Clone(segments), func(s string) bool { return s == "" })))
	_, scheme := c["scheme"]
	_, authority := c["authority"]
	if scheme && !authority && segments[0] != "" {
		return
	}
	last := segments[len(segments)-1]
	if i := strings.LastIndexByte(last, '.'); i > 0 && i+1 < len(last) {
		s.add("extension", strings.ToLower(last[i+1:]))
	}
}

// compare compares what stats says of lines, all of whose values it lists, with
// what the twin says.
func (s *statsTwin) compare(t *testing.T, name string, a statsAnswer) {
	t.Helper()
	if a.Lines != s.lines || a.Valid != s.valid || a.Distinct.Count != len(s.normal) || !a.Distinct.Exact {
		t.Errorf("%s: lines %d, valid %d, distinct %+v, want %d, %d, %d", name, a.Lines, a.Valid, a.Distinct, s.lines, s.valid, len(s.normal))
	}
	for key, section := range a.sections {
		got := map[string]int{}
		for _, v := range section.Values {
			got[v.Value] = v.Count
		}
		want := s.counts[key]
		if !maps.Equal(got, want) {
			t.Errorf("%s: %s = %v, want %v", name, key, got, want)
		}
		sum := s.long[key]
		for _, n := range want {
			sum += n
		}
		if rest := section.Of - sum; key != "rungs" && rest != section.None.Count || section.Others.Count != 0 || section.Long.Count != s.long[key] {
			t.Errorf("%s: %s: none %d, others %d, long %d, want %d, 0, %d", name, key, section.None.Count, section.Others.Count, section.Long.Count, rest, s.long[key])
		}
		if section.Distinct != nil && (*section.Distinct != len(want) || !*section.Exact) {
			t.Errorf("%s: %s: %d distinct, want %d exactly", name, key, *section.Distinct, len(want))
		}
	}
	for key, l := range a.Lengths {
		s.compareLengths(t, name+": "+key, key, l)
	}
}

func (s *statsTwin) compareLengths(t *testing.T, name, key string, l statsSection) {
	t.Helper()
	all := slices.Clone(s.lengths[key])
	slices.Sort(all)
	want := [6]int{len(all)}
	if len(all) > 0 {
		for i, percent := range []int{50, 90, 95, 99, 100} {
			want[i+1] = all[(len(all)*percent+99)/100-1]
		}
	}
	if got := [6]int{l.Count, l.P50, l.P90, l.P95, l.P99, l.Max}; got != want {
		t.Errorf("%s: count and percentiles = %v, want %v", name, got, want)
	}
	for _, bin := range l.Histogram {
		n := 0
		for _, length := range all {
			if length >= bin.From && (length <= bin.To || bin.To == 0 && bin.From > 0) {
				n++
			}
		}
		if bin.Count != n {
			t.Errorf("%s: %+v, want %d in it", name, bin, n)
		}
	}
}

// assortedLines are lines, good and bad ones, with every component in every
// state.
func assortedLines(seed uint64, n int) []string {
	rng := rand.New(rand.NewPCG(seed, 8))
	pick := func(s ...string) string { return s[rng.IntN(len(s))] }
	var lines []string
	for range n {
		line := pick("", "", "http:", "HTTP:", "https:", "urn:", "a+b:")
		if rng.IntN(3) > 0 {
			line += "//" + pick("", "", "u@", "u:p@", "@") + pick("", "h.example", "H.Example", "h%2eexample", "192.0.2.1", "[::1]", "[0:0::1]", "[v1.a]",
				fmt.Sprint("h", rng.IntN(50), ".example")) + pick("", "", "", ":", ":80", ":8080")
		}
		for range rng.IntN(4) {
			line += "/" + pick("", "a", "..", ".", ".b", "c.", "d.html", "e.tar.GZ", "%7euser", "%2f", "segment-of-sixteen.x", strings.Repeat("s", rng.IntN(300)))
		}
		line += pick("", "", "?", "?q", "?a=1&b=2&&a=3", "?"+strings.Repeat("x", rng.IntN(300)), "?=&=")
		line += pick("", "", "", "#", "#f")
		lines = append(lines, line+pick("", "", "", "", "", "", "", " ", "%", "\x00"))
	}
	return lines
}

// stats prints what the twin does, however the input comes and on however
// many cores the work is done: byte for byte the same.
func TestStatsTwin(t *testing.T) {
	t.Parallel()
	for name, lines := range map[string][]string{
		"links":  slowSplit(testkit.Read(t, "testdata/links.txt"), '\n'),
		"random": assortedLines(1, sizes.Times(3000)),
		"paths":  {"/", "//", "///", "a", "a/", "/a//b/", "12345678", "/2345678", "1234567/", "12345678/", "/2345678/", "/////////a", "a.b/c", "mailto:a@b.c", "/.a", "/a.", "/a..b", "x.Y"},
		"empty":  {""},
	} {
		twin := newStatsTwin()
		for _, line := range lines {
			twin.line(line)
		}
		in := strings.Join(lines, "\n") + "\n"
		args := []string{"stats", "--json", "--top", "100000", "--by", "template"}
		first := runWith(in, append(args, "-j", "1")...)
		if first.status != diag.ExitGood || first.err != "" {
			t.Fatalf("%s: run = %d and %q on standard error, want 0 and nothing", name, first.status, first.err)
		}
		twin.compare(t, name, readStats(t, first.out))
		for _, more := range []string{"-j2", "-j8", "--block-size=1", "--block-size=100", "-j8 --block-size=7"} {
			args := append(args, strings.Fields(more)...)
			if got := runOn(iotest.HalfReader(strings.NewReader(in)), args...); got != first {
				t.Errorf("%s: run(%q) = %s, want %s", name, args, clip(got), clip(first))
			}
		}
	}
}
