package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/term"
	"github.com/uriscan/uriscan/scanner"
)

const defaultMaxLine = 16 << 20

// addInputFlags adds the flags on how lines are read and checked, which set j.
func addInputFlags(j *record.Job, flags *pflag.FlagSet) {
	addNullFlag(j, flags)
	addMaxLineFlag(j, flags, "limit of a line: bytes, or a number with K, M or G")
	addPipelineFlags(j, flags)
}

func addMaxLineFlag(j *record.Job, flags *pflag.FlagSet, usage string) {
	flags.VarPF(&textFlag[int]{&j.MaxLine, "SIZE", parseLineSize}, "max-line", "", usage).DefValue = "16MiB"
}

// addNullFlag adds the flag on what lines end in. The rest keeps its defaults.
func addNullFlag(j *record.Job, flags *pflag.FlagSet) {
	j.Delim, j.MaxLine = '\n', defaultMaxLine
	flags.VarPF(&textFlag[byte]{&j.Delim, "bool", parseNull}, "null", "0", "lines end in NUL instead of LF").NoOptDefVal = "true"
}

// addPipelineFlags adds the flags on how the work is done. They do not change what
// is printed. The size of blocks is for tests and measurements.
func addPipelineFlags(j *record.Job, flags *pflag.FlagSet) {
	j.Workers, j.BlockSize = runtime.GOMAXPROCS(0), pipeline.BlockSize
	flags.VarP(&textFlag[int]{&j.Workers, "N", parseCount}, "jobs", "j", "work on `N` blocks of lines at once; the default is the number of cores")
	flags.VarPF(&textFlag[int]{&j.BlockSize, "SIZE", parseLineSize}, "block-size", "", "how much is read at a time").Hidden = true
	flags.Var(whenFlag(&j.Progress), "progress",
		"progress on standard error: auto (if that is a terminal and results go elsewhere), always or never")
}

func addOutputFlag(j *record.Job, flags *pflag.FlagSet) {
	j.Settings = func() []string { return settingsOf(flags) }
	flags.VarP(&textFlag[string]{&j.Output, "FILE", fileName}, "output", "o", "write to `FILE` instead of standard output")
}

// addResultFlags adds the flags on where results go, and on bad lines.
func addResultFlags(j *record.Job, flags *pflag.FlagSet, onError string) {
	addOutputFlag(j, flags)
	flags.VarPF(oneOf(&j.OnError, "POLICY", "skip", "keep", "fail"), "on-error", "", onError).DefValue = ""
	rejects := func(s string) (string, error) {
		if s == "-" {
			return "", errors.New("standard output is for the results")
		}
		return fileName(s)
	}
	flags.Var(&textFlag[string]{&j.Rejects, "FILE", rejects}, "rejects", "write the bad lines to `FILE`, as they are; column modes then leave them out")
	flags.BoolVarP(&j.Quiet, "quiet", "q", false, "print no diagnostics; the exit status tells")
}

// keepsBad reports whether bad records are kept unless the flags say what becomes of them.
func keepsBad(flags *pflag.FlagSet) bool {
	return !flags.Changed("on-error") && !flags.Changed("rejects")
}

// onErrorUsage is the text of --on-error for commands that print lines.
const onErrorUsage = "bad lines: skip (the default), keep (pass on unchanged, the default with columns) or fail (stop)"

// fileName refuses an empty name, which a variable that is not set gives.
func fileName(s string) (string, error) {
	if s == "" {
		return "", errors.New("it must be the name of a file")
	}
	return s, nil
}

func parseCount(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return 0, errors.New("it must be a whole number of at least 1")
	}
	return n, nil
}

// exclusive rejects two flags of a group together. A group is names with blanks between them.
func exclusive(flags *pflag.FlagSet, groups ...string) error {
	for _, group := range groups {
		first := ""
		for name := range strings.FieldsSeq(group) {
			switch {
			case !flags.Changed(name):
			case first == "":
				first = name
			default:
				return fmt.Errorf("--%s and --%s cannot be used together", first, name)
			}
		}
	}
	return nil
}

// parseNull parses whether lines end in NUL.
func parseNull(s string) (delim byte, err error) {
	null, err := strconv.ParseBool(s)
	if null {
		return 0, err
	}
	return '\n', err
}

// A textFlag is a flag whose value a function parses.
type textFlag[T any] struct {
	to   *T
	kind string // what help calls it
	read func(s string) (T, error)
}

