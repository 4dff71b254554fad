package normalize

import (
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/layout"
	"github.com/uriscan/uriscan/scanner"
)

// A source is a reference, where its components are, and the rungs that may
// change it. What each rung decides about a component is decided here, for all that
// write, read or compare the normal form.
type source struct {
	b           []byte
	at          kernel.Offsets
	afterScheme uint32 // p of kernel.Words
	host        kernel.Host
	path        kernel.Path
	flags       Flags
}

// newSource returns b as a source; suspects are at least the rungs that change it.
func newSource(b []byte, r scanner.Ref, suspects Flags) source {
	s := source{b: b, flags: suspects}
	s.locate(r)
	return s
}

// locate sets where the components are.
func (s *source) locate(r scanner.Ref) {
	setOffsets(&s.at, r)
	w := layout.Words(r)
	s.host = w.Host()
	s.path = kernel.Path(w.W3 >> kernel.PathBits & 7)
	s.afterScheme = s.at.SchemeEnd + min(s.at.SchemeEnd, 1)
}

// setOffsets sets at to those of r. To copy Offsets that have just been set takes
// longer than to set them again: it waits for seven small stores.
func setOffsets(at *kernel.Offsets, r scanner.Ref) {
	w := layout.Words(r)
	at.SchemeEnd, at.HostStart = uint32(w.W0), uint32(w.W0>>32)
	at.HostEnd, at.PathStart = uint32(w.W1), uint32(w.W1>>32)
	at.PathEnd, at.QueryEnd = uint32(w.W2), uint32(w.W2>>32)
	at.End = uint32(w.W3)
}

// The parts of a reference, each with the delimiters that come and go with it.
// With the "//" of the authority, the query and the fragment they are all of its
// octets, in this order.
func (s *source) schemePart() []byte   { return s.b[:s.afterScheme] }
func (s *source) userinfoPart() []byte { return s.b[s.userinfoStart():s.at.HostStart] }
func (s *source) hostPart() []byte     { return s.b[s.at.HostStart:s.at.HostEnd] }
func (s *source) portPart() []byte     { return s.b[s.at.HostEnd:s.at.PathStart] }
func (s *source) pathPart() []byte     { return s.b[s.at.PathStart:s.at.PathEnd] }

func (s *source) hasAuthority() bool { return s.at.HostStart > s.afterScheme }

func (s *source) userinfoStart() uint32 { return min(s.afterScheme+2, s.at.HostStart) }

// has tells whether all rungs of f are to be taken.
func (s *source) has(f Flags) bool { return s.flags&f == f }

// droppedPort returns the rung that drops the port, 0 if none does.
func (s *source) droppedPort() Flags {
	return droppedPort(s.b, s.at.SchemeEnd, s.portPart(), s.flags)
}

// rootsPath tells whether EmptyPath makes the path "/".
func (s *source) rootsPath() bool {
	return s.has(EmptyPath) && s.at.PathEnd == s.at.PathStart && s.hasAuthority() && hasRoot(s.b, s.at.SchemeEnd)
}

// removesDots tells whether PathSegment concerns the path: any but that of a
// relative-path reference (4.2).
func (s *source) removesDots() bool {
	return s.has(PathSegment) && s.path != kernel.PathNoScheme && s.path != kernel.PathEmpty
}

// isIPv6 tells whether the host is one that IPv6 writes.
func (s *source) isIPv6() bool { return s.has(IPv6) && s.host == kernel.IPv6Address }
