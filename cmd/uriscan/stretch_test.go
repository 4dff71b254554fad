package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// stretchLines makes lines that are normal, may be not, or are bad, with either end.
func stretchLines(rng *rand.Rand, n int) []byte {
	pieces := []string{"http://h/a", "http://h/b?q#f", "HTTP://A/%7ex", "/a/../b", "", "", "http://[::0001]:80", "a b", "%zz", "?%3A", "http://h"}
	var in []byte
	for range n {
		in = append(append(in, pieces[rng.IntN(len(pieces))]...), randomEnd(rng)...)
	}
	return in
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
			j.delim, j.maxLine, j.onError = '\n', defaultMaxLine, policy(round%3)
			slow := j
			slow.stretch = nil
			limit := []int{0, 1, 100, 1000}[rng.IntN(4)]
			if got, want := allResults(&j, in, limit), allResults(&slow, in, limit); got != want {
				t.Errorf("%s of %q, on error %d, = %q, want %q", name, in, j.onError, got, want)
			}
		}
	}
}

// Lines that are too long are found, also where they all fit into a piece.
func TestStretchesOfLongLines(t *testing.T) {
	got := runWith("abc\nabcd\nabcde\n", "check", "--max-line", "4")
	if want := (outcome{1, "", "-:3:5: too-long\n"}); got != want {
		t.Errorf("check --max-line 4 = %+v, want %+v", got, want)
	}
}
