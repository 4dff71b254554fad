package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/uriscan/uriscan/cmd/internal/tally"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/suite"
)

func TestMain(m *testing.M) { suite.Run(m) }

// sample returns a small report in which every value occurs times as often.
func sample(name string, times int, hosts ...string) *Report {
	hostNames, lengths, depth := tally.NewGroup(), new(tally.Lengths), new(tally.Lengths)
	v := hostNames.New()
	n := 0
	for i, host := range hosts {
		for range times * (len(hosts) - i) {
			v.Add([]byte(host))
			lengths.Add(10*i + 7)
			depth.Add(i)
			n++
		}
	}
	valid, all := uint64(n+2), uint64(n+3)
	return &Report{
		Names: []string{name}, Lines: all, Valid: valid, Distinct: Estimate{uint64(len(hosts)), true},
		Shares: []Shares{
			{Key: "validity", Title: "Validity", Unit: "lines", Of: all,
				Values: []tally.Count{{Value: "valid", Count: valid}, {Value: "bad-path", Count: 1}}},
			Shares{Key: "host", Title: "Hosts", Unit: "valid references", Of: valid, None: "no authority"}.With(hostNames.Sum(), 2),
			{Key: "rungs", Title: "Rungs", Unit: "valid references", Of: valid, None: "none", Without: 1, Overlap: true,
				Values: []tally.Count{{Value: "case", Count: 1}, {Value: "ipv6", Count: 1}}},
		},
		Lengths: []Lengths{
			{Key: "line", Title: "Lengths of lines", Unit: "lines", Lengths: lengths},
			{Key: "host", Unit: "valid references", Lengths: new(tally.Lengths)},
			{Key: "depth", Title: "Depth", Unit: "valid references", Lengths: depth},
		},
	}
}

// large is a report of many hosts, one of them too long to be counted by itself, and
// of lines, a few of them far longer than the others.
var large = sync.OnceValue(func() *Report {
	hosts, lengths := tally.NewGroup(), new(tally.Lengths)
	v := hosts.New()
	for i := range tally.MaxValues + 1000 {
		v.Add(fmt.Appendf(nil, "h%d.example", i))
		v.Add([]byte("often.example"))
		lengths.Add(i / 7 % 100)
	}
	v.Add(bytes.Repeat([]byte("long"), 100))
	lengths.Add(70_000)
	n := lengths.Count()
	r := sample("large.txt", 1, "often.example")
	r.Lines, r.Valid, r.Distinct = 3*n, 2*n, Estimate{n, false}
	r.Shares[1].Of = 2 * n
	r.Shares[1] = r.Shares[1].With(hosts.Sum(), 2)
	r.Lengths[0].Lengths = lengths
	return r
})

func pageOf(t *testing.T, v *View) string {
	t.Helper()
	var page strings.Builder
	testkit.Must(t, v.WriteHTML(&page))
	return page.String()
}

var update = flag.Bool("update", false, "write the files of TestForms instead of comparing them")

// Every format shows what a person has read and found right.
func TestForms(t *testing.T) {
	one, many := sample("links.txt", 1, "a.example", "", "b.example"), large()
	for name, v := range map[string]*View{
		"one":        New(one),
		"two":        New(sample("old.txt", 1, "a.example", "b.example", "d.example"), sample("new.txt", 1, "c.example", "b.example", "a.example")),
		"large":      New(many),
		"large-last": New(one, many),
	} {
		_, body, _ := strings.Cut(pageOf(t, v), "</style>\n")
		for form, got := range map[string]string{
			".txt": string(v.AppendText(nil, Screen{Width: 80})), "-blocks.txt": string(v.AppendText(nil, Screen{50, true, true})),
			".json": string(v.AppendJSON(nil)), ".html": body,
		} {
			file := filepath.Join("testdata", name+form)
			if *update {
				testkit.Must(t, os.WriteFile(file, []byte(got), 0o666))
			}
			want, err := os.ReadFile(file)
			if want := strings.ReplaceAll(string(want), "\r\n", "\n"); err != nil || got != want {
				t.Errorf("%s is %s, %v, want what it was:\n%s", file, got, err, want)
			}
		}
	}
	testkit.IfMeant(t, "go test -run TestForms ./cmd/internal/report -update")
}

