package inspect

import (
	"math/bits"
	"strings"
)

// A Remark is a fact about a valid reference that its reader may want to know, one bit
// each, or a set of them. A remark is not a fault: whether a reference is refused for it is
// the decision of a policy.
type Remark uint64

// The remarks on percent-encodings (2.1). "Delimits" means that the decoded byte would be a
// delimiter where it is.
const (
	// EncodedSlash is %2F in an authority or path.
	EncodedSlash Remark = 1 << iota

	// EncodedBackslash is %5C in an authority or path. Windows and browsers read "\" as "/".
	EncodedBackslash

	// EncodedDot is %2E in a host or path. A "." is unreserved and never needs encoding (2.3).
	EncodedDot

	// EncodedNUL is %00 anywhere.
	EncodedNUL

	// EncodedControl is %01 to %1F, or %7F, anywhere.
	EncodedControl

	// EncodedQuestionMark is %3F in an authority or path.
	EncodedQuestionMark

	// EncodedNumberSign is %23 in an authority or path. In a query it is how data has a "#".
	EncodedNumberSign

	// EncodedAt is %40 in an authority. In a path an "@" delimits nothing.
	EncodedAt

	// EncodedColon is %3A in an authority, or in the first segment of a relative-path
	// reference, which would become a scheme (4.2).
	EncodedColon

	// EncodedSemicolon is %3B in a path, where ";" begins a parameter (3.3).
	EncodedSemicolon

	// DoubleEncoded is a triplet that decodes to "%" and is followed by two hex digits,
	// encoded or not, so that decoding again decodes more. Its span goes on to any depth.
	DoubleEncoded

	// InvalidUTF8 is a run of triplets from %80 on that are not UTF-8 (RFC 3629, section 4).
	InvalidUTF8

	// OverlongUTF8 is a character in more bytes than it needs (RFC 3629, section 3). It is
	// not InvalidUTF8 as well.
	OverlongUTF8
)

// The remarks on the path (3.3). Those from SegmentEndsInDot on are not made on a path
// without a leading "/" after a scheme, as in mailto: and data:. %2F and %5C end a segment
// as "/" does, except for EmptySegment and RepeatedSegments, which count "/" alone.
const (
	// DotSegment is a segment "." or "..".
	DotSegment Remark = 1 << (iota + 13)

	// EncodedDotSegment is a part of the path that decoding makes a dot segment: one of its
	// dots or of the slashes around it is encoded.
	EncodedDotSegment

	// DotSegmentParameter is a dot segment, perhaps encoded, with a parameter: "..;x". Some
	// servers remove the parameter and then the dot segment.
	DotSegmentParameter

	// SegmentEndsInDot is a segment with dots, perhaps encoded, at its end, which Windows
	// ignores. It is not made on dot segments, nor on those with a parameter.
	SegmentEndsInDot

	// SegmentEndsInSpace is a segment with %20 at its end, which Windows ignores.
	SegmentEndsInSpace

	// EmptySegment is a run of two or more slashes.
	EmptySegment

	// RepeatedSegments is a group of one to eight segments, at least three times in a row,
	// as loops of links make it. A group without a letter, as in /00/00/00/, does not count.
	RepeatedSegments

	// HostInPath is a second host: the word http, https, ftp, ws or wss, a ":" and a slash, both
	// perhaps encoded, and what is up to the next slash, or a segment that is a DNS name of three
	// labels or more, "www" the first and two letters or more the last. Archives and proxies have
	// such paths by design.
	HostInPath
)

