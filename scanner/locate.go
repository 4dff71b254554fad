package scanner

import (
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
)

// MaxLen is the length in bytes of the longest input. Beyond it the fault is
// the earlier of the grammar's and TooLong at offset MaxLen, from [Locate] and
// [Machine] alike.
const MaxLen = 1<<31 - 1

// Locate finds the components of src if it is a member of rule, and says where
// and why it is not otherwise: exactly one of the results is not zero, but for
// the empty reference, where both are. Its time is linear in len(src). It does
// not allocate, whatever the answer.
func Locate[B lut.Bytes](src B, rule Rule) (Ref, Fault) {
	return locate(kernel.Bytes(src), rule)
}

// Parse is [Locate] with rule [URIReference] and the fault as an error, an
// [Error].
//
// What a request line or a Host header carries is not a reference: the
// request-target //x/y is the path "//x/y" to an HTTP server (RFC 9112, 3.2.1)
// and a host "x" with the path "/y" to Parse. See the example.
//
// It does not allocate, except for an error as [Fault.Err] does.
func Parse[B lut.Bytes](src B) (Ref, error) {
	b := kernel.Bytes(src)
	w0, w1, w2, w3 := kernel.Locate(b)
	if w3 < kernel.SuspectOpen {
		return Ref{w0, w1, w2, w3}, nil
	}
	ref, fault := locateRest(b, URIReference, kernel.Words{W0: w0, W1: w1, W2: w2, W3: w3})
	return ref, fault.Err()
}

// ParseRule is [Parse] for any of the four rules.
func ParseRule[B lut.Bytes](src B, rule Rule) (Ref, error) {
	ref, fault := locate(kernel.Bytes(src), rule)
	return ref, fault.Err()
}

// Valid tells whether src is a member of rule. It does not allocate.
func Valid[B lut.Bytes](src B, rule Rule) bool {
	_, fault := locate(kernel.Bytes(src), rule)
	return fault == Fault{}
}

// locate asks the kernel first.
func locate(src []byte, rule Rule) (Ref, Fault) {
	w0, w1, w2, w3 := kernel.Locate(src)
	if w3 < kernel.SuspectOpen && rule == URIReference {
		return Ref{w0, w1, w2, w3}, Fault{}
	}
	return locateRest(src, rule, kernel.Words{W0: w0, W1: w1, W2: w2, W3: w3})
}

// locateRest goes on from what [kernel.Locate] says of src. What that and
// [kernel.Settle] do not prove the automaton decides, and says why.
func locateRest(src []byte, rule Rule, w kernel.Words) (Ref, Fault) {
	if len(src) <= MaxLen {
		w, ok := kernel.Settle(src, w)
		r := Ref{w.W0, w.W1, w.W2, w.W3}
		if ok && (rule == URIReference || r.isMember(rule)) {
			return r, Fault{}
		}
	}
	return locateSlow(src, rule)
}

// isMember tells whether r, the Ref of a URI-reference, is one of a member of
// rule: URI-reference is URI or relative-ref (4.1), and absolute-URI is a URI
// without a fragment (4.3).
func (r Ref) isMember(rule Rule) bool {
	switch rule {
	case URI:
		return r.Has(Scheme)
	case AbsoluteURI:
		return r.Has(Scheme) && !r.Has(Fragment)
	case RelativeRef:
		return !r.Has(Scheme)
	}
	return true
}

// locateSlow is [Locate] by the automaton, unless what stands before the fault is
// a reference of its own.
func locateSlow(src []byte, rule Rule) (Ref, Fault) {
	if fault, ok := faultBehind(src, rule); ok {
		return Ref{}, fault
	}
	var m Machine
	m.Reset(rule)
	m.Feed(src)
	return m.End()
}

// faultBehind returns the fault of src if before it there is a member of rule that
// ends in a path, a query or a fragment: there, the octet that cannot be in one is
// refused, and only such an octet. Most bad references are like that, and a kernel
// reads the member in a fraction of the automaton's time.
func faultBehind(src []byte, rule Rule) (_ Fault, ok bool) {
	if len(src) > MaxLen {
		return Fault{}, false
	}
	at, refused := kernel.FirstStop(src)
	if at == len(src) {
		return Fault{}, false
	}
	w0, w1, w2, w3 := kernel.Locate(src[:at])
	if w3 >= kernel.SuspectOpen {
		w, ok := kernel.Settle(src[:at], kernel.Words{W0: w0, W1: w1, W2: w2, W3: w3})
		if !ok {
			return Fault{}, false
		}
		w0, w1, w2, w3 = w.W0, w.W1, w.W2, w.W3
	}
	r := Ref{w0, w1, w2, w3}
	kind := kernel.BadPath
	switch {
	case rule != URIReference && !r.isMember(rule):
		return Fault{}, false
	case refused == len(src):
		kind = kernel.UnexpectedEnd
	case refused > at:
		kind = kernel.BadPercent
	case r.Has(Fragment):
		kind = kernel.BadFragment
	case r.Has(Query):
		kind = kernel.BadQuery
	}
	return faultAt(uint32(refused), kind), r.end() > r.pathStart()
}