// No line is wider than the screen or has bytes that the screen does not support.
func TestTextFits(t *testing.T) {
	long := strings.Repeat("long-", 20) + "host.example"
	r := sample(strings.Repeat("very/", 20)+"long.txt", 1000, long, "b.example")
	ansi := regexp.MustCompile("\x1b\\[(1|36|0)m")
	for _, v := range []*View{New(r), New(r, r)} {
		for _, width := range []int{32, 40, 60, 80, 200} {
			for _, s := range []Screen{{Width: width}, {Width: width, Color: true, Blocks: true}} {
				text := string(v.AppendText(nil, s))
				if bare := ansi.ReplaceAllString(text, ""); bare == text == s.Color {
					t.Errorf("%+v: escape sequences: %t, want %t", s, !s.Color, s.Color)
				} else {
					text = bare
				}
				for line := range strings.Lines(text) {
					if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > width {
						t.Errorf("%+v: %d columns in %q", s, n, line)
					}
				}
				if strings.ContainsAny(text, "\x1b▏█") != s.Blocks && !v.compares() && width > 40 {
					t.Errorf("%+v: blocks: %t, want %t", s, !s.Blocks, s.Blocks)
				}
			}
		}
	}
}

// Names of files and values may hold any bytes, and have no effect in any format.
func TestHostileNames(t *testing.T) {
	names := []string{
		"<script>alert(1)</script>", `"><img src=x onerror=alert(1)>`, "a\x1b[31mb", "a\x9b31m", "a\u009b31m", "a\u202eb",
		"a\nb\rc", "a\x00b\x7f", "\xff\xfe", `{{.}}`, "</title>", "-->", "'", "\u2028", "é.txt", "😀", `"a\nb\rc"`, `a\u0062`,
	}
	shown := map[string]string{}
	for _, name := range names {
		if other, ok := shown[printable(name)]; ok {
			t.Errorf("%q is printed as %q is", name, other)
		}
		shown[printable(name)] = name
		for _, v := range []*View{New(sample(name, 1, name)), New(sample(name, 1, name), sample("x", 1, "h"))} {
			text, js, page := v.AppendText(nil, Screen{Width: 80}), v.AppendJSON(nil), pageOf(t, v)
			for form, out := range map[string]string{"text": string(text), "JSON": string(js), "HTML": page} {
				for _, r := range strings.ReplaceAll(out, "\n", "") {
					if r < ' ' || r >= 0x7f && r < 0xa0 || r == utf8.RuneError || r == '\u202e' || r == '\u2028' {
						t.Errorf("%s of %q has %U in it", form, name, r)
					}
				}
			}
			if strings.Contains(page, "<script") || strings.Contains(page, "<img") || strings.Count(page, "</title>") != strings.Count(page, "<title>") {
				t.Errorf("HTML of %q has its name as markup", name)
			}
			var read struct{ Files any }
			if err := json.Unmarshal(js, &read); err != nil {
				t.Errorf("JSON of %q: %v", name, err)
			}
			if first, ok := read.Files.([]any)[0].(string); ok && utf8.ValidString(name) && first != name {
				t.Errorf("JSON of %q has the name %q", name, first)
			}
		}
	}
}

