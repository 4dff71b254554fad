package main

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/uriscan/uriscan/cmd/internal/stream"
)

// A signal leaves time to write a block. A second one has its default effect from the
// beginning.
func TestGrace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun, stopped, ended := time.Now(), time.Duration(-1), time.Duration(-1)
		endSoon(func() { stopped = time.Since(begun) }, func() {
			stream.FileWrite.Unlock()
			ended = time.Since(begun)
		})
		if stopped != 0 || ended < time.Second/4 || ended > time.Second {
			t.Errorf("a signal takes its effect back after %v, and ends the process after %v", stopped, ended)
		}
	})
}
