package normalize

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/scanner"
)

// Equal and Hash write forms to a window on the stack, if they fit. Most references fit
// the narrow window, which takes less time to clear.
const (
	narrow = 256
	wide   = 4096
)

func sumNarrow(b []byte, ref scanner.Ref, candidates Flags, seed uint64) Sum {
	var window [narrow]byte
	return sum(form(window[:], b, ref, candidates), seed)
}

func sumWide(b []byte, ref scanner.Ref, candidates Flags, seed uint64) Sum {
	var window [wide]byte
	return sum(form(window[:], b, ref, candidates), seed)
}

// A located is a reference to compare, with the rungs that may change it.
type located struct {
	b          []byte
	ref        scanner.Ref
	candidates Flags
}

// sameNarrow reports whether a and b have the same form.
func sameNarrow(a, b *located) bool {
	var windowA, windowB [narrow]byte
	return bytes.Equal(a.form(windowA[:]), b.form(windowB[:]))
}

func sameWide(a, b *located) bool {
	var windowA, windowB [wide]byte
	return bytes.Equal(a.form(windowA[:]), b.form(windowB[:]))
}

// form returns the normal form of l.b: itself, or in window.
func (l *located) form(window []byte) []byte { return form(window, l.b, l.ref, l.candidates) }

// form returns the normal form of b: b itself, or in window.
func form(window, b []byte, ref scanner.Ref, candidates Flags) []byte {
	if candidates == 0 {
		return b
	}
	return window[:write(window, b, rawref.Words(ref), candidates).Len()]
}

// sumPooled is sumWide for a form that fits no window.
func sumPooled(b []byte, ref scanner.Ref, f Flags, seed uint64) Sum {
	candidates, _ := lookAgain(b, rawref.Words(ref), f)
	window := getWindow(room(b, candidates))
	defer putWindow(window)
	return sum(form(window.B, b, ref, candidates), seed)
}

func samePooled(a, b *located) bool {
	roomA := room(a.b, a.candidates)
	window := getWindow(roomA + room(b.b, b.candidates))
	defer putWindow(window)
	return bytes.Equal(a.form(window.B[:roomA]), b.form(window.B[roomA:]))
}

// room returns the size of a window for form.
func room(b []byte, candidates Flags) int {
	if candidates == 0 {
		return 0
	}
	return len(b) + maxGrowth
}
