package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/dedupe"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/render"
	"github.com/uriscan/uriscan/cmd/internal/stats"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/disk"
	"github.com/uriscan/uriscan/internal/disk/faults"
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/internal/testkit/suite"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// asCommand makes the test binary behave as the command, for the tests that
// need a process of its own.
const asCommand = "URISCAN_AS_COMMAND"

func TestMain(m *testing.M) {
	switch os.Getenv(asCommand) {
	case "slow", "stuck":
		pause := map[string]time.Duration{"slow": 3 * grace, "stuck": time.Minute}[os.Getenv(asCommand)]
		faults.Wrap(func(f disk.File, _ string) disk.File { return &slowFile{f, pause} })
		main()
	case "kernel":
		faults.Wrap(func(f disk.File, _ string) disk.File {
			fmt.Println(kernel.Use(kernel.Portable))
			return f
		})
		main()
	case "1":
		main()
	}
	os.Setenv("TERM", "xterm") // what openTerminal opens
	suite.Run(m)
}

type outcome struct {
	status   int
	out, err string
}

func runOn(in io.Reader, args ...string) outcome {
	var out, err strings.Builder
	status := run(context.Background(), args, stream.Std{In: in, Out: &out, Err: &err})
	return outcome{status, out.String(), err.String()}
}

func runWith(in string, args ...string) outcome { return runOn(strings.NewReader(in), args...) }

// A commandTest is a command line, its input, and the outcome.
type commandTest struct {
	name, in string
	args     []string
	want     outcome
}

// runTests runs command lines that begin with before.
func runTests(t *testing.T, tests []commandTest, before ...string) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			args := slices.Concat(before, tt.args)
			if got := runWith(tt.in, args...); got != tt.want {
				t.Errorf("run(%q) = %s, want %s", args, clip(got), clip(tt.want))
			}
		})
	}
}

// The exit statuses are those of the help, and only the command that is asked for is made.
func TestExitStatuses(t *testing.T) {
	help := strings.ReplaceAll(textOf("parts/exit"), "\n", " ")
	if want := fmt.Sprintf("Exit status: %d all good, %d some lines were bad (never of extract and stats), %d usage error, %d input or output failed.",
		diag.ExitGood, diag.ExitBad, diag.ExitUsage, diag.ExitIO); !strings.HasPrefix(help, want) {
		t.Errorf("the help says %q, want %q", help, want)
	}
	for _, m := range makers() {
		if got := newRoot(stream.Std{}, m.name, "parse").Commands(); len(got) != 1 || got[0].Name() != m.name {
			t.Errorf("%d commands are made to run %s", len(got), m.name)
		}
	}
}

// The version names the commit, and whether it was changed.
func TestVersion(t *testing.T) {
	for modified, want := range map[string]string{"true": "v1 c0ffee modified go1.26", "false": "v1 c0ffee go1.26"} {
		info := &debug.BuildInfo{GoVersion: "go1.26", Main: debug.Module{Version: "v1"}, Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "c0ffee"}, {Key: "vcs.modified", Value: modified}}}
		if got := versionOf(info); got != want {
			t.Errorf("versionOf(%v) = %q, want %q", info, got, want)
		}
	}
	for _, args := range [][]string{{"--version"}, {"check", "--version"}} {
		if got := runWith("", args...); got.status != diag.ExitGood || got.err != "" || !strings.HasPrefix(got.out, "uriscan ") || !strings.Contains(got.out, " go1.") {
			t.Errorf("run(%q) = %+v", args, got)
		}
	}
}

// The help names every kind that check can print, every field of parse, every scheme that
// extract knows without "//", every rung of normalize, part of dedupe and table of stats. Of
// URI-reference every fault in a scheme is one in a path: only the rules that demand a scheme
// have bad-scheme.
func TestHelpNamesAll(t *testing.T) {
	names := map[string][]string{"parse": render.FieldList(render.Fields)}
	for _, o := range prose.OpaqueSchemes {
		names["extract"] = append(names["extract"], o.Scheme)
	}
	for k := scanner.BadScheme; k <= scanner.TooLong; k++ {
		if k != scanner.BadScheme {
			names["check"] = append(names["check"], k.String())
		}
	}
	for f := normalize.Flags(1); f.String() != ""; f <<= 1 {
		names["normalize"] = append(names["normalize"], f.String())
		var got normalize.Flags
		if err := rungsFlag(&got).Set(f.String()); got != f || err != nil {
			t.Errorf("rungs %q = %q, %v", f, got, err)
		}
	}
	names["dedupe"], names["stats"] = dedupe.PartNames, stats.TableNames
	for command, words := range names {
		help := strings.FieldsFunc(runWith("", command, "--help").out, func(r rune) bool { return strings.ContainsRune(" ,.\n", r) })
		for _, word := range words {
			if !slices.Contains(help, word) {
				t.Errorf("%s --help does not name %s", command, word)
			}
		}
		if len(words) < 5 || command == "check" && slices.Contains(help, scanner.BadScheme.String()) {
			t.Errorf("%s --help has %q to name, or names %v", command, words, scanner.BadScheme)
		}
	}
}

