package main

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/render"
	"github.com/uriscan/uriscan/cmd/internal/stream"
)

// columnFlags are the flags that choose a column.
type columnFlags struct {
	field    field
	delim    rune
	csv      bool
	log      bool
	logField logField
	format   string // of a log
	as       reading
	json     column.JSONPath
	adds     bool
	header   bool
}

func (f *columnFlags) add(flags *pflag.FlagSet) {
	flags.Var(&textFlag[field]{&f.field, "N", parseField}, "field", "work on column `N` of each line, counted from 1, or by its name in --header")
	f.delim = '\t'
	flags.Var(&textFlag[rune]{&f.delim, "C", parseDelimiter}, "delimiter", "what separates columns: a byte, \\t (the default), or blanks: any number")
	flags.BoolVar(&f.csv, "csv", false, "lines are CSV, with \",\" between columns unless --delimiter is given")
	flags.BoolVar(&f.header, "header", false, "the first line of each file has the names of columns")
	flags.BoolVar(&f.log, "log", false, "lines are of an access log: work on the request target")
	flags.Var(&textFlag[string]{&f.format, "FORMAT", parseLogFormat}, "log-format", "lines are of an access log in this `FORMAT`: a string of nginx or Apache, or alb")
	flags.Var(&choice[logField]{&f.logField, "PART", []string{"target", "referer"}, []logField{logTarget, logReferer}},
		"log-field", "work on this part of a log's lines: target or referer")
	flags.Var(oneOf(&f.as, "READING", "target", "reference"), "as", "read what --log finds as a request-target, by its method, or as a reference")
	flags.Var(&textFlag[column.JSONPath]{&f.json, "PATH", column.ParseJSONPath}, "json-field", "work on the string at this path of lines of JSON, such as request.url")
}

// addAppend adds --append for commands that have results.
func (f *columnFlags) addAppend(flags *pflag.FlagSet) {
	flags.BoolVar(&f.adds, "append", false, "add the results to the lines and leave the column as it is")
}

// addAll adds the flags of a command that prints what comes of each record, with --rows, which
// is refused beside others.
func (f *columnFlags) addAll(c *cobra.Command, j *record.Job, std stream.Std, others ...string) {
	f.add(c.Flags())
	f.addAppend(c.Flags())
	addInputFlags(j, c.Flags())
	addResultFlags(j, c.Flags(), onErrorUsage)
	addRows(c, j, std, others...)
}

// apply makes j work on the column that the flags choose, if they choose one.
// The command prints lines if its results have names.
func (f *columnFlags) apply(j *record.Job, flags *pflag.FlagSet, names ...string) error {
	if err := f.check(flags); err != nil {
		return err
	}
	// What looks like the lines that the flags expect needs no hint.
	expected := func(line []byte) bool {
		return bytes.Contains(line, []byte(" HTTP/")) || bytes.Contains(line, []byte(`] "`)) // a log, perhaps of what was no request
	}
	t := &record.Table{Adds: f.adds, Header: f.header, Name: f.field.name, Names: names}
	switch {
	case f.csv:
		t.CSV, t.Comma = true, ','
		if flags.Changed("delimiter") {
			t.Comma = byte(f.delim)
		}
		if j.Delim != '\n' {
			return errors.New("--csv and --null cannot be used together")
		}
		if t.Comma == '"' || f.delim == blanks {
			return errors.New(`--delimiter cannot be " or blanks with --csv`)
		}
		expected = func(line []byte) bool { return bytes.IndexByte(line, ';') < 0 || bytes.IndexByte(line, t.Comma) >= 0 }
		t.Column = &column.CSV{Number: f.field.number, Comma: t.Comma}
	case f.field != (field{}):
		if f.delim == rune(j.Delim) {
			return errors.New("--delimiter cannot be what ends the lines")
		}
		plain := &column.Plain{Number: f.field.number, Delim: byte(f.delim), Blanks: f.delim == blanks, End: j.Delim}
		if plain.Blanks {
			plain.Delim = ' '
		}
		t.Column = plain
		expected = func(line []byte) bool { return plain.Blanks || bytes.IndexByte(line, plain.Delim) >= 0 }
	case f.log || f.format != "" || f.logField != 0:
		log := &column.Log{Referer: f.logField == logReferer, End: j.Delim}
		if f.format != "" {
			var err error
			if log.Format, err = column.ParseLogFormat(f.format, log.Referer); err != nil {
				return fmt.Errorf("--log-format: %w", err)
			}
			expected = func([]byte) bool { return true }
		}
		t.Column, t.Targets = log, !log.Referer && f.as == asTarget
	case f.json != nil:
		if (len(f.json) == 0 || f.json.HasMany()) && (f.adds || len(names) > 1) {
			return errors.New("--json-field with . or * leaves no place for more results")
		}
		t.Column = &column.JSON{Path: f.json}
		expected = func(line []byte) bool { return len(line) > 1 && line[0] == '{' }
	default:
		j.Hint = diag.LooksLike
		return nil
	}
	j.Table = t
	j.Hint = func(line []byte) string {
		if expected(line) {
			return ""
		}
		return diag.LooksLike(line)
	}
	if (len(names) > 0 || f.adds) && keepsBad(flags) {
		j.OnError = record.Keep // a record is more than its URL
	}
	return nil
}

// check rejects flags that make no sense together.
func (f *columnFlags) check(flags *pflag.FlagSet) error {
	if err := exclusive(flags, "field log json-field", "field log-field json-field", "field log-format json-field"); err != nil {
		return err
	}
	if f.field.name != "" && !f.header {
		return errors.New("--field NAME needs --header")
	}
	for _, name := range []string{"delimiter", "csv", "header"} {
		if flags.Changed(name) && f.field == (field{}) {
			return fmt.Errorf("--%s needs --field", name)
		}
	}
	isLog := f.log || f.format != ""
	if flags.Changed("as") && !isLog && f.logField != logTarget {
		return errors.New("--as needs --log")
	}
	if f.adds && f.field == (field{}) && !isLog && f.logField == 0 && f.json == nil {
		return errors.New("--append needs --field, --log, --log-format or --json-field")
	}
	return nil
}

func parseLogFormat(s string) (string, error) {
	_, err := column.ParseLogFormat(s, false)
	if _, referer := column.ParseLogFormat(s, true); referer == nil {
		err = nil // --log-field may ask for that
	}
	return s, err
}

// A field is the number or the name of a column.
type field struct {
	number int
	name   string
}

// parseField reads a number from 1 or a name.
func parseField(s string) (f field, err error) {
	if _, err := strconv.Atoi(s); err != nil && s != "" {
		return field{name: s}, nil
	}
	f.number, err = parseCount(s)
	return f, err
}

// blanks is the delimiter of columns that are padded.
const blanks rune = -1

// parseDelimiter reads the byte between columns, or "blanks".
func parseDelimiter(s string) (rune, error) {
	rule := errors.New(`it must be one byte, or \t or \\, or "blanks"`)
	switch s {
	case "blanks":
		return blanks, nil
	case `\`:
		return '\\', nil
	case "":
		return 0, rule
	}
	c, rest, err := render.Unescape(s)
	switch {
	case err != nil || rest != "":
		return 0, rule
	case c == '\n' || c == '\r':
		return 0, errors.New("it cannot be what ends lines")
	}
	return rune(c), nil
}

// A reading is what the targets in a log are read as.
type reading uint8

const (
	asTarget reading = iota
	asReference
)

// A logField is a part of a line of a log.
type logField uint8

const (
	logTarget logField = 1 + iota
	logReferer
)
