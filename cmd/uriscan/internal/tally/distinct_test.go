package tally

import (
	"math"
	"math/rand/v2"
	"testing"
)

// randoms returns n distinct hashes: a permutation of 64 bits, applied to
// numbers from seed on.
func randoms(seed uint64, n int) []uint64 {
	hashes := make([]uint64, n)
	for i := range hashes {
		h := (seed<<32 + uint64(i)) * 0x9e3779b97f4a7c15
		h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>27) * 0x94d049bb133111eb
		hashes[i] = h ^ h>>31
	}
	return hashes
}

func TestDistinctExact(t *testing.T) {
	for _, n := range []int{0, 1, 2, 31, 32, 33, 1000, MaxDistinct - 1, MaxDistinct} {
		var d Distinct
		hashes := randoms(uint64(n), n)
		if n > 1 {
			hashes[0] = 0
		}
		for range 2 {
			for _, h := range hashes {
				d.Add(h)
			}
		}
		if got, exact := d.Count(); got != uint64(n) || !exact {
			t.Errorf("Count() of %d = %d, exact %t, want it exactly", n, got, exact)
		}
	}
}

// Over many seeds and sizes estimates are within the error that is stated, but
// for the few in a thousand that may be beyond it, and right in the mean.
func TestDistinctEstimate(t *testing.T) {
	seeds := 20
	if testing.Short() {
		seeds = 2
	}
	beyond, all, sum := 0, 0, 0.0
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(uint64(seed), 2))
		var d Distinct
		n := 0
		for _, size := range []int{40_000, 60_000, 130_000, 300_000} {
			for ; n < size; n++ {
				d.Add(rng.Uint64())
			}
			got, exact := d.Count()
			off := float64(got)/float64(n) - 1
			if exact || math.Abs(off) > 2*DistinctError {
				t.Errorf("seed %d: Count() = %d, exact %t, want %d give or take %.4f", seed, got, exact, n, DistinctError)
			}
			if all++; math.Abs(off) > DistinctError {
				beyond++
			}
			sum += off
		}
	}
	if mean := sum / float64(all); beyond > 1+all/100 || math.Abs(mean) > DistinctError/4 {
		t.Errorf("%d of %d estimates are off by more than %.4f, the mean by %.5f", beyond, all, DistinctError, mean)
	}
}

// However hashes are shared out, their number is the same, bit for bit.
func TestDistinctMerge(t *testing.T) {
	for _, n := range []int{0, 1, 100, MaxDistinct, MaxDistinct + 1, 70_000} {
		hashes := randoms(9, n)
		var whole Distinct
		for _, h := range hashes {
			whole.Add(h)
		}
		want, wantExact := whole.Count()
		for _, shares := range []int{1, 2, 7} {
			parts := make([]Distinct, shares)
			for i, h := range hashes {
				parts[i/3%shares].Add(h)
				parts[i%shares].Add(h)
			}
			var sum Distinct
			for i := range parts {
				sum.Merge(&parts[i])
			}
			if got, exact := sum.Count(); got != want || exact != wantExact {
				t.Errorf("%d hashes in %d shares: Count() = %d, %t, want %d, %t", n, shares, got, exact, want, wantExact)
			}
		}
	}
}
