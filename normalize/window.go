package normalize

import (
	"bytes"

	"github.com/uriscan/uriscan/scanner"
)

// The forms of what is compared or hashed are written to a window on the stack, if
// they fit. Most references fit the narrow one, which is cleared in less time.
const (
	narrow = 256
	wide   = 4096
)

func sumNarrow(b []byte, ref scanner.Ref, suspects Flags, seed uint64) Sum {
	var window [narrow]byte
	return sum(form(window[:], b, ref, suspects), seed)
}

func sumWide(b []byte, ref scanner.Ref, suspects Flags, seed uint64) Sum {
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

// sumPooled is sumWide for what fits no window.
func sumPooled(b []byte, ref scanner.Ref, f Flags, seed uint64) Sum {
	suspects := lookAgain(b, ref, f)
	window := lendWindow(room(b, suspects))
	defer giveBackWindow(window)
	return sum(form(window.B, b, ref, suspects), seed)
}

func samePooled(a, b []byte, refA, refB scanner.Ref, suspectsA, suspectsB Flags) bool {
	roomA := room(a, suspectsA)
	window := lendWindow(roomA + room(b, suspectsB))
	defer giveBackWindow(window)
	return bytes.Equal(form(window.B[:roomA], a, refA, suspectsA), form(window.B[roomA:], b, refB, suspectsB))
}

// room returns the size of a window for form.
func room(b []byte, suspects Flags) int {
	if suspects == 0 {
		return 0
	}
	return len(b) + maxGrowth
}
