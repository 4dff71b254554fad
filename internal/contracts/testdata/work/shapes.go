package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"math"
	"os"
	"path"
	"runtime"
	"slices"
	"strings"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/internal/testkit/answers"
	"github.com/uriscan/uriscan/internal/testkit/counted/testdata/counts"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/normalize/crawl"
	"github.com/uriscan/uriscan/normalize/neturl"
	"github.com/uriscan/uriscan/normalize/query"
	"github.com/uriscan/uriscan/normalize/redact"
	"github.com/uriscan/uriscan/normalize/repair"
	"github.com/uriscan/uriscan/normalize/template"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// Workloads are what is common. Shapes are what is not: texts put together from the inputs that
// testdata/answers.txt of a package has, in groups that are small enough for one slow text to show. Two
// groups are of long ones, and the last two of the regular ones.
const (
	shapeGroups   = 24 + longGroups + regularGroups
	longGroups    = 2
	regularGroups = 2
	shapeGroup    = 12
)

// The beginnings of regular texts, and what follows again and again.
var regular = [shapeGroup][2]string{
	{"http://www.example.com/", "word/"}, {"", "../"}, {"/", "x/../"}, {"http://h/?", "a=b&utm_a=1&"}, {"/?", "%7e=%C3%A9&sig=1&"}, {"http://", "a."},
	{"//h/", "%41%2F"}, {"http://user", "%41"}, {"/#", "f=1&"}, {"/", "a b;c"}, {"see ", "http://h/a, "}, {"/users/", "17/a-1/"},
}

// regularTexts returns those texts of size bytes or more.
func regularTexts(size int) (all []string) {
	for _, r := range regular {
		all = append(all, r[0]+strings.Repeat(r[1], size/len(r[1])+1))
	}
	return all
}

// A shaped function takes texts made from the inputs of some packages.
type shaped struct {
	name     string
	packages string
	do       func(in []byte)
}

var inPieces prose.Text // whose memory is used again

var listed, _ = redact.NewPolicy(redact.Rules{Allow: []string{"page*", "q"}, Names: []string{"token", "x_*"}, Segments: []string{"me"}, After: []string{"reset"}})

var shapes = []shaped{
	{"Locate", "scanner", func(in []byte) {
		scanner.Locate(in, scanner.URIReference)
		scanner.Locate(in, scanner.AbsoluteURI)
	}},
	{"Split", "scanner", func(in []byte) { scanner.Split(in) }},
	{"AppendLines", "scanner", appendLines},
	{"AppendLines, blocks", "scanner normalize", func(in []byte) { appendLines(bytes.Repeat(append(in, '\n'), 1+2000/(len(in)+1))) }},
	{"Machine, pieces of 9", "scanner normalize", feed(9)},
	{"Machine", "scanner normalize", feed(1 << 20)},
	{"Span, AppendPctDecoded, AppendPctEncoded", "normalize", func(in []byte) {
		lut.Span(in, set)
		lut.AppendPctDecoded(held(dst), in)
		lut.AppendPctEncoded(held(dst), in, set)
	}},
	{"Base.Append", "resolve scanner", func(in []byte) { base.Append(held(dst), in) }},
	{"Base.Reset, Base.Append", "resolve scanner", func(in []byte) {
		ref, uri, _ := strings.Cut(string(in), " ")
		another.ResetString(uri, 0)
		another.AppendString(held(dst), ref)
	}},
	{"AppendRelative", "resolve scanner", relative},
	{"AppendWithoutDotSegments", "resolve", func(in []byte) { resolve.AppendWithoutDotSegments(held(dst), in) }},
	{"normalize.Append", "normalize scanner", normal},
	{"normalize.Append, Syntax", "normalize scanner", func(in []byte) { normalize.Append(held(dst), in, normalize.Syntax) }},
	{"AppendResolved", "normalize resolve", resolved},
	{"Needed", "normalize", func(in []byte) { normalize.Needed(in, refOf(in), normalize.SchemeBased) }},
	{"Hash", "normalize", hash},
	{"Equal", "normalize", func(in []byte) { normalize.Equal(in, in[len(in)/4:], normalize.SchemeBased) }},
	{"inspect.Of", "scanner/inspect scanner", remarks},
	{"inspect.All", "scanner/inspect", eachRemark},
	{"Check, Fetch", "scanner/inspect", check(fetch)},
	{"Check, Ingress", "scanner/inspect scanner/target", check(ingress)},
	{"Check, Redirect", "scanner/inspect resolve", check(redirect)},
	{"target.Parse", "scanner/target scanner", parseAs("GET")},
	{"AppendURI", "scanner/target", targetOf("GET", "example.com")},
	{"AppendStripped", "scanner/target", stripped},
	{"redact.Append", "normalize/redact scanner", redacted(nil)},
	{"redact.Append of all but some", "normalize/redact", redacted(listed)},
	{"redact.Text", "normalize/redact internal/prose", redactedText},
	{"redact.Text of all but some", "normalize/redact", func(in []byte) { redact.Text(held(dst), in, listed) }},
	{"query.All", "normalize/query", eachParam(query.Semicolon)},
	{"query.AppendDecoded", "normalize/query", func(in []byte) { query.AppendDecoded(held(dst), in, query.Form) }},
	{"query.Get", "normalize/query", func(in []byte) { query.Get(in, "a", query.Form) }},
	{"AppendWithout, AppendOnly, AppendReplaced", "normalize/query", func(in []byte) {
		query.AppendWithout(held(dst), in, matcher, 0)
		query.AppendOnly(held(dst), in, matcher, query.Semicolon)
		query.AppendReplaced(held(dst), in, matcher, "x", query.Form)
	}},
	{"AppendSet", "normalize/query", func(in []byte) { query.AppendSet(held(dst), in, "a", "b", 0) }},
	{"AppendSorted", "normalize/query", sorted(query.Spelled)},
	{"AppendTemplate", "normalize/template", templated(template.Default())},
	{"AppendTemplate, routes", "normalize/template", templated(routes)},
	{"repair.Append", "normalize/repair scanner", repaired(0)},
	{"repair.Append, suffix references", "normalize/repair", repaired(repair.SuffixReference | repair.NoBase)},
	{"repair.AppendHosts", "normalize/repair", repairedHosts},
	{"AppendKey", "normalize/crawl normalize", keyed},
	{"AppendSURT, IA", "normalize/crawl normalize", surt(crawl.IA)},
	{"AppendSURT, Plain", "normalize/crawl", surt(crawl.Plain)},
	{"prose", "internal/prose", found(prose.Options{AnyScheme: true}, false)},
	{"prose, references, places", "internal/prose", found(prose.Options{Places: true}, true)},
	{"prose, pieces", "internal/prose", func(in []byte) {
		t := &inPieces
		t.Begin(&prose.Options{MaxLen: 1 << 10}, prose.Cursor{Line: 1}, true)
		for len(in) > 0 {
			n := min(7, len(in))
			t.Add(in[:n], n == len(in))
			t.Find(func(prose.Found) {})
			t.Forget()
			in = in[n:]
		}
	}},
	{"ToURL", "normalize/neturl scanner", toURL},
	{"Differs", "normalize/neturl scanner", func(in []byte) { neturl.Differs(in) }},
}

