package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// showAll prints a reference and where its path is.
func showAll(dst, src []byte, ref scanner.Ref, _ *cell) ([]byte, flaw) {
	if len(src) == 3 {
		return append(dst, "dropped"...), flaw{"odd", 1}
	}
	dst = binary.NativeEndian.AppendUint64(append(dst, src...), uint64(ref.Path().Start))
	return binary.NativeEndian.AppendUint64(dst, uint64(ref.Path().End)), flaw{}
}

// showLine is showAll for a job that locates line by line.
func showLine(dst, src []byte) ([]byte, flaw) {
	ref, fault := scanner.Locate(src, scanner.URIReference)
	if fault != (scanner.Fault{}) {
		return dst, flawOf(fault)
	}
	return showAll(dst, src, ref, nil)
}

// inParts returns all results of a job that has memory for limit bytes at once.
func inParts(j *job, src []byte, limit int) (out []byte, flaws []foundFlaw, lines, bad int) {
	r := results{limit: limit}
	var found []scanner.Line
	for len(src) > 0 && !r.stop {
		src = j.do(&r, &found, src, wholeLines)
		out = append(out, r.out...)
		for _, f := range r.flaws {
			flaws = append(flaws, foundFlaw{f.flaw, lines + f.line})
		}
		lines += r.lines
		bad += r.bad
	}
	return out, flaws, lines, bad
}

// Lines that are located many at once have the results that they have one by
// one, wherever the pieces end.
func TestPiecesAreLines(t *testing.T) {
	t.Parallel()
	mixed := mixedLines(5, times(3000))
	inputs := map[string]string{
		"mixed":       mixed,
		"NUL":         strings.ReplaceAll(mixed, "\n", "\x00"),
		"empty lines": strings.Repeat("\n", pieceSize+pieceSize/8),
		"no end":      "a b",
	}
	near, tries := 0, 0
	if *thorough {
		near = 3
	}
	for n := pieceSize - near; n <= pieceSize+near; n++ {
		long := strings.Repeat("x", n)
		inputs[fmt.Sprint("length ", n)] = "a\n" + long + "\n" + long + "\r\nb c\n" + long + " \n" + long
		inputs[fmt.Sprint("first of length ", n)] = long + "\r\n/\r\n"
	}
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		in := inputs[name]
		for _, j := range []job{
			{delim: '\n', maxLine: 1000},
			{delim: '\n', maxLine: pieceSize, onError: keep},
			{delim: '\n', maxLine: 10, onError: keep, quiet: true},
			{delim: '\n', maxLine: pieceSize + 1, onError: fail},
			{delim: 0, maxLine: 2 * pieceSize},
		} {
			tries++
			for _, limit := range inTurn(tries, 0, 20000, 5000) {
				located, single := j, j
				located.reference, single.line = showAll, showLine
				out, flaws, lines, bad := inParts(&located, []byte(in), limit)
				wantOut, wantFlaws, wantLines, wantBad := inParts(&single, []byte(in), limit)
				if string(out) != string(wantOut) || !slices.Equal(flaws, wantFlaws) || lines != wantLines || bad != wantBad {
					t.Errorf("%s, delim %d, max-line %d, limit %d: %d bytes, %d flaws, %d lines, %d bad, want the %d, %d, %d, %d of single lines",
						name, j.delim, j.maxLine, limit, len(out), len(flaws), lines, bad, len(wantOut), len(wantFlaws), wantLines, wantBad)
				}
			}
		}
	}
}

// What is found at once takes bounded memory, whatever the block.
func TestFoundIsBounded(t *testing.T) {
	j := &job{delim: '\n', maxLine: 10, reference: printNothing}
	var r results
	var found []scanner.Line
	j.do(&r, &found, []byte(strings.Repeat("\n", 1<<20)), wholeLines)
	if most := 2 * pieceSize; r.lines != 1<<20 || cap(found) > most {
		t.Errorf("do = %d lines, with room for %d at once, want %d and at most %d", r.lines, cap(found), 1<<20, most)
	}
}

// So does what dedupe picks, and what it locates.
func TestPicksAreBounded(t *testing.T) {
	j := &job{delim: '\n', maxLine: 10}
	k := &picker{keyer: &keyer{level: classLevel(normalize.Scheme)}, job: j, located: leastLocated}
	j.reference = k.printer
	b := newBlock(maxResults)
	b.src = bytes.Repeat(newline, 1<<18)
	var found []scanner.Line
	lines := 0
	for more := true; more; lines += len(b.picks.lines) {
		more = k.pick(b, &found)
		if n := len(b.picks.lines); n > mostPicks+leastLocated || cap(found) > 2*leastLocated {
			t.Fatalf("pick = %d lines, with room for %d at once", n, cap(found))
		}
	}
	if lines != 1<<18 {
		t.Errorf("%d lines are picked, want %d", lines, 1<<18)
	}
}
