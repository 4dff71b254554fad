package main

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing/iotest"

	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// A workload is what is done to each of some inputs.
type workload struct {
	name   string
	inputs []string
	do     func(in []byte)
	want   [3]float64 // statements for each reference, by level
}

var (
	// web are references as most are, in their normal form.
	web = each("http://www.example.com/", "https://example.org/word/other-words.html", "https://a.example/p/1234?q=words&page=2",
		"http://example.net/a/long/path/of/many/segments/and/a/file.name?with=parameters&and=more#fragment", "https://www.example.com/a%20b/%C3%A9?x=%2F", "http://www.example.com/Word/of/File_Names/README")
	// changed are references that normalization changes, each by another rung.
	changed = each("HTTP://www.Example.COM/", "http://example.com", "http://example.com:80/", "http://example.com/a/./b/../c", "http://example.com/%7Euser/%c3%a9",
		"http://[2001:DB8::0:1]/", "http://user@www.EXAMPLE.com/a/path/index.html", "MAILTO:user@example.com", "FTP://user@example.com:/a/../%7Euser")
	// addresses have hosts that are not names.
	addresses = each("http://192.0.2.1/path", "http://[2001:db8::1]/path", "http://[2001:db8::1]:8080/path")
	// narrow are as long as the smaller of the two windows of normalize has room for.
	narrow = upper(each("http://www.example.com/" + strings.Repeat("name/", 45)))
	// bad are not valid, each by another rule.
	bad = each("http://www.example.com/a b", "http://www.example.com/a?b|c", "http://www.example.com/a#b#c", "http://www.example.com/100%", "http://www.exa mple.com/",
		"http://[::1/path")
	// links are what pages refer to others by.
	links = each("", "other.html", "/a/b/c", "?page=2", "#top", "//cdn.example/x.js", "https://www.example.org/", "a/b?c#d")
	// dotted are links with dot segments.
	dotted = each("../index.html", "./a/../b", "../../x/./y?z", "/a/./b/../c")
	// far have scheme and authority, or an address, in more than a kernel looks at.
	far = each("http://www."+strings.Repeat("name.", 12)+"example.com/path", "http://[2001:db8::1]/"+strings.Repeat("word/", 10), "http://user:"+strings.Repeat("p", 60)+"@h/")
	// long are references of 3,000 bytes.
	long = each("http://www.example.com/"+strings.Repeat("segment/", 372), "http://www.example.com/?"+strings.Repeat("name=value&", 270))
)

// each makes ten of each of in: where something is done once, it counts a tenth.
func each(in ...string) (all []string) {
	for range 10 {
		all = append(all, in...)
	}
	return all
}

// upper returns refs with another case of their beginnings.
func upper(refs []string) (all []string) {
	for _, r := range refs {
		all = append(all, "HTTP"+r[4:])
	}
	return all
}

// blockOf returns references as lines, n of them.
func blockOf(n int, refs []string) []string {
	var lines strings.Builder
	for i := range n {
		lines.WriteString(refs[i%len(refs)] + "\n")
	}
	return []string{lines.String()}
}

var (
	dst   = make([]byte, 0, 8192)
	lines = make([]scanner.Line, 0, 2000)
	base  = mustBase("http://www.example.com/a/b/c/index.html?query")
	set   = lut.SetOf(lut.Query)

	another = mustBase(web[0])
)

func mustBase(uri string) *resolve.Base {
	b, err := resolve.NewBase(uri, 0)
	if err != nil {
		panic(err)
	}
	return b
}

func refOf(in []byte) scanner.Ref {
	r, _ := scanner.Parse(in)
	return r
}

// feed feeds in to a Machine in pieces of size bytes.
func feed(size int) func(in []byte) {
	return func(in []byte) {
		var m scanner.Machine
		for len(in) > 0 {
			n := min(size, len(in))
			m.Feed(in[:n])
			in = in[n:]
		}
		m.End()
	}
}

// scan scans the lines that wrap reads of in with a buffer of size bytes.
func scan(size int, wrap func(io.Reader) io.Reader) func(in []byte) {
	return func(in []byte) {
		s := scanner.NewScanner(wrap(bytes.NewReader(in)))
		s.Buffer(make([]byte, size))
		for s.Scan() {
		}
	}
}

func whole(r io.Reader) io.Reader { return r }

func appendLines(in []byte) { lines, _ = scanner.AppendLines(lines[:0], in, '\n') }

func hash(in []byte) { normalize.Hash(in, refOf(in), normalize.SchemeBased, 0) }

func equal(in []byte) { normalize.Equal(in, in[:len(in)-1], normalize.SchemeBased) }

func normal(in []byte) { normalize.Append(dst[:0], in, normalize.SchemeBased) }

