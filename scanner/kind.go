package scanner

// A Kind is the rule that an input breaks: a rule of the grammar or, for results
// of package resolve, of section 5. It implements error so that
// errors.Is(err, scanner.BadPercent) works. 0 is not a kind, and is not nil as an
// error: return [Fault.Err] instead.
type Kind uint8

// The kinds. A kind of the grammar follows from the bytes before the offset and
// from whether the input ends there, never from the byte that is refused. The one
// exception is the "#" that [AbsoluteURI] refuses, which is a BadFragment.
const (
	BadScheme     Kind = iota + 1 // 3.1, where only a scheme can come
	BadUserinfo                   // 3.2.1; also for a port that is not digits: //h:8x could still become //h:8x@host
	BadHost                       // 3.2.2; also after the "]" of an IP literal
	BadIPv6                       // 3.2.2, IPv6address, from the "[" on
	BadIPvFuture                  // 3.2.2, IPvFuture, from the "v" on
	BadPort                       // 3.2.3
	BadPath                       // 3.3
	BadQuery                      // 3.4
	BadFragment                   // 3.5
	BadPercent                    // 2.1, a "%" without two HEXDIG
	UnexpectedEnd                 // a valid reference begins like this input and goes on
	TooLong                       // more than MaxLen bytes

	Underflow       // 5.2.4: a ".." has no segment left to remove
	PathAsAuthority // 3.3: a path that begins with "//" has no authority before it
	PathAsScheme    // 4.2: a first segment with a ":" has no scheme before it
	PathUnrooted    // 3.3: after an authority, a path does not begin with "/"
)

// kinds holds the spelling of every Kind and its rule in words.
var kinds = [...]struct{ spelling, rule string }{
	BadScheme:       {"bad-scheme", `a scheme is a letter, then letters, digits, "+", "-" and "." (RFC 3986, section 3.1)`},
	BadUserinfo:     {"bad-userinfo", `userinfo holds unreserved characters, sub-delims, ":" and percent-encodings, a port digits (RFC 3986, sections 3.2.1 and 3.2.3)`},
	BadHost:         {"bad-host", `a host is an IP literal in brackets, or unreserved characters, sub-delims and percent-encodings (RFC 3986, section 3.2.2)`},
	BadIPv6:         {"bad-ipv6", `an IPv6 address is eight groups of up to four hex digits, one run of them may be "::" and the last two an IPv4 address (RFC 3986, section 3.2.2)`},
	BadIPvFuture:    {"bad-ipvfuture", `an IPvFuture is "v", hex digits, ".", then unreserved characters, sub-delims and ":" (RFC 3986, section 3.2.2)`},
	BadPort:         {"bad-port", `a port is digits (RFC 3986, section 3.2.3)`},
	BadPath:         {"bad-path", `a path holds unreserved characters, sub-delims, ":", "@", "/" and percent-encodings, and no ":" in a first segment that follows no scheme (RFC 3986, sections 3.3 and 4.2)`},
	BadQuery:        {"bad-query", `a query holds the characters of a path and "?" (RFC 3986, section 3.4)`},
	BadFragment:     {"bad-fragment", `a fragment holds the characters of a path and "?", and an absolute URI has none (RFC 3986, sections 3.5 and 4.3)`},
	BadPercent:      {"bad-percent", `"%" is followed by two hex digits (RFC 3986, section 2.1)`},
	UnexpectedEnd:   {"unexpected-end", `the input ends within a component that has to go on (RFC 3986, Appendix A)`},
	TooLong:         {"too-long", `a reference has at most 2147483647 bytes (a limit of this library)`},
	Underflow:       {"underflow", `".." removes a segment, and none is left (RFC 3986, section 5.2.4)`},
	PathAsAuthority: {"path-as-authority", `without an authority a path does not begin with "//" (RFC 3986, section 3.3)`},
	PathAsScheme:    {"path-as-scheme", `without a scheme the first segment of a path has no ":" (RFC 3986, section 4.2)`},
	PathUnrooted:    {"path-unrooted", `after an authority a path is empty or begins with "/" (RFC 3986, section 3.3)`},
}

// String returns the spelling of k in errors, JSON and diagnostics, such as
// "bad-percent", or "" if k is not a kind. It does not allocate.
func (k Kind) String() string {
	if int(k) < len(kinds) {
		return kinds[k].spelling
	}
	return ""
}

// Error is [Kind.String].
func (k Kind) Error() string { return k.String() }

// Describe returns the rule in words with its section, such as
// "\"%\" is followed by two hex digits (RFC 3986, section 2.1)". It does
// not allocate.
func (k Kind) Describe() string {
	if int(k) < len(kinds) {
		return kinds[k].rule
	}
	return ""
}
