package target

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
)

// HasPrefix reports whether path is at or below prefix, by whole segments: /a/b is a prefix
// of /a/b and /a/b/c, not of /a/bc. A prefix that ends in "/" means what is below: /a/ is a
// prefix of /a/ and /a/b, not of /a, and "/" is one of every path that begins with "/". The
// empty prefix is one of every path.
//
// The path counts as RFC 3986 normalizes it (6.2.2), so that a rule cannot be evaded:
// without its dot segments, encoded ones included, /public/../admin is below /admin and not
// below /public. Triplets are equal if they normalize to the same bytes: %61 is "a", and %2f
// is %2F but never "/". The case of letters counts. The prefix is taken as it is: one that
// has dot segments, or does not begin with "/", is a prefix of no path.
//
// What only some servers take for a dot segment, such as "..;x" or "%5C..", is an ordinary
// segment here: refuse such a path before.
//
// path must not include the query, and prefix must not come from the request. The time is
// linear in the length of path. It does not allocate.
func HasPrefix[A, B lut.Bytes](path A, prefix B) bool {
	return hasPrefix(kernel.Bytes(path), kernel.Bytes(prefix))
}

// AppendStripped appends path without prefix to dst, and "/" if nothing is left: from /a/b
// the prefixes /a and /a/ leave /b, from /a the prefix /a leaves "/". The bytes that are left
// stay as they are.
//
// ok is false, and out is dst, if path does not have the prefix as [HasPrefix] says, or if
// the rest could mean another place than path does:
//
//   - a dot segment comes before it: /x/../a/b without /a,
//   - it begins with a dot segment: /a/./b, /a/%2E%2e/b,
//   - a ".." in it removes more segments than come before in the rest: /a/b/../../a/c. Empty
//     ones do not count, since many servers merge slashes: /a/b//../../c, nor do those of
//     encoded slashes, such as "%2F", or ";x",
//   - it begins with "//", or does once its dot segments are removed: /a//b, /a/x/..//b.
//
// Here a dot segment with parameters, such as "..;x", is one, too, and no segment of the rest
// may have one once it is decoded, as "..%2Fb", "b%5C.." and "..%3Bx" have. If HasPrefix is true
// and ok is false, refuse the request.
//
// An encoded slash is part of a name, also at the beginning: /a/%2Fb leaves /%2Fb. For a backend
// that decodes a path before it parses it, and takes that for //b, refuse such a path before.
//
// path and prefix are as for HasPrefix. dst may be path[:0]. The time is linear in the
// length of path. AppendStripped allocates only to grow dst.
func AppendStripped[A, B lut.Bytes](dst []byte, path A, prefix B) (out []byte, ok bool) {
	p, pre := kernel.Bytes(path), kernel.Bytes(prefix)
	if !hasPrefix(p, pre) {
		return dst, false
	}
	n, ok := cut(p, withoutSlash(pre))
	if rest := p[n:]; !ok || !staysBelow(rest) {
		return dst, false
	} else if len(rest) > 0 {
		return append(dst, rest...), true
	}
	return append(dst, '/'), true
}

// withoutSlash returns prefix without the "/" at its end.
func withoutSlash(prefix []byte) []byte { return bytes.TrimSuffix(prefix, []byte("/")) }

// hasPrefix keeps no stack of the segments that dot segments may remove, but how many there
// are, and how many of the first of them are those of the prefix.
func hasPrefix(path, prefix []byte) bool {
	if len(path) > 0 && path[0] != '/' || len(prefix) > 0 && prefix[0] != '/' {
		return len(prefix) == 0
	}
	want := withoutSlash(prefix)
	depth, same := 0, 0
	matched := 0 // want[:matched] are the first same segments
	for i := 0; i < len(path); {
		segment := segmentAt(path, i)
		i += 1 + len(segment)
		if dots := dotsOf(segment); dots > 0 {
			if dots == 2 && depth > 0 {
				if depth--; same > depth {
					same, matched = depth, bytes.LastIndexByte(want[:matched], '/')
				}
			}
			if i < len(path) {
				continue
			}
			segment = nil // 5.2.4: what a dot segment at the end leaves
		}
		if same == depth && matched < len(want) {
			if s := segmentAt(want, matched); sameSegment(segment, s) {
				same, matched = same+1, matched+1+len(s)
			}
		}
		depth++
	}
	return matched == len(want) && (len(want) == len(prefix) || depth > same)
}

