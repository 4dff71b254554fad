package normalize

import (
	"bytes"

	"github.com/uriscan/uriscan/scanner"
)

// To write a form into a window on the stack takes a third of the time that it
// takes to read it as a tail, which is for what is longer than the wide one. Most
// references fit the narrow one, which is cleared in less time.
const (
	narrow = 256
	wide   = 4096
)

func sumNarrow(b []byte, ref scanner.Ref, suspects Flags, seed uint64) (hi, lo uint64) {
	var window [narrow]byte
	return sum(form(window[:], b, ref, suspects), seed)
}

func sumWide(b []byte, ref scanner.Ref, suspects Flags, seed uint64) (hi, lo uint64) {
	var window [wide]byte
	return sum(form(window[:], b, ref, suspects), seed)
}

// sameNarrow tells whether a and b have the same form.
func sameNarrow(a, b []byte, refA, refB scanner.Ref, suspectsA, suspectsB Flags) bool {
	var windowA, windowB [narrow]byte
	return bytes.Equal(form(windowA[:], a, refA, suspectsA), form(windowB[:], b, refB, suspectsB))
}

func sameWide(a, b []byte, refA, refB scanner.Ref, suspectsA, suspectsB Flags) bool {
	var windowA, windowB [wide]byte
	return bytes.Equal(form(windowA[:], a, refA, suspectsA), form(windowB[:], b, refB, suspectsB))
}

// form returns the normal form of b, in window if it is not b itself.
func form(window, b []byte, ref scanner.Ref, suspects Flags) []byte {
	if suspects == 0 {
		return b
	}
	return window[:write(window, b, &ref, suspects).Len()]
}
