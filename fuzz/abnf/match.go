package abnf

import "slices"

// An Answer is the answer of the grammar for some bytes and a rule.
type Answer struct {
	Member bool     // the bytes are a member of the rule
	Prefix int      // the length of their longest prefix that a member begins with
	Open   []string // the rules open at Prefix, sorted; shared, not to be modified
	Next   Set      // the bytes that may follow bytes[:Prefix]
}

// IsOpen reports whether the rule of that name is open at Prefix: whether a
// byte of it, or of a rule that it uses, may occur there. The name is spelled
// as in the grammar.
func (a Answer) IsOpen(name string) bool {
	_, isOpen := slices.BinarySearch(a.Open, name)
	return isOpen
}

// A Set is a set of bytes.
type Set [4]uint64

// Has reports whether c is in s.
func (s *Set) Has(c byte) bool { return s[c>>6]>>(c&63)&1 != 0 }

func (s *Set) add(lo, hi byte) {
	for i := lo >> 6; i <= hi>>6; i++ {
		from, to := max(lo, i<<6), min(hi, i<<6|63)
		s[i] |= ^uint64(0) >> (63 - (to - from)) << (from & 63)
	}
}

// Match answers for the rule of that name. It panics if the grammar lacks the rule.
func (g *Grammar) Match(rule string, bytes []byte) Answer {
	return g.NewMatcher().Match(rule, bytes)
}

// A Matcher answers like its [Grammar] and keeps its memory from one call to
// the next. It serves one goroutine at a time; any number of them share a
// grammar.
//
// It computes one thing: the offsets where a node may end, from those where it may
// begin. No node reads bytes that no derivation has led to, and every rule
// generates something (see [Parse]), so the bytes up to any offset reached begin a
// member. The largest offset reached is the length of the longest such prefix.
type Matcher struct {
	g     *Grammar
	src   []byte
	free  [][]int // lists of offsets to use again
	trail []int   // indices of the rules entered, outermost first
	names map[string][]string
	ends  []int // where the rule of the last Match may end

	best   int    // the largest offset reached
	open   []byte // by index of rule: 1 if open at best
	marked int    // trail[:marked] is in open
	next   Set
}

// NewMatcher returns a matcher for the rules of g.
func (g *Grammar) NewMatcher() *Matcher {
	return &Matcher{g: g, open: make([]byte, len(g.Rules)), names: map[string][]string{}}
}

// Match answers for the rule of that name. It panics if the grammar lacks the rule.
func (m *Matcher) Match(rule string, bytes []byte) Answer {
	r := m.g.mustRule(rule)
	m.src, m.best = bytes, 0
	m.reset()
	starts := append(m.list(), 0)
	m.ends = m.match(Reference{r}, starts, m.ends[:0])
	m.drop(starts)
	_, member := slices.BinarySearch(m.ends, len(bytes))
	return Answer{Member: member, Prefix: m.best, Open: m.openNames(), Next: m.next}
}

// Ends returns, for the last Match, the lengths of all prefixes of the bytes
// that are members, in ascending order. They are valid until the next Match.
func (m *Matcher) Ends() []int { return m.ends }

func (g *Grammar) mustRule(name string) *Rule {
	r := g.Rule(name)
	if r == nil {
		panic("abnf: no rule " + name)
	}
	return r
}

// match adds to ends the offsets where n may end if it begins at one of starts.
// Both are sorted and without repeats.
func (m *Matcher) match(n Node, starts, ends []int) []int {
	if len(starts) == 0 {
		return ends
	}
	switch n := n.(type) {
	case ByteRange:
		return m.bytes(n, starts, ends)
	case Reference:
		m.trail = append(m.trail, n.Rule.index)
		ends = m.match(n.Rule.Body, starts, ends)
		m.trail = m.trail[:len(m.trail)-1]
		m.marked = min(m.marked, len(m.trail))
		return ends
	case Alternation:
		for _, a := range n {
			ends = m.match(a, starts, ends)
		}
		return ends
	case Concatenation:
		return m.concatenation(n, starts, ends)
	default:
		return m.repetition(n.(Repetition), starts, ends)
	}
}

func (m *Matcher) bytes(n ByteRange, starts, ends []int) []int {
	if starts[len(starts)-1] == m.best {
		m.tried(n)
	}
	for _, i := range starts {
		if i == len(m.src) || m.src[i] < n.Lo || m.src[i] > n.Hi {
			continue
		}
		if i+1 > m.best {
			m.best = i + 1
			m.reset()
		}
		ends, _ = insert(ends, i+1)
	}
	return ends
}

func (m *Matcher) concatenation(n Concatenation, starts, ends []int) []int {
	cur := append(m.list(), starts...)
	for _, e := range n {
		next := m.match(e, cur, m.list())
		m.drop(cur)
		cur = next
	}
	ends = insertAll(ends, cur)
	m.drop(cur)
	return ends
}

// repetition keeps the offsets where n may end in all, and those that the last
// round was the first to reach in cur. An offset reached earlier has more rounds
// left, so it need not be tried again.
func (m *Matcher) repetition(n Repetition, starts, ends []int) []int {
	cur := append(m.list(), starts...)
	for range n.Min {
		next := m.match(n.Body, cur, m.list())
		m.drop(cur)
		cur = next
	}
	all := append(m.list(), cur...)
	for round := n.Min; round != n.Max && len(cur) > 0; round++ {
		next := m.match(n.Body, cur, m.list())
		cur = cur[:0]
		for _, i := range next {
			var fresh bool
			if all, fresh = insert(all, i); fresh {
				cur = append(cur, i)
			}
		}
		m.drop(next)
	}
	ends = insertAll(ends, all)
	m.drop(cur)
	m.drop(all)
	return ends
}

// tried notes that n may occur at the offset best.
func (m *Matcher) tried(n ByteRange) {
	for _, r := range m.trail[m.marked:] {
		m.open[r] = 1
	}
	m.marked = len(m.trail)
	m.next.add(n.Lo, n.Hi)
}

// reset forgets what was noted at a smaller offset.
func (m *Matcher) reset() {
	clear(m.open)
	m.marked = 0
	m.next = Set{}
}

// openNames returns the names of the rules in open, sorted, and remembers them.
func (m *Matcher) openNames() []string {
	names, ok := m.names[string(m.open)]
	if ok {
		return names
	}
	for i, r := range m.g.Rules {
		if m.open[i] != 0 {
			names = append(names, r.Name)
		}
	}
	slices.Sort(names)
	m.names[string(m.open)] = names
	return names
}

// list returns an empty list of offsets, reused if one was dropped.
func (m *Matcher) list() []int {
	if n := len(m.free); n > 0 {
		l := m.free[n-1]
		m.free = m.free[:n-1]
		return l[:0]
	}
	return make([]int, 0, 8)
}

func (m *Matcher) drop(l []int) { m.free = append(m.free, l) }

// insert adds i to a sorted list unless it is there. It looks from the end,
// where new offsets almost always belong.
func insert(l []int, i int) (_ []int, fresh bool) {
	k := len(l)
	for k > 0 && l[k-1] > i {
		k--
	}
	if k > 0 && l[k-1] == i {
		return l, false
	}
	return slices.Insert(l, k, i), true
}

func insertAll(l, more []int) []int {
	if len(l) == 0 {
		return append(l, more...)
	}
	for _, i := range more {
		l, _ = insert(l, i)
	}
	return l
}
