package neturl

import (
	"strconv"

	"github.com/uriscan/uriscan/scanner"
)

// A Kind is a way in which net/url and RFC 3986 differ about a component. It implements
// error, so that errors.Is(err, neturl.Lost) works.
type Kind uint8

// The kinds.
const (
	Lost         Kind = iota + 1 // the component is there, and a url.URL cannot show that
	Respelled                    // url.URL.String writes other bytes for it
	Refused                      // url.Parse refuses it
	Accepted                     // url.Parse takes an input that is not a URI-reference
	Opaque                       // a path without "/" (path-rootless, 3.3): url.URL.Opaque has it, Path is empty
	Decoded                      // url.URL.Path or Fragment has it without a difference that counts (2.2), as between "/" and "%2F"
	Contradicted                 // a field of a url.URL says something else than another one
)

var kindNames = [...]string{
	Lost: "lost", Respelled: "respelled", Refused: "refused", Accepted: "accepted",
	Opaque: "opaque", Decoded: "decoded", Contradicted: "contradicted",
}

// String returns the name of k in lower case, or "" if k is not a kind. It does not
// allocate.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return ""
}

// Error is [Kind.String].
func (k Kind) Error() string { return k.String() }

// An Error is a component that a conversion would change, and how. Errors are values that
// can be compared, and never quote the input, which may hold a password (7.5).
type Error struct {
	Kind      Kind // Lost, Respelled or Refused from ToURL, Contradicted from FromURL
	Component scanner.Component
	Offset    int // in bytes: see ToURL and FromURL
}

// Error returns a text such as "uriscan: userinfo respelled at offset 8". The offset counts
// from 0.
func (e Error) Error() string {
	return "uriscan: " + e.Component.String() + " " + e.Kind.String() + " at offset " + strconv.Itoa(e.Offset)
}

// Unwrap returns the [Kind], for errors.Is. It does not allocate.
func (e Error) Unwrap() error { return e.Kind }
