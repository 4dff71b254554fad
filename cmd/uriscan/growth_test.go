package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/page"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/report"
	"github.com/uriscan/uriscan/cmd/internal/site"
	"github.com/uriscan/uriscan/cmd/internal/tally"
	"github.com/uriscan/uriscan/cmd/internal/warc"
	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/growth"
	"github.com/uriscan/uriscan/internal/testkit/packed"
	"github.com/uriscan/uriscan/internal/testkit/reads"
	"github.com/uriscan/uriscan/resolve"
)

// hostileTexts are shapes of lines, columns, texts, pages, archives and patterns.
var hostileTexts = append([]growth.Shape{
	// columns
	{"", "a,", "\n"}, {"", "\"a\"\"", "\n"}, {"", "\"\""}, {"a,\"", "a\"\"", "", "\"\n"}, {"", "\"\n\","}, {"\"", "\n"},
	{"", "a\t", "\n"}, {"", "a \""}, {"", "[a] ", "\"\\\""}, {"", "["}, {"\"a\" \"", "\\\"", "", "\""}, {"", "- ", "\"a\""},
	{"", "{\"a\":"}, {"{\"a\":{", "\"b\":\"\",", "", "\"b\":\"\"}}"}, {"[", "[],", "", "\"\"]"}, {"[0,\"", "\\u0041", "", "\"]"},
	{"{\"a\":{\"", "\\ud800", "", "\":0,\"b\":\"\"}}"}, {"", "[", "]"}, {"", " ", "0"}, {"[", "-1e5,", "", "0]"},
	// texts
	{"", "http://"}, {"", "http://x/["}, {"(", "a://u:p"}, {"", "urn:"}, {"", "http://a,"}, {"'http://a/", "'"},
	{"", "(", ")"}, {"http://a/", "("}, {"", "http://a/)\n"}, {"", "http:\\/\\/"}, {"", "\\"}, {"http://a/", "\\u0041"},
	{"", "$A{"}, {"http://a/", "."}, {"", "<a:b\n"}, {"<http://a/", " a\n", "", ">"}, {"", "<http://a >"}, {"", "<a\n"}, {"<a", "\n"}, {"", "a\n", "http://a/"},
	// pages
	{"", "<"}, {"", "<!--"}, {"<!--", "--!"}, {"", "<!---->"}, {"", "<a href=x>"}, {"<a", " href=x", "", ">"},
	{"<meta http-equiv=refresh", " b='http://h/'", "", ">"}, {"<a ", "=", "", ">"}, {"<a ", "b='", "", ">"}, {"", "</a "}, {"", "&"},
	{"<p title='", "&amp;", "", "'>"}, {"<a href='", "&#65;", "", "'>"}, {"<img srcset='", "a 1x,", "", "'>"}, {"<img srcset='a ", "(", ")", "'>"},
	{"<a ping='", "a ", "", "'>"}, {"<script>", "</script"}, {"<title>", "</"}, {"", "<script></script>"}, {"", "<http://a>"},
	{"", "<a:b"}, {"", "<http://a/ x='"}, {"", "<base href=a>"}, {"", "<a href=a>", "<base href=/b>"}, {"<svg>", "<![CDATA["},
	{"<?xml ", "?"}, {"<plaintext>", "<a>"},
	// archives of them
	{"", "WARC/1.0\r\n"}, {"", "WARC/1.0\r\nContent-Length: 0\r\n\r\n\r\n\r\n"}, {"WARC/1.0\r\n", "Content-Type: a;\r\n", "", "\r\n"},
	{"WARC/1.0\r\nContent-Length: 99999\r\nContent-Type: application/http\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n"},
}, growth.Lines...)

