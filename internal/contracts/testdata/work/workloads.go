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
	// wider are a bit longer than that, and pooled than the larger window.
	wider, pooled = upper(each("http://www.example.com/" + strings.Repeat("name/", 50))), upper(each("http://www.example.com/" + strings.Repeat("name/", 820)))
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

	another   = mustBase(web[0])
	rejecting = func() *resolve.Base {
		b := mustBase("http://www.example.com/a/b/c/index.html?query")
		if err := b.ResetString("http://www.example.com/a/b/c/index.html?query", resolve.RejectUnderflow); err != nil {
			panic(err)
		}
		return b
	}()
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

func appendLines(in []byte) { lines, _ = scanner.AppendLines(held(lines), in, '\n') }

func hash(in []byte) { normalize.Hash(in, refOf(in), normalize.SchemeBased, 0) }

func equal(in []byte) { normalize.Equal(in, in[:len(in)-1], normalize.SchemeBased) }

func normal(in []byte) { normalize.Append(held(dst), in, normalize.SchemeBased) }

func resolved(in []byte) { normalize.AppendResolved(held(dst), base, in, normalize.SchemeBased) }

func relative(in []byte) { base.AppendRelative(held(dst), in) }

// never are functions that do not run in a workload, where the statements are as many
// whether they do or not.
var never = map[string]string{
	"Hash, changed":           "sumWide sumPooled",
	"Hash, narrow":            "sumWide sumPooled",
	"Equal, narrow":           "sameWide samePooled",
	"Hash, wider":             "sumNarrow sumPooled",
	"Equal, wider":            "sameNarrow samePooled",
	"Hash, pooled":            "sumNarrow sumWide",
	"Equal, pooled":           "sameNarrow sameWide",
	"Hash, changed and long":  "sumNarrow sumPooled",
	"Equal, changed":          "sameWide samePooled",
	"Equal, changed and long": "sameNarrow samePooled",
}

