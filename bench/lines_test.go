package bench

import (
	"bufio"
	"bytes"
	"io"
	"net/url"
	"testing"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/scanner"
)

// A block is the lines of a corpus as a file holds them, and what is to be said
// of them.
type block struct {
	*corpus.Corpus
	src  []byte
	want []scanner.Line
}

// blockOf returns c with end behind every line.
func blockOf(c *corpus.Corpus, end string) *block {
	b := &block{Corpus: c}
	for _, line := range c.Lines {
		start := len(b.src)
		b.src = append(append(b.src, line...), end...)
		ref, fault := scanner.Locate(line, scanner.URIReference)
		b.want = append(b.want, scanner.Line{Start: start, End: start + len(line), Ref: ref, Fault: fault})
	}
	return b
}

// check fails the benchmark if line(i) is not line i of the block, for any i.
func (b *block) check(tb testing.TB, n int, line func(i int) scanner.Line) {
	tb.Helper()
	if n != len(b.want) {
		tb.Fatalf("%d lines of %s, want %d", n, b.Kind, len(b.want))
	}
	for i, want := range b.want {
		if got := line(i); got != want {
			tb.Fatalf("line %d of %s = %v, want %v", i, b.Kind, got, want)
		}
	}
}

// forEachBlock runs f on every corpus, and on web with CR LF.
func forEachBlock(b *testing.B, f func(b *testing.B, block *block)) {
	for _, kind := range append(valid[:len(valid):len(valid)], invalid...) {
		b.Run("corpus="+string(kind), func(b *testing.B) { f(b, blockOf(open(b, kind), "\n")) })
	}
	b.Run("corpus=web-crlf", func(b *testing.B) { f(b, blockOf(open(b, corpus.Web), "\r\n")) })
}

// BenchmarkAppendLines takes all lines of a corpus out of one block. What
// net/url takes, and what finding the line ends alone takes, are the measure.
func BenchmarkAppendLines(b *testing.B) {
	forEachBlock(b, func(b *testing.B, block *block) {
		runLinePeers(b, block)
		b.Run("impl=uriscan", func(b *testing.B) {
			lines, _ := scanner.AppendLines(nil, block.src, '\n')
			block.check(b, len(lines), func(i int) scanner.Line { return lines[i] })
			measure(b, block.Corpus, func() uint64 {
				_, n := scanner.AppendLines(lines[:0], block.src, '\n')
				return uint64(n)
			})
		})
	})
}

func runLinePeers(b *testing.B, block *block) {
	b.Run("impl=net-url", func(b *testing.B) {
		measure(b, block.Corpus, func() uint64 { return netURLLines(block.src) })
		b.ReportMetric(float64(wrong(block.Corpus, netURLFields)), "wrong")
	})
	b.Run("impl=indexbyte", func(b *testing.B) {
		measure(b, block.Corpus, func() uint64 { return indexByteLines(block.src) })
	})
}

func netURLLines(src []byte) (n uint64) {
	for {
		line, rest, found := bytes.Cut(src, []byte{'\n'})
		if !found {
			return n
		}
		if u, err := url.Parse(string(bytes.TrimSuffix(line, []byte{'\r'}))); err == nil {
			n += uint64(len(u.Host))
		}
		src = rest
	}
}

func indexByteLines(src []byte) (n uint64) {
	for {
		end := bytes.IndexByte(src, '\n')
		if end < 0 {
			return n
		}
		n += uint64(end)
		src = src[end+1:]
	}
}

// BenchmarkScanner reads a corpus that a reader gives as it is asked. What
// bufio.Scanner takes to find the lines alone is the measure.
func BenchmarkScanner(b *testing.B) {
	forEachBlock(b, func(b *testing.B, block *block) {
		b.Run("impl=bufio", func(b *testing.B) {
			s := bufio.NewScanner(&repeat{src: block.src})
			measure(b, block.Corpus, func() (n uint64) {
				for range block.want {
					s.Scan()
					n += uint64(len(s.Bytes()))
				}
				return n
			})
		})
		b.Run("impl=uriscan", func(b *testing.B) {
			s := scanner.NewScanner(&repeat{src: block.src})
			block.check(b, len(block.want), func(int) scanner.Line {
				s.Scan()
				start := int(s.Offset())
				return scanner.Line{Start: start, End: start + len(s.Bytes()), Ref: s.Ref(), Fault: s.Fault()}
			})
			measure(b, block.Corpus, func() (n uint64) {
				for range block.want {
					s.Scan()
					n += uint64(s.Ref().Len() + s.Fault().Offset())
				}
				return n
			})
		})
	})
}

// repeat is a reader that gives src for ever.
type repeat struct {
	src []byte
	at  int
}

func (r *repeat) Read(p []byte) (int, error) {
	if len(r.src) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.src[r.at:])
	r.at = (r.at + n) % len(r.src)
	return n, nil
}
