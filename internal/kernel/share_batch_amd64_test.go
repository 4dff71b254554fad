//go:build amd64 && !purego

package kernel

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// unprovenIn returns how many lines of a block the batches take, and which of
// them they do not prove.
func unprovenIn(src []byte) (taken int, unproven [][]byte) {
	var b Batch
	dst := make([]Line, 1000)
	for {
		lines, n := b.Lines(dst, src, '\n', 0)
		if lines == 0 {
			return taken, unproven
		}
		for _, i := range b.Unproven() {
			start, end := b.Bounds(int(i))
			unproven = append(unproven, src[start:end])
		}
		src, taken = src[n:], taken+lines
	}
}

// What TestKernelsProveMost says of single calls holds of batches, and they take all
// but the end of a block.
func TestBatchesProve(t *testing.T) {
	lines := made()
	eachBatch(t, func(t *testing.T) {
		taken, unproven := unprovenIn(append(bytes.Join(lines, []byte("\n")), '\n'))
		if len(unproven)*100 > taken {
			t.Errorf("%d of %d lines not proven, want 1 %%", len(unproven), taken)
		}
		if taken < len(lines)-100 {
			t.Errorf("%d of %d lines taken", taken, len(lines))
		}
	})
}

// Bad lines do not keep the others from being proven.
func TestBatchesProveTheOthers(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 100))
	var src []byte
	for _, l := range made() {
		if r.IntN(10) == 0 {
			src = append(src, l[:r.IntN(len(l)+1)]...)
			src = append(src, " bad"...)
			src = append(src, l[r.IntN(len(l)+1):]...)
		} else {
			src = append(src, l...)
		}
		src = append(src, '\n')
	}
	eachBatch(t, func(t *testing.T) {
		taken, unproven := unprovenIn(src)
		good := 0
		for _, l := range unproven {
			if !bytes.Contains(l, []byte(" bad")) {
				good++
			}
		}
		if good*100 > taken {
			t.Errorf("%d of %d lines are good and not proven, want 1 %%", good, taken)
		}
	})

}
