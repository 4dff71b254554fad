package repair

import (
	"bytes"
	"unicode/utf8"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// authority does what is between "//" and the path.
func (w *work) authority(dst []byte) []byte {
	w.hasAuthority = true
	end := w.until(w.i, len(w.b), afterAuthority)
	if w.family == other {
		end = w.until(w.i, len(w.b), afterOtherAuthority)
	}
	if at := bytes.LastIndexByte(w.b[w.i:end], '@'); at >= 0 {
		at += w.i
		dst = w.component(dst, at, inUser)
		w.i++
	}
	w.hostAt = w.skip(w.i)
	if i := w.hostAt; i < end && w.b[i] == '[' {
		dst = w.pass(dst, i)
		dst = w.literal(dst, end)
	} else if colon := bytes.IndexByte(w.b[w.i:end], ':'); colon >= 0 {
		dst = w.host(dst, w.i+colon)
	} else {
		dst = w.host(dst, end)
	}
	if w.isRefused() || w.i == end {
		return dst
	}
	w.i++ // the ":"
	w.portAt = w.skip(w.i)
	for w.i < end {
		w.i += lut.Span(w.b[w.i:end], digits)
		if w.i < end {
			if !isGap(w.b[w.i]) {
				w.refuse(scanner.BadPort, w.i)
				return dst
			}
			dst = w.replace(dst, TabOrNewline, 1, "")
		}
	}
	return dst
}

// literal does an IP literal, and stops at end or at the ":" after it. Nothing in it is
// repaired, except tabs and newlines.
func (w *work) literal(dst []byte, end int) []byte {
	after, fault := w.literalAt(w.i)
	if fault != (scanner.Fault{}) {
		w.refuse(fault.Kind(), after)
		return dst
	}
	dst = w.pass(dst, w.skip(after))
	if w.i < end && w.b[w.i] != ':' {
		w.refuse(scanner.BadHost, w.i)
	}
	return dst
}

// literalAt returns where the IP literal that begins at i ends, or where it cannot go on.
func (w *work) literalAt(i int) (end int, fault scanner.Fault) {
	var m scanner.Machine
	m.Reset(scanner.URIReference)
	m.FeedString("//")
	for ; i < len(w.b) && m.Feed(w.b[i:i+1]) > 0; i = w.skip(i + 1) {
		if w.b[i] == ']' {
			return i + 1, scanner.Fault{}
		}
	}
	_, fault = m.End()
	return i, fault
}

// host does a host that is not an IP literal. What browsers neither encode nor take for what it
// encodes is refused.
func (w *work) host(dst []byte, end int) []byte {
	if w.family != other && w.hosts != nil && w.isMapped(end) {
		if dst = w.mappedHost(dst, end); w.isRefused() {
			return dst
		}
	}
	for {
		w.i += lut.Span(w.b[w.i:end], inHost)
		if w.i == end {
			return dst
		}
		switch c := w.b[w.i]; {
		case isGap(c) || c == '%' && w.isTriplet(), w.family == other && isEncodedInHost(c), w.family != other && isQuote(c):
			dst = w.odd(dst)
			continue
		case c == '%':
			first, second, _ := w.triplet(w.i)
			if first < len(w.b) && hexDigits.Has(w.b[first]) {
				first = second
			}
			w.refuse(scanner.BadPercent, min(first, len(w.b)))
		case c >= utf8.RuneSelf:
			w.refuse(scanner.BadIDN, w.i)
		default:
			w.refuse(scanner.BadHost, w.i)
		}
		return dst
	}
}

// isQuote reports whether browsers take c as a byte of a host, and RFC 3986 does not. After
// schemes that browsers know, it is the same to them when it is encoded.
func isQuote(c byte) bool { return c == '"' || c == '`' || c == '{' || c == '}' }

// isEncodedInHost reports whether browsers encode c in the host of a scheme that they do not
// know (WHATWG URL, section 3.5, opaque-host parser).
func isEncodedInHost(c byte) bool { return c >= 0x7f || 0 < c && c < ' ' }

// mappedHost does a host beyond ASCII, and refuses one that the HostFunc refuses. The host is
// put into one piece, decoded.
func (w *work) mappedHost(dst []byte, end int) []byte {
	decoded := make([]byte, 0, end-w.i)
	beyondASCII := false
	for i := w.skip(w.i); i < end; i = w.skip(i + 1) {
		c := w.b[i]
		if first, second, ok := w.triplet(i); c == '%' && ok {
			c = unhex(w.b[first])<<4 | unhex(w.b[second])
			i = second
		}
		beyondASCII = beyondASCII || c >= utf8.RuneSelf
		decoded = append(decoded, c)
	}
	if !beyondASCII && !hasALabel(decoded) {
		return dst
	}
	mapped, ok := w.hosts(make([]byte, 0, 2*len(decoded)), decoded)
	if !ok || !utf8.Valid(decoded) {
		w.refuse(scanner.BadIDN, w.skip(w.i))
	} else if beyondASCII {
		dst = w.replace(dst, Host, end-w.i, "")
		if w.writes {
			dst = lut.AppendPctEncoded(dst, mapped, inHost)
		}
	}
	return dst
}

// isMapped reports whether the host up to end may be one for a HostFunc.
func (w *work) isMapped(end int) bool {
	for _, c := range w.b[w.i:end] {
		if c >= utf8.RuneSelf || isGap(c) { // "xn-" and "-" may be around a tab
			return true
		}
	}
	return isMapped(w.b[w.i:end])
}

// isMapped reports whether a host name has to be shown to a HostFunc, or has triplets, so that
// it has to be decoded first.
func isMapped(host []byte) bool {
	return bytes.IndexByte(host, '%') >= 0 || hasALabel(host)
}

// hasALabel reports whether a label of host, which is ASCII, begins with "xn--".
func hasALabel(host []byte) bool {
	for {
		i := bytes.Index(host, hyphens)
		if i < 0 {
			return false
		}
		if i >= 2 && host[i-2]|0x20 == 'x' && host[i-1]|0x20 == 'n' && (i == 2 || host[i-3] == '.') {
			return true
		}
		host = host[i+1:] // begins with a hyphen, and so with no label
	}
}

var hyphens = []byte("--")

// hyphenPairs makes a hyphen after a hyphen odd.
var hyphenPairs = func() (t kernel.Pairs) {
	for i := range t {
		t[i] = 1
	}
	t.Add(4, "-")
	t.Add(5, "-")
	return t
}()

// unhex returns the value of a HEXDIG of either case.
func unhex(c byte) byte { return c&15 + c>>6*9 }

var afterOtherAuthority = lut.MakeSet("/?#")