// texts returns the texts of s.
func (s *shaped) texts() (all []string) {
	var inputs []string
	for p := range strings.FieldsSeq(s.packages) {
		some, err := answers.Inputs(path.Join("../..", p, "testdata/answers.txt"))
		if err != nil {
			panic(err)
		}
		inputs = append(inputs, some...)
	}
	texts := answers.Texts(inputs, (shapeGroups-regularGroups)*shapeGroup)
	short := len(texts) - longGroups*shapeGroup
	for i := range texts[short:] {
		texts[short+i] = answers.Stretched(texts[short+i])
	}
	return slices.Concat(texts, regularTexts(90), regularTexts(400))
}

// statements returns how many statements s takes for each group of texts.
func (s *shaped) statements(texts []string) (each [shapeGroups]int) {
	for i, text := range texts {
		before := counts.Statements
		s.do(append(memory[:0], text...))
		each[i/shapeGroup] += int(counts.Statements - before)
	}
	return each
}

func mallocs() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Mallocs
}

// shapes.tsv has a line for each function and level: how many statements each group takes, and how
// many allocations all of them.
//
//go:embed shapes.tsv
var shapesText string

// checkShapes compares the statements of all shaped functions on a level with those in shapes.tsv,
// and returns the lines for that. It keeps those of a level that the machine lacks.
func checkShapes(l kernel.Level, differs func(format string, args ...any)) (fresh string) {
	known := map[string]string{}
	for line := range strings.Lines(shapesText) {
		if i := strings.IndexByte(line, ':'); i > 0 {
			known[line[:i]] = line[i+1:]
		}
	}
	for i := range shapes {
		s := &shapes[i]
		name := fmt.Sprintf("%s on %v", s.name, l)
		if !slices.Contains(kernel.Levels(), l) {
			fresh += name + ":" + known[name]
			continue
		}
		want := strings.Fields(known[name])
		fresh += name + ":"
		texts := s.texts()
		before := mallocs()
		each := s.statements(texts)
		allocs := int(mallocs() - before)
		if n := 0; len(os.Args) == 1 {
			fmt.Sscan(strings.Join(want[min(shapeGroups, len(want)):], " "), &n)
			if allocs > n+n/50+3 { // the runtime may have some of its own
				differs("%s: %d allocations, want %d", name, allocs, n)
			}
		}
		for group, got := range each {
			fresh += fmt.Sprint(" ", got)
			n := 0
			if group < len(want) {
				fmt.Sscan(want[group], &n)
			}
			if len(os.Args) == 1 && math.Abs(float64(got-n)) > float64(n)/500+2 {
				differs("%s: %d statements for texts %d to %d, want %d", name, got, group*shapeGroup, (group+1)*shapeGroup-1, n)
			}
		}
		fresh += fmt.Sprintf(" %d\n", allocs)
	}
	return fresh
}