// The parts that lines and texts go through take time linear in their input.
func TestGrowth(t *testing.T) {
	base, err := resolve.NewBase("http://h/", 0)
	testkit.Must(t, err)
	find := warc.Options{Page: page.Options{Text: prose.Options{MaxLen: defaultMaxLine, Places: true}, Resolve: true, Base: base}}
	in := bufio.NewReaderSize(nil, 64<<10)
	var text prose.Text
	var pages page.Page
	var records warc.Records
	var room []byte
	ignore := func(prose.Found) {}
	jobs := map[string]growth.Job{
		"character references": growth.Of(func(in []byte) { room = prose.AppendDecoded(room[:0], in) }),
		"cutting texts": growth.Of(func(in []byte) {
			prose.FirstCut(in)
			prose.LastCut(in, 0)
			prose.OpenBracket(in)
		}),
	}
	format, err := column.ParseLogFormat(`$a "$http_user_agent" $b[$c] "$request_uri"`, false)
	testkit.Must(t, err)
	for name, c := range map[string]column.Column{
		"log by a format": &column.Log{Format: format, End: '\n'},

		"plain": &column.Plain{Number: 900, Delim: 'a', End: '\n'},
		"CSV":   &column.CSV{Number: 2, Comma: ','},
		"log":   &column.Log{Referer: true},
		"JSON":  &column.JSON{Path: column.JSONPath{{Name: "a", Index: -1}, {Name: "b", Index: -1}}},
		"array": &column.JSON{Path: column.JSONPath{{Name: "1", Index: 1}}},
	} {
		cell := &column.Cell{Column: c}
		jobs[name+" column"] = growth.Of(func(in []byte) {
			cell.Reset(record.TrimEnd(in, '\n'))
			if c.Find(cell); cell.Whole {
				cell.At(len(cell.Value))
			}
			room, _ = c.AppendColumn(append(room[:0], "{}"...), cell, "n", cell.Line)
			room, _ = c.Enclose(room, 0, cell)
		})
	}
	blocks := func(ends pipeline.RecordEnder) func(r io.Reader) {
		return func(r io.Reader) {
			b := pipeline.NewBlockReader('\n', 1<<20, 1<<20, make([]byte, 64))
			b.Ends = cmp.Or(ends, b.Ends)
			var err error
			for b.Reset(r); err == nil; {
				_, _, err = b.Next()
			}
		}
	}
	for name, read := range map[string]func(r io.Reader){
		"lines":       blocks(nil),
		"CSV records": blocks(&column.CSVEnds{Comma: ','}),
		"text": func(r io.Reader) {
			text.Begin(&find.Page.Text, prose.Cursor{Line: 1}, true)
			text.Join = true
			in.Reset(r)
			text.Read(in, ignore)
		},
		"page": func(r io.Reader) { pages.Read(&find.Page, r, prose.Cursor{Line: 1}, base, ignore) },
		"WARC": func(r io.Reader) { records.Read(&find, r, prose.Cursor{Line: 1}, ignore) },
	} {
		jobs[name] = growth.Of(func(in string) { read(strings.NewReader(in)) })
		// In fewer bytes a tokenizer of HTML takes quadratic time, which is seen with -race.
		jobs[name+" in pieces"] = growth.Of(func(in string) { read(&reads.CutReader{Reader: strings.NewReader(in), N: 70}) })
	}
	growth.Check(t, 1<<10, hostileTexts, jobs)
	growth.Check(t, 8<<10, []growth.Shape{
		{"", "\n"}, {"", "\"a\"\"", "\n"}, {"a,\"", "a\"\"", "", "\"\n"}, {"[", "[],", "", "\"\"]"}, {"{\"a\":{\"b\":\"", "\\u0041", "", "\"}}"},
		{"", "http://a "}, {"", "sip:"}, {"<a", " href=x", "", ">"}, {"", "<a href=x>"}, {"", "WARC/1.0\r\nContent-Length: 0\r\n\r\n"}, {"", "a/"},
	}, jobs)
}

