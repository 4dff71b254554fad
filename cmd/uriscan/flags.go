package main

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/extract"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/term"
	"github.com/uriscan/uriscan/scanner"
)

const defaultMaxLine = 16 << 20

// addInputFlags adds the flags on how lines are read and checked, which set j.
func addInputFlags(j *record.Job, flags *pflag.FlagSet) {
	addNullFlag(j, flags)
	flags.Var((*lineSize)(&j.MaxLine), "max-line",
		"limit of a line: bytes, or a number with K, M or G")
	addPipelineFlags(j, flags)
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
	flags.VarP((*count)(&j.Workers), "jobs", "j", "work on `N` blocks of lines at once; the default is the number of cores")
	flags.Lookup("jobs").DefValue = ""
	flags.Var((*lineSize)(&j.BlockSize), "block-size", "how much is read at a time")
	flags.Lookup("block-size").Hidden = true
	flags.Var(whenFlag(&j.Progress), "progress",
		"progress on standard error: auto (if that is a terminal and results go elsewhere), always or never")
}

// addOutputFlag adds the flag for the file to write to.
func addOutputFlag(output *string, flags *pflag.FlagSet) {
	flags.VarP(&textFlag[string]{output, "FILE", fileName}, "output", "o", "write to `FILE` instead of standard output")
}

// fileName refuses an empty name, which a variable that is not set gives.
func fileName(s string) (string, error) {
	if s == "" {
		return "", errors.New("it must be the name of a file")
	}
	return s, nil
}

// A count is a number from 1.
type count int

func (c *count) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return errors.New("it must be a whole number of at least 1")
	}
	*c = count(n)
	return nil
}

func (c *count) String() string { return strconv.Itoa(int(*c)) }

func (*count) Type() string { return "N" }

// exclusive rejects two flags of names together.
func exclusive(flags *pflag.FlagSet, names ...string) error {
	first := ""
	for _, name := range names {
		switch {
		case !flags.Changed(name):
		case first == "":
			first = name
		default:
			return fmt.Errorf("--%s and --%s cannot be used together", first, name)
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

// A size is a number of bytes on the command line.
type size int64

var units = [...]struct {
	suffix string
	shift  int
}{{"KiB", 10}, {"MiB", 20}, {"GiB", 30}, {"K", 10}, {"M", 20}, {"G", 30}}

func (s size) String() string {
	for i := 2; i >= 0; i-- {
		if u := units[i]; s%(1<<u.shift) == 0 {
			return strconv.FormatInt(int64(s)>>u.shift, 10) + u.suffix
		}
	}
	return strconv.FormatInt(int64(s), 10)
}

// parseSize parses 123, 16K, 16KiB and so on.
func parseSize(s string) (size, error) {
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
	return size(n << shift), nil
}

// A lineSize is a number of bytes that lines or blocks have, at most
// scanner.MaxLen: no longer line can be parsed.
type lineSize int

func (l *lineSize) Set(s string) error {
	n, err := parseSize(s)
	if err != nil {
		return err
	}
	switch {
	case n == 0:
		return errors.New("it must be at least 1 byte")
	case n > scanner.MaxLen:
		return fmt.Errorf("it must be at most %d bytes", scanner.MaxLen)
	}
	*l = lineSize(n)
	return nil
}

func (l *lineSize) String() string { return size(*l).String() }

func (*lineSize) Type() string { return "SIZE" }

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

func (c *choice[T]) choices() []string { return c.names }

// whenFlag returns the flag for w.
func whenFlag(w *term.When) *choice[term.When] { return oneOf(w, "WHEN", "auto", "always", "never") }

// policyFlag returns the flag for p.
func policyFlag(p *record.Policy) *choice[record.Policy] {
	return oneOf(p, "POLICY", "skip", "keep", "fail")
}

// compressedFlag returns the flag for c.
func compressedFlag(c *extract.Compressed) *choice[extract.Compressed] {
	return oneOf(c, "WHICH", "fast", "all", "none")
}

// formFlag returns the flag for f.
func formFlag(f *extract.Form) *choice[extract.Form] {
	return oneOf(f, "FORM", "auto", "text", "html", "warc", "xml")
}
