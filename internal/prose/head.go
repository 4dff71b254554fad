package prose

import (
	"bytes"

	"github.com/uriscan/uriscan/lut"
)

const (
	// maxScheme is the length of the longest scheme looked for. The longest
	// registered ones have some 30 letters, those of application links up to 80.
	maxScheme = 256
	// maxHead is how many bytes after the scheme are examined to decide whether a
	// URI begins. The limit keeps the time linear in runs of heads that begin no
	// URI.
	maxHead = 256
	// maxName is the length of the longest name looked at before a URI, as in |url=http://a|
	maxName = 32
)

var (
	uriBytes    = lut.SetOf(lut.Unreserved | lut.Reserved).Or(lut.MakeSet("%"))
	SchemeBytes = lut.SetOf(lut.Scheme)
	alnum       = lut.SetOf(lut.Alpha | lut.Digit)
	digits      = lut.SetOf(lut.Digit)
	HexDigits   = lut.SetOf(lut.HexDigit).Or(lut.MakeSet("abcdef"))
	// content must occur in a URI after its scheme: without it, there is only
	// punctuation. The bracket ends an IP literal such as [::].
	content     = alnum.Or(lut.MakeSet("/]"))
	punctuation = uriBytes.AndNot(content)
)

// schemeStart returns where the scheme (3.1) before the ":" at text[colon] begins.
// It returns -1 if there is no scheme, or if a byte directly before it could be
// part of it.
func schemeStart(text []byte, colon int) int {
	i := runStart(text, colon)
	if i > 0 && text[i-1] == '\\' {
		i += escapeLen(text[i:colon])
	} else if i > 0 && (text[i-1] == '[' || text[i-1] == ';') {
		i += colorLen(text[:i], text[i:colon+1])
	}
	if i == colon || colon-i > maxScheme || lut.ClassOf(text[i])&lut.Alpha == 0 {
		return -1
	}
	return i
}

// runStart returns where the run of SchemeBytes before end begins. It looks at no
// more than one byte beyond maxScheme.
func runStart(text []byte, end int) int {
	i := end
	for i > 0 && end-i <= maxScheme && SchemeBytes.Has(text[i-1]) {
		i--
	}
	return i
}

// escapeLen returns how many bytes at the start of run belong to an escape whose
// backslash is directly before run, as in the source text "\nhttp://a/" and in the
// JSON text "\u003chttp://a/": one letter, or \x and \u with their digits, or \f
// with the letter of a font, as in manual pages.
func escapeLen(run []byte) int {
	hex := 0
	switch startsWith(run, lut.MakeSet("abefnrtuvx")) {
	case false:
		return 0
	case run[0] == 'u':
		hex = 4
	case run[0] == 'x':
		hex = 2
	}
	if len(run) > 2 && run[0] == 'f' && lut.MakeSet("BIRP").Has(run[1]) {
		return 2
	}
	if lut.Span(run[1:], HexDigits) < hex {
		return 0
	}
	return 1 + hex
}

// colorLen returns how many bytes at the start of run end what colours a terminal: as in ESC
// "[1;34mhttp://a/", or with ESC in another notation.
func colorLen(before, run []byte) int {
	before = before[max(0, len(before)-maxName):]
	open, n := bytes.TrimRight(before, "0123456789;"), lut.Span(run, digits)
	switch isColor := run[n] == 'm' && len(before)+n > len(open); {
	case bytes.HasSuffix(open, []byte("\x1b[")) && lut.ClassOf(run[n])&lut.Alpha != 0, bytes.HasSuffix(open, []byte("[")) && isColor:
		return n + 1
	}
	return 0
}

// An answer says whether a URI begins.
type answer uint8

const (
	no answer = iota
	Yes
	undecided // until there is more text
)

// beginsNone reports whether the colon between before and rest ends no scheme of a
// URI, as it can quickly tell for most colons: no "/" follows, nor a backslash that may
// begin an escape, and no scheme known without "//" ends like before.
func beginsNone(before, rest []byte) bool {
	n := len(before)
	if len(rest) == 0 || rest[0] == '/' || rest[0] == '\\' {
		return false
	}
	return n < len("sip") || opaqueEnds[before[n-2]&0x1f]>>(before[n-1]&0x1f)&1 == 0 ||
		opaqueThirds[before[n-3]&0x1f]>>(before[n-1]&0x1f)&1 == 0
}

// opaqueEnds maps the second letter from the end of each scheme known without "//" to
// its last letter, as a bit, and opaqueThirds the third one: without that, the colons of
// "ops::" and "collections::" would pass as those of "sips:" and "stuns:".
var opaqueEnds, opaqueThirds = lastLetters(2), lastLetters(3)

// lastLetters maps the nth letter from the end of each of the OpaqueSchemes, which have
// at least three, to the last letter, as a bit.
func lastLetters(n int) (last [32]uint32) {
	for _, o := range OpaqueSchemes {
		end := len(o.Scheme)
		last[o.Scheme[end-n]&0x1f] |= 1 << (o.Scheme[end-1] & 0x1f)
	}
	return last
}