func TestFigures(t *testing.T) {
	for _, tt := range []struct {
		n, of uint64
		want  string
	}{
		{0, 0, "0.0%"}, {0, 7, "0.0%"}, {1, 10_000, "<0.1%"}, {1, 2000, "0.1%"}, {1, 3, "33.3%"},
		{9994, 10_000, "99.9%"}, {9995, 10_000, ">99.9%"}, {9996, 10_000, ">99.9%"}, {7, 7, "100.0%"}, {1<<64 - 1, 1<<64 - 1, "100.0%"},
	} {
		if got := percent(tt.n, tt.of); got != tt.want {
			t.Errorf("percent(%d, %d) = %q, want %q", tt.n, tt.of, got, tt.want)
		}
	}
	for n, want := range map[uint64]string{0: "0", 999: "999", 1000: "1,000", 123456: "123,456", 1<<64 - 1: "18,446,744,073,709,551,615"} {
		if got := grouped(n); got != want {
			t.Errorf("grouped(%d) = %q, want %q", n, got, want)
		}
	}
	for n, want := range map[uint64]string{0: "0 lines", 1: "1 line", 2: "2 lines"} {
		if got := many(n, "lines"); got != want {
			t.Errorf("many(%d) = %q, want %q", n, got, want)
		}
	}
	for _, of := range [][]uint64{{0, 5}, {5, 0}} {
		if d, known := (&table{of: of}).difference(&row{cells: []cell{{0, true}, {1, true}}}); known {
			t.Errorf("the difference of shares of %d is %v, want none", of, d)
		}
	}
	if n, known := new(Shares).count("a"); n != 0 || !known {
		t.Errorf("a value that is not among all occurs %d times, known: %t", n, known)
	}
	if text := string(New(sample("x", 1, "a"), sample("y", 1)).AppendText(nil, Screen{Width: 80})); strings.Contains(text, "0 different") {
		t.Errorf("there is a note about no values:\n%s", text)
	}
	bounds := table{of: []uint64{9}, rows: []row{{value: "b", cells: []cell{{9, false}}}, {value: "a", cells: []cell{{2, true}}}}}
	if bounds.sort(); bounds.rows[0].value != "a" {
		t.Error("a count that may be too high comes before one that is known")
	}
	if (&table{rows: []row{{}}}).isShown() {
		t.Error("a table without a title is shown")
	}
	for d, want := range map[float64]string{0: "0.0", 0.25: "+25.0", -0.0001: "-0.0", -1: "-100.0"} {
		if got := points(d); got != want {
			t.Errorf("points(%v) = %q, want %q", d, got, want)
		}
	}
	for _, tt := range []struct {
		in   string
		n    int
		want string
	}{{"abc", 3, "abc"}, {"abcdef", 5, "ab..f"}, {"abcdefgh", 6, "ab..gh"}, {"", 3, ""}, {"äöüäöü", 5, "äö..ü"}, {"äöü", 3, "äöü"}} {
		if got := clipped(tt.in, tt.n); got != tt.want {
			t.Errorf("clipped(%q, %d) = %q, want %q", tt.in, tt.n, got, tt.want)
		}
	}
}

// Bins have one width, the least with which few bins hold the common lengths, and include
// the rest.
func TestBins(t *testing.T) {
	for common := 0; common < 3000; common += 1 + common/50 {
		for extra := range 3 {
			var l tally.Lengths
			for range 200 {
				l.Add(common)
			}
			l.Add(common + extra)
			rows := bins([]*tally.Lengths{&l})
			width, from := rows[0].to+1, 0
			for i, r := range rows {
				if last := i == len(rows)-1 && r.to == noEnd; r.from != from || !last && r.to != from+width-1 || last && from <= common {
					t.Fatalf("with %d and %d more, bin %d of width %d is %+v", common, extra, i, width, r)
				}
				from += width
			}
			if rows[len(rows)-1].to < common+extra || common/width >= mostBins || !strings.Contains("125", strings.TrimRight(fmt.Sprint(width), "0")) || width > 1 && common < width/5*2*mostBins {
				t.Errorf("with %d and %d more there are %d bins of %d", common, extra, len(rows), width)
			}
		}
	}
}

// Hosts that are compared are in the order of the greatest share in any report, then of
// names.
func TestOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var reports []*Report
		for range 2 {
			hosts := strings.Fields("a b c d e")
			random.Shuffle(len(hosts), func(i, j int) { hosts[i], hosts[j] = hosts[j], hosts[i] })
			r := sample("x", random.IntN(4), hosts[:random.IntN(6)]...)
			if r.Shares[1].Summary.Total == 0 { // shares of nothing
				r.Shares[1].Of, r.Shares[1].Without = 0, 0
			}
			reports = append(reports, r)
		}
		last, before := 2.0, ""
		for _, r := range New(reports...).tables[1].rows {
			if r.kind != valueRow {
				continue
			}
			share := 0.0
			for _, one := range reports {
				n, _ := one.Shares[1].Summary.Count(r.value)
				share = max(share, float64(n)/max(float64(one.Valid), 1))
			}
			if share > last || share == last && r.value < before {
				t.Errorf("%s with the share %v comes after %s with %v", r.value, share, before, last)
			}
			last, before = share, r.value
		}
	}
}

