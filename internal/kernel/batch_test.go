package kernel

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"testing"
)

var batchRounds = flag.Int("rounds", 25, "random blocks that are taken in batches, and thousands of random lines, half of them with -short")

func rounds() int {
	if testing.Short() {
		return *batchRounds / 2
	}
	return *batchRounds
}

// eachBatch runs a test on every level of this machine that takes lines in
// batches.
func eachBatch(t *testing.T, test func(t *testing.T)) {
	for _, l := range Levels() {
		t.Run(l.String(), func(t *testing.T) {
			defer Use(Use(l))
			if !TakesLines('\n') {
				t.Skip("no batches")
			}
			test(t)
		})
	}
}

// block makes lines with their ends, and where each starts and ends.
func block(r *rand.Rand, lines int, end string) (src []byte, bounds [][2]int) {
	for range lines {
		l := line(r)
		if r.IntN(8) == 0 {
			l = l[:0]
		}
		l = bytes.Trim(l, "\r\n")
		bounds = append(bounds, [2]int{len(src), len(src) + len(l)})
		src = append(append(src, l...), end...)
	}
	return src, bounds
}

func TestBatches(t *testing.T) {
	r := rand.New(rand.NewPCG(9110, 1))
	for round := range rounds() {
		end := []string{"\n", "\r\n", "\x00"}[round%3]
		src, bounds := block(r, r.IntN(1200), end)
		checkLines(t, src, bounds, end[len(end)-1])
	}
	for _, end := range []string{"\n", "\r\n"} {
		src, bounds := block(r, 300, end)
		for _, length := range []int{15_000, 16_384, 16_385, 50_000, 3} {
			bounds = append(bounds, [2]int{len(src), len(src) + length})
			src = append(append(append(src, "/?"...), bytes.Repeat([]byte("a"), length-2)...), end...)
		}
		more, moreBounds := block(r, 300, end)
		for _, b := range moreBounds {
			bounds = append(bounds, [2]int{len(src) + b[0], len(src) + b[1]})
		}
		checkLines(t, append(src, more...), bounds, '\n')
	}
	short := bytes.Repeat([]byte("\n"), 1000)
	var bounds [][2]int
	for i := range short {
		bounds = append(bounds, [2]int{i, i})
	}
	checkLines(t, short, bounds, '\n')
}

// checkLines judges what batches of every level say of the lines of src.
func checkLines(t *testing.T, src []byte, bounds [][2]int, delim byte) {
	t.Helper()
	var judged []verdict
	for _, b := range bounds {
		w, ok := judge(src[b[0]:b[1]])
		judged = append(judged, verdict{w, ok})
	}
	defer Use(level)
	for _, l := range Levels() {
		if Use(l); TakesLines(delim) {
			judgeLines(t, src, delim, bounds, func(i int) verdict { return judged[i] })
		}
	}
}