var workloads = []workload{
	{"Parse", web, func(in []byte) { scanner.Parse(in) }},
	{"Parse, changed", changed, func(in []byte) { scanner.Parse(in) }},
	{"Parse, addresses", addresses, func(in []byte) { scanner.Parse(in) }},
	{"Parse, open hosts", each("http://www.example.node17/", "https://[2001:db8::1]/"), func(in []byte) { scanner.Parse(in) }},
	{"Parse, long", long, func(in []byte) { scanner.Parse(in) }},
	{"Locate, bad", bad, func(in []byte) { scanner.Locate(in, scanner.URIReference) }},
	{"Locate, bad at last", each("http://"+strings.Repeat("name", 50)+"[/", strings.Repeat("name", 50)+"[:"), func(in []byte) { scanner.Locate(in, scanner.URIReference) }},
	{"Locate as URI", web, func(in []byte) { scanner.Locate(in, scanner.URI) }},
	{"Locate as absolute-URI", web[:1], func(in []byte) { scanner.Locate(in, scanner.AbsoluteURI) }},
	{"Locate as relative-ref", links[1:2], func(in []byte) { scanner.Locate(in, scanner.RelativeRef) }},
	{"Locate as URI, bad", bad, func(in []byte) { scanner.Locate(in, scanner.URI) }},
	{"ParseRule", web, func(in []byte) { scanner.ParseRule(in, scanner.URI) }},
	{"Valid", web, func(in []byte) { scanner.Valid(in, scanner.URI) }},
	{"Valid, bad", bad, func(in []byte) { scanner.Valid(in, scanner.URI) }},
	{"Fault.Err", bad, func(in []byte) {
		_, fault := scanner.Locate(in, scanner.URIReference)
		fault.Err()
	}},
	{"HostAddr, PortNumber", addresses, func(in []byte) {
		scanner.HostAddr(in, refOf(in))
		scanner.PortNumber(in, refOf(in))
	}},
	{"ParseView", web, func(in []byte) {
		v, _ := scanner.ParseView(in)
		for range v.Segments() {
		}
		for range v.Params() {
		}
	}},
	{"Split", web, func(in []byte) { scanner.Split(in) }},
	{"AppendLines", blockOf(1000, web), appendLines},
	{"AppendLines, by NUL", blockOf(1000, web), func(in []byte) {
		lines, _ = scanner.AppendLines(held(lines), bytes.ReplaceAll(in, []byte("\n"), []byte{0}), 0)
	}},
	{"AppendLines, changed", blockOf(300, changed), appendLines},
	{"AppendLines, addresses", blockOf(300, append(addresses, "http://www.example.node17/", "http://h1:80")), appendLines},
	{"AppendLines, bad", blockOf(1000, bad), appendLines},
	{"AppendLines, a short block", blockOf(20, web), appendLines},
	{"AppendLines, far", blockOf(300, far), appendLines},
	{"AppendLines to nil", blockOf(2000, web), func(in []byte) { scanner.AppendLines(nil, in, '\n') }},
	{"Scanner", blockOf(1000, web), scan(64<<10, whole)},
	{"Scanner, halves", blockOf(1000, web), scan(1<<10, iotest.HalfReader)},
	{"Scanner, long lines", blockOf(100, long), scan(1<<10, whole)},
	{"Machine.State", web, func(in []byte) {
		var m scanner.Machine
		m.FeedString(string(in))
		m.State()
	}},
	{"Machine", web, feed(1 << 20)},
	{"Machine, paths", each("/word/of/path", "/a/file.html?q=1"), feed(1 << 20)},
	{"Machine, long", long, feed(1 << 20)},
	{"Machine, pieces of 7", web, feed(7)},
	{"Machine, pieces of 100", long, feed(100)},
	{"lut.Span", long, func(in []byte) { lut.Span(in, set) }},
	{"AppendPctEncoded", long, func(in []byte) { lut.AppendPctEncoded(held(dst), in, set) }},
	{"AppendPctDecoded", web, func(in []byte) { lut.AppendPctDecoded(held(dst), in) }},
	{"Base.Reset", web, func(in []byte) { another.Reset(in, 0) }},
	{"Base.Reset to the same", slices.Repeat(web[:1], 10), func(in []byte) { another.Reset(in, 0) }},
	{"Base.Reset to the same, with flags", slices.Repeat(web[:1], 10), func(in []byte) { another.Reset(in, resolve.BaseDots) }},
	{"Base.Append", links, func(in []byte) { base.Append(held(dst), in) }},
	{"Base.Append, dotted", dotted, func(in []byte) { base.Append(held(dst), in) }},
	{"Base.Append, rejecting underflow", dotted, func(in []byte) { rejecting.Append(held(dst), in) }},
	{"Base.AppendString", links, func(in []byte) { base.AppendString(held(dst), string(in)) }},
	{"Base.Do", links, func(in []byte) { base.Do(in, func([]byte, scanner.Ref) {}) }},
	{"Base.Do, dotted", dotted, func(in []byte) { base.Do(in, func([]byte, scanner.Ref) {}) }},
	{"SameDocument", links, func(in []byte) { base.SameDocument(in) }},
	{"AppendWithoutDotSegments", links, func(in []byte) { resolve.AppendWithoutDotSegments(held(dst), in) }},
	{"AppendRelative", each("http://www.example.com/a/b/c/other", "http://www.example.com/a/x", "http://example.org/"), relative},
	{"AppendRecomposed", each("word"), func(in []byte) {
		resolve.AppendRecomposed(held(dst), &resolve.Parts{Has: scanner.Host | scanner.Query, Host: in, Query: in})
	}},
	{"Recompose", each("word"), func(in []byte) {
		resolve.Recompose(&resolve.Parts{Has: scanner.Host | scanner.Query, Host: in, Query: in}, func([]byte, scanner.Ref) {})
	}},
	{"normalize.Append", web, normal},
	{"normalize.Append, addresses", addresses, normal},
	{"normalize.Append, long addresses", each("http://192.0.2.1/" + strings.Repeat("a", 400)), normal},
	{"normalize.Append, changed", changed, normal},
	{"normalize.Append, little room", changed, func(in []byte) { normalize.Append(dst[:0:len(in)+7], in, normalize.SchemeBased) }},
	{"normalize.Append in place", changed, func(in []byte) {
		src := append(dst[:0], in...)
		normalize.Append(src[:0], src, normalize.Syntax)
	}},
	{"normalize.Append to nil", changed, func(in []byte) { normalize.Append(nil, in, normalize.SchemeBased) }},
	{"normalize.AppendRef", web, func(in []byte) { normalize.AppendRef(held(dst), in, refOf(in), normalize.SchemeBased) }},
	{"normalize.AppendRef, changed", changed, func(in []byte) { normalize.AppendRef(held(dst), in, refOf(in), normalize.SchemeBased) }},
	{"normalize.String", web, func(in []byte) { normalize.String(string(in), normalize.SchemeBased) }},
	{"normalize.String, changed", changed, func(in []byte) { normalize.String(string(in), normalize.SchemeBased) }},
	{"normalize.Do", web, func(in []byte) { normalize.Do(in, normalize.SchemeBased, func([]byte, scanner.Ref) {}) }},
	{"normalize.Do, changed", changed, func(in []byte) { normalize.Do(in, normalize.SchemeBased, func([]byte, scanner.Ref) {}) }},
	{"KnownNormal", web, func(in []byte) { normalize.KnownNormal(refOf(in), normalize.SchemeBased) }},
	{"Needed, changed", changed, func(in []byte) { normalize.Needed(in, refOf(in), normalize.SchemeBased) }},
	{"Needed", web, func(in []byte) { normalize.Needed(in, refOf(in), normalize.SchemeBased) }},
	{"Hash", web, hash},
	{"Hash, changed", changed, hash},
	{"Equal", web, equal},
	{"Hash, narrow", narrow, hash},
	{"Equal, narrow", narrow, equal},
	{"Hash, wider", wider, hash},
	{"Equal, wider", wider, equal},
	{"Hash, pooled", pooled, hash},
	{"Equal, pooled", pooled, equal},
	{"Hash, changed and long", upper(long), hash},
	{"Equal, changed and long", upper(long), equal},
	{"Hash, long", long, hash},
	{"Equal, changed", changed, equal},
	{"Equal to itself", changed, func(in []byte) { normalize.Equal(in, in, normalize.SchemeBased) }},
	{"AppendResolved", links, resolved},
	{"AppendResolved, normal", each("//example.com:8080/path", "//[2001:db8::1]/path"), resolved},
	{"AppendResolved, dotted", dotted, resolved},
}
