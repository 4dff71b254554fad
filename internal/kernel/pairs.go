package kernel

// Pairs says what FindPairs looks for. The value of a byte is the AND of the entry of its
// lower four bits and, 16 later, that of its upper four bits. A byte is odd if its value has
// none of the lowest four bits, or if it has bit 5 or 7 and the value of the byte before it
// the bit before that one, 4 or 6. It is marked if its value has bit 3.
type Pairs [32]byte

// Add gives the bytes of set, which are ASCII, bit of their value. Others may get it, too:
// those with the lower four bits of one and the upper four bits of another.
func (t *Pairs) Add(bit uint, set string) {
	for i := range len(set) {
		t[set[i]&15] |= 1 << bit
		t[16+set[i]>>4] |= 1 << bit
	}
}

// PairsAtOnce is how many bytes FindPairs takes.
const PairsAtOnce = 32
