package column

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
)

// escapedBy returns text as nginx writes it in a log, or Apache.
func escapedBy(server, text string) (out string) {
	letters := strings.NewReplacer("\n", `\n`, "\r", `\r`, "\t", `\t`, "\b", `\b`, "\v", `\v`, `\`, `\\`, `"`, `\"`)
	for _, b := range []byte(text) {
		switch one := string([]byte{b}); {
		case server == "apache" && letters.Replace(one) != one:
			out += letters.Replace(one)
		case server == "apache" && (b < 0x20 || b > 0x7E):
			out += fmt.Sprintf(`\x%02x`, b)
		case b < 0x20 || b > 0x7E || b == '"' || b == '\\':
			out += fmt.Sprintf(`\x%02X`, b)
		default:
			out += one
		}
	}
	return out
}

const (
	nginxCombined  = `$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"`
	apacheCombined = `%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-agent}i"`
)

// Whatever clients send is found again in lines that servers write, and is written back so that
// it is found again.
func TestLogFormatFinds(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 3))
	pick := func(from ...string) string { return from[rng.IntN(len(from))] }
	odd := testkit.OddTexts()
	text := func() (s string) {
		for range rng.IntN(4) {
			s += pick("a", " ", "[", "]", `"`, `\`, ` "GET /b HTTP/1.1"`, "] \"", " [", odd[rng.IntN(len(odd))])
		}
		return s
	}
	for _, tt := range []struct{ name, server, format, line string }{
		{"nginx", "nginx", nginxCombined, `$A - $U [$D] "$M $T HTTP/1.1" 200 1 "$R" "$V"`},
		{"Apache", "apache", apacheCombined, `$A - $U [$D] "$M $T HTTP/1.1" 200 1 "$R" "$V"`},
		{"combined", "apache", "combined", `$A - $U [$D] "$M $T HTTP/1.1" 200 1 "$R" "$V"`},
		{"vhost_combined", "apache", "vhost_combined", `h:80 $A - $U [$D] "$M $T HTTP/1.1" 200 1 "$R" "$V"`},
		{"a quoted field first", "nginx", `"$http_user_agent" $remote_user "$request" "$http_referer"`, `"$V" $U "$M $T HTTP/2.0" "$R"`},
		{"the method in its own place", "nginx", `$remote_addr $request_method "$request_uri" "$http_referer"`, `$A $M "$T" "$R"`},
		{"the method last", "nginx", `"$request_uri" "$http_referer" $request_method $status`, `"$T" "$R" $M 200`},
		{"path and query", "apache", `"%U%q" %m "%{REFERER}i" %D`, `"$T" $M "$R" 3`},
		{"path and query of nginx", "nginx", `"$uri$is_args$args" "$http_referer"`, `"$T" "$R"`},
		{"path and query of nginx, with a ?", "nginx", `"$uri?$args" "$http_referer"`, `"$T" "$R"`},
		{"a whole URL", "nginx", `"$scheme://$host$request_uri" "$http_referer"`, `"http://h:1$T" "$R"`},
	} {
		asked, err := ParseLogFormat(tt.format, false)
		testkit.Must(t, err)
		referer, err := ParseLogFormat(tt.format, true)
		testkit.Must(t, err)
		for range sizes.Times(300) {
			target, ref, method := "/"+strings.ReplaceAll(text(), " ", ""), "r"+text(), pick("GET", "CONNECT")
			line := strings.NewReplacer("$A", "192.0.2.1", "$D", "10/Oct/2026:13:55:36 +0000", "$M", method,
				"$U", escapedBy(tt.server, "u"+text()), "$T", escapedBy(tt.server, target), "$R", escapedBy(tt.server, ref), "$V", escapedBy(tt.server, text())).Replace(tt.line)
			for _, want := range []struct {
				column *Log
				value  string
			}{{&Log{Format: asked, End: '\n'}, target}, {&Log{Referer: true, Format: referer, End: '\n'}, ref}} {
				c := &Cell{Column: want.column}
				c.Reset([]byte(line))
				if f := c.Column.Find(c); f != (diag.Flaw{}) || string(c.Value) != want.value {
					t.Fatalf("%s: the value in %q is %q, %v, want %q", tt.name, line, c.Value, f, want.value)
				}
				if !want.column.Referer && strings.Contains(tt.line, "$M") && string(c.Method) != method {
					t.Errorf("%s: the method in %q is %q", tt.name, line, c.Method)
				}
				changed := string(c.Value) + pick(`"`, "é", "x", `\`, "\n")
				out, ok := want.column.Enclose(append([]byte(line[:c.Start]), changed...), c.Start, c)
				c.Reset(append(out, line[c.End:]...))
				if f := c.Column.Find(c); !ok || f != (diag.Flaw{}) || string(c.Value) != changed {
					t.Fatalf("%s: %q is written as %q and read as %q, %v", tt.name, changed, out, c.Value, f)
				}
			}
		}
	}
}

