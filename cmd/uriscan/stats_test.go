package main

import (
	"encoding/json"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/report"
	"github.com/uriscan/uriscan/cmd/internal/stats"
	"github.com/uriscan/uriscan/cmd/internal/term"
	"github.com/uriscan/uriscan/internal/testkit"
)

func TestStatsFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.Write(t, "a", "http://www.example.co.uk/\nhttp://b.example.co.uk/\nhttp://127.0.0.1/\nx\n")
	testkit.Write(t, "b", "http://b.test.\nb c\n")
	testkit.Write(t, "long", "//"+strings.Repeat("a.", 126)+"test\n") // 256 bytes
	testkit.Write(t, "edge", "//bc."+strings.Repeat("a.", 124)+"test\n")
	testkit.Write(t, "psl", "// mine\nexample.co.uk\nwww.example.co.uk\n")
	testkit.Write(t, "nothing", "")
	testkit.Write(t, "rules", `{"routes":["/a/{b}"]}`)
	for _, tt := range []struct {
		name string
		args []string
		want outcome // out and err are in it, but no out means an empty one
	}{
		{"several", []string{"a", "b"}, outcome{0, `"lines":6,"valid":5`, ""}},
		{"missing among others", []string{"a", "missing", "b"}, outcome{3, `"lines":6,"valid":5`, "uriscan: missing: no such file or directory\n"}},
		{"sites", []string{"--by", "site", "a"}, outcome{0, `{"value":"example.co.uk","count":2,"share":0.5}],"none":{"count":2,"share":0.5}}`, ""}},
		{"sites by a list", []string{"--by", "site", "--psl", "psl", "a"}, outcome{0, `[{"value":"b.example.co.uk","count":1,"share":0.25}],"none":{"count":3,"share":0.75}}`, ""}},
		{"sites and a dot", []string{"--by", "site", "b"}, outcome{0, `"site":{"of":1,"distinct":1,"exact":true,"values":[{"value":"b.test","count":1,"share":1}]}`, ""}},
		{"sites and what is no name", []string{"--by", "site", "long"}, outcome{0, `"site":{"of":1,"distinct":0,"exact":true,"values":[],"none":{"count":1,"share":1}}`, ""}},
		{"sites and the longest name", []string{"--by", "site", "edge"}, outcome{0, `"site":{"of":1,"distinct":1,"exact":true,"values":[{"value":"a.test","count":1,"share":1}]}`, ""}},
		{"compared", []string{"--compare", "a", "b"}, outcome{0, `{"files":[["a"],["b"]],"lines":[4,2],"valid":[4,1],`, ""}},
		{"compared with what is missing", []string{"--compare", "missing", "b"},
			outcome{3, `{"files":[["missing"],["b"]],"lines":[0,2],"valid":[0,1],`, "uriscan: missing: no such file or directory\n"}},
		{"templates", []string{"--by", "template", "--url", "/a/1?b", "--url", "/a/2", "--only", "templates"}, outcome{0, `"template":{"of":2,"distinct":1,"exact":true,"values":[{"value":"/a/{number}","count":2,"share":1}]}}` + "\n", ""}},
		{"templates by a file", []string{"--only", "templates", "--url", "/a/1", "--rules", "rules"}, outcome{0, `"values":[{"value":"/a/{b}","count":1,"share":1}]}}` + "\n", ""}},
		{"rules and no templates", []string{"--by", "site", "--rules", "rules", "a"}, outcome{2, "", "uriscan: --rules needs --by template\nrun 'uriscan stats --help' for the rules and examples\n"}},
		{"the list is missing", []string{"--by", "site", "--psl", "missing", "a", "--html", "x"}, outcome{3, "", "uriscan: missing: no such file or directory\n"}},
		{"the list has no rules", []string{"--by", "site", "--psl", "nothing", "a"},
			outcome{3, "", "uriscan: nothing: no rules of a public suffix list are in it\n"}},
		{"the page is an input", []string{"a", "--html", "a"}, outcome{2, "", "uriscan: a: an input cannot be the output, too: write to another file, then rename it\n"}},
		{"the page is what is compared", []string{"a", "--compare", "b", "--html", "b"}, outcome{2, "", "uriscan: b: an input cannot be the output, too: write to another file, then rename it\n"}},
		{"the list is the output", []string{"a", "--by", "site", "--psl", "psl", "-o", "psl"}, outcome{2, "", "uriscan: psl: an input cannot be the output, too: write to another file, then rename it\n"}},
		{"the page is the output", []string{"a", "--html", "out", "-o", "out"}, outcome{3, "", "uriscan: out: it is the output already\n"}},
		{"no folder for the state", []string{"missing", "--state", "no/state"}, outcome{3, "", "uriscan: no/state: no such file or directory\n"}},
		{"no folder for the page", []string{"a", "--html", "no/page"}, outcome{3, "", "uriscan: no/page: no such file or directory\n"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := runWith("", append([]string{"stats", "--json"}, tt.args...)...)
			if got.status != tt.want.status || got.err != tt.want.err || !strings.Contains(got.out, tt.want.out) || (got.out == "") != (tt.want.out == "") {
				t.Errorf("run(%q) = %+v, want %+v", tt.args, got, tt.want)
			}
		})
	}
	if _, err := os.Stat("x"); err == nil || contents("psl") == "" {
		t.Error("a page was made although the list is missing, or the list is lost")
	}
	if got := runWith("", "stats", "a", "b", "b").out; !strings.HasPrefix(got, "a and 2 more\n") {
		t.Errorf("stats of 3 files begins with %.30q", got)
	}
}

