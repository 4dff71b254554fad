package scanner

import (
	"strconv"

	"github.com/uriscan/uriscan/internal/automaton"
)

// A Ref holds where the components of a reference are, as byte offsets into the
// input. The zero Ref is that of the empty reference, which is valid (4.2, 4.4). A
// Ref holds no pointer, can be compared with ==, and means nothing without its
// input: functions that take both may panic if the Ref is that of another input. Its
// methods do not allocate, except String.
type Ref struct {
	// Four words, and no more than four, are returned in registers.
	words automaton.Words
}

// afterScheme returns the offset after "scheme:", or 0 without a scheme. A scheme
// is never empty (3.1), so its end is never 0.
func (r Ref) afterScheme() uint32 { return r.words.SchemeEnd() + min(r.words.SchemeEnd(), 1) }

// String returns the defined components with their half-open offsets and the kinds
// of host and path, as in "scheme[0:4] host[7:8] (reg-name) path[8:9] (abempty)". It
// leaves out the authority, whose parts it has. The Ref of a bad input is zero, and looks
// like that of the empty reference: check the [Fault]. It allocates.
func (r Ref) String() string {
	var text []byte
	for c := Scheme; c != 0; c <<= 1 {
		if !r.Has(c) || c == Authority {
			continue
		}
		span := r.Span(c)
		text = append(append(text, ' '), c.String()...)
		text = strconv.AppendUint(append(text, '['), uint64(span.Start), 10)
		text = strconv.AppendUint(append(text, ':'), uint64(span.End), 10)
		text = append(text, ']')
		switch c {
		case Host:
			text = append(append(append(text, " ("...), r.HostKind().String()...), ')')
		case Path:
			text = append(append(append(text, " ("...), r.PathKind().String()...), ')')
		}
	}
	return string(text[1:]) // a path is always defined
}

// Len returns the length of the reference in bytes.
func (r Ref) Len() int { return r.words.Len() }

// Has reports whether every component in c is defined, that is, present but
// perhaps empty (5.3). A path is always defined. A host is defined if there is an
// authority.
func (r Ref) Has(c Component) bool { return r.Components()&c == c }

// Components returns the set of the defined components, for example to fill the parts
// that package resolve recomposes. A path is always in it.
func (r Ref) Components() Component {
	c := Path
	if r.words.SchemeEnd() > 0 {
		c |= Scheme
	}
	if r.words.Host() != automaton.NoHost {
		c |= Authority | Host
		if r.words.HostStart() > r.afterScheme()+2 {
			c |= Userinfo
		}
	}
	if r.words.PathStart() > r.words.HostEnd() {
		c |= Port
	}
	if r.words.QueryEnd() > r.words.PathEnd() {
		c |= Query
	}
	if r.words.End() > r.words.QueryEnd() {
		c |= Fragment
	}
	return c
}

// Span returns where component c is, without its delimiters. For an undefined
// component it returns an empty span at the place of the component. For a set of
// more or fewer than one component it returns the zero Span.
func (r Ref) Span(c Component) Span {
	switch c {
	case Scheme:
		return r.Scheme()
	case Authority:
		return r.Authority()
	case Userinfo:
		return r.Userinfo()
	case Host:
		return r.Host()
	case Port:
		return r.Port()
	case Path:
		return r.Path()
	case Query:
		return r.Query()
	case Fragment:
		return r.Fragment()
	}
	return Span{}
}

// Scheme returns where the scheme is (3.1).
func (r Ref) Scheme() Span { return Span{0, r.words.SchemeEnd()} }

// Authority returns where the authority is, userinfo and port included (3.2).
func (r Ref) Authority() Span {
	return Span{min(r.afterScheme()+2, r.words.HostStart()), r.words.PathStart()}
}

// Userinfo returns where the userinfo is (3.2.1).
func (r Ref) Userinfo() Span {
	start := min(r.afterScheme()+2, r.words.HostStart())
	return Span{start, max(r.words.HostStart(), start+1) - 1}
}

// Host returns where the host is, brackets included (3.2.2).
func (r Ref) Host() Span { return Span{r.words.HostStart(), r.words.HostEnd()} }

// Port returns where the port's digits are (3.2.3); see [PortNumber].
func (r Ref) Port() Span {
	return Span{min(r.words.HostEnd()+1, r.words.PathStart()), r.words.PathStart()}
}

// Path returns where the path is (3.3).
func (r Ref) Path() Span { return Span{r.words.PathStart(), r.words.PathEnd()} }

// Query returns where the query is, after its "?" (3.4).
func (r Ref) Query() Span {
	return Span{min(r.words.PathEnd()+1, r.words.QueryEnd()), r.words.QueryEnd()}
}

// Fragment returns where the fragment is, after its "#" (3.5).
func (r Ref) Fragment() Span { return Span{min(r.words.QueryEnd()+1, r.words.End()), r.words.End()} }

// HostKind returns the kind of the host (3.2.2).
func (r Ref) HostKind() HostKind { return HostKind(r.words.Host()) }

// PathKind returns the kind of the path (3.3).
func (r Ref) PathKind() PathKind { return PathKind(r.words.Path()) }

// A Span is a part of an input: the half-open range of byte offsets from Start
// to End.
type Span struct{ Start, End uint32 }

// Len returns the length of s in bytes.
func (s Span) Len() int { return int(s.End - s.Start) }

// Of returns the part of src that s covers, without copying. Its capacity equals
// its length, so that appending to it cannot overwrite what follows. It panics if
// s reaches beyond src.
func (s Span) Of(src []byte) []byte { return src[s.Start:s.End:s.End] }

// OfString is [Span.Of] for a string.
func (s Span) OfString(src string) string { return src[s.Start:s.End] }
