package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// A panel is one chart of a figure: the time of a call over something that
// varies.
type panel struct {
	figure, title string
	xs            []int
	// lines is how many lines a call takes: times are those of one.
	lines func(x int) int
	// perOctet is whether they are drawn divided by x, which is the length.
	perOctet   bool
	logX, logY bool // the axis is logarithmic
	// prepare makes the input for x, which is good until the next.
	prepare func(x int) (call func())
}

// name is how notes and kept times call the panel.
func (p *panel) name() string { return p.figure + ": " + p.title }

// A figure is a file of charts, one above the other.
type figure struct{ name, title, x string }

var figures = []figure{
	{"lengths", "Time over length", "octets"},
	{"faults", "Time over the place of a fault", "offset of the octet that is no member"},
	{"alignments", "Time over alignment", "address of the first octet, modulo 64"},
	{"shares", "Time over the share of bad lines", "bad lines, %"},
	{"dirty", "Time over the share of lines to normalize", "lines that a rung changes, %"},
	{"dots", "Time to normalize over dot segments", "pieces with a dot segment, in a path"},
	{"triplets", "Time to normalize over triplets", "octets of triplets, in a path of 512, %"},
}

const (
	longest   = 4096
	blockSize = 16 << 10 // what the lines of a block take at least
)

var sink int

// count returns the whole numbers from first to last.
func count(first, last int) (all []int) {
	for x := first; x <= last; x++ {
		all = append(all, x)
	}
	return all
}

// reference returns a reference of n octets; every prefix is one, too.
func reference(n int) []byte {
	text := append([]byte("https://www.example.com/"), bytes.Repeat([]byte("path-of/segments/"), n/17+1)...)
	return text[:n]
}

func one(int) int { return 1 }

// panels returns everything that is measured.
func panels() ([]*panel, error) {
	shares, err := shares()
	if err != nil {
		return nil, err
	}
	normalizing, err := normalizing()
	if err != nil {
		return nil, err
	}
	return slices.Concat(lengths(), faults(), alignments(), shares, normalizing), nil
}

func locate(b []byte) func() {
	return func() {
		ref, fault := scanner.Locate(b, scanner.URIReference)
		sink += ref.Len() + fault.Offset()
	}
}

func span(b []byte) func() {
	s := lut.SetOf(lut.Path)
	return func() { sink += lut.Span(b, s) }
}

// intoLines and intoColumns write to memory that is there.
func intoLines(src func(x int) []byte) func(x int) func() {
	dst := make([]scanner.Line, 0, blockSize)
	return func(x int) func() {
		b := src(x)
		return func() {
			_, n := scanner.AppendLines(dst, b, '\n')
			sink += n
		}
	}
}

func intoColumns(src func(x int) []byte) func(x int) func() {
	column := func() []uint64 { return make([]uint64, 0, blockSize) }
	dst := &scanner.Columns{Start: column(), W0: column(), W1: column(), W2: column(), W3: column(), Bad: make([]scanner.BadLine, 0, blockSize)}
	return func(x int) func() {
		b := src(x)
		return func() {
			dst.Reset()
			sink += dst.Append(b, '\n')
		}
	}
}

// linesOf returns a block of lines of x octets, 8 at least, and linesIn how many
// there are.
func linesOf(x int) []byte {
	return bytes.Repeat(append(reference(x), '\n'), linesIn(x))
}

func linesIn(x int) int { return max(8, blockSize/(x+1)) }

func lengths() []*panel {
	text := reference(longest)
	path := append(bytes.Clone(text[len("https://"):]), "segments"...)
	over := func(title string, lines func(int) int, prepare func(int) func()) *panel {
		return &panel{"lengths", title, count(1, longest), lines, true, true, true, prepare}
	}
	return []*panel{
		over("Locate", one, func(x int) func() { return locate(text[:x]) }),
		over("AppendLines, lines of that length", linesIn, intoLines(linesOf)),
		over("Columns, lines of that length", linesIn, intoColumns(linesOf)),
		over("Span, all of it inside", one, func(x int) func() { return span(path[:x]) }),
	}
}

// faulty returns a reference of n octets but for one, which stands nowhere.
func faulty(n int) func(at int) []byte {
	good, b := reference(n), make([]byte, n)
	return func(at int) []byte {
		copy(b, good)
		b[at] = '|'
		return b
	}
}

func faults() (all []*panel) {
	for _, n := range []int{256, longest} {
		faulty := faulty(n)
		all = append(all, &panel{"faults", fmt.Sprintf("Locate, %d octets", n), count(0, n-1), one, false, false, true,
			func(x int) func() { return locate(faulty(x)) }})
	}
	faulty := faulty(longest + len("https:"))
	return append(all, &panel{"faults", fmt.Sprintf("Span, %d octets", longest), count(0, longest-1), one, false, false, true,
		func(x int) func() { return span(faulty(x + len("https:"))[len("https:"):]) }})
}

// at returns a copy of text that begins x octets behind an address that is a
// multiple of 64: Go aligns what is as large as this to pages.
func at(text []byte) func(x int) []byte {
	buffer := make([]byte, len(text)+1<<16)
	return func(x int) []byte {
		b := buffer[x : x+len(text)]
		copy(b, text)
		return b
	}
}

func alignments() (all []*panel) {
	over := func(title string, lines func(int) int, prepare func(x int) func()) {
		all = append(all, &panel{"alignments", title, count(0, 63), lines, false, false, false, prepare})
	}
	for _, n := range []int{40, 120, 1000} {
		place := at(reference(n))
		over(fmt.Sprintf("Locate, %d octets", n), one, func(x int) func() { return locate(place(x)) })
	}
	const length = 50
	block := at(linesOf(length))
	lines := func(int) int { return linesIn(length) }
	over("AppendLines, a block of 16 KiB", lines, intoLines(block))
	over("Columns, a block of 16 KiB", lines, intoColumns(block))
	path := at(reference(longest)[len("https:"):])
	over("Span, 4090 octets", one, func(x int) func() { return span(path(x)) })
	return all
}

// blockLines is how many lines a block has of which a share is changed.
const blockLines = 1000

// spoiltBlocks makes blocks of lines of the corpus, x in a hundred of which have
// a bad octet in the middle.
func spoiltBlocks() (spoilt func(x int) []byte, err error) {
	web, err := corpus.Open(corpus.Web)
	if err != nil {
		return nil, err
	}
	order := rand.New(rand.NewPCG(3986, 3)).Perm(blockLines)
	good := append(bytes.Join(web.Lines[:blockLines], []byte("\n")), '\n')
	return func(x int) []byte {
		src := bytes.Clone(good)
		lines := bytes.Split(src, []byte("\n"))
		for _, i := range order[:x*blockLines/100] {
			lines[i][len(lines[i])/2] = '|'
		}
		return src
	}, nil
}

func shares() (all []*panel, err error) {
	spoilt, err := spoiltBlocks()
	if err != nil {
		return nil, err
	}
	over := func(title string, prepare func(x int) func()) {
		all = append(all, &panel{"shares", title, count(0, 100), func(int) int { return blockLines }, false, false, false, prepare})
	}
	over("AppendLines", intoLines(spoilt))
	over("Columns", intoColumns(spoilt))
	return all, nil
}
