package scanner

import (
	"strconv"

	"github.com/uriscan/uriscan/internal/kernel"
)

// A Kind is the rule of the grammar that an input breaks. It implements error,
// so that errors.Is(err, scanner.BadPercent) asks for it, and package fmt prints
// what Error returns; the spelling of diagnostics is [Kind.String]. 0 is no kind.
type Kind uint8

// The kinds. Which one it is follows from the octets before the offset and
// from whether the input ends there, never from the octet that is refused.
const (
	BadScheme     = Kind(kernel.BadScheme)     // 3.1, where only a scheme can stand
	BadUserinfo   = Kind(kernel.BadUserinfo)   // 3.2.1; after a ":" that no port follows: //h:8x/
	BadHost       = Kind(kernel.BadHost)       // 3.2.2; also after the "]" of an IP literal
	BadIPv6       = Kind(kernel.BadIPv6)       // 3.2.2, IPv6address, from the "[" on
	BadIPvFuture  = Kind(kernel.BadIPvFuture)  // 3.2.2, IPvFuture, from the "v" on
	BadPort       = Kind(kernel.BadPort)       // 3.2.3
	BadPath       = Kind(kernel.BadPath)       // 3.3
	BadQuery      = Kind(kernel.BadQuery)      // 3.4
	BadFragment   = Kind(kernel.BadFragment)   // 3.5
	BadPercent    = Kind(kernel.BadPercent)    // 2.1, a "%" without two HEXDIG
	UnexpectedEnd = Kind(kernel.UnexpectedEnd) // a valid reference begins like this input and goes on
	TooLong       = Kind(kernel.TooLong)       // more than MaxLen bytes
)

// kinds holds, for every Kind, its spelling in JSON and diagnostics and its
// noun phrase in error texts.
var kinds = [...]struct{ spelling, phrase string }{
	0:             {"", "no fault"},
	BadScheme:     {"bad-scheme", "bad scheme"},
	BadUserinfo:   {"bad-userinfo", "bad port or userinfo"},
	BadHost:       {"bad-host", "bad host"},
	BadIPv6:       {"bad-ipv6", "bad IPv6 address"},
	BadIPvFuture:  {"bad-ipvfuture", "bad IPvFuture address"},
	BadPort:       {"bad-port", "bad port"},
	BadPath:       {"bad-path", "bad path"},
	BadQuery:      {"bad-query", "bad query"},
	BadFragment:   {"bad-fragment", "bad fragment"},
	BadPercent:    {"bad-percent", "bad percent-encoding"},
	UnexpectedEnd: {"unexpected-end", "unexpected end"},
	TooLong:       {"too-long", "reference too long"},
}

// String returns the spelling of k in JSON and in diagnostics: "bad-percent".
func (k Kind) String() string {
	if int(k) < len(kinds) {
		return kinds[k].spelling
	}
	return ""
}

// Error returns k as the text of an error: "uriscan: bad percent-encoding".
func (k Kind) Error() string { return "uriscan: " + k.phrase() }

func (k Kind) phrase() string {
	if int(k) < len(kinds) {
		return kinds[k].phrase
	}
	return "unknown fault"
}

// A Fault says where and why an input is not a member of the rule asked for.
// The zero Fault is none. It holds no pointer and can be compared with ==.
type Fault struct {
	w uint64 // the offset, and the kind from bit 32: one word, stored at once
}

func faultAt(offset uint32, k kernel.Fault) Fault {
	return Fault{uint64(offset) | uint64(k)<<32}
}

// Kind returns the rule that is broken, 0 if f is none. It does not allocate.
func (f Fault) Kind() Kind { return Kind(f.w >> 32) }

// Offset returns the length of the longest prefix of the input with which some
// member of the rule begins, in bytes: the offset of the octet that is refused,
// or the length of an input that ended too early. It does not allocate.
func (f Fault) Offset() int { return int(uint32(f.w)) }

// String returns the kind and the offset, "bad-path at 10", and "" if f is none.
func (f Fault) String() string {
	if f == (Fault{}) {
		return ""
	}
	return f.Kind().String() + " at " + strconv.Itoa(f.Offset())
}

// Err returns f as an error: nil if f is none, else an [Error]. It does not
// allocate for offsets below 1,024, and allocates 8 bytes from there on. (The
// first error of each kind allocates those of all small offsets.)
func (f Fault) Err() error {
	if f == (Fault{}) {
		return nil
	}
	return f.err()
}
