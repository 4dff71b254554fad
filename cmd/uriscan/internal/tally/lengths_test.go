package tally

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// A slowLengths is the twin of Lengths: it keeps everything, in ascending order.
type slowLengths []int

func (s slowLengths) percentile(percent int) int {
	if len(s) == 0 {
		return 0
	}
	return s[(len(s)*percent+99)/100-1]
}

// lengthsOf makes lengths of every magnitude up to limit.
func lengthsOf(seed uint64, n, limit int) (s slowLengths) {
	rng := rand.New(rand.NewPCG(seed, 3))
	for range n {
		s = append(s, rng.IntN(1+rng.IntN(limit)))
	}
	slices.Sort(s)
	return s
}

func TestLengthsExact(t *testing.T) {
	tests := []struct {
		name string
		in   slowLengths
	}{
		{"none", nil},
		{"one", slowLengths{7}},
		{"zero", slowLengths{0, 0, 0}},
		{"a hundred", lengthsOf(1, 100, 50)},
		{"short", lengthsOf(2, 5000, 300)},
		{"long", lengthsOf(3, 5000, MaxExact-1)},
		{"the longest exact", slowLengths{1, MaxExact - 1}},
	}
	for _, tt := range tests {
		var parts [3]Lengths
		for i, n := range tt.in {
			parts[i%3].Add(n)
		}
		var l Lengths
		for i := range parts {
			l.Merge(&parts[i])
		}
		if got := l.Count(); got != uint64(len(tt.in)) {
			t.Errorf("%s: Count() = %d, want %d", tt.name, got, len(tt.in))
		}
		for percent := 1; percent <= 100; percent++ {
			if got, want := l.Percentile(percent), tt.in.percentile(percent); got != want {
				t.Errorf("%s: Percentile(%d) = %d, want %d", tt.name, percent, got, want)
			}
		}
		if got, want := l.Max(), tt.in.percentile(100); got != want {
			t.Errorf("%s: Max() = %d, want %d", tt.name, got, want)
		}
		want := 0
		for _, n := range tt.in {
			if 10 <= n && n <= 19 {
				want++
			}
		}
		if got := l.Between(10, 19); got != uint64(want) {
			t.Errorf("%s: Between(10, 19) = %d, want %d", tt.name, got, want)
		}
	}
}

// From MaxExact on lengths are rounded down by less than 1 in 128, and the
// longest is still exact.
func TestLengthsRounded(t *testing.T) {
	for n := MaxExact; n > 0 && n <= math.MaxInt32; n += n/700 + 1 { // below 0 where int has 32 bits
		got := rounded(n)
		if got > n || n-got >= n/128+1 || rounded(got) != got {
			t.Fatalf("rounded(%d) = %d, want less than 1 in 128 below", n, got)
		}
	}
	in := lengthsOf(4, 3000, 20<<20)
	var half, l Lengths
	for i, n := range in {
		if i%2 == 0 {
			half.Add(n)
		} else {
			l.Add(n)
		}
	}
	l.Merge(&half)
	for _, percent := range []int{50, 90, 99} {
		got, want := l.Percentile(percent), in.percentile(percent)
		if got > want || want-got > want/128 {
			t.Errorf("Percentile(%d) = %d, want %d, or less than 1 in 128 below", percent, got, want)
		}
	}
	if got, want := l.Max(), in.percentile(100); got != want {
		t.Errorf("Max() = %d, want %d", got, want)
	}
}
