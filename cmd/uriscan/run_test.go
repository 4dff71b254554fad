package main

import (
	"context"
	"flag"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uriscan/uriscan/internal/testkit/suite"
	"github.com/uriscan/uriscan/scanner"
)

// asCommand makes the test binary behave as the command, for the tests that
// need a process of its own.
const asCommand = "URISCAN_AS_COMMAND"

var thorough = flag.Bool("thorough", false, "try as much as CI does, beyond what fits into a minute with all other tests")

func TestMain(m *testing.M) {
	switch os.Getenv(asCommand) {
	case "slow", "stuck":
		slowFiles(map[string]time.Duration{"slow": 3 * grace, "stuck": time.Minute}[os.Getenv(asCommand)])
		fallthrough
	case "1":
		main()
	}
	suite.Run(m)
}

// An outcome is what a command leaves.
type outcome struct {
	status   int
	out, err string
}

// runOn runs the command with a reader as standard input.
func runOn(in io.Reader, args ...string) outcome {
	var out, err strings.Builder
	status := run(context.Background(), args, streams{in, &out, &err})
	return outcome{status, out.String(), err.String()}
}

// runWith runs the command with a string as standard input.
func runWith(in string, args ...string) outcome { return runOn(strings.NewReader(in), args...) }

// times is how often a test tries something random: n times, and a fifth of that unless
// the tests are to be thorough.
func times(n int) int {
	if *thorough {
		return n
	}
	return n / 5
}

// rarely is the step of a test that tries something at so many places that one in n is
// enough, and a fifth of these unless the tests are to be thorough.
func rarely(n int) int {
	if *thorough {
		return n
	}
	return 5 * n
}

// inTurn returns those of several ways that the i-th of many tries takes: one, each in
// its turn, with -short always the middle one, and all if the tests are to be thorough.
func inTurn[T any](i int, all ...T) []T {
	if *thorough {
		return all
	}
	if testing.Short() {
		return few(all...)
	}
	i %= len(all)
	return all[i : i+1]
}

// few returns what a test tries, of which one has to do with -short.
func few[T any](all ...T) []T {
	if n := len(all) / 2; testing.Short() {
		return all[n : n+1]
	}
	return all
}

// A commandTest is a command line, its input, and what becomes of that.
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

// A usageTest is a command line that is refused, and a part of the first line that
// says why.
type usageTest struct {
	name string
	args []string
	says string
}

// checkUsage checks command lines that begin with before, the name of the command.
func checkUsage(t *testing.T, tests []usageTest, before ...string) {
	t.Helper()
	for _, tt := range tests {
		args := slices.Concat(before, tt.args)
		got := runWith("g\n", args...)
		first, hint, _ := strings.Cut(got.err, "\n")
		if got.status != exitUsage || got.out != "" || !strings.Contains(first, tt.says) ||
			!strings.Contains(hint, "uriscan "+args[0]+" --help") || strings.Contains(got.err, "secret") {
			t.Errorf("%s: run(%q) = %+v, want status %d and a line with %q", tt.name, args, got, exitUsage, tt.says)
		}
	}
}

// checkLines is checkUsage of lines and what is said of them.
func checkLines(t *testing.T, lines map[string]string, before ...string) {
	t.Helper()
	for line, says := range lines {
		checkUsage(t, []usageTest{{line, strings.Fields(line), says}}, before...)
	}
}

func TestUsageErrors(t *testing.T) {
	const root, parse, check = "uriscan", "uriscan parse", "uriscan check"
	tests := []struct {
		name string
		args []string
		says string // part of the first line
		hint string // the command whose help is recommended
	}{
		{"no command", []string{}, "no command given", root}, // for nil cobra takes those of the test
		{"unknown command", []string{"frobnicate"}, `unknown command "frobnicate"`, root},
		{"help of an unknown command", []string{"frobnicate", "--help"}, `unknown command "frobnicate"`, root},
		{"misspelt command", []string{"prase"}, `did you mean "parse"?`, root},
		{"unknown topic", []string{"help", "chekc"}, `did you mean "check"?`, root},
		{"topic below a command", []string{"help", "parse", "check"}, `"uriscan parse" has no command "check"`, root},
		{"no shell", []string{"completion"}, "it is one of bash, fish, powershell, zsh", "uriscan completion"},
		{"unknown shell", []string{"completion", "bogus"}, `unknown shell "bogus": it is one of bash`, "uriscan completion"},
		{"neither true nor false", []string{"check", "-0=maybe"}, `"maybe" for "-0, --null" flag: it is true or false`, check},
		{"neither true nor false, too", []string{"parse", "--json=1.0"}, `"1.0" for "--json" flag: it is true or false`, parse},
		{"file for a command", []string{"links.txt"}, `unknown command "links.txt"`, root},
		{"unknown flag", []string{"parse", "--jsn"}, "unknown flag: --jsn", parse},
		{"unknown shorthand", []string{"check", "-v"}, "'v' in -v", check},
		{"flag of another command", []string{"check", "--json"}, "unknown flag: --json", check},
		{"two formats", []string{"parse", "--tsv", "--json"}, "--tsv and --json exclude each other", parse},
		{"format and json", []string{"parse", "--format", "{host}", "--json"}, "--json and --format exclude", parse},
		{"offsets in a template", []string{"parse", "--format", "{host}", "--offsets"}, "--offsets and --format", parse},
		{"unknown policy", []string{"check", "--on-error", "ignore"}, "one of skip, keep, fail", check},
		{"size without number", []string{"check", "--max-line", "K"}, "a size is", check},
		{"no workers", []string{"check", "-j", "0"}, "it is a number from 1", check},
		{"half a worker", []string{"check", "--jobs=1.5"}, "it is a number from 1", check},
		{"flag only of check", []string{"explain", "--quiet"}, "unknown flag: --quiet", "uriscan explain"},
		{"size over the limit", []string{"check", "--max-line", "2G"}, "it is at most 2147483647 bytes", check},
		{"size zero", []string{"check", "--max-line", "0"}, "at least 1 byte", check},
		{"missing value", []string{"check", "--max-line"}, "needs an argument", check},
		{"semconv and json", []string{"parse", "--semconv", "--json"}, "--json and --semconv exclude", parse},
		{"offsets of attributes", []string{"parse", "--offsets", "--semconv"}, "--offsets and --semconv exclude", parse},
		{"unknown field", []string{"parse", "--format", "{hst}"}, "no field {hst}", parse},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := runWith("http://a/\n", tt.args...)
			first, hint, _ := strings.Cut(got.err, "\n")
			want := "run '" + tt.hint + " --help' for the rules and examples\n"
			if got.status != exitUsage || got.out != "" || !strings.HasPrefix(first, "uriscan: ") ||
				!strings.Contains(first, tt.says) || hint != want {
				t.Errorf("run(%q) = %+v, want status %d, a line with %q, and %q", tt.args, got, exitUsage, tt.says, want)
			}
		})
	}
}

