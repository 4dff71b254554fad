package fixture

var last *int

// Fill appends n bytes to dst, and leaves something on the heap.
func Fill(dst []byte, n int) []byte {
	last = new(int)
	for i := range n {
		dst = append(dst, byte(i))
	}
	return dst
}
