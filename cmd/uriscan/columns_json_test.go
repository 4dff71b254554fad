package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
)

// jsonText writes a string of JSON with escapes where it needs them, and some
// where it does not.
func jsonText(rng *rand.Rand, value string) string {
	text := `"`
	for _, r := range value {
		switch {
		case r == '"' || r == '\\' || r == '/' && rng.IntN(3) == 0:
			text += `\` + string(r)
		case rng.IntN(8) == 0:
			text += fmt.Sprintf(`\u%04x`, r)
		case rng.IntN(20) == 0:
			text += fmt.Sprintf(`\u%04X`, r)
		default:
			text += string(r)
		}
	}
	return text + `"`
}

// Whatever the bytes, a line is JSON if encoding/json says so, and the string at a
// path is the one it finds.
func TestJSONJudgement(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(41, 6))
	pieces := []string{
		`{`, `}`, `[`, `]`, `"a"`, `"a":`, `"b":`, `"b":"x"`, `"b":"\b\f\n\r\t\"\\\/"`, `:`, `,`, `"x"`, ` `, `0`, `01`, `-`, `1.5`, `1.`, `e1`, `1E+2`, `true`, `nul`, `null`,
		`"\u0061":`, `"\u00"`, `"\ud83d\ude00"`, `"\ude00\u0041"`, `"\q"`, `"`, "\"\x01\"", "\"\x7f\"", `{"a":{"b":"y"}}`, "\t", "\n", "\r",
	}
	path, err := column.ParseJSONPath("a.b")
	testkit.Must(t, err)
	c := &column.Cell{Column: &column.JSON{Path: path}}
	valid, found := 0, 0
	for i := range sizes.Times(150_000) {
		var line []byte
		for range 1 + rng.IntN(9) {
			line = append(line, pieces[rng.IntN(len(pieces))]...)
		}
		if i%2 == 0 { // more of them are JSON then
			line = append(append([]byte(`{"a":{`), line...), "}}"...)
		}
		c.Reset(line)
		f := c.Column.Find(c)
		want, wantOK := stringAt(line, "a", "b")
		if ok := json.Valid(line); ok != (f.Kind != column.BadJSON) && len(bytes.TrimSpace(line)) > 0 {
			t.Fatalf("find in %q = %v, want JSON %t", line, f, ok)
		}
		if ok := f.Kind == ""; ok != wantOK || string(c.Value) != want {
			t.Fatalf("find in %q = %q, %v, want %q, %t", line, c.Value, f, want, wantOK)
		}
		if f.Kind != column.BadJSON {
			valid++
		}
		if f.Kind == "" {
			found++
		}
	}
	if least := sizes.Times(500); valid < least || found < least {
		t.Errorf("%d lines are JSON and %d have the string, want many", valid, found)
	}
}

// stringAt returns the string at a path as encoding/json finds it.
func stringAt(line []byte, path ...string) (string, bool) {
	var value any
	if json.Unmarshal(line, &value) != nil {
		return "", false
	}
	for _, name := range path {
		object, ok := value.(map[string]any)
		if !ok {
			return "", false
		}
		value = object[name]
	}
	text, ok := value.(string)
	return text, ok
}

// Every depth up to the limit of encoding/json is JSON, and none beyond.
func TestJSONDepth(t *testing.T) {
	path, err := column.ParseJSONPath("a")
	_, long := column.ParseJSONPath(strings.Repeat("a.", column.MaxPath-1) + "a")
	if err != nil || long != nil {
		t.Fatal(err, long)
	}
	c := &column.Cell{Column: &column.JSON{Path: path}}
	for _, n := range []int{1, 63, 64, 65, 9999, 10000, 10001} {
		for _, kind := range []string{"[]", "{}"} {
			open, end := kind[:1], kind[1:]
			if kind == "{}" {
				open = `{"x":`
			}
			deep, beside := strings.Repeat(open, n-1)+kind+strings.Repeat(end, n-1), "["+strings.Repeat(kind+",", n)+"0]"
			for _, line := range []string{deep, beside} {
				c.Reset([]byte(line))
				if got, want := c.Column.Find(c).Kind != column.BadJSON, json.Valid(c.Line); got != want {
					t.Errorf("find in %d of %s is JSON: %t, want %t", n, kind, got, want)
				}
			}
		}
	}
}
