package main

import (
	"bytes"
	"errors"
	"fmt"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/target"
)

// resolveFlags are the flags of resolve and relativize.
type resolveFlags struct {
	base                        string
	pairs                       bool
	notStrict, underflow, bases bool
	column                      columnFlags
}

func (f *resolveFlags) add(j *record.Job, flags *pflag.FlagSet) {
	f.column.add(flags)
	f.column.addAppend(flags)
	addInputFlags(j, flags)
	addResultFlags(j, flags, onErrorUsage)
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
	var f resolveFlags
	c := described(&cobra.Command{
		Use: "resolve {--base URI | --pairs} [flags] [FILE...]",
		RunE: func(c *cobra.Command, files []string) error {
			if err := exclusive(c.Flags(), "base pairs"); err != nil {
				return err
			}
			if err := f.column.apply(j, c.Flags(), "resolved"); err != nil {
				return err
			}
			if f.pairs {
				if j.Table != nil {
					return errors.New("--pairs takes both columns of a line: a column cannot be chosen, too")
				}
				j.Hint = nil // they have TABs
				j.Line = pairLine(f.rules(), j.Delim)
				return j.Run(c.Context(), std, files)
			}
			if !c.Flags().Changed("base") {
				return errors.New("give --base URI, which the references are resolved against, or --pairs")
			}
			base, err := parseBase(f.base, f.rules())
			if err != nil {
				return err
			}
			j.Reference = func(dst, src []byte, ref scanner.Ref, c *column.Cell) ([]byte, diag.Flaw) {
				if c.Form == target.AsteriskForm || c.Form == target.AuthorityForm { // no references
					return append(append(dst, src...), j.Delim), diag.Flaw{}
				}
				out, _, err := base.AppendRef(dst, src, ref)
				if err != nil {
					return dst, diag.FlawOfError(err)
				}
				return append(out, j.Delim), diag.Flaw{}
			}
			return j.Run(c.Context(), std, files)
		},
	}, "{result}", "resolved")
	flags := c.Flags()
	flags.StringVar(&f.base, "base", "", "resolve against `URI`")
	flags.BoolVar(&f.pairs, "pairs", false, "lines are base TAB reference")
	flags.BoolVar(&f.notStrict, "not-strict", false, "ignore the scheme of a reference if it is the base's: http:g is g")
	flags.BoolVar(&f.underflow, "reject-underflow", false, "a .. above the root makes a line bad")
	flags.BoolVar(&f.bases, "base-dots", false, "a base that ends in /.. is a folder (erratum 4789)")
	f.add(j, flags)
	addRows(c, j, std)
	return c
}

// pairLine returns the function that prints the target of a line of base TAB reference.
// It borrows a Base for each line, because lines may be done concurrently.
func pairLine(rules resolve.Flags, delim byte) func(dst, src []byte) ([]byte, diag.Flaw) {
	bases := sync.Pool{New: func() any { return new(resolve.Base) }}
	return func(dst, src []byte) ([]byte, diag.Flaw) {
		tab := bytes.IndexByte(src, '\t')
		if tab < 0 {
			return dst, diag.Flaw{Kind: diag.MissingField, Offset: len(src)}
		}
		base := bases.Get().(*resolve.Base)
		defer bases.Put(base)
		if err := base.Reset(src[:tab], rules); err != nil {
			return dst, diag.FlawOfError(err)
		}
		out, _, err := base.Append(dst, src[tab+1:])
		if err != nil {
			f := diag.FlawOfError(err)
			f.Offset += tab + 1
			return dst, f
		}
		return append(out, delim), diag.Flaw{}
	}
}
