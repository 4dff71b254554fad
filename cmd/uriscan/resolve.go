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
)

const resolveLong = `resolve prints the URI that each line refers to, as section 5 of RFC 3986 has
it: against one base with --base, or, with --pairs, each against a base of its
own in lines of base TAB reference. A base is a URI, so it has a scheme; a
fragment on it is ignored. Nothing is normalized. A path that begins with // and
has no authority before it gets /. in front.

A bad line is left out, with a diagnostic FILE:LINE:BYTE: kind on standard error
as from check; --on-error says otherwise. BYTE counts in the whole line. Kinds
are those of check, and

    missing-field  --pairs: the line has no TAB
    bad-scheme     --pairs: the base does not begin with a scheme
    underflow      --reject-underflow: a .. has no segment left to remove` + columnHelp + `
The line of --header passes, with the names of the columns that are added.` + columnOutputHelp

const resolveExample = `  uriscan resolve --base http://a/b/c/d links.txt        # the links of one page
  uriscan resolve --base http://a/ --log access.log      # what was asked for
  uriscan resolve --pairs <pages.tsv | sort | uniq -c    # of many pages
  echo ../g | uriscan resolve --base http://a/b/c/d      # http://a/b/g`

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

// prepare makes a base from --base. The error does not quote it: it may hold a
// password.
func (f *resolveFlags) prepare() (*resolve.Base, error) {
	base, err := resolve.NewBase(f.base, f.rules())
	if err != nil {
		flaw := diag.FlawOfError(err)
		text := fmt.Sprintf("bad --base: %s at byte %d", flaw.Kind, flaw.Offset+1)
		if ref, fault := scanner.Locate(f.base, scanner.URIReference); fault == (scanner.Fault{}) && !ref.Has(scanner.Scheme) {
			text += ": a base begins with a scheme, as http://example.com/ does"
		}
		return nil, errors.New(text)
	}
	return base, nil
}

func newResolve(std stream.Std) *cobra.Command {
	j := &record.Job{}
	var f resolveFlags
	c := &cobra.Command{
		Use:     "resolve {--base URI | --pairs} [flags] [FILE...]",
		Short:   "Resolve relative references against a base URL",
		Long:    fmt.Sprintf(resolveLong, "resolved"),
		Example: resolveExample,
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
				j.Line = pairLine(f.rules(), j.Delim)
				return j.Run(c.Context(), std, files)
			}
			if !c.Flags().Changed("base") {
				return errors.New("give --base URI, which the references are resolved against, or --pairs")
			}
			base, err := f.prepare()
			if err != nil {
				return err
			}
			j.Reference = func(dst, src []byte, ref scanner.Ref, _ *column.Cell) ([]byte, diag.Flaw) {
				out, _, err := base.AppendRef(dst, src, ref)
				if err != nil {
					return dst, diag.FlawOfError(err)
				}
				return append(out, j.Delim), diag.Flaw{}
			}
			return j.Run(c.Context(), std, files)
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.base, "base", "", "resolve against `URI`")
	flags.BoolVar(&f.pairs, "pairs", false, "lines are base TAB reference")
	flags.BoolVar(&f.notStrict, "not-strict", false, "ignore the scheme of a reference if it is the base's: http:g is g")
	flags.BoolVar(&f.underflow, "reject-underflow", false, "a .. above the root makes a line bad")
	flags.BoolVar(&f.bases, "base-dots", false, "a base that ends in /.. is a folder (erratum 4789)")
	f.add(j, flags)
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
