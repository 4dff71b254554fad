package registers

// After calls f(b) and returns its results, and R8 after it.
func After(f func(b []byte) (w0, w1, w2, w3 uint64), b []byte) (w0, w1, w2, w3, r8 uint64)
