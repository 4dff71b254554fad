//go:build (amd64 || arm64) && !purego

package kernel

import (
	"bytes"
	"github.com/uriscan/uriscan/internal/automaton"
)

// Locate returns the words of b as far as the kernels prove that it is a
// URI-reference; see [FormHintOpen] and [Settle]. They are not Words so that Locate
// can be inlined. It does not allocate.
func Locate(b []byte) (w0, w1, w2, w3 uint64) { return locate(b) }

// Settle completes w, the words of b, if [Locate] leaves something open. It tries the
// portable path only where that is likely to prove more: if the authority of b does not
// end in the first 64 bytes, or has an IP literal. Otherwise the automaton has to read b
// anyway.
func Settle(b []byte, w automaton.Words) (settled automaton.Words, ok bool) {
	switch {
	case w.W3 < AllOpen:
		return closed(w, b), true
	case level == Portable, w.W3 == AllOpen|farOpen, mayHaveLiteral(b):
		return locatePortable(b)
	}
	return w, false
}

// mayHaveLiteral reports whether b has a "[" where a host may begin.
func mayHaveLiteral(b []byte) bool {
	i := bytes.IndexByte(b[:min(len(b), 64)], '[')
	return i >= 2 && (b[i-1] == '/' || b[i-1] == '@')
}

// farOpen in AllOpen means that only the length of the part before the path keeps the
// kernel from a proof.
const farOpen = 1

// closed returns w, the words of ref that are open in part, completed.
func closed(w automaton.Words, ref []byte) automaton.Words {
	if w.W3&HostOpen != 0 {
		h := automaton.HostKind(ref[w.W0>>32 : uint32(w.W1)])
		w.W3 = w.W3&^(HostOpen|7<<automaton.HostBits) | uint64(h)<<automaton.HostBits
	}
	if w.W3&FormHintOpen != 0 {
		w.W3 &^= FormHintOpen
		w = w.WithHints(ref)
	}
	return w
}
