package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/normalize/crawl"
	"github.com/uriscan/uriscan/scanner"
)

type normalizeFlags struct {
	level               normalize.Flags
	only, with, without normalize.Flags
	changed, explain    bool
	key                 bool
	profile             *crawl.Profile
	column              columnFlags
}

func newNormalize(std stream.Std) *cobra.Command {
	j := &record.Job{}
	f := normalizeFlags{level: normalize.SchemeBased}
	c := newJob(std, j, "normalize [flags] [FILE...]", func(flags *pflag.FlagSet) error {
		if err := exclusive(flags, "level only profile", "with profile", "without profile", "key explain", "key changed"); err != nil {
			return err
		}
		names := []string{"normalized"}
		switch {
		case f.key:
			names[0] = "key"
		case f.explain:
			names = append(names, "rungs", "original")
			if f.profile != nil {
				names[1] = "rules"
			}
		}
		j.Columns = len(names)
		j.Reference, j.References = f.line(j.Delim), f.lines(j.Delim)
		return f.column.apply(j, flags, names...)
	}, "{result}", "normalized")
	flags := c.Flags()
	flags.Var(levelFlag(&f.level), "level", "take the rungs of syntax or scheme")
	flags.Var(rungsFlag(&f.only), "only", "take these `RUNGS`, joined by \",\", and no level")
	flags.Var(rungsFlag(&f.with), "with", "take these `RUNGS`, too")
	flags.Var(rungsFlag(&f.without), "without", "do not take these `RUNGS`")
	flags.Var(profileFlag(&f.profile), "profile", "print the key by this `PROFILE` instead: crawl-v1, or a file of JSON")
	flags.BoolVar(&f.changed, "changed", false, "print only lines that changed")
	flags.BoolVar(&f.key, "key", false, "print the 32 hex digits of a hash of the normal form instead")
	flags.BoolVar(&f.explain, "explain", false, "add the rungs that changed the line, and the line as it was")
	f.column.addAll(c, j, std, "changed")
	return c
}

// ladder returns the rungs that the flags ask for. A list names at least one
// rung, so only is 0 if it is not given.
func (f *normalizeFlags) ladder() normalize.Flags {
	return (cmp.Or(f.only, f.level) | f.with) &^ f.without
}

// line returns the Printer of normal forms, or of the keys of a profile.
func (f *normalizeFlags) line(delim byte) record.Printer {
	ladder, profile, changed, explain, key := f.ladder(), f.profile, f.changed, f.explain, f.key
	if profile != nil {
		ladder = 0
	}
	return func(dst, src []byte, ref scanner.Ref, c *column.Cell) ([]byte, diag.Flaw) {
		before, text, ref, rungs := record.ToNormalize(src, ref, c, ladder)
		start := len(dst)
		var needed normalize.Flags
		var rules crawl.Rules
		if profile != nil {
			dst, ref, rules = crawl.AppendKey(dst, text, ref, profile)
		} else if changed || explain {
			needed = normalize.Needed(text, ref, rungs)
		}
		if changed && needed == 0 && rules == 0 {
			return dst[:start], diag.Flaw{}
		}
		if profile == nil {
			dst, ref = normalize.AppendRef(dst, text, ref, rungs)
		}
		dst = slices.Delete(dst, start, start+before)
		if key {
			return append(withKey(dst, start), delim), diag.Flaw{}
		}
		if f := checkLen(ref.Len()); f.Kind != "" {
			return dst, f
		}
		if explain {
			dst = appendNames(appendNames(append(dst, '\t'), needed), rules)
			dst = append(append(dst, '\t'), src...)
		}
		return append(dst, delim), diag.Flaw{}
	}
}

// checkLen returns the flaw of a result of n bytes, which must be a line that can be read again.
func checkLen(n int) (f diag.Flaw) {
	if n > scanner.MaxLen {
		f = diag.Flaw{Kind: scanner.TooLong.String(), Offset: scanner.MaxLen}
	}
	return f
}

// lines returns the function that prints many of them.
func (f *normalizeFlags) lines(delim byte) record.LinesPrinter {
	if f.explain || f.key || f.profile != nil {
		return nil
	}
	return record.NormalLines(f.ladder(), delim, f.changed)
}

// appendNames appends f.String() and does not allocate.
func appendNames[F interface {
	~uint16 | ~uint32
	String() string
}](dst []byte, f F) []byte {
	for f != 0 {
		lowest := f & -f
		dst = append(dst, lowest.String()...)
		if f &^= lowest; f != 0 {
			dst = append(dst, ',')
		}
	}
	return dst
}

// rungNames are the names of all rungs, by their bits.
var rungNames = strings.Split((normalize.SchemeBased | normalize.DropFragment | normalize.DropUserinfo).String(), ",")

func rungsFlag(to *normalize.Flags) *listFlag[normalize.Flags] {
	return &listFlag[normalize.Flags]{to, "RUNGS", "rung", rungNames}
}