// The remarks on the authority (3.2), except those on addresses. They are about the host
// after normalizing, where it is spelled otherwise.
const (
	// Userinfo is a userinfo, perhaps empty (3.2.1).
	Userinfo Remark = 1 << (iota + 21)

	// Password is text after the first ":" of a userinfo. RFC 3986 deprecates it.
	Password

	// UserinfoLikeHost is a userinfo that begins like a host: with a DNS name of two labels
	// or more, the last of two letters or more, with an IPv4 address of two numbers or more, in
	// any spelling, or with "localhost" (7.6). Before %40 it is the name of a mailbox instead.
	UserinfoLikeHost

	// NotDNSName is a registered name that is not a DNS name: labels of 1 to 63 letters,
	// digits and inner hyphens, 253 bytes at most, the last label not a number, nor one in hex
	// as 0x7f, which browsers refuse (RFC 1035, section 2.3; RFC 1123, section 2.1). A name that
	// is an address is RareIPv4 instead.
	NotDNSName

	// FakeALabel is a label with the prefix "xn--" that is not an A-label (RFC 5890, section
	// 2.3.2.1): the rest is not Punycode (RFC 3492), or is that of ASCII alone, perhaps with joiners, or
	// of a character that no U-label has (RFC 5892), as a capital, full-width or superscript letter, a blank,
	// punctuation, or a selector of variants. Emoji and currency signs pass, since some registries take
	// them. What depends on the order of the characters is not checked: normalization, directions, and
	// the other rules on joiners.
	FakeALabel

	// TrailingDot is a "." at the end of a host: another name to a comparison of bytes, and
	// the same to DNS.
	TrailingDot

	// Localhost is the name localhost or one below it (RFC 6761, section 6.3), or another name
	// of the own host in the hosts files of systems: localhost.localdomain, localhost4,
	// localhost6, ip6-localhost, ip6-loopback, ipv6-localhost, ipv6-loopback; and, of Docker and
	// Podman, host.docker.internal, gateway.docker.internal, kubernetes.docker.internal and
	// host.containers.internal.
	Localhost

	// EmptyPort is a ":" without digits.
	EmptyPort

	// ZeroPort is a port 0, which is reserved (RFC 6335, section 6).
	ZeroPort

	// PortOutOfRange is a port over 65535.
	PortOutOfRange

	// UnusualPort is another port of a reference whose scheme is http, https, ws, wss or ftp,
	// or missing: not the default of the scheme, and not 80, 81, 443, 591, 3000, 5000, 8000,
	// 8008, 8080, 8081, 8443 or 8888.
	UnusualPort
)

// The remarks on addresses: those of [Address], as [OfAddr] makes them.
const (
	// RareIPv4 is an IPv4 address in a spelling other than four decimal numbers (7.4), or
	// with triplets. One number alone is a name after a scheme that is not of the Internet. A number
	// with a zero in front is octal, as to inet_aton and browsers; to other readers 0127.0.0.1 is
	// 127.0.0.1 (CVE-2021-28918), so that its class alone does not say where it leads.
	RareIPv4 Remark = 1 << (iota + 32)

	// EmbeddedIPv4 is an IPv4 address inside an IPv6 address, or two; see [Embedded].
	EmbeddedIPv4

	Loopback      // 127.0.0.0/8, ::1
	Private       // 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7, fec0::/10, 64:ff9b:1::/48
	LinkLocal     // 169.254.0.0/16, fe80::/10
	Multicast     // 224.0.0.0/4, ff00::/8
	Unspecified   // 0.0.0.0/8, which many systems take for the own host, and ::
	SharedAddress // 100.64.0.0/10, between providers and their customers
	Documentation // 192.0.2.0/24, 198.51.100.0/24, 203.0.113.0/24, 2001:db8::/32, 3fff::/20
	Benchmarking  // 198.18.0.0/15, 2001:2::/48
	Reserved      // what no public host has by the registries of IANA, and is not of the others
	Metadata      // the metadata services of clouds, in addition to the class of the address; also their names in private DNS, such as metadata.google.internal
)

// NotPublic are the remarks on addresses that are not those of a host of the public
// Internet, and on names of metadata services.
const NotPublic = Loopback | Private | LinkLocal | Multicast | Unspecified | SharedAddress | Documentation | Benchmarking | Reserved | Metadata

