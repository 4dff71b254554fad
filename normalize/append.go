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
	suspects := suspect(b, ref, f)
	if suspects == 0 {
		return append(dst, b...), ref, nil
	}
	s := newSource(b, ref, suspects)
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
	suspects := suspect(b, ref, f)
	if suspects == 0 {
		return append(dst, b...), ref
	}
	s := newSource(b, ref, suspects)
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
	keepsPort, rootsPath := s.droppedPort() == 0, s.rootsPath()
	start := len(dst)
	at, host := s.at, s.host
	if s.flags&(Case|PercentEncoding|IPv6|DropUserinfo) == 0 {
		dst = append(dst, s.b[:s.at.HostEnd]...)
	} else {
		dst = appendHost(dst, s.schemePart(), s.flags)
		if s.hasAuthority() {
			dst = append(dst, '/', '/')
			if !s.has(DropUserinfo) {
				dst = appendTriplets(dst, s.userinfoPart(), s.flags)
			}
			at.HostStart = uint32(len(dst) - start)
			dst, host = s.appendHost(dst)
		}
		at.HostEnd = uint32(len(dst) - start)
	}
	if keepsPort {
		dst = appendTriplets(dst, s.portPart(), s.flags) // of invalid input, even there
	}
	at.PathStart = uint32(len(dst) - start)
	dst = s.appendPath(dst, rootsPath)
	at.PathEnd = uint32(len(dst) - start)
	dst = appendTriplets(dst, s.queryPart(), s.flags)
	at.QueryEnd = uint32(len(dst) - start)
	if !s.has(DropFragment) {
		dst = appendTriplets(dst, s.fragmentPart(), s.flags)
	}
	at.End = uint32(len(dst) - start)
	first := byte(0)
	if at.PathEnd > at.PathStart {
		first = dst[start+int(at.PathStart)]
	}
	return dst, layout.Ref(at.Pack(host, first).Judged(dst[start:]))
}

// appendHost appends the host of s and returns its kind.
func (s *source) appendHost(dst []byte) ([]byte, kernel.Host) {
	if s.isIPv6() {
		var text ipv6Text
		return append(dst, text.format(s.hostPart())...), s.host
	}
	out := appendHost(dst, s.hostPart(), s.flags)
	if s.host == kernel.RegName && len(out)-len(dst) < len(s.hostPart()) {
		// A triplet was decoded, to a digit or a dot it may be.
		return out, kernel.HostKind(out[len(dst):])
	}
	return out, s.host
}

// appendPath appends the path of s, "/" if EmptyPath roots it.
func (s *source) appendPath(dst []byte, roots bool) []byte {
	switch {
	case roots:
		return append(dst, '/')
	case s.removesDots():
		return appendPath(dst, s.pathPart(), s.flags, s.hasAuthority())
	}
	return appendTriplets(dst, s.pathPart(), s.flags)
}
