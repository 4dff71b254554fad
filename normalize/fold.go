package normalize

import (
	"encoding/binary"

	"github.com/uriscan/uriscan/internal/automaton"
)

// Eight bytes at a time, as a word.
const (
	each  = 0x0101010101010101
	tops  = 0x80 * each
	colon = ':' * each
)

func isUpper(c byte) bool { return c-'A' < 26 }

func toLower(c byte) byte {
	if isUpper(c) {
		c |= 0x20
	}
	return c
}

// lowerCase changes each of A to Z in b to lower case.
func lowerCase(b []byte) { foldTo(b, b) }

// foldTo writes b to out with each of A to Z in lower case. out may begin where b
// does. From "http://h.example" to a host of 25 bytes it takes no branch on their number:
// it reads the last bytes before it writes any, and writes some twice.
func foldTo(out, b []byte) {
	n := len(b)
	out = out[:n]
	switch {
	case n < 8:
		for i, c := range b {
			out[i] = toLower(c)
		}
	case n <= 16:
		first, last := word(b, 0), word(b, n-8)
		putFolded(out, 0, first)
		putFolded(out, n-8, last)
	default:
		last2, last := word(b, n-16), word(b, n-8)
		for i := 0; i < n-16; i += 16 {
			first, second := word(b, i), word(b, i+8)
			putFolded(out, i, first)
			putFolded(out, i+8, second)
		}
		putFolded(out, n-16, last2)
		putFolded(out, n-8, last)
	}
}

// putFolded writes the bytes of x to b[i:] in lower case. The bit that differs between the
// cases, 0x20, is two below the top bit.
func putFolded(b []byte, i int, x uint64) {
	binary.LittleEndian.PutUint64(b[i:], x|(automaton.Uppers(x&^tops)&^x&tops)>>2)
}
