package kernel

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// The suspects are two flags in W3. While neither is set, no rung of normalize's
// Syntax or Scheme changes the reference: it is already normal. They are functions
// of its octets alone.
const (
	suspectBit = 38
	percentBit = 39

	// Suspect is set if
	//
	//   - one of A to Z is in scheme or authority (6.2.2.1),
	//   - a "." follows a "/" in the path, or begins one that is rootless (6.2.2.3), or
	//   - there is an authority and a ":" before its port, even an empty one, or no path behind
	//     it, or its host is an IPv6address (6.2.3).
	Suspect = 1 << suspectBit

	// Percent is set if there is a "%" anywhere (6.2.2.1, 6.2.2.2).
	Percent = 1 << percentBit

	Suspects = Suspect | Percent
)

// suspect returns o's part of Suspect: what follows from the offsets, the kind
// of the host and the first octet of the path.
func (o *Offsets) suspect(host Host, first byte) uint64 {
	p := o.SchemeEnd + min(o.SchemeEnd, 1)
	if o.HostStart > p {
		if o.PathStart > o.HostEnd || o.PathEnd == o.PathStart || host == IPv6Address {
			return Suspect
		}
	} else if p > 0 && first == '.' {
		return Suspect
	}
	return 0
}

// Judged returns w, the words of b, with the suspects as they have to be. Its time is
// linear in len(b). It does not allocate.
func (w Words) Judged(b []byte) Words {
	o := w.Offsets()
	path := b[o.PathStart:o.PathEnd]
	first := byte(0)
	if len(path) > 0 {
		first = path[0]
	}
	w.W3 = w.W3&^Suspects | o.suspect(w.Host(), first) | percent(b)
	if w.W3&Suspect == 0 && (HasUpper(b[:o.PathStart]) || HasSlashDot(path)) {
		w.W3 |= Suspect
	}
	return w
}

// percent returns Percent if b has a "%", else 0.
func percent(b []byte) uint64 {
	if HasPercent(b) {
		return Percent
	}
	return 0
}

// HasPercent tells whether b has a "%". It does not allocate.
func HasPercent(b []byte) bool { return bytes.IndexByte(b, '%') >= 0 }

// Eight octets at a time, as a word.
const (
	tops   = 0x80 * ones
	all7f  = 0x7f * ones
	slash  = '/' * ones
	dot    = '.' * ones
	fromA  = (0x80 - 'A') * ones
	afterZ = (0x80 - 'Z' - 1) * ones
)

func word(b []byte, i int) uint64 { return binary.LittleEndian.Uint64(b[i:]) }

// HasUpper tells whether b has one of A to Z. From "http://h.example" to a host of 25 octets, it
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
	at := func(i int) uint64 { return uppers(word(b, i)&all7f) &^ word(b, i) }
	found := at(0) | at(n-8)
	if n > 16 {
		found |= at(8) | at(n-16)
		for i := 16; i < n-16; i += 8 {
			found |= at(i)
		}
	}
	return found&tops != 0
}

// uppers has the top bit of each octet of x that is one of A to Z: each sum
// says whether the octet is at least a letter, and neither carries. Octets from
// 0x80 make those above them wrong.
func uppers(x uint64) uint64 { return (x + fromA) &^ (x + afterZ) }

// HasSlashDot reports whether a "." follows a "/" in b. It does not allocate.
func HasSlashDot(b []byte) bool { return SlashDot(b, 0) >= 0 }

// SlashDot returns the offset of the first "/." in b from i on, -1 if there is none. The
// last window may overlap the one before. It does not allocate.
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

// noSlashDot has the top bit of each octet of x but of a "/" with a "." in the
// same octet of next.
func noSlashDot(x, next uint64) uint64 {
	differ := (x ^ slash) | (next ^ dot)
	return (differ&all7f + all7f) | differ
}
