package growth

import (
	"syscall"
	"time"
	"unsafe"
)

// Resolved is the shortest time that the clock measures well enough.
const Resolved = 2 * time.Microsecond

// OfProcess returns the time of all threads.
func OfProcess() time.Duration { return clock(2) } // CLOCK_PROCESS_CPUTIME_ID

// OfThread returns the time of this thread.
func OfThread() time.Duration { return clock(3) } // CLOCK_THREAD_CPUTIME_ID

func clock(id uintptr) time.Duration {
	var at syscall.Timespec
	if _, _, errno := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, id, uintptr(unsafe.Pointer(&at)), 0); errno != 0 {
		panic(errno)
	}
	return time.Duration(at.Nano())
}
