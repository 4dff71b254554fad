package inspect

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// longestRedirect is how long a reference and the origin may be together.
const longestRedirect = 2048

// leavesOrigin returns which component of src leads away from the origin, or 0: its target has the
// scheme, host and port of the base, and a path that no reader takes for a network-path reference
// (4.2), who may decode it, read it as browsers do the Location of a redirect, and remove dot
// segments and parameters.
func (p *Policy) leavesOrigin(src []byte, ref scanner.Ref) (at scanner.Component) {
	if len(src)+len(p.rules.Origin) > longestRedirect {
		return scanner.Path
	}
	path, placed := ref.Path().Of(src), ref.Has(scanner.Scheme) || ref.Has(scanner.Authority)
	if placed {
		if at = p.otherOrigin(src, ref); at != 0 {
			return at
		}
	}
	if leads(path, placed) {
		return scanner.Path
	}
	err := p.base.Do(src, func(uri []byte, target scanner.Ref) {
		if leads(target.Path().Of(uri), false) {
			at = scanner.Path
		}
	})
	if err != nil {
		return scanner.Path
	}
	return at
}

// leads reports whether a path leads away from the origin, as leaves has it, and as climbs if it is
// placed after an authority: as it is, or without its parameters and with its slashes merged, which some
// programs do before they decode.
func leads(path []byte, placed bool) bool {
	var memory [longestRedirect]byte
	for {
		if placed && climbs(path) || leaves(path) {
			return true
		}
		switch {
		case bytes.IndexByte(path, ';') >= 0:
			path = withoutParameters(append(memory[:0], path...))
		case bytes.Contains(path, []byte("//")):
			path = merged(append(memory[:0], path...))
		default:
			return false
		}
	}
}

// leaves reports whether a path of at most longestRedirect bytes names another place than one
// below the origin: as it is, decoded before it is parsed, or without its dot segments and decoded
// then. An encoded slash makes one segment two, and ".." removes one of them. After dot segments are
// removed from a path that begins without a slash, some programs leave none before it.
func leaves(path []byte) bool {
	var memory [longestRedirect]byte
	if isElsewhere(append(memory[:0], path...)) {
		return true
	}
	text, _ := lut.AppendPctDecoded(memory[:0], path)
	if isElsewhereDecoded(trimmed(text)) {
		return true
	}
	text = resolve.AppendWithoutDotSegments(memory[:0], path)
	left := rootless(path) && len(text) > 0 && text[0] == '/'
	text, _ = lut.AppendPctDecoded(text[:0], text)
	if left {
		var copied [longestRedirect]byte
		if isElsewhereDecoded(trimmed(append(copied[:0], text[1:]...))) {
			return true
		}
	}
	return isElsewhereDecoded(trimmed(text))
}

// isElsewhereDecoded is isElsewhere for what decoding has made of a path: with its blanks, and without
// them, as browsers read it, and without what is not UTF-8; and up to a "?" or "#", which ends it then. It
// writes to text.
func isElsewhereDecoded(text []byte) bool {
	var memory [longestRedirect]byte
	for {
		if isElsewhere(append(memory[:0], text...)) {
			return true
		}
		if end := bytes.IndexAny(text, "?#"); end >= 0 && isElsewhere(append(memory[:0], text[:end]...)) {
			return true
		}
		n := len(text)
		if text = trimmed(withoutBlanks(text)); len(text) == n {
			return false
		}
	}
}

// otherOrigin returns which component of src, which has a scheme or an authority, is not that of
// the origin, or 0. A host that only decoding makes the same is another one: url.parse of Node.js ends
// it at the first "%".
func (p *Policy) otherOrigin(src []byte, ref scanner.Ref) scanner.Component {
	origin := p.rules.Origin
	own, _ := scanner.Locate(origin, scanner.URI)
	scheme := own.Scheme().OfString(origin)
	if !ref.Has(scanner.Authority) || ref.Has(scanner.Scheme) && !strings.EqualFold(scheme, string(ref.Scheme().Of(src))) {
		return scanner.Scheme
	}
	host, ownHost := ref.Host().Of(src), own.Host().Of(kernel.Bytes(origin))
	if ref.Has(scanner.Userinfo) || !bytes.EqualFold(host, ownHost) || portOf(src, ref, scheme) != portOf(kernel.Bytes(origin), own, scheme) {
		return scanner.Authority
	}
	return 0
}

