package promises

import (
	"sync"
	"testing"

	"github.com/uriscan/uriscan/internal/boxed"
)

type offsetError uint64

func (offsetError) Error() string { return "" }

func boxOffset(offset int) error { return offsetError(offset) }

func TestBoxed(t *testing.T) {
	var r boxed.Row
	for offset := range boxed.Offsets {
		if got := r.At(offset, boxOffset); got != boxOffset(offset) {
			t.Fatalf("At(%d) = %d, want %d", offset, got, offset)
		}
	}
	at := 0
	if n := testing.AllocsPerRun(2*boxed.Offsets, func() { r.At(at%boxed.Offsets, boxOffset); at++ }); n != 0 {
		t.Errorf("At: %v allocations, want 0", n)
	}
}

// For the race detector: the first calls for a row, all at once.
func TestFirstCallsAtOnce(t *testing.T) {
	for range 20 {
		var r boxed.Row
		var callers sync.WaitGroup
		for range 8 {
			callers.Go(func() {
				for offset := 0; offset < boxed.Offsets; offset += 100 {
					if got := r.At(offset, boxOffset); got != boxOffset(offset) {
						t.Errorf("At(%d) = %d, want %d", offset, got, offset)
					}
				}
			})
		}
		callers.Wait()
	}
}
