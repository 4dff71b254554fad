package redact

import (
	"bytes"

	"github.com/uriscan/uriscan/lut"
)

// A rest is what may be the rest of a query or a fragment, up to end in a text: what is left of a URL
// after a blank or a quote in it, or of one that does not look like one, as jdbc:mysql:h#sig=abc.
// Parameters in it may begin after a ";", and after a URL.
type rest struct{ end int }

// value returns where a value begins and ends that is to be blanked, of a parameter after the "&", "#",
// ";" or \u0026 that src[i] may be; else end is 0.
func (r *rest) value(p *Policy, src []byte, i int) (value, end int) {
	name, set := i+1, restNameBytes
	switch c := src[i]; {
	case beginsAmpersand(src[i:]):
		name = i + len(ampersand)
	case c == '\\', c == ';' && i >= r.end:
		return 0, 0
	case c == ';':
		set = partBytes
	}
	if p.allow != nil {
		return 0, 0 // all of it was looked at, where it begins
	}
	if i >= r.end {
		r.end = until(src, name, restBytes)
	}
	equals, value := named(src, name, set)
	if value == 0 || !p.blanksRest(src[name:equals]) {
		return 0, 0
	}
	inValue := valueBytes
	if p.fragment { // it begins there
		inValue = inValue.AndNot(lut.MakeSet("#"))
	}
	end = until(src, value, inValue)
	for n := backslashes(src[end:]); n > 0 && !endsValue(src[end+n-1:]); n = backslashes(src[end:]) {
		end = until(src, end+n, inValue)
	}
	if end == len(src) || bytes.IndexByte([]byte(`&\#`), src[end]) < 0 { // the value ends the URL
		end = withoutPunctuation(src, value, end)
	}
	if end == value {
		return 0, 0
	}
	return value, end
}

func beginsAmpersand(src []byte) bool { return bytes.HasPrefix(src, []byte(ampersand)) }

// named returns where the name of a parameter that begins at src[i], of these bytes, ends, and where
// its value begins, 0 without one.
func named(src []byte, i int, set lut.Set) (equals, value int) {
	equals = until(src, i, set)
	if n := equalsLen(src[equals:]); n > 0 {
		value = equals + n
	}
	return equals, value
}

// blanksRest reports whether the value of the parameter is blanked, also if the name begins after
// a ";", as that of &amp; does.
func (p *Policy) blanksRest(name []byte) bool {
	return p.names != nil && (p.denies(name, false) || p.denies(name[bytes.LastIndexByte(name, ';')+1:], false))
}

// beginsParameters returns the length of the "&" or \u0026 at src[i] if a parameter after it has a value,
// else 0. With an allow list, all that follows is read as a query.
func (p *Policy) beginsParameters(src []byte, i int) (n int) {
	switch {
	case p.allow == nil:
		return 0
	case src[i] == '&':
		n = 1
	case beginsAmpersand(src[i:]):
		n = len(ampersand)
	default:
		return 0
	}
	if _, value := named(src, i+n, nameBytes); value == 0 {
		return 0
	}
	return n
}

// withoutQuery redacts the parameters before a query in src[:to], in which the path begins at path: those
// of jdbc:sqlserver://h:1;user=a, and in a text after any URL, as in next=http://h/&token=a. In a path,
// "a&b" and ";v=1" are no values that are not listed.
func (r *redaction) withoutQuery(path, to int) {
	set, end := noSeparator, to
	if !r.isRest && r.p.allow != nil {
		set, end = noSemicolon, max(path, r.done)
	}
	from := until(r.src[:end], r.done, set)
	next := min(from+1, end)
	if n := bytes.Index(r.src[r.done:from], []byte(ampersand)); n >= 0 && set == noSeparator {
		next = r.done + n + len(ampersand)
	}
	if equals, _ := r.equals(next, end); equals < 0 {
		return
	}
	r.parameters(next, end, false)
	if r.isRest && r.done == to {
		r.done = r.valueEnd(to, len(r.src), false) // what looks like a query is in the value
	}
}

// beginsFragment reports whether the "#" src[i] begins a fragment, and more of it than the values of
// named parameters is blanked. In a text, #1, ##, &#1; and %#v begin no fragment, but a#1 does.
func (p *Policy) beginsFragment(src []byte, i int) bool {
	if p.allow == nil && !p.fragment {
		return false
	}
	_, value := named(src, i+1, nameBytes)
	return value > 0 || i > 0 && !notFragment.Has(src[i-1]) && !isNumber(src, i)
}

// isNumber reports whether the "#" src[i] begins a number in a text, as in go#22, or in 7#1234567 for the
// process and the thread in logs of nginx.
func isNumber(src []byte, i int) bool {
	n := lut.Span(src[i+1:], digits)
	if n == 0 || n > 5 && unhex(src[i-1]) > 9 {
		return false
	}
	for i += 1 + n; i < len(src) && trailing.Has(src[i]); {
		i++
	}
	return i == len(src) || src[i] < 0x80 && !textBytes.Has(src[i])
}

var (
	digits      = lut.SetOf(lut.Digit)
	notFragment = before.Or(lut.MakeSet("#&%"))
	noSeparator = without("&;")
	noSemicolon = without(";")
	restBytes   = textBytes.AndNot(lut.MakeSet("&"))
	valueBytes  = restBytes.AndNot(lut.MakeSet(`\`))
	nameBytes   = valueBytes.AndNot(lut.MakeSet(`#=:/?`))
	// restNameBytes are those of a name in a rest, where nothing need be a query: #x_a?b=c.
	restNameBytes = nameBytes.Or(lut.MakeSet("?"))
	partBytes     = restNameBytes.AndNot(lut.MakeSet(";"))
)