func TestLogFormatLines(t *testing.T) {
	for _, tt := range []struct{ name, format, line, want string }{
		{"another line", nginxCombined, `x`, "missing-field"},
		{"an empty line", `"$request"`, ``, "missing-field"},
		{"cut in the target", nginxCombined, `h - u [t] "GET /a`, "missing-field"},
		{"cut after the target", nginxCombined, `h - u [t] "GET /a HTTP/1.1"`, "/a"},
		{"cut in a field before it", nginxCombined, `h - u [t`, "missing-field"},
		{"no request", nginxCombined, `h - u [t] "-" 400`, "absent"},
		{"an empty request", nginxCombined, `h - u [t] "" 400`, "missing-field"},
		{"no request line", nginxCombined, `h - u [t] "\x16\x03" 400`, "missing-field"},
		{"a user of Apache without a name", apacheCombined, `h - "" [t] "GET /a HTTP/1.1" 200`, "/a"},
		{"a name of two words", apacheCombined, `h - a b [t] "GET /a HTTP/1.1" 200`, "/a"},
		{"a list of addresses", `$http_x_forwarded_for [$time_local] "$request"`, `a, b, c [t] "GET /a HTTP/1.1"`, "/a"},
		{"percent signs", `%h 100%% "%r"`, `h 100% "GET /a HTTP/1.1"`, "/a"},
		{"a percent sign in nginx", `$a% "$request"`, `h% "GET /a HTTP/1.1"`, "/a"},
		{"modifiers", `%400,501{User-agent}i %!200h %^ti %{%d/%b}t "%<r"`, `- h x 1/Oct "GET /a HTTP/1.1"`, "/a"},
		{"without quotes", `$time [$request] $status`, `t [GET /a HTTP/1.1] 200`, "/a"},
		{"blanks around a request", `%h %r %>s`, `h GET /a b HTTP/1.1 200`, "/a b"},
		{"blanks around a request that was cut off", `%h %r %>s`, `h GET /a`, "missing-field"},
		{"blanks around a time", `$a $time_local $request_uri $status`, `h 1/Oct/2026:13:55:36 +0000 /a 200`, "/a"},
		{"blanks around a time in brackets", `$a [$time_local] $request_uri $status`, `h [1/Oct/2026:13:55:36 +0000] /a 200`, "/a"},
		{"blanks around a time with a format", `%h %{%d %b %Y}t %U %>s`, `h 1 Oct 2026 /a 200`, "/a"},
		{"at the end", `%h %r`, `h GET /a HTTP/1.1`, "/a"},
		{"TABs", `%h\t%U\t%q`, "h\t/a\t?b", "/a"},
		{"no host", `$host$request_uri`, "/a", "/a"},
		{"no path", `$host$request_uri`, "h", "missing-field"},
		{"a backslash at the end", `$request\`, `GET /a HTTP/1.1\`, "/a"},
		{"an escape at the end", `$request\"`, `GET /a HTTP/1.1"`, "/a"},
		{"lines of Windows", "log_format main\r\n '$a '\r\n '$request';\r\n", `h GET /a HTTP/1.1`, "/a"},
		{"a digit in a name", `$a1 "$request"`, `h "GET /a HTTP/1.1"`, "/a"},
		{"the first and the last letter", `%a "%r" %X`, `h "GET /a HTTP/1.1" -`, "/a"},
		{"no host before a path", `$host$uri`, "h/a", "/a"},
		{"an empty target first", `$request_uri $a`, " b", "absent"},
		{"an empty field first", `$a $request_uri`, " /b", "/b"},
		{"something after a quote", `"$a" "$request_uri"`, `"x"-"/a"`, "missing-field"},
		{"something after the target", `"$request_uri" $a`, `"/a"b`, "/a"},
		{"something after the target, and no method", `"$request_uri" $request_method`, `"/a"b`, "missing-field"},
		{"a backslash alone", `"$request_uri"`, `"/\q\x2\xzz\"`, "missing-field"},
		{"backslashes", `"$request_uri"`, `"/\q\x2\xzz\x2f"`, `/\q\x2\xzz/`},
		{"no escapes", "log_format a escape=none '\"$request\" $status';", `"GET /\x41 HTTP/1.1" 200`, `/\x41`},
		{"a directive", "log_format main '$remote_addr ' '[$time_local] '\n\t\"\\\"$request\\\" $status\";\n", `h [t] "GET /a HTTP/1.1" 200`, "/a"},
		{"a directive of Apache", `LogFormat "%h \"%r\" %>s" name`, `h "GET /a HTTP/1.1" 200`, "/a"},
		{"a string of Apache", `"%h \"%r\" %>s"`, `h "GET /a HTTP/1.1" 200`, "/a"},
		{"a string without escapes", `"%r" %>s "%{Referer}i"`, `"GET /a HTTP/1.1" 200 "-"`, "/a"},
		{"a load balancer", "alb", `h2 t e c:1 t:2 0 0 0 200 200 1 2 "GET http://h:80/\x"a HTTP/1.1" "u"`, `http://h:80/\x"a`},
		{"what it could not read", "alb", `http t e c:1 - -1 -1 -1 400 - 1 2 "- http://h:80- -" "-"`, "absent"},
		{"nor when it began", "alb", `http t e c:1 - -1 -1 -1 400 - 1 2 "- - - " "-"`, "absent"},
	} {
		f, err := ParseLogFormat(tt.format, false)
		testkit.Must(t, err)
		c := &Cell{Column: &Log{Format: f, End: '\n'}}
		c.Reset([]byte(tt.line))
		got := c.Column.Find(c).Kind
		if got == "" {
			got = string(c.Value)
		}
		if got != tt.want {
			t.Errorf("%s: %q by %q has %q, want %q", tt.name, tt.line, tt.format, got, tt.want)
		}
	}
}

// A value of a log is before a request or after it, or is the end of the format.
func TestLogFormatValues(t *testing.T) {
	values := []string{"$a", "${a}", "$a_1"}
	for _, letter := range "aAbBcCDefhHiIklLnopPRsSTuvVX" {
		for _, modifiers := range []string{"", "!200", "400,501", "<", ">", "{x}", "!200{x}"} {
			values = append(values, "%"+modifiers+string(letter))
		}
	}
	for _, value := range append(values, "%{x}t", "%^ti", "%^to", "%{x}^ti", "%!200{x}^to") {
		request := `"%r"`
		if value[0] == '$' {
			request = `"$request"`
		}
		for _, format := range []string{value + " " + request, request + " " + value, request + "-" + value, value + `"` + request} {
			f, err := ParseLogFormat(format, false)
			if err != nil {
				t.Errorf("ParseLogFormat(%q) = %v", format, err)
				continue
			}
			c := &Cell{Column: &Log{Format: f, End: '\n'}}
			c.Reset([]byte(strings.NewReplacer(value, "v", request, `"GET /a HTTP/1.1"`).Replace(format)))
			if flaw := c.Column.Find(c); flaw != (diag.Flaw{}) || string(c.Value) != "/a" {
				t.Errorf("%q by %q has %q, %v, want /a", c.Line, format, c.Value, flaw)
			}
		}
	}
}

// A value that the line's end cuts off is there beside the flaw, also without a format.
func TestCutLines(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{`h - u [t] "GET /a?b=%4`, "/a?b=%4"},
		{`h - u [t] "GET /a HT`, "/a"},
		{`h - u [t] "GET /a HTTP/1.1`, "/a"},
		{`h - u [t] "GET /a\\x22\\xC3\\x`, `/a"\xC3\\x`},
		{`h - u [t] "GET /a b`, "/a b"},
		{`h - u [t] "GET HT`, "HT"},
		{`h - u [t] "GET `, ""},
		{`h - u [t] "G`, ""},
		{`h - u [t] "`, ""},
		{`h - u [t`, ""},
	} {
		want := strings.NewReplacer(`\xC3`, "\xC3", `\\`, `\`).Replace(tt.want)
		line := strings.ReplaceAll(tt.line, `\\`, `\`)
		f, err := ParseLogFormat("combined", false)
		testkit.Must(t, err)
		for name, column := range map[string]Column{"format": &Log{Format: f, End: '\n'}, "log": &Log{}} {
			c := &Cell{Column: column}
			c.Reset([]byte(line))
			if flaw := c.Column.Find(c); flaw != (diag.Flaw{Kind: diag.MissingField, Offset: len(line)}) || string(c.Value) != want || c.Whole && c.Value != nil {
				t.Errorf("%s: %q has %q, %v, want %q", name, line, c.Value, flaw, want)
			}
		}
	}
}

// Whatever the format and the line, a value is where it is said to be.
func FuzzLogFormat(f *testing.F) {
	for _, format := range []string{nginxCombined, apacheCombined, "alb", `"$uri$is_args$args" $request_method`, `log_format a 'x' "\"$request\"";`} {
		f.Add(format, `h - "" [t] "GET /a\x22 HTTP/1.1" 200 1 "r\"" "u"`, false)
	}
	f.Fuzz(func(t *testing.T, format, line string, referer bool) {
		asked, err := ParseLogFormat(format, referer)
		if err != nil {
			return
		}
		c := &Cell{Column: &Log{Format: asked, End: '\n'}}
		c.Reset([]byte(line))
		flaw := c.Column.Find(c)
		if c.Value == nil && flaw == (diag.Flaw{}) || c.Start > c.End || c.At(len(c.Value)) > c.End {
			t.Fatalf("%q of %q = %q at %d to %d, %v", format, line, c.Value, c.Start, c.End, flaw)
		}
		for i := range c.Value {
			if at := c.At(i); line[at] != c.Value[i] && line[at] != '\\' {
				t.Fatalf("%q of %q: byte %d of %q is at %d", format, line, i, c.Value, at)
			}
		}
		was := string(c.Value)
		if out, ok := c.Column.Enclose([]byte(was), 0, c); flaw == (diag.Flaw{}) && ok && !asked.raw {
			if read := appendLogUnescaped(nil, out); string(read) != was {
				t.Fatalf("%q is written as %q and read as %q", was, out, read)
			}
		}
	})
}

func TestLogFormatErrors(t *testing.T) {
	for format, want := range map[string]string{
		"":                                     "no request: $request",
		"plain":                                "no request: $request",
		`%h "%{Referer}i"`:                     "no request: $request",
		`$a "$`:                                "at byte 5 of the format: after $ comes the name",
		`${`:                                   "at byte 1 of the format: no }",
		`${a "$request"`:                       "at byte 1 of the format: no } closes ${",
		`%h %{a "%r"`:                          "at byte 4 of the format: no } closes %{",
		`%h %Z "%r"`:                           "at byte 4 of the format: after % come",
		`%h "%r" %`:                            "at byte 9 of the format: after % come",
		`%h%u "%r"`:                            "at byte 3 of the format: nothing separates %h from %u",
		`$a ${b}${c} "$request"`:               "at byte 8 of the format: nothing separates $b from $c",
		`"$a\x"`:                               `at byte 4 of the format: after a backslash`,
		"$a\n$request":                         "at byte 3 of the format: a record is a line",
		"$a\r$request":                         "at byte 3 of the format: a record is a line",
		"log_format a escape=json '$request';": "at byte 14 of the format: these lines are JSON",
		"log_format a '$request":               "at byte 14 of the format: no quote closes",
		`LogFormat "%h %r\`:                    "at byte 11 of the format: no quote closes",
		` LogFormat "%h \"%?" x`:               "at byte 18 of the format: after % come",
	} {
		if f, err := ParseLogFormat(format, false); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseLogFormat(%q) = %v, %v, want %q", format, f, err, want)
		}
	}
	if _, err := ParseLogFormat("alb", true); err == nil || !strings.Contains(err.Error(), "no referer") {
		t.Errorf("ParseLogFormat(alb) with a referer = %v", err)
	}
}

// A referer that the line's end cuts off is missing, also if nothing of it is there.
func TestCutReferers(t *testing.T) {
	f, err := ParseLogFormat("combined", true)
	testkit.Must(t, err)
	for _, column := range []*Log{{Referer: true, Format: f, End: '\n'}, {Referer: true}} {
		for line, want := range map[string]string{`"`: diag.MissingField, `"r`: diag.MissingField, `""`: diag.Absent, `"-"`: diag.Absent, `"-`: diag.Absent, `"r" "u"`: ""} {
			c := &Cell{Column: column}
			c.Reset([]byte(`h - u [t] "GET /a HTTP/1.1" 200 1 ` + line))
			if got := c.Column.Find(c).Kind; got != want {
				t.Errorf("the referer of ... %s: %q, want %q", line, got, want)
			}
		}
	}
}

