//go:build (!amd64 && !arm64) || purego

package kernel

import "github.com/uriscan/uriscan/internal/automaton"

// Locate returns the words of b as far as the portable path proves that it is a
// URI-reference; see [Settle]. It does not allocate.
func Locate(b []byte) (w0, w1, w2, w3 uint64) { return locatePortable(b) }

// Settle returns w, the words of b from [Locate], if b is a URI-reference, or else its fault,
// as a scanner.Fault holds it; !ok says nothing about b. It does not allocate.
func Settle(b []byte, w automaton.Words) (settled automaton.Words, fault uint64, ok bool) {
	return settlePortable(b, w)
}

func supported() Level { return Portable }
