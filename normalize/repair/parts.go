package repair

import (
	"bytes"
	"unicode/utf8"

	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// A family is a set of schemes that browsers read in the same way.
type family uint8

const (
	noScheme family = iota // as special, but slashes before a host depend on the base
	special                // with a host, and "\" as a slash
	file                   // as special, and the host may be empty
	other                  // by RFC 3986
)

func familyOf(scheme []byte) family {
	var lower [5]byte
	if len(scheme) > len(lower) {
		return other
	}
	for i, c := range scheme {
		lower[i] = c | 0x20
	}
	switch string(lower[:len(scheme)]) {
	case "http", "https", "ws", "wss", "ftp":
		return special
	case "file":
		return file
	}
	return other
}

// all does the whole input, which has n bytes with what is trimmed at its end.
func (w *work) all(dst []byte, n int) []byte {
	dst = w.trim(dst)
	end := len(w.b)
	if host := w.suffix(); host > 0 {
		w.note(Suffix, w.i, host)
		dst = w.write(dst, "http://")
		w.family = special
		dst = w.authority(dst)
	} else {
		dst = w.scheme(dst)
		dst = w.hierarchical(dst)
	}
	if w.isRefused() {
		return dst
	}
	dst = w.path(dst)
	if w.i < end && w.b[w.i] == '?' {
		w.i++
		dst = w.component(dst, w.until(w.i, end, numberSign), inQuery)
	}
	if w.i < end { // at a "#"
		w.i++
		dst = w.component(dst, end, inQuery)
	}
	if end < n {
		w.note(Trimmed, end, n)
	}
	return w.write(dst, "")
}

// trim removes spaces and controls from the beginning.
func (w *work) trim(dst []byte) []byte {
	n := 0
	for n < len(w.b) && w.b[n] <= ' ' {
		n++
	}
	if n > 0 {
		dst = w.replace(dst, Trimmed, n, "")
	}
	return dst
}

// trimmed returns the length of b without spaces and controls at its end, or of all of b if
// there is nothing else.
func trimmed(b []byte) int {
	end := len(b)
	for end > 0 && b[end-1] <= ' ' {
		end--
	}
	if end == 0 {
		return len(b)
	}
	return end
}

// suffix returns where the host of a suffix reference ends, or 0 if there is none to be read
// as such.
func (w *work) suffix() int {
	if w.flags&SuffixReference == 0 {
		return 0
	}
	n := suffixHost(w.b[w.i:], w.hosts != nil)
	if n > 0 {
		n += w.i
	}
	return n
}

// suffixHost returns the length of the host that b begins with, or 0 if a reference that
// begins so is no suffix reference.
func suffixHost(b []byte, beyondASCII bool) int {
	labels, length := 0, 0 // of labels that are not empty; the last so far
	isNumber, isAddress := true, true
	i := 0
	for ; i < len(b); i++ {
		switch c := b[i]; {
		case isGap(c):
			continue
		case c == '.' && length > 0:
			length = 0
			continue
		case !inName.Has(c) && (c < utf8.RuneSelf || !beyondASCII):
			if labels < 2 || isNumber && (labels != 4 || !isAddress) || !endsHost(b[i:]) {
				return 0
			}
			return i
		}
		if length == 0 {
			labels++
			isNumber = true
		}
		length++
		isNumber = isNumber && digits.Has(b[i])
		isAddress = isAddress && isNumber
	}
	if labels < 2 || isNumber && (labels != 4 || !isAddress) {
		return 0
	}
	return i
}

// endsHost reports whether rest may follow a host: perhaps a port, and what ends an authority.
func endsHost(rest []byte) bool {
	if rest[0] == ':' {
		rest = rest[1:]
		for len(rest) > 0 && (digits.Has(rest[0]) || isGap(rest[0])) {
			rest = rest[1:]
		}
	}
	return len(rest) == 0 || afterAuthority.Has(rest[0])
}

// scheme passes a scheme and its ":", if there is one.
func (w *work) scheme(dst []byte) []byte {
	i := w.skip(w.i)
	if i == len(w.b) || !letters.Has(w.b[i]) {
		return dst
	}
	var name [6]byte // longer than any that matters
	n := 0
	for ; i < len(w.b) && inScheme.Has(w.b[i]); i = w.skip(i + 1) {
		if n < len(name) {
			name[n] = w.b[i]
			n++
		}
	}
	if i < len(w.b) && w.b[i] == ':' {
		w.family = familyOf(name[:n])
		dst = w.pass(dst, i+1)
	}
	return dst
}

// hierarchical does the slashes before an authority, and the authority.
func (w *work) hierarchical(dst []byte) []byte {
	set := slashes
	if w.family == other {
		set = slash
	}
	colon, n, first := w.i-1, 0, w.skip(w.i)
	after, second := first, first
	for ; after < len(w.b) && set.Has(w.b[after]); after = w.skip(after + 1) {
		if n++; n == 2 {
			second = after
		}
	}
	switch {
	case n >= 2:
		dst = w.slashes(dst, second+1)
		if n > 2 && w.family == special && w.hasHost(after) {
			for dst = w.pass(dst, w.skip(w.i)); w.i < after; dst = w.pass(dst, w.skip(w.i)) {
				dst = w.replace(dst, Slashes, 1, "")
			}
		}
	case w.flags&NoBase != 0 && w.family == special && w.hasHost(after):
		w.note(Slashes, colon, colon+1)
		dst = w.write(dst, [...]string{"//", "/"}[n])
		dst = w.slashes(dst, after)
	default:
		w.refuseLiteral(after, w.family == special)
		return dst
	}
	if n > 2 {
		w.refuseLiteral(after, w.family == noScheme)
	}
	if w.isRefused() {
		return dst
	}
	return w.authority(dst)
}

// slashes copies slashes up to end, as such.
func (w *work) slashes(dst []byte, end int) []byte {
	for w.i < end {
		if w.b[w.i] == '\\' {
			dst = w.replace(dst, Backslash, 1, "/")
		} else {
			dst = w.pass(dst, w.i+1)
		}
	}
	return dst
}

// refuseLiteral refuses an IP literal that is the host only where the base has a certain
// scheme: as a path, it would be encoded.
func (w *work) refuseLiteral(start int, depends bool) {
	i := w.hostStart(start)
	if !depends || i == len(w.b) || w.b[i] != '[' {
		return
	}
	if _, fault := w.literalAt(i); fault == (scanner.Fault{}) {
		w.refuse(scanner.BadPath, i)
	}
}

// hasHost reports whether an authority that begins at start has a host.
func (w *work) hasHost(start int) bool {
	i := w.hostStart(start)
	return i < len(w.b) && w.b[i] != ':' && !afterAuthority.Has(w.b[i])
}

// hostStart returns where the host of an authority that begins at start does.
func (w *work) hostStart(start int) int {
	authority := w.b[start:w.until(start, len(w.b), afterAuthority)]
	return w.skip(start + bytes.LastIndexByte(authority, '@') + 1)
}

// path does the path.
func (w *work) path(dst []byte) []byte {
	end := w.until(w.i, len(w.b), afterPath)
	colon, bar := -1, -1
	switch start := w.skip(w.i); {
	case w.family == noScheme && !w.hasAuthority:
		if first := w.until(start, end, colonOrSlash); first < end && w.b[first] == ':' {
			colon = first
			dst = w.write(dst, "./")
		}
	case w.family == file:
		bar = w.driveBar(start, end)
	}
	for {
		w.i += lut.Span(w.b[w.i:end], inPath)
		if colon >= 0 && w.i > colon {
			w.note(FirstColon, colon, colon+1)
			colon = -1
		}
		switch {
		case w.i == end:
			return dst
		case w.i == bar:
			dst = w.replace(dst, Excluded, 1, ":")
		case w.b[w.i] == '\\' && w.family != other:
			dst = w.replace(dst, Backslash, 1, "/")
		default:
			dst = w.odd(dst)
		}
	}
}

// driveBar returns the offset of the "|" of a drive letter that the path of a file URL begins
// with, or -1.
func (w *work) driveBar(start, end int) int {
	if start < end && slashes.Has(w.b[start]) {
		start = w.skip(start + 1)
	}
	bar := w.skip(start + 1)
	after := w.skip(bar + 1)
	if bar < end && letters.Has(w.b[start]) && w.b[bar] == '|' && (after >= end || slashes.Has(w.b[after])) {
		return bar
	}
	return -1
}

var (
	numberSign     = lut.MakeSet("#")
	afterPath      = lut.MakeSet("?#")
	afterAuthority = lut.MakeSet(`/\?#`)
	colonOrSlash   = lut.MakeSet(`:/\`)
	inName         = lut.SetOf(lut.Alpha | lut.Digit).Or(lut.MakeSet("-_"))
)
