//go:build amd64 && !purego

package kernel

import "unsafe"

// maxCopy is what copy512 takes.
const maxCopy = 256

// Append is append(dst, b...), faster for short b of many lengths.
func Append(dst, b []byte) []byte {
	n := len(dst)
	if uint(len(b)-1) < maxCopy && cap(dst)-n >= len(b) {
		switch level {
		case AVX512:
			dst = dst[: n+len(b) : cap(dst)]
			copy512(&dst[n], unsafe.SliceData(b), len(b))
			return dst
		}
	}
	return append(dst, b...)
}
