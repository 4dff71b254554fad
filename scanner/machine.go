package scanner

import "github.com/uriscan/uriscan/internal/kernel"

// A Machine is [Locate] for input that arrives in pieces: however the input is
// cut, it gives the same answer. It holds no pointer, keeps nothing of what it
// is fed, and a copy of it is a checkpoint to go on from. The zero Machine is
// ready for a URI-reference. Its methods do not allocate.
type Machine struct {
	// state is a kernel.State xor StartURIReference, so that 0 is a start.
	state kernel.State
	rule  Rule
	host  kernel.Host
	fault kernel.Fault // not 0 iff the state is Dead
	// rooted is '/' if the path begins with it, else 0.
	rooted byte
	// colon is the offset after the last ":" of the authority so far, after its
	// "@" if it had one: where a port begins, which only the end can tell.
	colon uint32
	// What makes the octets read suspect: upper of those before the path, and of a
	// first segment, which may be a scheme yet; marked of the path; percent of all.
	marked, upper, percent bool
	last                   byte   // the octet read last
	n                      uint32 // the octets read; where it died if it is dead
	at                     kernel.Offsets
}

// Reset makes m ready for a new input, to be judged by rule.
func (m *Machine) Reset(rule Rule) {
	start := kernel.State(kernel.StartURIReference)
	switch rule {
	case URI, AbsoluteURI:
		start = kernel.StartURI
	case RelativeRef:
		start = kernel.StartRelativeRef
	}
	*m = Machine{state: start ^ kernel.StartURIReference, rule: rule}
}

func (m *Machine) current() kernel.State { return m.state ^ kernel.StartURIReference }

// State is what a [Machine] makes of the octets it has read.
type State uint8

// The states of a [Machine].
const (
	Dead     State = iota // no member of the rule begins like this
	Prefix                // some member begins like this, and goes on
	Complete              // this is a member; a longer one may begin like this
)

var stateNames = [...]string{"dead", "prefix", "complete"}

// String returns "dead", "prefix" or "complete".
func (s State) String() string { return nameIn(stateNames[:], int(s)) }

// State tells what the octets read so far are.
func (m *Machine) State() State {
	switch {
	case m.fault != 0:
		return Dead
	case kernel.LabelOf(m.current()).Accepts():
		return Complete
	}
	return Prefix
}

// Feed reads the next piece of the input and returns how many of its bytes it
// accepted. If these are fewer than len(src), no member of the rule begins like
// this: m is dead, and accepts nothing more. Offsets count from the first byte fed since [Machine.Reset].
func (m *Machine) Feed(src []byte) int {
	if room := MaxLen - int(m.n); len(src) > room {
		n := m.feed(src[:room])
		if m.fault == 0 {
			m.fault = kernel.TooLong
		}
		return n
	}
	return m.feed(src)
}

// FeedString is [Machine.Feed] for a string.
func (m *Machine) FeedString(src string) int { return m.Feed(kernel.Bytes(src)) }

// worthACall is the length of a piece from which kernel.SkipRun is faster than
// a loop in place, octet by octet. It is that of the whole piece, not of what is
// left: SkipRun takes the end of a piece without a branch for each octet.
const worthACall = 16

func (m *Machine) feed(src []byte) int {
	if m.fault != 0 {
		return 0
	}
	s := m.current()
	i := 0
	var seen uint8 // of notable, where the pieces are short
	if m.n == 0 && len(src) >= worthACall {
		s, i = m.begin(src, s)
	}
	for {
		if run := kernel.RunOf(s); run == kernel.RunSegments && len(src) >= worthACall {
			i = m.segments(src, i)
		} else if run != 0 && len(src) >= worthACall {
			i = kernel.SkipRun(src, i, run)
		} else {
			for i < len(src) && kernel.Runs[src[i]]&run != 0 {
				seen |= notable[src[i]]
				i++
			}
		}
		if i == len(src) {
			break
		}
		c := src[i]
		t := kernel.Next(s, c)
		if t == kernel.Dead {
			m.fault = kernel.LabelOf(s).Fault()
			break
		}
		if c == '#' && m.rule == AbsoluteURI {
			m.fault = kernel.BadFragment
			break
		}
		if kernel.IsNoted(c) {
			m.note(c, m.n+uint32(i), s, t)
		}
		seen |= notable[c]
		s = t
		i++
	}
	if i > 0 {
		if (seen != 0 || i >= worthACall) && m.mayMark(seen, i) {
			m.mark(src[:i], s)
		}
		m.last = src[i-1]
	}
	m.state = s ^ kernel.StartURIReference
	m.n += uint32(i)
	return i
}

