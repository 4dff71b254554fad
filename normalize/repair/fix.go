package repair

import (
	"math/bits"
	"strings"
)

// A Fix is one kind of repair, one bit each, or a set of them.
type Fix uint32

// The fixes. "Encoded" means percent-encoded (2.1), and a span is what the fix is about.
const (
	// Trimmed removes spaces and controls before and after the reference.
	Trimmed Fix = 1 << iota

	// TabOrNewline removes tabs, line feeds and carriage returns inside.
	TabOrNewline

	// Space encodes a space.
	Space

	// Control encodes a control character: %01 to %1F or %7F.
	Control

	// NonASCII encodes the UTF-8 of a character beyond ASCII (RFC 3987, section 3.1).
	NonASCII

	// NotUTF8 encodes bytes from 0x80 on that are not UTF-8.
	NotUTF8

	// Percent encodes a "%" that no two hex digits follow.
	Percent

	// Backslash makes a "\" a slash, where browsers read it as one.
	Backslash

	// Excluded encodes one of "<>^`{|}, or a "\" that is no slash. In a drive letter that
	// the path of a file URL begins with the "|" becomes a ":".
	Excluded

	// Bracket encodes a "[" or "]" outside of a host.
	Bracket

	// At encodes an "@" of the authority that is not the last.
	At

	// NumberSign encodes a "#" in the fragment.
	NumberSign

	// Slashes removes slashes before the host, or with [NoBase] adds those that are missing.
	// Its span is the slashes, or the ":" after which they are missing.
	Slashes

	// FirstColon puts "./" in front of a path whose first segment has a ":" without being a
	// scheme (4.2). Its span is the first such ":".
	FirstColon

	// Host writes a host as a [HostFunc] maps it.
	Host

	// Suffix puts "http://" in front of a suffix reference (4.5). Its span is the host.
	Suffix
)

// fixes holds the name of every fix, in the order of their bits, and what it does.
var fixes = [...]struct{ name, says string }{
	{"trimmed", "spaces and controls around it are removed"},
	{"tab-or-newline", "tabs and newlines inside are removed"},
	{"space", "a space is encoded"},
	{"control", "a control character is encoded"},
	{"non-ascii", "a character beyond ASCII is encoded"},
	{"not-utf8", "bytes that are not UTF-8 are encoded"},
	{"percent", `a "%" without two hex digits is encoded`},
	{"backslash", `a "\" is made a slash`},
	{"excluded", "a character that no URL has is encoded: \"<>\\^`{|}"},
	{"bracket", "a bracket outside of a host is encoded"},
	{"at", `an "@" that is not the last of the authority is encoded`},
	{"number-sign", `a "#" in the fragment is encoded`},
	{"slashes", "slashes before the host are removed or added"},
	{"first-colon", `"./" is put before a first segment with a ":"`},
	{"host", "a host is written in ASCII (IDNA)"},
	{"suffix", `"http://" is put before a host`},
}

// Fixes yields every fix by itself, in the order of their bits, with what it does in a few
// words. It does not allocate.
func Fixes(yield func(f Fix, says string) bool) {
	for i := range fixes {
		if !yield(1<<i, fixes[i].says) {
			return
		}
	}
}

// String returns the names of the fixes of f, joined by "|": "space|backslash". For no
// fixes it returns "". It allocates for two or more.
func (f Fix) String() string {
	f &= 1<<len(fixes) - 1
	if f&(f-1) == 0 {
		if f == 0 {
			return ""
		}
		return fixes[bits.TrailingZeros32(uint32(f))].name
	}
	var names [len(fixes)]string
	n := 0
	for ; f != 0; f &= f - 1 {
		names[n] = fixes[bits.TrailingZeros32(uint32(f))].name
		n++
	}
	return strings.Join(names[:n], "|")
}
