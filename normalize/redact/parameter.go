package redact

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/prose"
)

// parameters redacts the parameters in src[from:to]. In a fragment they may also begin after a
// "?" or a "#", as in #/page?token=a, and net/url decodes it before anybody can look for them.
func (r *redaction) parameters(from, to int, fragment bool) {
	if r.p.allow == nil && r.p.names == nil {
		return
	}
	percent := -1 // the last one
	if fragment {
		percent = from + bytes.LastIndexByte(r.src[from:to], '%')
	}
	for from <= percent {
		end := from + prose.IndexOrLen(r.src[from:to], '&')
		switch part := r.src[from:end]; {
		case !r.p.hides(part):
			r.between(from, end, true)
		case r.p.allow != nil:
			r.blank(from, end)
		default:
			r.blank(from+bytes.IndexByte(part, '=')+1, end)
		}
		if end == to {
			return
		}
		from = end + 1
	}
	r.between(from, to, fragment)
}

func (r *redaction) between(from, to int, fragment bool) {
	if r.p.allow != nil {
		r.allowed(from, to, fragment)
	} else {
		// Of two "?" before a query, URLSearchParams of browsers leaves one out, too.
		r.denied(from, to, fragment || r.text || from < to && r.src[from] == '?')
	}
}

// hides reports whether part, of a fragment, has separators once it is decoded, and perhaps
// something to blank among them.
func (p *Policy) hides(part []byte) bool {
	parts := 1
	for _, c := range part {
		if classes[c]&separates != 0 {
			parts++
		}
	}
	v := visitor{names: p.names}
	return eachPart(part, separates, &v) || v.parts > parts && (v.matched || p.allow != nil)
}

// denied blanks the values of named parameters. It looks for each "=" and then, before it, for
// the name.
//
// INVARIANT: every "=" before from was looked at, and src[from-1] is the last of them or what
// ends a value.
func (r *redaction) denied(from, to int, question bool) {
	src, isFirst := r.src, true
	for {
		equals, value := r.equals(from, to)
		if equals < 0 {
			return
		}
		// The name is all since the last "&" to some, since the last ";" or "?" to others.
		name, semicolon, mark, seen := equals, -1, -1, class(0)
		for name > from && !r.ends(from, name) {
			name--
			c := src[name]
			seen |= classes[c]
			if c == ';' && semicolon < 0 {
				semicolon = name + 1
			} else if question && mark < 0 && (c == '?' || c == '#') {
				mark = name + 1
			}
		}
		isName := name > from || isFirst // and not the rest of a value
		from, isFirst = value, false
		denies := func(at int) bool { return at >= 0 && r.p.denies(src[at:equals], seen&odd == 0) }
		switch {
		case isName && denies(name), denies(mark):
			from = r.valueEnd(from, to, false)
		case denies(semicolon):
			from = r.valueEnd(from, to, !bytes.HasSuffix(src[:semicolon], []byte("&amp;")))
		default:
			continue
		}
		r.blank(value, from)
	}
}

// equals returns where the first "=" in src[from:to] begins and ends, or -1.
func (r *redaction) equals(from, to int) (start, end int) {
	if !r.text {
		if from += prose.IndexOrLen(r.src[from:to], '='); from == to {
			return -1, -1
		}
		return from, from + 1
	}
	const first = 256 // bytes, then twice as many: what is looked at and not needed is no more than what is
	for window := first; from < to; window *= 2 {
		src := r.src[from:min(to, from+window)]
		n := prose.IndexOrLen(src, '=')
		if escape := bytes.IndexByte(src[:n], '\\'); escape >= 0 {
			from, window = from+escape, first/2
			if n := equalsLen(r.src[from:to]); n > 0 {
				return from, from + n
			}
			from += backslashes(r.src[from:to])
			continue
		}
		if from += n; n < len(src) {
			return from, from + 1
		}
	}
	return -1, -1
}

// ends reports whether src[from:i] ends with a "&".
func (r *redaction) ends(from, i int) bool {
	return r.src[i-1] == '&' || r.text && r.src[i-1] == '6' && bytes.HasSuffix(r.src[from:i], []byte(ampersand))
}

