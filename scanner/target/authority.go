package target

import (
	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/scanner"
)

// An authority is uri-host [ ":" port ] as scanAuthority finds it. There is a port if
// hostEnd < end.
type authority struct {
	hostEnd, end int
	host         automaton.Host
	ok           bool         // end is where an authority ends
	kind         scanner.Kind // of a byte at end that is refused, if ok by the caller; or UnexpectedEnd
}

// afterUserinfo is the state where only a host, and perhaps a port, can come.
var afterUserinfo = automaton.Next(automaton.AuthorityStart, '@')

// scanAuthority scans b from start to the "/", "?" or "#" after an authority without
// userinfo, to the end, or to the first byte that such an authority cannot have.
func scanAuthority(b []byte, start int) authority {
	a := authority{hostEnd: -1}
	s := afterUserinfo
	for a.end = start; a.end < len(b); a.end++ {
		next := automaton.Next(s, b[a.end])
		if a.ok = next != automaton.Dead; !a.ok {
			break
		}
		if region := automaton.LabelOf(next).Region(); region != automaton.InAuthority && region != automaton.InLiteral {
			break
		}
		if b[a.end] == ':' && automaton.LabelOf(s).Region() == automaton.InAuthority {
			a.hostEnd = a.end
		}
		s = next
	}
	label := automaton.LabelOf(s)
	a.host, a.kind = label.Host(), scanner.Kind(label.Fault())
	if a.end == len(b) {
		if a.ok = label.Accepts(); !a.ok {
			a.kind = scanner.UnexpectedEnd
		}
	}
	if a.hostEnd < 0 {
		a.hostEnd = a.end
	}
	return a
}