func resolved(in []byte) { normalize.AppendResolved(dst[:0], base, in, normalize.SchemeBased) }

func relative(in []byte) { base.AppendRelative(dst[:0], in) }

// never are functions that do not run in a workload, where the statements are as many
// whether they do or not.
var never = map[string]string{
	"Hash, changed":           "sumWide sumPooled",
	"Hash, narrow":            "sumWide sumPooled",
	"Equal, narrow":           "sameWide samePooled",
	"Hash, changed and long":  "sumNarrow sumPooled",
	"Equal, changed":          "sameWide samePooled",
	"Equal, changed and long": "sameNarrow samePooled",
}

// A change to the library changes these figures: look at those that grow, and put in
// what the test says.
var workloads = []workload{
	{"Parse", web, func(in []byte) { scanner.Parse(in) }, [3]float64{128.5, 6, 6}},
	{"Parse, changed", changed, func(in []byte) { scanner.Parse(in) }, [3]float64{177.89, 6, 6}},
	{"Parse, addresses", addresses, func(in []byte) { scanner.Parse(in) }, [3]float64{273.33, 6, 6}},
	{"Parse, open hosts", each("http://www.example.node17/", "https://[2001:db8::1]/"), func(in []byte) { scanner.Parse(in) }, [3]float64{231.5, 6, 6}},
	{"Parse, long", long, func(in []byte) { scanner.Parse(in) }, [3]float64{2657, 6, 6}},
	{"Locate, bad", bad, func(in []byte) { scanner.Locate(in, scanner.URIReference) }, [3]float64{134.67, 52, 52}},
	{"Locate as URI", web, func(in []byte) { scanner.Locate(in, scanner.URI) }, [3]float64{151.17, 41.67, 41.67}},
	{"Locate as absolute-URI", web[:1], func(in []byte) { scanner.Locate(in, scanner.AbsoluteURI) }, [3]float64{148, 64, 64}},
	{"Locate as relative-ref", links[1:2], func(in []byte) { scanner.Locate(in, scanner.RelativeRef) }, [3]float64{100, 34, 34}},
	{"Locate as URI, bad", bad, func(in []byte) { scanner.Locate(in, scanner.URI) }, [3]float64{168.5, 85.83, 85.83}},
	{"Split", web, func(in []byte) { scanner.Split(in) }, [3]float64{152.83, 152.83, 152.83}},
	{"AppendLines", blockOf(1000, web), appendLines, [3]float64{129.74, 0.19, 0.51}},
	{"AppendLines, by NUL", blockOf(1000, web), func(in []byte) {
		lines, _ = scanner.AppendLines(lines[:0], bytes.ReplaceAll(in, []byte("\n"), []byte{0}), 0)
	}, [3]float64{129.74, 0.19, 0.51}},
	{"AppendLines, bad", blockOf(1000, bad), appendLines, [3]float64{161.15, 56.74, 59.96}},
	{"AppendLines, a short block", blockOf(20, web), appendLines, [3]float64{136.55, 6.1, 7.85}},
	{"AppendLines, far", blockOf(300, far), appendLines, [3]float64{344.83, 19.36, 22.82}},
	{"AppendLines to nil", blockOf(2000, web), func(in []byte) { scanner.AppendLines(nil, in, '\n') }, [3]float64{129.71, 0.28, 0.51}},
	{"Scanner", blockOf(1000, web), scan(64<<10, whole), [3]float64{132.84, 3.31, 3.63}},
	{"Scanner, halves", blockOf(1000, web), scan(1<<10, iotest.HalfReader), [3]float64{166.42, 14.52, 17.71}},
	{"Scanner, long lines", blockOf(100, long), scan(1<<10, whole), [3]float64{2982.4, 2982.4, 2982.4}},
	{"Machine", web, feed(1 << 20), [3]float64{260.67, 260.67, 260.67}},
	{"Machine, paths", each("/word/of/path", "/a/file.html?q=1"), feed(1 << 20), [3]float64{122, 122, 122}},
	{"Machine, long", long, feed(1 << 20), [3]float64{2790, 2790, 2790}},
	{"Machine, pieces of 7", web, feed(7), [3]float64{541.33, 541.33, 541.33}},
	{"Machine, pieces of 100", long, feed(100), [3]float64{4038.5, 4038.5, 4038.5}},
	{"lut.Span", long, func(in []byte) { lut.Span(in, set) }, [3]float64{6000, 5, 6}},
	{"AppendPctEncoded", long, func(in []byte) { lut.AppendPctEncoded(dst[:0], in, set) }, [3]float64{6007, 12, 13}},
	{"AppendPctDecoded", web, func(in []byte) { lut.AppendPctDecoded(dst[:0], in) }, [3]float64{197.67, 197.67, 197.67}},
	{"Base.Reset", web, func(in []byte) { another.Reset(in, 0) }, [3]float64{219.85, 111.75, 111.75}},
	{"Base.Reset to the same", slices.Repeat(web[:1], 10), func(in []byte) { another.Reset(in, 0) }, [3]float64{17.9, 9.5, 9.5}},
	{"Base.Reset to the same, with flags", slices.Repeat(web[:1], 10), func(in []byte) { another.Reset(in, resolve.BaseDots) }, [3]float64{17.9, 9.5, 9.5}},
	{"Base.Append", links, func(in []byte) { base.Append(dst[:0], in) }, [3]float64{125.75, 46.75, 46.75}},
	{"Base.Append, dotted", dotted, func(in []byte) { base.Append(dst[:0], in) }, [3]float64{285.75, 206.25, 206.25}},
	{"AppendWithoutDotSegments", links, func(in []byte) { resolve.AppendWithoutDotSegments(dst[:0], in) }, [3]float64{20.62, 20.62, 20.62}},
	{"AppendRelative", each("http://www.example.com/a/b/c/other", "http://www.example.com/a/x", "http://example.org/"), relative, [3]float64{245.73, 145.7, 145.73}},
	{"AppendRecomposed", each("word"), func(in []byte) {
		resolve.AppendRecomposed(dst[:0], &resolve.Parts{Has: scanner.Host | scanner.Query, Host: in, Query: in})
	}, [3]float64{175, 93, 93}},
	{"normalize.Append", web, normal, [3]float64{152.67, 9.33, 9.33}},
	{"normalize.Append, addresses", addresses, normal, [3]float64{456.67, 179.33, 179.33}},
	{"normalize.Append, long addresses", each("http://192.0.2.1/" + strings.Repeat("a", 400)), normal, [3]float64{608, 7, 7}},
	{"normalize.Append, changed", changed, normal, [3]float64{396.11, 205.67, 205.67}},
	{"normalize.Append, little room", changed, func(in []byte) { normalize.Append(dst[:0:len(in)+7], in, normalize.SchemeBased) }, [3]float64{396.11, 205.67, 205.67}},
	{"normalize.Append in place", changed, func(in []byte) {
		src := append(dst[:0], in...)
		normalize.Append(src[:0], src, normalize.Syntax)
	}, [3]float64{391.33, 205.44, 205.44}},
	{"normalize.Append to nil", changed, func(in []byte) { normalize.Append(nil, in, normalize.SchemeBased) }, [3]float64{455.89, 272.22, 272.22}},
	{"normalize.AppendRef", web, func(in []byte) { normalize.AppendRef(dst[:0], in, refOf(in), normalize.SchemeBased) }, [3]float64{144.83, 14.67, 14.67}},
	{"normalize.AppendRef, changed", changed, func(in []byte) { normalize.AppendRef(dst[:0], in, refOf(in), normalize.SchemeBased) }, [3]float64{379.44, 208.67, 208.67}},
	{"normalize.String", web, func(in []byte) { normalize.String(string(in), normalize.SchemeBased) }, [3]float64{154, 24.5, 24.5}},
	{"Needed, changed", changed, func(in []byte) { normalize.Needed(in, refOf(in), normalize.SchemeBased) }, [3]float64{330.44, 156.56, 156.56}},
	{"Needed", web, func(in []byte) { normalize.Needed(in, refOf(in), normalize.SchemeBased) }, [3]float64{148.5, 15, 15}},
	{"Hash", web, hash, [3]float64{201.67, 71.5, 71.5}},
	{"Hash, changed", changed, hash, [3]float64{428.67, 251.89, 251.89}},
	{"Equal", web, equal, [3]float64{307.83, 60.83, 60.83}},
	{"Hash, narrow", narrow, hash, [3]float64{774, 465, 465}},
	{"Equal, narrow", narrow, equal, [3]float64{1717, 1103, 1103}},
	{"Hash, changed and long", upper(long), hash, [3]float64{5697.5, 3085.5, 3085.5}},
	{"Equal, changed and long", upper(long), equal, [3]float64{10853, 5515, 5515}},
	{"Hash, long", long, hash, [3]float64{4278, 1627, 1627}},
	{"Equal, changed", changed, equal, [3]float64{784.22, 430.33, 430.33}},
	{"Equal to itself", changed, func(in []byte) { normalize.Equal(in, in, normalize.SchemeBased) }, [3]float64{5, 5, 5}},
	{"AppendResolved", links, resolved, [3]float64{131.75, 51.75, 51.75}},
	{"AppendResolved, normal", each("//example.com:8080/path", "//[2001:db8::1]/path"), resolved, [3]float64{462.5, 241, 241}},
	{"AppendResolved, dotted", dotted, resolved, [3]float64{291.75, 212.25, 212.25}},
}