// Lines use the available width and no more. A row has a bar if there is room for it.
func TestFit(t *testing.T) {
	if js := string(New(large(), sample("x", 1, "a")).AppendJSON(nil)); !strings.Contains(js, `"error":[`) {
		t.Errorf("where only the first report has estimates, no error is said: %s", js)
	}
	validity := &New(sample("x", 1, "a.example")).tables[0]
	for width := 1; width < 80; width++ {
		s := Screen{Width: width}
		lines := wrapped(strings.Repeat("é ", 15)+"é", width)
		for i, line := range lines {
			if n := utf8.RuneCountInString(line); n > width || n < (width-1)|1 && i < len(lines)-1 {
				t.Errorf("%d columns: a line of %d: %q", width, n, line)
			}
		}
		figures := [][]string{validity.figures(&validity.rows[0]), validity.figures(&validity.rows[1])}
		room := width - indent
		for _, w := range s.fit(figures) {
			room -= w + betweens
		}
		if got := string(s.table(nil, validity)); strings.Contains(got, "#") != (room >= leastBar) {
			t.Errorf("%d columns: with room for a bar of %d there is\n%s", width, room, got)
		}
	}
}

// The first column is clipped, then the last ones are left out, and then it is not wider again.
func TestFitAsTwin(t *testing.T) {
	random := rand.New(rand.NewPCG(16, 2))
	for range 2000 {
		var cells []string
		for range 2 + random.IntN(5) {
			cells = append(cells, strings.Repeat("é", random.IntN(25)))
		}
		screen := Screen{Width: 1 + random.IntN(120)}
		var want []int
		for _, c := range cells {
			want = append(want, utf8.RuneCountInString(c))
		}
		want[0] = max(1, want[0])
		over := func() int {
			all := strings.Repeat(" ", indent)
			for i, w := range want {
				all += strings.Repeat(" ", betweens*min(i, 1)+w)
			}
			return len(all) - screen.Width
		}
		for over() > 0 && want[0] > leastName {
			want[0]--
		}
		for over() > 0 && len(want) > 2 {
			want = want[:len(want)-1]
		}
		if got := screen.fit([][]string{nil, cells, {"x"}}); !slices.Equal(got, want) {
			t.Fatalf("fit of %q to %d columns = %v, want %v", cells, screen.Width, got, want)
		}
	}
}

// Nothing of a text is lost where its lines are broken, and none is too wide.
func TestWrapped(t *testing.T) {
	for text, want := range map[string]string{"": "", "a b": "a b", "ab c": "ab,c", "ab cdefgh i": "ab,cde,fgh,i", "abc def": "abc,def", "ab cdefghij": "ab,cde,fgh,ij", "éé é": "éé,é"} {
		if got := strings.Join(wrapped(text, 3), ","); got != want {
			t.Errorf("%q is broken into %q, want %q", text, got, want)
		}
	}
	if got, want := string(Screen{Width: 10}.note(nil, "aaaa bbb cccc bbbb")), "  aaaa bbb\n  cccc\n  bbbb\n"; got != want {
		t.Errorf("a note of 10 columns is %q, want %q", got, want)
	}
	for width := 10; width < 40; width++ {
		for line := range strings.Lines(string(Screen{Width: width}.note(nil, strings.Repeat("a bb ccc dd ", 20)+strings.Repeat("e", 99)))) {
			if n := len(line) - 1; n > width {
				t.Errorf("a note for %d columns has a line of %d: %q", width, n, line)
			}
		}
	}
}

// The labels of an axis are apart, the last one from the one before it, too.
func TestLabelsAreApart(t *testing.T) {
	for n := 1; n <= 2*mostBins; n++ {
		for _, end := range []int{0, noEnd} {
			tab := &table{}
			for i := range n {
				tab.rows = append(tab.rows, row{kind: binRow, from: i, to: i})
			}
			if end == noEnd {
				tab.rows[n-1].to = noEnd
			}
			labels, before := tab.labels(), -100.0
			for i, l := range labels {
				var at float64
				if _, err := fmt.Sscanf(l.X, "%f%%", &at); err != nil || at-before < 99.0/(mostLabels+1) {
					t.Errorf("of %d bins, label %d of %d is at %s, too near to that at %v", n, i, len(labels), l.X, before)
				}
				before = at
			}
			if len(labels) == 0 || len(labels) > mostLabels+1 || end == noEnd && labels[len(labels)-1].Text != fmt.Sprintf("%d+", n-1) {
				t.Errorf("%d bins have the labels %v", n, labels)
			}
		}
	}
}
