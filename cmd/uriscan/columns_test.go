package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
)

// A columnTest is a command for the columns of one input, and what becomes of that.
type columnTest struct {
	name string
	in   string
	args string
	want outcome
}

func runColumns(t *testing.T, tests []columnTest, before ...string) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			args := slices.Concat(before, strings.Fields(tt.args))
			if got := runWith(tt.in, args...); got != tt.want {
				t.Errorf("run(%q) of %q = %+v, want %+v", args, tt.in, got, tt.want)
			}
		})
	}
}

// pathObject is what parse --json prints for the path /x.
const pathObject = `{"valid":true,"form":"relative-ref","path":"/x","path_kind":"absolute"}`

// The output for a column of a table, as a user sees it.
func TestColumns(t *testing.T) {
	const host = "{host|-}"
	runColumns(t, []columnTest{
		{"second column", "1\tHTTP://a\t \n", "normalize --field 2", outcome{0, "1\thttp://a/\t \n", ""}},
		{"last column, CR LF", "1\tHTTP://a\r\n", "normalize --field 2", outcome{0, "1\thttp://a/\r\n", ""}},
		{"CR in another column", "\r\tHTTP://a\t\r\n", "normalize --field 2", outcome{0, "\r\thttp://a/\t\r\n", ""}},
		{"CR before a TAB is a byte", "a\r\t1\n", "normalize --field 1", outcome{1, "a\r\t1\n", "-:1:2: bad-path\n"}},
		{"CR before the end of input is a byte", "1\ta\r", "normalize --field 2", outcome{1, "1\ta\r\n", "-:1:4: bad-path\n"}},
		{"no last newline", "1\tHTTP://a", "normalize --field 2", outcome{0, "1\thttp://a/\n", ""}},
		{"empty column", "1\t\t2\n", "resolve --base http://a/ --field 2", outcome{0, "1\thttp://a/\t2\n", ""}},
		{"empty line, first column", "\n", "resolve --base http://a/ --field 1", outcome{0, "http://a/\n", ""}},
		{"empty line, second column", "\n", "resolve --base http://a/ --field 2", outcome{1, "\n", "-:1:1: missing-field\n"}},
		{"missing column, CR LF", "abc\r\n", "check --field 2", outcome{1, "-:1:4: missing-field\n", ""}},
		{"ended too early", "12\t%4\tx\n", "check --field 2", outcome{1, "-:1:6: unexpected-end\n", ""}},
		{"delimiter as an escape", "1\tHTTP://a\n", `normalize --field 2 --delimiter \t`, outcome{0, "1\thttp://a/\n", ""}},
		{"delimiter is a backslash", "1\\HTTP://a\n", `normalize --field 2 --delimiter \`, outcome{0, "1\\http://a/\n", ""}},
		{"padded columns", " 1 \tHTTP://a \t 2 \r\nx\n  b c", "normalize --field 2 --delimiter blanks", outcome{1, " 1 \thttp://a/ \t 2 \r\nx\n  b c\n", "-:2:2: missing-field\n"}},
		{"padded columns, the first", "  HTTP:", "normalize --append --field 1 --delimiter blanks", outcome{0, "  HTTP: http:\n", ""}},
		{"padded columns, no such result", "a\n", `parse --format {path}\t --append --field 1 --delimiter blanks`, outcome{1, "a\n", "-:1:1: delimiter-in-result\n"}},
		{"padded columns, none of those that are asked for", "a\n \n", "check --field 1 --delimiter blanks", outcome{1, "-:2:2: missing-field\n", ""}},
		{"quotes mean nothing", "\"1,2\",HTTP://a\n", "check --field 2 --delimiter ,", outcome{1, "-:1:5: bad-path\n", ""}},
		{"delimiter would be in the result", "1~HTTP://a/%7E~2\n", "normalize --field 2 --delimiter ~",
			outcome{1, "1~HTTP://a/%7E~2\n", "-:1:3: delimiter-in-result\n"}},
		{"delimiter in the base", "a%b\n", "resolve --base http://h/%41/ --field 1 --delimiter %",
			outcome{1, "a%b\n", "-:1:1: delimiter-in-result\n"}},
		{"delimiter in an added result", "1/http:a/x\n", "parse --format {scheme}/ --append --field 2 --delimiter /",
			outcome{1, "1/http:a/x\n", "-:1:3: delimiter-in-result\n"}},
		{"records of NUL", "1\ta\nb\x002\tHTTP://a\x00", "normalize -0 --field 2", outcome{1, "1\ta\nb\x002\thttp://a/\x00", "-:1:4: bad-path\n"}},
		{"CR before NUL is a byte", "1\ta\r\x00", "check -0 --field 2", outcome{1, "-:1:4: bad-path\n", ""}},
		{"keep what has no end", "1\ta\n2", "normalize --field 2 --on-error keep --quiet", outcome{1, "1\ta\n2\n", ""}},
		{"keep what has no column", "1\n", "normalize --field 2 --on-error keep --quiet", outcome{1, "1\n", ""}},
		{"fail", "1\ta\n2\n3\ta\n", "normalize --field 2 --on-error fail", outcome{1, "1\ta\n", "-:2:2: missing-field\n"}},
		{"fail, quiet", "1\ta\n2\n3\ta\n", "normalize --field 2 --on-error fail --quiet", outcome{1, "1\ta\n", ""}},
		{"changed", "1\ta\n2\tHTTP:\n", "normalize --field 2 --changed", outcome{0, "2\thttp:\n", ""}},
		{"explain", "1\tHTTP:\t2\r\n", "normalize --field 2 --explain", outcome{0, "1\thttp:\t2\tcase\tHTTP:\r\n", ""}},
		{"more columns than names", "n\nx\n", `parse --field 1 --header --append --format {path}{port|a\tb}`, outcome{0, "n\tpath_port\nx\txa\tb\n", ""}},
		{"explain, appended", "1\tHTTP:\n", "normalize --field 2 --explain --append", outcome{0, "1\tHTTP:\thttp:\tcase\tHTTP:\n", ""}},
		{"resolve, underflow", "1\t../x\n", "resolve --base http://a/ --reject-underflow --field 2", outcome{1, "1\t../x\n", "-:1:3: underflow\n"}},
		{"header", "id\turl of\n1\tHTTP:\n", "normalize --field 2 --header", outcome{0, "id\turl of\n1\thttp:\n", ""}},
		{"header, attributes appended", "u\n//h\n", "parse --field 1 --header --append --semconv", outcome{0, "u\tparsed\n//h\t" + `{"url.full":"//h","url.domain":"h","url.path":""}` + "\n", ""}},
		{"header, appended", "id\turl of\r\n1\tHTTP:\n", "normalize --field 2 --header --append --explain",
			outcome{0, "id\turl of\tnormalized\trungs\toriginal\r\n1\tHTTP:\thttp:\tcase\tHTTP:\n", ""}},
		{"header, explain", "id\turl\n", "normalize --field 2 --header --explain", outcome{0, "id\turl\trungs\toriginal\n", ""}},
		{"header is not checked", "id\turl of\n1\tb c\n", "check --field 2 --header", outcome{1, "-:2:4: bad-path\n", ""}},
		{"header over max-line", "id\turl of\n1\tHTTP:\n", "normalize --field 2 --header --max-line 8", outcome{1, "id\turl of\n1\thttp:\n", "-:1:9: too-long\n"}},
		{"header, parse", "id\turl of\n1\t/x\n", "parse --json --field 2 --header", outcome{0, pathObject + "\n", ""}},
		{"template", "1\t//h\n2\tx\n", "parse --field 2 --format " + host, outcome{0, "h\n-\n", ""}},
		{"template, bad", "1\n", "parse --field 2 --on-error keep --format " + host, outcome{1, "1\n", "-:1:2: missing-field\n"}},
		{"template, appended", "1\t//h\t2\n", "parse --field 2 --append --format " + host, outcome{0, "1\t//h\t2\th\n", ""}},
		{"template with TABs and header", "id\turl\n1\t//h\n", `parse --field 2 --header --append --format {host}\t\t{path}\t.`,
			outcome{0, "id\turl\thost\tparsed\tpath\turiscan_parsed\n1\t//h\th\t\t\t.\n", ""}},
		{"names that are there", "host,uriscan_host,u\n1,,//h\n", `parse --csv --field 3 --header --append --format {host}\t{host}\t{host}{path}`,
			outcome{0, "host,uriscan_host,u,uriscan_uriscan_host,uriscan_uriscan_uriscan_host,host_path\n1,,//h,h,h,h\n", ""}},
		{"template with TAB, appended", "1,//h\n", `parse --csv --field 2 --append --format {host}\t{path}.`, outcome{0, "1,//h,h,.\n", ""}},
		{"JSON", "1\t/x\n2\n", "parse --json --field 2",
			outcome{1, pathObject + "\n" + `{"valid":false,"error":{"kind":"missing-field","offset":1}}` + "\n", ""}},
		{"offsets count in the line", "12\tx:y\n", "parse --json --offsets --field 2",
			outcome{0, `{"valid":true,"form":"uri","scheme":"x","path":"y","path_kind":"rootless","offsets":{"scheme":[3,4],"path":[5,6]}}` + "\n", ""}},
		{"JSON in a column", "1,/x\n", "parse --json --csv --field 2 --append",
			outcome{0, `1,/x,"` + strings.ReplaceAll(pathObject, `"`, `""`) + `"` + "\n", ""}},
		{"long line", "1\t" + strings.Repeat("a", 20) + "\t\r\n2\tHTTP:\n", "normalize --field 2 --max-line 10 --on-error keep",
			outcome{1, "1\t" + strings.Repeat("a", 20) + "\t\r\n2\thttp:\n", "-:1:11: too-long\n"}},
		{"exactly max-line", "1\tabc\r\n1\tabc\n", "normalize --field 2 --max-line 5", outcome{0, "1\tabc\r\n1\tabc\n", ""}},
		{"a byte over max-line", "1\tabcd\r\n1\tabcd\n", "check --field 2 --max-line 5", outcome{1, "-:1:6: too-long\n-:2:6: too-long\n", ""}},
	})
}

// The names of columns are printed once for files with the same names.
func TestColumnNames(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.WriteAll(t, map[string]string{"a": "n\tu\n1\tHTTP:\n", "b": "n\tu\n2\tB:\n", "c": "n\tURL\n3\tC:\n", "d": "n\tURL\n", "e": "n\tu\n"})
	for command, want := range map[string]string{
		"normalize":               "n\tu\n1\thttp:\n2\tb:\nn\tURL\n3\tc:\nn\tu\n",
		"normalize --append":      "n\tu\tnormalized\n1\tHTTP:\thttp:\n2\tB:\tb:\nn\tURL\tnormalized\n3\tC:\tc:\nn\tu\tnormalized\n",
		"check --print good":      "n\tu\n1\tHTTP:\n2\tB:\nn\tURL\n3\tC:\nn\tu\n",
		"parse --format {scheme}": "HTTP\nB\nC\n",
	} {
		for _, jobs := range []string{"-j1", "-j8"} {
			args := strings.Fields(command + " --field 2 --header --block-size 3 " + jobs + " a b c d e")
			if got := runWith("", args...); got != (outcome{0, want, ""}) {
				t.Errorf("run(%q) = %+v, want %q", args, got, want)
			}
		}
	}
}

// A name is that of another column in every file. Without it nothing is printed of a file.
func TestFieldNames(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.WriteAll(t, map[string]string{
		"a": "id,\"u\"\n1,HTTP:\n2,b c\n", "b": "\xef\xbb\xbf\"u\",,\"x\"\"\n\"\r\nB:,,\"C:\"\r\n", "none": "", "cut": "id,\"u\n", "thirty": strings.Repeat(",", 29) + "\n", "wide": strings.Repeat(",", 1<<17) + "\"last\"\n",
	})
	const missing = "uriscan: b: no column is called \"\\\"x\": there are [\"u\" \"\" \"x\\\"\\n\"]\n"
	for command, want := range map[string]outcome{
		"normalize --csv --field u a none b":         {1, "id,\"u\"\n1,http:\n2,b c\n\"u\",,\"x\"\"\n\"\r\nb:,,\"C:\"\r\n", "a:3:4: bad-path\n"},
		"dedupe --csv --field u b b":                 {0, "\xef\xbb\xbf\"u\",,\"x\"\"\n\"\r\nB:,,\"C:\"\r\n", ""},
		"parse --format {value} --csv --field u b a": {1, "B:\nHTTP:\n", "a:3:4: bad-path\n"},
		"normalize --field id,\"u\" -o out a":        {1, "", "a:2:7: bad-path\na:3:4: bad-path\n"},
		"check --csv --field \"x b a":                {2, "", missing},
		"normalize --csv --field \"x -o out b":       {2, "", missing},
		"check --csv --field last wide":              {0, "", ""},
		"check --csv --field zzzz thirty":            {2, "", "uriscan: thirty: no column is called \"zzzz\": there are [" + strings.Repeat(`"" `, 19) + "\"\"]\n"},
		"check --csv --field url cut":                {2, "", "uriscan: cut: no column is called \"url\": there are [\"id\"]\n"},
		"check --field url b":                        {2, "", "uriscan: b: no column is called \"url\": --csv is for commas between columns, --delimiter ';' for semicolons\n"},
		"check --csv --field ids a":                  {2, "", "uriscan: a: no column is called \"ids\": did you mean \"id\"?\n"},
	} {
		for _, size := range []string{"1", "1K"} {
			testkit.Write(t, "out", "what was there")
			args := append(strings.Fields(command+" --header"), "-j2", "--block-size", size)
			if got := runWith("", args...); got != want || got.status == 2 && contents("out") != "what was there" {
				t.Errorf("run(%q) = %+v, want %+v", args, got, want)
			}
		}
	}
}

// The same of CSV.
func TestColumnsOfCSV(t *testing.T) {
	runColumns(t, []columnTest{
		{"CSV, quotes stay", "\"1,2\",\"HTTP://a\",\"x\"\"\n\"\r\n", "normalize --csv --field 2",
			outcome{0, "\"1,2\",\"http://a/\",\"x\"\"\n\"\r\n", ""}},
		{"CSV, quotes come", "a,1\n", "resolve --base http://h/,/ --csv --field 1", outcome{0, "\"http://h/,/a\",1\n", ""}},
		{"CSV, physical lines", "\"a\nb\",%4\n\"\n\",\"x\n\"\nx,b c\n", "check --csv --field 2",
			outcome{1, "-:2:6: unexpected-end\n-:4:5: bad-path\n-:6:4: bad-path\n", ""}},
		{"CSV, good records", "h,u\n1,\"a\nb\"\n\"2\n\",c\n3,\n", "check --csv --header --field 2 --print good", outcome{1, "h,u\n\"2\n\",c\n3,\n", ""}},
		{"CSV, bad records", "h,u\r\n1,\"a\nb\"\r\n\"2\n\",c\n3,\n4\n", "check --csv --header --field 2 --print bad", outcome{1, "h,u\r\n1,\"a\nb\"\r\n4\n", ""}},
		{"CSV, empty cells", "1,\r\n2,\"\"\n", "resolve --base http://a/ --csv --field 2", outcome{0, "1,\r\n2,\"\"\n", ""}},
		{"CSV, empty cells, appended", "1,\r\n2,\"\"\n", "normalize --explain --append --csv --field 2", outcome{0, "1,,,,\r\n2,\"\",,,\n", ""}},
		{"CSV, doubled quotes before the fault", "\"a\"\"b\"\n", "check --csv --field 1", outcome{1, "-:1:3: bad-path\n", ""}},
		{"CSV, the fault after quotes", "\"%4\"\n", "check --csv --field 1", outcome{1, "-:1:4: unexpected-end\n", ""}},
		{"CSV, an added LF at the end", "a\n", `parse --csv --field 1 --append --format {path}\n`, outcome{0, "a,\"a\n\"\n", ""}},
		{"CSV, quote in a column", "a\"b,1\nx,y\n", "check --csv --field 1", outcome{1, "-:1:2: bad-csv\n", ""}},
		{"CSV, bytes after a quote", "\"a\"b,1\nx,y\n", "check --csv --field 2", outcome{1, "-:1:4: bad-csv\n", ""}},
		{"CSV, no closing quote", "x,\"y\nz\n", "check --csv --field 1", outcome{1, "-:2:2: bad-csv\n", ""}},
		{"CSV, a bad one kept", "a\"b,\"c\nHTTP:,1\n", "normalize --csv --field 1 --on-error keep",
			outcome{1, "a\"b,\"c\nhttp:,1\n", "-:1:2: bad-csv\n"}},
		{"CSV, missing after quotes", "\"a\nb\"\n", "check --csv --field 2", outcome{1, "-:2:3: missing-field\n", ""}},
		{"CSV, header with newlines", "\"i\nd\",url\n1,b c\n", "check --csv --field 2 --header", outcome{1, "-:3:4: bad-path\n", ""}},
		{"CSV, long record", "\"" + strings.Repeat("a\n", 20) + "\",x\r\n2,b c\n", "normalize --csv --field 2 --max-line 10 --on-error keep",
			outcome{1, "\"" + strings.Repeat("a\n", 20) + "\",x\r\n2,b c\n", "-:5:2: too-long\n-:22:4: bad-path\n"}},
		{"CSV, places", "u,x\n\"a\nb\",HTTP:\n\"c\nd\",e f\n,\n" + strings.Repeat("x\n", 2), "parse --csv --field 2 --header --format {line}:{byte}:{kind}:{value}",
			outcome{1, "2:::HTTP:\n5:5:bad-path:e f\n6:::\n7:2:missing-field:\n8:2:missing-field:\n", ""}},
		{"CSV, places appended", "a b,1\nc,2\n\"", `parse --csv --field 1 --append --format {line}\t{kind}`, outcome{1, "a b,1,1,bad-path\nc,2,2,\n\"\n", "-:3:2: bad-csv\n"}},
		{"CSV, parse appended to what is broken", "a\"b\n", "parse --csv --field 1 --append --tsv", outcome{1, "a\"b\n", "-:1:2: bad-csv\n"}},
	})
}

// The same of access logs.
func TestColumnsOfLogs(t *testing.T) {
	const common = `::1 - ann [10/Oct/2025:13:55:36 -0700] `
	runColumns(t, []columnTest{
		{"log, host before it", `h:80 ` + common + `"GET /%7Ex HTTP/1.1" 200 2` + "\n", "normalize --log",
			outcome{0, `h:80 ` + common + `"GET /~x HTTP/1.1" 200 2` + "\n", ""}},
		{"log, blank in the target", common + `"GET /a b HTTP/1.1" 200 2` + "\n", "check --log", outcome{1, "-:1:47: bad-path\n", ""}},
		{"log, escaped quote in the target", common + `"GET /\"b HTTP/1.1" 200 2` + "\n", "check --log", outcome{1, "-:1:46: bad-path\n", ""}},
		{"log, no request", common + `"-" 408 0` + "\n", "check --log", outcome{0, "", ""}},
		{"log, no target", common + `"GET HTTP/1.1" 400 0` + "\n", "check --log", outcome{1, "-:1:60: missing-field\n", ""}},
		{"log, two blanks", common + `"GET  HTTP/1.1" 400 0` + "\n", "check --log", outcome{1, "-:1:61: missing-field\n", ""}},
		{"log, one word", common + `"hello" 400 0` + "\n", "check --log", outcome{1, "-:1:53: missing-field\n", ""}},
		{"log, cut in the request", common + `"GET /x`, "check --log", outcome{1, "-:1:47: missing-field\n", ""}},
		{"log, cut in the date", `::1 - - [10/Oct`, "check --log", outcome{1, "-:1:16: missing-field\n", ""}},
		{"log, no quotes", "a b c", "check --log", outcome{1, "-:1:6: missing-field\n", ""}},
		{"log, JSON appended", common + `"GET /x HTTP/1.1" 200 2` + "\n", "parse --json --log --append",
			outcome{0, common + `"GET /x HTTP/1.1" 200 2 "` + strings.ReplaceAll(pathObject, `"`, `\"`) + "\"\n", ""}},
		{"log, Referer", `- - - [] "GET /%7E HTTP/1.1" 200 2 "HTTP://a" "b \" c"` + "\n", "normalize --log-field referer",
			outcome{0, `- - - [] "GET /%7E HTTP/1.1" 200 2 "http://a/" "b \" c"` + "\n", ""}},
		{"log, quote in the request before the Referer", `- - - [] "GET /\" HTTP/1.1" 400 2 "HTTP://a" "b"` + "\n", "normalize --log-field referer",
			outcome{0, `- - - [] "GET /\" HTTP/1.1" 400 2 "http://a/" "b"` + "\n", ""}},
		{"log, no Referer", `- - - [] "GET / HTTP/1.1" 200 2 "-" "-"` + "\n", "check --log --log-field referer", outcome{0, "", ""}},
		{"log, no Referer, resolved", `- - - [] "GET / HTTP/1.1" 200 2 "-" "-"` + "\n", "resolve --base http://a/ --log-field referer", outcome{0, `- - - [] "GET / HTTP/1.1" 200 2 "-" "-"` + "\n", ""}},
		{"log, no Referer, of one class", `- - - [] "" 200 2 "-" "x"` + "\n" + `- - - [] "" 200 2 "-" "y"` + "\n", "dedupe --log-field referer",
			outcome{0, `- - - [] "" 200 2 "-" "x"` + "\n" + `- - - [] "" 200 2 "-" "y"` + "\n", ""}},
		{"log, no Referer, in JSON", `- - - [] "" 200 2 "-" "x"` + "\n", "parse --json --log-field referer",
			outcome{0, `{"valid":null}` + "\n", ""}},
		{"log, no Referer, in columns", `- - - [] "" 200 2 "-" "x"` + "\n", "parse --log-field referer --format {valid|-}{line}{kind}{value}{host|?}", outcome{0, "-1?\n", ""}},
		{"log, empty Referer", `- - - [] "GET / HTTP/1.1" 200 2 "" "-"` + "\n", "resolve --base http://b/ --log-field referer", outcome{0, `- - - [] "GET / HTTP/1.1" 200 2 "" "-"` + "\n", ""}},
		{"log, Common has no Referer", common + `"GET / HTTP/1.1" 200 2` + "\n", "check --log-field referer", outcome{1, "-:1:62: missing-field\n", ""}},
	})
}

// The same of JSON Lines.
func TestColumnsOfJSONLines(t *testing.T) {
	runColumns(t, []columnTest{
		{"JSON Lines", `{"a":{"b":"HTTP:\/\/a\u002fx"}, "c":[1] }` + "\r\n", "normalize --json-field a.b",
			outcome{0, `{"a":{"b":"http://a/x"}, "c":[1] }` + "\r\n", ""}},
		{"JSON Lines, element of an array", `{"a":["x","HTTP:",["HTTP:"]]}` + "\n", "normalize --json-field a.1", outcome{0, `{"a":["x","http:",["HTTP:"]]}` + "\n", ""}},
		{"JSON Lines, as in jq", `{"a":[0,1,2,3,4,5,6,7,8,9,{"b":"HTTP:"}]}` + "\n", "normalize --json-field .a[10].b", outcome{0, `{"a":[0,1,2,3,4,5,6,7,8,9,{"b":"http:"}]}` + "\n", ""}},
		{"JSON Lines, as in jq and JSONPath", `{"a[]":{"b":["HTTP:"]}}` + "\n", `normalize --json-field $.a\[\].b[]`, outcome{0, `{"a[]":{"b":["http:"]}}` + "\n", ""}},
		{"JSON Lines, on several lines", "{\n\"a\": \"b\"\n}\n", "check --json-field a",
			outcome{1, "-:1:2: bad-json\n-:2:4: bad-json\n-:3:1: bad-json\n", "hint: standard input looks like JSON over several lines: jq -c . FILE | uriscan COMMAND --json-field PATH\n"}},
		{"JSON Lines, attributes added", `{"a":"/x"}`, "parse --json-field a --append --semconv", outcome{0, `{"a":"/x","uriscan_parsed":{"url.path":"/x","url.original":"/x"}}` + "\n", ""}},
		{"JSON Lines, cut off", "{\"\n", "check --json-field a", outcome{1, "-:1:3: bad-json\n", ""}},
		{"JSON Lines, on several lines, quiet", "{\n", "normalize --json-field a --quiet", outcome{1, "{\n", ""}},
		{"JSON Lines, all elements", `{"a":["HTTP:","\u0042:",1,{"c":"D:"},"\/e"]}` + "\r\n" + `{"a":{"x":"F:"}}` + "\n", "normalize --json-field .a[*]",
			outcome{0, `{"a":["http:","b:",1,{"c":"D:"},"\/e"]}` + "\r\n" + `{"a":{"x":"f:"}}` + "\n", ""}},
		{"JSON Lines, members of all", `{"a":[{"b":"B:","b":"C:"},{"b":2},{"c":"D:"},{"b":"E:"}],"a":[{"b":"F:"},{"b":"G:"}]}`, "normalize --json-field a.*.b",
			outcome{0, `{"a":[{"b":"B:","b":"C:"},{"b":2},{"c":"D:"},{"b":"E:"}],"a":[{"b":"f:"},{"b":"g:"}]}` + "\n", ""}},
		{"JSON Lines, changes of some", `["a","B:"]` + "\n" + `["a","b"]` + "\n", "normalize --changed --json-field *", outcome{0, `["a","b:"]` + "\n", ""}},
		{"JSON Lines, none of all", `{"a":[]}` + "\n" + `{"b":1}` + "\n", "check --json-field a.*", outcome{1, "-:2:8: missing-field\n", ""}},
		{"JSON Lines, all are checked", `["b c","d","e f"]` + "\n" + `["%"]`, "check --json-field *", outcome{1, "-:1:4: bad-path\n-:1:14: bad-path\n-:2:4: unexpected-end\n", ""}},
		{"JSON Lines, the first bad one stops", `["b c","d","e f"]`, "check --json-field * --on-error fail", outcome{1, "-:1:4: bad-path\n", ""}},
		{"JSON Lines, all are good", `["b c","d"]` + "\n" + `["e","f"]`, "check --print good --json-field *", outcome{1, `["e","f"]` + "\n", ""}},
		{"JSON Lines, one is bad", `["b c","d e"]` + "\n" + `["e","f"]`, "check --print bad --json-field *", outcome{1, `["b c","d e"]` + "\n", ""}},
		{"JSON Lines, a record for each", `["/x","b c","/x"]`, "parse --json --json-field *",
			outcome{1, pathObject + "\n" + `{"valid":false,"error":{"kind":"bad-path","offset":8}}` + "\n" + pathObject + "\n", ""}},
		{"JSON Lines, kept if one is bad", `["A:","b c"]`, "normalize --json-field *", outcome{1, `["A:","b c"]` + "\n", "-:1:9: bad-path\n"}},
		{"JSON Lines, nested arrays", `[["x"],[["y"],["HTTP:"]]]` + "\n", "normalize --json-field 1.1.0", outcome{0, `[["x"],[["y"],["http:"]]]` + "\n", ""}},
		{"JSON Lines, member named by a number", `{"1":"HTTP:"}` + "\n", "normalize --json-field 1", outcome{0, `{"1":"http:"}` + "\n", ""}},
		{"JSON Lines, names with case", `{"a":"HTTP:","A":"HTTP:"}` + "\n", "normalize --json-field a", outcome{0, `{"a":"http:","A":"HTTP:"}` + "\n", ""}},
		{"JSON Lines, name with a dot", `{"a":{"b":"HTTP:"},"a.b":"HTTP:"}` + "\n", `normalize --json-field a\.b`, outcome{0, `{"a":{"b":"HTTP:"},"a.b":"http:"}` + "\n", ""}},
		{"JSON Lines, name with escapes", `{"\u0061\ud83d\ude00":"HTTP:"}` + "\n", `normalize --json-field a😀`, outcome{0, `{"\u0061\ud83d\ude00":"http:"}` + "\n", ""}},
		{"JSON Lines, the last counts", `{"a":{"b":"A:"},"a":{"b":"B:"}}` + "\n", "normalize --json-field a.b", outcome{0, `{"a":{"b":"A:"},"a":{"b":"b:"}}` + "\n", ""}},
		{"JSON Lines, the last has none", `{"a":{"b":"A:"},"a":{}}` + "\n" + `{"a":null}`, "normalize --json-field a.b", outcome{1, `{"a":{"b":"A:"},"a":{}}` + "\n" + `{"a":null}` + "\n", "-:1:24: missing-field\n-:2:11: missing-field\n"}},
		{"JSON Lines, no number of an element", `["x","y"]` + "\n", "check --json-field 01", outcome{1, "-:1:10: missing-field\n", ""}},
		{"JSON Lines, same name elsewhere", `{"b":"x y","c":{"a":{"b":"x y"}},"a":{"c":{"b":"x y"},"b":"HTTP:"}}` + "\n", "normalize --json-field a.b",
			outcome{0, `{"b":"x y","c":{"a":{"b":"x y"}},"a":{"c":{"b":"x y"},"b":"http:"}}` + "\n", ""}},
		{"JSON Lines, no string", `{"a":null}` + "\n" + `{"a":{"b":"x"}}` + "\n" + `{"a":null,"a":1}`, "check --json-field a", outcome{1, "-:2:16: missing-field\n-:3:17: missing-field\n", ""}},
		{"JSON Lines, empty strings", `{"a":[{"u":""},{"u":"b"},{"u":"-"}]}` + "\n" + `{"a":[{"u":""}]}` + "\n" + `{"a":[{"u":"-"}]}` + "\n", "resolve --base http://h/ --json-field a[].u",
			outcome{0, `{"a":[{"u":""},{"u":"http://h/b"},{"u":"-"}]}` + "\n" + `{"a":[{"u":""}]}` + "\n" + `{"a":[{"u":"-"}]}` + "\n", ""}},
		{"JSON Lines, null, then a string", `{"a":null,"a":"HTTP:"}` + "\n" + `{"a":"x","a":null}` + "\n", "normalize --json-field a",
			outcome{0, `{"a":null,"a":"http:"}` + "\n" + `{"a":"x","a":null}` + "\n", ""}},
		{"JSON Lines, the line", `"HTTP:"` + "\n", "normalize --json-field .", outcome{0, `"http:"` + "\n", ""}},
		{"JSON Lines, fault after escapes", `{"a":"\/\u00e9"}` + "\n" + `{"a":"\ud83d\ude00 "}` + "\n" + `{"a":"x\u0025"}` + "\n", "check --json-field a",
			outcome{1, "-:1:9: bad-path\n-:2:7: bad-path\n-:3:14: unexpected-end\n", ""}},
		{"JSON Lines, cut", `{"a":"x"`, "check --json-field a", outcome{1, "-:1:9: bad-json\n", ""}},
		{"JSON Lines, rest", `{"a":"x"} {`, "check --json-field a", outcome{1, "-:1:11: bad-json\n", ""}},
		{"JSON Lines, control in a string", "{\"a\":\"x\t\"}", "check --json-field a", outcome{1, "-:1:8: bad-json\n", ""}},
		{"JSON Lines, appended", `{"a":"HTTP:","b":{} }` + "\n", "normalize --json-field a --append --explain",
			outcome{0, `{"a":"HTTP:","b":{} ,"uriscan_normalized":"http:","uriscan_rungs":"case","uriscan_original":"HTTP:"}` + "\n", ""}},
		{"JSON Lines, explain", `{"a":"HTTP:"}` + "\n", "normalize --json-field a --explain",
			outcome{0, `{"a":"http:","uriscan_rungs":"case","uriscan_original":"HTTP:"}` + "\n", ""}},
		{"JSON Lines, appended to an array", `["HTTP:"]` + "\n", "normalize --json-field 0 --append", outcome{0, `["HTTP:","http:"]` + "\n", ""}},
		{"JSON Lines, parse appended", `{"a":"/x"}` + "\n", "parse --json-field a --append", outcome{0, `{"a":"/x","uriscan_parsed":` + pathObject + "}\n", ""}},
		{"JSON Lines, parse appended again", `{"a":"/x","uriscan_parsed":1,"uriscan_parsed_2":2}` + "\n" + `{"a":"/x","uriscan_parsed":1}` + "\n", "parse --json-field a --append --format {path}",
			outcome{0, `{"a":"/x","uriscan_parsed":1,"uriscan_parsed_2":2,"uriscan_parsed_3":"/x"}` + "\n" + `{"a":"/x","uriscan_parsed":1,"uriscan_parsed_2":"/x"}` + "\n", ""}},
		{"JSON Lines, parse appended to nothing", "{ }\n", "parse --json-field a --append",
			outcome{1, `{ "uriscan_parsed":{"valid":false,"error":{"kind":"missing-field","offset":3}}}` + "\n", ""}},
		{"JSON Lines, parse appended to what is broken", "{,\n", "parse --json-field a --append", outcome{1, "{,\n", "-:1:2: bad-json\n"}},
		{"JSON Lines, template appended", `{"a":"//h"}` + "\n", `parse --json-field a --append --format "\t{host}`, outcome{0, `{"a":"//h","uriscan_parsed":"\"\u0009h"}` + "\n", ""}},
	})
}
