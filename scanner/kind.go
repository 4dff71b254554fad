package scanner

// A Kind is the rule that an input breaks: a rule of the grammar, for results of
// package resolve one of section 5, or for requests, in package target, one of RFC 9110,
// RFC 9112 or RFC 6066, and for package repair one of UTS 46. It implements error so that
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

	BadTarget       // RFC 9112, 3.2: no request-target of the method is like this
	UserinfoRefused // RFC 9110, 4.2.4: an http or https URI with userinfo
	EmptyHost       // RFC 9110, 4.2.1: an http or https URI without a host
	BadConnectPort  // RFC 9110, 9.3.6: CONNECT with a port that is empty, 0, or above 65535
	HostMissing     // RFC 9112, 3.2: no Host field
	HostList        // RFC 9112, 3.2: a Host field that lists several hosts
	BadHostField    // RFC 9110, 7.2: a Host field that is not uri-host [ ":" port ]
	HostMismatch    // RFC 9112, 3.2: the Host field is not the authority of the absolute-form
	ConnectMismatch // RFC 9112, 3.2: the Host field is not the authority of CONNECT
	BadSNI          // RFC 6066, 3: a server name that is not a host name
	SNIMismatch     // RFC 6066, 3: the server name is not the host of the target URI

	BadIDN // RFC 3490 and UTS 46: a host beyond ASCII, or a label "xn--", has no ASCII form
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
	BadTarget:       {"bad-target", `a request-target is a path that begins with "/" and perhaps a query, or an absolute URI; with OPTIONS also "*" (RFC 9112, section 3.2)`},
	UserinfoRefused: {"userinfo-refused", `an http or https URI in a request has no userinfo (RFC 9110, section 4.2.4)`},
	EmptyHost:       {"empty-host", `an http or https URI has "//" and a host that is not empty (RFC 9110, section 4.2.1)`},
	BadConnectPort:  {"bad-connect-port", `CONNECT has a port from 1 to 65535 (RFC 9110, section 9.3.6)`},
	HostMissing:     {"host-missing", `a request has a Host field (RFC 9112, section 3.2)`},
	HostList:        {"host-list", `a Host field has one host (RFC 9112, section 3.2)`},
	BadHostField:    {"bad-host-field", `a Host field is a host, perhaps with ":" and a port (RFC 9110, section 7.2)`},
	HostMismatch:    {"host-mismatch", `the Host field is the authority of the request-target (RFC 9112, section 3.2)`},
	ConnectMismatch: {"connect-mismatch", `the Host field is the authority that CONNECT names (RFC 9112, section 3.2)`},
	BadSNI:          {"bad-sni", `a server name of TLS is a host name, without a port and without a dot at its end, and not an address (RFC 6066, section 3)`},
	SNIMismatch:     {"sni-mismatch", `the server name of TLS is the host of the request (RFC 6066, section 3)`},
	BadIDN:          {"bad-idn", `a host beyond ASCII is mapped to ASCII, and a label that begins with "xn--" is what a name beyond ASCII is mapped to (UTS 46, section 4)`},
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
