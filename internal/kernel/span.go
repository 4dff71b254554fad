package kernel

// spanPortable is Span, octet by octet.
func spanPortable(b []byte, lo, hi uint64) int {
	for i, c := range b {
		// A shift by 64 or more gives 0: each word answers for its own octets.
		if (lo>>c|hi>>(c-64))&1 == 0 {
			return i
		}
	}
	return len(b)
}
