//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package seen

var mapPages = func(size int) []byte { return make([]byte, size) }

var unmapPages = func([]byte) {}
