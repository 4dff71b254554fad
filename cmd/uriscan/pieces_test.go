package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
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

// allResults are the results of all parts of a block, as text: what is printed, and
// the flaws.
func allResults(j *job, src []byte, limit int) string {
	r := &results{limit: limit}
	var found []scanner.Line
	var out, flaws strings.Builder
	bad := 0
	for line := 0; len(src) > 0 && !r.stop; line += r.lines {
		src = j.do(r, &found, src, wholeLines)
		out.Write(r.out)
		for _, f := range r.flaws {
			fmt.Fprintf(&flaws, "%d:%v\n", line+f.line, f.flaw)
		}
		bad += r.bad
	}
	return fmt.Sprintf("%s%sbad %d", out.String(), flaws.String(), bad)
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
				if got, want := allResults(&located, []byte(in), limit), allResults(&single, []byte(in), limit); got != want {
					t.Errorf("%s, delim %d, max-line %d, limit %d: %d bytes of results, want the %d of single lines",
						name, j.delim, j.maxLine, limit, len(got), len(want))
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

// stretchLines makes lines that are normal, may be not, or are bad, with either end.
func stretchLines(rng *rand.Rand, n int) []byte {
	pieces := []string{"http://h/a", "http://h/b?q#f", "HTTP://A/%7ex", "/a/../b", "", "", "http://[::0001]:80", "a b", "%zz", "?%3A", "http://h"}
	var in []byte
	for range n {
		in = append(append(in, pieces[rng.IntN(len(pieces))]...), randomEnd(rng)...)
	}
	return in
}

// Many lines at once come out as line by line, whatever becomes of bad ones and
// wherever results are full.
func TestStretchesAsLines(t *testing.T) {
	t.Parallel()
	flags := map[string]normalizeFlags{
		"scheme":         {level: level(normalize.Scheme)},
		"syntax":         {level: level(normalize.Syntax)},
		"only ipv6":      {only: rungs(normalize.IPv6)},
		"changed":        {level: level(normalize.Scheme), changed: true},
		"changed syntax": {level: level(normalize.Syntax), changed: true},
	}
	jobs := map[string]job{"check": {reference: printNothing, stretch: nothing}}
	for name, f := range flags {
		jobs[name] = job{reference: f.line('\n'), stretch: f.stretch('\n')}
	}
	rng := rand.New(rand.NewPCG(51, 1))
	for name, j := range jobs {
		if j.stretch == nil {
			t.Fatalf("%s has no stretcher", name)
		}
		for round := range 40 {
			in := stretchLines(rng, rng.IntN(200))
			j.delim, j.maxLine, j.onError = '\n', []int{defaultMaxLine, 10}[round/3%2], policy(round%3)
			slow := j
			slow.stretch = nil
			limit := []int{0, 1, 100, 1000}[rng.IntN(4)]
			if got, want := allResults(&j, in, limit), allResults(&slow, in, limit); got != want {
				t.Errorf("%s of %q, on error %d, = %q, want %q", name, in, j.onError, got, want)
			}
		}
	}
}

// shapes makes references of all shapes, good and bad.
func shapes(rng *rand.Rand, n int) []byte {
	pick := func(from ...string) string { return from[rng.IntN(len(from))] }
	var in []byte
	for range n {
		host := pick("", "h", "192.0.2.1", "[::1]", "[v1.x]", strings.Repeat("host.", 13))
		authority := pick("", "//"+pick("", "@", "u:p@")+host+pick("", ":", ":80"))
		path := pick("", "/", "a/b", "/"+strings.Repeat("path/", rng.IntN(20)*rng.IntN(20)))
		in = append(in, pick("", "a:", "http:")+authority+path+pick("", "?", "?q=1")+pick("", "#", "#f")+pick("\n", "\n", "\r\n", " \n")...)
	}
	return in
}

func parsed(t *testing.T, text string) template {
	t.Helper()
	p, err := parseTemplate(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// What is printed by frames is what the fields print one after the other, of many
// lines and of each.
func TestFramesAsFields(t *testing.T) {
	t.Parallel()
	templates := map[string]template{"tsv": tsvTemplate(false), "json": jsonTemplate(false)}
	for name, text := range map[string]string{
		"nothing":  "",
		"text":     "text " + strings.Repeat("that is longer than is copied at once ", 5),
		"fallback": "{scheme|none}\t{port|}{userinfo|" + strings.Repeat("-", 200) + "}{valid}",
		"twice":    "{path}{path}{authority}{host_kind|-}{path_kind}{form}{host}{host}{fragment}{query}",
	} {
		templates[name] = append(parsed(t, text), slot{text: "\n"})
	}
	rng := rand.New(rand.NewPCG(52, 1))
	for name, format := range templates {
		slow := job{reference: format.line, bad: jsonBad, delim: '\n', maxLine: defaultMaxLine}
		many := slow
		many.setTemplate(format)
		if many.stretch == nil {
			t.Fatalf("%s has no frames", name)
		}
		each := many
		each.stretch = nil
		for range times(40) {
			in := shapes(rng, rng.IntN(500))
			limit := []int{0, 5000, 50_000}[rng.IntN(3)]
			want := allResults(&slow, in, limit)
			if got := allResults(&many, in, limit); got != want {
				t.Errorf("%s of many in %q = %q, want %q", name, in, got, want)
			}
			if got := allResults(&each, in, limit); got != want {
				t.Errorf("%s of each in %q = %q, want %q", name, in, got, want)
			}
		}
	}
}

// What frames cannot print, or would need much memory for, is left to the fields.
func TestNoFrames(t *testing.T) {
	for _, tt := range []struct{ name, template string }{
		{"offsets", "{path_start}"},
		{"many fields", strings.Repeat("{path}", maxFrameSlots)},
		{"much text", strings.Repeat("a", maxSlotText)},
		{"much text for what is undefined", "{port|" + strings.Repeat("a", maxSlotText) + "}"},
	} {
		if newFrames(append(parsed(t, tt.template), slot{text: "\n"})) != nil {
			t.Errorf("%s: there are frames, want none", tt.name)
		}
	}
}
