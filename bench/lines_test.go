package bench

import (
	"bufio"
	"bytes"
	"net/url"
	"testing"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// A block has the lines of a corpus as in a file, and the right answers about them.
type block struct {
	src  []byte
	want []scanner.Line
}

// blockOf returns c with an LF after every line.
func blockOf(c *corpus.Corpus) *block {
	b := new(block)
	for _, line := range c.Lines {
		start := len(b.src)
		b.src = append(append(b.src, line...), '\n')
		line = bytes.TrimSuffix(line, []byte("\r"))
		ref, fault := scanner.Locate(line, scanner.URIReference)
		b.want = append(b.want, scanner.Line{Start: start, End: start + len(line), Ref: ref, Fault: fault})
	}
	return b
}

// wrong returns the number of lines i for which line(i) is not line i of the block.
func (b *block) wrong(n int, line func(i int) scanner.Line) (bad int) {
	if n != len(b.want) {
		return max(n, len(b.want))
	}
	for i, want := range b.want {
		if line(i) != want {
			bad++
		}
	}
	return bad
}

// compareBlocks measures the contenders on every corpus, and on web with CR LF.
func compareBlocks(b *testing.B, all ...contender) {
	compare(b, corpus.Kinds(), all...)
	crlf := &corpus.Corpus{Kind: "web-crlf", Source: "web, CR LF"}
	for _, line := range open(b, corpus.Web).Lines {
		crlf.Lines = append(crlf.Lines, append(bytes.Clone(line), '\r'))
	}
	compareOn(b, crlf, all...)
}

// BenchmarkAppendLines parses all lines of a corpus in one block. net/url and finding
// only the line ends are measured for comparison.
func BenchmarkAppendLines(b *testing.B) {
	compareBlocks(b,
		cut("net-url", netURLLines),
		cut("indexbyte", func(line []byte) int { return len(line) }),
		contender{"uriscan", func(c *corpus.Corpus) (func() uint64, int) {
			block := blockOf(c)
			lines, _ := scanner.AppendLines(nil, block.src, '\n')
			bad := block.wrong(len(lines), func(i int) scanner.Line { return lines[i] })
			return func() uint64 {
				_, n := scanner.AppendLines(lines[:0], block.src, '\n')
				return uint64(n)
			}, bad
		}})
}

func netURLLines(line []byte) int { return netURLHost(string(bytes.TrimSuffix(line, []byte{'\r'}))) }

func netURLHost(line string) int {
	u, err := url.Parse(line)
	if err != nil {
		return 0
	}
	return len(u.Host)
}

// cut returns a contender that does one operation to each line of a block.
func cut(name string, one func(line []byte) int) contender {
	return contender{name, func(c *corpus.Corpus) (func() uint64, int) {
		src := blockOf(c).src
		return func() (n uint64) {
			for rest := src; len(rest) > 0; {
				end := bytes.IndexByte(rest, '\n')
				n += uint64(one(rest[:end]))
				rest = rest[end+1:]
			}
			return n
		}, -1
	}}
}

// BenchmarkScanner reads a corpus from a reader that fills every buffer. Finding only the
// lines with bufio.Scanner is measured for comparison.
func BenchmarkScanner(b *testing.B) {
	compareBlocks(b,
		contender{"bufio", func(c *corpus.Corpus) (func() uint64, int) {
			s := bufio.NewScanner(&testkit.Endless{Text: blockOf(c).src})
			return func() (n uint64) {
				for range c.Lines {
					s.Scan()
					n += uint64(len(s.Bytes()))
				}
				return n
			}, -1
		}},
		contender{"uriscan", func(c *corpus.Corpus) (func() uint64, int) {
			block := blockOf(c)
			s := scanner.NewScanner(&testkit.Endless{Text: block.src})
			bad := block.wrong(len(c.Lines), func(int) scanner.Line {
				s.Scan()
				start := int(s.Offset())
				return scanner.Line{Start: start, End: start + len(s.Bytes()), Ref: s.Ref(), Fault: s.Fault()}
			})
			return func() (n uint64) {
				for range c.Lines {
					s.Scan()
					n += uint64(s.Ref().Len() + s.Fault().Offset())
				}
				return n
			}, bad
		}})
}

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
