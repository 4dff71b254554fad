//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package growth

import (
	"syscall"
	"time"
)

// Resolved is the shortest time that the clock measures well enough.
const Resolved = 200 * time.Microsecond

// OfProcess returns the time of all threads.
func OfProcess() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		panic(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// OfThread returns the time of this thread, or of all threads: not all systems know it.
func OfThread() time.Duration { return OfProcess() }
