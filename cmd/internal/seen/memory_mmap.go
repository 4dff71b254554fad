//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package seen

import "syscall"

// mapPages returns size bytes of zeros, or nil if the system refuses. Each page takes
// memory only when it is used. Tests replace it.
var mapPages = func(size int) []byte {
	b, _ := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	return b
}

var unmapPages = func(b []byte) {
	_ = syscall.Munmap(b) // it fails only for memory that is not from mapPages
}