func TestHelp(t *testing.T) {
	root := []string{"parse ", "check ", "explain ", "Exit status: 0"}
	parse := []string{"--tsv", "--json", "--format", "--offsets", "-0, --null", "--max-line", "16MiB", "--on-error", "host_kind", `\N`, "Examples:"}
	check := []string{"FILE:LINE:BYTE: kind", "--quiet", "-j, --jobs N", "--progress WHEN", "or never (default auto)", "unexpected-end", "Examples:"}
	explain := []string{"[URI...]", "COLUMNS", "--output", "Examples:"}
	tests := []struct {
		args []string
		says []string
	}{
		{[]string{"--help"}, root},
		{[]string{"-h"}, root},
		{[]string{"help"}, root},
		{[]string{"parse", "--help"}, parse},
		{[]string{"help", "parse"}, parse},
		{[]string{"check", "--help"}, check},
		{[]string{"explain", "--help"}, explain},
		{[]string{"--version"}, []string{"uriscan ", "go1."}},
		{[]string{"check", "--version"}, []string{"uriscan ", "go1."}},
	}
	for _, tt := range tests {
		got := runWith("", tt.args...)
		if got.status != exitGood || got.err != "" {
			t.Errorf("run(%q) = %d and %q on standard error, want 0 and nothing", tt.args, got.status, got.err)
		}
		for _, s := range tt.says {
			if !strings.Contains(got.out, s) {
				t.Errorf("run(%q) does not say %q", tt.args, s)
			}
		}
		for _, later := range []string{"--block-size"} {
			if strings.Contains(got.out, later) {
				t.Errorf("run(%q) speaks of %q, which is not there", tt.args, later)
			}
		}
	}
}

// Every kind that check can print stands in its help. Of URI-reference every
// fault in a scheme is one in a path: only the rules that demand a scheme have
// bad-scheme.
func TestHelpNamesEveryKind(t *testing.T) {
	help := runWith("", "check", "--help").out
	for k := scanner.Kind(1); k.String() != ""; k++ {
		if got, want := strings.Contains(help, k.String()), k != scanner.BadScheme; got != want {
			t.Errorf("check --help names %v: %t, want %t", k, got, want)
		}
	}
}

// The help of parse names every field, that of extract every scheme known without "//".
func TestHelpNamesFieldsAndSchemes(t *testing.T) {
	names := map[string][]string{"parse": fieldList(fields)}
	for _, o := range opaques {
		names["extract"] = append(names["extract"], o.scheme)
	}
	for command, words := range names {
		help := strings.FieldsFunc(runWith("", command, "--help").out, func(r rune) bool { return strings.ContainsRune(" ,.\n", r) })
		for _, word := range words {
			if !slices.Contains(help, word) {
				t.Errorf("%s --help does not name %s", command, word)
			}
		}
	}
}

func TestSizes(t *testing.T) {
	tests := []struct {
		in   string
		want size
		ok   bool
	}{
		{"0", 0, true},
		{"1", 1, true},
		{"4096", 4096, true},
		{"1K", 1024, true},
		{"1KiB", 1024, true},
		{"16M", 16 << 20, true},
		{"16MiB", 16 << 20, true},
		{"3G", 3 << 30, true},
		{"3GiB", 3 << 30, true},
		{"8589934591G", 8589934591 << 30, true}, // the last below 1<<63
		{"8589934592G", 0, false},
		{"9223372036854775808", 0, false},
		{"", 0, false},
		{"K", 0, false},
		{"-1", 0, false},
		{"+1", 0, false},
		{"1.5M", 0, false},
		{"1k", 0, false},
		{"1KB", 0, false},
		{"1 K", 0, false},
		{"1KK", 0, false},
		{"0x10", 0, false},
		{"1_000", 0, false},
	}
	for _, tt := range tests {
		got, err := parseSize(tt.in)
		if got != tt.want || err == nil != tt.ok {
			t.Errorf("parseSize(%q) = %d, %v, want %d, ok %t", tt.in, got, err, tt.want, tt.ok)
		}
	}
}

func TestLineSizeString(t *testing.T) {
	for in, want := range map[string]string{"16M": "16MiB", "1K": "1KiB", "1G": "1GiB", "1025": "1025", "2147483647": "2147483647"} {
		var l lineSize
		if err := l.Set(in); err != nil || l.String() != want {
			t.Errorf("lineSize.Set(%q) = %v, String() = %q, want %q", in, err, l.String(), want)
		}
	}
}