// Begins reports whether a URI begins with the scheme text[start:colon], and the
// offset of the part after it that must not be empty. More text follows unless last.
func Begins(text []byte, start, colon int, last, anyScheme bool) (a answer, head int) {
	rest := text[colon+1 : min(len(text), colon+1+maxHead)]
	if bytes.HasPrefix(rest, []byte("//")) {
		return Yes, colon + 3
	}
	if !last && bytes.HasPrefix([]byte("//"), rest) {
		return undecided, 0
	}
	fits := hasSomething
	switch scheme := text[start:colon]; {
	case !anyScheme:
		fits = opaqueOf(scheme)
	case bytes.EqualFold(scheme, []byte("url")): // the prefix of Appendix C
		return no, 0
	}
	if fits == nil {
		return no, 0
	}
	n := lut.Span(rest, uriBytes)
	switch {
	case n == len(rest) && n < maxHead && !last:
		return undecided, 0
	case fits(rest[:n]):
		return Yes, colon + 1
	}
	return no, 0
}

// An opaque is a scheme whose URIs have no "//", and a test of what follows it:
// without the test, "tel: see below" and "data:x" would be URIs, too.
type opaque struct {
	Scheme string
	fits   func(rest []byte) bool
}

// OpaqueSchemes are the schemes known without "//". All are registered with IANA.
var OpaqueSchemes = [...]opaque{
	{"acct", hasAddress},      // RFC 7565
	{"cid", hasAddress},       // RFC 2392
	{"data", hasMediaType},    // RFC 2397
	{"did", hasNamespace},     // W3C, Decentralized Identifiers 1.0
	{"doi", hasDOI},           // ISO 26324
	{"geo", hasNumber},        // RFC 5870
	{"magnet", hasQuery},      // BitTorrent and others
	{"mailto", hasSomething},  // RFC 6068
	{"mid", hasAddress},       // RFC 2392
	{"news", hasDotOrAddress}, // RFC 5538
	{"sip", hasDotOrAddress},  // RFC 3261
	{"sips", hasDotOrAddress}, // RFC 3261
	{"sms", hasNumber},        // RFC 5724
	{"stun", hasDotOrAddress}, // RFC 7064
	{"stuns", hasDotOrAddress},
	{"tag", hasDate},          // RFC 4151
	{"tel", hasNumber},        // RFC 3966
	{"turn", hasDotOrAddress}, // RFC 7065
	{"turns", hasDotOrAddress},
	{"urn", hasNamespace},     // RFC 8141
	{"xmpp", hasDotOrAddress}, // RFC 5122
}

// opaqueOf returns the test of what follows scheme, nil if it is not one known
// without "//".
func opaqueOf(scheme []byte) func(rest []byte) bool {
	for i := range OpaqueSchemes {
		if o := &OpaqueSchemes[i]; len(scheme) == len(o.Scheme) && bytes.EqualFold(scheme, []byte(o.Scheme)) {
			return o.fits
		}
	}
	return nil
}

func startsWith(rest []byte, s lut.Set) bool { return len(rest) > 0 && s.Has(rest[0]) }

// hasSomething: a letter or digit, or header fields without an address.
func hasSomething(rest []byte) bool {
	return startsWith(rest, content.Or(lut.MakeSet("%_"))) || hasQuery(rest)
}

// hasQuery: "?" and a name.
func hasQuery(rest []byte) bool { return len(rest) > 1 && rest[0] == '?' && alnum.Has(rest[1]) }

// hasAddress: something on both sides of an "@".
func hasAddress(rest []byte) bool {
	i := bytes.IndexByte(rest, '@')
	return i > 0 && startsWith(rest[i+1:], content.Or(lut.MakeSet("[")))
}

// hasDotOrAddress: an address, or a name with a dot inside.
func hasDotOrAddress(rest []byte) bool {
	i := bytes.IndexByte(rest, '.')
	return hasAddress(rest) || startsWith(rest, alnum) && i > 0 && startsWith(rest[i+1:], alnum)
}

// hasNumber: a digit, perhaps after a sign or a bracket.
func hasNumber(rest []byte) bool {
	return startsWith(rest, digits) || startsWith(rest, lut.MakeSet("+-(")) && startsWith(rest[1:], digits)
}

// hasNamespace: a name and, after a colon, something in it.
func hasNamespace(rest []byte) bool {
	n := lut.Span(rest, alnum.Or(lut.MakeSet("-")))
	return n > 1 && n < len(rest) && rest[n] == ':' && startsWith(rest[n+1:], alnum.Or(lut.MakeSet("%_")))
}

// hasMediaType: a media type or a parameter or nothing, then a comma, and data.
func hasMediaType(rest []byte) bool {
	i := bytes.IndexByte(rest, ',')
	if i < 0 || lut.Span(rest[i+1:], punctuation) == len(rest)-i-1 {
		return false
	}
	return i == 0 || rest[0] == ';' || bytes.IndexByte(rest[:i], '/') > 0
}

// hasDOI: the directory that all DOI names share.
func hasDOI(rest []byte) bool {
	return bytes.HasPrefix(rest, []byte("10.")) && startsWith(rest[3:], digits)
}

// hasDate: a name and, after a comma, the date on which it had an owner.
func hasDate(rest []byte) bool {
	i := bytes.IndexByte(rest, ',')
	return i > 0 && startsWith(rest, alnum) && startsWith(rest[i+1:], digits)
}