// A flag's text is cut where it is longer than 56 bytes.
func TestClause(t *testing.T) {
	a := strings.Repeat("a", 50)
	for _, tt := range [][2]string{{" (b)cc", " (b)cc"}, {" (b)ccc", "ccc"}, {", bbbb", ", bbbb"}, {", bb; c", ", bb"}, {", bbbbb. c", ""}, {" (b) (c), d", ", d"}} {
		if got := clause(a + tt[0]); got != a+tt[1] {
			t.Errorf("clause(%q) = %q, want %q", a+tt[0], got, a+tt[1])
		}
	}
}

func TestSizes(t *testing.T) {
	for in, want := range map[string]int64{
		"0": 0, "1": 1, "4096": 4096, "1K": 1024, "1KiB": 1024, "16M": 16 << 20, "16MiB": 16 << 20,
		"3G": 3 << 30, "3GiB": 3 << 30, "8589934591G": 8589934591 << 30, // the last below 1<<63
	} {
		if got, err := parseSize(in); got != want || err != nil {
			t.Errorf("parseSize(%q) = %d, %v, want %d", in, got, err, want)
		}
	}
	for _, in := range []string{
		"8589934592G", "9223372036854775808", "", "K", "-1", "+1", "1.5M", "1k", "1KB", "1 K", "1KK", "0x10", "1_000",
	} {
		if got, err := parseSize(in); got != 0 || err == nil {
			t.Errorf("parseSize(%q) = %d, %v, want 0 and an error", in, got, err)
		}
	}
}

// The defaults are those of the help, and every value that is one of a few words is completed.
func TestFlags(t *testing.T) {
	t.Parallel()
	eachCommand(func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			var got, want any
			switch v := f.Value.(type) {
			case *textFlag[int]:
				got = *v.to
				want, _ = v.read(f.DefValue)
			case *textFlag[int64]:
				got = *v.to
				want, _ = v.read(f.DefValue)
			}
			if best, ok := map[string]int{"jobs": runtime.GOMAXPROCS(0), "block-size": pipeline.BlockSize}[f.Name]; ok && got != best {
				t.Errorf("%s --%s is %v, want %d", c.Name(), f.Name, got, best)
			}
			if f.DefValue != "" && got != want {
				t.Errorf("%s --%s is %v, and by its help %s", c.Name(), f.Name, got, f.DefValue)
			}
			err := f.Value.Set("no such word")
			if _, ok := f.Value.(completable); !ok && err != nil && strings.Contains(err.Error(), "it must be one of ") {
				t.Errorf("%s --%s %v, want a type with choices", c.CommandPath(), f.Name, err)
			}
		})
	})
}

// eachCommand calls f for the command itself and for all below it.
func eachCommand(f func(c *cobra.Command)) {
	root := newRoot(stream.Std{})
	f(root)
	for _, c := range root.Commands() {
		f(c)
	}
}

// Help is complete whichever way it is asked for, fits a terminal of 80
// columns and names three things to do with the command.
func TestHelpFits(t *testing.T) {
	eachCommand(func(c *cobra.Command) {
		path := strings.Fields(c.CommandPath())[1:]
		help := runWith("", append(path, "--help")...).out
		if got := runWith("", slices.Concat([]string{"help"}, path)...); got != (outcome{diag.ExitGood, help, ""}) || !strings.HasPrefix(help, c.Long+"\n\n") ||
			!strings.Contains(help, "\n"+c.Example+"\n") || strings.Contains(help, "--block-size") || strings.Contains(help, textOf("parts/exit")) != c.Runnable() || strings.Contains(help, " [command]\n") {
			t.Errorf("help of %s = %d and %q, want %q with all there is to say", c.CommandPath(), got.status, got.out, help)
		}
		if screen := runWith("", append(path, "-h")...).out; strings.Contains(screen, "(default") {
			t.Errorf("%s -h has a default, which may not fit: %s", c.CommandPath(), screen)
		}
		for line := range strings.Lines(help) {
			if len(line) > 80+1 {
				t.Errorf("%s --help has a line of %d columns, want 80: %s", c.CommandPath(), len(line)-1, line)
			}
		}
		for line := range strings.Lines(c.Long) {
			// As it is, a manual page indents it by 7 instead of 4, and ends at column 78.
			if strings.HasPrefix(line, "    ") && len(line) > 75+1 {
				t.Errorf("%s --help has an indented line of %d columns, want 75: %s", c.CommandPath(), len(line)-1, line)
			}
		}
		for _, line := range examples(c) {
			if !strings.Contains(line, "  # ") {
				t.Errorf("%s --help has the example %s, want a comment that says what for", c.CommandPath(), line)
			}
		}
		if got := len(examples(c)); got < 3 {
			t.Errorf("%s --help has %d examples, want 3", c.CommandPath(), got)
		}
	})
}

func examples(c *cobra.Command) (lines []string) {
	for line := range strings.Lines(c.Example) {
		lines = append(lines, strings.TrimSpace(line))
	}
	return lines
}
