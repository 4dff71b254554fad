package column

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/internal/testkit/suite"
)

func TestMain(m *testing.M) { suite.Run(m) }

var values = []string{"", "HTTP://A/%7Ex", "a,b;c", "b c", "x\"y", "\"", "\"\"", "é", "\U0001F600", "http:\\h", "?"}

// csvText writes a column of CSV: in quotes if it needs them, and otherwise at random.
func csvText(rng *rand.Rand, value string, comma string) (text string, quoted bool) {
	if rng.IntN(3) > 0 && !strings.ContainsAny(value, "\"\r\n"+comma) {
		return value, false
	}
	return `"` + strings.ReplaceAll(value, `"`, `""`) + `"`, true
}

// Whatever the bytes, those records are bad that encoding/csv finds bad, as
// long as they are single lines.
func TestCSVJudgement(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 3))
	pieces := []string{`"`, `""`, `a`, `,`, `b`, ` `, "\r"}
	for range sizes.Times(10_000) {
		text := testkit.Mixed(rng, 1+rng.IntN(8), pieces...)
		if strings.HasSuffix(text, "\r") {
			continue // encoding/csv drops it before the end of input
		}
		r := csv.NewReader(strings.NewReader(text))
		_, err := r.Read()
		c := &Cell{Column: &CSV{Number: 1, Comma: ','}}
		c.Reset([]byte(text))
		if f := c.Column.Find(c); (f.Kind == badCSV) != (err != nil) {
			t.Errorf("find in %q = %v, want bad-csv %t: %v", text, f, err != nil, err)
		}
	}
}

// jsonText writes a string of JSON with escapes where it needs them, and some
// where it does not.
func jsonText(rng *rand.Rand, value string) string {
	text := `"`
	for _, r := range value {
		switch {
		case r == '"' || r == '\\' || r == '/' && rng.IntN(3) == 0:
			text += `\` + string(r)
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			text += fmt.Sprintf(`\u%04x\u%04X`, high, low)
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
		`{`, `}`, `[`, `]`, `"a"`, `"a":`, `"b":`, `"b":"x"`, `"b":"\b\f\n\r\t\"\\\/"`, `:`, `,`, `"x"`, ` `, `0`, `01`, `-`, `1.5`, `1.`, `e1`, `1E+2`, `2e-1`, `true`, `false`, `nul`, `null`,
		`"\u0061":`, `"\u00"`, `"\ud83d\ude00"`, `"\ude00\u0041"`, `"\q"`, `"`, "\"\x01\"", "\"\x7f\"", `{"a":{"b":"y"}}`, "\t", "\n", "\r",
	}
	path, err := ParseJSONPath("a.b")
	testkit.Must(t, err)
	c := &Cell{Column: &JSON{Path: path}}
	valid, found := 0, 0
	for i := range sizes.Times(150_000) {
		line := []byte(testkit.Mixed(rng, 1+rng.IntN(9), pieces...))
		if i%2 == 0 { // more of them are JSON then
			line = append(append([]byte(`{"a":{`), line...), "}}"...)
		}
		c.Reset(line)
		f := c.Column.Find(c)
		want, wantOK := stringAt(line, "a", "b")
		text := bytes.TrimSpace(line)
		if ok := json.Valid(line) || len(text) == 0; ok != (f.Kind != badJSON) || c.Whole && c.Tail != bytes.LastIndexByte(line, text[len(text)-1]) {
			t.Fatalf("find in %q = %v with a tail at %d, want JSON %t", line, f, c.Tail, ok)
		}
		if ok := f.Kind == ""; ok != wantOK || string(c.Value) != want {
			t.Fatalf("find in %q = %q, %v, want %q, %t", line, c.Value, f, want, wantOK)
		}
		if f.Kind != badJSON {
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
	path, err := ParseJSONPath("a")
	_, long := ParseJSONPath(strings.Repeat("a.", maxPath-1) + "a")
	_, over := ParseJSONPath(strings.Repeat("a.", maxPath) + "a")
	if err != nil || long != nil || over == nil {
		t.Fatal(err, long, over)
	}
	c := &Cell{Column: &JSON{Path: path}}
	for _, n := range []int{1, 63, 64, 65, 9999, 10000, 10001} {
		for _, kind := range []string{"[]", "{}"} {
			open, end := kind[:1], kind[1:]
			if kind == "{}" {
				open = `{"x":`
			}
			deep, beside := strings.Repeat(open, n-1)+kind+strings.Repeat(end, n-1), "["+strings.Repeat(kind+",", n)+"0]"
			for _, line := range []string{deep, beside} {
				c.Reset([]byte(line))
				if got, want := c.Column.Find(c).Kind != badJSON, json.Valid(c.Line); got != want {
					t.Errorf("find in %d of %s is JSON: %t, want %t", n, kind, got, want)
				}
			}
		}
	}
}

// What takes the place of a value is read as it is.
func TestCSVHoldsResults(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 8))
	for _, value := range values {
		for _, result := range values {
			text, _ := csvText(rng, value, ",")
			c := &Cell{Column: &CSV{Number: 2, Comma: ','}}
			c.Reset([]byte("a," + text + ",b"))
			c.Column.Find(c)
			out, ok := c.Column.Enclose(append([]byte("a,"), result...), 2, c)
			record, err := csv.NewReader(bytes.NewReader(append(out, c.Line[c.End:]...))).Read()
			if want := []string{"a", result, "b"}; !ok || err != nil || !slices.Equal(record, want) {
				t.Errorf("%q in the place of %q is %q, %v, want %q", result, text, record, err, want)
			}
		}
	}
}

// A byte of a decoded value is found again in the line.
func TestPlaceOfByte(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(41, 7))
	columns := map[string]Column{
		"CSV":  &CSV{Number: 1, Comma: ','},
		"JSON": &JSON{Path: JSONPath{}},
		"log":  &Log{Referer: true, End: '\n'},
	}
	for range sizes.Times(10_000) {
		value := values[rng.IntN(len(values))] + values[rng.IntN(len(values))]
		csvLine, _ := csvText(rng, value, ",")
		lines := map[string]string{"CSV": csvLine, "JSON": jsonText(rng, value), "log": `"" "` + escapedBy([]string{"nginx", "apache"}[rng.IntN(2)], value) + `"`}
		i := rng.IntN(1 + len(value))
		if value == "" {
			continue // in JSON it has no place
		}
		for name, line := range lines {
			c := &Cell{Column: columns[name]}
			c.Reset([]byte(line))
			if f := c.Column.Find(c); f.Kind != "" && !c.Absent || string(c.Value) != value {
				t.Fatalf("%s: find in %q = %q, %v, want %q", name, line, c.Value, f, value)
			}
			// What is before the place is written alike for the bytes before i.
			at := c.At(i)
			if after := c.At(len(line)); after > c.End {
				t.Errorf("%s: at(%d) in %q = %d, after the end of the value, %d", name, len(line), line, after, c.End)
			}
			c2 := &Cell{Column: columns[name]}
			quote := ""
			if c.Quoted || name != "CSV" {
				quote = `"`
			}
			c2.Reset([]byte(line[:at] + quote))
			if f := c2.Column.Find(c2); f.Kind != "" && !c2.Absent || len(c2.Value) > i || !strings.HasPrefix(value, string(c2.Value)) || len(c2.Value) < i-3 {
				t.Errorf("%s: at(%d) in %q = %d, before which %q is, %v", name, i, line, at, c2.Value, f)
			}
		}
	}
}

