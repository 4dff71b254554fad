package kernel

import "github.com/uriscan/uriscan/internal/automaton"

// refused returns the fault of b, as a scanner.Fault holds it. w are the words of the bytes
// before it, as [Stopped] says: they alone say what is wrong, except in an IP literal. It is not ok if one
// begins there and is valid.
func refused(b []byte, w automaton.Words) (fault uint64, ok bool) {
	schemeEnd, hostStart := uint32(w.W0), uint32(w.W0>>32) // in registers, as Offsets are not
	hostEnd, pathStart := uint32(w.W1), uint32(w.W1>>32)
	at, kind := uint32(w.W3), automaton.BadPath
	p := schemeEnd + min(schemeEnd, 1)
	inAuthority := hostStart > p && pathStart == at
	inPort := inAuthority && hostEnd < at
	if !inAuthority && at > 1 && int(at) < len(b) && b[at] != '%' && b[at-1] != '%' && b[at-2] != '%' { // most are so
		return faultAt(at, afterAuthority(w)), true
	}
	switch {
	case int(at) == len(b): // of a userinfo without '@'
		kind = automaton.UnexpectedEnd
	case b[at] == '[' && inAuthority && hostStart == at:
		end, fault := automaton.LiteralFault(b, int(at))
		if fault == automaton.NoFault {
			return 0, false
		}
		at, kind = uint32(end), fault
	case b[at] == '%' && !(inAuthority && (b[hostStart] == '[' || inPort && hostStart > p+2)): // a userinfo may have it
		kind, at = automaton.BadPercent, at+1
		if int(at) < len(b) && isHex(b[at]) {
			at++
		}
		if int(at) == len(b) {
			kind = automaton.UnexpectedEnd
		}
	case at > 0 && b[at-1] == '%' || at > 1 && b[at-2] == '%': // AVX2 took the byte for a HEXDIG
		kind = automaton.BadPercent
	case inPort && !isDigits(b[hostEnd+1:at]):
		kind = automaton.BadUserinfo
	case inPort:
		kind = automaton.BadPort
	case inAuthority:
		kind = automaton.BadHost
	default:
		kind = afterAuthority(w)
	}
	return faultAt(at, kind), true
}

// afterAuthority returns the kind of a fault in the component that w end with: path, query or fragment.
func afterAuthority(w automaton.Words) automaton.Fault {
	switch at := uint32(w.W3); {
	case uint32(w.W2>>32) < at:
		return automaton.BadFragment
	case uint32(w.W2) < at:
		return automaton.BadQuery
	}
	return automaton.BadPath
}

func faultAt(at uint32, kind automaton.Fault) uint64 {
	return uint64(at) | uint64(kind)<<automaton.FaultBits
}

// settlePortable is [Settle] where w comes from [locatePortable].
func settlePortable(b []byte, w automaton.Words) (settled automaton.Words, fault uint64, ok bool) {
	switch {
	case w.W3 < AllOpen:
		return w, 0, true
	case w.W3&Stopped != 0:
		w.W3 &^= AllOpen | Stopped
		fault, ok = refused(b, w)
		return w, fault, ok
	}
	return w, 0, false
}

func isDigits(b []byte) bool {
	for _, c := range b {
		if c-'0' > 9 {
			return false
		}
	}
	return true
}
