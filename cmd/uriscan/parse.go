package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

const parseLong = `parse prints the components of each line, as defined by RFC 3986.

--tsv    A header row, then a row for each line. \N stands for what is undefined,
         which an empty component is not. A bad line has valid false, error_kind
         and error_offset, and \N elsewhere.
--json   An object for each line, undefined components left out. A bad line is
         {"valid":false,"error":{"kind":"bad-percent","offset":17}}.
--format A line of your own: {name} is a field, or nothing if it is undefined;
         {name|text} is the text then; {{ and }} are braces; \t \n \r \0 \\ are
         escapes. A bad line is left out, with a diagnostic FILE:LINE:BYTE: kind
         on standard error as from check; --on-error says otherwise.

Fields:
  %s

form is uri or relative-ref; host_kind is ipv6, ipvfuture, ipv4 or reg-name;
path_kind is empty, abempty, absolute, noscheme or rootless.

--offsets adds where each component is, as byte offsets in the line, counted
from 0, the end exclusive: "offsets":{"scheme":[0,4],...} in JSON, the columns
scheme_start, scheme_end and so on in TSV. --format has these as fields, too.`

const parseExample = `  uriscan parse links.txt | column -ts "$(printf '\t')" | less -S  # a table
  uriscan parse --json --offsets <links.txt        # everything, for programs
  uriscan parse --format '{host|-}' links.txt | sort | uniq -c    # count hosts`

// parseFlags are the flags of parse alone.
type parseFlags struct {
	tsv, json, offsets bool
	format             template
	output             string
}

func newParse(std streams) *cobra.Command {
	j := &job{}
	var p parseFlags
	c := &cobra.Command{
		Use:     "parse [flags] [FILE...]",
		Short:   "Print the components of lines",
		Long:    fmt.Sprintf(parseLong, fieldNames(fields)),
		Example: parseExample,
		RunE: func(c *cobra.Command, files []string) error {
			err := exclusive(c.Flags(), "tsv", "json", "format")
			if err == nil {
				err = exclusive(c.Flags(), "offsets", "format")
			}
			if err != nil {
				return err
			}
			p.apply(j)
			return j.run(c.Context(), std, files, p.output)
		},
	}
	flags := c.Flags()
	flags.SortFlags = false
	flags.BoolVar(&p.tsv, "tsv", false, "print tab-separated values (the default)")
	flags.BoolVar(&p.json, "json", false, "print JSON Lines")
	flags.Var(&p.format, "format", "print what the template says, such as '{scheme} {host|-}'")
	flags.BoolVar(&p.offsets, "offsets", false, "add the byte offsets of the components, to TSV and JSON")
	j.addInputFlags(flags)
	flags.StringVarP(&p.output, "output", "o", "", "write to `FILE` instead of standard output")
	flags.Var(&j.onError, "on-error", "bad lines under --format: skip, keep (pass on unchanged) or fail (stop)")
	flags.BoolVar(&j.quiet, "quiet", false, "print no diagnostics; the exit status tells")
	return c
}

// apply sets what the flags ask for.
func (p *parseFlags) apply(j *job) {
	switch {
	case p.format != nil:
		j.reference = p.format.line(j.delim)
	case p.json:
		j.reference, j.bad = jsonLine(p.offsets), jsonBad
	default:
		j.reference, j.bad = tsvLine(p.offsets), tsvBad(p.offsets)
		j.header = tsvHeader(p.offsets)
	}
}

// Set makes a template the value of a flag.
func (t *template) Set(s string) (err error) {
	*t, err = parseTemplate(s)
	return err
}

func (*template) String() string { return "" }

func (*template) Type() string { return "TEMPLATE" }
