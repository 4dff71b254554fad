package kernel

import "github.com/uriscan/uriscan/internal/automaton"

// IsPlain reports whether the reference with the words w has neither userinfo nor port, and as a
// host none or a registered name.
func IsPlain(w automaton.Words) bool {
	schemeEnd := uint32(w.W0)
	return w.W3>>automaton.HostBits&3 == 0 && uint32(w.W1) == uint32(w.W1>>32) && uint32(w.W0>>32) <= schemeEnd+min(schemeEnd, 1)+2
}
