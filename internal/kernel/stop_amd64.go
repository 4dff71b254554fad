//go:build amd64 && !purego

package kernel

import "unsafe"

// queryStop is portableStop.
func queryStop(b []byte) int {
	switch level {
	case AVX512:
		return stop512(unsafe.SliceData(b), len(b))
	}
	return portableStop(b)
}
