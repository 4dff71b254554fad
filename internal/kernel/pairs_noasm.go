//go:build !amd64 || purego

package kernel

// FindPairs returns a bit for each odd byte of b and for each marked one. b is ASCII and has
// at most PairsAtOnce bytes. If ok is false, it has found out nothing: the level has no
// kernel for it. It does not allocate.
func FindPairs(b []byte, t *Pairs) (odd, marks uint32, ok bool) { return 0, 0, false }
