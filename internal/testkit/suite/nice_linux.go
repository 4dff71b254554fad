package suite

import "syscall"

// waitsForOthers reports whether the process is nice: then it may wait for as long as
// others work.
func waitsForOthers() bool {
	const own, usual = 0, 20 // the kernel counts from 40 down to 1
	priority, err := syscall.Getpriority(syscall.PRIO_PROCESS, own)
	return err == nil && priority < usual
}
