package main

import (
	"fmt"
	"strings"
	"testing"
)

// A kindOfLine is a kind of lines with a value in them.
type kindOfLine struct {
	flags  string
	before string // the value, with its quotes
	after  string
	added  string // what stands around an added result
	close  string
}

var kindsOfLines = []kindOfLine{
	{"--field 3", "1\t\t", "\tx", "\t", ""},
	{"--field 1", "", "\t2", "\t", ""},
	{"--field 2 --delimiter ;", "1;", "", ";", ""},
	{"--field 2 --delimiter ! --csv", "\"a\nb!\"!", "!\"\"", "!", ""},
	{"--log", `h - - [d] "GET `, ` HTTP/1.1" 200 0 "-" "a \" b"`, ` "`, `"`},
	{"--log --log-field referer", `h - - [d] "GET /a b HTTP/1.1" 200 0 "`, `" "-"`, ` "`, `"`},
	{"--json-field a.1.b", `{"a":[0,{"b":"`, `"}],"b":{"a":"c"}`, `,"uriscan_%s":"`, `"`},
}

// Every command gives on a column what it gives on the value as a line, with every
// policy on bad lines.
func TestEveryCommandOnEveryKind(t *testing.T) {
	t.Parallel()
	commands := []struct{ args, result string }{
		{"check", ""},
		{"parse --format {path}.", ""},
		{"parse --json", ""},
		{"parse", ""},
		{"parse --semconv", ""},
		{"normalize", "normalized"},
		{"normalize --level syntax --without case", "normalized"},
		{"resolve --base http://h/a/b", "resolved"},
		{"relativize --base http://h/a/b", "relative"},
	}
	const bad = "x%zz"
	for i, k := range kindsOfLines {
		line := func(value string) string { return k.before + value + k.after + k.end() }
		for j, c := range commands {
			plain := strings.Fields(c.args)
			args := append(plain, strings.Fields(k.flags)...)
			for _, value := range inTurn(i+j, "HTTP://A/%7Ex", "../c?q", "http://h/a/c", "//[::1]:80/", "a") {
				want := runWith(value+"\n", plain...)
				if c.result != "" {
					want.out = line(strings.TrimSuffix(want.out, "\n")) + "\n"
				}
				if got := runWith(line(value)+"\n", args...); got != want {
					t.Errorf("run(%q) of %q = %+v, want %+v", args, line(value), got, want)
				}
				if c.result != "" {
					compareAdded(t, k, c.result, line(value), runWith(value+"\n", plain...).out, append(args, "--append"))
				}
			}
			compareBad(t, k, line(bad), strings.Index(line(bad), "%z"), args)
		}
	}
}

// end is what ends a line of the kind, behind what is added.
func (k *kindOfLine) end() string {
	if strings.HasPrefix(k.flags, "--json") {
		return "}"
	}
	return ""
}

func compareAdded(t *testing.T, k kindOfLine, name, line, result string, args []string) {
	t.Helper()
	added := k.added
	if strings.Contains(added, "%s") {
		added = fmt.Sprintf(added, name)
	}
	line = strings.TrimSuffix(line, k.end())
	want := outcome{0, line + added + strings.TrimSuffix(result, "\n") + k.close + k.end() + "\n", ""}
	if got := runWith(line+k.end()+"\n", args...); got != want {
		t.Errorf("run(%q) of %q = %+v, want %+v", args, line, got, want)
	}
}

// compareBad checks what becomes of a line that is bad at byte at, counted from 0,
// before a good one.
func compareBad(t *testing.T, k kindOfLine, line string, at int, args []string) {
	t.Helper()
	if args[0] == "parse" {
		return // it has records for bad lines, and other tests
	}
	number := 1 + strings.Count(line[:at], "\n")
	at -= strings.LastIndex(line[:at], "\n") + 1
	diagnostic := fmt.Sprintf("-:%d:%d: bad-percent\n", number, at+1+1)
	next := k.before + "a" + k.after + k.end() + "\n"
	after := runWith(next, args...).out
	kept := line + "\n" + after
	if args[0] == "check" {
		kept = ""
	}
	for policy, want := range map[string]string{"skip": after, "keep": kept, "fail": ""} {
		all := append(args, "--on-error", policy)
		if got := runWith(line+"\n"+next, all...); got != (outcome{1, want, diagnostic}) {
			t.Errorf("run(%q) of %q = %+v, want %q and %q", all, line, got, want, diagnostic)
		}
	}
}
