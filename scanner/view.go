package scanner

import (
	"bytes"
	"iter"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
)

// A View is a [Ref] together with the input it was found in. Everything it
// returns is a part of that input, not a copy; the capacity of bytes ends with
// the part, so that appending to it cannot write over what follows.
type View[B lut.Bytes] struct {
	Src B
	Ref Ref
}

// Get returns component c, without its delimiters. For one that is undefined
// it returns the zero B; for one that is empty, as bytes, a slice that is not
// nil. It does not allocate.
func (v View[B]) Get(c Component) B {
	if !v.Ref.Has(c) {
		var none B
		return none
	}
	return v.part(v.Ref.Span(c))
}

func (v View[B]) part(s Span) B { return kernel.Part(v.Src, int(s.Start), int(s.End)) }

// Segments returns the segments of the path in order (3.3): "", "a", "b" for
// /a/b, whose first segment is the empty one before its first "/". An empty
// path has none. It does not allocate, and decodes nothing.
func (v View[B]) Segments() iter.Seq[B] {
	return func(yield func(B) bool) { pieces(v.part(v.Ref.Path()), '/', yield) }
}

// Params returns the parts of the query between its "&", in order, each cut at
// its first "="; one without "=" has the zero B as its value. An undefined or
// empty query has none; an empty part between two "&" is one. It does not
// allocate, and decodes nothing: RFC 3986 gives the query no structure (3.4).
func (v View[B]) Params() iter.Seq2[B, B] {
	return func(yield func(B, B) bool) {
		pieces(v.part(v.Ref.Query()), '&', func(part B) bool {
			if n := bytes.IndexByte(kernel.Bytes(part), '='); n >= 0 {
				return yield(kernel.Part(part, 0, n), part[n+1:])
			}
			var none B
			return yield(part, none)
		})
	}
}

// pieces yields the parts of b between delimiters, none if b is empty.
func pieces[B lut.Bytes](b B, delimiter byte, yield func(B) bool) {
	if len(b) == 0 {
		return
	}
	for {
		n := bytes.IndexByte(kernel.Bytes(b), delimiter)
		if n < 0 {
			yield(b)
			return
		}
		if !yield(kernel.Part(b, 0, n)) {
			return
		}
		b = b[n+1:]
	}
}
