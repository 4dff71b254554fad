package inspect

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/kernel"
)

// A suspect is a part of the work that may find something.
type suspect uint8

const (
	inAuthority suspect = 1 << iota
	inTriplets
	inSegments
	inRepeats
	inHosts
	inPathAll = inSegments | inRepeats | inHosts
)

// The planes of shapes.
const (
	slashPlane = iota
	dotPlane
	hyphenPlane
	digitPlane
	earlyPlane // the letters from A to O
	latePlane  // from P to Z
	colonPlane
	wPlane
)

var shapes = kernel.NewClasses([8]struct{ High, Low string }{
	slashPlane: {"2", "F"}, dotPlane: {"2", "E"}, hyphenPlane: {"2", "D"}, digitPlane: {"3", "0123456789"},
	earlyPlane: {"46", "123456789ABCDEF"}, latePlane: {"57", "0123456789A"}, colonPlane: {"3", "A"}, wPlane: {"57", "7"},
})

const (
	atOnce = kernel.PlanesAtOnce
	step   = atOnce - 2 // what is odd in a path is so by its two bytes before or the next one
)

// suspects returns the parts of the work that may find something; plain is what kernel.Screen
// says. It reads the host and the path, 64 bytes at a time, and what comes after them only if
// there is a "%", which is known from w.
func suspects(b []byte, w automaton.Words, plain bool) (in suspect) {
	if !plain {
		in = inShapes(b, w)
	}
	if w.W3&automaton.PercentHint != 0 {
		in |= inEncoded(b, int(w.PathStart()), int(w.PathEnd()))
	}
	return in
}

// inShapes is suspects without triplets, or with plain ones.
func inShapes(b []byte, w automaton.Words) (in suspect) {
	start, hostEnd, path, end := int(w.HostStart()), int(w.HostEnd()), int(w.PathStart()), int(w.PathEnd())
	host := w.Host()
	if host != automaton.NoHost && !isPlainAuthority(b, w) {
		in = inAuthority
	}
	if path-start > maxLabel {
		start, hostEnd = path, path
	}
	if start == end {
		return in
	}
	var p kernel.Planes
	n := min(end-start, atOnce)
	p.Set(b, start, n, shapes)
	if host == automaton.RegName && hostEnd > start && !isPlainName(&p, b, start, hostEnd) {
		in |= inAuthority
	}
	if path < end {
		in |= inPath(&p, b, start, path, end)
	}
	return in
}

// isPlainAuthority reports that there is nothing to remark on an authority, but perhaps on its name.
func isPlainAuthority(b []byte, w automaton.Words) bool {
	schemeEnd, start, hostEnd, path := int(w.SchemeEnd()), int(w.HostStart()), int(w.HostEnd()), int(w.PathStart())
	switch host := w.Host(); {
	case start > schemeEnd+min(schemeEnd, 1)+2, path-start > maxLabel, path == hostEnd+1:
		return false
	case path > hostEnd && ofPort(b[:schemeEnd], b[hostEnd+1:path]) != 0:
		return false
	case host == automaton.IPv4Address:
		addr, _, _ := ipv4Of(b[start:hostEnd])
		return of4(addr) == 0
	default:
		return host == automaton.RegName
	}
}

// isPlainName reports that there is nothing to remark on the registered name b[start:end], not
// empty, of up to 63 bytes, which are the first of p: labels of letters, digits and inner hyphens,
// no two hyphens next to each other, no digit at the end nor at the beginning of the last label,
// and none of the names of the own host and of metadata services. For some names without a remark it returns false.
func isPlainName(p *kernel.Planes, b []byte, start, end int) bool {
	const ( // the first byte lowest
		blanks   = 0x2020202020202020
		ocalhost = 0x74736f686c61636f
		loopback = 0x6b636162706f6f6c
		aldomain = 0x6e69616d6f646c61
		internal = 0x6c616e7265746e69
		atagoog  = 0x676f6f672e617461
	)
	n := uint(end - start)
	name := uint64(1)<<(n&63) - 1
	delims, alpha := (p[dotPlane]|p[hyphenPlane])&name, p[earlyPlane]|p[latePlane]
	odd := delims & (delims<<1 | 1)
	odd |= name &^ (delims | p[digitPlane] | alpha)
	odd |= name &^ (name >> 1) &^ alpha
	odd |= p[digitPlane] & name >> (uint(bits.Len64(delims)) & 63) & 1
	if odd != 0 {
		return false
	}
	if n <= 8 {
		return true
	}
	last := binary.LittleEndian.Uint64(b[end-8:]) | blanks
	return last != ocalhost && last != loopback && last != aldomain && last != internal && last != atagoog
}

// inPath is suspects for a path that is not empty, without triplets or with plain ones. Those of
// b from i on are the first bytes of p.
func inPath(p *kernel.Planes, b []byte, i, start, end int) (in suspect) {
	here := ^uint64(0) << (uint(start-i) & 63)
	first := here & 1 // whether the first byte of p is that of the path
	long := end-i > step
	r := rhythm{last: start - 1}
	if b[start] == '/' {
		r.last = start
	}
	for {
		slash, dot := p[slashPlane]&here, p[dotPlane]&here
		delims := slash | dot
		odd := delims&(delims<<1) | slash&(p[colonPlane]<<1) | p[wPlane]&(p[wPlane]<<1)&(slash<<2|first<<1) | dot&first
		n := end - i
		if n <= step {
			odd |= dot << 1 & (1 << (uint(n) & 63))
			slash |= 1 << (uint(n) & 63)
		} else {
			slash &= 1<<step - 1
		}
		if odd != 0 {
			in |= inPairs(b[start:end], odd, i-start)
		}
		if (long || bits.OnesCount64(slash) > 2) && r.add(b, slash, i) {
			in |= inRepeats
		}
		if n <= step {
			return in
		}
		i += step
		n = min(end-i, atOnce)
		p.Set(b, i, n, shapes)
		here, first = ^uint64(0), 0
	}
}

// inPairs is suspects for the bytes of a path that are odd by those before them, from i on.
func inPairs(path []byte, odd uint64, i int) (in suspect) {
	for ; odd != 0; odd &= odd - 1 {
		in |= inPair(path, i+bits.TrailingZeros64(odd))
	}
	return in
}

// inPair is suspects for the byte of a path at offset i, or its end, and the one before it.
func inPair(path []byte, i int) suspect {
	if i == 0 || i == len(path) { // a dot
		return inSegments
	}
	switch before, c := path[i-1], path[i]; {
	case c == '/' && before == ':':
		return inHosts
	case c == '/', c == '.' && before == '/' && (i+1 == len(path) || bytes.IndexByte([]byte("./;"), path[i+1]) >= 0):
		return inSegments
	case c|0x20 == 'w' && len(path)-i > 2 && path[i+1]|0x20 == 'w' && path[i+2] == '.':
		return inHosts
	}
	return 0
}
