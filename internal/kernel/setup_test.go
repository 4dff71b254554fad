package kernel

import (
	"os"
	"runtime/debug"
	"testing"
)

func TestMain(m *testing.M) {
	// There is much garbage and little else: to collect it at once takes a sixth of
	// the time.
	debug.SetGCPercent(800)
	os.Exit(m.Run())
}
