package scanner

import (
	"strconv"

	"github.com/uriscan/uriscan/internal/kernel"
)

// A Ref says where the components of a reference are, as byte offsets into the
// input it was found in. The zero Ref is that of the empty reference, which is
// valid (4.2, 4.4). A Ref holds no pointer, can be compared with ==, and says
// nothing without the input. Its methods do not allocate.
type Ref struct {
	// The layout and its invariants are those of kernel.Words. Four words, and
	// no more than four, are returned in registers.
	w0, w1, w2, w3 uint64
}

func (r Ref) schemeEnd() uint32 { return uint32(r.w0) }
func (r Ref) hostStart() uint32 { return uint32(r.w0 >> 32) }
func (r Ref) hostEnd() uint32   { return uint32(r.w1) }
func (r Ref) pathStart() uint32 { return uint32(r.w1 >> 32) }
func (r Ref) pathEnd() uint32   { return uint32(r.w2) }
func (r Ref) queryEnd() uint32  { return uint32(r.w2 >> 32) }
func (r Ref) end() uint32       { return uint32(r.w3) }

// afterScheme is the first position after "scheme:", 0 without a scheme. A
// scheme is never empty (3.1), so the end of one is never 0.
func (r Ref) afterScheme() uint32 { return r.schemeEnd() + min(r.schemeEnd(), 1) }

// String returns the components that are defined with their half-open offsets, and the kinds
// of host and path: "scheme[0:4] host[7:8] (reg-name) path[8:9] (abempty)". The authority is
// left out, since its parts are there. It allocates.
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
func (r Ref) Len() int { return int(r.end()) }

// Has tells whether every component in c is defined: present, perhaps empty
// (5.3). A path is always defined; a host is whenever there is an authority.
func (r Ref) Has(c Component) bool { return r.defined()&c == c }

// defined returns the set of the components that are defined.
func (r Ref) defined() Component {
	c := Path
	if r.schemeEnd() > 0 {
		c |= Scheme
	}
	if p := r.afterScheme(); r.hostStart() > p {
		c |= Authority | Host
		if r.hostStart() > p+2 {
			c |= Userinfo
		}
	}
	if r.pathStart() > r.hostEnd() {
		c |= Port
	}
	if r.queryEnd() > r.pathEnd() {
		c |= Query
	}
	if r.end() > r.queryEnd() {
		c |= Fragment
	}
	return c
}

// Span returns where component c is, without its delimiters. For a component
// that is undefined the span is empty and stands where the component would; of
// a set with more or fewer than one component it is the zero Span.
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
func (r Ref) Scheme() Span { return Span{0, r.schemeEnd()} }

// Authority returns where the authority is, userinfo and port included (3.2).
func (r Ref) Authority() Span {
	return Span{min(r.afterScheme()+2, r.pathStart()), r.pathStart()}
}

// Userinfo returns where the userinfo is (3.2.1).
func (r Ref) Userinfo() Span {
	start := min(r.afterScheme()+2, r.hostStart())
	return Span{start, max(r.hostStart(), start+1) - 1}
}

// Host returns where the host is, brackets included (3.2.2).
func (r Ref) Host() Span { return Span{r.hostStart(), r.hostEnd()} }

// Port returns where the port's digits are (3.2.3); see [PortNumber].
func (r Ref) Port() Span { return Span{min(r.hostEnd()+1, r.pathStart()), r.pathStart()} }

// Path returns where the path is (3.3).
func (r Ref) Path() Span { return Span{r.pathStart(), r.pathEnd()} }

// Query returns where the query is, after its "?" (3.4).
func (r Ref) Query() Span { return Span{min(r.pathEnd()+1, r.queryEnd()), r.queryEnd()} }

// Fragment returns where the fragment is, after its "#" (3.5).
func (r Ref) Fragment() Span { return Span{min(r.queryEnd()+1, r.end()), r.end()} }

// HostKind returns the kind of the host (3.2.2).
func (r Ref) HostKind() HostKind { return HostKind(r.w3 >> kernel.HostBits & 7) }

// PathKind returns the kind of the path (3.3).
func (r Ref) PathKind() PathKind { return PathKind(r.w3 >> kernel.PathBits & 7) }
