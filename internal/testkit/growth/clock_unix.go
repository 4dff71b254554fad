//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package growth

import (
	"syscall"
	"time"
)

// resolved is what the clock tells from nothing, well enough.
const resolved = 200 * time.Microsecond

func ofProcess() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		panic(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// The thread's time not all of these systems tell.
func ofThread() time.Duration { return ofProcess() }