// segments skips what a path goes on with at src[i:], and marks a "." after a "/"
// in it, or that begins it.
func (m *Machine) segments(src []byte, i int) int {
	end, marked := kernel.SkipSegments(src, i)
	if end > i && src[i] == '.' {
		before := m.last
		if i > 0 {
			before = src[i-1]
		}
		marked = marked || before == '/'
	}
	m.marked = m.marked || marked
	return end
}

// begin takes "http://", "https://", or the "/" of an absolute path and the octet
// behind it, if src, the beginning of the input, begins with one of them, at the
// price of an octet. It returns the state, s before, and the offset after what it
// took.
func (m *Machine) begin(src []byte, s kernel.State) (kernel.State, int) {
	if src[0] == '/' && m.isReference() && src[1] != '/' && kernel.Runs[src[1]]&kernel.RunSegments != 0 {
		m.rooted = '/'
		return kernel.InSegments, 2
	}
	end := kernel.WebScheme(src)
	if end == 0 || m.rule == RelativeRef {
		return s, 0
	}
	m.at.SchemeEnd = uint32(end)
	m.at.HostStart, m.at.HostEnd, m.at.PathStart = uint32(end)+3, uint32(end)+1, uint32(end)+1
	m.rooted = '/' // so it is after "http:/"
	return kernel.InWebURI, end + 3
}

// isReference tells whether the input may have no scheme.
func (m *Machine) isReference() bool { return m.rule == URIReference || m.rule == RelativeRef }

// note notes what the octet c at offset i, which leads from state s to state t,
// delimits, and that there is a "%".
func (m *Machine) note(c byte, i uint32, s, t kernel.State) {
	region := kernel.LabelOf(s).Region()
	switch c {
	case ':':
		if region == kernel.InScheme {
			m.at.SchemeEnd = i
			m.at.HostStart, m.at.HostEnd, m.at.PathStart = i+1, i+1, i+1
		} else if region == kernel.InAuthority {
			m.colon = i + 1
		}
	case '@':
		if region == kernel.InAuthority {
			m.at.HostStart = i + 1
			m.colon = 0
		}
	case '/':
		if region == kernel.InAuthority {
			m.endAuthority(i, s)
		} else if kernel.LabelOf(t).Region() == kernel.InAuthority {
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
func (m *Machine) endAuthority(i uint32, s kernel.State) {
	m.at.HostEnd, m.at.PathStart = i, i
	if m.colon > 0 {
		m.at.HostEnd = m.colon - 1
	}
	m.host = kernel.LabelOf(s).Host()
}

// endPart notes that the authority, path or query that state s is in ends
// before offset i, and with it those that would stand between it and i.
func (m *Machine) endPart(i uint32, s kernel.State) {
	switch kernel.LabelOf(s).Region() {
	case kernel.InAuthority:
		m.endAuthority(i, s)
		m.at.PathEnd = i
	case kernel.InScheme, kernel.InPath:
		m.at.PathEnd = i
	case kernel.InFragment:
		return
	}
	m.at.QueryEnd = i
}

// End returns what [Locate] returns for all that m has read. It leaves m as it
// is, so that more can be fed.
func (m *Machine) End() (Ref, Fault) {
	s := m.current()
	switch {
	case m.fault != 0:
		return Ref{}, faultAt(m.n, m.fault)
	case !kernel.LabelOf(s).Accepts():
		return Ref{}, faultAt(m.n, kernel.UnexpectedEnd)
	}
	last := *m
	last.endPart(m.n, s)
	last.at.End = m.n
	w := last.at.Pack(last.host, last.rooted)
	if m.marked || m.upper && last.at.PathStart > 0 {
		w.W3 |= kernel.Suspect
	}
	if m.percent {
		w.W3 |= kernel.Percent
	}
	return Ref{w.W0, w.W1, w.W2, w.W3}, Fault{}
}
