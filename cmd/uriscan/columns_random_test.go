package main

import (
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
			if !ok || value == "" && (strings.Contains(k.flags, "--log") || strings.Contains(k.flags, "--json")) {
				fmt.Fprint(&want, k.before, text, k.after, end)
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

func inQuotesIf(text string, quoted bool) string {
	if quoted {
		return `"` + text + `"`
	}
	return text
}

// Once its memory has grown, a job on a column allocates nothing.
func TestColumnAllocs(t *testing.T) {
	tests := map[string]struct {
		line string
		t    record.Table
	}{
		"table": {"1\tHTTP://a/%zz\n2\tHTTP://a/%7E\n", record.Table{Column: &column.Plain{Number: 2, Delim: '\t', End: '\n'}}},
		"CSV":   {"1,\"HTTP://a/\"\"\n\"\n2,\"HTTP://a/%7E\"\n", record.Table{Column: &column.CSV{Number: 2, Comma: ','}, CSV: true, Comma: ','}},
		"log":   {"- [] \"GET /%7E HTTP/1.1\" 200\n- [] \"-\"\n", record.Table{Column: &column.Log{Quoted: 1, Target: true}}},
		"JSON":  {`{"a":["HTTP:\/\/a"]}` + "\n" + `{"\u0061":["\"\u00e9"]}` + "\n", record.Table{Column: &column.JSON{Path: column.JSONPath{{Name: "a", Index: -1}, {Name: "0", Index: 0}}}}},
	}
	for name, tt := range tests {
		f := normalizeFlags{level: normalize.SchemeBased}
		tt.t.Names = []string{"normalized"}
		j := &record.Job{Reading: pipeline.Reading{Delim: '\n', MaxLine: 100}, Reference: f.line('\n'), Table: &tt.t}
		in := []byte(strings.Repeat(tt.line, 100))
		checkNoAllocs(t, name, j, in)
	}
}
