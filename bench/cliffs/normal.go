package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// normalizing returns what is measured of package normalize.
func normalizing() ([]*panel, error) {
	dirty, err := dirtyShares()
	if err != nil {
		return nil, err
	}
	return slices.Concat(normalLengths(), dirty, dots(), triplets()), nil
}

// normalPath returns an absolute path of n octets, which is normal; the prefixes
// of a reference with an authority are not where the path is empty.
func normalPath(n int) []byte {
	return bytes.Repeat([]byte("/path-of/segments"), n/17+1)[:n]
}

// keptTriplet returns a path of n octets, 3 at least, which ends in a triplet
// that is normal, too.
func keptTriplet(n int) []byte { return append(normalPath(n-3), "%C3"...) }

func normalLengths() []*panel {
	over := func(title string, first int, src func(n int) []byte, call func(b []byte, ref scanner.Ref) func()) *panel {
		return &panel{"lengths", title, count(first, longest), one, true, true, true, func(x int) func() {
			b := src(x)
			ref, _ := scanner.Locate(b, scanner.URIReference)
			return call(b, ref)
		}}
	}
	return []*panel{
		over("Needed, normal", 1, normalPath, needed),
		over("Needed, normal with a triplet", 3, keptTriplet, needed),
		over("Hash, normal", 1, normalPath, hash),
	}
}

// needed counts the call, too: its answer is 0.
func needed(b []byte, ref scanner.Ref) func() {
	return func() { sink += 1 + int(normalize.Needed(b, ref, normalize.Scheme)) }
}

func hash(b []byte, ref scanner.Ref) func() {
	return func() {
		_, lo := normalize.Hash(b, ref, normalize.Scheme, 0)
		sink += int(lo)
	}
}

// dirtyBlocks makes blocks of lines of the corpus, of which x in a hundred are as
// they are there and the others as their normal forms.
func dirtyBlocks() (dirty func(x int) []byte, err error) {
	c, err := corpus.Open(corpus.Dirty)
	if err != nil {
		return nil, err
	}
	forms := make([][]byte, blockLines)
	for i := range forms {
		if forms[i], _, err = normalize.Append(nil, c.Lines[i], normalize.Scheme); err != nil {
			return nil, err
		}
	}
	order := rand.New(rand.NewPCG(3986, 6)).Perm(blockLines)
	return func(x int) []byte {
		lines := slices.Clone(forms)
		for _, i := range order[:x*blockLines/100] {
			lines[i] = c.Lines[i]
		}
		return append(bytes.Join(lines, []byte("\n")), '\n')
	}, nil
}

func dirtyShares() (all []*panel, err error) {
	dirty, err := dirtyBlocks()
	if err != nil {
		return nil, err
	}
	over := func(title string, call func(src []byte, lines []scanner.Line) func()) {
		all = append(all, &panel{"dirty", title, count(0, 100), func(int) int { return blockLines }, false, false, false, func(x int) func() {
			src := dirty(x)
			lines, _ := scanner.AppendLines(nil, src, '\n')
			return call(src, lines)
		}})
	}
	over("normalize.AppendLines, scanned before", intoForms())
	over("AppendHashes, scanned before", intoHashes)
	over("scanner.AppendLines and AppendNeeded", scannedNeeded)
	return all, nil
}

// intoForms writes to memory that is there.
func intoForms() func(src []byte, lines []scanner.Line) func() {
	var dst []byte
	at := make([]scanner.Line, 0, blockLines)
	return func(src []byte, lines []scanner.Line) func() {
		dst = slices.Grow(dst, len(src)+7*len(lines))
		return func() {
			out, _ := normalize.AppendLines(dst, at, src, lines, '\n', normalize.Scheme)
			sink += len(out)
		}
	}
}

func intoHashes(src []byte, lines []scanner.Line) func() {
	dst := make([]normalize.Sum, 0, len(lines))
	return func() { sink += int(normalize.AppendHashes(dst, src, lines, normalize.Scheme, 0)[0].Lo) }
}

// scannedNeeded scans into lines once more.
func scannedNeeded(src []byte, lines []scanner.Line) func() {
	dst := make([]normalize.Flags, 0, len(lines))
	return func() {
		lines, n := scanner.AppendLines(lines[:0], src, '\n')
		sink += n + int(normalize.AppendNeeded(dst, src, lines, normalize.Scheme)[0])
	}
}

// normalized normalizes one reference at each point.
func normalized(figure, title string, xs []int, src func(x int) []byte) *panel {
	dst := make([]byte, 0, longest)
	return &panel{figure, title, xs, one, false, false, false, func(x int) func() {
		b := src(x)
		return func() {
			out, _, _ := normalize.Append(dst, b, normalize.Scheme)
			sink += len(out)
		}
	}}
}

const mostDots = 64

// dotted returns a reference whose path has piece n times.
func dotted(piece string) func(n int) []byte {
	return func(n int) []byte {
		return append(append([]byte("https://www.example.com/path/"), bytes.Repeat([]byte(piece), n)...), "index.html"...)
	}
}

func dots() (all []*panel) {
	for _, piece := range []string{"a/../", "./"} {
		all = append(all, normalized("dots", fmt.Sprintf("Append, %q in a path", piece), count(0, mostDots), dotted(piece)))
	}
	return all
}

// escapedPath returns a reference with a path of 512 octets, about x in a hundred
// of which are of a triplet, which stands anywhere.
func escapedPath(triplet string) func(x int) []byte {
	const slots = 512 / 3
	order := rand.New(rand.NewPCG(3986, 2)).Perm(slots)
	return func(x int) []byte {
		b := append([]byte("https://www.example.com/x"), bytes.Repeat([]byte("abc"), slots)...)
		path := b[len(b)-3*slots:]
		for _, i := range order[:x*slots/100] {
			copy(path[3*i:], triplet)
		}
		return b
	}
}

func triplets() (all []*panel) {
	for _, row := range []struct{ what, triplet string }{
		{"decoded", "%7E"},
		{"put in upper case", "%c3"},
		{"kept", "%C3"},
	} {
		title := fmt.Sprintf("Append, %s is %s", row.triplet, row.what)
		all = append(all, normalized("triplets", title, count(0, 100), escapedPath(row.triplet)))
	}
	return all
}
