package main

import (
	"bytes"

	"github.com/uriscan/uriscan/lut"
)

const (
	// maxScheme is the length of the longest scheme looked for. The longest
	// registered ones have some 30 letters, those of application links up to 80.
	maxScheme = 256
	// maxHead is how much after the scheme is looked at to tell whether a URI
	// begins. A limit keeps the time linear in runs of heads that turn out not
	// to be any.
	maxHead = 256
)

var (
	uriBytes    = lut.SetOf(lut.Unreserved | lut.Reserved).Or(lut.MakeSet("%"))
	schemeBytes = lut.SetOf(lut.Scheme)
	alnum       = lut.SetOf(lut.Alpha | lut.Digit)
	digits      = lut.SetOf(lut.Digit)
	hexDigits   = lut.SetOf(lut.HexDigit).Or(lut.MakeSet("abcdef"))
	// content is what a URI needs one of after its scheme: without it there is
	// but punctuation. The bracket is the end of an IP literal such as [::].
	content     = alnum.Or(lut.MakeSet("/]"))
	punctuation = uriBytes.AndNot(content)
)

// schemeStart returns where the scheme (3.1) that ends before the ":" at
// text[colon] begins, -1 if there is none or something directly before it that
// could be part of it.
func schemeStart(text []byte, colon int) int {
	i := runStart(text, colon)
	if i > 0 && text[i-1] == '\\' {
		i += escapeLen(text[i:colon])
	}
	if i == colon || colon-i > maxScheme || lut.ClassOf(text[i])&lut.Alpha == 0 {
		return -1
	}
	return i
}

// runStart returns where the bytes of schemes before end begin, looking at
// no more than one beyond maxScheme.
func runStart(text []byte, end int) int {
	i := end
	for i > 0 && end-i <= maxScheme && schemeBytes.Has(text[i-1]) {
		i--
	}
	return i
}

// escapeLen returns how much at the start of run belongs to the escape that a
// backslash before it begins, as in the source text "\nhttp://a/" and in the
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
	if hex >= len(run) || lut.Span(run[1:1+hex], hexDigits) < hex {
		return 0
	}
	return 1 + hex
}

// An answer to whether a URI begins.
type answer uint8

const (
	no answer = iota
	yes
	undecided // until there is more text
)

// beginsNone tells, for most colons quickly, that no URI begins whose scheme stands
// directly before a colon between before and rest: there is no "/", nor a backslash
// that may be an escape, and no scheme known without ends like this.
func beginsNone(before, rest []byte) bool {
	n := len(before)
	if len(rest) == 0 || rest[0] == '/' || rest[0] == '\\' {
		return false
	}
	return n < len("sip") || opaqueEnds[before[n-2]&0x1f]>>(before[n-1]&0x1f)&1 == 0 ||
		opaqueThirds[before[n-3]&0x1f]>>(before[n-1]&0x1f)&1 == 0
}

// opaqueEnds has for the last letter but one of each scheme known without "//" the last
// one, as a bit, and opaqueThirds for the one before: else the colons of "ops::" and
// "collections::" were those of "sips:" and "stuns:".
var opaqueEnds, opaqueThirds = lastLetters(2), lastLetters(3)

// lastLetters returns for the nth letter from the end of each of the opaques, which have
// three at least, the last one, as a bit.
func lastLetters(n int) (last [32]uint32) {
	for _, o := range opaques {
		end := len(o.scheme)
		last[o.scheme[end-n]&0x1f] |= 1 << (o.scheme[end-1] & 0x1f)
	}
	return last
}

// begins tells whether a URI begins with the scheme text[start:colon], and
// where that begins which it must not lack. There is more text unless last.
func begins(text []byte, start, colon int, last, anyScheme bool) (a answer, head int) {
	rest := text[colon+1 : min(len(text), colon+1+maxHead)]
	if bytes.HasPrefix(rest, []byte("//")) {
		return yes, colon + 3
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
		return yes, colon + 1
	}
	return no, 0
}

// An opaque is a scheme whose URIs have no "//", with what they must look
// like: without that, "tel: see below" and "data:x" were URIs, too.
type opaque struct {
	scheme string
	fits   func(rest []byte) bool
}

// opaques are the schemes known without "//". All are registered with IANA.
var opaques = [...]opaque{
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

// opaqueOf returns what must follow a scheme that is known without "//", nil if
// it is not.
func opaqueOf(scheme []byte) func(rest []byte) bool {
	for i := range opaques {
		if o := &opaques[i]; len(scheme) == len(o.scheme) && bytes.EqualFold(scheme, []byte(o.scheme)) {
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