// Each name of --only means one table, or those of lengths, in every form and order. The
// paths are there in a log, and otherwise if they are named.
func TestStatsOnly(t *testing.T) {
	t.Chdir(t.TempDir())
	line := `h - - [t] "GET @ HTTP/1.1" 200 1` + "\n"
	in := ""
	for _, target := range []string{"/a/b.html?q=1", "http://www.Example.com:8080/a", "/a/b.html", "/%zz"} {
		in += strings.ReplaceAll(line, "@", target)
	}
	testkit.Write(t, "other", strings.ReplaceAll(line, "@", "//u@[::1]/a#f"))
	for _, flags := range []string{"--log", "--log --compare other"} {
		run := func(more ...string) string {
			got := runWith(in, slices.Concat([]string{"stats"}, strings.Fields(flags), more)...)
			if got.status != diag.ExitGood || got.err != "" {
				t.Errorf("stats %s %q = %+v, want status 0", flags, more, got)
			}
			return got.out
		}
		want, all, titles := run("--by", "site,template"), "", 0
		for _, name := range stats.TableNames {
			one := run("--only", name, "--html", "page")
			if all != "" {
				all += "\n"
			}
			all += one
			titles += strings.Count(testkit.Read(t, "page"), "<h2>")
			members := map[string]any{}
			testkit.Must(t, json.Unmarshal([]byte(run("--only", name, "--json")), &members))
			if n := len(members); n != 5 && name != "summary" || n < 4 {
				t.Errorf("stats %s --only %s --json has %d members, want the summary and one more", flags, name, n)
			}
		}
		if all != want || run("--only", strings.Join(stats.TableNames, ",")) != want {
			t.Errorf("stats %s prints\n%swant all of\n%s", flags, want, all)
		}
		if run("--by", "site,template", "--html", "page"); strings.Count(testkit.Read(t, "page"), "<h2>") != titles || !strings.Contains(want, "\nPaths, of ") {
			t.Errorf("the pages of stats %s --only have %d titles, want those of the whole one", flags, titles)
		}
	}
	if got := runWith("http://h/a?b\n", "stats", "--only", "ports,paths").out; !strings.HasPrefix(got, "Paths, of 1 valid reference\n  /a  1  100.0%") {
		t.Errorf("stats --only ports,paths = %q, want the paths, and no table without ports", got)
	}
	if got := runWith(in, "stats", "--log-field", "referer").out; strings.Contains(got, "Paths") {
		t.Errorf("stats of referers = %q, want no paths", got)
	}
}

// Output to anything but a terminal is ASCII without escape sequences, as wide as COLUMNS.
func TestScreen(t *testing.T) {
	t.Setenv("COLUMNS", "50")
	f := testkit.Open(t, t.TempDir()+"/out", os.O_CREATE|os.O_RDWR)
	if got, want := screenOf(f, term.Auto), (report.Screen{Width: 50}); got != want {
		t.Errorf("screenOf(a file) = %+v, want %+v", got, want)
	}
	if got, want := screenOf(f, term.Always), (report.Screen{Width: 50, Color: true}); got != want {
		t.Errorf("screenOf(a file) with colours = %+v, want %+v", got, want)
	}
}

type countedValue struct {
	Value string
	Count int
	Share float64
}

type statsSection struct {
	Of            int
	Distinct      *int
	Exact         *bool
	Error, Least  int
	Values        []countedValue
	None          countedValue
	Others        countedValue
	Long          countedValue
	P50, P90, P95 int
	P99, Max      int
	Count         int
	Histogram     []struct{ From, To, Count int }
}

