//go:build !amd64 || purego

package kernel

// Loose tells whether normalizing may change a triplet of b: whether one is of an
// unreserved octet, or has one of a to f. Unless it is exact, it may also say so where
// none is. It does not allocate.
func Loose([]byte) (loose, exact bool) { return true, false }
