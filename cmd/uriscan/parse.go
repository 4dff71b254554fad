package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const parseLong = `parse prints the components of each line, as defined by RFC 3986.

    --tsv      A header row, then a row for each line. \N stands for what
               is undefined, which an empty component is not. A bad line
               has valid false, error_kind and error_offset, and \N
               elsewhere.
    --json     An object for each line, undefined components left out. A
               bad line is
               {"valid":false,"error":{"kind":"bad-percent","offset":17}}.
    --semconv  An object for each line with the attributes url.full,
               url.scheme, url.domain, url.port, url.path, url.query and
               url.fragment of the semantic conventions of OpenTelemetry.
               Credentials are REDACTED, and so are the values of the
               parameters that versions 1.42 to 1.44 list: AWSAccessKeyId,
               Signature, sig, X-Goog-Signature, X-Amz-Signature,
               X-Amz-Credential and X-Amz-Security-Token. These names are
               compared after percent-decoding; case matters. url.full is
               there if there is a scheme or an authority, else
               url.original is, unless it would give away what was
               redacted. Nothing is normalized. A bad line is as with
               --json.
    --format   A line of your own: {name} is a field, or nothing if it is
               undefined; {name|text} is the text then; {{ and }} are
               braces; \t \n \r \0 \\ are escapes. A bad line is left out,
               with a diagnostic FILE:LINE:BYTE: kind on standard error as
               from check; --on-error says otherwise.

The fields are valid, form, scheme, authority, userinfo, host, host_kind, port,
path, query, fragment, path_kind. form is uri or relative-ref; host_kind is
ipv6, ipvfuture, ipv4 or reg-name; path_kind is empty, abempty, absolute,
noscheme or rootless.

--offsets adds where each component is, as byte offsets in the line, counted
from 0, the end exclusive: "offsets":{"scheme":[0,4],...} in JSON, the columns
scheme_start, scheme_end and so on in TSV. --format has these as fields, too.` + columnHelp + `

What is printed is that of the value alone, unless --append adds it to the line:
the columns of --tsv without their header, or the object or the text in a
column, or as many as the \t of --format make of it, in quotes to a line of a
log, and to JSON as the member uriscan_parsed, which is an object unless
--format is given. Lines that nothing can be added to, too-long, bad-csv or
bad-json, then follow --on-error, as do those of which the text has the
delimiter in it where there are no quotes: delimiter-in-result.`

const parseExample = `  uriscan parse links.txt | column -ts "$(printf '\t')" | less -S  # a table
  uriscan parse --log --format '{path}' access.log | sort | uniq -c  # hits
  uriscan parse --json-field request.url --semconv events.jsonl  # telemetry
  uriscan parse --json --offsets <links.txt        # everything, for programs`

// parseFlags are the flags of parse alone.
type parseFlags struct {
	tsv, json, offsets bool
	semconv            bool
	format             template
	column             columnFlags
	output             string
}

func newParse(std streams) *cobra.Command {
	j := &job{}
	var p parseFlags
	c := &cobra.Command{
		Use:     "parse [flags] [FILE...]",
		Short:   "Print the components of URLs",
		Long:    parseLong,
		Example: parseExample,
		RunE: func(c *cobra.Command, files []string) error {
			err := p.check(c.Flags())
			if err == nil {
				err = p.column.apply(j, c.Flags())
			}
			if err != nil {
				return err
			}
			p.apply(j)
			return j.run(c.Context(), std, files, p.output)
		},
	}
	flags := c.Flags()
	flags.BoolVar(&p.tsv, "tsv", false, "print tab-separated values (the default)")
	flags.BoolVar(&p.json, "json", false, "print JSON Lines")
	flags.Var(&textFlag[template]{&p.format, "TEMPLATE", parseTemplate}, "format", "print what the template says, such as '{scheme} {host|-}'")
	flags.BoolVar(&p.semconv, "semconv", false, "print JSON Lines of OpenTelemetry's url.* attributes")
	flags.BoolVar(&p.offsets, "offsets", false, "add the byte offsets of the components, to TSV and JSON")
	p.column.add(flags)
	p.column.addAppend(flags)
	j.addInputFlags(flags)
	flags.StringVarP(&p.output, "output", "o", "", "write to `FILE` instead of standard output")
	flags.Var(j.onError.flag(), "on-error", "bad lines under --format: skip, keep (pass on unchanged) or fail (stop)")
	flags.BoolVar(&j.quiet, "quiet", false, "print no diagnostics; the exit status tells")
	return c
}

// check refuses flags that exclude each other.
func (p *parseFlags) check(flags *pflag.FlagSet) error {
	for _, names := range [][]string{
		{"tsv", "json", "format", "semconv"},
		{"offsets", "format"},
		{"offsets", "semconv"},
	} {
		if err := exclusive(flags, names...); err != nil {
			return err
		}
	}
	if p.tsv && p.column.adds && p.column.json != nil {
		return errors.New("--append adds an object to JSON: --tsv is not possible")
	}
	return nil
}

// apply sets what the flags ask for.
func (p *parseFlags) apply(j *job) {
	if t := j.table; t != nil && t.adds {
		defer p.applyAppend(j, t)
		p.json = p.json || p.format == nil && isJSON(t.column)
	}
	switch {
	case p.semconv:
		j.reference, j.bad = semconvLine, jsonBad
	case p.format != nil:
		j.setTemplate(append(p.format, slot{text: string([]byte{j.delim})}))
	case p.json:
		j.setTemplate(jsonTemplate(p.offsets))
		j.bad = jsonBad
	default:
		j.setTemplate(tsvTemplate(p.offsets))
		j.bad, j.header = tsvBad(p.offsets), tsvHeader(p.offsets)
	}
}

// applyAppend sets what is different if the results are added to lines.
func (p *parseFlags) applyAppend(j *job, t *table) {
	t.names = []string{"parsed"}
	switch {
	case p.format != nil:
		for i := 2; i <= p.format.columns() && !isJSON(t.column); i++ {
			t.names = append(t.names, fmt.Sprintf("parsed_%d", i))
		}
	case p.json || p.semconv:
		if column, ok := t.column.(*jsonColumn); ok {
			column.isRaw = true
		}
	default:
		t.names = strings.Split(strings.TrimSuffix(j.header, "\n"), "\t")
	}
	j.header = ""
}
