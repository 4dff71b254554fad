package bench

import (
	"testing"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/scanner"
)

// pieces are the ways to cut the input of a Machine: whole, and in pieces of
// so many bytes.
var pieces = []struct {
	name string
	size int
}{{"whole", scanner.MaxLen}, {"4096", 4096}, {"7", 7}, {"1", 1}}

// fed returns what m says of line, fed in pieces of size bytes.
func fed(m *scanner.Machine, line []byte, size int) (scanner.Ref, scanner.Fault) {
	m.Reset(scanner.URIReference)
	for len(line) > size {
		m.Feed(line[:size])
		line = line[size:]
	}
	m.Feed(line)
	return m.End()
}

// BenchmarkMachine feeds a Machine in pieces. The piece "none" is Locate, the
// measure of the others. No line is longer than 4096 bytes, so that what
// corpus=joined has to say of that size matters: a path of 1 MiB.
func BenchmarkMachine(b *testing.B) {
	for _, kind := range append(valid[:len(valid):len(valid)], invalid...) {
		benchmarkPieces(b, open(b, kind))
	}
	benchmarkPieces(b, joined(open(b, corpus.Web)))
}

func benchmarkPieces(b *testing.B, c *corpus.Corpus) {
	b.Run("corpus="+string(c.Kind)+"/impl=uriscan/in=bytes", func(b *testing.B) {
		b.Run("piece=none", func(b *testing.B) {
			measure(b, c, func() (n uint64) {
				for _, line := range c.Lines {
					ref, fault := scanner.Locate(line, scanner.URIReference)
					n += uint64(ref.Len() + fault.Offset())
				}
				return n
			})
		})
		for _, piece := range pieces {
			b.Run("piece="+piece.name, func(b *testing.B) { benchmarkPiece(b, c, piece.size) })
		}
	})
}

func benchmarkPiece(b *testing.B, c *corpus.Corpus, size int) {
	var m scanner.Machine
	for _, line := range c.Lines {
		ref, fault := fed(&m, line, size)
		if r, f := scanner.Locate(line, scanner.URIReference); ref != r || fault != f {
			b.Fatalf("End() of %q = %v, %v, want %v, %v", line, ref, fault, r, f)
		}
	}
	measure(b, c, func() (n uint64) {
		for _, line := range c.Lines {
			ref, fault := fed(&m, line, size)
			n += uint64(ref.Len() + fault.Offset())
		}
		return n
	})
}

// joined returns one reference of about 1 MiB, the paths of c one after the
// other: what a Machine is fed when a reader's buffer is the piece.
func joined(c *corpus.Corpus) *corpus.Corpus {
	line := []byte("http://a.example")
	for i := 0; len(line) < 1<<20; i++ {
		line = append(line, truth(string(c.Lines[i%len(c.Lines)])).path...)
	}
	return &corpus.Corpus{Kind: "joined", Source: c.Source, Lines: [][]byte{line}}
}