// The target is what is between the method and the version, however odd the request.
func TestRequestTargets(t *testing.T) {
	for _, request := range cases.Sequences(5, "G", " ", "/", "HTTP/1", "-", `\"`, `\\`) {
		want := ""
		if method, rest, ok := strings.Cut(request, " "); ok && method != "" {
			words := strings.Split(rest, " ")
			if strings.HasPrefix(words[len(words)-1], "HTTP/") {
				words = words[:len(words)-1]
			}
			want = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(strings.Join(words, " "))
		}
		c := &Cell{Column: &Log{}}
		c.Reset([]byte(`h - a [10/Oct "x] "` + request + `" 200 "-"`))
		f := c.Column.Find(c)
		if isMissing := want == "" || want == "-"; string(c.Value) != want && !isMissing || (f == diag.Flaw{}) == isMissing || !c.Whole {
			t.Fatalf("the target of %q is %q, %v, want %q", request, c.Value, f, want)
		}
	}
}

// The request is the text in quotes after the time, whatever users and hosts are before.
func TestRequestOfLog(t *testing.T) {
	const request = `"GET /q?token=S HTTP/1.1"`
	for _, row := range []struct{ before, after, want, referer string }{
		{`1.2.3.4 - - [10/Oct/2000:13:55:36 -0700] `, ` 200 5`, "/q?token=S", ""},
		{`1.2.3.4 - - [10/Oct/2000:13:55:36 -0700] `, ` 200 5 "http://r/" "a"`, "/q?token=S", "http://r/"},
		{`1.2.3.4 - - [2000-10-10T13:55:36-07:00] `, ` 200 5 "http://r/" "a"`, "/q?token=S", "http://r/"},
		{`h:80 1.2.3.4 - - [10/Oct/2000:13:55:36 -0700] `, ` 200 5 "http://r/" "a"`, "/q?token=S", "http://r/"},
		{`1.2.3.4 - "john doe" [10/Oct/2000:13:55:36 -0700] `, ` 200 5 "http://r/" "a"`, "/q?token=S", "http://r/"},
		{`1.2.3.4 - "john \"x\" doe" [10/Oct/2000:13:55:36 -0700] `, ` 200 5 "http://r/" "a"`, "/q?token=S", "http://r/"},
		{`1.2.3.4 - "john "x" doe" [10/Oct/2000:13:55:36 -0700] `, ` 200 5 "http://r/" "a"`, "/q?token=S", "http://r/"},
		{`1.2.3.4 - john \"x\" doe [10/Oct/2000:13:55:36 -0700] `, ` 200 5 "http://r/" "a"`, "/q?token=S", "http://r/"},
		{`1.2.3.4 - john [doe] [10/Oct/2000:13:55:36 -0700] `, ` 200 5 "http://r/" "a"`, "/q?token=S", "http://r/"},
		{`1.2.3.4 - "" [10/Oct/2000:13:55:36 -0700] `, ` 200 5 "http://r/" "a"`, "/q?token=S", "http://r/"},
		{`"vhost" 1.2.3.4 "-" "john doe" [10/Oct/2000:13:55:36 -0700] `, ` 200 5 "http://r/" "a"`, "/q?token=S", "http://r/"},
		{`[2001:db8::1] - "john doe" [10/Oct/2000:13:55:36 -0700] `, ` 200 5 "http://r/" "a"`, "/q?token=S", "http://r/"},
		{`[::1]:80 - - [10/Oct/2000:13:55:36 -0700] `, ` 200 5 "http://r/" "x HTTP/1.1"`, "/q?token=S", "http://r/"},
		{`[2001:db8::1] "john doe" [2001:db8::1] 1700000000.123 `, ` 200 5 "http://r/" "a"`, "/q?token=S", "http://r/"},
		{``, ` [10/Oct/2000:13:55:36 -0700] 200 "http://r/"`, "/q?token=S", "http://r/"},
		{`"2000-10-10 13:55:36" "john doe" `, ` 200 5 "http://r/"`, "/q?token=S", "http://r/"},
		{`1.2.3.4 "john doe" "GET /h2 HTTP/2" `, ``, "/h2", "GET /q?token=S HTTP/1.1"},
		{`1.2.3.4 - "john doe" [10/Oct/2000:13:55:36 -0700] "\x16\x03" 400 0 "-" `, ``, "", ""},
		{`1.2.3.4 - - [10/Oct/2000:13:55:36 -0700] "GET /0.9" 200 5 `, ``, "/0.9", "GET /q?token=S HTTP/1.1"},
		{`1.2.3.4 - "GET /0.9" 200 5 "http://r/" "[10/Oct/2000:13:55:36" `, "", "/q?token=S", ""},
	} {
		line := []byte(row.before + request + row.after)
		for _, referer := range []bool{false, true} {
			want := row.want
			if referer {
				want = row.referer
			}
			c := &Cell{Column: &Log{Referer: referer}}
			c.Reset(line)
			if f := c.Column.Find(c); string(c.Value) != want {
				t.Errorf("the target, or the referer %t, of %s is %q, %v, want %q", referer, line, c.Value, f, want)
			}
		}
	}
	for _, line := range []string{ // not after a time, and no version: the first text in quotes
		`1.2.3.4 "GET /0.9" 200 5 "http://r/" "a"`,
		`1.2.3.4 "GET /0.9" 200 5 "http://r/" "[10/Oct/2000:13:55:36" "a"`,
		`1.2.3.4 - - [d] "GET /0.9" [2001:db8::1] "a"`,
		`1.2.3.4 - - [d] "GET /0.9`,
		`1.2.3.4 "GET /0.9" [10/Oct/2000:13:55:36 -0700] 200 "http://r/"`,
	} {
		c := &Cell{Column: &Log{}}
		c.Reset([]byte(line))
		if f := c.Column.Find(c); string(c.Value) != "/0.9" {
			t.Errorf("the target of %s is %q, %v, want /0.9", line, c.Value, f)
		}
	}
}

// An escape has four digits, and only those of a second escape make a pair.
func TestJSONEscapes(t *testing.T) {
	c := &Cell{Column: &JSON{Path: JSONPath{}}}
	for b := range 256 {
		for _, line := range []string{`"\u00` + string([]byte{byte(b)}) + `a"`, `"\` + string([]byte{byte(b)}) + `"`} {
			c.Reset([]byte(line))
			if got := c.Column.Find(c).Kind != badJSON; got != json.Valid(c.Line) {
				t.Errorf("find in %q is JSON: %t", line, got)
			}
		}
	}
	for in, want := range map[string]string{`\ud83d\nde00`: "\uFFFD\nde00", `\ud83d\ude00`: "\U0001F600", `\ud83d\u0041`: "\uFFFDA", `\ud83dxude00`: "\uFFFDxude00", `\ude00\ud83d`: "\uFFFD\uFFFD", `\ud83d\ud83d\ude00`: "\uFFFD\U0001F600"} {
		if got := string(appendUnescaped(nil, []byte(in))); got != want {
			t.Errorf("%s is unescaped as %q, want %q", in, got, want)
		}
	}
}
