package main

import (
	"encoding/csv"
	"fmt"
	"math/rand/v2"
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

// A madeLine is a random line and what a command makes of it, worked out from its
// pieces.
type madeLine struct {
	text string // with its end
	want string // normalized; "" if the line is bad
}

// normal returns the normal form of a value, by the function for one string.
func normal(value string) (string, bool) {
	out, err := normalize.String(value, normalize.SchemeBased)
	return out, err == nil
}

// compareMade runs normalize over lines, and over them with --append, and compares
// with what was worked out. The size of blocks and the number of workers are random.
func compareMade(t *testing.T, rng *rand.Rand, lines []madeLine, flags ...string) {
	t.Helper()
	for _, jobs := range []string{"1", "8"} {
		size := []string{"1", "13", "1K", "64K", "256K"}[rng.IntN(5)]
		if len(size) < 2 {
			lines = lines[:len(lines)/10] // a read for each byte takes its time
		}
		var in, want strings.Builder
		for _, l := range lines {
			in.WriteString(l.text)
			want.WriteString(l.want)
		}
		args := append([]string{"normalize", "--quiet", "-j", jobs, "--block-size", size}, flags...)
		got := runWith(in.String(), args...)
		if got.out == want.String() {
			continue
		}
		rest := got.out
		for _, l := range lines {
			var ok bool
			if rest, ok = strings.CutPrefix(rest, l.want); !ok {
				t.Fatalf("run(%q) of %q = %.200q, want %q", args, l.text, rest, l.want)
			}
		}
		t.Fatalf("run(%q) prints %.200q after the last line", args, rest)
	}
}

// randomEnd is the end of a line.
func randomEnd(rng *rand.Rand) string { return []string{"\n", "\n", "\r\n"}[rng.IntN(3)] }

func TestRandomTables(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(41, 1))
	for range 10 {
		number, delim := 1+rng.IntN(4), []string{"\t", "|", ";", ","}[rng.IntN(4)]
		var lines, added []madeLine
		for range sizes.Times(1000) {
			columns := make([]string, 1+rng.IntN(6))
			for i := range columns {
				columns[i] = values[rng.IntN(len(values))]
			}
			// What the column is if nothing but delim has a meaning.
			text, end := strings.Join(columns, delim), randomEnd(rng)
			columns = strings.Split(text, delim)
			l := madeLine{text: text + end}
			a := l
			if number <= len(columns) {
				if out, ok := normal(columns[number-1]); ok && !strings.Contains(out, delim) {
					a.want = text + delim + out + end
					columns[number-1] = out
					l.want = strings.Join(columns, delim) + end
				}
			}
			lines, added = append(lines, l), append(added, a)
		}
		flags := []string{"--field", fmt.Sprint(number), "--delimiter", delim}
		compareMade(t, rng, lines, flags...)
		compareMade(t, rng, added, append(flags, "--append")...)
	}
}

// csvText writes a column of CSV: in quotes if it needs them, and otherwise at random.
func csvText(rng *rand.Rand, value string, comma string) (text string, quoted bool) {
	if rng.IntN(3) > 0 && !strings.ContainsAny(value, "\"\r\n"+comma) {
		return value, false
	}
	return `"` + strings.ReplaceAll(value, `"`, `""`) + `"`, true
}

func TestRandomCSV(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(41, 2))
	inside := append([]string{"two\nlines", "\n", "\r\n", "a\n\"b\"\n"}, values...)
	for range 10 {
		number, comma := 1+rng.IntN(4), []string{",", ";", "\t"}[rng.IntN(3)]
		var lines, added []madeLine
		for range sizes.Times(1000) {
			columns := make([]string, 2+rng.IntN(5))
			texts, quoted := make([]string, len(columns)), make([]bool, len(columns))
			for i := range columns {
				columns[i] = inside[rng.IntN(len(inside))]
				texts[i], quoted[i] = csvText(rng, columns[i], comma)
			}
			end := randomEnd(rng)
			l := madeLine{text: strings.Join(texts, comma) + end}
			a := l
			if number <= len(columns) {
				if out, ok := normal(columns[number-1]); ok {
					needs := strings.Contains(out, comma)
					a.want = strings.Join(texts, comma) + comma + inQuotesIf(out, needs) + end
					texts[number-1] = inQuotesIf(out, needs || quoted[number-1])
					l.want = strings.Join(texts, comma) + end
				}
			}
			lines, added = append(lines, l), append(added, a)
		}
		flags := []string{"--csv", "--field", fmt.Sprint(number), "--delimiter", comma}
		compareMade(t, rng, lines, flags...)
		compareMade(t, rng, added, append(flags, "--append")...)
	}
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

func TestRandomLogs(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(41, 4))
	var lines, added, referers []madeLine
	for range sizes.Times(10_000) {
		// As servers write them.
		escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "é", `\xc3\xa9`)
		value, referer := values[rng.IntN(len(values))], values[rng.IntN(len(values))]
		before := fmt.Sprintf("192.0.2.%d - %s [10/Oct/2025:13:55:36 -0700] ", rng.IntN(256), []string{"-", "ann", "a b", "[x]"}[rng.IntN(4)])
		after := fmt.Sprintf(" %d %d ", 200+rng.IntN(400), rng.IntN(1e6))
		agent := ` "` + escape.Replace(values[rng.IntN(len(values))]) + `"` + []string{"", ` "x" 1`}[rng.IntN(2)]
		end := randomEnd(rng)
		method, version := []string{"GET ", "POST "}[rng.IntN(2)], []string{" HTTP/1.1", " HTTP/2.0", ""}[rng.IntN(3)]
		make := func(target, referer string) string {
			return before + `"` + method + target + version + `"` + after + `"` + referer + `"` + agent
		}
		text := make(escape.Replace(value), escape.Replace(referer))
		l := madeLine{text: text + end}
		a, r := l, l
		if out, ok := normal(value); ok && value != "" {
			l.want = make(out, escape.Replace(referer)) + end
			a.want = text + ` "` + out + `"` + end
		}
		if out, ok := normal(referer); ok {
			r.want = make(escape.Replace(value), out) + end
		}
		lines, added, referers = append(lines, l), append(added, a), append(referers, r)
	}
	compareMade(t, rng, lines, "--log")
	compareMade(t, rng, added, "--log", "--append")
	compareMade(t, rng, referers, "--log-field", "referer")
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
