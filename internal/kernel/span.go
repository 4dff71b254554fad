package kernel

// spanPortable is Span, byte by byte.
func spanPortable(b []byte, lo, hi uint64) int {
	for i, c := range b {
		// A shift by 64 or more gives 0: each word answers for its own bytes.
		if (lo>>c|hi>>(c-64))&1 == 0 {
			return i
		}
	}
	return len(b)
}
