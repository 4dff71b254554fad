package main

import (
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/normalize"
)

// values are the contents of columns of random lines, good references and bad.
var values = []string{
	"", "HTTP://A/%7Ex", "http://h/", "a,b;c", "//h:80?q#f", "b c", "%zz", "x\"y", "\"", "\"\"", "é", "a'b", "/..//%41", "mailto:Ann@h",
	"http:\\h", "[::1]", "//[::0001]/", "?", "a|b", "A:B",
}

// normal returns the normal form of a value, by the function for one string.
func normal(value string) (string, bool) {
	out, err := normalize.String(value, normalize.SchemeBased)
	return out, err == nil
}

// randomEnd is the end of a line.
func randomEnd(rng *rand.Rand) string { return []string{"\n", "\n", "\r\n"}[rng.IntN(3)] }

// Whatever the values, each line comes out with the normal form where the value was, or
// after what was there, and bad lines are dropped.
func TestRandomColumns(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(41, 1))
	for i, k := range slices.Concat(kindsOfLines, kindsOfLines) {
		isAdded := i >= len(kindsOfLines)
		var in, want strings.Builder
		for range sizes.Times(10_000) {
			value, end := values[rng.IntN(len(values))], k.end()+randomEnd(rng)
			text, ok := k.write(value)
			if !ok {
				continue
			}
			isQuoted := strings.HasPrefix(text, `"`)
			if strings.Contains(k.flags, "--csv") && !isQuoted && rng.IntN(3) == 0 {
				text, isQuoted = inQuotesIf(text, true), true
			}
			fmt.Fprint(&in, k.before, text, k.after, end)
			out, ok := normal(value)
			if !ok || value == "" && strings.HasSuffix(k.flags, "--log") { // no target
				continue
			}
			written, _ := k.write(out)
			if isAdded {
				fmt.Fprint(&want, k.before, text, k.after, strings.Replace(k.added, "%s", "normalized", 1), written, k.close, end)
				continue
			}
			if written[:min(1, len(written))] != `"` && strings.Contains(k.flags, "--csv") {
				written = inQuotesIf(written, isQuoted)
			}
			fmt.Fprint(&want, k.before, written, k.after, end)
		}
		for _, jobs := range []string{"-j1", "-j8"} {
			args := append(strings.Fields("normalize --quiet "+k.flags), jobs, "--block-size", []string{"13", "1K", "64K", "256K"}[rng.IntN(4)])
			if isAdded {
				args = append(args, "--append")
			}
			got, want := runWith(in.String(), args...).out, want.String()
			for at := range min(len(got), len(want)) {
				if got[at] != want[at] {
					t.Fatalf("run(%q) prints %.99q at byte %d, want %.99q", args, got[at:], at, want[at:])
				}
			}
			if len(got) != len(want) {
				t.Errorf("run(%q) prints %d bytes, want %d", args, len(got), len(want))
			}
		}
	}
}

// csvText writes a column of CSV: in quotes if it needs them, and otherwise at random.
func csvText(rng *rand.Rand, value string, comma string) (text string, quoted bool) {
	if rng.IntN(3) > 0 && !strings.ContainsAny(value, "\"\r\n"+comma) {
		return value, false
	}
	return `"` + strings.ReplaceAll(value, `"`, `""`) + `"`, true
}

func inQuotesIf(text string, quoted bool) string {
	if quoted {
		return `"` + text + `"`
	}
	return text
}

// Whatever the bytes, those records are bad that encoding/csv finds bad, as
// long as they are single lines.
func TestCSVJudgement(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 3))
	pieces := []string{`"`, `""`, `a`, `,`, `b`, ` `, "\r"}
	for range sizes.Times(10_000) {
		var line strings.Builder
		for range 1 + rng.IntN(8) {
			line.WriteString(pieces[rng.IntN(len(pieces))])
		}
		text := line.String()
		if strings.HasSuffix(text, "\r") {
			continue // encoding/csv drops it before the end of input
		}
		r := csv.NewReader(strings.NewReader(text))
		_, err := r.Read()
		c := &column.Cell{Column: &column.CSV{Number: 1, Comma: ','}}
		c.Reset([]byte(text))
		if f := c.Column.Find(c); (f.Kind == column.BadCSV) != (err != nil) {
			t.Errorf("find in %q = %v, want bad-csv %t: %v", text, f, err != nil, err)
		}
	}
}

// A byte of a decoded value is found again in the line, wherever it is.
func TestPlaceOfByte(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(41, 7))
	columns := map[string]column.Column{
		"CSV":  &column.CSV{Number: 1, Comma: ','},
		"JSON": &column.JSON{Path: column.JSONPath{}},
	}
	for range sizes.Times(10_000) {
		value := values[rng.IntN(len(values))] + values[rng.IntN(len(values))]
		csvLine, _ := csvText(rng, value, ",")
		lines := map[string]string{"CSV": csvLine, "JSON": jsonText(rng, value)}
		i := rng.IntN(len(value) + 1)
		for name, line := range lines {
			c := &column.Cell{Column: columns[name]}
			c.Reset([]byte(line))
			if f := c.Column.Find(c); f.Kind != "" || string(c.Value) != value {
				t.Fatalf("%s: find in %q = %q, %v, want %q", name, line, c.Value, f, value)
			}
			// What is before the place is written alike for the bytes before i.
			at := c.At(i)
			c2 := &column.Cell{Column: columns[name]}
			quote := ""
			if c.Quoted || name == "JSON" {
				quote = `"`
			}
			c2.Reset([]byte(line[:at] + quote))
			if f := c2.Column.Find(c2); f.Kind != "" || len(c2.Value) > i || !strings.HasPrefix(value, string(c2.Value)) || len(c2.Value) < i-3 {
				t.Errorf("%s: at(%d) in %q = %d, before which %q is, %v", name, i, line, at, c2.Value, f)
			}
		}
	}
}

// Once its memory has grown, a job on a column allocates nothing.
func TestColumnAllocs(t *testing.T) {
	tests := map[string]struct {
		line string
		t    record.Table
	}{
		"table": {"1\tHTTP://a/%zz\n2\tHTTP://a/%7E\n", record.Table{Column: &column.Plain{Number: 2, Delim: '\t', End: '\n'}, InPlace: true}},
		"CSV":   {"1,\"HTTP://a/\"\"\n\"\n2,\"HTTP://a/%7E\"\n", record.Table{Column: &column.CSV{Number: 2, Comma: ','}, CSV: true, Comma: ','}},
		"log":   {"- [] \"GET /%7E HTTP/1.1\" 200\n- [] \"-\"\n", record.Table{Column: &column.Log{Quoted: 1, Target: true}}},
		"JSON":  {`{"a":["HTTP:\/\/a"]}` + "\n" + `{"\u0061":["\"\u00e9"]}` + "\n", record.Table{Column: &column.JSON{Path: column.JSONPath{{Name: "a", Index: -1}, {Name: "0", Index: 0}}}}},
	}
	for name, tt := range tests {
		f := normalizeFlags{level: level(normalize.SchemeBased)}
		tt.t.Names, tt.t.Rewrites = []string{"normalized"}, true
		j := &record.Job{Reading: pipeline.Reading{Delim: '\n', MaxLine: 100}, Reference: f.line('\n'), Table: &tt.t}
		in := []byte(strings.Repeat(tt.line, 100))
		checkNoAllocs(t, name, j, in)
	}
}
