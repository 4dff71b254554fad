package byhand

import (
	"bytes"
	"regexp"
	"strings"
)

// A Rule is one of the four kinds of input that a reader may ask for.
type Rule int

// The rules: any reference (4.1), with a scheme (3), with a scheme and without
// a fragment (4.3), without a scheme (4.2).
const (
	URIReference Rule = iota
	URI
	AbsoluteURI
	RelativeRef
)

// A Reference is the components of an input. Host and path are named after the
// kinds of section 3.2.2 and 3.3 as the RFC spells them, "" for no host.
type Reference struct {
	Scheme, Authority, Userinfo, Host, Port, Path, Query, Fragment Span

	HostKind, PathKind string
}

// Check returns the components of in, and ok = false if in is not a reference.
func Check(in []byte) (r Reference, ok bool) {
	r = split(in)
	ok = r.schemeOK(in) && r.authorityOK(in) && r.pathOK(in) &&
		tailOK(in, r.Query) && tailOK(in, r.Fragment)
	return r, ok
}

// Is reports whether the components that the rule requires are there and those that it
// refuses are not.
func (r *Reference) Is(rule Rule) bool {
	switch rule {
	case URI:
		return r.Scheme != Undefined
	case AbsoluteURI: // "without a fragment identifier" (4.3)
		return r.Scheme != Undefined && r.Fragment == Undefined
	case RelativeRef:
		return r.Scheme == Undefined
	}
	return true
}

// schemeOK is section 3.1: "Scheme names consist of a sequence of characters
// beginning with a letter and followed by any combination of letters, digits,
// plus ("+"), period ("."), or hyphen ("-")."
func (r *Reference) schemeOK(in []byte) bool {
	if r.Scheme == Undefined {
		return true
	}
	s := in[r.Scheme.Start:r.Scheme.End]
	for i, c := range s {
		if !isLetter(c) && (i == 0 || !isDecimal(c) && c != '+' && c != '.' && c != '-') {
			return false
		}
	}
	return len(s) > 0
}

// authorityOK is section 3.2. Userinfo is "followed by a commercial at-sign",
// the port follows the host "delimited from it by a single colon", and the
// colons of an IP literal are inside its brackets.
func (r *Reference) authorityOK(in []byte) bool {
	if r.Authority == Undefined {
		return true
	}
	host := r.Authority
	if at := bytes.IndexByte(in[host.Start:host.End], '@'); at >= 0 {
		r.Userinfo = Span{host.Start, host.Start + at}
		host.Start += at + 1
	}
	literal := 0
	if bytes.HasPrefix(in[host.Start:host.End], []byte("[")) {
		literal = bytes.IndexByte(in[host.Start:host.End], ']') + 1
	}
	if colon := bytes.IndexByte(in[host.Start+literal:host.End], ':'); colon >= 0 {
		end := host.Start + literal + colon
		r.Port = Span{end + 1, host.End}
		host.End = end
	}
	r.Host = host
	r.HostKind = hostKind(in[host.Start:host.End])
	return r.HostKind != "" && r.userinfoOK(in) && r.portOK(in)
}

// userinfoOK is section 3.2.1: data, triplets, sub-delimiters and colons.
func (r *Reference) userinfoOK(in []byte) bool {
	return r.Userinfo == Undefined || madeOf(in[r.Userinfo.Start:r.Userinfo.End], ":")
}

// portOK is section 3.2.3: "an optional port number in decimal", which normal
// forms omit "if port is empty": any number of digits.
func (r *Reference) portOK(in []byte) bool {
	return r.Port == Undefined || areAll(in[r.Port.Start:r.Port.End], isDecimal)
}

// pathOK is section 3.3: with an authority the path "must either be empty or
// begin with a slash"; without one it "cannot begin with two slash characters";
// and the first segment of a relative path has no colon.
func (r *Reference) pathOK(in []byte) bool {
	path := in[r.Path.Start:r.Path.End]
	absolute := len(path) > 0 && path[0] == '/'
	switch {
	case r.Authority != Undefined:
		r.PathKind = "path-abempty"
		if len(path) > 0 && !absolute {
			return false
		}
	case len(path) == 0:
		r.PathKind = "path-empty"
	case absolute:
		r.PathKind = "path-absolute"
		if bytes.HasPrefix(path, []byte("//")) {
			return false
		}
	case r.Scheme != Undefined:
		r.PathKind = "path-rootless"
	default:
		r.PathKind = "path-noscheme"
		first, _, _ := bytes.Cut(path, []byte("/"))
		if bytes.IndexByte(first, ':') >= 0 {
			return false
		}
	}
	return madeOf(path, ":@/")
}

// tailOK is sections 3.4 and 3.5: query and fragment hold what a path holds,
// and "slash ("/") and question mark ("?") may represent data" in both.
func tailOK(in []byte, s Span) bool {
	return s == Undefined || madeOf(in[s.Start:s.End], ":@/?")
}

// A Span is a range of byte offsets, half-open. [Undefined] is no range.
type Span struct{ Start, End int }

// Undefined is the span of a component that is not there (5.3).
var Undefined = Span{-1, -1}

// appendixB is the regular expression of Appendix B. The flag s makes "." match
// a newline, too: a fragment goes on to the end. Bytes that are no UTF-8 are
// characters of their own to package regexp, so that the offsets are right.
var appendixB = regexp.MustCompile(`(?s)^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`)

// split returns the five components that Appendix B finds, in any input.
func split(in []byte) Reference {
	m := appendixB.FindSubmatchIndex(in)
	group := func(n int) Span { return Span{m[2*n], m[2*n+1]} }
	return Reference{
		Scheme: group(2), Authority: group(4), Path: group(5), Query: group(7), Fragment: group(9),
		Userinfo: Undefined, Host: Undefined, Port: Undefined,
	}
}

// madeOf reports whether s is made of unreserved characters (2.3), sub-delimiters
// (2.2), triplets (2.1) and the characters of extra.
func madeOf(s []byte, extra string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case isData(c) || strings.IndexByte(extra, c) >= 0:
		case isTriplet(s[i:]):
			i += 2
		default:
			return false
		}
	}
	return true
}

// isTriplet is section 2.1: "the percent character "%" followed by the two
// hexadecimal digits representing that byte's numeric value".
func isTriplet(s []byte) bool {
	return len(s) >= 3 && s[0] == '%' && isHexadecimal(s[1]) && isHexadecimal(s[2])
}

// isData reports whether c is unreserved, "uppercase and lowercase letters,
// decimal digits, hyphen, period, underscore, and tilde" (2.3), or one of the
// sub-delimiters that section 2.2 lists.
func isData(c byte) bool {
	return isLetter(c) || isDecimal(c) || strings.IndexByte("-._~!$&'()*+,;=", c) >= 0
}

func isLetter(c byte) bool { return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' }

func isDecimal(c byte) bool { return '0' <= c && c <= '9' }

// isHexadecimal takes both cases: "uppercase ... 'A' through 'F' are equivalent
// to the lowercase digits 'a' through 'f'" (2.1).
func isHexadecimal(c byte) bool {
	return isDecimal(c) || 'A' <= c && c <= 'F' || 'a' <= c && c <= 'f'
}
