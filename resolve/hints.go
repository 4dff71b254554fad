package resolve

import (
	"github.com/uriscan/uriscan/internal/automaton"
)

// hints are the [automaton.Hints] of the prefixes of a base that targets begin
// with, so that targets need not be read again for them. The prefixes are the
// scheme, everything before the path, and everything up to the end of the folder, of
// the path, and of the query.
type hints struct{ scheme, authority, folder, path, query uint64 }

// setHints sets b.hints.
func (b *Base) setHints() {
	b.hints = hints{}
	if b.words.W3&automaton.Hints == 0 {
		return // a prefix has no hint that the whole lacks
	}
	o, host := b.words.Offsets(), b.words.Host()
	head := b.text[:o.PathStart]
	if automaton.HasUpper(head[:o.SchemeEnd]) {
		b.hints.scheme = automaton.FormHint
	}
	if o.PathStart > o.HostEnd || host == automaton.IPv6Address || automaton.HasUpper(head) {
		b.hints.authority = automaton.FormHint
	}
	if automaton.HasPercent(head) {
		b.hints.authority |= automaton.PercentHint
	}
	hintsOf := func(text []byte, pathEnd int) uint64 {
		o.PathEnd, o.QueryEnd, o.End = uint32(pathEnd), uint32(len(text)), uint32(len(text))
		return o.Pack(host, 0).WithHints(text).W3 & automaton.Hints
	}
	b.hints.folder = hintsOf(b.merged, len(b.merged))
	b.hints.path = hintsOf(b.text[:b.words.PathEnd()], int(b.words.PathEnd()))
	b.hints.query = hintsOf(b.text, int(b.words.PathEnd()))
}
