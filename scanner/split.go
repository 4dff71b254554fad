package scanner

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
)

// Split cuts src at the delimiters as the regular expression of Appendix B
// does, whatever the octets between them, and validates nothing: for input
// that [Parse] accepts it returns the same [Ref], and for any other a guess.
//
// Inside the authority, which Appendix B leaves whole, the userinfo ends at the
// last "@" and the port begins after the last ":" that no "]" follows. The kind
// of the host is that of the first rule that matches, else RegName; that of the
// path follows from its first octet. Input longer than [MaxLen] gives the zero
// Ref. Split does not allocate.
func Split[B lut.Bytes](src B) Ref { return split(kernel.Bytes(src)) }

func split(b []byte) Ref {
	if len(b) > MaxLen {
		return Ref{}
	}
	var o kernel.Offsets
	var host kernel.Host
	end, i := len(b), 0
	if n := bytes.IndexAny(b, ":/?#"); n > 0 && b[n] == ':' {
		o.SchemeEnd = uint32(n)
		i = n + 1
	}
	o.HostStart, o.HostEnd = uint32(i), uint32(i)
	if hasPrefix(b[i:], "//") {
		i, host = splitAuthority(&o, b, i+2)
	}
	o.PathStart = uint32(i)
	o.QueryEnd = uint32(indexByte(b, i, end, '#'))
	o.PathEnd = uint32(indexByte(b, i, int(o.QueryEnd), '?'))
	o.End = uint32(end)
	first := byte(0)
	if i < end {
		first = b[i]
	}
	w := o.Pack(host, first).Judged(b)
	return Ref{w.W0, w.W1, w.W2, w.W3}
}

// splitAuthority notes the host in the authority that begins at i and returns
// the authority's end and the kind of the host.
func splitAuthority(o *kernel.Offsets, b []byte, i int) (end int, host kernel.Host) {
	end = len(b)
	if n := bytes.IndexAny(b[i:], "/?#"); n >= 0 {
		end = i + n
	}
	start := i + bytes.LastIndexByte(b[i:end], '@') + 1
	hostEnd := end
	closing := bytes.LastIndexByte(b[start:end], ']')
	if n := bytes.LastIndexByte(b[start:end], ':'); n > closing {
		hostEnd = start + n
	}
	o.HostStart, o.HostEnd = uint32(start), uint32(hostEnd)
	return end, hostKindOf(b[start:hostEnd])
}

// hostKindOf returns the kind of a host that need not be one: RegName if no
// other alternative matches it.
func hostKindOf(host []byte) kernel.Host {
	s := kernel.Next(kernel.Next(kernel.StartRelativeRef, '/'), '/')
	for _, c := range host {
		s = kernel.Next(s, c)
	}
	l := kernel.LabelOf(s)
	if l.Host() == kernel.NoHost || l.Fault() == kernel.BadPort { // no host, or more than one
		return kernel.RegName
	}
	return l.Host()
}

// indexByte returns the first position of c in b[from:to], to if there is none.
func indexByte(b []byte, from, to int, c byte) int {
	if n := bytes.IndexByte(b[from:to], c); n >= 0 {
		return from + n
	}
	return to
}

func hasPrefix(b []byte, prefix string) bool {
	return len(b) >= len(prefix) && string(b[:len(prefix)]) == prefix
}
