package abnf

// Walk calls visit for prefix and every string that begins with it, goes on
// with octets of the alphabet and is at most length octets long, shorter
// strings first where one begins the other, each with the answer of
// [Matcher.Match]. What follows the end of a longest prefix has the answer of
// what stands before it, so that only live strings are matched. visit must not
// keep the octets.
func (m *Matcher) Walk(rule string, prefix, alphabet []byte, length int, visit func([]byte, Answer)) {
	octets := make([]byte, len(prefix), max(length, len(prefix)))
	copy(octets, prefix)
	m.walk(rule, octets, m.Match(rule, octets), alphabet, visit)
}

func (m *Matcher) walk(rule string, octets []byte, a Answer, alphabet []byte, visit func([]byte, Answer)) {
	visit(octets, a)
	n := len(octets)
	if n == cap(octets) {
		return
	}
	dead := a
	dead.Member = false
	for _, c := range alphabet {
		next := append(octets, c)
		if a.Prefix == n && a.Next.Has(c) {
			m.walk(rule, next, m.Match(rule, next), alphabet, visit)
		} else {
			m.walk(rule, next, dead, alphabet, visit)
		}
	}
}
