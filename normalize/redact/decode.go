package redact

import (
	"bytes"
	"strings"

	"github.com/uriscan/uriscan/normalize/query"
)

// maxPattern is the length of the longest pattern. A name is compared with its first bytes,
// one more than that.
const maxPattern = 200

// A class is what a byte means in a name, or before the path.
type class uint8

const (
	separates  class = 1 << iota // parameters: "&", ";", "=", "?" and "#"
	ends                         // a segment of a path: "/" and "\"
	odd                          // the name is to be decoded, or to be left out
	inHost                       // of names that everybody reads alike
	inRelative                   // of a first segment that is no user, host or scheme
	mayBegin                     // a URL in a text, or what is left of one
)

var classes = func() (t [256]class) {
	for c := range t {
		if c <= ' ' || c >= 0x7f || c == '%' || c == '+' {
			t[c] = odd
		}
	}
	for _, c := range []byte("&;=?#") {
		t[c] |= separates
	}
	for _, c := range []byte(`:/?&#;\`) {
		t[c] |= mayBegin
	}
	t['/'] |= ends
	t['\\'] |= ends
	for c := range byte(0x80) {
		if unreserved.Has(c) || strings.IndexByte(",+$!", c) >= 0 {
			t[c] |= inHost
		}
		if unreserved.Has(c) || strings.IndexByte("%!$&'()*+,;=", c) >= 0 {
			t[c] |= inRelative
		}
	}
	return t
}()

// eachPart decodes name as often as there is something to decode, leaves out TABs and line
// breaks, makes each "+" a space, and cuts it at what then has the class cut, and at NUL. It
// shows v each part, or of a long one a beginning that is longer than any pattern. endless says
// that the name is encoded too often; it is then matched by everything. eachPart takes linear
// time.
//
// Whatever is decoded can only be a part of what is still a "%" or a "%" and a HEXDIG, so
// that those are all at the end of what is kept, and one pass finds what decoding again and
// again would.
func eachPart(name []byte, cut class, v *visitor) (endless bool) {
	var buf [maxPattern + 56]byte
	n := 0
	for _, c := range name {
		switch c {
		case '\t', '\n', '\r':
			continue
		case '+':
			c = ' '
		}
		if n == len(buf) {
			open := undecided(buf[:n])
			if open <= maxPattern+1 {
				return true // one more, and it fills the buffer again
			}
			n = maxPattern + 1 + copy(buf[maxPattern+1:], buf[open:n])
		}
		buf[n] = c
		n++
		for n >= 3 && buf[n-3] == '%' {
			hi, lo := unhex(buf[n-2]), unhex(buf[n-1])
			if hi|lo > 15 {
				break
			}
			n -= 2
			if buf[n-1] = hi<<4 | lo; buf[n-1] == '+' {
				buf[n-1] = ' '
			}
		}
		if last := buf[n-1]; last == 0 || classes[last]&cut != 0 {
			v.visit(buf[:n-1], last == 0)
			n = 0
		}
	}
	v.visit(buf[:n], false)
	return false
}

// A visitor is shown the parts of a name. It is no function, to which they would escape.
type visitor struct {
	parts   int
	matched bool           // one of them
	names   *query.Matcher // if it matches one
	path    *segments      // or if that blanks one
	keeps   bool           // keep the last
	last    string
}

func (v *visitor) visit(part []byte, isBeforeNUL bool) {
	v.parts++
	switch {
	case v.keeps:
		v.last = string(part)
	case v.path != nil:
		v.matched = v.path.visit(part, v.matched, isBeforeNUL)
	default:
		v.matched = v.matched || v.names.Match(part, 0)
	}
}

// undecided returns where what may still be decoded begins: the longest end of b that is made of
// "%" and of "%" with a HEXDIG.
func undecided(b []byte) int {
	for i := len(b); ; {
		switch {
		case i > 0 && b[i-1] == '%':
			i--
		case i > 1 && b[i-2] == '%' && unhex(b[i-1]) <= 15:
			i -= 2
		default:
			return i
		}
	}
}

// unhex returns the value of a HEXDIG, 16 for other bytes.
func unhex(c byte) byte { return hexValues[c] }

var hexValues = func() (t [256]byte) {
	for c := range t {
		t[c] = 16
	}
	for value, c := range []byte("0123456789abcdef") {
		t[c] = byte(value)
		t[bytes.ToUpper([]byte{c})[0]] = byte(value)
	}
	return t
}()
