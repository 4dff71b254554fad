package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/internal/testkit"
)

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
