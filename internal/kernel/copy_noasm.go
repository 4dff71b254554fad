//go:build !amd64 || purego

package kernel

// Append is append(dst, b...), faster for short b of many lengths.
func Append(dst, b []byte) []byte { return append(dst, b...) }
