package suite

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"syscall"
)

// slowness returns how many processes wanted each core in the last minute, 1 at least, and
// without end for a process that is nice, which waits for all others.
func slowness() float64 {
	const own, usual = 0, 20 // the system counts from 40 down to 1
	if priority, err := syscall.Getpriority(syscall.PRIO_PROCESS, own); err == nil && priority < usual {
		return math.Inf(1)
	}
	var load float64
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		fmt.Sscan(string(text), &load)
	}
	return max(1, load/float64(runtime.NumCPU()))
}
