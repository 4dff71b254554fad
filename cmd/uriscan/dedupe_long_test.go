package main

import (
	"strings"
	"testing"
)

// Long lines are compared where they are, short ones may be in copies: what comes out is the
// same.
func TestDedupeLongLines(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("Long", roomyCell/4+100)
	columns := []struct{ name, in, args string }{
		{"lines", "@\n", ""},
		{"CR LF", "@\r\n", ""},
		{"field", "a\t@\tb\n", "--field 2"},
		{"field of paths", "a/@\n", "--field 2 --delimiter /"},
		{"CSV", "a,@,\"b\n\"\n", "--csv --field 2"},
		{"quoted CSV", "a,\"@\",b\r\n", "--csv --field 2"},
		{"log", "h - - [t] \"GET @ HTTP/1.1\" 200 1\n", "--log"},
		{"JSON", "{\"a\":[1],\"url\":\"@\",\"b\":2}\n", "--json-field url"},
		{"escapes in JSON", "{\"url\":\"\\u002f\\u002fH\\/..@\"}\n", "--json-field url"},
	}
	values := []string{
		"HTTP://h/LONG", "http://H/%4cong,LONG", "http://h/LONG", "http://h/Long,LONG", "HTTP://g/LONG",
		"http://h/./LONG?q", "%zz/LONG", "http://h/./LONG", "HTTP://h/a?LONG", "http://h/a?LONG", "http://i",
	}
	for i, column := range columns {
		var in strings.Builder
		for _, value := range values {
			in.WriteString(strings.ReplaceAll(column.in, "@", value))
		}
		for j, flags := range []string{
			"", "--key host,path", "--normalized",
			"--normalized --key path,query", "--normalized --key authority,host -c", "--on-error keep --normalized",
		} {
			if (i+j)%2 > 0 && !*thorough {
				continue
			}
			text := in.String()
			if (i/2+j)%2 != 0 {
				text = strings.TrimRight(text, "\r\n")
			}
			args := append([]string{"dedupe"}, strings.Fields(column.args+" "+flags)...)
			want := runWith(text, args...)
			want.out = strings.ReplaceAll(want.out, "LONG", long)
			got := runWith(strings.ReplaceAll(text, "LONG", long), args...)
			if got.out != want.out || got.status != want.status {
				t.Errorf("%s: %v of long lines = %+v, want %+v", column.name, args, clip(got), clip(want))
			}
		}
	}
	large := strings.Repeat("l", outSize) + "\n" // which is written without a copy
	want := outcome{exitGood, "a\n" + large + "b\n", ""}
	if got := runWith("a\na\n"+large+"b\nb\n"+large, "dedupe", "--block-size", "1M"); got != want {
		t.Errorf("dedupe of short lines about a long one = %+v, want %+v", clip(got), clip(want))
	}
}
