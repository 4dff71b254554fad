package site

import (
	"strings"

	"github.com/uriscan/uriscan/lut"
)

// Parts are offsets in a host that has a site.
//
//	0 <= Start <= Suffix <= End <= len(host)
//
// What is before Start is the subdomain with a dot after it, host[Start:End] the site, which
// ends in the public suffix host[Suffix:End], and after End is at most the dot of the root.
type Parts struct{ Start, Suffix, End int }

// Of returns the parts of a host that is a registered name as a URI spells it: it is compared
// in lower case and without percent-encoding of what needs none (RFC 3986, 6.2.2).
func Of(host []byte, find Finder) (p Parts, ok bool) {
	if len(host) > maxHost {
		return p, false
	}
	name, triplets := nameOf(host)
	if len(name) > maxName {
		return p, false
	}
	site, ok := find(name)
	if !ok {
		return p, false
	}
	p.End = len(strings.TrimSuffix(name, "."))
	p.Start = p.End - len(site)
	p.Suffix = p.Start + strings.IndexByte(site, '.') + 1
	if triplets { // offsets in the name are smaller than in the host
		p = Parts{spelled(host, p.Start), spelled(host, p.Suffix), spelled(host, p.End)}
	}
	return p, true
}

// No name in the DNS is longer than maxName, with or without its dot (RFC 1035, 2.3.4). maxHost
// is the length of the longest host that is looked up: each byte of such a name as a triplet.
const (
	maxName = 255
	maxHost = 3 * maxName
)

// inName are the bytes of names that are looked up as they are.
var inName = lut.SetOf(lut.Unreserved).AndNot(lut.MakeSet("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))

// nameOf returns host as it is looked up, and whether that is shorter.
func nameOf(host []byte) (name string, shorter bool) {
	if lut.Span(host, inName) == len(host) {
		return string(host), false
	}
	var room [maxHost]byte
	text := room[:0]
	for i := 0; i < len(host); {
		c, n := byteAt(host[i:])
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		text = append(text, c)
		i += n
	}
	return string(text), len(text) < len(host)
}

// spelled returns the offset in host of byte n of its name.
func spelled(host []byte, n int) int {
	i := 0
	for ; n > 0; n-- {
		_, size := byteAt(host[i:])
		i += size
	}
	return i
}

// byteAt returns the first byte of the name of host, and how many bytes of host that takes: 3
// of a triplet of an unreserved character (2.3).
func byteAt(host []byte) (c byte, size int) {
	if host[0] == '%' && len(host) >= 3 {
		var room [1]byte
		if text, bad := lut.AppendPctDecoded(room[:0], host[:3]); bad < 0 && lut.ClassOf(text[0])&lut.Unreserved != 0 {
			return text[0], 3
		}
	}
	return host[0], 1
}
