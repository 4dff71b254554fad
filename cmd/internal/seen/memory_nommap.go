//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package seen

func mapPages(size int) []byte { return make([]byte, size) }

func unmapPages([]byte) {}
