package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/dedupe"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/render"
	"github.com/uriscan/uriscan/cmd/internal/stats"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/disk"
	"github.com/uriscan/uriscan/internal/disk/faults"
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/internal/testkit"
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

// checkUsage checks that a command line is refused, and what the first line says about it.
func checkUsage(t *testing.T, says string, args ...string) {
	t.Helper()
	got := runWith("g\n", args...)
	first, hint, _ := strings.Cut(got.err, "\n")
	if got.status != diag.ExitUsage || got.out != "" || !strings.Contains(first, says) ||
		!strings.Contains(hint, "uriscan "+args[0]+" --help") || strings.Contains(got.err, "secret") {
		t.Errorf("run(%q) = %+v, want status %d and a line with %q", args, got, diag.ExitUsage, says)
	}
}

func TestUsageErrors(t *testing.T) {
	for line, says := range map[string]string{
		"completion":                                           "no shell given: it must be one of bash, fish, powershell, zsh",
		"completion bash zsh":                                  "one shell at a time",
		"completion bogus":                                     `unknown shell "bogus": it must be one of bash`,
		"normalize --only cas":                                 `no rung "cas"; they are case, percent-encoding, path-segment, ipv6, `,
		"normalize --without case,port":                        `no rung "port"; they are `,
		"normalize --with fragment":                            "drop-fragment, drop-userinfo",
		"normalize --only=":                                    `no rung ""; they are `,
		"normalize --with case,":                               `no rung ""; they are `,
		"normalize --level identical":                          "one of syntax, scheme",
		"normalize --level scheme --only case":                 "--level and --only cannot be used together",
		"resolve --pairs --base a:":                            "--base and --pairs cannot be used together",
		"resolve --base=":                                      "bad --base: unexpected-end at byte 1",
		"resolve --base a:/../b --reject-underflow":            "bad --base: underflow at byte 4",
		"relativize --pairs":                                   "unknown flag: --pairs",
		"relativize --not-strict":                              "unknown flag: --not-strict",
		"stats --only hosts,host":                              `no table "host"; they are summary, validity, `,
		"stats --psl x":                                        "--psl needs --by-site",
		"stats --top 0":                                        "it must be a whole number of at least 1",
		"stats --html=":                                        "it must be the name of a file",
		"stats --compare=":                                     "it must be the name of a file",
		"stats --by-site --psl=":                               "it must be the name of a file",
		"stats --html -":                                       "--html needs the name of a file",
		"stats --csv":                                          "--csv needs --field",
		"stats --append":                                       "unknown flag: --append",
		"extract --on-error=skip":                              "unknown flag: --on-error",
		"extract --max-line=0":                                 "at least 1 byte",
		"extract --null":                                       "unknown flag: --null",
		"extract --as=pdf":                                     "it must be one of auto, text, html, warc, xml",
		"extract --base=/a":                                    "bad --base: bad-scheme at byte 1",
		"extract --base=":                                      "bad --base: unexpected-end at byte 1",
		"dedupe --level exact":                                 "it must be one of identical, syntax, scheme",
		"dedupe --key site":                                    `no part "site"`,
		"dedupe --memory 65535":                                "at least 64K",
		"dedupe -d -u":                                         "--repeated and --unique cannot be used together",
		"dedupe --seen x -c":                                   "--seen and --count cannot be used together",
		"dedupe --seen x -d":                                   "--seen and --repeated cannot be used together",
		"dedupe --seen x -u":                                   "--seen and --unique cannot be used together",
		"dedupe --seen x -o ./x.lock":                          "--output and --rejects cannot be FILE, FILE.tmp",
		"dedupe --seen x -o ./x":                               "--output and --rejects cannot be FILE, FILE.tmp",
		"dedupe --seen x -o ./x.tmp":                           "--output and --rejects cannot be FILE, FILE.tmp",
		"dedupe --seen -":                                      "--seen needs the name of a file",
		"dedupe --level identical --normalized":                "--normalized needs --level syntax or scheme",
		"check --field 0":                                      "it must be a whole number of at least 1",
		"check --field 1 --log":                                "--field and --log cannot be used together",
		"check --field 1 --json-field a":                       "--field and --json-field cannot be used together",
		"check --log-field target --json-field a":              "--log-field and --json-field cannot be used together",
		"check --csv":                                          "--csv needs --field",
		"check --field url":                                    "--field NAME needs --header",
		"check --url a --field 1 --header":                     "--url and --header cannot be used together",
		"check --log --delimiter ,":                            "--delimiter needs --field",
		"check --json-field a --header":                        "--header needs --field",
		"check --field 1 --append":                             "unknown flag: --append",
		"resolve --base a: --append":                           "--append needs --field, --log or --json-field",
		"relativize --base a: --append":                        "--append needs --field, --log or --json-field",
		"dedupe --csv":                                         "--csv needs --field",
		"normalize --append":                                   "--append needs --field, --log or --json-field",
		"check --field 1 --csv -0":                             "--csv and --null cannot be used together",
		"check --field 1 --csv --delimiter \"":                 `--delimiter cannot be " or blanks with --csv`,
		"check --field 1 --csv --delimiter blanks":             `--delimiter cannot be " or blanks with --csv`,
		"check --field=":                                       "it must be a whole number of at least 1",
		"check --field 1 --delimiter \\n":                      "it cannot be what ends lines",
		"check --field 1 --delimiter \\r":                      "it cannot be what ends lines",
		"check --field 1 --delimiter ab":                       "it must be one byte",
		"check --field 1 --delimiter=":                         "it must be one byte",
		"check --field 1 --delimiter é":                        "it must be one byte",
		"check --field 1 --delimiter \\0 -0":                   "--delimiter cannot be what ends the lines",
		"check --log-field agent":                              "it must be one of target, referer",
		"check --json-field a[-1]":                             "between [ and ] is a number from 0",
		"check --json-field a]":                                "between [ and ] is a number from 0",
		"check --json-field a..b":                              `it is names joined by "."`,
		"check --json-field=":                                  `it is names joined by "."`,
		"check --json-field a\\b":                              "after a backslash",
		"check --json-field a\\":                               "after a backslash",
		"check --json-field " + strings.Repeat("a.", 64) + "a": "it has at most 64 names",
		"normalize --json-field . --append":                    "leaves no place for more",
		"normalize --json-field . --explain":                   "leaves no place for more",
		"parse --json-field a --append --tsv":                  "--tsv is not possible",
		"normalize --json-field * --append":                    "leaves no place for more",
		"normalize --json-field a.* --explain":                 "leaves no place for more",
		"dedupe --json-field a.*":                              "dedupe compares one",
		"resolve --pairs --field 1":                            "--pairs takes both columns",
		"check -0=maybe":                                       `"maybe" for "-0, --null" flag: it must be true or false`,
		"parse --json=1.0":                                     `"1.0" for "--json" flag: it must be true or false`,
		"check --json":                                         "unknown flag: --json; parse, stats have it",
		"explain --quiet":                                      "unknown flag: --quiet",
		"parse --tsv --json":                                   "--tsv and --json cannot be used together",
		"parse --format {host} --json":                         "--json and --format cannot be used together",
		"parse --format {host} --offsets":                      "--offsets and --format",
		"parse --semconv --json":                               "--json and --semconv cannot be used together",
		"parse --json --on-error fail":                         "--on-error needs --format without {byte} and {kind}, or --append",
		"parse --format {kind} --on-error keep":                "--on-error needs --format without {byte} and {kind}, or --append",
		"check --print bad --on-error fail":                    "--print bad and --on-error fail cannot be used together",
		"parse --offsets --semconv":                            "--offsets and --semconv cannot be used together",
		"check --progress sometimes":                           "it must be one of auto, always, never",
		"check --on-error ignore":                              "one of skip, keep, fail",
		"check --max-line K":                                   "a size is",
		"check --max-line 2G":                                  "it must be at most 2147483647 bytes",
		"check --max-line 0":                                   "at least 1 byte",
		"check --max-line":                                     "needs an argument",
		"check -j 0":                                           "it must be a whole number of at least 1",
		"check --jobs=1.5":                                     "it must be a whole number of at least 1",
	} {
		checkUsage(t, says, strings.Fields(line)...)
	}
	checkUsage(t, `no rung "ipv6 "; they are `, "normalize", "--with", "case,ipv6 ")
	checkUsage(t, "bad --base: bad-path at byte 19", "relativize", "--base", "http://u:secret@h/ ")
	checkUsage(t, "bad --base: ", "extract", "--base=http://a/ b")
}

