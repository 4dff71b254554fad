package query

import (
	"bytes"
	"iter"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
)

// A Param is a parameter as the query spells it.
type Param[B lut.Bytes] struct {
	Name, Value B
	HasValue    bool // there is a "=", perhaps with an empty value
}

// All returns the parameters of query in order, each with its offset there. An empty query has
// none. All decodes nothing, parts are not copied, and it does not allocate.
func All[B lut.Bytes](query B, f Flags) iter.Seq2[int, Param[B]] {
	return func(yield func(int, Param[B]) bool) {
		b := kernel.Bytes(query)
		for i, end := first(b, f); end >= 0; i, end = next(b, end, f) {
			n := i + len(nameOf(b[i:end]))
			p := Param[B]{Name: kernel.Part(query, i, n), HasValue: n < end}
			if p.HasValue {
				p.Value = kernel.Part(query, n+1, end)
			}
			if !yield(i, p) {
				return
			}
		}
	}
}

// first and next return where parameters start and end: the first one, and the one after the
// separator at b[end]. After the last one end is -1.
func first(b []byte, f Flags) (start, end int) {
	if len(b) == 0 {
		return 0, -1
	}
	return next(b, -1, f)
}

func next(b []byte, at int, f Flags) (start, end int) {
	if at == len(b) {
		return at, -1
	}
	start = at + 1
	return start, start + indexSeparator(b[start:], f)
}

// indexSeparator returns the offset of the first separator in b, or len(b).
func indexSeparator(b []byte, f Flags) int {
	if f&Semicolon != 0 {
		// Two calls of IndexByte could read all of b for each parameter.
		for i, c := range b {
			if c == '&' || c == ';' {
				return i
			}
		}
		return len(b)
	}
	if n := bytes.IndexByte(b, '&'); n >= 0 {
		return n
	}
	return len(b)
}

// nameOf returns the name of a parameter.
func nameOf(param []byte) []byte {
	if n := bytes.IndexByte(param, '='); n >= 0 {
		return param[:n]
	}
	return param
}

// Get returns the value of the first parameter whose decoded name is name, as the query spells
// it; [AppendDecoded] decodes it. ok reports whether there is such a parameter; without a "="
// its value is the zero A. It does not allocate.
func Get[A, B lut.Bytes](query A, name B, f Flags) (value A, ok bool) {
	b, want := kernel.Bytes(query), kernel.Bytes(name)
	for i, end := first(b, f); end >= 0; i, end = next(b, end, f) {
		if n := nameOf(b[i:end]); isName(n, want, f) {
			if i += len(n); i < end {
				value = kernel.Part(query, i+1, end)
			}
			return value, true
		}
	}
	return value, false
}

// MoreThan reports whether query has more than n parameters, for callers that refuse such a
// query before they do work for each of them. It stops at the parameter that is too many. It
// does not allocate.
func MoreThan[B lut.Bytes](query B, n int, f Flags) bool {
	b := kernel.Bytes(query)
	for _, end := first(b, f); end >= 0; _, end = next(b, end, f) {
		if n--; n < 0 {
			return true
		}
	}
	return n < 0
}
