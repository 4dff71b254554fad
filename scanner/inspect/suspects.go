package inspect

import (
	"bytes"

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

// suspects returns the parts of the work that may find something, of a reference about which
// odd needs a look. It reads the host and the path, and what comes after them only if there is a "%",
// which is known from the words.
func suspects(s *kernel.Scanned, odd kernel.Odd) (in suspect) {
	b, w := s.Text(), s.Words
	if odd == kernel.OddShape {
		in = inShapes(b, w)
	}
	if odd != kernel.Plain && w.W3&automaton.PercentHint != 0 {
		in |= inEncoded(b, int(w.PathStart()), int(w.PathEnd()))
	}
	return in
}

// inShapes is suspects without triplets, or with plain ones.
func inShapes(b []byte, w automaton.Words) (in suspect) {
	start, hostEnd, path, end := int(w.HostStart()), int(w.HostEnd()), int(w.PathStart()), int(w.PathEnd())
	host := w.Host()
	if host != automaton.NoHost && !isPlainAuthority(b, w) || host == automaton.RegName && hostEnd > start && !isPlainName(b[start:hostEnd]) {
		in = inAuthority
	}
	if path < end && (host == automaton.NoHost || !kernel.ScreenParts(b, path, path, end)) {
		in |= inPath(b[path:end])
	}
	return in
}

// isPlainAuthority reports that there is nothing to remark on an authority, but perhaps on its name.
func isPlainAuthority(b []byte, w automaton.Words) bool {
	schemeEnd, start, hostEnd, path := int(w.SchemeEnd()), int(w.HostStart()), int(w.HostEnd()), int(w.PathStart())
	switch host := w.Host(); {
	case start > schemeEnd+min(schemeEnd, 1)+2, path == hostEnd+1:
		return false
	case path > hostEnd && ofPort(b[:schemeEnd], b[hostEnd+1:path]) != 0:
		return false
	case host == automaton.IPv4Address:
		return of4(addressOf(b[start:hostEnd])) == 0
	default:
		return host == automaton.RegName
	}
}

// isPlainName reports that there is nothing to remark on a registered name, not empty. For some names
// without a remark it returns false. It reads as many labels at a time as fit in 62 bytes with a letter at
// the end.
func isPlainName(name []byte) bool {
	if len(name) > maxName {
		return false
	}
	for len(name) >= maxLabel {
		end := bytes.LastIndexByte(name[:maxLabel], '.')
		for end > 0 && !isLetter(name[end-1]) {
			end = bytes.LastIndexByte(name[:end], '.')
		}
		if end <= 0 || !kernel.ScreenParts(name, 0, end, end) {
			return false
		}
		name = name[end+1:]
	}
	return len(name) > 0 && kernel.ScreenParts(name, 0, len(name), len(name))
}

// inPath is suspects for a path that is not empty, without triplets or with plain ones.
func inPath(path []byte) (in suspect) {
	pairs, groups := kernel.OddPath(path)
	if groups {
		in = inRepeats
	}
	if !pairs {
		return in
	}
	start := 0
	if path[0] == '/' {
		start = 1
	}
	for start < len(path) {
		end := segmentEnd(path, start)
		in |= inSegment(path[start:end], end < len(path))
		start = end + 1
	}
	return in
}

// inSegment is suspects for a segment, which may have a slash after it.
func inSegment(segment []byte, slash bool) (in suspect) {
	n := len(segment)
	if n == 0 || segment[0] == '.' || segment[n-1] == '.' {
		in = inSegments
	}
	if n > 0 && slash && segment[n-1] == ':' || n > 3 && segment[3] == '.' && segment[0]|0x20 == 'w' {
		in |= inHosts
	}
	return in
}
