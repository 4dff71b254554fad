package main

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/stream"
)

// An interrupt leaves time to write a block, and is felt at once. A second one has its
// default effect from the beginning.
func TestGrace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun, stopped, status := time.Now(), time.Duration(-1), -1
		endInterrupted(func() { stopped = time.Since(begun) }, func(s int) {
			stream.FileWrite.Unlock()
			status = s
		})
		if ended := time.Since(begun); stopped != 0 || ended < time.Second/4 || ended > time.Second || status != diag.ExitInterrupted {
			t.Errorf("an interrupt takes its effect back after %v, and ends with %d after %v", stopped, status, ended)
		}
	})
}
