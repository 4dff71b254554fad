package kernel

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"strconv"
	"testing"
)

var batchRounds = flag.Int("rounds", 50, "random blocks that are taken in batches, and thousands of random lines, half of them with -short")

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
	eachBatch(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(9110, 1))
		for round := range rounds() {
			end := []string{"\n", "\r\n", "\x00"}[round%3]
			delim := end[len(end)-1]
			src, bounds := block(r, r.IntN(1200), end)
			checkBatches(t, src, bounds, delim)
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
			checkBatches(t, append(src, more...), bounds, '\n')
		}
		short := bytes.Repeat([]byte("\n"), 1000)
		var bounds [][2]int
		for i := range short {
			bounds = append(bounds, [2]int{i, i})
		}
		checkBatches(t, short, bounds, '\n')
	})
}

func checkBatches(t *testing.T, src []byte, bounds [][2]int, delim byte) {
	t.Helper()
	const base = 1 << (strconv.IntSize - 24)
	lines := make([]Line, len(bounds))
	var b Batch
	for at, n := 0, 0; ; {
		got, used := b.Lines(lines[at:], src[n:], delim, base+n)
		if got == 0 {
			if left := src[n:max(n, len(src)-64)]; bytes.Count(left, []byte{delim}) >= 8 {
				t.Fatalf("%d octets are left", len(left))
			}
			return
		}
		unproven := map[int]bool{}
		for _, i := range b.Unproven() {
			unproven[int(i)] = true
		}
		for i := range got {
			l, want := lines[at+i], bounds[at+i]
			if l.Start-base != want[0] || l.End-base != want[1] {
				t.Fatalf("line %d is %d to %d, want %v", at+i, l.Start-base, l.End-base, want)
			}
			if start, end := b.Bounds(i); start != want[0]-n || end != want[1]-n {
				t.Fatalf("Bounds(%d) = %d, %d, want %v", i, start, end, want)
			}
			text := src[want[0]:want[1]]
			words, valid := judge(text)
			if unproven[i] {
				continue
			}
			if !valid || l.Words != words || l.Fault != 0 {
				t.Fatalf("%q: %x, fault %d, want %x, %v", text, l.Words, l.Fault, words, valid)
			}
		}
		at += got
		n += used
	}
}
