package inspect

import (
	"bytes"
	"iter"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// Of returns the remarks on src. ref must be the [scanner.Ref] of src: that of a reference, or of a request-target as
// package target returns it. Its time is linear in len(src). It does not allocate.
//
// If there is nothing to remark, Of adds 0.5 to 1.2 times the time of [scanner.Parse], or up to four times where src ends
// a page of memory. What takes a second look adds more: up to 1.6 times that for a public address, a ":" before a slash, a
// segment that begins with "ww", and a label that begins with a zero or has two hyphens in a row, which takes five times
// without assembly; three times for a name in .internal, four times for one of more than 62 bytes, and nine times for %25;
// and 9 to 25 times for each A-label, as its Punycode is decoded, or 40 times if it is long. A path of many segments takes
// longer, too: one of twelve up to 1.9 times the time of Parse, of thirty up to 2.4 times, of 1,000 up to five times, and
// eleven if they have one or two letters.
func Of[B lut.Bytes](src B, ref scanner.Ref) Remark { return of(ref, kernel.First(src), len(src)) }

func of(ref scanner.Ref, first *byte, size int) Remark {
	w := rawref.Words(ref)
	var s kernel.Scanned
	s.First, s.Size, s.Words.W0, s.Words.W1, s.Words.W2, s.Words.W3 = first, size, w.W0, w.W1, w.W2, w.W3
	if w.W3&isAddress != 0 && leaveOut(&s) {
		return 0
	}
	odd := kernel.Screen(&s)
	if odd == kernel.Plain {
		return 0
	}
	return suspected(&s, odd)
}

// suspected is of for a reference that needs a look.
func suspected(s *kernel.Scanned, odd kernel.Odd) Remark {
	if odd = kernel.Rescreen(s, odd); odd == kernel.Plain {
		return 0
	}
	b, w := s.Text(), s.Words
	switch in := suspects(s, odd); {
	case in == 0:
		return 0
	case in == inTriplets:
		return tripletsOnly(b, w)
	case in == inSegments && w.W3&automaton.PercentHint == 0:
		return segmentsOnly(b[w.PathStart():w.PathEnd()], w.Path() != automaton.PathRootless)
	default:
		return found(b, w, in)
	}
}

// tripletsOnly is found for triplets: the other parts take longer to prepare than many
// triplets to read.
func tripletsOnly(b []byte, w automaton.Words) (all Remark) {
	t := newTriplets(b, w.Offsets(), w.Path())
	for f := t.next(); f.is != 0; f = t.next() {
		all |= f.is
	}
	return all
}

// segmentsOnly is found for the segments of a path without triplets, which are whole bytes.
func segmentsOnly(path []byte, rooted bool) (all Remark) {
	for first := true; ; first = false {
		n := bytes.IndexByte(path, '/')
		end := n
		if n < 0 {
			end = len(path)
		}
		switch segment := path[:end]; {
		case len(segment) == 0:
			if n >= 0 && !first && rooted {
				all |= EmptySegment
			}
		case segment[0] == '.' || segment[len(segment)-1] == '.':
			all |= dotted(segment, rooted)
		}
		if n < 0 {
			return all
		}
		path = path[n+1:]
	}
}

// dotted returns the remark on a segment without triplets that begins or ends with a dot.
func dotted(segment []byte, rooted bool) Remark {
	dots := 0
	for dots < len(segment) && segment[dots] == '.' {
		dots++
	}
	switch {
	case dots == len(segment) && dots <= 2:
		return DotSegment
	case dots < len(segment) && (dots == 1 || dots == 2) && segment[dots] == ';':
		return DotSegmentParameter
	case rooted && segment[len(segment)-1] == '.':
		return SegmentEndsInDot
	}
	return 0
}

// found returns the remarks of the parts in.
func found(b []byte, w automaton.Words, in suspect) (all Remark) {
	var p parts
	p.open(b, w, in)
	for i := range p.heads {
		if in&partOf[i] == 0 {
			continue
		}
		for f := p.next(i); f.is != 0; f = p.next(i) {
			all |= f.is
		}
	}
	return all
}

// partOf is which part of the work each of parts is.
var partOf = [...]suspect{inAuthority, inAuthority, inTriplets, inSegments, inRepeats, inHosts}

// All yields the remarks on src, one at a time, each with the byte offsets in src of what
// it is about: in the order of the offsets where they begin, and of their bits where they
// begin together. No span is empty: that of an empty userinfo or port is its delimiter. ref
// must be the [scanner.Ref] of src. The time of all is linear in len(src). It does not
// allocate.
func All[B lut.Bytes](src B, ref scanner.Ref) iter.Seq2[Remark, scanner.Span] {
	return func(yield func(Remark, scanner.Span) bool) {
		b, w := kernel.Bytes(src), rawref.Words(ref)
		s := kernel.Scanned{First: kernel.First(b), Size: len(b), Words: w}
		if w.W3&isAddress != 0 && leaveOut(&s) {
			return
		}
		in := suspects(&s, kernel.Rescreen(&s, kernel.Screen(&s)))
		if in == 0 {
			return
		}
		var p parts
		p.open(b, w, in)
		for i := range p.heads {
			p.heads[i] = p.next(i)
		}
		for f := p.first(); f.is != 0; f = p.first() {
			if !yield(f.is, scanner.Span{Start: uint32(f.start), End: uint32(f.end)}) {
				return
			}
		}
	}
}

// A finding is one remark and its span. A finding without a remark is after the last one.
type finding struct {
	is         Remark
	start, end int
}

// before reports whether f comes before g.
func (f finding) before(g finding) bool {
	return f.is != 0 && (g.is == 0 || f.start < g.start || f.start == g.start && f.is < g.is)
}

// parts are the parts of the work. Each finds its remarks in order.
type parts struct {
	authority authority
	labels    labels
	triplets  triplets
	segments  segments
	repeats   repeats
	hosts     hosts
	heads     [6]finding // the next finding of each, in this order
}

// open prepares the parts in.
func (p *parts) open(b []byte, w automaton.Words, in suspect) {
	at := w.Offsets()
	path, start := b[:at.PathEnd], int(at.PathStart)
	if in&inAuthority != 0 {
		p.authority.find(b, w)
		if w.Host() == automaton.RegName {
			p.labels = labels{b[:at.HostEnd], int(at.HostStart)}
		}
	}
	if in&inTriplets != 0 {
		p.triplets = newTriplets(b, at, w.Path())
	}
	rooted := w.Path() != automaton.PathRootless
	if in&inSegments != 0 {
		p.segments = segments{b: path, i: start, rooted: rooted}
	}
	if in&inRepeats != 0 && rooted {
		p.repeats = repeats{b: path, i: start}
		if start < len(path) && path[start] == '/' {
			p.repeats.i++ // the segment after it
		}
	}
	if in&inHosts != 0 && rooted {
		p.hosts = hosts{path, start}
	}
}

// next returns the next finding of part i.
func (p *parts) next(i int) finding {
	switch i {
	case 0:
		return p.authority.next()
	case 1:
		return p.labels.next()
	case 2:
		return p.triplets.next()
	case 3:
		return p.segments.next()
	case 4:
		return p.repeats.next()
	default:
		return p.hosts.next()
	}
}

// first returns the first of the next findings, and takes it.
func (p *parts) first() finding {
	first := 0
	for i := range p.heads {
		if p.heads[i].before(p.heads[first]) {
			first = i
		}
	}
	f := p.heads[first]
	if f.is != 0 {
		p.heads[first] = p.next(first)
	}
	return f
}
