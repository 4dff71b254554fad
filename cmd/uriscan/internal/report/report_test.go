package report

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/uriscan/uriscan/cmd/uriscan/internal/tally"
)

// sample returns a small report; every value is there so many times more often.
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
			Listed("host", "Hosts", "valid references", valid, "no authority", hostNames.Sum(), 2),
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

const wantText = `links.txt
  lines             9
  valid references  8  88.9%
  different ones    3

Validity, of 9 lines
  valid     8  88.9%  ########################################
  bad-path  1  11.1%  #####

Hosts, of 8 valid references
  a.example       3  37.5%  ########################################
  (empty)         2  25.0%  ###########################
  (others)        1  12.5%
  (no authority)  2  25.0%
  3 different values

Rungs, of 8 valid references
  case    1  12.5%  ########################################
  ipv6    1  12.5%  ########################################
  (none)  1  12.5%  ########################################

Lengths of lines, of 6 lines
  0-1    0   0.0%
  2-3    0   0.0%
  4-5    0   0.0%
  6-7    3  50.0%  ########################################
  8-9    0   0.0%
  10-11  0   0.0%
  12-13  0   0.0%
  14-15  0   0.0%
  16-17  2  33.3%  ###########################
  18-19  0   0.0%
  20-21  0   0.0%
  22-23  0   0.0%
  24-25  0   0.0%
  26-27  1  16.7%  #############

Depth, of 6 valid references
  0  3  50.0%  ########################################
  1  2  33.3%  ###########################
  2  1  16.7%  #############

Lengths in bytes, path depth in segments
         p50  p90  p95  p99  max  count
  line     7   27   27   27   27      6
  depth    0    2    2    2    2      6
`

func TestText(t *testing.T) {
	got := string(New(sample("links.txt", 1, "a.example", "", "b.example")).AppendText(nil, Screen{Width: 80}))
	if got != wantText {
		t.Errorf("AppendText = %s, want %s", got, wantText)
	}
}

const wantCompared = `A old.txt, B new.txt
                    A  B
  lines             9  9
  valid references  8  8
  different ones    3  3

Validity, of 9 and 9 lines
                A      B  B - A
  valid     88.9%  88.9%    0.0
  bad-path  11.1%  11.1%    0.0

Hosts, of 8 and 8 valid references
                      A      B  B - A
  a.example       37.5%  12.5%  -25.0
  c.example        0.0%  37.5%  +37.5
  b.example       25.0%  25.0%    0.0
  (others)        12.5%   0.0%  -12.5
  (no authority)  25.0%  25.0%    0.0
  3 different values in A
  3 different values in B
`

func TestTextCompared(t *testing.T) {
	v := New(sample("old.txt", 1, "a.example", "b.example", "d.example"), sample("new.txt", 1, "c.example", "b.example", "a.example"))
	got := string(v.AppendText(nil, Screen{Width: 80}))
	if !strings.HasPrefix(got, wantCompared) {
		t.Errorf("AppendText = %s, want %s", got, wantCompared)
	}
}

// No line is wider than the screen, and nothing on it is what it does not
// understand.
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

const wantJSON = `{"files":["links.txt"],"lines":9,"valid":8,"distinct":{"count":3,"exact":true},` +
	`"validity":{"of":9,"values":[{"value":"valid","count":8,"share":0.888889},{"value":"bad-path","count":1,"share":0.111111}]},` +
	`"host":{"of":8,"distinct":3,"exact":true,"values":[{"value":"a.example","count":3,"share":0.375},{"value":"b.example","count":2,"share":0.25}],` +
	`"others":{"count":1,"share":0.125},"none":{"count":2,"share":0.25}},` +
	`"rungs":{"of":8,"values":[{"value":"case","count":1,"share":0.125},{"value":"ipv6","count":1,"share":0.125}],"none":{"count":1,"share":0.125}},` +
	`"lengths":{"line":{"count":6,"p50":7,"p90":27,"p95":27,"p99":27,"max":27,"histogram":[`

func TestJSON(t *testing.T) {
	a := sample("links.txt", 1, "a.example", "b.example", "c.example")
	got := string(New(a).AppendJSON(nil))
	if !strings.HasPrefix(got, wantJSON) || !json.Valid([]byte(got)) || strings.Count(got, "\n") != 1 {
		t.Errorf("AppendJSON = %s, want %s", got, wantJSON)
	}
	got = string(New(a, sample("x", 2, "b.example")).AppendJSON(nil))
	want := `{"files":[["links.txt"],["x"]],"lines":[9,5],"valid":[8,4],"distinct":[{"count":3,"exact":true},{"count":1,"exact":true}],` +
		`"validity":{"of":[9,5],"values":[{"value":"valid","count":[8,4],"share":[0.888889,0.8],"difference":-0.088889},`
	if !strings.HasPrefix(got, want) || !json.Valid([]byte(got)) {
		t.Errorf("AppendJSON of two = %s, want %s", got, want)
	}
}

