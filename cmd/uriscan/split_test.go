package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/render"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/scanner"
)

// splitRow returns the record of a line by the library, that of a bad one with the components
// that scanner.Split finds.
func splitRow(line string) map[string]string {
	row := rowOf(line)
	if row["valid"] == "true" {
		return row
	}
	ref := scanner.Split(line)
	row["form"], row["path_kind"] = render.FormOf(ref.Has(scanner.Scheme)), ref.PathKind().String()
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

// With --split every line has components: those that the library finds, as JSON that others
// read and as rows that can be taken apart again.
func TestSplitSaysWhatTheLibrarySays(t *testing.T) {
	t.Parallel()
	lines := append(manyLines(t), `http://h/\N`, `http://u:p@h:1x/%?"%2`, "\t", "//[::1/\\t\xff\xf0\x9f\x98")
	in := strings.Join(append(lines, ""), "\n")
	objects := runWith(in, "parse", "--split", "--json", "--offsets")
	table := runWith(in, "parse", "--split", "--offsets")
	format := runWith(in, "parse", "--split", "--format", "{kind|good}{scheme:}{//authority}{path}{?query}{#fragment}")
	all, rows, whole := slowSplit(objects.out, '\n'), slowSplit(table.out, '\n'), slowSplit(format.out, '\n')
	if all, err := objects.status|table.status|format.status, objects.err+table.err+format.err; all != diag.ExitBad || err != "" {
		t.Fatalf("parse --split = status %d and %q, want 1", all, err)
	}
	if len(all) != len(lines) || len(rows) != len(lines)+1 || len(whole) != len(lines) {
		t.Fatalf("%d lines have %d objects, %d rows and %d more", len(lines), len(all), len(rows), len(whole))
	}
	columns := strings.Split(rows[0], "\t")
	unescape := strings.NewReplacer(`\\`, `\`, `\t`, "\t", `\n`, "\n", `\r`, "\r", `\0`, "\x00")
	for i, line := range lines {
		want, row, text := splitRow(line), map[string]string{}, map[string]string{}
		for k, cell := range strings.Split(rows[i+1], "\t") {
			if cell != render.Undefined {
				row[columns[k]] = unescape.Replace(cell)
			}
		}
		if !maps.Equal(row, want) {
			t.Errorf("row of %q is %q, want %v", line, rows[i+1], want)
		}
		for name, value := range want {
			text[name] = string([]rune(value)) // what is not UTF-8 is U+FFFD
		}
		if want["valid"] == "false" {
			text["exact"] = "false"
		}
		if object := flatten(t, all[i]); !maps.Equal(object, text) || !json.Valid([]byte(all[i])) {
			t.Errorf("object of %q is %s, want %q", line, all[i], text)
		}
		kind := "good"
		if want["valid"] == "false" {
			kind = want["error_kind"]
		}
		if want := kind + withoutControls(line); whole[i] != want {
			t.Errorf("components of %q make %q, want %q", line, whole[i], want)
		}
	}
}

// withoutControls returns line with its controls percent-encoded.
func withoutControls(line string) (out string) {
	for _, b := range []byte(line) {
		if b < 0x20 || b == 0x7F {
			out += fmt.Sprintf("%%%02X", b)
		} else {
			out += string([]byte{b})
		}
	}
	return out
}

// A target that is bad is taken apart by its method, not as a reference.
func TestSplitTargets(t *testing.T) {
	for target, want := range map[string]string{
		"GET //a/b%2?c=%#f": "origin - //a/b%2 c=% f",
		"GET ///%":          "origin - ///% - -",
		"GET a%2":           "absolute - a%2 - -",
		"GET http://h/%?":   "absolute h /% <> -",
		"CONNECT h:8x":      "authority h <> - -",
		"CONNECT u@h:8x/p?": "authority - 8x/p <> -",
		"OPTIONS *x":        "asterisk - *x - -",
	} {
		in := "h - - [t] \"" + target + " HTTP/1.1\" 200 1\n"
		got := runWith(in, "parse", "--split", "--log", "--format", "{form} {host|-} {path} {query|-} {fragment|-}")
		if want := strings.ReplaceAll(want, "<>", "") + "\n"; got != (outcome{diag.ExitBad, want, ""}) {
			t.Errorf("parse --split of %q = %+v, want %q", target, got, want)
		}
	}
}

// A value with every byte, written in a column in whatever way, is split as it is alone, and
// its offsets are those in the line.
func TestSplitInColumns(t *testing.T) {
	for _, k := range kindsOfLines {
		for _, odd := range testkit.OddTexts() {
			value, ok := k.write("http://h/%" + odd + "?q" + odd + "#f")
			if !ok || strings.Contains(k.flags, "--log") {
				continue // it has no escapes
			}
			line := k.before + value + k.after + k.end() + "\n"
			got := runWith(line, strings.Fields("parse --split --json --offsets -j 1 "+k.flags)...)
			var object struct {
				Valid   *bool
				Offsets map[string][2]int
			}
			if err := json.Unmarshal([]byte(got.out), &object); err != nil || object.Valid == nil || *object.Valid {
				t.Errorf("parse --split of %q = %+v, %v", line, got, err)
				continue
			}
			if at := object.Offsets["fragment"]; strings.Contains(odd, "#") == (line[at[0]:at[1]] == "f") && !strings.Contains(odd, "\n") {
				t.Errorf("parse --split %s of %q has the fragment at %v, want f", k.flags, line, at)
			}
		}
	}
}
