package main

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/normalize/repair"
	"github.com/uriscan/uriscan/normalize/repair/idnahost"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/target"
)

func newRepair(std stream.Std) *cobra.Command {
	j := &record.Job{}
	var suffix, noBase, explain bool
	var columns columnFlags
	c := newJob(std, j, "repair [flags] [FILE...]", func(flags *pflag.FlagSet) error {
		names := []string{"repaired"}
		if explain {
			names = append(names, "fixes")
		}
		if err := columns.apply(j, flags, names...); err != nil {
			return err
		}
		var f repair.Flags
		if suffix {
			f |= repair.SuffixReference
		}
		if noBase {
			f |= repair.NoBase
		}
		j.Columns = len(names)
		j.Line = repairer(f, explain, j.Delim)
		if j.Table == nil {
			j.Hint = func(line []byte) string { return diag.LooksLike(bytes.TrimSpace(line)) } // which is repaired
		}
		if j.Table != nil && j.Table.Targets {
			j.Reference, j.StandIn = badTargetsAlone(j.Line, explain, j.Delim), slashes
		}
		return nil
	}, "{fixes}", describedFixes(), "{result}", "repaired")
	flags := c.Flags()
	flags.BoolVar(&suffix, "suffix", false, "read names of hosts, as in www.example.com/a, as http URLs")
	flags.BoolVar(&noBase, "no-base", false, "read http:/HOST and http:HOST as browsers do outside of pages")
	flags.BoolVar(&explain, "explain", false, "add what was repaired, each FIX:BYTE")
	columns.addAll(c, j, std)
	return c
}

// repairer returns the function that prints a line, repaired.
func repairer(f repair.Flags, explain bool, delim byte) func(dst, src []byte) ([]byte, diag.Flaw) {
	return func(dst, src []byte) ([]byte, diag.Flaw) {
		out, _, fixes, err := repair.AppendHosts(dst, src, f, idnahost.Append)
		if err != nil {
			return dst, diag.FlawOfError(err)
		}
		if explain {
			out = append(out, '\t')
		}
		if explain && fixes != 0 {
			out = appendFixes(out, src, f)
		}
		return append(out, delim), diag.Flaw{}
	}
}

// badTargetsAlone returns a Printer that repairs request-targets that are not valid, as
// references, and leaves the others as they are.
func badTargetsAlone(line func(dst, src []byte) ([]byte, diag.Flaw), explain bool, delim byte) record.Printer {
	return func(dst, src []byte, _ scanner.Ref, c *column.Cell) ([]byte, diag.Flaw) {
		if _, _, err := target.Parse(c.Method, src); err != nil {
			return line(dst, src)
		}
		if dst = append(dst, src...); explain {
			dst = append(dst, '\t')
		}
		return append(dst, delim), diag.Flaw{}
	}
}

// slashes returns a target as long as src, which is valid unless the method is CONNECT.
func slashes(src []byte) []byte {
	if len(src) > len(manySlashes) {
		return bytes.Repeat(manySlashes[:1], len(src))
	}
	return manySlashes[:len(src)]
}

// manySlashes are as many as most targets have bytes. Nobody writes to them.
var manySlashes = bytes.Repeat([]byte{'/'}, 1<<10)

func appendFixes(dst, src []byte, f repair.Flags) []byte {
	for fix, span := range repair.AllHosts(src, f, idnahost.Append) {
		dst = append(append(dst, fix.String()...), ':')
		dst = append(strconv.AppendInt(dst, int64(span.Start)+1, 10), ',')
	}
	return dst[:len(dst)-1]
}

// describedFixes returns a line for each fix, for the help.
func describedFixes() string {
	var text strings.Builder
	for f, says := range repair.Fixes {
		fmt.Fprintf(&text, "    %-14s  %s\n", f, says)
	}
	return strings.TrimSuffix(text.String(), "\n")
}
