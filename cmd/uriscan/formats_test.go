package main

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/scanner"
)

func TestParseFormats(t *testing.T) {
	const (
		full  = "http://u@h:1/?#f"
		urn   = "urn:a:b"
		bad   = "a%4"
		names = "valid\tform\tscheme\tauthority\tuserinfo\thost\thost_kind\tport\tpath\tquery\tfragment\tpath_kind\terror_kind\terror_offset"
		spans = "scheme_start\tscheme_end\tauthority_start\tauthority_end\tuserinfo_start\tuserinfo_end\thost_start\thost_end\t" +
			"port_start\tport_end\tpath_start\tpath_end\tquery_start\tquery_end\tfragment_start\tfragment_end"
		none = `\N`
	)
	row := func(cells ...string) string { return strings.Join(cells, "\t") }
	badRow := row("false", none, none, none, none, none, none, none, none, none, none, none, "unexpected-end", "3")
	fullRow := row("true", "uri", "http", "u@h:1", "u", "h", "reg-name", "1", "/", "", "f", "abempty", none, none)
	tests := []struct {
		name, in string
		args     []string
		want     string
	}{
		{"TSV is the default", full, nil, names + "\n" + fullRow},
		{"TSV", full, []string{"--tsv"}, names + "\n" + fullRow},
		{"TSV without lines", "", nil, names},
		{"TSV, undefined", urn, nil,
			names + "\n" + row("true", "uri", "urn", none, none, none, none, none, "a:b", none, none, "rootless", none, none)},
		{"TSV, bad", bad, nil, names + "\n" + badRow},
		{"TSV, empty line", "\n", nil,
			names + "\n" + row("true", "relative-ref", none, none, none, none, none, none, "", none, none, "empty", none, none)},
		{"TSV, empty authority", "///", nil,
			names + "\n" + row("true", "relative-ref", none, "", none, "", "reg-name", none, "/", none, none, "abempty", none, none)},
		{"TSV with offsets", full, []string{"--offsets"},
			row(names, spans) + "\n" + row(fullRow, "0", "4", "7", "12", "7", "8", "9", "10", "11", "12", "12", "13", "14", "14", "15", "16")},
		{"TSV with offsets, undefined", "x", []string{"--offsets"},
			row(names, spans) + "\n" + row("true", "relative-ref", none, none, none, none, none, none, "x", none, none, "noscheme", none, none,
				none, none, none, none, none, none, none, none, none, none, "0", "1", none, none, none, none)},
		{"TSV with offsets, bad", bad, []string{"--offsets"},
			row(names, spans) + "\n" + badRow + strings.Repeat("\t"+none, 16)},
		{"JSON", full, []string{"--json"},
			`{"valid":true,"form":"uri","scheme":"http","authority":"u@h:1","userinfo":"u","host":"h","host_kind":"reg-name","port":"1","path":"/","query":"","fragment":"f","path_kind":"abempty"}`},
		{"JSON, undefined", urn, []string{"--json"}, `{"valid":true,"form":"uri","scheme":"urn","path":"a:b","path_kind":"rootless"}`},
		{"JSON, bad", bad, []string{"--json"}, `{"valid":false,"error":{"kind":"unexpected-end","offset":3}}`},
		{"JSON with offsets", urn, []string{"--json", "--offsets"},
			`{"valid":true,"form":"uri","scheme":"urn","path":"a:b","path_kind":"rootless","offsets":{"scheme":[0,3],"path":[4,7]}}`},
		{"JSON with offsets, empty line", "\n", []string{"--json", "--offsets"},
			`{"valid":true,"form":"relative-ref","path":"","path_kind":"empty","offsets":{"path":[0,0]}}`},
		{"JSON with offsets, bad", bad, []string{"--json", "--offsets"}, `{"valid":false,"error":{"kind":"unexpected-end","offset":3}}`},
		{"JSON does not escape what it need not", "//[::1]/?a=1&b", []string{"--json"},
			`{"valid":true,"form":"relative-ref","authority":"[::1]","host":"[::1]","host_kind":"ipv6","path":"/","query":"a=1&b","path_kind":"abempty"}`},
		{"JSON, NUL-separated", "a\x00b\x00", []string{"--json", "-0"},
			`{"valid":true,"form":"relative-ref","path":"a","path_kind":"noscheme"}` + "\n" +
				`{"valid":true,"form":"relative-ref","path":"b","path_kind":"noscheme"}`},
		{"template", full, []string{"--format", "{scheme} {host|-}"}, "http h"},
		{"template, fallback", urn, []string{"--format", "{scheme} {host|-}"}, "urn -"},
		{"template, undefined", urn, []string{"--format", "[{host}]"}, "[]"},
		{"template, empty is not undefined", "?", []string{"--format", "[{query|no}{fragment|no}]"}, "[no]"},
		{"template, braces", urn, []string{"--format", "{{{scheme}}} }}{{"}, "{urn} }{"},
		{"template, escapes", urn, []string{"--format", `a\tb\nc\\\r\0.`}, "a\tb\nc\\\r\x00."},
		{"template, escape in fallback", urn, []string{"--format", `{host|\t-}.`}, "\t-."},
		{"template, bar in fallback", urn, []string{"--format", `{host|a|b}`}, "a|b"},
		{"template, every kind of field", full, []string{"--format", "{valid} {form} {host_kind} {path_kind} {query_start}-{query_end}"},
			"true uri reg-name abempty 14-14"},
		{"template, undefined offset", urn, []string{"--format", "{host_start|none}"}, "none"},
		{"template, empty", urn, []string{"--format", ""}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := runWith(tt.in, append([]string{"parse"}, tt.args...)...)
			status := exitGood
			if tt.in == bad {
				status = exitBad
			}
			if want := (outcome{status, tt.want + "\n", ""}); got != want {
				t.Errorf("parse %q of %q =\n%+v, want\n%+v", tt.args, tt.in, got, want)
			}
		})
	}
}