// Commands take time linear in their input, by all threads together.
func TestCommandsGrow(t *testing.T) {
	lines := []growth.Shape{{"", " \n"}, {"", "http://h/{n}/../%41?a=b\n"}, {"http://h/", "a/../", "", "\n"}}
	long := []growth.Shape{{"<a ", "b "}, {"<!--", "a"}, {"<script>", "<"}, {"", "<http://a "}, {"", "http://aaaaaaaaaaaaaaaaaaaaaaaaa\n"}}
	for args, shapes := range map[string][]growth.Shape{
		"parse --json": lines, "parse --split --json --offsets": lines, "check": lines, "check --block-size 256": lines, "normalize --explain": lines, "explain": lines[1:],
		"resolve --base http://a/b/c": lines, "relativize --base http://h/a/b": lines, "dedupe": lines, "stats": lines, "query --sort --set a=b": append(lines, growth.Shape{"?", "b&a;c&", "", "\n"}), "query --keys": lines,
		"redact --deny b": append(lines, growth.Shape{"?", "b=a;c@&", "", "\n"}), "redact --text": lines,
		"dedupe --count --memory 64K": lines[1:], "check --max-line 100 --block-size 1K": lines[2:],
		"dedupe --key template,query-names": append(lines, growth.Shape{"?", "b&a;c&", "", "\n"}, growth.Shape{"/", "{n}/"}),
		"template":                          append(lines, growth.Shape{"", "/7;", "=", "\n"}),
		"surt":                              append(lines, growth.Shape{"", "//%25h/../a?b&a\n"}), "surt --variant plain": append(lines, growth.Shape{"//", "a,.", "", "\n"}),
		"dedupe --profile crawl-v1":                     append(lines, growth.Shape{"http://h/?", "b&a&", "", "\n"}),
		"normalize --profile crawl-v1":                  append(lines, growth.Shape{"http://h/", ";jsessionid=1//", "?b&a", "\n"}),
		"inspect --json":                                append(lines, growth.Shape{"//h", "/../", "", "\n"}, growth.Shape{"//", "1.", "", "\n"}),
		"inspect --json-field a":                        {{"{\"a\":\"", "/\\u0041%2f", "", "\"}\n"}},
		"inspect --json --log":                          {{"- \"GET ", "/\\x41%2f", "", " HTTP/1.1\"\n"}},
		"inspect --csv --field 2":                       {{"\"\n\",", "/%2f", "", "\n"}},
		"inspect --print good --policy fetch":           append(lines, growth.Shape{"//u", "/..;a", "=", "\n"}),
		"target --host h":                               append(lines, growth.Shape{"/", "../", "", "\n"}),
		"repair --explain":                              append(lines, growth.Shape{"", "| \\%", "=", "\n"}),
		"resolve --pairs":                               {{"", "http://h/{n}\ta\n"}},
		"normalize --field 2 --csv":                     {{"", "a,\"http://h/%41\"\n"}, {"a,\"", "\n", "", "\"\n"}},
		"normalize --json-field a --append":             {{"", "{\"a\":\"http://h/%41\"}\n"}},
		"parse --json-field a --json --split --offsets": {{"", "{\"a\":\"http://h/\\u00e9\"}\n"}, {"[{\"a\":\"http://h/", "\\u00e9", "", "\"}]\n"}},
		"parse --log --append --format {path}":          {{"", "- \"GET /a HTTP/1.1\"\n"}},
		"extract --join --with-position":                {{"", "a <http://a/\nb>\n"}, {"", "a"}, {"", ":"}, {"", "<a:b "}},
		"extract --as html --base http://a/":            {{"", "<a href=a>\n"}, {"", "<base href=b>"}, {"", "<!--"}},
		"extract --as html --max-line 1":                long,
		"extract --as warc":                             {{"", "WARC/1.0\r\nContent-Length: 0\r\n\r\n"}, {"", "WARC/1.0\r\n"}},
	} {
		growth.CheckAll(t, 10<<10, shapes, args, growth.Of(func(in string) { runWith(in, strings.Fields(args)...) }))
	}
	growth.CheckAll(t, 10<<10, []growth.Shape{{"", "a"}}, "extract of what comes slowly", growth.Of(func(in string) {
		runOn(&reads.CutReader{Reader: strings.NewReader(in), N: 16}, "extract", "--block-size", "256K")
	}))
	growth.CheckAll(t, 90<<10, []growth.Shape{{"{\"a\":[", "\"A:" + strings.Repeat("b", 200) + "\",", "", "0]}\n"}}, "normalize of many values", growth.Of(func(in string) {
		runWith(in, "normalize", "--json-field", "a.*")
	}))
	for name, pack := range packed.Packers {
		growth.CheckAll(t, 512, []growth.Shape{{"", "a\n"}}, "check of "+name, func(in string) func() {
			packed := string(packed.Members(pack, in, len(in)/8))
			return func() { runWith(packed, "check") }
		})
	}
	for args, text := range map[string]string{
		"check": "a\n", "dedupe --seen set -o out": "a\n", "normalize --header --field b -o out --rejects bad": "a,b\nc\n", "extract -o out": "http://a/", "stats --html page --state state": "a\n",
	} {
		growth.CheckAll(t, 20, []growth.Shape{{"", "a"}}, args+" of many files", func(in string) func() {
			t.Chdir(t.TempDir())
			testkit.Write(t, "in", text)
			dir, err := os.Getwd()
			testkit.Must(t, err)
			line := append(strings.Fields(args), slices.Repeat([]string{filepath.Join(dir, "in")}, len(in))...)
			return func() { runWith("", line...) }
		})
	}
	growth.CheckAll(t, 50, []growth.Shape{{"", "*a*\n"}}, "extract of folders", func(in string) func() {
		t.Chdir(t.TempDir())
		testkit.Write(t, ".ignore", in)
		for i := range len(in) / 4 {
			testkit.Write(t, fmt.Sprint("b", i), "http://a/")
		}
		dir, err := os.Getwd()
		testkit.Must(t, err)
		return func() { runWith("", "extract", dir) }
	})
}

