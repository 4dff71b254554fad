package normalize

import (
	"github.com/uriscan/uriscan/internal/automaton"
)

// A source is a reference, the offsets of its components, and the rungs that may change
// it. Its methods make the decisions of each rung about a component, for all code that
// writes, reads or compares the normal form.
type source struct {
	b           []byte
	at          automaton.Offsets
	afterScheme uint32 // p of automaton.Words
	host        automaton.Host
	path        automaton.Path
	flags       Flags
}

// newSource returns b as a source; candidates are at least the rungs that change it.
func newSource(b []byte, w automaton.Words, candidates Flags) source {
	s := source{b: b, host: w.Host(), path: w.Path(), flags: candidates}
	setOffsets(&s.at, w)
	s.afterScheme = s.at.SchemeEnd + min(s.at.SchemeEnd, 1)
	return s
}

// setOffsets sets at to the offsets of w. Copying Offsets that have just been set takes
// longer than setting them again: the copy waits for seven small stores.
func setOffsets(at *automaton.Offsets, w automaton.Words) {
	at.SchemeEnd, at.HostStart, at.HostEnd, at.PathStart, at.PathEnd, at.QueryEnd, at.End = offsets(w)
}

// offsets returns the offsets in w as variables, which stay in registers:
// automaton.Offsets has too many fields for that.
func offsets(w automaton.Words) (schemeEnd, hostStart, hostEnd, pathStart, pathEnd, queryEnd, end uint32) {
	return uint32(w.W0), uint32(w.W0 >> 32), uint32(w.W1), uint32(w.W1 >> 32),
		uint32(w.W2), uint32(w.W2 >> 32), uint32(w.W3)
}

// schemePart and the others return the parts of a reference, each with the delimiters that
// come and go with it. Together with the "//" of the authority, the query and the fragment
// they are all bytes of the reference, in this order.
func (s *source) schemePart() []byte   { return s.b[:s.afterScheme] }
func (s *source) userinfoPart() []byte { return s.b[s.userinfoStart():s.at.HostStart] }
func (s *source) hostPart() []byte     { return s.b[s.at.HostStart:s.at.HostEnd] }
func (s *source) portPart() []byte     { return s.b[s.at.HostEnd:s.at.PathStart] }
func (s *source) pathPart() []byte     { return s.b[s.at.PathStart:s.at.PathEnd] }

func (s *source) hasAuthority() bool { return s.host != automaton.NoHost }

// userinfoStart returns the offset after the "//" of the authority. An authority-form (RFC
// 9112, 3.2.3) has neither.
func (s *source) userinfoStart() uint32 { return min(s.afterScheme+2, s.at.HostStart) }

// has reports whether s takes all rungs of f.
func (s *source) has(f Flags) bool { return s.flags&f == f }

// droppedPort returns the rung that drops the port, or 0.
func (s *source) droppedPort() Flags {
	return droppedPort(s.b, s.at.SchemeEnd, s.portPart(), s.flags)
}

// rootsPath reports whether EmptyPath changes the path to "/".
func (s *source) rootsPath() bool {
	return s.has(EmptyPath) && s.at.PathEnd == s.at.PathStart && s.hasAuthority() && hasRoot(s.b, s.at.SchemeEnd)
}

// removesDots reports whether PathSegment applies to the path. It applies to all paths
// except those of relative-path references (4.2).
func (s *source) removesDots() bool {
	return s.has(PathSegment) && s.path != automaton.PathNoScheme
}

// isIPv6 reports whether IPv6 applies to the host.
func (s *source) isIPv6() bool { return s.has(IPv6) && s.host == automaton.IPv6Address }
