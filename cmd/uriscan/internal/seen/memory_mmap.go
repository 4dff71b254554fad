//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package seen

import "syscall"

// mapPages returns size bytes of zeros, page by page as they are used, or nil if
// the system does not want to.
func mapPages(size int) []byte {
	b, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil
	}
	return b
}

func unmapPages(b []byte) {
	// It fails for what mapPages did not return, and for nothing else.
	_ = syscall.Munmap(b)
}
