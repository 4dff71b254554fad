package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/testkit"
)

// refusals are flags that are refused with an error that says why, by each command that has
// all of them.
var refusals = []struct{ flags, says string }{
	{"--field 0", "it must be a whole number of at least 1"},
	{"--field name", "--field NAME needs --header"},
	{"--csv", "--csv needs --field"},
	{"--header", "--header needs --field"},
	{"--delimiter ,", "--delimiter needs --field"},
	{"--field 1 --log", "--field and --log cannot be used together"},
	{"--field 1 --json-field a", "--field and --json-field cannot be used together"},
	{"--log --json-field a", "--log and --json-field cannot be used together"},
	{"--field 1 --csv --null", "--csv and --null cannot be used together"},
	{`--field 1 --csv --delimiter "`, `--delimiter cannot be " or blanks with --csv`},
	{"--field 1 --csv --delimiter blanks", `--delimiter cannot be " or blanks with --csv`},
	{`--field 1 --delimiter \q`, `it must be one byte, or \t or \\, or "blanks"`},
	{"--field 1 --delimiter ab", `it must be one byte, or \t or \\, or "blanks"`},
	{"--field 1 --delimiter=", `it must be one byte, or \t or \\, or "blanks"`},
	{`--field 1 --delimiter \r`, "it cannot be what ends lines"},
	{`--field 1 --delimiter \0 --null`, "--delimiter cannot be what ends the lines"},
	{"--as target", "--as needs --log"},
	{"--append", "--append needs --field, --log, --log-format or --json-field"},
	{"--log-format x", "--log-format"},
	{"--json-field a..b", "it is names joined by"},
	{"--max-line 0", "it must be at least 1 byte"},
	{"--max-line 2G", "it must be at most 2147483647 bytes"},
	{"--max-line x", "a size is a number of bytes"},
	{"--block-size 0", "it must be at least 1 byte"},
	{"--memory x", "a size is a number of bytes"},
	{"--memory 65535", "it must be at least 64K"},
	{"--jobs 0", "it must be a whole number of at least 1"},
	{"--jobs 1x", "it must be a whole number of at least 1"},
	{"--null=x", "it must be true or false"},
	{"--progress x", "it must be one of auto, always, never"},
	{"--color x", "it must be one of auto, always, never"},
	{"--output=", "it must be the name of a file"},
	{"--rejects=", "it must be the name of a file"},
	{"--rejects -", "standard output is for the results"},
	{"--rejects a --output ./a", "--output and --rejects cannot be the same file"},
	{"--on-error x", "it must be one of "},
	{"--header --url a:", "--url and --header cannot be used together"},
	{"--psl=", "it must be the name of a file"},
	{"--psl list", "--psl needs --"},
	{"--rules .", "no rules: read .: is a directory"},
	{"--profile .", "no profile: read .: is a directory"},
	{"--policy .", "read .: is a directory"},
	{"--policy redirect", `redirect needs an origin: name a file with {"like":"redirect","origin":"https://www.example.com"}`},
	{"--level x", "it must be one of "},
	{"--seed-of a", "--seed-of needs --seen"},
	{"--seen=", "--seen needs the name of a file"},
	{"--seen -", "--seen needs the name of a file"},
	{"--state -", "--state needs the name of a file"},
	{"--html -", "--html needs the name of a file"},
	{"--top 0", "it must be a whole number of at least 1"},
	{"--mask=", "--mask must not be empty"},
}

// A flag means the same in each command that has it, and is refused for the same reasons.
func TestEachCommandRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	tried := make([]int, len(refusals))
	eachCommand(func(c *cobra.Command) {
		if !c.Runnable() || !c.HasParent() {
			return
		}
		for i, r := range refusals {
			if !hasAll(c, r.flags) || c.Name() == "extract" && strings.HasPrefix(r.flags, "--as ") {
				continue
			}
			args := append([]string{c.Name()}, strings.Fields(r.flags)...)
			args = append(args, strings.Fields(map[string]string{"query": "--sort", "relativize": "--base http://a/", "resolve": "--base http://a/"}[c.Name()])...)
			tried[i]++
			got := runWith("a:\n", args...)
			if got.status != diag.ExitUsage || got.out != "" || !strings.HasPrefix(got.err, "uriscan: ") || !strings.Contains(got.err, r.says) {
				t.Errorf("run(%q) = %s, want status %d and an error that says %q", args, clip(got), diag.ExitUsage, r.says)
			}
		}
	})
	for i, n := range tried {
		if n == 0 {
			t.Errorf("no command has tried %s", refusals[i].flags)
		}
	}
	if files := entries(t); len(files) > 0 {
		t.Errorf("refused flags leave the files %q", files)
	}
}

