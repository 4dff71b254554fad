//go:build unix

package main

import (
	"syscall"
	"time"
)

// cpuTime returns how long the cores have worked for this process, of all of them
// together.
func cpuTime() (time.Duration, bool) {
	var used syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()), err == nil
}
