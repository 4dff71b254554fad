package kernel

import "github.com/uriscan/uriscan/internal/automaton"

// refused returns the fault of b, as a scanner.Fault holds it, where w are the words of the
// bytes before the first that is in no component, a "%" that begins no triplet, or a second
// "#". Those before it are a reference, so their words alone say what is wrong. It is not ok
// if that byte is the "[" of an IP literal.
func refused(b []byte, w automaton.Words) (fault uint64, ok bool) {
	o := w.Offsets()
	at, kind := o.End, automaton.BadPath
	p := o.SchemeEnd + min(o.SchemeEnd, 1)
	inAuthority := o.HostStart > p && o.PathStart == at
	inPort := inAuthority && o.HostEnd < at
	switch {
	case b[at] == '[' && inAuthority && o.HostStart == at:
		return 0, false
	case b[at] == '%' && !(inPort && (o.HostStart > p+2 || b[o.HostStart] == '[')): // a userinfo may have it, a port not
		kind, at = automaton.BadPercent, at+1
		if int(at) < len(b) && isHex(b[at]) {
			at++
		}
		if int(at) == len(b) {
			kind = automaton.UnexpectedEnd
		}
	case inPort:
		kind = automaton.BadPort
	case inAuthority:
		kind = automaton.BadHost
	case o.QueryEnd < at:
		kind = automaton.BadFragment
	case o.PathEnd < at:
		kind = automaton.BadQuery
	}
	return uint64(at) | uint64(kind)<<automaton.FaultBits, true
}

// settlePortable is [Settle] by the portable path alone.
func settlePortable(b []byte) (w automaton.Words, fault uint64, ok bool) {
	if w, ok = locatePrefix(b); ok && w.Len() < len(b) {
		fault, ok = refused(b, w)
	}
	return w, fault, ok
}
