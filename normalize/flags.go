package normalize

import "strings"

// Flags are the rungs of the ladder of section 6.2, one bit each. A rung changes
// only what its name says. It works alone, and applying it twice changes nothing
// more. Bits without a name are ignored.
type Flags uint32

// The rungs. They always act in the order of section 6.2 and of [Needed]:
// DropFragment, DropUserinfo, PercentEncoding, Case, IPv6, EmptyPort, DefaultPort,
// EmptyPath, PathSegment.
const (
	// Case writes the scheme and the host in lower case and the hex digits of all
	// triplets in upper case (6.2.2.1). Userinfo, path, query and fragment keep
	// their case.
	Case Flags = 1 << iota

	// PercentEncoding decodes the triplets of unreserved characters in all
	// components, and no other triplets (6.2.2.2).
	PercentEncoding

	// PathSegment removes dot segments as 5.2.4 does, but not from the path of a
	// relative-path reference, where a leading ".." means something (6.2.2.3). A path
	// without an authority that would begin with "//" keeps or gets "/." in front.
	PathSegment

	// IPv6 writes an IPv6address as RFC 5952 recommends, with an IPv4-mapped address in
	// the mixed notation of its section 5. It can lengthen a host by up to 6 bytes.
	IPv6

	// EmptyPort drops the ":" of a port without digits, whatever the scheme (6.2.3).
	EmptyPort

	// DefaultPort drops the port that is the default of the scheme (6.2.3): http
	// and ws 80, https and wss 443, ftp 21. Leading zeros are ignored.
	DefaultPort

	// EmptyPath makes the empty path after an authority "/" for the schemes http,
	// https, ws, wss, ftp and file (6.2.3). It lengthens by 1 byte.
	EmptyPath

	// DropFragment removes the fragment and its "#". References that are compared to
	// select a retrieval have no fragment (6.1).
	DropFragment

	// DropUserinfo removes the userinfo and its "@". It changes which resource the
	// reference identifies, and no section asks for it.
	DropUserinfo
)

const (
	// Syntax is 6.2.2: what holds for all schemes. It never lengthens.
	Syntax = Case | PercentEncoding | PathSegment

	// SchemeBased is Syntax and 6.2.3: what holds for the schemes known here.
	SchemeBased = Syntax | IPv6 | EmptyPort | DefaultPort | EmptyPath
)

// lengthen are the rungs whose result can be longer than their input.
const lengthen = IPv6 | EmptyPath

var flagNames = [...]string{
	"case", "percent-encoding", "path-segment", "ipv6", "empty-port", "default-port", "empty-path",
	"drop-fragment", "drop-userinfo",
}

// String returns the names of the rungs of f as the command line spells them,
// joined by ",": "case,percent-encoding". For no rungs it returns "". It allocates
// for two or more.
func (f Flags) String() string {
	var names [len(flagNames)]string
	n := 0
	for i, name := range flagNames {
		if f&(1<<i) != 0 {
			names[n] = name
			n++
		}
	}
	return strings.Join(names[:n], ",")
}
