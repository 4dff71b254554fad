package inspect

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// A suspect is a part of the work that may find something.
type suspect uint8

const (
	inAuthority suspect = 1 << iota
	inTriplets
	inSegments
	inRepeats
	inHosts
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
	pathOdd := true // it is the path that the kernel found odd
	if host := w.Host(); host != automaton.NoHost {
		name := b[start:hostEnd]
		front := longFront(name)
		tail := oddTail(name[front:])
		if front|tail != 0 && !isSpecial(name) && isPlainAround(b, w) && kernel.ScreenParts(b, start+front, hostEnd-tail, end) {
			return 0
		}
		known := host == automaton.RegName && (len(name) == 0 || path+1 < end && isScreened(name))
		if host != automaton.RegName || !isPlainAround(b, w) || !known && !isPlainName(name) {
			in = inAuthority
		}
		pathOdd = in == 0 && known && path == hostEnd
	}
	if path < end && (pathOdd || path+1 < end && !kernel.ScreenParts(b, path, path, end)) {
		in |= inPath(b[:end], path)
	}
	return in
}

// isPlainAround reports that there is nothing to remark on an authority, except perhaps on its host.
func isPlainAround(b []byte, w automaton.Words) bool {
	schemeEnd, start, hostEnd, path := int(w.SchemeEnd()), int(w.HostStart()), int(w.HostEnd()), int(w.PathStart())
	return start <= schemeEnd+min(schemeEnd, 1)+2 &&
		(path == hostEnd || kernel.IsUsualPort(b[hostEnd+1:path]) || ofPort(b[:schemeEnd], b[hostEnd+1:path]) == 0)
}

// isAddress has bits of the kinds of hosts that are no names.
const isAddress = 3 << automaton.HostBits

// leaveOut takes the authority out of s if it is an address on which there is nothing to remark: then its path is as
// one that follows a scheme. done reports that there is nothing to remark on the path, either.
func leaveOut(s *kernel.Scanned) (done bool) {
	b, path, end := s.Text(), uint64(s.Words.PathStart()), uint64(s.Words.PathEnd())
	isPublic, host := false, b[s.Words.HostStart():s.Words.HostEnd()]
	switch s.Words.Host() {
	case automaton.IPv4Address:
		isPublic = isPublic4(host)
	case automaton.IPv6Address:
		isPublic = isPublic6(host) || isPublicAddr(scanner.HostAddr(b, rawref.Ref(s.Words)))
	}
	if !isPublic || !isPlainAround(b, s.Words) {
		return false
	}
	s.Words.W0, s.Words.W1, s.Words.W3 = path<<32|path-1, path<<32|path, s.Words.W3&^(7<<automaton.HostBits)
	return end <= path+1 && s.Words.W3&automaton.PercentHint == 0
}

const screened = 62 // bytes of a name that the kernels look at

// isScreened reports that there is nothing to remark on a registered name, not empty, if a kernel knows it.
func isScreened(name []byte) bool {
	return len(name) <= screened && kernel.ScreenParts(name, 0, len(name), len(name))
}

// isPlainName is isScreened for names that no kernel knows. For some names without a remark it returns false.
func isPlainName(name []byte) bool {
	if len(name) > maxName {
		return false
	}
	start := 0 // of a label
	for i, c := range name {
		switch {
		case lut.ClassOf(c)&(lut.Alpha|lut.Digit) != 0:
			continue
		case i == start || i-start > maxLabel || c != '-' && c != '.' || name[i-1] == '-' && c == '.':
			return false
		case c == '-' && i+1-start == len(prefix) && strings.EqualFold(string(name[start:i+1]), prefix) && !isPunycode(firstLabel(name[i+1:])):
			return false
		case c == '.':
			start = i + 1
		}
	}
	switch last, size := name[start:], len(name)-start; {
	case size == 0 || size > maxLabel || last[size-1] == '-':
		return false
	case isLetter(last[0]): // it is no number
		return !isSpecial(name)
	default:
		return isScreened(last)
	}
}

// longFront returns the length of what a name that is longer than kernels know begins with, if they find its labels
// plain, so that they know the rest. Else it returns 0.
func longFront(name []byte) (n int) {
	for len(name)-n > screened {
		size := bytes.LastIndexByte(name[n:n+screened+1], '.')
		if size <= 0 || len(name) > maxName || !isScreened(name[n:n+size]) {
			return 0
		}
		n += size + 1
	}
	if n == len(name) {
		return 0 // there is a dot at its end
	}
	return n
}

// oddTail returns the length of what a name ends in that is odd to the kernels: four letters, and a dot if it is before
// them. Else it returns 0.
func oddTail(name []byte) int {
	switch n := len(name); {
	case n < 4 || n > screened || !kernel.HasOddTail(name):
		return 0
	case n > 5 && name[n-5] == '.':
		return 5
	}
	return 4
}

// isSpecial reports whether name, which has no triplets, is one of the own host or of a metadata service.
func isSpecial(name []byte) bool {
	const own = "localhost"
	n := len(name) - len(own)
	return n >= 0 && (n == 0 || name[n-1] == '.') && strings.EqualFold(string(name[n:]), own) ||
		len(name) >= 4 && specialHeads[head(name)%heads] && (isOneOf(name, ownNames[:]) || isOneOf(name, metadataNames[:]))
}

// specialHeads has what ownNames and metadataNames begin with, and few others.
var specialHeads = func() (in [heads]bool) {
	for _, name := range slices.Concat(ownNames[:], metadataNames[:]) {
		in[head([]byte(name))%heads] = true
	}
	return in
}()

const heads = 251

// head returns the first four bytes of a host, with letters in lower case.
func head(host []byte) uint32 { return binary.LittleEndian.Uint32(host) | 0x20202020 }

// firstLabel returns the first label of name.
func firstLabel(name []byte) []byte {
	label, _, _ := bytes.Cut(name, []byte("."))
	return label
}

// inPath is suspects for the path that begins at start and ends b, is not empty, and has no triplets or plain ones.
func inPath(b []byte, start int) (in suspect) {
	odd := kernel.OddPath(b, start)
	if odd&kernel.OddDots != 0 {
		in = inSegments
	}
	if odd&kernel.OddRepeats != 0 {
		in |= inRepeats
	}
	if odd&kernel.OddHosts != 0 {
		in |= inHosts
	}
	return in
}
