//go:build (amd64 || arm64) && !purego

package kernel

import "bytes"

// Locate returns the words of b as far as the kernels prove that it is a
// URI-reference; see [SuspectOpen] and [Settle]. They are not in a Words so that it
// can be inlined. It does not allocate.
func Locate(b []byte) (w0, w1, w2, w3 uint64) { return locate(b) }

// Settle answers for b where [Locate] leaves something open. The portable path is
// asked only where it is likely to prove more, as where the authority of b does not
// end in the first 64 bytes, or is an IP literal: elsewhere the automaton has to read b
// anyway.
func Settle(b []byte, w Words) (settled Words, ok bool) {
	switch {
	case w.W3 < AllOpen:
		return w.settled(b), true
	case level == Portable, w.W3 == AllOpen|farOpen, mayHaveLiteral(b):
		return locatePortable(b)
	}
	return w, false
}

// mayHaveLiteral tells whether a "[" stands in b where a host may begin.
func mayHaveLiteral(b []byte) bool {
	i := bytes.IndexByte(b[:min(len(b), 64)], '[')
	return i >= 2 && (b[i-1] == '/' || b[i-1] == '@')
}

// farOpen in AllOpen says that nothing but the length of what stands before the path
// keeps the kernel from a proof.
const farOpen = 1

// settled returns w, the words of ref, with what is open but not all.
func (w Words) settled(ref []byte) Words {
	if w.W3&HostOpen != 0 {
		h := HostKind(ref[w.W0>>32 : uint32(w.W1)])
		w.W3 = w.W3&^(HostOpen|7<<HostBits) | uint64(h)<<HostBits
	}
	if w.W3&SuspectOpen != 0 {
		w.W3 &^= SuspectOpen
		w = w.Judged(ref)
	}
	return w
}
