package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// startedClosed reports whether f, a standard stream, was closed when the process started.
// The runtime has then opened the null device, to read and to write, which shells do not.
func startedClosed(f *os.File) bool {
	var null, is unix.Stat_t
	if unix.Stat(os.DevNull, &null) != nil || unix.Fstat(int(f.Fd()), &is) != nil || is.Rdev != null.Rdev || is.Mode&unix.S_IFMT != unix.S_IFCHR {
		return false
	}
	flags, err := unix.FcntlInt(f.Fd(), unix.F_GETFL, 0)
	return err == nil && flags&unix.O_ACCMODE == unix.O_RDWR
}