// cut returns the end of the first segments of path, which has no fewer than prefix, if they are
// those of prefix.
func cut(path, prefix []byte) (end int, ok bool) {
	for k := 0; k < len(prefix); {
		s, want := segmentAt(path, end), segmentAt(prefix, k)
		if !sameSegment(s, want) {
			return 0, false
		}
		end, k = end+1+len(s), k+1+len(want)
	}
	return end, true
}

// staysBelow reports whether rest is empty, or a path that begins with "/" and means the
// same after any prefix.
func staysBelow(rest []byte) bool {
	depth, names := 0, 0 // segments before i, and those that are left if slashes are merged
	if len(rest) > 0 && rest[0] != '/' {
		return false
	}
	for i := 0; i < len(rest); {
		segment := segmentAt(rest, i)
		if hidesDots(segment) {
			return false
		}
		first := i == 0
		i += 1 + len(segment)
		name, _, _ := bytes.Cut(segment, []byte(";"))
		switch dots := dotsOf(name); {
		case dots == 2:
			depth--
			if names--; names < 0 {
				return false
			}
		case dots == 1:
			if first {
				return false
			}
		case depth == 0 && len(segment) == 0 && i < len(rest):
			return false
		default:
			if depth++; hasName(segment) {
				names++
			}
		}
	}
	return true
}

// hasName reports whether segment, once decoded, has more than slashes and backslashes before
// a parameter.
func hasName(segment []byte) bool {
	for i := 0; ; {
		u, n := unitAt(segment, i)
		if c := u &^ encoded; n == 0 || c != '/' && c != '\\' {
			return n > 0 && c != ';'
		}
		i += n
	}
}

// hidesDots reports whether segment, once decoded, has a dot segment before a parameter, or
// beside a slash or backslash.
func hidesDots(segment []byte) bool {
	dots := 0      // before i since the last slash, -1 after other bytes
	split := false // there was such a slash
	for i := 0; ; {
		u, n := unitAt(segment, i)
		slash := u == encoded|'/' || u&^encoded == '\\'
		switch {
		case u == '.' && dots >= 0:
			dots++
		case n == 0 || slash || u&^encoded == ';':
			if (dots == 1 || dots == 2) && (split || slash || n == 3) {
				return true
			} else if n == 0 {
				return false
			}
			if dots = 0; u&^encoded == ';' {
				dots = -1
			} else {
				split = true
			}
		default:
			dots = -1
		}
		i += n
	}
}

// segmentAt returns the segment after the "/" at path[i].
func segmentAt(path []byte, i int) []byte {
	segment := path[i+1:]
	if n := bytes.IndexByte(segment, '/'); n >= 0 {
		segment = segment[:n]
	}
	return segment
}

// dotsOf returns 1 or 2 if segment is "." or "..", else 0.
func dotsOf(segment []byte) (dots int) {
	for i := 0; i < len(segment); dots++ {
		u, n := unitAt(segment, i)
		if u != '.' || dots == 2 {
			return 0
		}
		i += n
	}
	return dots
}

func sameSegment(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	i, k := 0, 0
	for i < len(a) && k < len(b) {
		u, n := unitAt(a, i)
		v, m := unitAt(b, k)
		if u != v {
			return false
		}
		i, k = i+n, k+m
	}
	return i == len(a) && k == len(b)
}

// A unit is a byte, or a triplet that normalizing does not decode, with the bit encoded
// (6.2.2.1, 6.2.2.2).
type unit uint16

const encoded unit = 1 << 8

// unitAt returns the unit at b[i] and its size in b, which is 0 if b ends there.
func unitAt(b []byte, i int) (u unit, size int) {
	switch {
	case i == len(b):
		return encoded, 0
	case b[i] != '%' || len(b)-i < 3:
		return unit(b[i]), 1
	}
	var buf [3]byte
	c, bad := lut.AppendPctDecoded(buf[:0], b[i:i+3])
	switch {
	case bad >= 0:
		return '%', 1
	case lut.ClassOf(c[0])&lut.Unreserved != 0:
		return unit(c[0]), 3
	}
	return encoded | unit(c[0]), 3
}

// lower returns u in lower case.
func lower(u unit) unit {
	if 'A' <= u && u <= 'Z' {
		u |= 0x20
	}
	return u
}
