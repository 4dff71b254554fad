package resolve

import (
	"bytes"
	"slices"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// Parts are the components of a reference to recompose (5.3). Has is the set of
// those that are defined, as [scanner.Ref.Components] returns it for a parsed one. A
// part that is not in Has is left out, whatever its slice holds. The path is always
// defined. Any of Authority, Userinfo, Host and Port in Has means that there is an
// authority, with an empty host if Has lacks Host. Host includes the brackets of an
// IP literal.
type Parts struct {
	Has                                                 scanner.Component
	Scheme, Userinfo, Host, Port, Path, Query, Fragment []byte
}

const inAuthority = scanner.Authority | scanner.Userinfo | scanner.Host | scanner.Port

// AppendRecomposed recomposes p as section 5.3 does and appends the reference to
// dst. ref holds the offsets of the components in out[len(dst):].
//
// It never changes a part. It fails if the reference would be parsed into other
// parts. A path that is not allowed after the parts before it is
// scanner.PathAsAuthority, PathAsScheme or PathUnrooted. A part that breaks the rule
// of its component, a bad percent-encoding included, is the scanner's kind for that
// component. The offset of a fault is that of the first byte that the part cannot
// have, from the beginning of the part. A reference longer than [scanner.MaxLen] is
// TooLong. If it fails, out is dst.
//
// The parts must not overlap the free capacity of dst. AppendRecomposed allocates
// only to grow dst.
func AppendRecomposed(dst []byte, p *Parts) (out []byte, ref scanner.Ref, err error) {
	o, size := p.locate()
	if size > scanner.MaxLen {
		return dst, scanner.Ref{}, rawref.TooLong()
	}
	n := len(dst)
	out = p.append(slices.Grow(dst, int(size)))
	ref, fault := scanner.Locate(out[n:], scanner.URIReference)
	if fault == (scanner.Fault{}) && ref == rawref.Ref(o.Pack(automaton.Host(ref.HostKind()), first(p.Path)).WithHints(out[n:])) {
		return out, ref, nil
	}
	return dst, scanner.Ref{}, p.refuse()
}

// Recompose is [AppendRecomposed] in a buffer borrowed from a pool: uri is valid
// until fn returns, and fn must not retain it. If there is an error, fn is not
// called. Recompose does not allocate once the pool has a buffer, except for
// references over 64 KiB.
func Recompose(p *Parts, fn func(uri []byte, r scanner.Ref)) error {
	buf := getBuffer()
	defer putBuffer(buf)
	uri, r, err := AppendRecomposed(buf.B, p)
	if err != nil {
		return err
	}
	buf.B = uri
	fn(uri, r)
	return nil
}

func (p *Parts) has(c scanner.Component) bool { return p.Has&c != 0 }

// locate returns the offsets of the components and the length of the reference,
// which the offsets hold only up to MaxLen.
func (p *Parts) locate() (o automaton.Offsets, size uint64) {
	at := uint64(0)
	add := func(part []byte, delimiters uint64) uint32 {
		at += uint64(len(part)) + delimiters
		return uint32(at)
	}
	if p.has(scanner.Scheme) {
		o.SchemeEnd = add(p.Scheme, 0)
		at++
	}
	o.HostStart = uint32(at)
	o.HostEnd = o.HostStart
	if p.has(inAuthority) {
		o.HostStart = add(nil, 2)
		if p.has(scanner.Userinfo) {
			o.HostStart = add(p.Userinfo, 1)
		}
		o.HostEnd = o.HostStart
		if p.has(scanner.Host) {
			o.HostEnd = add(p.Host, 0)
		}
		if p.has(scanner.Port) {
			add(p.Port, 1)
		}
	}
	o.PathStart = uint32(at)
	o.PathEnd = add(p.Path, 0)
	o.QueryEnd = o.PathEnd
	if p.has(scanner.Query) {
		o.QueryEnd = add(p.Query, 1)
	}
	o.End = o.QueryEnd
	if p.has(scanner.Fragment) {
		o.End = add(p.Fragment, 1)
	}
	return o, at
}

// append is the pseudocode of 5.3.
func (p *Parts) append(out []byte) []byte {
	if p.has(scanner.Scheme) {
		out = append(append(out, p.Scheme...), ':')
	}
	if p.has(inAuthority) {
		out = append(out, "//"...)
		if p.has(scanner.Userinfo) {
			out = append(append(out, p.Userinfo...), '@')
		}
		if p.has(scanner.Host) {
			out = append(out, p.Host...)
		}
		if p.has(scanner.Port) {
			out = append(append(out, ':'), p.Port...)
		}
	}
	out = append(out, p.Path...)
	if p.has(scanner.Query) {
		out = append(append(out, '?'), p.Query...)
	}
	if p.has(scanner.Fragment) {
		out = append(append(out, '#'), p.Fragment...)
	}
	return out
}

// refuse returns the error for the first part, in the order of 5.3, that is not
// valid as its component.
func (p *Parts) refuse() error {
	for _, part := range [...]struct {
		component scanner.Component
		is        []byte
		rule      lut.Class
		kind      scanner.Kind
	}{
		{scanner.Scheme, p.Scheme, lut.Scheme, scanner.BadScheme},
		{scanner.Userinfo, p.Userinfo, lut.Userinfo | lut.PctEncoded, scanner.BadUserinfo},
		{scanner.Host, p.Host, lut.RegName | lut.PctEncoded, scanner.BadHost},
		{scanner.Port, p.Port, lut.Digit, scanner.BadPort},
		{scanner.Path, p.Path, lut.Path | lut.PctEncoded, scanner.BadPath},
		{scanner.Query, p.Query, lut.Query | lut.PctEncoded, scanner.BadQuery},
		{scanner.Fragment, p.Fragment, lut.Fragment | lut.PctEncoded, scanner.BadFragment},
	} {
		if !p.has(part.component) && part.component != scanner.Path {
			continue
		}
		bad := misfit(part.is, part.rule)
		switch part.component {
		case scanner.Scheme:
			if len(part.is) == 0 || lut.ClassOf(part.is[0])&lut.Alpha == 0 {
				bad = 0
			}
		case scanner.Host:
			if len(part.is) > 0 && part.is[0] == '[' {
				bad = misfitLiteral(part.is)
			}
		}
		if bad >= 0 {
			return rawref.Fault(bad, part.kind).Err()
		}
		if part.component == scanner.Path {
			if err := p.misplaced(); err != nil {
				return err
			}
		}
	}
	return nil
}

// misplaced returns the error for a path that is not allowed after the other parts
// (3.3, 4.2), or nil.
func (p *Parts) misplaced() error {
	switch {
	case p.has(inAuthority):
		if len(p.Path) > 0 && p.Path[0] != '/' {
			return rawref.Fault(0, scanner.PathUnrooted).Err()
		}
	case bytes.HasPrefix(p.Path, []byte("//")):
		return rawref.Fault(0, scanner.PathAsAuthority).Err()
	case !p.has(scanner.Scheme):
		colon := index(p.Path, 0, ':')
		if colon < index(p.Path, 0, '/') {
			return rawref.Fault(colon, scanner.PathAsScheme).Err()
		}
	}
	return nil
}

// misfit returns the offset of the first byte of part that rule does not admit, or
// -1. PctEncoded in rule means a whole triplet (2.1).
func misfit(part []byte, rule lut.Class) int {
	for i := 0; i < len(part); i++ {
		switch class := lut.ClassOf(part[i]); {
		case class&rule == 0:
			return i
		case class&lut.PctEncoded == 0:
		case len(part)-i < 3 || lut.ClassOf(part[i+1])&lut.ClassOf(part[i+2])&lut.HexDigit == 0:
			return i
		default:
			i += 2
		}
	}
	return -1
}

// misfitLiteral is misfit for an IP literal (3.2.2), by the automaton.
func misfitLiteral(host []byte) int {
	end, fault := automaton.LiteralFault(host, 0)
	if fault == automaton.NoFault {
		if end++; end == len(host) { // after the "]"
			return -1
		}
	}
	return end
}
