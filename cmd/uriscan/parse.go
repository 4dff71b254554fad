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
	"github.com/uriscan/uriscan/cmd/internal/site"
	"github.com/uriscan/uriscan/cmd/internal/stream"
)

type parseFlags struct {
	tsv, json, offsets bool
	semconv, split     bool
	format             render.Template
	rules              rulesFlag
	suffixes           string      // the file of --psl
	sites              *site.Cache // by it; nil: by the list that was built in
	column             columnFlags
}

func newParse(std stream.Std) *cobra.Command {
	j := &record.Job{}
	var p parseFlags
	c := newJob(std, j, "parse [flags] [FILE...]", func(flags *pflag.FlagSet) error {
		err := cmp.Or(p.check(flags), p.column.apply(j, flags))
		if err == nil && p.suffixes != "" {
			p.sites, _, err = openSites(p.suffixes, j, std)
		}
		if err == nil {
			p.apply(j)
		}
		return err
	})
	flags := c.Flags()
	flags.BoolVar(&p.tsv, "tsv", false, "print tab-separated values (the default)")
	flags.BoolVar(&p.json, "json", false, "print JSON Lines")
	addFormatFlag(flags, &p.format)
	flags.BoolVar(&p.semconv, "semconv", false, "print JSON Lines of OpenTelemetry's url.* attributes")
	p.rules.add(flags)
	addSuffixes(flags, &p.suffixes)
	flags.BoolVar(&p.offsets, "offsets", false, "add the byte offsets of the components, to TSV and JSON")
	flags.BoolVar(&p.split, "split", false, "print the components of bad lines, too, as Appendix B of RFC 3986 finds them")
	p.column.add(flags)
	p.column.addAppend(flags)
	addInputFlags(j, flags)
	addResultFlags(j, flags, "bad lines under --format: skip (the default), keep (pass on unchanged) or fail (stop)")
	addRows(c, j, std)
	return c
}

// addFormatFlag adds the flag for a template, which may have more fields than those of every command.
func addFormatFlag(flags *pflag.FlagSet, to *render.Template, more ...render.Field) {
	parse := func(s string) (render.Template, error) { return render.ParseTemplate(s, more...) }
	flags.Var(&textFlag[render.Template]{to, "TEMPLATE", parse}, "format", "print what the template says, such as '{scheme} {host|-}'")
}

// check rejects flags that cannot be used together.
func (p *parseFlags) check(flags *pflag.FlagSet) error {
	if err := exclusive(flags, "tsv json format semconv", "offsets format", "offsets semconv", "split semconv"); err != nil {
		return err
	}
	if flags.Changed("rules") && !p.semconv && !p.format.Has("template") {
		return errors.New("--rules needs --format with {template}, or --semconv")
	}
	if flags.Changed("psl") && !p.semconv && p.format == nil {
		return errors.New("--psl needs --format with {site}, {subdomain} or {tld}, or --semconv")
	}
	if flags.Changed("on-error") && (p.format == nil || p.split || p.format.Has("byte", "kind")) && !p.column.adds {
		return errors.New("--on-error needs --format without {byte}, {kind} and --split, or --append: otherwise bad lines have records of their own")
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
		j.Reference, j.Bad = render.Semconv(cmp.Or(p.sites, render.Sites()), p.rules.get()), render.BadJSON
	case p.format != nil:
		p.format.UseRules(p.rules.get())
		if t := j.Table; t == nil || !t.Adds {
			p.format.Separate(j.Delim)
		} else if !column.IsJSON(t.Column) {
			p.format.Separate('\t')
		}
		if p.sites != nil {
			p.format.UseSites(p.sites)
		}
		t := append(p.format, render.Slot{Text: string([]byte{j.Delim})})
		setTemplate(j, t)
		j.Columns = len(t.Names())
		if p.split {
			j.Bad = t.Split()
		} else if t.Has("byte", "kind") {
			j.Bad = t.Bad
		}
	case p.json:
		setTemplate(j, render.JSONTemplate(p.offsets))
		if j.Bad = render.BadJSON; p.split {
			j.Bad = render.SplitJSON(p.offsets)
		}
	default:
		t := render.TSVTemplate(p.offsets)
		setTemplate(j, t)
		if j.Bad, j.Header = t.Bad, strings.Join(t.Names(), "\t")+"\n"; p.split {
			j.Bad = render.SplitTSV(p.offsets)
		}
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
	j.Numbers = t.Has("line")
	if j.Reference = p.Line; !j.Numbers {
		j.References = p.Lines
	}
}
