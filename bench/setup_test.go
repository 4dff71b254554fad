package bench

import (
	"fmt"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/fredbi/uri"
	whatwg "github.com/nlnwa/whatwg-url/url"
	"github.com/valyala/fasthttp"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/scanner"
)

// TestMain selects the kernel that URISCAN_KERNEL names, if it is set.
func TestMain(m *testing.M) {
	if name := os.Getenv("URISCAN_KERNEL"); name != "" {
		l, err := kernel.Named(name)
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		kernel.Use(l)
	}
	os.Exit(m.Run())
}

// absolute lists the corpora of absolute URLs. Most lines are normal, except in dirty.
var absolute = []corpus.Kind{corpus.Web, corpus.Long, corpus.Dirty}

var opened = map[corpus.Kind]*corpus.Corpus{}

// open returns the corpus of the kind, which it reads or makes once.
func open(tb testing.TB, kind corpus.Kind) *corpus.Corpus {
	tb.Helper()
	if opened[kind] == nil {
		c, err := corpus.Open(kind)
		testkit.Must(tb, err)
		opened[kind] = c
	}
	return opened[kind]
}

// A contender is an implementation of an operation. begin prepares it for a corpus. It
// returns a pass over all lines, which returns a value that depends on every answer, and
// the number of wrong answers, which is negative if it was not counted.
type contender struct {
	name  string // of the implementation, and what follows it in the name of the benchmark
	begin func(c *corpus.Corpus) (pass func() uint64, wrong int)
}

// unchecked says that no answers are checked: the guard runs the same binary many times, and the
// first time checks them.
var unchecked = os.Getenv("URISCAN_UNCHECKED") != ""

// sink receives the results of benchmarks, so that the compiler cannot remove the work.
var sink uint64

// compare measures the contenders on every one of the corpora.
func compare(b *testing.B, kinds []corpus.Kind, all ...contender) {
	for _, kind := range kinds {
		compareOn(b, open(b, kind), all...)
	}
}

// compareOn measures the contenders on c. Those of this module must not be wrong.
func compareOn(b *testing.B, c *corpus.Corpus, all ...contender) {
	for _, one := range all {
		b.Run("corpus="+string(c.Kind)+"/impl="+one.name, func(b *testing.B) {
			pass, wrong := one.begin(c)
			if strings.HasPrefix(one.name, "uriscan") && wrong > 0 {
				b.Fatalf("%s is wrong of %d lines of %s, want 0", b.Name(), wrong, c.Source)
			}
			b.SetBytes(int64(c.Size()))
			b.ReportAllocs()
			for b.Loop() {
				sink += pass()
			}
			report(b, len(c.Lines), wrong)
		})
	}
}

// report reports the time for each line of an operation, and the number of wrong answers.
func report(b *testing.B, lines, wrong int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(lines), "ns/URL")
	if wrong >= 0 {
		b.ReportMetric(float64(wrong), "wrong")
	}
}

// each returns a pass that does one operation to every line.
func each[T any](one func(line T) int) func(lines []T) uint64 {
	return func(lines []T) (sum uint64) {
		for _, line := range lines {
			sum += uint64(one(line))
		}
		return sum
	}
}

// differing returns the number of lines for which got and want differ, or -1.
func differing[T comparable](c *corpus.Corpus, got, want func(i int, line []byte) T) (wrong int) {
	if unchecked {
		return -1
	}
	for i, line := range c.Lines {
		if got(i, line) != want(i, line) {
			wrong++
		}
	}
	return wrong
}

// appendixB is the expression of RFC 3986, Appendix B, anchored at both ends.
var appendixB = regexp.MustCompile(`^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?$`)

// fields are the components that Appendix B separates. An undefined one is "", as in most
// peers.
type fields struct{ scheme, authority, path, query, fragment string }

func truth(line string) fields {
	m := appendixB.FindStringSubmatch(line)
	return fields{m[2], m[4], m[5], m[7], m[9]}
}

// wrong returns the number of lines of c for which the result of answer is wrong, or -1. It
// compares bytes: a parser that converts to lower case or adds components has lost its
// input, which is what wrong counts.
func wrong(c *corpus.Corpus, answer func(line string) (fields, bool)) int {
	if unchecked {
		return -1
	}
	n := 0
	for _, line := range c.Strings() {
		got, ok := answer(line)
		if ok != c.Kind.Valid() || ok && got != truth(line) {
			n++
		}
	}
	return n
}

// TestAnswers compares the scanner with the expression on every line of every corpus, and
// with the offset of every fault that is known.
func TestAnswers(t *testing.T) {
	for _, kind := range corpus.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			c := open(t, kind)
			if n := wrong(c, scannerFields); n != 0 {
				t.Errorf("Parse is wrong of %d lines of %s, want 0", n, c.Source)
			}
			for i, at := range c.Faults {
				if _, fault := scanner.Locate(c.Lines[i], scanner.URIReference); fault.Offset() != at {
					t.Errorf("Locate(%q) = fault at %d, want %d", c.Lines[i], fault.Offset(), at)
				}
			}
		})
	}
}