type statsAnswer struct {
	Files        []string
	Lines, Valid int
	Distinct     struct {
		Count int
		Exact bool
		Error float64
	}
	Lengths  map[string]statsSection
	sections map[string]statsSection
}

func readStats(t *testing.T, out string) (a statsAnswer) {
	t.Helper()
	all := map[string]json.RawMessage{}
	testkit.Must(t, json.Unmarshal([]byte(out), &a))
	testkit.Must(t, json.Unmarshal([]byte(out), &all))
	a.sections = map[string]statsSection{}
	for _, key := range statsSections {
		var s statsSection
		testkit.Must(t, json.Unmarshal(all[key], &s))
		a.sections[key] = s
	}
	return a
}

var statsSections = []string{"validity", "form", "scheme", "host_kind", "host", "port", "extension", "parameter", "rungs"}

// Whichever system call fails, stats reports it. It counts what it could read;
// the page is whole or empty, and so is what is printed.
func TestStatsFaults(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.Write(t, "in", faultText)
	testkit.Write(t, "other", strings.Repeat("http://www.example.com/\n", 9))
	testkit.Write(t, "psl", "com\n")
	args := strings.Fields("stats --json --by site --psl psl --compare other --html page -o out --block-size 16 in")
	want := runWith("", args...)
	printed, page := contents("out"), contents("page")
	if want.status != diag.ExitGood || !strings.HasSuffix(page, "</html>\n") {
		t.Fatalf("run(%q) = %+v, want it to succeed", args, want)
	}
	before := runtime.NumGoroutine()
	for _, tt := range []struct {
		call, on string
		err      error
		taken    int
		least    int // calls
	}{
		{"open", "", syscall.EMFILE, 0, 5},
		{"read", "in", syscall.EIO, 0, 5},
		{"read", "other", syscall.EIO, 0, 5},
		{"read", "psl", syscall.EIO, 0, 1},
		{"fstat", "page", syscall.EIO, 0, 1},
		{"write", "page", syscall.ENOSPC, 100, 1},
		{"write", "out", syscall.ENOSPC, 100, 1},
		{"close", "page", syscall.EDQUOT, 0, 1},
		{"close", "out", syscall.EDQUOT, 0, 1},
	} {
		f := &fault{call: tt.call, on: tt.on, err: tt.err, taken: tt.taken}
		hits := f.withEach(50, func() outcome {
			os.Remove("out")
			os.Remove("page")
			return runWith("", args...)
		}, func(got outcome, hit bool) {
			out, html := contents("out"), contents("page")
			_, statErr := os.Stat("page")
			switch {
			case hit && tt.call == "fstat" && f.nth > 0 && got == want && html == page:
				// It is asked what it is a second time, for what is done if a write fails.
			case !hit && (got != want || out != printed || html != page):
				t.Errorf("%+v: run = %+v without a fault, want %+v", tt, got, want)
			case hit && (got.status != diag.ExitIO || !strings.Contains(got.err, tt.err.Error()) || !strings.HasPrefix(got.err, "uriscan: ")):
				t.Errorf("%+v, call %d: run = %+v, want an error", tt, f.nth, got)
			case out != "" && !strings.HasSuffix(out, "}\n"), html != "" && !strings.HasSuffix(html, "</html>\n"):
				t.Errorf("%+v, call %d: output or page is cut", tt, f.nth)
			case tt.on == "out" && html != page:
				t.Errorf("%+v, call %d: the page is gone, or another one", tt, f.nth)
			case html == "" && statErr == nil:
				t.Errorf("%+v, call %d: an empty page is left", tt, f.nth)
			case tt.call == "read" && tt.on != "psl" && (out == "" || html == ""):
				t.Errorf("%+v, call %d: what was read is not printed", tt, f.nth)
			}
		})
		if hits < tt.least {
			t.Errorf("%+v: %d calls, want at least %d", tt, hits, tt.least)
		}
	}
	for _, other := range []string{"html", "state"} { // what was counted is printed
		restore := inject(&fault{call: "write", err: syscall.ENOSPC, taken: 100}, 1<<20)
		got := runWith("", "stats", "--json", "in", "--"+other, other)
		restore()
		if want := (outcome{diag.ExitIO, runWith("", "stats", "--json", "in").out, "uriscan: " + other + ": no space left on device\n"}); got != want {
			t.Errorf("stats without room for --%s = %+v, want %+v", other, got, want)
		}
	}
	restore := inject(&fault{}, 1<<20)
	got := runWith("", "stats", "in", "--html", "out", "-o", "out")
	restore()
	if got.status != diag.ExitIO {
		t.Errorf("stats with a page that is the output = %+v, want status %d", got, diag.ExitIO)
	}
	expectNothingLeft(t, before)
}
