package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// A kindOfLine is a kind of lines with a value in them.
type kindOfLine struct {
	flags  string
	before string // the value, with its quotes
	after  string
	delim  string // between columns
}

var kindsOfLines = []kindOfLine{
	{"--field 3", "1\t\t", "\tx", "\t"},
	{"--field 1", "", "\t2", "\t"},
	{"--field 2 --delimiter ;", "1;", "", ";"},
	{"--field 2 --delimiter ! --csv", "\"a\nb!\"!", "!\"\"", "!"},
	{"--log --as reference", `h - - [d] "GET `, ` HTTP/1.1" 200 0 "-" "a \" b"`, ""},
	{"--log --log-field referer", `h - - [d] "GET /a b HTTP/1.1" 200 0 "`, `" "-"`, ""},
	{"--as reference --log-format $user|\"$request_uri\"|$status", `a|b|"`, `"|200`, ""},
	{"--json-field a.1.b", `{"a":[0,{"b":"`, `"}],"b":{"a":"c"}`, ""},
}

// end is what ends a line of the kind, after what is added.
func (k *kindOfLine) end() string {
	if strings.HasPrefix(k.flags, "--json") {
		return "}"
	}
	return ""
}

// Whatever text is added to a line is read back as it was, or the line is bad because its
// kind can hold no such text.
func TestEveryByteAdded(t *testing.T) {
	t.Parallel()
	written := [...]*strings.Replacer{
		strings.NewReplacer("{", "{{", "}", "}}", `\`, `\\`),
		strings.NewReplacer("{", "{{", "}", "}}", `\`, `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`, "\x00", `\0`),
	}
	texts, ordinary := []string{}, "" // letters, digits and what is not ASCII share a text
	for _, odd := range testkit.OddTexts() {
		if text := "a" + odd + "b"; len(odd) == 1 && (odd[0] >= 0x80 || lut.ClassOf(odd[0])&(lut.Alpha|lut.Digit) != 0) {
			ordinary += text
		} else {
			texts = append(texts, text)
		}
	}
	for i, text := range append(texts, ordinary) {
		for j, k := range kindsOfLines {
			args := append(strings.Fields("parse --append -j 1 --block-size 1K "+k.flags), "--format", written[(i+j)%2].Replace(text)+"{path}")
			line := k.before + "/x" + k.after + k.end() + "\n"
			got := runWith(line, args...)
			if k.cannotHold(text) {
				if got.status != diag.ExitBad || got.out != line || !strings.HasSuffix(got.err, ": delimiter-in-result\n") {
					t.Errorf("run(%q) = %+v, want delimiter-in-result", args, got)
				}
			} else if added, ok := k.read(got.out, line); got.status != diag.ExitGood || got.err != "" || !ok || added != string([]rune(text+"/x")) {
				t.Errorf("run(%q) = %+v, which adds %q, %t, want %q", args, got, added, ok, text)
			}
		}
	}
}

// A result cannot hold what ends the lines, whatever that is, unless its kind escapes it.
func TestEndInResult(t *testing.T) {
	const log = `http - e c t 0 0 0 200 200 1 1 "GET /x HTTP/1.1" "/x" ""`
	for flags, line := range map[string]string{
		"--field 2 --delimiter ;": "a;/x", "--field 2 --delimiter blanks": "a  /x", "--json-field a": `{"a":"/x"}`,
		"--log": log, "--log-field referer": log, "--log-format alb": log,
	} {
		for end, other := range map[string]string{"\n": `\0`, "\x00": `\n`} {
			args := append(strings.Fields("parse --quiet --append "+flags), fmt.Sprintf("--null=%t", end == "\x00"), "--format")
			for text, holds := range map[string]bool{other: true, map[string]string{`\n`: `\0`, `\0`: `\n`}[other]: flags == "--json-field a"} {
				got := runWith(line+end, append(args, "y"+text+"z")...)
				if (got.status == diag.ExitGood) != holds || strings.Count(got.out, end) != 1 || !strings.HasSuffix(got.out, end) || (got.out == line+end) == holds {
					t.Errorf("run(%q) with %q = %+v, want the result in the line: %t", args, text, got, holds)
				}
			}
		}
	}
}

// cannotHold reports whether no column that is added to a line of the kind can hold text.
func (k *kindOfLine) cannotHold(text string) bool {
	hasQuotes := strings.Contains(k.flags, "--csv") || strings.Contains(k.flags, "--json")
	return !hasQuotes && strings.Contains(text, "\n") || k.delim == ";" && strings.Contains(text, ";")
}

// read returns what was added to a line, as others read the format: of several columns all,
// with the TAB between them that makes them several. What is not UTF-8 is U+FFFD.
func (k *kindOfLine) read(out, line string) (added string, ok bool) {
	rest, kept := strings.CutPrefix(out, strings.TrimSuffix(line, k.end()+"\n"))
	rest, ok = strings.CutSuffix(rest, k.end()+"\n")
	ok = ok && kept
	switch {
	case strings.Contains(k.flags, "--csv"):
		r := csv.NewReader(strings.NewReader(strings.ReplaceAll(out, "\r\n", "\r\r\n"))) // it drops a CR
		r.Comma = rune(k.delim[0])
		record, err := r.Read()
		rest, ok = strings.Join(record[min(3, len(record)):], "\t"), ok && err == nil && strictCSV.MatchString(out)
	case strings.Contains(k.flags, "--json"):
		var object struct {
			Added string `json:"uriscan_parsed"`
		}
		err := json.Unmarshal([]byte(out), &object)
		return object.Added, ok && err == nil
	case strings.Contains(k.flags, "--log"):
		ok = ok && strictLog.MatchString(rest)
		rest = strings.TrimSuffix(strings.TrimPrefix(rest, ` "`), `"`)
		rest = strings.NewReplacer(`" "`, "\t", `\\`, `\`, `\"`, `"`).Replace(rest)
	default:
		rest, ok = strings.CutPrefix(rest, k.delim)
		rest = strings.ReplaceAll(rest, k.delim, "\t")
	}
	return string([]rune(rest)), ok
}

var (
	strictCSV = regexp.MustCompile(`(?s)^(([^"!\r\n]*|"([^"]|"")*")(!|\n$))+$`) // RFC 4180
	strictLog = regexp.MustCompile(`(?s)^( "([^"\\]|\\["\\])*")+$`)
)

// write returns a value as it is written in a line of the kind, and false if it cannot be.
func (k *kindOfLine) write(value string) (text string, ok bool) {
	switch {
	case strings.Contains(k.flags, "--csv"):
		if value = strings.ReplaceAll(value, `"`, `""`); strings.ContainsAny(value, "!\"\r\n") {
			value = `"` + value + `"`
		}
		return value, true
	case strings.Contains(k.flags, "--json"):
		quoted, _ := json.Marshal(value)
		return string(quoted[1 : len(quoted)-1]), true
	case strings.Contains(k.flags, "--log"):
		return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value), !strings.Contains(value, "\n")
	}
	return value, !strings.ContainsAny(value, "\n\r"+k.delim)
}

// Whatever byte is in a value, it is judged as it is alone, and the line comes out as it was.
func TestEveryByteInValues(t *testing.T) {
	for _, k := range kindsOfLines {
		in, diagnostics := "", ""
		for c := range 256 {
			value := string([]byte{'a', byte(c)})
			written, ok := k.write(value)
			if !ok {
				continue
			}
			if _, fault := scanner.Locate(value, scanner.URIReference); fault != (scanner.Fault{}) {
				before := in + k.before + written[:strings.IndexByte(written, 'a')]
				column := len(before) - strings.LastIndex(before, "\n") + fault.Offset()
				diagnostics += fmt.Sprintf("-:%d:%d: %s\n", 1+strings.Count(before, "\n"), column, fault.Kind().String())
			}
			in += k.before + written + k.after + k.end() + "\n"
		}
		args := append(strings.Fields("normalize --on-error keep"), strings.Fields(k.flags)...)
		if got := runWith(in, args...); got != (outcome{diag.ExitBad, in, diagnostics}) {
			t.Errorf("run(%q) = %s, want %s", args, clip(got), clip(outcome{diag.ExitBad, in, diagnostics}))
		}
	}
}

func randomEnd(rng *rand.Rand) string { return []string{"\n", "\n", "\r\n"}[rng.IntN(3)] }
