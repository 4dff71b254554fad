package automaton

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// The hints are two flags in W3. If neither is set, the reference is normal: no rung
// of normalize's Syntax or SchemeBased changes it. They depend on its bytes alone.
const (
	FormHintBit    = 38
	percentHintBit = 39

	// FormHint is set if
	//
	//   - scheme or authority has one of A to Z (6.2.2.1),
	//   - a "." follows a "/" in the path, or begins a rootless path (6.2.2.3), or
	//   - there is an authority with a port, even an empty one, without a path after it,
	//     or with an IPv6address as its host (6.2.3).
	FormHint = 1 << FormHintBit

	// PercentHint is set if there is a "%" anywhere (6.2.2.1, 6.2.2.2).
	PercentHint = 1 << percentHintBit

	Hints = FormHint | PercentHint
)

// formHint returns FormHint as far as it follows from the offsets, the kind of the
// host and the first byte of the path.
func (o *Offsets) formHint(host Host, first byte) uint64 {
	if host != NoHost {
		if o.PathStart > o.HostEnd || o.PathEnd == o.PathStart || host == IPv6Address {
			return FormHint
		}
	} else if o.SchemeEnd > 0 && first == '.' {
		return FormHint
	}
	return 0
}

// WithHints returns w, the words of b, with the hints set. Its time is linear in
// len(b). It does not allocate.
func (w Words) WithHints(b []byte) Words {
	o := w.Offsets()
	path := b[o.PathStart:o.PathEnd]
	first := byte(0)
	if len(path) > 0 {
		first = path[0]
	}
	w.W3 = w.W3&^Hints | o.formHint(w.Host(), first) | PercentHintOf(b)
	if w.W3&FormHint == 0 && (HasUpper(b[:o.PathStart]) || HasSlashDot(path)) {
		w.W3 |= FormHint
	}
	return w
}

// PercentHintOf returns Percent if b has a "%", else 0.
func PercentHintOf(b []byte) uint64 {
	if HasPercent(b) {
		return PercentHint
	}
	return 0
}

// HasPercent reports whether b has a "%". It does not allocate.
func HasPercent(b []byte) bool { return bytes.IndexByte(b, '%') >= 0 }

// Eight bytes at a time, as a word.
const (
	tops   = 0x80 * ones
	all7f  = 0x7f * ones
	slash  = '/' * ones
	dot    = '.' * ones
	fromA  = (0x80 - 'A') * ones
	afterZ = (0x80 - 'Z' - 1) * ones
)

func word(b []byte, i int) uint64 { return binary.LittleEndian.Uint64(b[i:]) }

// HasUpper reports whether b has one of A to Z. From "http://h.example" to a host of 25 bytes, it
// takes no branch on how many there are. It does not allocate.
func HasUpper(b []byte) bool {
	n := len(b)
	if n < 8 {
		found := false
		for _, c := range b {
			found = found || c-'A' < 26
		}
		return found
	}
	at := func(i int) uint64 { return Uppers(word(b, i)&all7f) &^ word(b, i) }
	found := at(0) | at(n-8)
	if n > 16 {
		found |= at(8) | at(n-16)
		for i := 16; i < n-16; i += 8 {
			found |= at(i)
		}
	}
	return found&tops != 0
}

// Uppers returns a word with the top bit of each byte of x that is one of A to Z: each sum
// says whether the byte is at least a letter, and neither carries. Bytes from
// 0x80 make those above them wrong.
func Uppers(x uint64) uint64 { return (x + fromA) &^ (x + afterZ) }

// HasSlashDot reports whether a "." follows a "/" in b. It does not allocate.
func HasSlashDot(b []byte) bool { return SlashDot(b, 0) >= 0 }

// SlashDot returns the offset of the first "/." in b from i on, or -1. The last window
// may overlap the one before. It does not allocate.
func SlashDot(b []byte, i int) int {
	last := len(b) - window
	if last < i {
		for ; i+1 < len(b); i++ {
			if b[i] == '/' && b[i+1] == '.' {
				return i
			}
		}
		return -1
	}
	for ; i < last; i += 8 {
		if d := slashDots(b[i:]); d != 0 {
			return i + bits.TrailingZeros64(d)/8
		}
	}
	if d := slashDots(b[last:]); d != 0 {
		return last + bits.TrailingZeros64(d)/8
	}
	return -1
}

// window is how many bytes slashDots reads: eight, and the one after them.
const window = 9

// slashDots returns 0 if none of the first eight bytes of b begins a "/.". Else its lowest
// bit is in the byte where the first one begins: there both differences are 0, and the
// subtraction borrows for the lowest such byte before it can err about a higher one.
func slashDots(b []byte) uint64 {
	_ = b[window-1]
	differ := (word(b, 0) ^ slash) | (word(b, 1) ^ dot)
	return (differ - ones) &^ differ & tops
}

// noSlashDot has the top bit of each byte of x but of a "/" with a "." in the
// same byte of next.
func noSlashDot(x, next uint64) uint64 {
	differ := (x ^ slash) | (next ^ dot)
	return (differ&all7f + all7f) | differ
}
