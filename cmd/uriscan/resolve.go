package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// resolveFlags are the flags of resolve.
type resolveFlags struct {
	base                        string
	pairs                       bool
	pair                        pairFlags
	notStrict, underflow, bases bool
	column                      columnFlags
}

// rules returns the flags as options of package resolve.
func (f *resolveFlags) rules() (rules resolve.Flags) {
	if f.notStrict {
		rules |= resolve.NotStrict
	}
	if f.underflow {
		rules |= resolve.RejectUnderflow
	}
	if f.bases {
		rules |= resolve.BaseDots
	}
	return rules
}

// parseBase makes a base from --base. The error does not quote it: it may hold a password.
func parseBase(text string, rules resolve.Flags) (*resolve.Base, error) {
	base, err := resolve.NewBase(text, rules)
	if err == nil {
		return base, nil
	}
	if ref, fault := scanner.Locate(text, scanner.URIReference); fault == (scanner.Fault{}) && !ref.Has(scanner.Scheme) {
		return nil, errors.New("bad --base: it has no scheme; a base is a whole URL, such as http://example.com/")
	}
	flaw := diag.FlawOfError(err)
	return nil, fmt.Errorf("bad --base: %s at byte %d", flaw.Kind, flaw.Offset+1)
}

func newResolve(std stream.Std) *cobra.Command {
	j := &record.Job{}
	f := resolveFlags{pair: pairFlags{level: normalize.SchemeBased}}
	c := newJob(std, j, "resolve {--base URI | --pairs} [flags] [FILE...]", func(flags *pflag.FlagSet) error {
		if err := exclusive(flags, "base pairs"); err != nil {
			return err
		}
		if err := f.column.apply(j, flags, "resolved"); err != nil {
			return err
		}
		if f.pairs {
			if err := f.pair.check(flags); err != nil {
				return err
			}
			if j.Table != nil {
				return errors.New("--pairs takes both columns of a line: a column cannot be chosen, too")
			}
			j.Hint = nil // they have TABs
			if f.pair.target {
				j.Columns = 3
			}
			j.Line = f.pair.line(f.rules(), j.Delim)
			return nil
		}
		if f.pair != (pairFlags{level: f.pair.level}) || flags.Changed("level") {
			return errors.New("--key, --level, --profile, --with-target and --repair need --pairs: normalize --key makes keys of whole URLs")
		}
		if !flags.Changed("base") {
			return errors.New("give --base URI, which the references are resolved against, or --pairs")
		}
		base, err := parseBase(f.base, f.rules())
		if err != nil {
			return err
		}
		j.Reference = func(dst, src []byte, ref scanner.Ref, c *column.Cell) ([]byte, diag.Flaw) {
			if !isReference(c) {
				return append(append(dst, src...), j.Delim), diag.Flaw{}
			}
			out, _, err := base.AppendRef(dst, src, ref)
			if err != nil {
				return dst, diag.FlawOfError(err)
			}
			return append(out, j.Delim), diag.Flaw{}
		}
		return nil
	}, "{result}", "resolved")
	flags := c.Flags()
	flags.StringVar(&f.base, "base", "", "resolve against `URI`")
	flags.BoolVar(&f.pairs, "pairs", false, "lines are base TAB reference")
	f.pair.add(flags)
	flags.BoolVar(&f.notStrict, "not-strict", false, "ignore the scheme of a reference if it is the base's: http:g is g")
	flags.BoolVar(&f.underflow, "reject-underflow", false, "a .. above the root makes a line bad")
	flags.BoolVar(&f.bases, "base-dots", false, "a base that ends in /.. is a folder (erratum 4789)")
	f.column.addAll(c, j, std)
	return c
}
