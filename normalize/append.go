package normalize

import (
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/layout"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// Append appends src as the rungs of f make it to dst and returns the extended
// buffer, with the [scanner.Ref] of what was appended: that of out[len(dst):].
// Input that is already normal is copied.
//
// If src is no URI-reference, dst is returned as it is with the error of
// [scanner.Parse]; if the result would be longer than [scanner.MaxLen], which
// takes an input that long, with TooLong at MaxLen.
//
// dst and src may overlap: see the package's page. Append allocates only to grow
// dst, and as [scanner.Parse] does for an error.
func Append[B lut.Bytes](dst []byte, src B, f Flags) (out []byte, ref scanner.Ref, err error) {
	b := kernel.Bytes(src)
	ref, fault := scanner.Locate(b, scanner.URIReference)
	if fault != (scanner.Fault{}) {
		return dst, scanner.Ref{}, fault.Err()
	}
	if looksNormal(b, ref, f) {
		return append(dst, b...), ref, nil
	}
	s := newSource(b, ref, f)
	if s.needed() == 0 {
		return append(dst, b...), ref, nil
	}
	if s.isTooLong() {
		return dst, scanner.Ref{}, tooLong()
	}
	out, ref = s.appendTo(dst)
	return out, ref, nil
}

// AppendRef is [Append] for input that is already scanned: ref must be the
// [scanner.Ref] of src. It cannot fail. Of a Ref that Split made of invalid
// input, the rungs change what they find, and a "%" without two HEXDIG stays.
// It allocates only to grow dst.
func AppendRef[B lut.Bytes](dst []byte, src B, ref scanner.Ref, f Flags) ([]byte, scanner.Ref) {
	b := kernel.Bytes(src)
	if looksNormal(b, ref, f) {
		return append(dst, b...), ref
	}
	s := newSource(b, ref, f)
	if s.needed() == 0 {
		return append(dst, b...), ref
	}
	return s.appendTo(dst)
}

// appendTo appends the normal form to dst, in place if that is safe.
func (s *source) appendTo(dst []byte) ([]byte, scanner.Ref) {
	if overtakes(dst, s.b, s.growth()) {
		return s.appendAside(dst)
	}
	return s.append(dst)
}

// tooLong is the error of a result that is longer than any input may be.
func tooLong() error { return layout.Fault(scanner.MaxLen, kernel.TooLong).Err() }

// isTooLong tells whether the normal form is longer than that.
func (s *source) isTooLong() bool {
	if len(s.b) <= scanner.MaxLen-maxGrowth {
		return false
	}
	n := 0
	t := tail{source: *s}
	var buf [256]byte
	for more := t.read(buf[:]); len(more) > 0; more = t.read(buf[:]) {
		n += len(more)
	}
	return n > scanner.MaxLen
}

// maxGrowth is the most that growth returns.
const maxGrowth = 7

// growth returns how many octets the normal form may be longer at most.
func (s *source) growth() int {
	n := 0
	if s.isIPv6() {
		n = 6 // "::ffff:ffff:ffff" to "::ffff:255.255.255.255"
	}
	if s.rootsPath() {
		n++
	}
	return n
}

// append appends the normal form. Unless it grows, dst may be s.b[:0].
//
// INVARIANT: what is written never overtakes what is read.
func (s *source) append(dst []byte) ([]byte, scanner.Ref) {
	// What depends on the scheme is asked before it may be written over.
	dropsPort, rootsPath := s.droppedPort() != 0, s.rootsPath()
	w := writer{out: dst, start: len(dst)}
	w.scheme(s)
	if s.hasAuthority() {
		w.authority(s, dropsPort)
	}
	w.at.PathStart = w.here()
	w.path(s, rootsPath)
	w.at.PathEnd = w.here()
	w.out = appendTriplets(w.out, s.queryPart(), s.flags)
	w.at.QueryEnd = w.here()
	if !s.has(DropFragment) {
		w.out = appendTriplets(w.out, s.fragmentPart(), s.flags)
	}
	w.at.End = w.here()
	return w.out, w.ref()
}

// A writer is a normal form in the making: out[start:], and where its
// components are in it.
type writer struct {
	out   []byte
	start int
	at    kernel.Offsets
	host  kernel.Host
}

// here returns the offset of what is written next.
func (w *writer) here() uint32 { return uint32(len(w.out) - w.start) }

// ref returns the Ref of a form that is complete.
func (w *writer) ref() scanner.Ref {
	first := byte(0)
	if w.at.PathEnd > w.at.PathStart {
		first = w.out[w.start+int(w.at.PathStart)]
	}
	return layout.Ref(w.at.Pack(w.host, first))
}

func (w *writer) scheme(s *source) {
	w.out = appendHost(w.out, s.schemePart(), s.flags)
	w.at.SchemeEnd = s.at.SchemeEnd
	w.at.HostStart, w.at.HostEnd = s.afterScheme, s.afterScheme
}

func (w *writer) authority(s *source, dropsPort bool) {
	w.out = append(w.out, '/', '/')
	if !s.has(DropUserinfo) {
		w.out = appendTriplets(w.out, s.userinfoPart(), s.flags)
	}
	w.at.HostStart = w.here()
	w.host = s.host
	if s.isIPv6() {
		var text ipv6Text
		w.out = append(w.out, text.format(s.hostPart())...)
	} else {
		w.out = appendHost(w.out, s.hostPart(), s.flags)
	}
	w.at.HostEnd = w.here()
	if w.host == kernel.RegName && w.at.HostEnd-w.at.HostStart < s.at.HostEnd-s.at.HostStart {
		// A host that is shorter had a triplet decoded, to a digit or a dot it may be.
		w.host = kernel.HostKind(w.out[w.start+int(w.at.HostStart):])
	}
	if !dropsPort {
		w.out = appendTriplets(w.out, s.portPart(), s.flags) // of invalid input, even there
	}
}

func (w *writer) path(s *source, roots bool) {
	switch {
	case roots:
		w.out = append(w.out, '/')
	case s.removesDots():
		w.out = appendPath(w.out, s.pathPart(), s.flags, s.hasAuthority())
	default:
		w.out = appendTriplets(w.out, s.pathPart(), s.flags)
	}
}
