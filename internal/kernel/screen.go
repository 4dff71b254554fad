package kernel

import (
	"unsafe"

	"github.com/uriscan/uriscan/internal/automaton"
)

// A Scanned is a reference and its words. The assembly reads it where it is. Set it field by field:
// otherwise it is copied by more bytes at once than were stored, and the call takes twice the time.
type Scanned struct {
	First *byte // of the text
	Size  int
	Words automaton.Words
}

// Text returns the text. It does not allocate.
func (s *Scanned) Text() []byte { return unsafe.Slice(s.First, s.Size) }

// An Odd says what about a reference needs a look. The assembly knows the numbers.
type Odd uint64

const (
	Plain       Odd = iota // nothing
	OddTriplets            // only its triplets
	OddShape               // host or path, and perhaps the triplets
)

// ScreenParts is [Screen] for a host from start to hostEnd, with the path from there to end.
func ScreenParts(b []byte, start, hostEnd, end int) bool {
	var s Scanned
	s.First, s.Size, s.Words.W1, s.Words.W2 = First(b[start:]), len(b)-start, uint64(hostEnd-start)<<32|uint64(hostEnd-start), uint64(end-start)
	return Rescreen(&s, Screen(&s)) == Plain
}
