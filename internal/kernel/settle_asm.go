//go:build (amd64 || arm64) && !purego

package kernel

import (
	"bytes"
	"math"

	"github.com/uriscan/uriscan/internal/automaton"
)

// Locate returns the words of b as far as the kernels prove that it is a
// URI-reference; see [FormHintOpen] and [Settle]. They are not Words so that Locate
// can be inlined. It does not allocate.
func Locate(b []byte) (w0, w1, w2, w3 uint64) { return locate(b) }

// Settle completes w, the words of b, if [Locate] leaves something open. If b is no
// reference, fault is not 0, as a scanner.Fault holds it, and settled are the words of what
// comes before. !ok says nothing about b: the automaton has to read it. It does not allocate.
func Settle(b []byte, w automaton.Words) (settled automaton.Words, fault uint64, ok bool) {
	ofAMD64 := level == AVX2 || level == AVX512
	switch {
	case w.W3 < AllOpen:
		return closed(w, b), 0, true
	case w.W3&literalOpen != 0: // the first "[" is elsewhere than where a host begins
		if at := uint64(bytes.IndexByte(b, '[')); at < w.W3&math.MaxUint32 {
			w.W2 = at | at<<32
			w.W3 = w.W3&^math.MaxUint32 | at
		}
		w.W3 &= literalOpen - 1
		fault, ok = refused(b, w)
		return w, fault, ok
	case w.W3&Stopped != 0:
		w.W3 &^= AllOpen | Stopped
		if fault, ok = refused(b, w); ok || ofAMD64 {
			return w, fault, ok
		}
	case w.W3 != AllOpen|farOpen && ofAMD64:
		return w, 0, false // scheme, userinfo or port, or the first segment
	}
	w.W0, w.W1, w.W2, w.W3 = locatePortable(b)
	return settlePortable(b, w)
}

// farOpen in AllOpen means that only the length of the part before the path keeps the
// kernel from a proof.
const farOpen = 1

// closed returns w, the words of ref that are open in part, completed.
func closed(w automaton.Words, ref []byte) automaton.Words {
	if w.W3&HostOpen != 0 {
		h, host := automaton.RegName, ref[w.W0>>32:uint32(w.W1)]
		if host[0]-'0' < 10 {
			h = hostKind(host)
		}
		w.W3 = w.W3&^(HostOpen|7<<automaton.HostBits) | uint64(h)<<automaton.HostBits
	}
	if w.W3&FormHintOpen != 0 {
		w.W3 &^= FormHintOpen
		w = w.WithHints(ref)
	}
	return w
}
