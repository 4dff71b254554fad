package fixture

// Hash is the FNV-1a hash of b, and of b again and again.
func Hash(b []byte) uint64 {
	h := uint64(14695981039346656037)
	for range 8 {
		for _, c := range b {
			h = (h ^ uint64(c)) * 1099511628211
		}
	}
	return h
}
