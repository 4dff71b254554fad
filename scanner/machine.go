package scanner

import (
	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/kernel"
)

// A Machine is [Locate] for input that arrives in pieces. Its result does not
// depend on how the input is cut. It holds no pointer and retains nothing of the
// input; a copy of it is a checkpoint. The zero Machine is ready for a
// URI-reference. Its methods do not allocate.
type Machine struct {
	// state is an automaton.State xor StartURIReference, so that 0 is a start.
	state automaton.State
	rule  Rule
	host  automaton.Host
	fault automaton.Fault // not 0 iff the state is Dead
	// rooted is '/' if the path begins with it, else 0.
	rooted byte
	// colon is the offset after the last ":" of the authority so far, or of the part
	// after its "@". A port begins there if no "@" follows.
	colon uint32
	// The hints of the bytes read: dotted of the path, percent of all, and upper of
	// those before the path, which include a first segment, since it may be a scheme.
	dotted, upper, percent bool
	last                   byte   // the byte read last
	n                      uint32 // the number of bytes read; the offset of the fault if m is dead
	at                     automaton.Offsets
}

// Reset resets m to parse a new input as rule.
func (m *Machine) Reset(rule Rule) {
	start := automaton.State(automaton.StartURIReference)
	switch rule {
	case URI, AbsoluteURI:
		start = automaton.StartURI
	case RelativeRef:
		start = automaton.StartRelativeRef
	}
	*m = Machine{state: start ^ automaton.StartURIReference, rule: rule}
}

func (m *Machine) current() automaton.State { return m.state ^ automaton.StartURIReference }

// A State is the state of a [Machine] after the bytes it has read.
type State uint8

// The states of a [Machine].
const (
	Dead     State = iota // no member of the rule begins with these bytes
	Prefix                // these bytes begin a member, but are not one
	Complete              // these bytes are a member, and may begin a longer one
)

var stateNames = [...]string{"dead", "prefix", "complete"}

// String returns "dead", "prefix" or "complete".
func (s State) String() string { return nameIn(stateNames[:], int(s)) }

// State returns the state of m.
func (m *Machine) State() State {
	switch {
	case m.fault != 0:
		return Dead
	case automaton.LabelOf(m.current()).Accepts():
		return Complete
	}
	return Prefix
}

// Feed reads src, the next piece of the input, and returns the number of bytes it
// accepted. If that is less than len(src), no member of the rule begins with the
// input: m is dead and accepts nothing more. Offsets count from the first byte fed
// since [Machine.Reset].
func (m *Machine) Feed(src []byte) int {
	if room := MaxLen - int(m.n); len(src) > room {
		n := m.feed(src[:room])
		if m.fault == 0 {
			m.fault = automaton.TooLong
		}
		return n
	}
	return m.feed(src)
}

// FeedString is [Machine.Feed] for a string.
func (m *Machine) FeedString(src string) int { return m.Feed(kernel.Bytes(src)) }

// worthACall is the length of a piece from which automaton.SkipRun is faster than
// a loop over its bytes. It counts the whole piece, not what is left of it: SkipRun
// takes the end of a piece without a branch for each byte.
const worthACall = 16

func (m *Machine) feed(src []byte) int {
	if m.fault != 0 {
		return 0
	}
	s := m.current()
	i := 0
	var seen uint8 // of hintBytes, where the pieces are short
	if m.n == 0 && len(src) >= worthACall {
		s, i = m.begin(src, s)
	}
	for {
		if run := automaton.RunOf(s); run == automaton.RunSegments && len(src) >= worthACall {
			i = m.segments(src, i)
		} else if run != 0 && len(src) >= worthACall {
			i = automaton.SkipRun(src, i, run)
		} else {
			for i < len(src) && automaton.Runs[src[i]]&run != 0 {
				seen |= hintBytes[src[i]]
				i++
			}
		}
		if i == len(src) {
			break
		}
		c := src[i]
		t := automaton.Next(s, c)
		if t == automaton.Dead {
			m.fault = automaton.LabelOf(s).Fault()
			break
		}
		if c == '#' && m.rule == AbsoluteURI {
			m.fault = automaton.BadFragment
			break
		}
		if automaton.IsNoted(c) {
			m.note(c, m.n+uint32(i), s, t)
		}
		seen |= hintBytes[c]
		s = t
		i++
	}
	if i > 0 {
		if (seen != 0 || i >= worthACall) && m.mayHint(seen, i) {
			m.noteHints(src[:i], s)
		}
		m.last = src[i-1]
	}
	m.state = s ^ automaton.StartURIReference
	m.n += uint32(i)
	return i
}

