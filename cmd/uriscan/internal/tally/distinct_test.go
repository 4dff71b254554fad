package tally

import (
	"reflect"
	"testing"

	"github.com/axiomhq/hyperloglog"

	"github.com/uriscan/uriscan/internal/testkit/suite"
)

func TestMain(m *testing.M) { suite.Run(m) }

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

// However hashes are shared out, their number is the same, bit for bit.
func TestDistinctMerge(t *testing.T) {
	for _, n := range []int{0, 1, 100, MaxDistinct, MaxDistinct + 1, 50_000} {
		hashes := randoms(9, n)
		if n > 1 {
			hashes[0] = 0
		}
		var whole Distinct
		all := hyperloglog.New16NoSparse()
		for _, h := range hashes {
			whole.Add(h)
			all.InsertHash(h)
		}
		want, wantExact := whole.Count()
		if n > MaxDistinct && !reflect.DeepEqual(whole.sketch, all) {
			t.Errorf("the sketch of %d hashes lacks some", n)
		}
		for _, shares := range []int{2, 7} {
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
