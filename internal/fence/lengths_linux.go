package fence

import "testing"

// Lengths returns the lengths of inputs that go between pages: 0 to 4096. With
// go test -short, for machines that are emulated, beyond 300 only every 61st, which
// meets each length of a last block.
func Lengths() (all []int) {
	for n := 0; n <= 4096; {
		all = append(all, n)
		if n++; n > 300 && testing.Short() {
			n += 60
		}
	}
	return all
}
