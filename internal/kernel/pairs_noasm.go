//go:build !amd64 || purego

package kernel

// CanFindPairs reports whether [FindPairs] works from b[i] on: never, without a kernel for it.
func CanFindPairs(b []byte, i int) bool { return false }

// FindPairs returns a bit for each odd byte of b[i:i+n] and for each marked one. The bytes are
// ASCII, and n is at most PairsAtOnce. Ask CanFindPairs first. It does not allocate.
func FindPairs(b []byte, i, n int, t *Pairs) (odd, marks uint32) { return 0, 0 }
