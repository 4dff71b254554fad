package scanner

import (
	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
)

// MaxLen is the largest length of an input in bytes. For a longer input, [Locate]
// and [Machine] report the fault of the grammar if it comes first, else TooLong at
// offset MaxLen.
const MaxLen = 1<<31 - 1

// Locate returns where the components of src are if src is a member of rule, or
// else where and why it is not. Exactly one of the results is zero, except for the
// empty reference, where both are. Its time is linear in len(src). It does not
// allocate, whatever the result.
func Locate[B lut.Bytes](src B, rule Rule) (Ref, Fault) {
	return locate(kernel.Bytes(src), rule)
}

// Parse is [Locate] with rule [URIReference] and the fault as an error, an
// [Error].
//
// A request line and a Host header do not carry a reference. An HTTP server reads
// the request-target //x/y as the path "//x/y" (RFC 9112, 3.2.1), Parse as the
// host "x" and the path "/y". See the example.
//
// It does not allocate, except for an error as [Fault.Err] does.
func Parse[B lut.Bytes](src B) (Ref, error) {
	b := kernel.Bytes(src)
	w0, w1, w2, w3 := kernel.Locate(b)
	if w3 < kernel.FormHintOpen {
		return Ref{automaton.Words{W0: w0, W1: w1, W2: w2, W3: w3}}, nil
	}
	ref, fault := locateRest(b, URIReference, automaton.Words{W0: w0, W1: w1, W2: w2, W3: w3})
	return ref, fault.Err()
}

// ParseRule is [Parse] for any of the four rules.
func ParseRule[B lut.Bytes](src B, rule Rule) (Ref, error) {
	ref, fault := locate(kernel.Bytes(src), rule)
	return ref, fault.Err()
}

// Valid reports whether src is a member of rule. It does not allocate.
func Valid[B lut.Bytes](src B, rule Rule) bool {
	_, fault := locate(kernel.Bytes(src), rule)
	return fault == Fault{}
}

// locate asks the kernel first.
func locate(src []byte, rule Rule) (Ref, Fault) {
	w0, w1, w2, w3 := kernel.Locate(src)
	if w3 < kernel.FormHintOpen && rule == URIReference {
		return Ref{automaton.Words{W0: w0, W1: w1, W2: w2, W3: w3}}, Fault{}
	}
	return locateRest(src, rule, automaton.Words{W0: w0, W1: w1, W2: w2, W3: w3})
}

// locateRest completes w, the result of [kernel.Locate] for src. The automaton
// decides, and finds the fault, where neither it nor [kernel.Settle] proves src.
func locateRest(src []byte, rule Rule, w automaton.Words) (Ref, Fault) {
	if len(src) <= MaxLen {
		w, ok := kernel.Settle(src, w)
		r := Ref{w}
		if ok && (rule == URIReference || r.isMember(rule)) {
			return r, Fault{}
		}
	}
	return locateSlow(src, rule)
}

// isMember reports whether r, the Ref of a URI-reference, is that of a member of
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

// locateSlow is [Locate] by the automaton, except where the bytes before the fault
// are a reference themselves.
func locateSlow(src []byte, rule Rule) (Ref, Fault) {
	if fault, ok := faultAfter(src, rule); ok {
		return Ref{}, fault
	}
	var m Machine
	m.Reset(rule)
	m.Feed(src)
	return m.End()
}

// faultAfter returns the fault of src if a member of rule that ends in a path, a
// query or a fragment comes before it: there, only a byte that cannot be in such a
// component is refused. Most bad references are like that, and a kernel reads the
// member in a fraction of the automaton's time.
func faultAfter(src []byte, rule Rule) (_ Fault, ok bool) {
	if len(src) > MaxLen {
		return Fault{}, false
	}
	at, refused := kernel.FirstStop(src)
	if at == len(src) {
		return Fault{}, false
	}
	w0, w1, w2, w3 := kernel.Locate(src[:at])
	r := Ref{automaton.Words{W0: w0, W1: w1, W2: w2, W3: w3}}
	if w3 >= kernel.FormHintOpen {
		if r.words, ok = kernel.Settle(src[:at], r.words); !ok {
			return Fault{}, false
		}
	}
	kind := automaton.BadPath
	switch {
	case rule != URIReference && !r.isMember(rule):
		return Fault{}, false
	case refused == len(src):
		kind = automaton.UnexpectedEnd
	case refused > at:
		kind = automaton.BadPercent
	case r.Has(Fragment):
		kind = automaton.BadFragment
	case r.Has(Query):
		kind = automaton.BadQuery
	}
	return faultAt(uint32(refused), kind), r.words.End() > r.words.PathStart()
}