// valueEnd returns where a value that begins at i ends: at a "&", and if its name is after a
// ";" also at a ";". Those who do not separate parameters at ";" take one for a part of the
// value.
func (r *redaction) valueEnd(i, to int, semicolon bool) int {
	for ; i < to; i++ {
		switch c := r.src[i]; {
		case c == '&', c == ';' && semicolon:
			return i
		case c == '\\' && r.text:
			n := backslashes(r.src[i:to])
			if endsValue(r.src[i+n-1 : to]) {
				return i
			}
			i += n - 1
		}
	}
	return to
}

// endsValue reports whether the last of several "\" in a text, with which src begins, belongs to a "&".
func endsValue(src []byte) bool {
	return beginsAmpersand(src) || bytes.HasPrefix(src, []byte(`\&`))
}

// ampersand is "&" in much JSON.
const ampersand = `\u0026`

// equalsLen returns the length of the "=" that src begins with, or 0: also of \u003d in the JSON of
// Gson, with more "\" in a JSON that has that as a string, or with "\" as in a shell.
func equalsLen(src []byte) int {
	n := backslashes(src)
	switch rest := src[n:]; {
	case bytes.HasPrefix(rest, []byte("=")):
		return n + 1
	case n > 0 && bytes.HasPrefix(rest, []byte("u003")) && len(rest) > 4 && rest[4]|0x20 == 'd':
		return n + len("u003d")
	}
	return 0
}

// backslashes returns how many "\" src begins with.
func backslashes(src []byte) (n int) {
	for n < len(src) && src[n] == '\\' {
		n++
	}
	return n
}

// allowed blanks all values except those of parameters on the allow list.
func (r *redaction) allowed(from, to int, fragment bool) {
	for i := from; i < to; i++ {
		next := i + 1
		switch c := r.src[i]; {
		case c == '&':
		case c == '\\' && r.text && beginsAmpersand(r.src[i:to]):
			next = i + len(ampersand)
		default:
			continue
		}
		r.allowedIn(from, i, fragment)
		from, i = next, next-1
	}
	r.allowedIn(from, to, fragment)
}

// allowedIn does it for src[from:to], which has no "&". Some readers separate more parameters
// there, at ";" and in a fragment at "?".
func (r *redaction) allowedIn(from, to int, fragment bool) {
	for first := true; from < to; first = false {
		end := from
		for end < to && r.src[end] != ';' && (!fragment || r.src[end] != '?' && r.src[end] != '#') {
			end++
		}
		equals := from + prose.IndexOrLen(r.src[from:end], '=')
		switch {
		case equals == end && end < to && (first || r.src[end] != ';'):
			r.blank(from, to) // a;b=1 and b?c=1: the name may be "a;b", or "b?c"
			return
		case !r.p.allows(r.src[from:equals]):
			if equals < end && bytes.IndexByte(r.src[from:equals], 0) < 0 { // in C, all ends at a NUL: then this has no "="
				from = equals + 1
			}
			r.blank(from, to)
			return
		}
		from = end + 1
	}
}

// denies reports whether the values of parameter name are blanked. plain: it has no odd byte.
func (p *Policy) denies(name []byte, plain bool) bool {
	if !p.begins.may(name) {
		return false
	}
	if plain {
		return p.names.Match(name, 0)
	}
	v := visitor{names: p.names}
	return eachPart(name, 0, &v) || v.matched
}

// allows reports whether the allow list has name for every reader: those that decode it again
// find nothing to decode.
func (p *Policy) allows(name []byte) bool {
	if !p.allow.Match(name, 0) || p.names != nil && p.denies(name, false) {
		return false
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c == '%' {
			if len(name)-i < 3 || unhex(name[i+1])|unhex(name[i+2]) > 15 {
				return false
			}
			c = unhex(name[i+1])<<4 | unhex(name[i+2])
			i += 2
		}
		if c == '%' || c == '+' || c < ' ' {
			return false
		}
	}
	return true
}