// Names of files may hold anything. Whatever the form, they do nothing.
func TestHostileNames(t *testing.T) {
	names := []string{
		"<script>alert(1)</script>", `"><img src=x onerror=alert(1)>`, "a\x1b[31mb", "a\x9b31m", "a\u009b31m", "a\u202eb",
		"a\nb\rc", "a\x00b\x7f", "\xff\xfe", `{{.}}`, "</title>", "-->", "'", "\u2028", "é.txt", "😀",
	}
	for _, name := range names {
		for _, v := range []*View{New(sample(name, 1, "h")), New(sample(name, 1, "h"), sample("x", 1, "h"))} {
			text, js := v.AppendText(nil, Screen{Width: 80}), v.AppendJSON(nil)
			var page strings.Builder
			if err := v.WriteHTML(&page); err != nil {
				t.Fatal(err)
			}
			for form, out := range map[string]string{"text": string(text), "JSON": string(js), "HTML": page.String()} {
				for _, r := range strings.ReplaceAll(out, "\n", "") {
					if r < ' ' || r >= 0x7f && r < 0xa0 || r == utf8.RuneError || r == '\u202e' || r == '\u2028' {
						t.Errorf("%s of %q has %U in it", form, name, r)
					}
				}
			}
			if p := page.String(); strings.Contains(p, "<script") || strings.Contains(p, "<img") || strings.Count(p, "</title>") != strings.Count(p, "<title>") {
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

// The page needs nothing from elsewhere, and its tags are balanced.
func TestPage(t *testing.T) {
	tag := regexp.MustCompile(`<(/?)([a-z0-9]+)[^>]*?(/?)>`)
	void := map[string]bool{"meta": true, "link": true, "line": true, "rect": true}
	for _, v := range []*View{New(sample("a", 1, "h", "i")), New(sample("a", 1, "h"), sample("b", 3, "i")), New(sample("a", 0))} {
		var b strings.Builder
		if err := v.WriteHTML(&b); err != nil {
			t.Fatal(err)
		}
		page := b.String()
		for _, s := range []string{"<script", "http:", "https:", "src=", "url(", "@import", "NaN", "Inf", "ZgotmplZ"} {
			if strings.Contains(page, s) {
				t.Errorf("the page has %q in it", s)
			}
		}
		var open []string
		for _, m := range tag.FindAllStringSubmatch(page, -1) {
			switch {
			case m[3] != "" || void[m[2]] && m[1] == "":
				if m[2] == "rect" && m[3] == "" {
					open = append(open, m[2])
				}
			case m[1] == "":
				open = append(open, m[2])
			case len(open) == 0 || open[len(open)-1] != m[2]:
				t.Fatalf("</%s> closes %v", m[2], open)
			default:
				open = open[:len(open)-1]
			}
		}
		if len(open) > 0 {
			t.Errorf("%v are not closed", open)
		}
	}
}

func TestFigures(t *testing.T) {
	for _, tt := range []struct {
		n, of uint64
		want  string
	}{
		{0, 0, "0.0%"}, {0, 7, "0.0%"}, {1, 10_000, "<0.1%"}, {1, 2000, "0.1%"}, {1, 3, "33.3%"},
		{9994, 10_000, "99.9%"}, {9996, 10_000, ">99.9%"}, {7, 7, "100.0%"}, {1<<64 - 1, 1<<64 - 1, "100.0%"},
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
	for d, want := range map[float64]string{0: "0.0", 0.25: "+25.0", -0.0001: "-0.0", -1: "-100.0"} {
		if got := points(d); got != want {
			t.Errorf("points(%v) = %q, want %q", d, got, want)
		}
	}
	for _, tt := range []struct {
		in   string
		n    int
		want string
	}{{"abc", 3, "abc"}, {"abcdef", 5, "ab..f"}, {"abcdefgh", 6, "ab..gh"}, {"", 3, ""}, {"äöüäöü", 5, "äö..ü"}} {
		if got := clipped(tt.in, tt.n); got != tt.want {
			t.Errorf("clipped(%q, %d) = %q, want %q", tt.in, tt.n, got, tt.want)
		}
	}
}
