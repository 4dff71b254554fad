package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/normalize/template"
	"github.com/uriscan/uriscan/scanner"
)

func newTemplate(std stream.Std) *cobra.Command {
	j := &record.Job{}
	var rules rulesFlag
	var columns columnFlags
	c := newJob(std, j, "template [flags] [FILE...]", func(flags *pflag.FlagSet) error {
		j.Reference, j.StandIn = templater(rules.get(), j.Delim), rules.withoutBraces()
		return columns.apply(j, flags, "template")
	}, "{result}", "template")
	flags := c.Flags()
	rules.add(flags)
	columns.addAll(c, j, std)
	return c
}

// templater returns a Printer of templates: of a reference without userinfo, query and fragment.
func templater(rules *template.Rules, delim byte) record.Printer {
	return func(dst, src []byte, ref scanner.Ref, _ *column.Cell) ([]byte, diag.Flaw) {
		from := 0
		if ref.Has(scanner.Userinfo) {
			dst = append(dst, src[:ref.Userinfo().Start]...)
			from = int(ref.Host().Start)
		}
		path := ref.Path()
		dst = append(dst, src[from:path.Start]...)
		return append(template.AppendTemplate(dst, path.Of(src), rules), delim), diag.Flaw{}
	}
}

// withoutBraces returns a function that returns src with other bytes for the braces around names
// of the rules in its path, or nil if there are other braces: what template prints is no URI
// reference, but it is its own template.
func (f *rulesFlag) withoutBraces() func(src []byte) []byte {
	names := f.names()
	return func(src []byte) []byte {
		first, end := bytes.IndexByte(src, '{'), len(src)
		if i := bytes.IndexAny(src, "?#"); i >= 0 {
			end = i
		}
		if first < pathStart(src) || first > end {
			return nil
		}
		out := bytes.Clone(src)
		for i := first; ; {
			n := bytes.IndexByte(out[i:end], '}')
			if n < 0 || !names[string(out[i+1:i+n])] {
				return nil
			}
			out[i], out[i+n] = 'x', 'x'
			if n = bytes.IndexByte(out[i:end], '{'); n < 0 {
				return out
			}
			i += n
		}
	}
}

// names returns what may be in braces.
func (f *rulesFlag) names() map[string]bool {
	names := map[string]bool{"parameters": true}
	for _, r := range append(template.DefaultRules(), f.from.Rules...) {
		names[r.Name] = r.Name != ""
	}
	for _, route := range f.from.Routes {
		for text := range strings.SplitSeq(route, "{") {
			if name, _, ok := strings.Cut(text, "}"); ok {
				names[name] = true
			}
		}
	}
	return names
}

// pathStart returns where the path of a reference begins, after a ":" and an authority.
func pathStart(src []byte) int {
	start := 0
	if i := bytes.IndexAny(src, ":/"); i >= 0 && src[i] == ':' {
		start = i + 1
	}
	if bytes.HasPrefix(src[start:], []byte("//")) {
		n := bytes.IndexByte(src[start+2:], '/')
		if n < 0 {
			return len(src)
		}
		start += 2 + n
	}
	return start
}

// A rulesFlag is the flag for the rules of templates.
type rulesFlag struct {
	rules *template.Rules
	from  template.Config
}

func (f *rulesFlag) add(flags *pflag.FlagSet) {
	flags.Var(&settingsFlag{Value: f}, "rules", "name segments by the routes and rules in `FILE`, of JSON, first")
}

// get returns the rules of the flag, and the default ones without it.
func (f *rulesFlag) get() *template.Rules {
	if f.rules == nil {
		return template.Default()
	}
	return f.rules
}

// Set reads the rules of a file.
func (f *rulesFlag) Set(name string) error {
	c, err := readSettings(name, parseTemplateRules)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return err
	case err != nil:
		return fmt.Errorf("no rules: %w", err)
	}
	f.from = c
	if f.rules, err = template.New(c); err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "uriscan: "))
	}
	return nil
}

func parseTemplateRules(text []byte) (c template.Config, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err = d.Decode(&c)
	return c, err
}

// sum returns a checksum of what the rules are made of, the default ones included.
func (f *rulesFlag) sum() uint32 {
	text, _ := json.Marshal([]any{f.from, template.DefaultRules()})
	return crc32.ChecksumIEEE(text)
}

func (*rulesFlag) String() string { return "" }

func (*rulesFlag) Type() string { return "FILE" }
