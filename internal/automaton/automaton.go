package automaton

// A State is a state of the automaton of Appendix A. [Dead] admits nothing;
// every other state can still reach acceptance, so the bytes read before Dead
// are the longest prefix of any member of the rule.
//
// [StartURIReference], [StartURI] and [StartRelativeRef] begin the three rules
// of those names. absolute-URI is URI that refuses "#".
type State = uint8

// Next returns the state after c in state s. It does not allocate.
func Next(s State, c byte) State { return delta[s][byteClass[c]&31] }

// ClassOf returns the class of c. From each state, bytes of one class lead to the
// same state. The class of bytes that no rule admits is 0. It does not allocate.
func ClassOf(c byte) uint8 { return byteClass[c] }

// RunOf returns the run of s, one bit of [Runs], or 0 if every byte leads out
// of s: while RunOf(s)&Runs[c] is not 0, the byte c leaves state s as it is.
func RunOf(s State) uint8 { return runOf[s] }

// AuthorityStart is the state after "http://" or any other scheme with "//", for URIs
// and URI-references alike.
const AuthorityStart = userinfoOrIPv4addressOrRegName1

// InSegments is the state after a "/" that begins a relative reference and a
// byte of a segment.
const InSegments = segments

// A Label holds the properties of a state other than its moves: whether the bytes
// read so far are a member (bit 0), then the [Region], the kind of the host if the
// authority ends here, and the fault if the next byte is refused.
type Label uint16

const accepts Label = 1

const (
	regionShift = 1
	hostShift   = 4
	faultShift  = 8
)

// A labelFrom is the label of a state and of those up to the next labelFrom.
type labelFrom struct {
	state State
	label Label
}

// byteClass holds the class of each byte, Runs the runs it may be part of (see [RunOf]),
// and labels the label of each state. The generated tables hold the same in less space.
var (
	byteClass = func() (class [256]uint8) {
		for i, bytes := range classBytes {
			for _, c := range []byte(bytes) {
				class[c] = uint8(i)
			}
		}
		return class
	}()
	Runs = func() (runs [256]uint8) {
		for s, run := range runOf {
			for c := 0; run != 0 && c < len(runs); c++ {
				if Next(State(s), byte(c)) == State(s) {
					runs[c] |= run
				}
			}
		}
		return runs
	}()
	labels = func() (labels [256]Label) {
		for i, from := range labelsFrom[:len(labelsFrom)-1] {
			for s := from.state; s < labelsFrom[i+1].state; s++ {
				labels[s] = from.label
			}
		}
		return labels
	}()
)

// LabelOf returns the label of s.
func LabelOf(s State) Label { return labels[s] }

// Accepts reports whether the bytes read so far are a member of the rule.
func (l Label) Accepts() bool { return l&accepts != 0 }

// Region returns the component that the next byte belongs to.
func (l Label) Region() Region { return Region(l >> regionShift & 7) }

// Host returns the kind of the host if the authority ends here, or NoHost if
// it cannot end here or has not begun.
func (l Label) Host() Host { return Host(l >> hostShift & 7) }

// Fault returns the rule that is broken if the next byte is refused.
func (l Label) Fault() Fault { return Fault(l >> faultShift & 15) }

// A Region says which bytes are delimiters in a state.
type Region uint8

// The regions. In InScheme a ":" ends the scheme; a first segment that may still be
// a scheme is there, too. In InLiteral, between "[" and "]", nothing delimits.
const (
	InScheme Region = iota
	InPath
	InAuthority
	InLiteral
	InQuery
	InFragment
)

// A Host is the kind of a host, in the order of section 3.2.2, where the first
// match wins.
type Host uint8

// The kinds of hosts.
const (
	NoHost Host = iota
	IPv6Address
	IPvFuture
	IPv4Address
	RegName
)

// A Path is the kind of a path, in the order of section 3.3.
type Path uint8

// The kinds of paths.
const (
	PathEmpty Path = iota
	PathAbEmpty
	PathAbsolute
	PathNoScheme
	PathRootless
)

// A Fault is the rule that a refused byte breaks.
type Fault uint8

// The faults. The first ten belong to states; UnexpectedEnd is the input's end
// in a state that does not accept, TooLong is not the automaton's.
const (
	NoFault Fault = iota
	BadScheme
	BadUserinfo
	BadHost
	BadIPv6
	BadIPvFuture
	BadPort
	BadPath
	BadQuery
	BadFragment
	BadPercent
	UnexpectedEnd
	TooLong
)

// IsNoted reports whether c is one of the bytes that can end a component, or a "%".
func IsNoted(c byte) bool { return c < 64 && 1<<c&noted != 0 || c == '@' }

const noted uint64 = 1<<'#' | 1<<'%' | 1<<'/' | 1<<':' | 1<<'?'

// HostKind returns the kind of a valid host: the first rule that matches (3.2.2).
// It does not allocate.
func HostKind(host []byte) Host {
	s := State(AuthorityStart)
	for _, c := range host {
		s = Next(s, c)
	}
	return LabelOf(s).Host()
}

// LiteralFault returns which rule the IP literal breaks whose "[" is at start in b, and the offset of the byte that does:
// the end of b if more must follow. The fault is NoFault if all up to the "]" is right. It does
// not allocate.
func LiteralFault(b []byte, start int) (at int, fault Fault) {
	s := State(AuthorityStart)
	for i, c := range b[start:] {
		next := Next(s, c)
		if next == Dead {
			return start + i, LabelOf(s).Fault()
		}
		if s = next; c == ']' {
			return start + i, NoFault
		}
	}
	return len(b), UnexpectedEnd
}