func (f *textFlag[T]) Set(s string) (err error) {
	*f.to, err = f.read(s)
	return err
}

func (*textFlag[T]) String() string { return "" }

func (f *textFlag[T]) Type() string { return f.kind }

// A settingsFlag is a flag for what a file has, or for what is known by a name, one of ready.
type settingsFlag struct {
	pflag.Value
	name  string
	ready []string
}

func (f *settingsFlag) Set(name string) error {
	f.name = name
	return f.Value.Set(name)
}

// complete offers the names of files, too.
func (f *settingsFlag) complete() cobra.CompletionFunc {
	return cobra.FixedCompletions(f.ready, cobra.ShellCompDirectiveDefault)
}

// settingsOf returns the files of settings that flags name.
func settingsOf(flags *pflag.FlagSet) (files []string) {
	flags.VisitAll(func(f *pflag.Flag) {
		if s, ok := f.Value.(*settingsFlag); ok && s.name != "" {
			if _, err := os.Stat(s.name); err == nil { // else it is no file
				files = append(files, s.name)
			}
		}
	})
	return files
}

var units = [...]struct {
	suffix string
	shift  int
}{{"KiB", 10}, {"MiB", 20}, {"GiB", 30}, {"K", 10}, {"M", 20}, {"G", 30}}

// parseSize parses 123, 16K, 16KiB and so on, which are numbers of bytes.
func parseSize(s string) (int64, error) {
	digits, shift := s, 0
	for _, u := range units {
		if number, ok := strings.CutSuffix(s, u.suffix); ok {
			digits, shift = number, u.shift
			break
		}
	}
	n, err := strconv.ParseUint(digits, 10, 63)
	if err != nil || n > math.MaxInt64>>shift {
		return 0, errors.New("a size is a number of bytes, or a number with K, M or G (KiB, MiB, GiB), powers of 1024")
	}
	return int64(n) << shift, nil
}

// parseLineSize parses the size of lines or blocks, at most scanner.MaxLen: no longer line
// can be parsed.
func parseLineSize(s string) (int, error) {
	n, err := parseSize(s)
	switch {
	case err != nil:
		return 0, err
	case n == 0:
		return 0, errors.New("it must be at least 1 byte")
	case n > scanner.MaxLen:
		return 0, fmt.Errorf("it must be at most %d bytes", scanner.MaxLen)
	}
	return int(n), nil
}

// A choice is a flag for one of a few named values.
type choice[T comparable] struct {
	to     *T
	kind   string // what help calls it
	names  []string
	values []T
}

// oneOf returns the flag for a value that counts the names from 0.
func oneOf[T ~uint8](to *T, kind string, names ...string) *choice[T] {
	c := &choice[T]{to: to, kind: kind, names: names}
	for i := range names {
		c.values = append(c.values, T(i))
	}
	return c
}

func (c *choice[T]) Set(s string) error {
	i := slices.Index(c.names, s)
	if i < 0 {
		return errors.New("it must be one of " + strings.Join(c.names, ", "))
	}
	*c.to = c.values[i]
	return nil
}

func (c *choice[T]) String() string {
	if i := slices.Index(c.values, *c.to); i >= 0 {
		return c.names[i]
	}
	return ""
}

func (c *choice[T]) Type() string { return c.kind }

func (c *choice[T]) complete() cobra.CompletionFunc {
	return cobra.FixedCompletions(c.names, cobra.ShellCompDirectiveNoFileComp)
}

// A listFlag is a flag for some of a few names, joined by ",", which set the bits of their
// places; given twice it names them all.
type listFlag[T ~uint16 | ~uint32 | ~uint64] struct {
	to    *T
	kind  string // what help calls it
	one   string // what errors call one of the names
	names []string
}

func (f *listFlag[T]) Set(list string) error {
	for name := range strings.SplitSeq(list, ",") {
		i := slices.Index(f.names, name)
		if i < 0 {
			return fmt.Errorf("no %s %q; they are %s", f.one, name, strings.Join(f.names, ", "))
		}
		*f.to |= 1 << i
	}
	return nil
}

func (*listFlag[T]) String() string { return "" }

func (f *listFlag[T]) Type() string { return f.kind }

func (f *listFlag[T]) complete() cobra.CompletionFunc { return completeList(f.names) }

func whenFlag(w *term.When) *choice[term.When] { return oneOf(w, "WHEN", "auto", "always", "never") }