// remarks holds the name of every remark, in the order of their bits, and what it says.
var remarks = [...]struct{ name, says string }{
	{"encoded-slash", `"/" is encoded in the authority or path`},
	{"encoded-backslash", `"\" is encoded in the authority or path`},
	{"encoded-dot", `"." is encoded in the host or path`},
	{"encoded-nul", "a NUL byte is encoded"},
	{"encoded-control", "a control character is encoded"},
	{"encoded-question-mark", `"?" is encoded before the query`},
	{"encoded-number-sign", `"#" is encoded in the authority or path`},
	{"encoded-at", `"@" is encoded in the authority`},
	{"encoded-colon", `":" is encoded in the authority, or where it would end a scheme`},
	{"encoded-semicolon", `";" is encoded in the path`},
	{"double-encoded", "decoding twice gives another result than decoding once"},
	{"invalid-utf8", "decoded bytes are not UTF-8"},
	{"overlong-utf8", "a character is encoded in more bytes of UTF-8 than it needs"},
	{"dot-segment", `a segment of the path is "." or ".."`},
	{"encoded-dot-segment", `decoding makes a segment "." or ".."`},
	{"dot-segment-with-parameter", `a segment is "." or ".." with a parameter, such as "..;x"`},
	{"segment-ends-in-dot", "a segment ends in a dot, which Windows ignores"},
	{"segment-ends-in-space", "a segment ends in an encoded space, which Windows ignores"},
	{"empty-segment", "slashes follow each other in the path"},
	{"repeated-segments", "the same segments follow each other at least three times"},
	{"host-in-path", "the path has a second host"},
	{"userinfo", "there is a userinfo"},
	{"password", "the userinfo has a password"},
	{"userinfo-like-host", "the userinfo looks like a host"},
	{"not-dns-name", "the host is not a DNS name"},
	{"fake-a-label", `a label begins with "xn--" and is not the encoding of an international name`},
	{"trailing-dot", "the host ends in a dot"},
	{"localhost", "the host is localhost, a name below it, or another name of the own host"},
	{"empty-port", "the port has no digits"},
	{"zero-port", "the port is 0"},
	{"port-out-of-range", "the port is over 65535"},
	{"unusual-port", "the port is not a usual one for its scheme"},
	{"rare-ipv4", "the host is an IPv4 address in a rare spelling"},
	{"embedded-ipv4", "the host is an IPv6 address that has an IPv4 address inside"},
	{"loopback", "the address is that of the own host"},
	{"private", "the address is that of a private network"},
	{"link-local", "the address is that of the own link"},
	{"multicast", "the address is that of a group"},
	{"unspecified", "the address is unspecified"},
	{"shared-address", "the address is shared by the customers of a provider"},
	{"documentation", "the address is for documentation"},
	{"benchmarking", "the address is for benchmarks of networks"},
	{"reserved", "the address is reserved"},
	{"metadata", "the address or name is that of the metadata service of a cloud"},
}

// Each remark has a bit and a line of remarks: where a group grows, the shifts of the groups after it grow, too.
// A part of All finds it, and suspects must name that part; twin_test.go finds it once more, on its own.
var _ = [1]bool{}[Metadata>>(len(remarks)-1)-1]

// Remarks yields every remark by itself, in the order of their bits, with a description of
// a few words. It does not allocate.
func Remarks(yield func(r Remark, says string) bool) {
	for i := range remarks {
		if !yield(1<<i, remarks[i].says) {
			return
		}
	}
}

// String returns the names of the remarks of r, joined by "|": "encoded-slash|userinfo".
// For no remarks it returns "". It allocates for two or more.
func (r Remark) String() string {
	r &= 1<<len(remarks) - 1
	if r&(r-1) == 0 {
		if r == 0 {
			return ""
		}
		return remarks[bits.TrailingZeros64(uint64(r))].name
	}
	var names [len(remarks)]string
	n := 0
	for ; r != 0; r &= r - 1 {
		names[n] = remarks[bits.TrailingZeros64(uint64(r))].name
		n++
	}
	return strings.Join(names[:n], "|")
}

// ParseRemark returns the remark with the name that [Remark.String] gives it, or ok = false.
// It does not allocate.
func ParseRemark(name string) (r Remark, ok bool) {
	for i := range remarks {
		if remarks[i].name == name {
			return 1 << i, true
		}
	}
	return 0, false
}