// segments skips the bytes of src[i:] that continue a path. It notes a "." after a
// "/" among them, and a "." that begins them after a "/".
func (m *Machine) segments(src []byte, i int) int {
	end, dotted := automaton.SkipSegments(src, i)
	if end > i && src[i] == '.' {
		before := m.last
		if i > 0 {
			before = src[i-1]
		}
		dotted = dotted || before == '/'
	}
	m.dotted = m.dotted || dotted
	return end
}

// begin skips "http://", "https://", or the "/" of an absolute path and the byte
// after it, if src, the beginning of the input, begins with one of them. That costs
// as much as one byte. It returns the new state, s if it skips nothing, and the
// offset after what it skipped.
func (m *Machine) begin(src []byte, s automaton.State) (automaton.State, int) {
	if src[0] == '/' && m.isReference() && src[1] != '/' && automaton.Runs[src[1]]&automaton.RunSegments != 0 {
		m.rooted = '/'
		return automaton.InSegments, 2
	}
	end := kernel.HTTPSchemeEnd(src)
	if end == 0 || m.rule == RelativeRef {
		return s, 0
	}
	m.at.SchemeEnd = uint32(end)
	m.at.HostStart, m.at.HostEnd, m.at.PathStart = uint32(end)+3, uint32(end)+1, uint32(end)+1
	m.rooted = '/' // as after "http:/"
	return automaton.AuthorityStart, end + 3
}

// isReference reports whether the input may have no scheme.
func (m *Machine) isReference() bool { return m.rule == URIReference || m.rule == RelativeRef }

// note updates m for the byte c at offset i, a delimiter or a "%", which leads from
// state s to state t.
func (m *Machine) note(c byte, i uint32, s, t automaton.State) {
	region := automaton.LabelOf(s).Region()
	switch c {
	case ':':
		if region == automaton.InScheme {
			m.at.SchemeEnd = i
			m.at.HostStart, m.at.HostEnd, m.at.PathStart = i+1, i+1, i+1
		} else if region == automaton.InAuthority {
			m.colon = i + 1
		}
	case '@':
		if region == automaton.InAuthority {
			m.at.HostStart = i + 1
			m.colon = 0
		}
	case '/':
		if region == automaton.InAuthority {
			m.endAuthority(i, s)
		} else if automaton.LabelOf(t).Region() == automaton.InAuthority {
			m.at.HostStart = i + 1
		} else if i == m.at.PathStart {
			m.rooted = '/'
		}
	case '?', '#':
		m.endPart(i, s)
	case '%':
		m.percent = true
	}
}

// endAuthority notes that the authority ends before offset i, in state s.
func (m *Machine) endAuthority(i uint32, s automaton.State) {
	m.at.HostEnd, m.at.PathStart = i, i
	if m.colon > 0 {
		m.at.HostEnd = m.colon - 1
	}
	m.host = automaton.LabelOf(s).Host()
}

// endPart notes that the authority, path or query that state s is in ends before
// offset i, as do the undefined components between it and i.
func (m *Machine) endPart(i uint32, s automaton.State) {
	switch automaton.LabelOf(s).Region() {
	case automaton.InAuthority:
		m.endAuthority(i, s)
		m.at.PathEnd = i
	case automaton.InScheme, automaton.InPath:
		m.at.PathEnd = i
	case automaton.InFragment:
		return
	}
	m.at.QueryEnd = i
}

// End returns what [Locate] returns for all bytes that m has read. It does not
// change m, so that feeding can go on.
func (m *Machine) End() (Ref, Fault) {
	s := m.current()
	switch {
	case m.fault != 0:
		return Ref{}, faultAt(m.n, m.fault)
	case !automaton.LabelOf(s).Accepts():
		return Ref{}, faultAt(m.n, automaton.UnexpectedEnd)
	}
	last := *m
	last.endPart(m.n, s)
	last.at.End = m.n
	w := last.at.Pack(last.host, last.rooted)
	if m.dotted || m.upper && last.at.PathStart > 0 {
		w.W3 |= automaton.FormHint
	}
	if m.percent {
		w.W3 |= automaton.PercentHint
	}
	return Ref{w}, Fault{}
}