func TestTemplateErrors(t *testing.T) {
	for in, says := range map[string]string{
		"{":            "no } closes",
		"x{host":       "no } closes",
		"}":            "no { opens",
		"a } b":        "no { opens",
		"{}":           "no field {}",
		"{Host}":       "no field {Host}",
		"{ host }":     "no field { host }",
		"{host_kinds}": "host_kind",
		"{path_start":  "no } closes",
		"{error}":      "no field {error}",
		`\x`:           "after a backslash",
		`tail\`:        "after a backslash",
		`{host|\}`:     "after a backslash",
	} {
		if got, err := parseTemplate(in); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("parseTemplate(%q) = %v, %v, want an error with %q", in, got, err, says)
		}
	}
}

// A record is what parse --json --offsets prints, as a stranger reads it.
type record struct {
	Valid    bool    `json:"valid"`
	Form     string  `json:"form"`
	Scheme   *string `json:"scheme"`
	Auth     *string `json:"authority"`
	Userinfo *string `json:"userinfo"`
	Host     *string `json:"host"`
	HostKind string  `json:"host_kind"`
	Port     *string `json:"port"`
	Path     *string `json:"path"`
	Query    *string `json:"query"`
	Fragment *string `json:"fragment"`
	PathKind string  `json:"path_kind"`
	Offsets  map[string][2]uint32
	Error    *struct {
		Kind   string
		Offset int
	}
}

// components returns the components by name.
func (r *record) components() map[string]*string {
	return map[string]*string{"scheme": r.Scheme, "authority": r.Auth, "userinfo": r.Userinfo, "host": r.Host,
		"port": r.Port, "path": r.Path, "query": r.Query, "fragment": r.Fragment}
}

// manyLines returns the links of the repository, and every octet in every
// component: what JSON or TSV would have to escape is in none that is valid.
func manyLines(t *testing.T) (lines []string) {
	data, err := os.ReadFile("testdata/links.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines = slowSplit(string(data), '\n')
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
		line := ""
		for range rng.IntN(9) {
			line += pieces[rng.IntN(len(pieces))]
		}
		lines = append(lines, line)
	}
	return lines
}

// Every line gives one record, and the record says what the library says.
func TestJSONSaysWhatTheLibrarySays(t *testing.T) {
	t.Parallel()
	lines := manyLines(t)
	got := runWith(strings.Join(append(lines, ""), "\n"), "parse", "--json", "--offsets")
	if got.status != exitBad || got.err != "" {
		t.Fatalf("parse --json = status %d, %q on standard error, want 1 and nothing", got.status, got.err)
	}
	records := slowSplit(got.out, '\n')
	if len(records) != len(lines) {
		t.Fatalf("parse --json printed %d records for %d lines", len(records), len(lines))
	}
	for i, line := range lines {
		decoder := json.NewDecoder(strings.NewReader(records[i]))
		decoder.DisallowUnknownFields()
		var r record
		if err := decoder.Decode(&r); err != nil {
			t.Fatalf("record %s: %v", records[i], err)
		}
		ref, fault := scanner.Locate(line, scanner.URIReference)
		if (fault == scanner.Fault{}) {
			checkRecord(t, line, ref, &r)
		} else if r.Valid || r.Error == nil || r.Error.Kind != fault.Kind().String() || r.Error.Offset != fault.Offset() {
			t.Errorf("record of %q = %s, want error %v at %d", line, records[i], fault.Kind(), fault.Offset())
		}
	}
}

func checkRecord(t *testing.T, line string, ref scanner.Ref, r *record) {
	t.Helper()
	form := "relative-ref"
	if scanner.Valid(line, scanner.URI) {
		form = "uri"
	}
	if !r.Valid || r.Error != nil || r.Form != form || r.HostKind != ref.HostKind().String() || r.PathKind != ref.PathKind().String() {
		t.Errorf("record of %q = %+v, want valid, %s, %v, %v", line, r, form, ref.HostKind(), ref.PathKind())
	}
	values := r.components()
	for c := scanner.Scheme; c != 0; c <<= 1 {
		value, offsets := values[c.String()], r.Offsets[c.String()]
		if !ref.Has(c) {
			if value != nil || offsets != [2]uint32{} {
				t.Errorf("%v of %q: record %+v, want it undefined", c, line, r)
			}
			continue
		}
		span := ref.Span(c)
		if value == nil || *value != span.OfString(line) || offsets != [2]uint32{span.Start, span.End} {
			t.Errorf("%v of %q: record %+v, want %v", c, line, r, span)
		}
	}
}

// The rows of TSV have all columns, and say what JSON says.
func TestTSVSaysWhatJSONSays(t *testing.T) {
	t.Parallel()
	in := strings.Join(append(manyLines(t), ""), "\n")
	objects := slowSplit(runWith(in, "parse", "--json", "--offsets").out, '\n')
	rows := bufio.NewScanner(strings.NewReader(runWith(in, "parse", "--tsv", "--offsets").out))
	rows.Scan()
	columns := strings.Split(rows.Text(), "\t")
	for i := 0; rows.Scan(); i++ {
		cells := strings.Split(rows.Text(), "\t")
		if len(cells) != len(columns) {
			t.Fatalf("row %q has %d cells, want %d", rows.Text(), len(cells), len(columns))
		}
		row := map[string]string{}
		for k, cell := range cells {
			if cell != undefined {
				row[columns[k]] = cell
			}
		}
		if want := flatten(t, objects[i]); !equal(row, want) {
			t.Errorf("row %q, want %v", rows.Text(), want)
		}
		objects[i] = ""
	}
	if left := strings.Join(objects, ""); left != "" {
		t.Errorf("no rows for the objects %s", left)
	}
}

// flatten turns an object of JSON into the cells of a row.
func flatten(t *testing.T, object string) map[string]string {
	t.Helper()
	var r record
	if err := json.Unmarshal([]byte(object), &r); err != nil {
		t.Fatal(err)
	}
	row := map[string]string{"valid": strconv.FormatBool(r.Valid)}
	if !r.Valid {
		row["error_kind"], row["error_offset"] = r.Error.Kind, strconv.Itoa(r.Error.Offset)
		return row
	}
	row["form"], row["path_kind"] = r.Form, r.PathKind
	if r.HostKind != "" {
		row["host_kind"] = r.HostKind
	}
	for name, value := range r.components() {
		if value != nil {
			row[name] = *value
			row[name+"_start"] = strconv.Itoa(int(r.Offsets[name][0]))
			row[name+"_end"] = strconv.Itoa(int(r.Offsets[name][1]))
		}
	}
	return row
}

func equal(a, b map[string]string) bool {
	for k, v := range a {
		if w, ok := b[k]; !ok || v != w {
			return false
		}
	}
	return len(a) == len(b)
}

// Once its memory has grown, a job allocates nothing, for good lines and bad.
func TestJobAllocs(t *testing.T) {
	in := []byte(strings.Join(append(manyLines(t), ""), "\n"))
	format, err := parseTemplate("{scheme|-} {host} {port_start|-}")
	if err != nil {
		t.Fatal(err)
	}
	jobs := map[string]*job{
		"check":           {reference: printNothing},
		"tsv":             {reference: tsvTemplate(false).line, bad: tsvBad(false)},
		"tsv, offsets":    {reference: tsvTemplate(true).line, bad: tsvBad(true)},
		"json":            {reference: jsonTemplate(false).line, bad: jsonBad},
		"json, offsets":   {reference: jsonTemplate(true).line, bad: jsonBad},
		"template":        {reference: format.line},
		"template, keep":  {reference: format.line, onError: keep},
		"template, quiet": {reference: format.line, quiet: true},
	}
	for name, j := range jobs {
		j.delim, j.maxLine = '\n', 100
		checkNoAllocs(t, name, j, in)
	}
}

// checkNoAllocs lets j do the block in again and again.
func checkNoAllocs(t *testing.T, name string, j *job, in []byte) {
	t.Helper()
	var res results
	var found []scanner.Line
	if allocs := testing.AllocsPerRun(5, func() { j.do(&res, &found, in, wholeLines) }); allocs != 0 {
		t.Errorf("%s: %v allocations for a block, want 0", name, allocs)
	}
}
