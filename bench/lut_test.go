package bench

import (
	"net/url"
	"testing"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/lut"
)

// members are the bytes that net/url does not escape in a segment.
var members = lut.SetOf(lut.Unreserved).Or(lut.MakeSet("$&+:=@"))

// BenchmarkSpan finds the prefix of a reference that ends at its first delimiter after
// the scheme, also with a loop over a table of bytes.
func BenchmarkSpan(b *testing.B) {
	set := lut.SetOf(lut.PChar).Or(lut.MakeSet("/"))
	var table [256]bool
	for c := range table {
		table[c] = set.Has(byte(c))
	}
	loop := func(line []byte) (n int) {
		for n < len(line) && table[line[n]] {
			n++
		}
		return n
	}
	compare(b, []corpus.Kind{corpus.Web, corpus.Long},
		contender{"table", func(c *corpus.Corpus) (func() uint64, int) {
			return func() uint64 { return each(loop)(c.Lines) }, -1
		}},
		contender{"uriscan", func(c *corpus.Corpus) (func() uint64, int) {
			span := each(func(line []byte) int { return lut.Span(line, set) })
			return func() uint64 { return span(c.Lines) }, differing(c, func(_ int, line []byte) int { return lut.Span(line, set) },
				func(_ int, line []byte) int { return loop(line) })
		}})
}

// codec returns a contender that processes the lines of a corpus, converted by made, as
// the text of a segment.
func codec(name string, made func(line []byte) string, code func(dst []byte, text string) []byte, want func(text string) string) contender {
	return contender{name, func(c *corpus.Corpus) (func() uint64, int) {
		var lines []string
		for _, line := range c.Lines {
			lines = append(lines, made(line))
		}
		buf := make([]byte, 0, 1<<16)
		bad := differing(c, func(i int, _ []byte) string { return string(code(buf, lines[i])) },
			func(i int, _ []byte) string { return want(lines[i]) })
		pass := each(func(text string) int { return len(code(buf, text)) })
		return func() uint64 { return pass(lines) }, bad
	}}
}

// BenchmarkPctEncoded encodes links as people type them.
func BenchmarkPctEncoded(b *testing.B) {
	same := func(line []byte) string { return string(line) }
	compare(b, []corpus.Kind{corpus.Refused},
		codec("net-url", same, func(dst []byte, text string) []byte { return append(dst, url.PathEscape(text)...) }, url.PathEscape),
		codec("uriscan", same, func(dst []byte, text string) []byte { return lut.AppendPctEncoded(dst, text, members) }, url.PathEscape))
}

// BenchmarkPctDecoded decodes the encoded links.
func BenchmarkPctDecoded(b *testing.B) {
	encoded := func(line []byte) string { return url.PathEscape(string(line)) }
	decode := func(text string) string {
		s, _ := url.PathUnescape(text)
		return s
	}
	compare(b, []corpus.Kind{corpus.Refused},
		codec("net-url", encoded, func(dst []byte, text string) []byte { return append(dst, decode(text)...) }, decode),
		codec("uriscan", encoded, func(dst []byte, text string) []byte {
			out, _ := lut.AppendPctDecoded(dst, text)
			return out
		}, decode))
}
