package bench

import (
	"testing"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/scanner"
)

// pieces are the ways to cut the input of a Machine: not at all, since Locate takes
// it; whole; and in pieces of so many bytes.
var pieces = []struct {
	name string
	size int
}{{"none", 0}, {"whole", scanner.MaxLen}, {"4096", 4096}, {"7", 7}, {"1", 1}}

// fed returns what m says of line, fed in pieces of size bytes.
func fed(m *scanner.Machine, line []byte, size int) (scanner.Ref, scanner.Fault) {
	if size == 0 {
		return scanner.Locate(line, scanner.URIReference)
	}
	m.Reset(scanner.URIReference)
	for len(line) > size {
		m.Feed(line[:size])
		line = line[size:]
	}
	m.Feed(line)
	return m.End()
}

// BenchmarkMachine feeds a Machine in pieces. Locate is the measure. No line is longer
// than 4096 bytes, so that what corpus=joined has to say of that size matters: a path
// of 1 MiB.
func BenchmarkMachine(b *testing.B) {
	var all []contender
	for _, piece := range pieces {
		all = append(all, contender{"uriscan/in=bytes/piece=" + piece.name, func(c *corpus.Corpus) (func() uint64, int) {
			var m scanner.Machine
			bad := 0
			for _, line := range c.Lines {
				ref, fault := fed(&m, line, piece.size)
				if r, f := scanner.Locate(line, scanner.URIReference); ref != r || fault != f {
					bad++
				}
			}
			return func() (n uint64) {
				for _, line := range c.Lines {
					ref, fault := fed(&m, line, piece.size)
					n += uint64(ref.Len() + fault.Offset())
				}
				return n
			}, bad
		}})
	}
	compare(b, everything, all...)
	compareOn(b, joined(open(b, corpus.Web)), all...)
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
