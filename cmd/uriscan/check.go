package main

import (
	"cmp"
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/scanner"
)

// checking is the job of check, with the defaults of its flags.
var checking = record.Job{Reference: printNothing, References: record.Nothing, Findings: true}

func newCheck(std stream.Std) *cobra.Command {
	j := checking
	var column columnFlags
	var prints checked
	c := newJob(std, &j, "check [flags] [FILE...]", func(flags *pflag.FlagSet) error {
		return cmp.Or(column.apply(&j, flags), prints.apply(&j))
	})
	flags := c.Flags()
	column.add(flags)
	addInputFlags(&j, flags)
	flags.Var(oneOf(&prints, "LINES", "findings", "good", "bad"), "print", "print findings, or the good or the bad lines")
	addResultFlags(&j, flags, "fail stops at the first bad line; skip and keep go on")
	return c
}

// checked is what check prints.
type checked uint8

const (
	findings checked = iota
	goodLines
	badLines
)

func (p checked) apply(j *record.Job) error {
	if j.OnError == record.Keep {
		j.OnError = record.Skip // bad lines are printed as --print says
	}
	if p == findings {
		return nil
	}
	j.Findings, j.Quiet = false, true
	if j.Table != nil {
		j.Table.Passes = true
	}
	switch {
	case p == goodLines:
		j.PassesGood, j.References = true, nil
	case j.OnError == record.Fail:
		return errors.New("--print bad and --on-error fail cannot be used together")
	default:
		j.OnError = record.Keep
	}
	return nil
}

// printNothing is the job's reference for check: it prints no result.
func printNothing(dst, _ []byte, _ scanner.Ref, _ *column.Cell) ([]byte, diag.Flaw) {
	return dst, diag.Flaw{}
}
