package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/internal/testkit"
)

// shards divides lines into n files, and returns their names.
func shards(t *testing.T, lines []string, n int) (names []string) {
	t.Helper()
	for i := range n {
		size := len(lines)/n + 1
		name := fmt.Sprintf("%02d.txt", i)
		testkit.Write(t, name, strings.Join(lines[min(i*size, len(lines)):min((i+1)*size, len(lines))], ""))
		names = append(names, name)
	}
	return names
}

// What was counted or seen in shards is, when it is merged, what a run over all of them
// counts or sees.
func TestMergedShardsAreTheWhole(t *testing.T) {
	t.Chdir(t.TempDir())
	lines := slices.Collect(strings.Lines(mixedLines(1, 200) + "\n" + strings.Repeat("http://hot/%7e?a=1\nHTTP://hot:80/~?a=1\n", 300)))
	for _, n := range []int{1, 3, 50} {
		files := shards(t, lines, n)
		for i, flags := range []string{"", " --only hosts,paths", " --by site,template", " --by template", " --by site"} {
			if n == 50 && i > 0 || n == 1 && i > 2 {
				break
			}
			var states []string
			for _, file := range files {
				state := strings.TrimSuffix(file, ".txt") + ".state"
				if got := runWith("", strings.Fields("stats --json --state "+state+" "+file+flags)...); got.status != diag.ExitGood {
					t.Fatalf("stats of %s = %+v", file, got)
				}
				states = append(states, state)
			}
			runWith("", append([]string{"merge", "-o", "sum.state"}, states[1:]...)...)
			prints := " --json"
			if !strings.HasPrefix(flags, " --by") {
				prints += flags
			}
			want := runWith("", append(strings.Fields("stats"+prints+flags), files...)...).out
			parts := [][]string{states, {states[0], "sum.state"}}
			if n == 1 {
				parts = parts[:1]
			}
			for _, part := range parts {
				if got := runWith("", append(strings.Fields("merge"+prints), part...)...).out; got != want {
					t.Errorf("merged, %d shards%s are %.300q, want %.300q", n, flags, got, want)
				}
				inText := strings.Replace(prints, " --json", " --color always", 1)
				want := runWith("", append(strings.Fields("stats"+inText+flags), files...)...).out
				if got := runWith("", append(strings.Fields("merge"+inText), part...)...).out; got != want || !strings.Contains(got, "\x1b[") {
					t.Errorf("merged, %d shards%s are %.300q, want %.300q in colours", n, flags, got, want)
				}
			}
		}
		runWith("", "dedupe", "--seen", "seed.set", "--quiet")
		merge, printed := []string{"merge", "-o", "all.set"}, ""
		for i, file := range files {
			set := fmt.Sprintf("%d.%d.set", n, i)
			got := runWith("", "dedupe", "--seen", set, "--seed-of", "seed.set", "--quiet", file)
			merge, printed = append(merge, set), printed+got.out
		}
		if got := runWith("", merge...); got != (outcome{}) {
			t.Errorf("run(%q) = %+v", merge, got)
		}
		want := runWith(printed, "dedupe").out
		if got := runWith("", append([]string{"dedupe", "--quiet"}, files...)...).out; got != want {
			t.Errorf("what the shards print is, deduplicated, %q, want %q", want, got)
		}
		if got := runWith("", append([]string{"dedupe", "--quiet", "--seen", "all.set"}, files...)...).out; got != "" {
			t.Errorf("with the merged set there is still %q", got)
		}
		if got := runWith(strings.Join(lines, "")+"new:\n", "dedupe", "--quiet", "--seen", "all.set").out; got != "new:\n" {
			t.Errorf("with the merged set %q is new, want %q", got, "new:\n")
		}
	}
}

func TestMergeRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	runWith("http://h/", "dedupe", "--seen", "set")
	runWith("http://h/", "dedupe", "--seen", "other.set")
	runWith("http://h/", "dedupe", "--seen", "syntax.set", "--seed-of", "set", "--level", "syntax")
	runWith("http://h/", "stats", "--state", "state")
	runWith("http://h/", "stats", "--state", "sites.state", "--by", "site")
	testkit.Write(t, "text", "http://h/\n")
	testkit.Write(t, "s.tmp", "http://h/\n")
	runWith("http://h/", "dedupe", "--seen", "m.tmp")
	runWith("http://h/", "dedupe", "--seen", "set.tmp")
	testkit.Must(t, os.Symlink("set", "link"))
	for line, want := range map[string]outcome{
		"merge":                                 {diag.ExitUsage, "", "give the FILEs"},
		"merge -o out -":                        {diag.ExitUsage, "", "merge does not read standard input"},
		"merge -o - state":                      {diag.ExitUsage, "", "--output needs the name of a file"},
		"merge set":                             {diag.ExitUsage, "", "give --output FILE for the merged set"},
		"merge --json -o out state":             {diag.ExitUsage, "", "--output and --json cannot be used together"},
		"merge --url http://h/ state":           {diag.ExitUsage, "", "unknown flag: --url"},
		"merge -o out set other.set":            {diag.ExitIO, "", "other.set: it has another seed"},
		"merge -o out set state":                {diag.ExitIO, "", "state: it was not written by dedupe --seen"},
		"merge state set":                       {diag.ExitIO, "", "set: it was not written by stats --state"},
		"merge state sites.state":               {diag.ExitIO, "", "sites.state: it was counted with other --by,"},
		"merge text":                            {diag.ExitIO, "", "text: it was written neither by"},
		"merge none":                            {diag.ExitIO, "", "none: "},
		"merge -o none/out state":               {diag.ExitIO, "", "none/out: "},
		"merge -o out set none":                 {diag.ExitIO, "", "none: "},
		"dedupe --seen other.set --seed-of set": {diag.ExitUsage, "", "other.set has another seed than set"},
		"dedupe --seen new.set --seed-of set --level identical": {diag.ExitUsage, "", "set was made with --level scheme, not with --level identical"},
		"dedupe --seen new.set --seed-of text":                  {diag.ExitIO, "", "text: it was not written by dedupe --seen"},
		"dedupe --seen new.set --seed-of none":                  {diag.ExitIO, "", "none: "},
		"dedupe --seen new.set --seed-of .":                     {diag.ExitIO, "", ".: it was not written by dedupe --seen"},
		"merge -o m m.tmp":                                      {diag.ExitUsage, "", "m.tmp: an input cannot be the output"},
		"merge -o link set.tmp":                                 {diag.ExitUsage, "", "set.tmp: an input cannot be the output"},
		"dedupe --seen m --seed-of m.tmp":                       {diag.ExitUsage, "", "m.tmp: an input cannot be the output"},
		"stats --state s --compare text text":                   {diag.ExitUsage, "", "--state and --compare cannot"},
	} {
		got := runWith("", strings.Fields(line)...)
		if got.status != want.status || got.out != want.out || !regexp.MustCompile("^uriscan: "+regexp.QuoteMeta(want.err)).MatchString(got.err) {
			t.Errorf("run(%q) = %+v, want %+v", line, got, want)
		}
	}
	for _, name := range []string{"out", "new.set", "s", "m", "-"} {
		if text, err := os.ReadFile(name); err == nil {
			t.Errorf("%s was written: %q", name, text)
		}
	}
	// With the seed of a set that is there already the same command can be run each day.
	if got := runWith("http://i/\n", "dedupe", "--seen", "set", "--seed-of", "set"); got.out != "http://i/\n" {
		t.Errorf("a set with its own seed = %+v", got)
	}
	if got := runWith("", "stats", "--state", "s", "none"); got.status != diag.ExitIO {
		t.Errorf("stats of what is not there = %+v", got)
	} else if _, err := os.ReadFile("s"); err == nil {
		t.Error("an input failed, and there is a state")
	}
}

// What counts of the files of --psl and --rules is what they say, not what they are called.
func TestMergeOfOtherLists(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.Write(t, "psl", "com\nco.uk\n")
	testkit.Write(t, "same.psl", "// of today\nco.uk\ncom\n")
	testkit.Write(t, "other.psl", "com\nuk\n")
	testkit.Write(t, "rules", `{"routes":["/a/{b}"]}`)
	testkit.Write(t, "same.rules", ` { "routes": ["/a/{b}"] } `)
	testkit.Write(t, "other.rules", `{"routes":["/a/{c}"]}`)
	runWith("", "dedupe", "--seen", "seed.set", "--key", "template", "--rules", "rules")
	runWith("", "dedupe", "--seen", "site.set", "--key", "site", "--psl", "psl")
	runWith("", "dedupe", "--seen", "builtin.set", "--key", "site")
	stats, set := "stats --state ", "dedupe --seed-of seed.set --key template --seen "
	sites, builtin := "dedupe --seed-of site.set --key site --seen ", "dedupe --seed-of builtin.set --key site --seen "
	const otherSites = "made with --level scheme --key site --psl of checksum "
	for _, tt := range []struct{ one, two, err string }{
		{stats + "ONE --by site --psl psl", stats + "TWO --by site --psl same.psl", ""},
		{stats + "ONE --by site --psl psl", stats + "TWO --by site --psl other.psl", "counted with other --by, --psl, --rules,"},
		{stats + "ONE --by site --psl psl", stats + "TWO --by site", "counted with other --by, --psl, --rules,"},
		{stats + "ONE --by site", stats + "TWO --by site", ""},
		{stats + "ONE --by template --rules rules", stats + "TWO --by template --rules same.rules", ""},
		{stats + "ONE --by template --rules rules", stats + "TWO --by template --rules other.rules", "counted with other --by, --psl, --rules,"},
		{stats + "ONE --by template --rules rules", stats + "TWO --by template", "counted with other --by, --psl, --rules,"},
		{stats + "ONE --by template", stats + "TWO --by template", ""},
		{set + "ONE --rules rules", set + "TWO --rules same.rules", ""},
		{set + "ONE --rules rules", "dedupe --key template --seen TWO --rules other.rules", "made with --level scheme --key scheme,host,port,template --rules of checksum "},
		{sites + "ONE --psl psl", sites + "TWO --psl same.psl", ""},
		{sites + "ONE --psl psl", "dedupe --key site --seen TWO --psl other.psl", otherSites},
		{sites + "ONE --psl psl", "dedupe --key site --seen TWO", otherSites},
		{builtin + "ONE", builtin + "TWO", ""},
		{set + "ONE --rules rules", "dedupe --key template --seen TWO", "made with --level scheme --key scheme,host,port,template --rules of checksum "},
	} {
		for _, name := range []string{"ONE", "TWO", "ALL"} {
			os.Remove(name)
		}
		for _, line := range []string{tt.one, tt.two} {
			if got := runWith("http://www.h.co.uk/a/b\n", strings.Fields(line)...); got.status != diag.ExitGood {
				t.Fatalf("run(%q) = %+v", line, got)
			}
		}
		got := runWith("", "merge", "-o", "ALL", "ONE", "TWO")
		_, err := os.Stat("ALL")
		if tt.err == "" && (got != outcome{} || err != nil) || tt.err != "" && (got.status != diag.ExitIO || !strings.Contains(got.err, "TWO: it was "+tt.err) || err == nil) {
			t.Errorf("merge of %q and %q = %+v, want %q", tt.one, tt.two, got, tt.err)
		}
	}
}
