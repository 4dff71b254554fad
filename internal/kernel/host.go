package kernel

// HostKind returns the kind of a valid host: the first rule that matches (3.2.2).
// It does not allocate.
func HostKind(host []byte) Host {
	s := State(InWebURI)
	for _, c := range host {
		if s = Next(s, c); RunOf(s) == RunRegName {
			return RegName // whatever follows
		}
	}
	return LabelOf(s).Host()
}