func scannerFields(line string) (fields, bool) {
	ref, err := scanner.Parse(line)
	return fieldsOf(line, ref), err == nil
}

func fieldsOf(line string, ref scanner.Ref) fields {
	return fields{
		ref.Scheme().OfString(line), ref.Authority().OfString(line), ref.Path().OfString(line),
		ref.Query().OfString(line), ref.Fragment().OfString(line),
	}
}

// netURLFields returns the components by net/url. It decodes what it parses; the forms
// that its documentation calls encoded are closest to the bytes.
func netURLFields(line string) (fields, bool) {
	u, err := url.Parse(line)
	if err != nil {
		return fields{}, false
	}
	f := fields{u.Scheme, u.Host, u.EscapedPath(), u.RawQuery, u.EscapedFragment()}
	if u.User != nil {
		f.authority = u.User.String() + "@" + u.Host
	}
	if u.Opaque != "" {
		f.path = u.Opaque
	}
	return f, true
}

// fasthttpFields returns the components by fasthttp, as written where it keeps that.
func fasthttpFields(line string) (fields, bool) {
	var u fasthttp.URI
	if err := u.Parse(nil, []byte(line)); err != nil {
		return fields{}, false
	}
	f := fields{"", string(u.Host()), string(u.PathOriginal()), string(u.QueryString()), string(u.Hash())}
	if truth(line).scheme != "" {
		f.scheme = string(u.Scheme()) // if there is no scheme, it returns http
	}
	if user := u.Username(); len(user) > 0 {
		f.authority = string(user) + "@" + f.authority
	}
	return f, true
}

// fredbiFields returns the components by fredbi/uri, from its String, since it keeps the
// query only decoded.
func fredbiFields(line string) (fields, bool) {
	u, err := uri.ParseReference(line)
	if err != nil {
		return fields{}, false
	}
	return truth(u.String()), true
}

// whatwgFields returns the components by nlnwa/whatwg-url. It follows another standard,
// which has no answer for a reference without a base.
func whatwgFields(line string) (fields, bool) {
	u, err := whatwg.Parse(line)
	if err != nil {
		return fields{}, false
	}
	f := fields{u.Scheme(), u.Host(), u.Pathname(), u.Query(), u.Fragment()}
	if user := u.Username(); user != "" {
		f.authority = user + ":" + u.Password() + "@" + u.Host()
	}
	return f, true
}

// columns has the parsers of the table by the heading of their column.
var columns = map[string]func(in string) string{
	"uriscan": func(in string) string {
		_, fault := scanner.Locate(in, scanner.URIReference)
		if err := fault.Err(); err != nil {
			return fmt.Sprintf("`%s` at offset %d", fault.Kind().String(), fault.Offset())
		}
		return "kept"
	},
	"net/url": written(url.Parse),
	"fasthttp": written(func(in string) (*fasthttp.URI, error) {
		u := new(fasthttp.URI)
		return u, u.Parse(nil, []byte(in))
	}),
	"fredbi/uri": written(uri.ParseReference),
}

// written returns the verdict on a parser that writes what it parsed.
func written[U fmt.Stringer](parse func(in string) (U, error)) func(in string) string {
	return func(in string) string {
		u, err := parse(in)
		switch {
		case err != nil:
			return "refused"
		case in != u.String():
			return fmt.Sprintf("becomes `%s`", u)
		}
		return "kept"
	}
}

// TestClaims checks every cell of the table in the README that compares uriscan with
// other parsers.
func TestClaims(t *testing.T) {
	var head []string
	cells := 0
	for line := range strings.Lines(testkit.Read(t, "../README.md")) {
		row := tableRow(line)
		switch {
		case len(row) == 0:
			head = nil
		case row[0] == "input":
			head = row
		case head != nil && !strings.HasPrefix(row[0], "---"):
			cells += checkRow(t, head, row)
		}
	}
	if cells < 40 {
		t.Errorf("README.md makes %d claims, want a table of at least 40", cells)
	}
}

// tableRow returns the cells of a line of a table, or nil for any other line.
func tableRow(line string) []string {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "|") {
		return nil
	}
	row := strings.Split(strings.Trim(line, "|"), " | ")
	for i := range row {
		row[i] = strings.TrimSpace(row[i])
	}
	return row
}

var quoted = regexp.MustCompile("^`(.*)`$")

// checkRow compares the cells of row with the verdicts of the parsers of head, and
// returns the number of cells.
func checkRow(t *testing.T, head, row []string) int {
	in := quoted.FindStringSubmatch(row[0])
	if in == nil || len(row) != len(head) {
		t.Errorf("README.md has the row %q, want an input in backquotes and %d cells", row, len(head))
		return 0
	}
	n := 0
	for i, name := range head {
		column, ok := columns[strings.Fields(name)[0]]
		if !ok {
			continue
		}
		n++
		if got := column(in[1]); got != row[i] {
			t.Errorf("%s of %s = %s, want %s", name, row[0], got, row[i])
		}
	}
	return n
}