// A server that escapes nothing gets nothing escaped.
func TestEncloseRaw(t *testing.T) {
	f, err := ParseLogFormat("alb", false)
	testkit.Must(t, err)
	for _, end := range []byte("\n\x00") { // nothing else ends a line
		for _, text := range []string{"/é\"\\", "/a\nb", "/a\x00b"} {
			want := strings.IndexByte(text, end) < 0
			if out, ok := (&Log{Format: f, End: end}).Enclose([]byte("x "+text), 2, new(Cell)); string(out) != "x "+text || ok != want {
				t.Errorf("%q is written as %q, %t, want %t with lines that end in %q", text, out, ok, want, end)
			}
		}
	}
}

// Values without escapes are not copied, and others take no more memory than they have bytes,
// once that is a lot.
func TestLogValuesTakeLittle(t *testing.T) {
	for _, tt := range []struct {
		escape string
		n      int
	}{{"", 2 * RoomyCell}, {`\x22`, 10}, {`\x22`, 2 * RoomyCell}, {`\q`, 2 * RoomyCell}} {
		value := "/" + strings.Repeat("a", tt.n) + tt.escape
		c := &Cell{Column: &Log{}}
		c.Reset([]byte(`h - u [t] "GET ` + value + ` HTTP/1.1" 200`))
		f := c.Column.Find(c)
		if most := max(len(value), 16); f != (diag.Flaw{}) || (tt.escape == "") != (c.Memory == nil) || tt.n > RoomyCell && cap(c.Memory) > most {
			t.Errorf("a value of %d bytes with %q: %v, %d bytes are held, want at most %d", len(value), tt.escape, f, cap(c.Memory), most)
		}
	}
}

// Hex digits are written in the case that the value had.
func TestEncloseKeepsCase(t *testing.T) {
	for value, want := range map[string]string{
		`/\xd0\xbf`: `/\xd0\xbfb\xc3\xa9`, `/\xD0\xBF`: `/\xD0\xBFb\xC3\xA9`, `/\x22`: `/\x22b\xC3\xA9`, `/\x0a`: `/\x0ab\xc3\xa9`, `/x\xfG`: `/x\x5CxfGb\xC3\xA9`,
	} {
		c := &Cell{Column: &Log{}}
		c.Reset([]byte(`h - - [t] "GET ` + value + ` HTTP/1.1" 200`))
		flaw := c.Column.Find(c)
		if out, ok := c.Column.Enclose(append(c.Value, "bé"...), 0, c); flaw != (diag.Flaw{}) || !ok || string(out) != want {
			t.Errorf("%s is written as %s, %t, %v, want %s", value, out, ok, flaw, want)
		}
	}
}
