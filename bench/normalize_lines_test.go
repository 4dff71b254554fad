package bench

import (
	"testing"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/fuzz/twin"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// A blockWork is what is asked of all lines of a block, which are scanned
// already: in one call, and by a call for each. Both return something of every
// answer.
type blockWork struct {
	name    string
	uriscan func(b *linesToNormalize) uint64
	single  func(b *linesToNormalize) uint64
}

var blockWorks = []blockWork{
	{"form", appendLines, appendEach},
	{"needed", appendNeeded, neededEach},
	{"hash", appendHashes, hashEach},
}

// A block is a corpus as one, and room for what is made of it.
type linesToNormalize struct {
	src   []byte
	lines []scanner.Line

	out   []byte
	forms []scanner.Line
	rungs []normalize.Flags
	sums  []normalize.Sum
}

func newLinesToNormalize(c *corpus.Corpus) *linesToNormalize {
	var src []byte
	for _, line := range c.Lines {
		src = append(append(src, line...), '\n')
	}
	lines, _ := scanner.AppendLines(nil, src, '\n')
	return &linesToNormalize{
		src: src, lines: lines,
		out:   make([]byte, 0, len(src)+7*len(lines)),
		forms: make([]scanner.Line, 0, len(lines)),
		rungs: make([]normalize.Flags, 0, len(lines)),
		sums:  make([]normalize.Sum, 0, len(lines)),
	}
}

// BenchmarkNormalizeLines takes a corpus that is scanned already as one block,
// beside the functions for one reference, called for each line.
func BenchmarkNormalizeLines(b *testing.B) {
	for _, kind := range append(valid[:len(valid):len(valid)], corpus.Refused) {
		b.Run("corpus="+string(kind), func(b *testing.B) { benchmarkBlock(b, open(b, kind)) })
	}
}

func benchmarkBlock(b *testing.B, c *corpus.Corpus) {
	lines := newLinesToNormalize(c)
	if bad := wrongForms(lines); bad != 0 {
		b.Fatalf("AppendLines is wrong of %d lines of %s, want 0", bad, c.Source)
	}
	for _, work := range blockWorks {
		if got, want := work.uriscan(lines), work.single(lines); got != want {
			b.Fatalf("%s of %s as a block = %d, want %d", work.name, c.Source, got, want)
		}
	}
	for _, impl := range []string{"single", "uriscan"} {
		for _, work := range blockWorks {
			pass := work.single
			if impl == "uriscan" {
				pass = work.uriscan
			}
			b.Run("impl="+impl+"/work="+work.name, func(b *testing.B) { measure(b, c, func() uint64 { return pass(lines) }) })
		}
	}
}

// wrongForms returns of how many lines the form is not that of the slow twin,
// nothing where the line is bad.
func wrongForms(b *linesToNormalize) (bad int) {
	rungs := map[string]bool{}
	for rung := normalize.Flags(1); rung <= normalize.Scheme; rung <<= 1 {
		rungs[rung.String()] = rung&normalize.Scheme != 0
	}
	out, forms := normalize.AppendLines(b.out, b.forms, b.src, b.lines, '\n', normalize.Scheme)
	for i, l := range b.lines {
		want := ""
		if l.Fault == (scanner.Fault{}) {
			want, _ = twin.Normalize(string(b.src[l.Start:l.End]), rungs)
		}
		if string(out[forms[i].Start:forms[i].End]) != want {
			bad++
		}
	}
	return bad
}

func appendLines(b *linesToNormalize) (n uint64) {
	_, forms := normalize.AppendLines(b.out, b.forms, b.src, b.lines, '\n', normalize.Scheme)
	for i := range forms {
		n += uint64(forms[i].End)
	}
	return n
}

func appendEach(b *linesToNormalize) (n uint64) {
	out := b.out
	for i := range b.lines {
		end := len(out)
		if l := &b.lines[i]; l.Fault == (scanner.Fault{}) {
			out, _ = normalize.AppendRef(out, b.src[l.Start:l.End], l.Ref, normalize.Scheme)
			end = len(out)
			out = append(out, '\n')
		}
		n += uint64(end)
	}
	return n
}

func appendNeeded(b *linesToNormalize) (n uint64) {
	for _, rungs := range normalize.AppendNeeded(b.rungs, b.src, b.lines, normalize.Scheme) {
		n += uint64(rungs)
	}
	return n
}

func neededEach(b *linesToNormalize) (n uint64) {
	for i := range b.lines {
		if l := &b.lines[i]; l.Fault == (scanner.Fault{}) {
			n += uint64(normalize.Needed(b.src[l.Start:l.End], l.Ref, normalize.Scheme))
		}
	}
	return n
}

func appendHashes(b *linesToNormalize) (n uint64) {
	for i, sum := range normalize.AppendHashes(b.sums, b.src, b.lines, normalize.Scheme, 0) {
		if b.lines[i].Fault == (scanner.Fault{}) {
			n += sum.Lo
		}
	}
	return n
}

func hashEach(b *linesToNormalize) (n uint64) {
	for i := range b.lines {
		if l := &b.lines[i]; l.Fault == (scanner.Fault{}) {
			_, lo := normalize.Hash(b.src[l.Start:l.End], l.Ref, normalize.Scheme, 0)
			n += lo
		}
	}
	return n
}
