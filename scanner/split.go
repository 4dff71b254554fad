package scanner

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
)

// Split cuts src at the delimiters as the regular expression of Appendix B does,
// and validates nothing. For input that [Parse] accepts it returns the same [Ref],
// for any other input a guess.
//
// Appendix B does not divide the authority. Split ends the userinfo at the last
// "@" and begins the port after the last ":" that no "]" follows. The kind of the
// host is that of the first rule that matches, else RegName. The kind of the path
// follows from its first byte. For input longer than [MaxLen] it returns the zero
// Ref. Split does not allocate.
func Split[B lut.Bytes](src B) Ref { return split(kernel.Bytes(src)) }

func split(b []byte) Ref {
	if len(b) > MaxLen {
		return Ref{}
	}
	var o automaton.Offsets
	var host automaton.Host
	end, i := len(b), 0
	if n := bytes.IndexAny(b, ":/?#"); n > 0 && b[n] == ':' {
		o.SchemeEnd = uint32(n)
		i = n + 1
	}
	o.HostStart, o.HostEnd = uint32(i), uint32(i)
	if bytes.HasPrefix(b[i:], []byte("//")) {
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
	w := o.Pack(host, first).WithHints(b)
	return Ref{w}
}

// splitAuthority sets o to the host in the authority that begins at i. It returns
// the authority's end and the kind of the host.
func splitAuthority(o *automaton.Offsets, b []byte, i int) (end int, host automaton.Host) {
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

// hostKindOf returns the kind of host, which need not be valid: RegName if no
// other alternative matches.
func hostKindOf(host []byte) automaton.Host {
	s := automaton.Next(automaton.Next(automaton.StartRelativeRef, '/'), '/')
	for _, c := range host {
		s = automaton.Next(s, c)
	}
	l := automaton.LabelOf(s)
	if l.Host() == automaton.NoHost || l.Fault() == automaton.BadPort { // no host, or more than one
		return automaton.RegName
	}
	return l.Host()
}

// indexByte returns the offset in b of the first c in b[from:to], or to if c is not
// present.
func indexByte(b []byte, from, to int, c byte) int {
	if n := bytes.IndexByte(b[from:to], c); n >= 0 {
		return from + n
	}
	return to
}
