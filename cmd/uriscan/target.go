package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/target"
)

type targetFlags struct {
	method, scheme, host, sni string
	parse                     parseFlags
}

func newTarget(std stream.Std) *cobra.Command {
	j := &record.Job{}
	var f targetFlags
	p := &f.parse
	c := newJob(std, j, "target [flags] [FILE...]", func(flags *pflag.FlagSet) error {
		return cmp.Or(exclusive(flags, "tsv json format host"), p.column.apply(j, flags), f.apply(j, flags.Changed("host")))
	})
	flags := c.Flags()
	flags.StringVar(&f.method, "method", "GET", "the `METHOD` of requests without one of their own; only a log has these")
	flags.BoolVar(&p.tsv, "tsv", false, "print tab-separated values (the default)")
	flags.BoolVar(&p.json, "json", false, "print JSON Lines")
	addFormatFlag(flags, &p.format)
	flags.StringVar(&f.host, "host", "", "print the target URI for a Host field with this `HOST`")
	flags.StringVar(&f.scheme, "scheme", "https", "the `SCHEME` of the connection, for the target URI")
	flags.StringVar(&f.sni, "sni", "", "the server `NAME` that the client asked for in TLS, which has to agree")
	p.column.add(flags)
	addInputFlags(j, flags)
	addResultFlags(j, flags, "bad lines under --format and --host: skip (the default), keep (pass on unchanged) or fail (stop)")
	addRows(c, j, std)
	return c
}

func (f *targetFlags) apply(j *record.Job, hasHost bool) error {
	if f.method == "" {
		return errors.New("--method must not be empty")
	}
	if f.parse.column.as == asReference {
		return errors.New("--as reference is for the other commands")
	}
	if j.Table == nil {
		j.Table = &record.Table{Column: new(column.Whole)}
	}
	j.Table.Targets, j.Table.Method = true, []byte(f.method)
	if !hasHost {
		if f.sni != "" {
			return errors.New("--sni needs --host")
		}
		f.parse.apply(j)
		return nil
	}
	request := target.Request{Scheme: []byte(f.scheme), Host: []byte(f.host), SNI: []byte(f.sni)}
	own := request
	own.Method, own.Target = []byte("GET"), []byte("/")
	if _, _, err := target.AppendURI(nil, &own); err != nil {
		return fmt.Errorf("--scheme, --host and --sni: %s", strings.TrimPrefix(err.Error(), "uriscan: "))
	}
	j.Reference = func(dst, src []byte, ref scanner.Ref, c *column.Cell) ([]byte, diag.Flaw) {
		r := request
		r.Method, r.Target = c.Method, src
		out, _, err := target.AppendURI(dst, &r)
		if err != nil { // not SNIMismatch: the host is the one above, which agrees with --sni
			return dst, diag.FlawOfError(err)
		}
		return append(out, j.Delim), diag.Flaw{}
	}
	return nil
}

// isReference reports whether a value is a URI reference: not all request-targets are.
func isReference(c *column.Cell) bool {
	return c.Form != target.AsteriskForm && c.Form != target.AuthorityForm
}
