package render

import (
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/internal/testkit/answers"
	"github.com/uriscan/uriscan/normalize/template"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/target"
)

// Many references are printed as they were, good ones and bad ones.
func TestAnswers(t *testing.T) {
	print := func(t Template, split BadPrinter) func(string) string {
		plans := NewPlans(t)
		return func(in string) string {
			cell := &column.Cell{Number: 7, Byte: 3}
			ref, fault := scanner.Locate(in, scanner.URIReference)
			if fault != (scanner.Fault{}) {
				return string(split([]byte("x"), []byte(in), diag.FlawOf(fault), cell))
			}
			out, _ := plans.Line([]byte("x"), []byte(in), ref, cell)
			return string(out)
		}
	}
	lines, attributes := NewPlans(JSONTemplate(true)), Semconv(Sites(), template.Default())
	targets := func(in string) string {
		method, path, _ := strings.Cut(in, " ")
		form, ref, err := target.Parse(method, path)
		if err != nil {
			return string(SplitTSV(true)(nil, []byte(path), diag.FlawOfError(err), &column.Cell{Form: target.AuthorityForm}))
		}
		cell := &column.Cell{Form: form, Method: []byte(method)}
		out, _ := lines.Line(nil, []byte(path), ref, cell)
		out, _ = attributes(out, []byte(path), ref, cell)
		return string(out)
	}
	every, err := ParseTemplate("{site|0} {subdomain|0} {tld|0} {username|0} {password:decoded|0} {effective_port|0} {directory|0} {filename:decoded|0} {ext|0} {template} {query.a|0} {query.b:raw|0} {query.a b:form|0} " +
		"{scheme:}{//authority}{userinfo@}{:port}{path:decoded|%}{?query}{#fragment} {host_start|-} {port_end|-} {line} {value}")
	if err != nil {
		t.Fatal(err)
	}
	semconv := Semconv(Sites(), nil)
	answers.Check(t, map[string]func(string) string{
		"json": print(JSONTemplate(true), SplitJSON(true)), "tsv": print(TSVTemplate(false), SplitTSV(false)), "every": print(every, every.Split()), "bad": print(every, every.Bad), "target": targets,
		"semconv": func(in string) string {
			ref, fault := scanner.Locate(in, scanner.URIReference)
			if fault != (scanner.Fault{}) {
				return ""
			}
			out, _ := semconv(nil, []byte(in), ref, &column.Cell{})
			return string(out)
		},
		"made": func(in string) string {
			t, err := ParseTemplate(in)
			if err != nil {
				return err.Error()
			}
			return strings.Join(t.Names(), ",") + print(t, t.Bad)("http://u:p@h:8/a?b#c")
		},
	})
}
