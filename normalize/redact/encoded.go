package redact

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/lut"
)

// appendPlain appends a part of a text to dst that has no URL in it, but perhaps one that is
// percent-encoded, once or several times, as in ?next=https%3A%2F%2Fann%3Ahunter2%40h. encoded
// says that there may be a "%".
func (p *Policy) appendPlain(dst, src []byte, encoded bool) []byte {
	if !encoded {
		return append(dst, src...)
	}
	done := 0
	for i := 0; ; {
		n := bytes.IndexByte(src[i:], '%')
		if n < 0 {
			return append(dst, src[done:]...)
		}
		i += n
		rest := afterEncoded(src, i, "3a", "2f", "2f")
		if rest == 0 {
			i++
			continue
		}
		start := i
		for start > done && i-start < maxScheme && prose.SchemeBytes.Has(src[start-1]) {
			start--
		}
		i = until(src, rest, encodedBytes)
		var blanks bool
		if dst, blanks = p.blanksDecoded(dst, src[start:i]); blanks {
			dst = append(append(dst, src[done:rest]...), p.mask...)
			done = i
		}
	}
}

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
		if len(src)-i < 2 || src[i] != hex[0] || src[i+1]|0x20 != hex[1] {
			return 0
		}
		i += 2
	}
	return i
}

// blanksDecoded reports whether something is blanked in encoded once it is decoded, as often as
// there is something to decode. It does that after dst, which it returns as it was.
func (p *Policy) blanksDecoded(dst, encoded []byte) (same []byte, blanks bool) {
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
	for _, text := range []bool{false, true} {
		dst = p.once(dst, dst[start:decoded], text)
		blanks = blanks || !bytes.Equal(dst[start:decoded], dst[decoded:])
		dst = dst[:decoded]
	}
	return dst[:start], blanks
}