// portOf returns the port of src, the default one of scheme if it has none, or -1 for one
// that is no port.
func portOf(src []byte, ref scanner.Ref, scheme string) int {
	port, ok := scanner.PortNumber(src, ref)
	if ref.Port().Len() == 0 {
		port, ok = defaultPort(kernel.Bytes(scheme))
	}
	if !ok {
		return -1
	}
	return int(port)
}

// trimmed returns text without the blanks at its beginning, also those that browsers keep and programs
// trim: trim of JavaScript takes U+FEFF, too, and what decodes a form makes a blank of "+". Each
// backslash becomes "/", in place.
func trimmed(text []byte) []byte {
	text = bytes.TrimLeftFunc(text, func(c rune) bool { return unicode.IsSpace(c) || c == '\ufeff' || c == '+' })
	for i, c := range text {
		if c == '\\' {
			text[i] = '/'
		}
	}
	return text
}

// withoutBlanks removes blanks and controls, and bytes that are not UTF-8, which some programs drop, in
// place.
func withoutBlanks(text []byte) []byte {
	read := text[:0]
	for i := 0; i < len(text); {
		c, n := utf8.DecodeRune(text[i:])
		if c > ' ' && (c != utf8.RuneError || n > 1) {
			read = append(read, text[i:i+n]...)
		}
		i += n
	}
	return read
}

// climbs reports whether a path after an authority has a ".." with no segment to remove, perhaps
// once it is decoded, or without its parameters. Without its dot segments the text
// //own.example/../evil.example is //evil.example.
func climbs(path []byte) bool {
	var memory [len(above) + longestRedirect]byte
	if isAbove(append(append(memory[:0], above...), path...)) {
		return true
	}
	decoded, _ := lut.AppendPctDecoded(append(memory[:0], above...), path)
	return isAbove(withoutBlanks(trimmed(decoded)))
}

// above is the segment before the path of climbs.
const above = "/h"

// isAbove reports whether a path loses its first segment, above, to "..": as it is, or without its
// parameters and with its slashes merged. It writes to path.
func isAbove(path []byte) bool {
	var memory [len(above) + longestRedirect]byte
	for range 2 {
		rest, ok := bytes.CutPrefix(resolve.AppendWithoutDotSegments(memory[:0], path), []byte(above))
		if !ok || len(rest) > 0 && rest[0] != '/' {
			return true
		}
		path = merged(withoutParameters(path))
	}
	return false
}

// isElsewhere reports whether path begins with a scheme or with "//": as it is, or without its
// dot segments, its parameters (3.3), or both; or with a scheme once its slashes are merged, too. It
// writes to path.
func isElsewhere(path []byte) bool {
	if startsElsewhere(path) {
		return true
	}
	if bytes.IndexByte(path, ';') >= 0 {
		if path = withoutParameters(path); startsElsewhere(path) {
			return true
		}
	}
	return rootless(path) && startsElsewhere(merged(path))
}

func startsElsewhere(path []byte) bool {
	var memory [longestRedirect]byte
	rest := resolve.AppendWithoutDotSegments(memory[:0], path)
	if startsTwice(path) || startsTwice(rest) || startsWithScheme(path) {
		return true
	}
	if rootless(path) {
		rest = trimmed(bytes.TrimPrefix(rest, []byte{'/'}))
	}
	return startsTwice(rest) || startsWithScheme(rest)
}

// rootless reports whether path begins without a slash. Without dot segments, some programs make b of
// a/../b, and others /b.
func rootless(path []byte) bool { return len(path) > 0 && path[0] != '/' }

func startsTwice(path []byte) bool { return len(path) > 1 && path[0] == '/' && path[1] == '/' }

func startsWithScheme(path []byte) bool {
	n := lut.Span(path, schemeBytes)
	return n > 0 && n < len(path) && path[n] == ':'
}

var schemeBytes = lut.SetOf(lut.Scheme)

// withoutParameters removes what is from a ";" to the end of its segment, in place.
func withoutParameters(path []byte) []byte {
	kept, in := path[:0], false
	for _, c := range path {
		if in = c == ';' || in && c != '/'; !in {
			kept = append(kept, c)
		}
	}
	return kept
}

// merged makes one slash of several, in place.
func merged(path []byte) []byte {
	kept := path[:0]
	for i, c := range path {
		if c != '/' || i == 0 || kept[len(kept)-1] != '/' {
			kept = append(kept, c)
		}
	}
	return kept
}
