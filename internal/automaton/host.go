package automaton

// HostKind returns the kind of a valid host: the first rule that matches (3.2.2).
// It does not allocate.
func HostKind(host []byte) Host {
	s := State(AuthorityStart)
	for _, c := range host {
		s = Next(s, c)
	}
	return LabelOf(s).Host()
}
