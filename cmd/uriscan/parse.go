package main

import (
	"cmp"
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/render"
	"github.com/uriscan/uriscan/cmd/internal/stream"
)

const parseLong = `parse prints the components of each line, as defined by RFC 3986.

    --tsv      A header row, then a row for each line. \N means undefined;
               an empty component is defined. A bad line has valid false,
               error_kind and error_offset, and \N elsewhere.
    --json     An object for each line, without undefined components. A
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
               printed if there is a scheme or an authority, otherwise
               url.original, unless it would reveal what was redacted.
               Nothing is normalized. A bad line is as with --json.
    --format   A line made from a template: {name} is a field, or nothing
               if it is undefined; {name|text} prints text instead; {{
               and }} are braces; \t \n \r \0 \\ are escapes. A bad line
               is left out, with a diagnostic FILE:LINE:BYTE: kind on
               standard error as from check; --on-error says otherwise.

The fields are valid, form, scheme, authority, userinfo, host, host_kind, port,
path, query, fragment, path_kind. form is uri or relative-ref; host_kind is
ipv6, ipvfuture, ipv4 or reg-name; path_kind is empty, abempty, absolute,
noscheme or rootless. --format has four more: value is the reference as it is,
and line its number, from 1; byte and kind are those of the diagnostic of a bad
line, and empty for a good one. A template with {byte} or {kind} prints every
line, without diagnostics; of a bad one, no component is defined.

--offsets adds where each component is, as byte offsets in the line, counted
from 0, the end exclusive: "offsets":{"scheme":[0,4],...} in JSON, the columns
scheme_start, scheme_end and so on in TSV. --format has these as fields, too.` + columnHelp + `

parse prints the components of the value alone, unless --append adds them to the
line: the columns of --tsv without their header, or the object, or the text of
--format in one column, or more if it has \t, with the names of the fields. A
line of a log gets them in quotes, and JSON as the member uriscan_parsed, which
is an object unless --format is given. Lines that nothing can be added to,
too-long, bad-csv or bad-json, then follow --on-error. So do lines without
quotes for which the text has the delimiter in it: delimiter-in-result.`

const parseExample = `  uriscan parse links.txt | column -ts "$(printf '\t')" | less -S  # a table
  uriscan parse --log --format '{path}' access.log | sort | uniq -c  # hits
  uriscan parse --json-field request.url --semconv events.jsonl  # telemetry
  uriscan parse --json --offsets <links.txt        # everything, for programs`

type parseFlags struct {
	tsv, json, offsets bool
	semconv            bool
	format             render.Template
	column             columnFlags
}

func newParse(std stream.Std) *cobra.Command {
	j := &record.Job{}
	var p parseFlags
	c := &cobra.Command{
		Use:     "parse [flags] [FILE...]",
		Short:   "Print the components of URLs",
		Long:    parseLong,
		Example: parseExample,
		RunE: func(c *cobra.Command, files []string) error {
			if err := cmp.Or(p.check(c.Flags()), p.column.apply(j, c.Flags())); err != nil {
				return err
			}
			p.apply(j)
			return j.Run(c.Context(), std, files)
		},
	}
	flags := c.Flags()
	flags.BoolVar(&p.tsv, "tsv", false, "print tab-separated values (the default)")
	flags.BoolVar(&p.json, "json", false, "print JSON Lines")
	flags.Var(&textFlag[render.Template]{&p.format, "TEMPLATE", render.ParseTemplate}, "format", "print what the template says, such as '{scheme} {host|-}'")
	flags.BoolVar(&p.semconv, "semconv", false, "print JSON Lines of OpenTelemetry's url.* attributes")
	flags.BoolVar(&p.offsets, "offsets", false, "add the byte offsets of the components, to TSV and JSON")
	p.column.add(flags)
	p.column.addAppend(flags)
	addInputFlags(j, flags)
	addResultFlags(j, flags, "bad lines under --format: skip, keep (pass on unchanged) or fail (stop)")
	return c
}

// check rejects flags that cannot be used together.
func (p *parseFlags) check(flags *pflag.FlagSet) error {
	if err := exclusive(flags, "tsv json format semconv", "offsets format", "offsets semconv"); err != nil {
		return err
	}
	if flags.Changed("on-error") && (p.format == nil || p.format.Has("byte", "kind")) && !p.column.adds {
		return errors.New("--on-error needs --format without {byte} and {kind}, or --append: otherwise bad lines have records of their own")
	}
	if p.tsv && p.column.adds && p.column.json != nil {
		return errors.New("--append adds an object to JSON: --tsv is not possible")
	}
	return nil
}

func (p *parseFlags) apply(j *record.Job) {
	if t := j.Table; t != nil && t.Adds {
		defer p.applyAppend(j, t)
		p.json = p.json || p.format == nil && column.IsJSON(t.Column)
	}
	switch {
	case p.semconv:
		j.Reference, j.Bad = render.SemconvLine, render.BadJSON
	case p.format != nil:
		t := append(p.format, render.Slot{Text: string([]byte{j.Delim})})
		setTemplate(j, t)
		if t.Has("byte", "kind") {
			j.Bad = t.Bad
		}
	case p.json:
		setTemplate(j, render.JSONTemplate(p.offsets))
		j.Bad = render.BadJSON
	default:
		t := render.TSVTemplate(p.offsets)
		setTemplate(j, t)
		j.Bad, j.Header = t.Bad, render.TSVHeader(p.offsets)
	}
}

// applyAppend sets what is different if the results are added to lines.
func (p *parseFlags) applyAppend(j *record.Job, t *record.Table) {
	t.Names = []string{"parsed"}
	switch {
	case p.format != nil:
		if !column.IsJSON(t.Column) {
			t.Names = p.format.Names()
		}
	case p.json || p.semconv:
		if column, ok := t.Column.(*column.JSON); ok {
			column.IsRaw = true
		}
	default:
		t.Names = strings.Split(strings.TrimSuffix(j.Header, "\n"), "\t")
	}
	j.Header = ""
}

// setTemplate makes j print good lines by the template t.
func setTemplate(j *record.Job, t render.Template) {
	p := render.NewPlans(t)
	if j.Reference = p.Line; !t.Has("line") {
		j.References = p.Lines
	}
}
