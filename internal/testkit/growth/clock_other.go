//go:build !linux

package growth

import "time"

// Resolved is the shortest time that the clock measures well enough.
const Resolved = 2 * time.Millisecond

var started = time.Now()

// OfProcess returns the time on the wall, which every system has.
func OfProcess() time.Duration { return time.Since(started) }

// OfThread is OfProcess.
func OfThread() time.Duration { return time.Since(started) }
