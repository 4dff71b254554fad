package boxed

import (
	"sync"
	"testing"
)

type offsetError uint64

func (offsetError) Error() string { return "" }

func box(offset int) error { return offsetError(offset) }

func TestAt(t *testing.T) {
	var r Row
	for offset := range Offsets {
		if got := r.At(offset, box); got != box(offset) {
			t.Fatalf("At(%d) = %d, want %d", offset, got, offset)
		}
	}
	at := 0
	if n := testing.AllocsPerRun(2*Offsets, func() { r.At(at%Offsets, box); at++ }); n != 0 {
		t.Errorf("At: %v allocations, want 0", n)
	}
}

// For the race detector: the first calls for a row, all at once.
func TestFirstCallsAtOnce(t *testing.T) {
	for range 20 {
		var r Row
		var callers sync.WaitGroup
		for range 8 {
			callers.Go(func() {
				for offset := 0; offset < Offsets; offset += 100 {
					if got := r.At(offset, box); got != box(offset) {
						t.Errorf("At(%d) = %d, want %d", offset, got, offset)
					}
				}
			})
		}
		callers.Wait()
	}
}
