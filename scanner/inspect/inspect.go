package inspect

import (
	"iter"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// Of returns the remarks on src. ref must be the [scanner.Ref] of src: that of a reference,
// or of a request-target that is a path alone. Its time is linear in len(src), and less than
// that of [scanner.Parse] if there is nothing to remark. It does not allocate.
func Of[B lut.Bytes](src B, ref scanner.Ref) Remark { return of(kernel.Bytes(src), ref) }

func of(b []byte, ref scanner.Ref) (all Remark) {
	w := rawref.Words(ref)
	var s streams
	s.open(b, w, suspects(b, w))
	for f := s.next(); f.is != 0; f = s.next() {
		all |= f.is
	}
	return all
}

// All yields the remarks on src, one at a time, each with the byte offsets in src of what
// it is about: in the order of the offsets where they begin, and of their bits where they
// begin together. No span is empty: that of an empty userinfo or port is its delimiter. ref
// must be the [scanner.Ref] of src. The time of all is linear in len(src). It does not
// allocate.
func All[B lut.Bytes](src B, ref scanner.Ref) iter.Seq2[Remark, scanner.Span] {
	return func(yield func(Remark, scanner.Span) bool) {
		b, w := kernel.Bytes(src), rawref.Words(ref)
		var s streams
		s.open(b, w, suspects(b, w))
		for f := s.next(); f.is != 0; f = s.next() {
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

// A suspect is a part of the work that may find something.
type suspect uint8

const (
	inAuthority suspect = 1 << iota
	inTriplets
	inSegments
	inRepeats
	inHosts
)

// streams merges the findings of the parts of the work, each of which has its own in order.
type streams struct {
	authority authority
	labels    labels
	triplets  triplets
	segments  segments
	repeats   repeats
	hosts     hosts
	heads     [6]finding // the next finding of each
}

func (s *streams) open(b []byte, w automaton.Words, in suspect) {
	at := w.Offsets()
	path := b[:at.PathEnd]
	start := int(at.PathStart)
	if in&inAuthority != 0 {
		s.authority.find(b, w)
		s.heads[0] = s.authority.next()
		if w.Host() == automaton.RegName {
			s.labels = labels{b: b[:at.HostEnd], i: int(at.HostStart)}
			s.heads[5] = s.labels.next()
		}
	}
	if in&inTriplets != 0 {
		s.triplets = triplets{b: b, at: at, path: w.Path()}
		s.heads[1] = s.triplets.next()
	}
	rooted := w.Path() != automaton.PathRootless
	if in&inSegments != 0 {
		s.segments = segments{b: path, i: start, rooted: rooted}
		s.heads[2] = s.segments.next()
	}
	if in&inRepeats != 0 && rooted {
		s.repeats = repeats{b: path, i: start}
		s.heads[3] = s.repeats.next()
	}
	if in&inHosts != 0 && rooted {
		s.hosts = hosts{b: path, i: start}
		s.heads[4] = s.hosts.next()
	}
}

func (s *streams) next() finding {
	first := 0
	for i := 1; i < len(s.heads); i++ {
		if s.heads[i].before(s.heads[first]) {
			first = i
		}
	}
	f := s.heads[first]
	if f.is == 0 {
		return f
	}
	switch first {
	case 0:
		s.heads[0] = s.authority.next()
	case 1:
		s.heads[1] = s.triplets.next()
	case 2:
		s.heads[2] = s.segments.next()
	case 3:
		s.heads[3] = s.repeats.next()
	case 4:
		s.heads[4] = s.hosts.next()
	case 5:
		s.heads[5] = s.labels.next()
	}
	return f
}

// suspects returns the parts of the work that may find something.
func suspects(b []byte, w automaton.Words) (in suspect) {
	return inAuthority | inTriplets | inSegments | inRepeats | inHosts
}
