//go:build (!amd64 && !arm64) || purego

package kernel

import "github.com/uriscan/uriscan/internal/automaton"

// Locate proves nothing: there are no kernels.
func Locate([]byte) (w0, w1, w2, w3 uint64) { return 0, 0, 0, AllOpen }

// Settle returns the words of b if b is a URI-reference, or else its fault, as a
// scanner.Fault holds it; !ok says nothing about b. It does not allocate.
func Settle(b []byte, _ automaton.Words) (settled automaton.Words, fault uint64, ok bool) {
	return settlePortable(b)
}

func supported() Level { return Portable }
