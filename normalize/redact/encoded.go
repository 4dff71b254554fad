package redact

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/lut"
)

// appendPlain appends a part of a text to dst that has no URL in it, but perhaps one that is
// percent-encoded, once or several times, as in ?next=https%3A%2F%2Fann%3Ahunter2%40h, there also
// without a scheme, or parameters that are. encoded says that there may be a "%".
func (p *Policy) appendPlain(dst, src []byte, encoded bool) []byte {
	if !encoded {
		return append(dst, src...)
	}
	done, u := 0, encodedUser{}
	for i := 0; ; {
		n := bytes.IndexByte(src[i:], '%')
		if n < 0 {
			return append(dst, src[done:]...)
		}
		i += n
		start, rest := i, afterEncoded(src, i, "3a", "2f", "2f")
		switch {
		case rest > 0:
		case i > done && prose.SchemeBytes.Has(src[i-1]): // foo%3A%2Fann%40h
			rest = afterEncoded(src, i, "3a", "2f")
		case i == 0 || before.Has(src[i-1]): // %2F%2Fann%40h
			rest = afterEncoded(src, i, "2f", "2f")
		}
		isURL := rest > 0
		if isURL {
			for start > done && i-start < maxScheme && prose.SchemeBytes.Has(src[start-1]) {
				start--
			}
			i = rest
		} else if begin := u.begin(src, done, i); begin >= 0 {
			start, rest = begin, begin
		} else if rest = max(afterEncoded(src, i, "3f"), afterEncoded(src, i, "23"), afterEncoded(src, i, "26")); rest == 0 {
			i++
			continue
		}
		i = until(src, i, encodedBytes)
		var blanks bool
		if dst, blanks = p.blanksDecoded(dst, src[start:i], isURL); blanks {
			dst = append(append(dst, src[done:rest]...), p.mask...)
			done = i
		}
	}
}

// An encodedUser is the user name looked at last, before a "%3A".
//
// INVARIANT: src[start:end] has only bytes of a user name, and src[end:without] no "40".
type encodedUser struct{ start, end, without int }

// begin returns where ann%3Ahunter2%40h begins if its "%3A" is src[i:], or else -1.
func (u *encodedUser) begin(src []byte, done, i int) int {
	colon := afterEncoded(src, i, "3a")
	if colon == 0 || i < u.without {
		return -1
	}
	for k := i; k > u.end; k-- {
		if !encodedUserBytes.Has(src[k-1]) {
			u.start = k
			break
		}
	}
	u.end = i
	start := max(u.start, done)
	if start == i || start > 0 && src[start-1] != '&' && !before.Has(src[start-1]) {
		return -1
	}
	if end := until(src, colon, encodedBytes); !bytes.Contains(src[colon:end], []byte("40")) {
		u.without = end
		return -1
	}
	return start
}

// encodedUserBytes are those of such a user name.
var encodedUserBytes = userBytes.AndNot(lut.MakeSet("&"))

// encodedBytes are the bytes of a URL that is percent-encoded.
var encodedBytes = textBytes.AndNot(lut.MakeSet("&"))

// afterEncoded returns where triplets of the bytes, in lower-case hexadecimal, end that begin at i,
// each encoded any number of times; 0 if they are not there. Slashes need not be encoded.
func afterEncoded(src []byte, i int, triplets ...string) int {
	for _, hex := range triplets {
		switch {
		case i == len(src):
			return 0
		case src[i] == '/' && hex == "2f":
			i++
			continue
		case src[i] != '%':
			return 0
		}
		for i++; bytes.HasPrefix(src[i:], []byte("25")); i += 2 {
		}
		if len(src)-i < 2 || src[i] != hex[0] || src[i+1] != hex[1] && (hex[1] < 'a' || src[i+1]|0x20 != hex[1]) {
			return 0
		}
		i += 2
	}
	return i
}

// blanksDecoded reports whether something is blanked in encoded once it is decoded, as often as
// there is something to decode, and read as a text or, if isURL, as a URL. It does that after dst,
// which it returns as it was.
func (p *Policy) blanksDecoded(dst, encoded []byte, isURL bool) (same []byte, blanks bool) {
	start := len(dst)
	for _, c := range encoded {
		dst = append(dst, c)
		for n := len(dst); n-start >= 3 && dst[n-3] == '%'; n = len(dst) {
			hi, lo := unhex(dst[n-2]), unhex(dst[n-1])
			if hi|lo > 15 {
				break
			}
			dst = append(dst[:n-3], hi<<4|lo)
		}
	}
	decoded := len(dst)
	if decoded-start == len(encoded) { // nothing was encoded
		return dst[:start], false
	}
	for _, text := range []bool{false, true} {
		if !text && !isURL {
			continue
		}
		for i, c := range dst[start:] {
			if text && c < 0x80 && !textBytes.Has(c) { // it was encoded, so it ends no URL
				dst[start+i] = '+'
			}
		}
		dst = p.once(dst, dst[start:decoded], text)
		blanks = blanks || !bytes.Equal(dst[start:decoded], dst[decoded:])
		dst = dst[:decoded]
	}
	return dst[:start], blanks
}
