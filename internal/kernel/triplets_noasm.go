//go:build !amd64 || purego

package kernel

// Loose tells whether normalizing may change a triplet of b: whether one is of an
// unreserved octet, or has one of a to f. It may also say so where none is. It does
// not allocate.
func Loose([]byte) bool { return true }
