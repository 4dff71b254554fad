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
// host "x" and the path "/y". See the example, and package target.
//
// It does not allocate, except for an error as [Fault.Err] does.
func Parse[B lut.Bytes](src B) (Ref, error) {
	b := kernel.BytesUnchecked(src)
	w0, w1, w2, w3 := kernel.Locate(b)
	if w3 < kernel.FormHintOpen {
		return Ref{automaton.Words{W0: w0, W1: w1, W2: w2, W3: w3}}, nil
	}
	ref, fault := locateRest(automaton.Words{W0: w0, W1: w1, W2: w2, W3: w3}, b, URIReference)
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
	return locateRest(automaton.Words{W0: w0, W1: w1, W2: w2, W3: w3}, src, rule)
}

// locateRest completes w, the result of [kernel.Locate] for src. The automaton
// decides, and finds the fault, where [kernel.Settle] does not.
func locateRest(w automaton.Words, src []byte, rule Rule) (Ref, Fault) {
	if len(src) <= MaxLen {
		w, fault, ok := kernel.Settle(src, w)
		if ok && (rule == URIReference || Ref{w}.isMember(rule)) {
			if fault != 0 {
				return Ref{}, Fault{fault}
			}
			return Ref{w}, Fault{}
		}
	}
	return locateSlow(src, rule)
}

// isMember reports whether r, the Ref of a URI-reference, or of what comes before a byte
// that is wrong everywhere, is that of a member of rule: URI-reference is URI or relative-ref (4.1), and absolute-URI is a URI
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

// locateSlow is [Locate] by the automaton.
func locateSlow(src []byte, rule Rule) (Ref, Fault) {
	if rule == URIReference && len(src) <= MaxLen {
		if fault := faultOf(src); fault != (Fault{}) {
			return Ref{}, fault
		}
	}
	var m Machine
	m.Reset(rule)
	m.Feed(src)
	return m.End()
}

// faultOf returns the fault of src as a URI-reference, if it has one: a Machine that notes
// nothing.
func faultOf(src []byte) Fault {
	s, i := automaton.State(automaton.StartURIReference), 0
	if end := kernel.HTTPSchemeEnd(src); end > 0 {
		s, i = automaton.AuthorityStart, end+len("://")
	}
	for ; i < len(src); i++ {
		if run := automaton.RunOf(s); run != 0 {
			if i = automaton.SkipRun(src, i, run); i == len(src) {
				break
			}
		}
		next := automaton.Next(s, src[i])
		if next == automaton.Dead {
			return faultAt(uint32(i), automaton.LabelOf(s).Fault())
		}
		s = next
	}
	if !automaton.LabelOf(s).Accepts() {
		return faultAt(uint32(len(src)), automaton.UnexpectedEnd)
	}
	return Fault{}
}
