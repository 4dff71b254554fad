package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/render"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/inspect"
)

type inspectFlags struct {
	rules  inspect.Rules
	deny   inspect.Remark
	json   bool
	prints checked
	column columnFlags
}

func newInspect(std stream.Std) *cobra.Command {
	j := &record.Job{Findings: true}
	var f inspectFlags
	c := newJob(std, j, "inspect [flags] [FILE...]", func(flags *pflag.FlagSet) error {
		if err := errors.Join(exclusive(flags, "json print"), f.checkRows(j), f.column.apply(j, flags)); err != nil {
			return err
		}
		return f.apply(j)
	}, "{remarks}", describedRemarks())
	flags := c.Flags()
	policy := func(name string) (inspect.Rules, error) {
		if flags.Changed("policy") { // the first would not count, and what it refuses would pass
			return f.rules, errors.New(`only one policy counts; "like" in a FILE names one to add rules to`)
		}
		return readRules(name)
	}
	flags.Var(remarksFlag(&f.deny), "deny", "refuse lines with one of these `REMARKS`, joined by \",\"")
	flags.Var(&settingsFlag{Value: &textFlag[inspect.Rules]{&f.rules, "FILE", policy}, ready: []string{"ingress", "ingress-encoded", "fetch"}}, "policy", "refuse what this policy does: ingress, ingress-encoded, fetch, or a `FILE` of JSON")
	flags.BoolVar(&f.json, "json", false, "print JSON Lines, one for each line")
	flags.Var(oneOf(&f.prints, "LINES", "findings", "good", "bad"), "print", "print findings, or the lines that are allowed (good) or not (bad)")
	f.column.add(flags)
	addInputFlags(j, flags)
	addResultFlags(j, flags, "fail stops at the first bad line; skip and keep go on")
	addRows(c, j, std)
	return c
}

func (f *inspectFlags) checkRows(j *record.Job) error {
	if j.Rows && !f.json {
		return errors.New("--rows needs --json: there are lines without findings")
	}
	return nil
}

func (f *inspectFlags) apply(j *record.Job) error {
	f.rules.Refuse |= f.deny
	policy, err := inspect.NewPolicy(f.rules)
	if err != nil {
		return err
	}
	if err := f.prints.apply(j); err != nil {
		return err
	}
	if f.json {
		j.Findings, j.Bad = false, badInspected
	}
	j.Reference = func(dst, src []byte, ref scanner.Ref, c *column.Cell) ([]byte, diag.Flaw) {
		refusal := policy.Check(string(c.Method), src, ref)
		if f.json {
			own, ok := c.Own.(*inspected)
			if !ok {
				own = new(inspected)
				c.Own = own
			}
			*own = inspected{ref, refusal}
			if refusal != (inspect.Refusal{}) {
				return dst, diag.Flaw{Kind: refusal.Rule(), Offset: int(refusal.Span().Start)}
			}
			return appendInspected(dst, src, ref, refusal, c), diag.Flaw{}
		}
		if !j.Quiet {
			note(c, src, ref, refusal)
		}
		if refusal != (inspect.Refusal{}) {
			return dst, diag.Flaw{Kind: "refused: " + refusal.Rule(), Offset: int(refusal.Span().Start)}
		}
		return dst, diag.Flaw{}
	}
	return nil
}

// note adds the remarks on src to c, except one that is refused.
func note(c *column.Cell, src []byte, ref scanner.Ref, refusal inspect.Refusal) {
	if inspect.Of(src, ref) == 0 {
		return
	}
	for remark, span := range inspect.All(src, ref) {
		if name := remark.String(); name != refusal.Rule() || span != refusal.Span() {
			c.Notes = append(c.Notes, diag.Flaw{Kind: name, Offset: int(span.Start)})
		}
	}
}

// An inspected is what --json prints of a line that the policy refuses.
type inspected struct {
	ref     scanner.Ref
	refusal inspect.Refusal
}

// badInspected prints a line that is not a reference, or that is refused.
func badInspected(dst, src []byte, f diag.Flaw, c *column.Cell) []byte {
	own, ok := c.Own.(*inspected)
	if !ok || own.refusal == (inspect.Refusal{}) {
		return render.BadJSON(dst, src, f, c)
	}
	dst = appendInspected(dst, src, own.ref, own.refusal, c)
	*own = inspected{}
	return dst
}

func appendInspected(dst, src []byte, ref scanner.Ref, refusal inspect.Refusal, c *column.Cell) []byte {
	dst = append(dst, `{"valid":true,"remarks":[`...)
	before := ""
	for remark, span := range inspect.All(src, ref) {
		dst = appendSpanned(append(dst, before...), "remark", remark.String(), span, c)
		if addr, ok := render.AddressOf(remark, src, ref); ok {
			dst = append(addr.AppendTo(append(dst[:len(dst)-len("}")], `,"address":"`...)), `"}`...)
		}
		before = ","
	}
	dst = append(dst, ']')
	if refusal != (inspect.Refusal{}) {
		dst = appendSpanned(append(dst, `,"refused":`...), "rule", refusal.Rule(), refusal.Span(), c)
	}
	return append(dst, "}\n"...)
}

func appendSpanned(dst []byte, what, name string, span scanner.Span, c *column.Cell) []byte {
	dst = append(append(append(append(append(dst, `{"`...), what...), `":"`...), name...), `","offsets":[`...)
	dst = append(strconv.AppendInt(dst, int64(c.At(int(span.Start))), 10), ',')
	return append(strconv.AppendInt(dst, int64(c.At(int(span.End))), 10), "]}"...)
}

// readRules returns the rules of that name, or those of a file.
func readRules(name string) (inspect.Rules, error) {
	if rules, ok := inspect.Ready(name); ok {
		return rules, nil
	}
	rules, err := readSettings(name, inspect.ParseRules)
	if errors.Is(err, fs.ErrNotExist) && name == "redirect" {
		err = errors.New(`redirect needs an origin: name a file with {"like":"redirect","origin":"https://www.example.com"}`)
	} else if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("neither ingress, ingress-encoded nor fetch, and %w", err)
	}
	return rules, err
}

// describedRemarks returns a line for each remark, for the help.
func describedRemarks() string {
	var text strings.Builder
	for r, says := range inspect.Remarks {
		line := fmt.Sprintf("    %-26s ", r)
		for word := range strings.FieldsSeq(says) {
			if len(line)+1+len(word) > 75 {
				fmt.Fprintln(&text, line)
				line = strings.Repeat(" ", 31)
			}
			line += " " + word
		}
		fmt.Fprintln(&text, line)
	}
	return strings.TrimSuffix(text.String(), "\n")
}

// remarkNames are the names of all remarks, by their bits.
var remarkNames = func() (names []string) {
	for r := range inspect.Remarks {
		names = append(names, r.String())
	}
	return names
}()

func remarksFlag(to *inspect.Remark) *listFlag[inspect.Remark] {
	return &listFlag[inspect.Remark]{to, "REMARKS", "remark", remarkNames}
}