// The exit statuses are those of the help, and only the command that is asked for is made.
func TestExitStatuses(t *testing.T) {
	help := strings.ReplaceAll(textOf("parts/exit"), "\n", " ")
	if want := fmt.Sprintf("Exit status: %d all good, %d some lines were bad (never of extract and stats), %d usage error, %d input or output failed.",
		diag.ExitGood, diag.ExitBad, diag.ExitUsage, diag.ExitIO); !strings.HasPrefix(help, want) {
		t.Errorf("the help says %q, want %q", help, want)
	}
	if got := len(newRoot(stream.Std{}, "check", "parse").Commands()); got != 1 {
		t.Errorf("%d commands are made to run one", got)
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
}

// With --version and -h it is short.
func TestShortHelp(t *testing.T) {
	for line, says := range map[string]string{
		"-h": "uriscan --help has everything.", "-h check": "uriscan check --help has everything.", "--version": "uriscan ", "check --version": "uriscan ",
	} {
		got := runWith("", strings.Fields(line)...)
		if got.status != diag.ExitGood || got.err != "" || !strings.Contains(got.out, says) || strings.Contains(line, "version") != strings.Contains(got.out, " go1.") {
			t.Errorf("run(%q) = %+v, want it to say %q", line, got, says)
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

// The defaults are those of the help, -h knows which flags choose a column, and every value
// that is one of a few words is completed.
func TestFlags(t *testing.T) {
	t.Parallel()
	var columns columnFlags
	ofColumns := pflag.NewFlagSet("", pflag.ContinueOnError)
	columns.add(ofColumns)
	columns.addAppend(ofColumns)
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
			if f.DefValue != "" && got != want {
				t.Errorf("%s --%s is %v, and by its help %s", c.Name(), f.Name, got, f.DefValue)
			}
			if want := ofColumns.Lookup(f.Name) != nil; isColumnFlag(f.Name) != want {
				t.Errorf("--%s chooses a column: %t, want %t", f.Name, !want, want)
			}
			err := f.Value.Set("no such word")
			if _, ok := f.Value.(chooser); !ok && err != nil && strings.Contains(err.Error(), "it must be one of ") {
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

// Errors say what to do next.
func TestHints(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.Write(t, "links.txt", "http://a/\n")
	testkit.Must(t, os.Mkdir("folder", 0o777))
	const overlap = "an input cannot be the output, too: write to another file, then rename it"
	for _, tt := range []struct {
		name, line string
		want       string // the first line, after "uriscan: "
	}{
		{"flag misspelt", "parse --jsn", "unknown flag: --jsn, did you mean --json?"},
		{"letters swapped", "parse --ofsfets", "unknown flag: --ofsfets, did you mean --offsets?"},
		{"a hyphen left out", "check --onerror=fail", "unknown flag: --onerror, did you mean --on-error?"},
		{"a letter too many", "check --fields 3", "unknown flag: --fields, did you mean --field?"},
		{"one hyphen", "check -quiet", "unknown shorthand flag: 'u' in -uiet, did you mean --quiet?"},
		{"one letter", "parse -f x", "unknown shorthand flag: 'f' in -f, did you mean --format or --field?"},
		{"one letter of none", "parse -z", "unknown shorthand flag: 'z' in -z"},
		{"one hyphen, a value", "resolve -base=http://a/", "unknown shorthand flag: 'b' in -base=http://a/, did you mean --base?"},
		{"one hyphen before a shorthand", "parse -json",
			`invalid argument "son" for "-j, --jobs" flag: it must be a whole number of at least 1; or did you mean --json?`},
		{"a flag's name for its value", "check --on-error quiet", `invalid argument "quiet" for "--on-error" flag: it must be one of skip, keep, fail`},
		{"flag of another command", "check --base http://a/", "unknown flag: --base; resolve, relativize, extract have it"},
		{"flag of none", "check --frobnicate", "unknown flag: --frobnicate"},
		{"shorthand of none", "check -x", "unknown shorthand flag: 'x' in -x"},
		{"three letters wrong", "check --progrxyz", "unknown flag: --progrxyz"},
		{"hidden flag of another command", "explain --block-size=3", "unknown flag: --block-size"},
		{"hidden flag is not told", "check --block-sise=3", "unknown flag: --block-sise"},
		{"no command", "", "no command given"},
		{"help of an unknown command", "frobnicate --help", `unknown command "frobnicate"`},
		{"topic misspelt", "help chekc", `unknown command "chekc", did you mean "check"?`},
		{"topic below a command", "help parse check", `help explains one command, not also "check"`},
		{"command misspelt", "chekc", `unknown command "chekc", did you mean "check"?`},
		{"command cut short", "re", `unknown command "re", did you mean "resolve"?`},
		{"command, three letters wrong", "stxyz", `unknown command "stxyz"`},
		{"file for a command", "links.txt", `unknown command "links.txt": a command comes before a FILE, as in 'uriscan check FILE'`},
		{"URI for a command", "<http://a/>", `unknown command "<http://a/>": a command comes before a URI, as in 'uriscan explain URI'`},
		{"URI without slashes", "mailto:a@b", `unknown command "mailto:a@b": a command comes before a URI, as in 'uriscan explain URI'`},
		{"nothing like a command", "frobnicate", `unknown command "frobnicate"`},
		{"field misspelt", "parse --format {hots}", `invalid argument "{hots}" for "--format" flag: there is no field {hots}; did you mean {host}? ` +
			"the fields are valid, form, scheme, authority, userinfo, host, host_kind, port, path, query, fragment, path_kind, value, line, byte, kind, and scheme_start, scheme_end and so on"},
		{"no base", "resolve", "give --base URI, which the references are resolved against, or --pairs"},
		{"no base to be relative to", "relativize", "give --base URI, which the references are to be relative to"},
		{"empty base", "relativize --base _", "bad --base: unexpected-end at byte 1: a base begins with a scheme, as http://example.com/ does"},
		{"base without scheme", "resolve --base /a", "bad --base: bad-scheme at byte 1: a base begins with a scheme, as http://example.com/ does"},
		{"bad base", "resolve --base http://[", "bad --base: unexpected-end at byte 9"},
		{"missing file", "check missing", "missing: no such file or directory"},
		{"no name", "check _", `"": no such file or directory`},
		{"URI for a file", "check a:b", "a:b: no such file or directory; --url reads a URI from the command line"},
		{"folder for a file", "check folder", "folder: is a directory: only extract searches folders; name the files in it"},
		{"folder for the output", "parse -o folder links.txt", "folder: is a directory; give the name of a file"},
		{"base of pages without scheme", "extract --base foo", "bad --base: unexpected-end at byte 4: a base begins with a scheme, as http://example.com/ does"},
		{"argument of a topic", "columns foo", `columns is a help topic and takes no "foo"`},
		{"argument of a topic with --help", "columns --help foo", `columns is a help topic and takes no "foo"`},
		{"input for the output", "normalize -o links.txt links.txt", "links.txt: " + overlap},
	} {
		t.Run(tt.name, func(t *testing.T) {
			args := strings.Fields(tt.line)
			if last := len(args) - 1; last > 0 && args[last] == "_" {
				args[last] = ""
			}
			got := runWith("", args...)
			first, hint, _ := strings.Cut(got.err, "\n")
			isHelp := strings.HasPrefix(hint, "run 'uriscan") && strings.HasSuffix(hint, "--help' for the rules and examples\n")
			if want := "uriscan: " + tt.want; got.status < diag.ExitUsage || got.out != "" || first != want || hint != "" && !isHelp {
				t.Errorf("run(%q) = %+v, want an error, %q, and the help that has more", args, got, want)
			}
		})
	}
}
