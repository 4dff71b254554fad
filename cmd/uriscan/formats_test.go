package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/render"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/normalize/template"
	"github.com/uriscan/uriscan/scanner"
)

func TestTemplateErrors(t *testing.T) {
	for in, says := range map[string]string{
		"{":            "no } closes",
		"x{host":       `no } closes "{host"`,
		"}":            "no { opens",
		"a } b":        `no { opens what "} b"`,
		"{}":           "no field {}",
		"{Host}":       "no field {Host}",
		"{ host }":     "no field { host }",
		"{host_kinds}": "host_kind",
		"{path_start":  "no } closes",
		"{error}":      "no field {error}",
		`\x`:           "after a backslash",
		`tail\`:        "after a backslash",
		`{host|\}`:     "after a backslash",

		"{query:decoded}":     "{query.NAME}",
		"{userinfo:decoded}":  "{username:decoded}",
		"{authority:decoded}": "{host:decoded}",
		"{port:decoded}":      "no field {port:decoded}",
		"{nope:decoded}":      "no field {nope:decoded}",
		"{path?}":             "no field {path?}",
	} {
		if got, err := render.ParseTemplate(in); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("parseTemplate(%q) = %v, %v, want an error with %q", in, got, err, says)
		}
	}
}

// manyLines returns the links of the repository, and every byte in every
// component: no valid one contains a byte that JSON or TSV would have to escape.
func manyLines(t *testing.T) (lines []string) {
	lines = slowSplit(testkit.Read(t, "testdata/links.txt"), '\n')
	for _, format := range []string{"s_:p", "_", "a_", "//_@h", "//h_", "//h:_", "//[_", "/_", "?_", "#_", "/%4_"} {
		for c := range 256 {
			if c != '\n' && c != '\r' {
				lines = append(lines, strings.ReplaceAll(format, "_", string([]byte{byte(c)})))
			}
		}
	}
	rng := rand.New(rand.NewPCG(2, 7))
	pieces := []string{"http:", "//", "u:p@", "h.example", "127.0.0.1", "[::1]", ":", "80", "/", "..", "%41", "%", "?", "#", "&", " ", "é", "\x00"}
	for range 2000 {
		lines = append(lines, testkit.Mixed(rng, rng.IntN(9), pieces...))
	}
	return lines
}

// rowOf returns the record of a line by the library: the cells that are defined.
func rowOf(line string) map[string]string {
	ref, fault := scanner.Locate(line, scanner.URIReference)
	if fault != (scanner.Fault{}) {
		return map[string]string{"valid": "false", "error_kind": fault.Kind().String(), "error_offset": strconv.Itoa(fault.Offset())}
	}
	row := map[string]string{"valid": "true", "form": "relative-ref", "path_kind": ref.PathKind().String()}
	if scanner.Valid(line, scanner.URI) {
		row["form"] = "uri"
	}
	if ref.Has(scanner.Host) {
		row["host_kind"] = ref.HostKind().String()
	}
	for c := scanner.Scheme; c != 0; c <<= 1 {
		if ref.Has(c) {
			span := ref.Span(c)
			row[c.String()] = span.OfString(line)
			row[c.String()+"_start"], row[c.String()+"_end"] = fmt.Sprint(span.Start), fmt.Sprint(span.End)
		}
	}
	return row
}

// flatten turns an object of JSON into the cells of a row.
func flatten(t *testing.T, object string) map[string]string {
	t.Helper()
	var members map[string]any
	if err := json.Unmarshal([]byte(object), &members); err != nil {
		t.Fatalf("%s: %v", object, err)
	}
	row := map[string]string{}
	for name, value := range members {
		if inner, ok := value.(map[string]any); ok {
			for part, value := range inner {
				if span, ok := value.([]any); ok && name == "offsets" && len(span) == 2 {
					row[part+"_start"], row[part+"_end"] = fmt.Sprint(span[0]), fmt.Sprint(span[1])
				} else {
					row[name+"_"+part] = fmt.Sprint(value)
				}
			}
		} else {
			row[name] = fmt.Sprint(value)
		}
	}
	return row
}

// Every line gives one record, of JSON and of TSV, which says what the library says, and a
// row has all columns.
func TestRecordsSayWhatTheLibrarySays(t *testing.T) {
	t.Parallel()
	lines := manyLines(t)
	in := strings.Join(append(lines, ""), "\n")
	objects := runWith(in, "parse", "--json", "--offsets")
	table := runWith(in, "parse", "--tsv", "--offsets")
	all, rows := slowSplit(objects.out, '\n'), slowSplit(table.out, '\n')
	if objects.status != diag.ExitBad || table.status != diag.ExitBad || objects.err+table.err != "" || len(all) != len(lines) || len(rows) != len(lines)+1 {
		t.Fatalf("parse of %d lines = %s and %s, want status 1 and a record of each", len(lines), clip(objects), clip(table))
	}
	columns := strings.Split(rows[0], "\t")
	for i, line := range lines {
		cells := strings.Split(rows[i+1], "\t")
		if len(cells) != len(columns) {
			t.Fatalf("row %q has %d cells, want %d", rows[i+1], len(cells), len(columns))
		}
		row, want := map[string]string{}, rowOf(line)
		for k, cell := range cells {
			if cell != render.Undefined {
				row[columns[k]] = cell
			}
		}
		if object := flatten(t, all[i]); !maps.Equal(row, want) || !maps.Equal(object, want) {
			t.Errorf("records of %q are %s and %q, want %v", line, all[i], rows[i+1], want)
		}
	}
}

// Once its memory has grown, a job allocates nothing, for good lines and bad, for lines that
// change and lines that do not.
func TestJobAllocs(t *testing.T) {
	in := []byte(strings.Join(append(manyLines(t), "HTTP://u@H:/%7e/../b#f", "ftp://h:21", "?a=b&c=d", ""), "\n"))
	every := normalizeFlags{level: normalize.SchemeBased, with: 1<<len(rungNames) - 1}
	explain, changed := every, every
	explain.explain, changed.changed = true, true
	scheme := normalizeFlags{level: normalize.SchemeBased}
	format, err := render.ParseTemplate("{scheme|-} {host} {port_start|-}")
	testkit.Must(t, err)
	plans := render.NewPlans(format)
	for name, j := range map[string]*record.Job{
		"check":              {Reference: printNothing},
		"tsv":                {Reference: render.NewPlans(render.TSVTemplate(false)).Line, Bad: render.TSVTemplate(false).Bad},
		"json, offsets":      {Reference: render.NewPlans(render.JSONTemplate(true)).Line, Bad: render.BadJSON},
		"attributes":         {Reference: render.Semconv(nil, template.Default()), Bad: render.BadJSON}, // a lookup of a site allocates
		"template, many":     {References: plans.Lines, Reference: plans.Line},
		"normalize, many":    {Reference: scheme.line('\n'), References: scheme.lines('\n')},
		"template, keep":     {Reference: plans.Line, OnError: record.Keep},
		"template, rejects":  {Reference: plans.Line, Quiet: true, Rejects: "rejects"},
		"normalize":          {Reference: every.line('\n')},
		"normalize, explain": {Reference: explain.line('\n')},
		"normalize, changed": {Reference: changed.line('\n')},
		"normalize, keep":    {Reference: every.line('\n'), OnError: record.Keep},
	} {
		j.Delim, j.MaxLine = '\n', 100
		var res record.Results
		var found []scanner.Line
		if allocs := testing.AllocsPerRun(2, func() { j.Do(&res, &found, in, pipeline.WholeLines) }); allocs != 0 {
			t.Errorf("%s: %v allocations for a block, want 0", name, allocs)
		}
	}
}

// Whatever the reference, its attributes are JSON and agree with package net/url,
// and a password or a signature is in none of them.
func TestSemconvRandom(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(43, 1))
	pick := func(list ...string) string { return list[rng.IntN(len(list))] }
	var in strings.Builder
	var lines []string
	for range 5000 {
		line := pick("", "http:", "x-y:", "HTTPS:") +
			"//" + pick("", "", "ann:hunter2@", "hunter2@", ":hunter2@", "a%40:hunter2@") + pick("h", "[::1]", "127.0.0.1", "example.com") +
			pick("", ":", ":8080") + pick("", "/", "/a/b%20c") +
			pick("", "?", "?a=b", "?sig=hunter2", "?a&Signature=hunter2&c=d", "?%73ig=hunter2&b", "?X-Amz-Credential=hunter2&&X-Amz-Security%2DToken=hunter2") + pick("", "#", "#top")
		lines = append(lines, line)
		in.WriteString(line + "\n")
	}
	got := runWith(in.String(), "parse", "--semconv")
	if got.status != diag.ExitGood || strings.Contains(got.out, "hunter2") {
		t.Fatalf("parse --semconv = %d, or it gives away what is to be redacted", got.status)
	}
	out := strings.Split(got.out, "\n")
	for i, line := range lines {
		var a struct {
			Scheme, Domain, Path, Query, Fragment string
			Port                                  int
		}
		if err := json.Unmarshal([]byte(strings.ReplaceAll(out[i], `"url.`, `"`)), &a); err != nil {
			t.Fatalf("%s: %v", out[i], err)
		}
		u, err := url.Parse(line)
		testkit.Must(t, err)
		domain := u.Hostname()
		if strings.Contains(domain, ":") {
			domain = "[" + domain + "]"
		}
		port := ""
		if a.Port > 0 {
			port = fmt.Sprint(a.Port)
		}
		if !strings.EqualFold(a.Scheme, u.Scheme) || a.Domain != domain || port != u.Port() || a.Path != u.EscapedPath() || a.Fragment != u.Fragment {
			t.Errorf("parse --semconv of %q = %s, want what net/url finds, %+v", line, out[i], u)
		}
	}
}
