package template

import (
	"bytes"
	"iter"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// AppendTemplate appends the template of path to dst: each variable segment becomes its name in
// braces. The time is linear in the length of path, for each rule that its bytes allow and for
// each route that begins as path does. dst must not overlap path. It allocates only to grow dst.
func AppendTemplate[B lut.Bytes](dst []byte, path B, r *Rules) []byte {
	b, from := kernel.Bytes(path), 0
	for w := newWalk(b, r); ; {
		start, end, name := w.next()
		if name == "" {
			return append(dst, b[from:]...)
		}
		dst = append(append(dst, b[from:start]...), '{')
		dst = append(append(dst, name...), '}')
		from = end
	}
}

// All returns the spans of path that its template replaces, in order, each with the name that
// stands for it there: "parameters" for those of a segment, and a name that ends in "..." for
// the rest of the path. path has up to [scanner.MaxLen] bytes. All does not allocate.
func All[B lut.Bytes](path B, r *Rules) iter.Seq2[scanner.Span, string] {
	return func(yield func(scanner.Span, string) bool) {
		for w := newWalk(kernel.Bytes(path), r); ; {
			start, end, name := w.next()
			if name == "" || !yield(scanner.Span{Start: uint32(start), End: uint32(end)}, name) {
				return
			}
		}
	}
}

// A walk goes over the segments of a path.
type walk struct {
	path   []byte
	rules  *Rules
	parts  []part // of the route that are left
	routed bool
	start  int // of the next segment
	before []byte
	of     uint64 // the rules that may match a segment
	plain  bool   // no segment has parameters
	// The span of parameters that are next.
	paramsStart, paramsEnd int
}

// named is before a segment if that one has a name: no Rule is after it.
var named = []byte("{}")

func newWalk(path []byte, r *Rules) walk {
	w := walk{path: path, rules: r, plain: bytes.IndexByte(path, ';') < 0}
	if r == nil {
		w.start = len(path) + 1
	} else if found := r.table.find(path); found != nil {
		w.parts, w.routed, w.start = found.parts, true, 1
	} else {
		w.of = r.inPath(path)
	}
	return w
}

// next returns the next span to replace, and its name, "" at the end.
func (w *walk) next() (start, end int, name string) {
	for w.start <= len(w.path) || w.paramsEnd > 0 {
		if w.paramsEnd > 0 {
			start, end, w.paramsEnd = w.paramsStart, w.paramsEnd, 0
			return start, end, parameters[1 : len(parameters)-1]
		}
		start, end = w.start, segmentEnd(w.path, w.start)
		segment := w.path[start:end]
		stem := segment
		w.start = end + 1
		if !w.plain {
			if stem = segment[:stemOf(segment)]; len(stem) < len(segment) {
				w.paramsStart, w.paramsEnd = start+len(stem)+1, end
			}
		}
		from, to := 0, 0
		if w.routed {
			p := &w.parts[0]
			w.parts = w.parts[1:]
			if p.isRest {
				w.start, w.paramsEnd = len(w.path)+1, 0
				return start, len(w.path), p.name
			}
			if name = p.name; name != "" {
				from, to, _ = between(stem, p.before, p.after)
			}
		} else {
			name, to = w.rules.nameOf(stem, w.before, w.of)
			if w.before = stem; name != "" {
				w.before = named
			}
		}
		if name != "" {
			return start + from, start + to, name
		}
	}
	return 0, 0, ""
}
