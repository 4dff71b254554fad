package crawl

import (
	"bytes"
	"strconv"

	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// This file has the rules of [IA]. They were found by asking surt 0.3.1 for the keys of some
// hundreds of URLs. testdata/surt.tsv has those that tell rules apart. The license of surt is the
// AGPL: none of its text was used.

// appendIA appends the IA key of b.
func appendIA(dst, b []byte, ref scanner.Ref) []byte {
	if bytes.HasPrefix(b, []byte("filedesc")) { // the name of the first record of an ARC file
		return append(dst, b...)
	}
	hasHost := ref.Host().Len() > 0
	if hasHost {
		dst = appendIAHost(dst, ref.Host().Of(b))
		dst = append(appendIAPort(dst, b, ref), ')')
	} else {
		dst = append(appendUnescaped(dst, ref.Scheme().Of(b)), ':')
	}
	at := len(dst)
	dst = appendUnescaped(dst, ref.Path().Of(b))
	path := dst[at:]
	if hasHost {
		path = iaPath(path)
	}
	dst = append(dst[:at], withoutIASession(path)...)
	if n := len(dst); n-at > 1 && dst[n-1] == '/' {
		dst = dst[:n-1]
	}
	isEmpty := len(dst) == at
	if hasHost && isEmpty {
		dst = append(dst, '/')
	}
	dst, end := encoded(dst, at, len(dst), iaKept, "0123456789abcdef")
	if ref.Query().Len() == 0 {
		return dst
	}
	if !hasHost && isEmpty {
		dst = append(dst, '/')
	}
	at = len(dst) + 1
	dst = appendUnescaped(append(dst, '?'), ref.Query().Of(b))
	dst = append(dst[:at], withoutIASessions(dst[at:])...)
	if len(dst) == at {
		return dst[:end]
	}
	dst, _ = encoded(dst, at, len(dst), iaKept, "0123456789abcdef")
	sortQuery(dst[at:])
	return dst
}

// iaKept are the bytes that IA keys have as they are: all visible ASCII but "#" and "%".
var iaKept = lut.SetOf(lut.Unreserved | lut.Reserved).Or(lut.MakeSet("\"<>\\^`{|}")).AndNot(lut.MakeSet("#"))

// appendUnescaped appends src in lower case, with triplets decoded until there are none: what is
// decoded can complete another one. Each byte is written once and taken back at most once.
func appendUnescaped(dst, src []byte) []byte {
	start := len(dst)
	for _, c := range src {
		for {
			n := len(dst)
			if n-start < 2 || dst[n-2] != '%' || lut.ClassOf(c)&lut.ClassOf(dst[n-1])&lut.HexDigit == 0 {
				break
			}
			c = unhex(dst[n-1])<<4 | unhex(c)
			dst = dst[:n-2]
		}
		dst = append(dst, c)
	}
	lower(dst[start:])
	return dst
}

// unhex returns the value of a HEXDIG of either case.
func unhex(c byte) byte { return c&15 + c>>6*9 }

func lower(b []byte) {
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
}

// appendIAHost appends a host with its labels reversed: without the brackets of an IP-literal,
// dots around it, every second one of several dots, and one "www." or "www2."; or an IPv4
// address in full.
func appendIAHost(dst, host []byte) []byte {
	start := len(dst)
	dst = appendUnescaped(dst, bytes.Trim(host, "[]"))
	dst = append(dst[:start], bytes.Trim(dst[start:], ".")...)
	w := start
	for i := start; i < len(dst); i++ {
		dst[w] = dst[i]
		w++
		if dst[i] == '.' && dst[i+1] == '.' { // none is the last
			i++
		}
	}
	dst = dst[:w]
	if address, ok := iaIPv4(dst[start:]); ok {
		dst = dst[:start]
		for _, shift := range [...]int{24, 16, 8, 0} {
			dst = append(strconv.AppendUint(dst, uint64(address>>shift&0xff), 10), '.')
		}
		dst = dst[:len(dst)-1]
	} else if n := iaWWW(dst[start:]); n > 0 {
		dst = append(dst[:start], dst[start+n:]...)
	}
	dst, _ = encoded(dst, start, len(dst), iaKept, "0123456789abcdef")
	reverse(dst[start:])
	return dst
}

// iaWWW returns the length of a "www." at the start of a host, which may have digits before its
// ".", or 0.
func iaWWW(host []byte) int {
	if !bytes.HasPrefix(host, []byte("www")) {
		return 0
	}
	n := 3 + lut.Span(host[3:], digits)
	if n == len(host) || host[n] != '.' {
		return 0
	}
	return n + 1
}

var digits = lut.SetOf(lut.Digit)

// iaIPv4 reads a host as the functions for addresses of C do (3.2.2, "rare IPv4"), without
// hexadecimal numbers: up to four numbers, octal if they begin with "0". The last one has all bytes that
// are left. A single number is decimal, and only its last 32 bits count.
func iaIPv4(host []byte) (address uint32, ok bool) {
	for left := 4; ; left-- {
		part, rest, more := bytes.Cut(host, []byte{'.'})
		if len(part) == 0 || lut.Span(part, digits) < len(part) || more && left == 1 {
			return 0, false
		}
		base, limit := uint32(10), uint64(1)<<32
		switch {
		case left == 4 && !more:
			limit = 0 // none
		case more:
			limit = 256
		default:
			limit >>= 8 * (4 - left)
		}
		if limit > 0 && len(part) > 1 && part[0] == '0' {
			base = 8
		}
		value := uint32(0)
		for _, c := range part {
			d := uint32(c - '0')
			if limit > 0 && (d >= base || uint64(value)*uint64(base)+uint64(d) >= limit) {
				return 0, false
			}
			value = value*base + d
		}
		if !more {
			return address | value, true
		}
		address |= value << (8 * (left - 1))
		host = rest
	}
}

// appendIAPort appends the port after a ":", without leading zeros, unless it is 0, empty, or the
// default of http or https.
func appendIAPort(dst, b []byte, ref scanner.Ref) []byte {
	port := bytes.TrimLeft(ref.Port().Of(b), "0")
	scheme := ref.Scheme().Of(b)
	switch {
	case len(port) == 0,
		string(port) == "80" && bytes.EqualFold(scheme, []byte("http")),
		string(port) == "443" && bytes.EqualFold(scheme, []byte("https")):
		return dst
	}
	return append(append(dst, ':'), port...)
}

// iaPath removes dot segments from a path, in place, and then empty segments.
// A ".." removes any segment before it, an empty one or another ".." too; where there is none it
// stays.
func iaPath(path []byte) []byte {
	w, depth := 0, 0
	for i := 0; i < len(path); {
		next := indexByte(path, i+1, '/')
		switch segment := path[i+1 : next]; {
		case string(segment) == ".":
		case string(segment) == ".." && depth > 0:
			w = bytes.LastIndexByte(path[:w], '/')
			depth--
		default:
			w += copy(path[w:], path[i:next])
			depth++
		}
		i = next
	}
	path = path[:w]
	w = 0
	for i, c := range path {
		if c != '/' || i == 0 || path[i-1] != '/' {
			path[w] = c
			w++
		}
	}
	return path[:w]
}