// Every form of a report takes time linear in the values that are listed, and in their
// length, a site in the labels of the host, and a list of suffixes in its rules.
func TestReportsGrow(t *testing.T) {
	forms := map[string]growth.Job{}
	for name, write := range map[string]func(v *report.View){
		"AppendText": func(v *report.View) { v.AppendText(nil, report.Screen{Width: 80, Color: true, Blocks: true}) },
		"AppendJSON": func(v *report.View) { v.AppendJSON(nil) },
		"WriteHTML":  func(v *report.View) { v.WriteHTML(io.Discard) },
	} {
		forms[name] = func(in string) func() {
			g, lengths := tally.NewGroup(), new(tally.Lengths)
			v, n := g.New(), 0
			for line := range strings.Lines(in) {
				v.Add([]byte(line))
				lengths.Add(n)
				n++
			}
			hosts := report.Shares{Key: "host", Title: "Hosts", Unit: "lines", Of: uint64(n), None: "none"}.With(g.Sum(), n)
			hosts.Values = append(hosts.Values, tally.Count{Value: in, Count: 1})
			r := &report.Report{
				Names: []string{in}, Lines: uint64(n), Valid: uint64(n), Shares: []report.Shares{hosts},
				Lengths: []report.Lengths{{Key: "line", Title: "Lengths", Unit: "lines", Lengths: lengths}},
			}
			view := report.New(r, r)
			return func() { write(view) }
		}
	}
	growth.Check(t, 512, []growth.Shape{{"", "{n}\n"}, {"", "\x00\n"}, {"", "a"}, {"", "é", "\n"}, {"", "<"}}, forms)
	find, _, err := site.Read(strings.NewReader("*.a\n!b.a.a\n.c\n"))
	testkit.Must(t, err)
	growth.Check(t, 1<<10, []growth.Shape{
		{"", "a."}, {"", "."}, {"", "a"}, {"", "a.", "c."}, {"", "b.a."}, {"", "{n}.a\n"}, {"", "*.a{n}\n"}, {"", "// \n"}, {"", "!a \n"}, {"", "é.\n"},
	}, map[string]growth.Job{
		"Builtin": growth.Of(func(in string) { site.Builtin(in) }),
		"Finder":  growth.Of(func(in string) { find(in) }),
		"Read":    growth.Of(func(in string) { site.Read(strings.NewReader(in)) }),
	})
}
