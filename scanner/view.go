package scanner

import (
	"bytes"
	"iter"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
)

// A View is a [Ref] together with its input. [ParseView] returns one;
// View[[]byte]{Src: line, Ref: ref} makes one from a known Ref. Its methods return
// parts of the input, not copies. The capacity of bytes equals their length, so
// that appending to a part cannot overwrite what follows.
type View[B lut.Bytes] struct {
	Src B
	Ref Ref
}

// ParseView is [Parse] for callers that need the components rather than their
// offsets:
//
//	v, err := scanner.ParseView("http://example.com/a?b")
//	v.Host(), v.Path() // example.com /a
//
// For input that is not a URI-reference it returns the zero View and the error. It
// does not allocate, except for an error as [Fault.Err] does.
func ParseView[B lut.Bytes](src B) (View[B], error) {
	ref, err := Parse(src)
	if err != nil {
		return View[B]{}, err
	}
	return View[B]{src, ref}, nil
}

// Scheme returns the scheme (3.1), without its ":". Like every component, it has
// length 0 if it is undefined or empty; see [View.Get] and [Ref.Has] for which. It
// does not allocate.
func (v View[B]) Scheme() B { return v.Get(Scheme) }

// Authority returns the authority, with userinfo and port (3.2).
func (v View[B]) Authority() B { return v.Get(Authority) }

// Userinfo returns the userinfo (3.2.1), without its "@".
func (v View[B]) Userinfo() B { return v.Get(Userinfo) }

// Host returns the host, with the brackets of an IP literal (3.2.2).
func (v View[B]) Host() B { return v.Get(Host) }

// Port returns the digits of the port (3.2.3); see [PortNumber].
func (v View[B]) Port() B { return v.Get(Port) }

// Path returns the path (3.3).
func (v View[B]) Path() B { return v.Get(Path) }

// Query returns the query (3.4), without its "?".
func (v View[B]) Query() B { return v.Get(Query) }

// Fragment returns the fragment (3.5), without its "#".
func (v View[B]) Fragment() B { return v.Get(Fragment) }

// String returns the reference itself. It allocates a string for bytes.
func (v View[B]) String() string { return string(v.Src) }

// Get returns component c, without its delimiters. For an undefined component it
// returns the zero B. For an empty one it returns, as bytes, a slice that is not
// nil. It does not allocate.
func (v View[B]) Get(c Component) B {
	if !v.Ref.Has(c) {
		var none B
		return none
	}
	return v.part(v.Ref.Span(c))
}

func (v View[B]) part(s Span) B { return kernel.Part(v.Src, int(s.Start), int(s.End)) }

// Segments returns the segments of the path in order (3.3). For /a/b they are "",
// "a" and "b", since the first segment is the empty one before the first "/". An
// empty path has no segments. Segments decodes nothing and does not allocate.
func (v View[B]) Segments() iter.Seq[B] {
	return func(yield func(B) bool) { pieces(v.part(v.Ref.Path()), '/', yield) }
}

// Params returns the parts of the query between its "&", in order, each cut at
// its first "=". A part without "=" has the zero B as its value; for strings, "a"
// and "a=" are therefore the same. An undefined or empty query has no parts; an
// empty part between two "&" counts. Params decodes nothing, not even "+", since
// RFC 3986 gives the query no structure (3.4). It does not allocate.
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

// pieces yields the parts of b between delimiters. It yields nothing if b is empty.
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
