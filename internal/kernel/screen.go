package kernel

import "github.com/uriscan/uriscan/internal/automaton"

// A Scanned is a reference and its words. The assembly reads it where it is. Set it field by field:
// otherwise it is copied by more bytes at once than were stored, and the call takes twice the time.
type Scanned struct {
	Text  []byte
	Words automaton.Words
}

// An Odd says what about a reference needs a look. The assembly knows the numbers.
type Odd uint64

const (
	Plain       Odd = iota // nothing
	OddTriplets            // only its triplets
	OddShape               // host or path, and perhaps the triplets
)
