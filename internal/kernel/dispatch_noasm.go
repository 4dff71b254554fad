//go:build !amd64 || purego

package kernel

// Locate returns the words of b if b is a URI-reference and the fast path
// proves it; !ok says nothing about b. It does not allocate.
func Locate(b []byte) (w Words, ok bool) { return locatePortable(b) }

func supported() Level { return Portable }
