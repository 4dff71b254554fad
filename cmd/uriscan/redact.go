package main

import (
	"bytes"
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/normalize/query"
	"github.com/uriscan/uriscan/normalize/redact"
	"github.com/uriscan/uriscan/scanner"
)

type redactFlags struct {
	rules  redact.Rules
	deny   []string
	fold   bool
	text   bool
	column columnFlags
}

func newRedact(std stream.Std) *cobra.Command {
	j := &record.Job{}
	var f redactFlags
	c := newJob(std, j, "redact [flags] [FILE...]", func(flags *pflag.FlagSet) error {
		return f.apply(j, flags)
	}, "{names}", strings.Join(redact.OpenTelemetry()[:4], ", "), "{more}", strings.Join(redact.OpenTelemetry()[4:], ", "))
	flags := c.Flags()
	flags.StringSliceVar(&f.deny, "deny", nil, "blank the values of the parameters with these `NAMES`, too: token,code,x_*")
	flags.StringSliceVar(&f.rules.Allow, "allow", nil, "blank the values of all parameters but those with these `NAMES`")
	flags.BoolVar(&f.fold, "fold", false, "names are the same in any case, and with \"-\" or \"_\"")
	flags.StringSliceVar(&f.rules.Segments, "segments", nil, "blank the path segments with these `NAMES`: eyJ*")
	flags.StringSliceVar(&f.rules.After, "after", nil, "blank the path segments after those with these `NAMES`: reset,invite")
	flags.BoolVar(&f.rules.Fragment, "fragment", false, "blank fragments")
	flags.BoolVar(&f.rules.KeepUser, "keep-user", false, "keep user names and blank passwords only")
	flags.StringVar(&f.rules.Mask, "mask", "REDACTED", "write `TEXT` for what is blanked: letters, digits, -, _, ~ and *")
	flags.BoolVar(&f.text, "text", false, "the lines or values are texts with URLs in them")
	f.column.add(flags)
	addInputFlags(j, flags)
	addOutputFlag(j, flags)
	flags.VarPF(&choice[record.Policy]{&j.OnError, "POLICY", []string{"skip", "fail"}, []record.Policy{record.Skip, record.Fail}},
		"on-error", "", "lines over --max-line: skip (the default) or fail (stop); they are never passed on").DefValue = ""
	flags.BoolVarP(&j.Quiet, "quiet", "q", false, "print no diagnostics; the exit status tells")
	addRows(c, j, std)
	return c
}

// apply makes j redact. No line is bad but one that is too long, and that is not passed on.
func (f *redactFlags) apply(j *record.Job, flags *pflag.FlagSet) error {
	onError := j.OnError
	if err := f.column.apply(j, flags, "redacted"); err != nil {
		return err
	}
	j.OnError = onError
	if j.Table != nil {
		if c, ok := j.Table.Column.(*column.JSON); ok {
			c.AllCount = true // some readers take the first, and the line has both
		}
	}
	if f.fold {
		f.rules.Fold = query.FoldCase | query.FoldDash
	}
	switch {
	case flags.Changed("allow"):
		f.rules.Names = f.deny
	default:
		f.rules.Names, f.rules.Allow = append(redact.OpenTelemetry(), f.deny...), nil
	}
	if f.rules.Mask == "" {
		return errors.New("--mask must not be empty: what is blanked must be seen")
	}
	if f.column.field != (field{}) && f.column.delim >= 0 && strings.ContainsRune(f.rules.Mask, f.column.delim) {
		return errors.New("--mask has the --delimiter")
	}
	p, err := redact.NewPolicy(f.rules)
	if err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "redact: "))
	}
	j.Hint = nil
	if j.Table == nil {
		j.Table = &record.Table{Column: new(column.Whole), Names: []string{"redacted"}}
		if !f.text {
			j.Hint = looksLikeMany
		}
	}
	j.Line = func(dst, src []byte) ([]byte, diag.Flaw) {
		if f.text {
			dst = redact.Text(dst, src, p)
		} else {
			dst = redact.Append(dst, src, p)
		}
		return append(dst, '\n'), diag.Flaw{}
	}
	j.Unfound = func(dst []byte, c *column.Cell) []byte { return appendUnfound(dst, c, p) }
	j.Refuse = func(first []byte) error {
		if end := bytes.IndexByte(first, 0); j.Delim == 0 && end >= 0 {
			first = first[:end+1] // the first record: NULs between records are no sign of UTF-16
		}
		return refuseUnread(first)
	}
	return nil
}

// looksLikeMany says what a line looks like that may have several URLs and is read as one.
func looksLikeMany(line []byte) string {
	like, _, ok := strings.Cut(diag.LooksLike(line), ": ")
	if !ok || !bytes.ContainsAny(line, " \t\",;\r\x00") || scanner.Valid(line, scanner.URIReference) {
		return ""
	}
	return like + ": --text redacts all URLs of a line"
}

// refuseUnread returns an error if first begins an input in which no secret would be found.
func refuseUnread(first []byte) error {
	if format := diag.FormatOf(first); format != "" {
		return errors.New("looks like " + format)
	}
	return nil
}

// appendUnfound redacts a line in which the column is not found, as a text. A value that the end
// of the line cuts off is a URL all the same, whether it looks like one in a text or not.
func appendUnfound(dst []byte, c *column.Cell, p *redact.Policy) []byte {
	if len(c.Value) == 0 {
		return redact.Text(dst, c.Line, p)
	}
	dst = redact.Text(dst, c.Line[:c.Start], p)
	from := len(dst)
	c.Scratch = redact.Append(column.RoomFor(c.Scratch, len(c.Value)), c.Value, p)
	if dst = redact.Text(dst, c.Scratch, p); bytes.Equal(dst[from:], c.Value) {
		return append(dst[:from], c.Line[c.Start:]...)
	}
	dst, _ = c.Column.Enclose(dst, from, c) // there is no line break in it that was not there
	return append(dst, c.Line[c.End:]...)
}
