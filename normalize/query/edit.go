package query

import (
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
)

// AppendWithout appends query without the parameters whose names m matches to dst. Each one
// goes with a separator; every other parameter keeps the one before it, and the first that is
// left has none. dst may be query[:0]. It allocates only to grow dst.
func AppendWithout[B lut.Bytes](dst []byte, query B, m *Matcher, f Flags) []byte {
	return appendIf(dst, kernel.Bytes(query), m, f, false)
}

// AppendOnly is [AppendWithout] of all parameters whose names m does not match: of a nil m all.
func AppendOnly[B lut.Bytes](dst []byte, query B, m *Matcher, f Flags) []byte {
	return appendIf(dst, kernel.Bytes(query), m, f, true)
}

func appendIf(dst, b []byte, m *Matcher, f Flags, matched bool) []byte {
	separator := 0
	for i, end := first(b, f); end >= 0; i, end = next(b, end, f) {
		if m.Match(nameOf(b[i:end]), f) == matched {
			dst = append(dst, b[i-separator:end]...)
			separator = 1
		}
	}
	return dst
}

// AppendSet appends query with value as the value of the first parameter whose decoded name is
// name, which keeps its spelling, and without all others of that name. If there is none it is
// added as by [AppendAdded]. dst must not overlap query. It allocates only to grow dst.
func AppendSet[A, B, C lut.Bytes](dst []byte, query A, name B, value C, f Flags) []byte {
	b, want := kernel.Bytes(query), kernel.Bytes(name)
	start, separator, isSet := len(dst), 0, false
	for i, end := first(b, f); end >= 0; i, end = next(b, end, f) {
		n := nameOf(b[i:end])
		isNamed := isName(n, want, f)
		switch {
		case !isNamed:
			dst = append(dst, b[i-separator:end]...)
		case !isSet:
			dst = append(append(dst, b[i-separator:i+len(n)]...), '=')
			dst = appendEncoded(dst, kernel.Bytes(value))
			isSet = true
		default:
			continue
		}
		separator = 1
	}
	if !isSet {
		return AppendAdded(dst[:start], query, name, value)
	}
	return dst
}

// AppendAdded appends query with one more parameter at its end, after a "&" unless the query
// is empty. dst must not overlap query. It allocates only to grow dst.
func AppendAdded[A, B, C lut.Bytes](dst []byte, query A, name B, value C) []byte {
	if dst = append(dst, query...); len(query) > 0 {
		dst = append(dst, '&')
	}
	dst = append(appendEncoded(dst, kernel.Bytes(name)), '=')
	return appendEncoded(dst, kernel.Bytes(value))
}

// AppendReplaced appends query with value as the value of every parameter that has a "=" and a
// name that m matches. dst must not overlap query. It allocates only to grow dst.
func AppendReplaced[A, B lut.Bytes](dst []byte, query A, m *Matcher, value B, f Flags) []byte {
	b, from := kernel.Bytes(query), 0
	for i, end := first(b, f); end >= 0; i, end = next(b, end, f) {
		n := nameOf(b[i:end])
		if i += len(n); i < end && m.Match(n, f) {
			dst = appendEncoded(append(dst, b[from:i+1]...), kernel.Bytes(value))
			from = end
		}
	}
	return append(dst, b[from:]...)
}
