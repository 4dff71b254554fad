package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/normalize/crawl"
	"github.com/uriscan/uriscan/scanner"
)

func newSURT(std stream.Std) *cobra.Command {
	j := &record.Job{}
	variant := crawl.IA
	var columns columnFlags
	c := newJob(std, j, "surt [flags] [FILE...]", func(flags *pflag.FlagSet) error {
		j.Reference = surtPrinter(variant, j.Delim)
		return columns.apply(j, flags, "surt")
	}, "{result}", "surt")
	flags := c.Flags()
	flags.Var(oneOf(&variant, "VARIANT", "ia", "plain"), "variant", "write keys as web archives do (ia), or that merge less (plain)")
	columns.addAll(c, j, std)
	return c
}

// surtPrinter returns a Printer of SURT keys. A reference without a scheme and an authority has
// the fault that it has as a URI.
func surtPrinter(variant crawl.Variant, delim byte) record.Printer {
	return func(dst, src []byte, ref scanner.Ref, c *column.Cell) ([]byte, diag.Flaw) {
		if !isReference(c) {
			return append(append(dst, src...), delim), diag.Flaw{}
		}
		out, ok := crawl.AppendSURT(dst, src, ref, variant)
		if !ok {
			_, fault := scanner.Locate(src, scanner.URI)
			return dst, diag.FlawOf(fault)
		}
		return append(out, delim), diag.Flaw{}
	}
}