// What a command refuses it refuses beside any other flag, too.
func TestRefusedBesideOthers(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.Write(t, "rules", `{"routes":["/a/{id}"]}`)
	for _, line := range []string{
		"dedupe --json-field a.*", "dedupe --psl list", "dedupe --rules rules", "dedupe --seed-of a", "dedupe --only case --level syntax", "stats --psl list", "stats --rules rules", "stats --state -", "stats --html -", "stats --state a --compare b",
		"resolve --base http://a/ --key", "resolve --pairs --field 1", "resolve --base a", "relativize", "relativize --base a", "query --get a --sort", "parse --tsv --psl list", "parse --format {nonesuch}", "parse --semconv --json",
		"target --sni h", "target --host=", "target --host h --json", "target --log --as reference", "target --method=", "redact --mask=", "redact --field 1 --delimiter X --mask X", "check --print bad --on-error fail",
		"normalize --key --explain", "normalize --key --changed", "normalize --level syntax --profile crawl-v1", "normalize --json-field a.* --explain", "inspect --json --print good", "inspect --policy fetch --policy ingress",
	} {
		args := strings.Fields(line)
		eachCommand(func(c *cobra.Command) {
			if c.Name() != args[0] {
				return
			}
			flags := []string{"--quiet"}
			c.Flags().VisitAll(func(f *pflag.Flag) {
				if f.NoOptDefVal != "" && f.Name != "help" && f.Name != "usage" && f.Name != "version" && !slices.Contains(args, "--"+f.Name) {
					flags = append(flags, "--"+f.Name)
				}
			})
			for _, flag := range flags {
				if got := runWith("a:\n", append(args[:len(args):len(args)], flag)...); got.status != diag.ExitUsage || got.out != "" {
					t.Errorf("%s %s = %s, want status %d", line, flag, clip(got), diag.ExitUsage)
				}
			}
		})
	}
}

// hasAll reports whether c has all flags of a part of a command line.
func hasAll(c *cobra.Command, line string) bool {
	for word := range strings.FieldsSeq(line) {
		if name, ok := strings.CutPrefix(word, "--"); ok {
			if name, _, _ = strings.Cut(name, "="); c.Flags().Lookup(name) == nil {
				return false
			}
		}
	}
	return true
}

// A screen of help has at most 42 lines: the sentence, the use, three examples, the commands, and
// the flags but those that choose a column, in the order of --help.
func TestScreens(t *testing.T) {
	eachCommand(func(c *cobra.Command) {
		if c.IsAdditionalHelpTopicCommand() {
			return
		}
		path := strings.Fields(c.CommandPath())[1:]
		got := runWith("", append(path, "-h")...).out
		if first := runWith("", slices.Concat([]string{"-h"}, path)...); first != (outcome{diag.ExitGood, got, ""}) {
			t.Errorf("-h %s = %+v, want %s", c.Name(), first, got)
		}
		lines := strings.Split(c.Example, "\n")
		want := fmt.Sprintf("%s.\n\nUsage: %s\n\nExamples:\n%s\n", c.Short, c.UseLine(), strings.Join(lines[:3], "\n"))
		if !c.HasParent() {
			want += "\nCommands:\n"
			for _, m := range makers() {
				want += fmt.Sprintf("  %-11s %s\n", m.name, strings.SplitN(textOf(m.name), "\n", 2)[0])
			}
		}
		hasColumns := c.Flags().Lookup("json-field") != nil
		if hasColumns {
			want += "\nRecords: --field N, --csv, --log, --json-field PATH and others choose a column;\nuriscan help columns has them.\n"
		}
		end := "\n" + c.CommandPath() + " --help has everything.\n"
		if want += "\nFlags:\n"; !strings.HasPrefix(got, want) || !strings.HasSuffix(got, end) {
			t.Errorf("%s -h is %s, want it to begin with %s and to end with %s", c.CommandPath(), got, want, end)
		}
		last := 0
		c.Flags().VisitAll(func(f *pflag.Flag) {
			at := regexp.MustCompile("(?m)^  (-.,|   ) --" + f.Name + " ").FindStringIndex(got)
			if is := at != nil; is != (!f.Hidden && !(hasColumns && isColumnFlag(f.Name))) {
				t.Errorf("%s -h has --%s: %t", c.CommandPath(), f.Name, is)
			} else if is && at[0] <= last {
				t.Errorf("%s -h has --%s before flags that --help has before it", c.CommandPath(), f.Name)
			} else if is {
				last = at[0]
			}
		})
		if n := strings.Count(got, "\n"); n > 42 {
			t.Errorf("%s -h has %d lines, want 42", c.CommandPath(), n)
		}
		for line := range strings.Lines(got) {
			if len(line) > 80+1 {
				t.Errorf("%s -h has a line of %d columns, want 80: %s", c.CommandPath(), len(line)-1, line)
			}
		}
	})
}

// The names of all commands are completed, once, and after help those of topics, too.
func TestHelpCompletes(t *testing.T) {
	commands, all := "", ""
	for _, m := range makers() {
		line := m.name + "\t" + strings.SplitN(textOf(m.name), "\n", 2)[0] + "\n"
		if all += line; m.make(stream.Std{}).Runnable() {
			commands += line
		}
	}
	for before, want := range map[string]string{"": commands + "help\tExplain a command\n:4\n", "help": all + ":4\n", "help parse": ":4\n"} {
		args := append(append([]string{"__complete"}, strings.Fields(before)...), "")
		if got := runWith("", args...).out; got != want {
			t.Errorf("after %q %q is completed, want %q", before, got, want)
		}
	}
}

// entries returns the names of what is in the current folder.
func entries(t *testing.T) (names []string) {
	t.Helper()
	found, err := os.ReadDir(".")
	testkit.Must(t, err)
	for _, e := range found {
		names = append(names, e.Name())
	}
	return names
}
