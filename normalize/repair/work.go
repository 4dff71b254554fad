package repair

import (
	"unicode/utf8"

	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// work is one pass over an input, from the left to the right. What is passed is copied, until
// a byte is replaced.
//
// What is written is passed as dst and returned, and not kept here: a function in the same
// struct would escape with it.
//
// INVARIANT: from <= i <= len(b); b[from:i] is to be copied as it is.
type work struct {
	b       []byte // without what is trimmed at its end
	i, from int
	flags   Flags
	hosts   HostFunc
	family  family

	hasAuthority   bool
	hostAt, portAt int           // where they begin in b
	fault          scanner.Fault // why b cannot be repaired
	fixes          Fix

	writes bool // to dst

	yield    func(Fix, scanner.Span) bool // nil: nobody asks where
	pending  Fix                          // what is to be yielded next, of b[start:end]
	at       scanner.Span
	isHalted bool // yield wants no more
}

// note records a fix of b[start:end]. One that goes on where the last one of its kind ends
// belongs to that.
func (w *work) note(f Fix, start, end int) {
	w.fixes |= f
	if w.yield == nil {
		return
	}
	if w.pending == f && int(w.at.End) == start {
		w.at.End = uint32(end)
		return
	}
	w.report()
	w.pending, w.at = f, scanner.Span{Start: uint32(start), End: uint32(end)}
}

// report yields what is pending.
func (w *work) report() {
	if w.pending != 0 && !w.isHalted {
		w.isHalted = !w.yield(w.pending, w.at)
	}
	w.pending = 0
}

// refuse ends the work.
func (w *work) refuse(k scanner.Kind, offset int) { w.fault = rawref.Fault(offset, k) }

func (w *work) isRefused() bool { return w.fault != (scanner.Fault{}) }

// write writes text before what comes next.
func (w *work) write(dst []byte, text string) []byte {
	if w.writes {
		dst = append(append(dst, w.b[w.from:w.i]...), text...)
	}
	w.from = w.i
	return dst
}

// replace writes text for the next n bytes.
func (w *work) replace(dst []byte, f Fix, n int, text string) []byte {
	w.note(f, w.i, w.i+n)
	dst = w.write(dst, text)
	w.i += n
	w.from = w.i
	return dst
}

// encode percent-encodes the next n bytes.
func (w *work) encode(dst []byte, f Fix, n int) []byte {
	w.note(f, w.i, w.i+n)
	dst = w.write(dst, "")
	if w.writes {
		dst = lut.AppendPctEncoded(dst, w.b[w.i:w.i+n], lut.Set{})
	}
	w.i += n
	w.from = w.i
	return dst
}

// pass copies up to end, except tabs and newlines.
func (w *work) pass(dst []byte, end int) []byte {
	for w.i < end {
		if isGap(w.b[w.i]) {
			dst = w.replace(dst, TabOrNewline, 1, "")
		} else {
			w.i++
		}
	}
	return dst
}

// component copies up to end, and encodes what is not in the set keep.
func (w *work) component(dst []byte, end int, keep lut.Set) []byte {
	for {
		w.i += lut.Span(w.b[w.i:end], keep)
		if w.i == end {
			return dst
		}
		dst = w.odd(dst)
	}
}

// odd does a byte that is a part of no component, or not of this one, or a "%".
func (w *work) odd(dst []byte) []byte {
	switch c := w.b[w.i]; c {
	case '\t', '\n', '\r':
		return w.replace(dst, TabOrNewline, 1, "")
	case '%':
		if w.isTriplet() {
			w.i++
			return dst
		}
		return w.encode(dst, Percent, 1)
	case ' ':
		return w.encode(dst, Space, 1)
	case '[', ']':
		return w.encode(dst, Bracket, 1)
	case '@':
		return w.encode(dst, At, 1)
	case '#':
		return w.encode(dst, NumberSign, 1)
	default:
		switch {
		case c >= utf8.RuneSelf:
			return w.beyondASCII(dst)
		case c < ' ' || c == 0x7f:
			return w.encode(dst, Control, 1)
		}
		return w.encode(dst, Excluded, 1)
	}
}

func (w *work) beyondASCII(dst []byte) []byte {
	if r, n := utf8.DecodeRune(w.b[w.i:]); r != utf8.RuneError || n > 1 {
		return w.encode(dst, NonASCII, n)
	}
	return w.encode(dst, NotUTF8, 1)
}

// isTriplet reports whether two hex digits follow the "%" that is next.
func (w *work) isTriplet() bool {
	_, _, ok := w.triplet(w.i)
	return ok
}

// triplet returns the offsets of the two hex digits after offset i, if they are such.
func (w *work) triplet(i int) (first, second int, ok bool) {
	first = w.skip(i + 1)
	second = w.skip(first + 1)
	return first, second, second < len(w.b) && hexDigits.Has(w.b[first]) && hexDigits.Has(w.b[second])
}

// skip returns the first offset from i on that is not a tab or newline.
func (w *work) skip(i int) int {
	for i < len(w.b) && isGap(w.b[i]) {
		i++
	}
	return i
}

// isGap reports whether browsers remove c wherever it is.
func isGap(c byte) bool { return c == '\t' || c == '\n' || c == '\r' }

// until returns the first offset from start to end with a byte of set, or end.
func (w *work) until(start, end int, set lut.Set) int {
	for start < end && !set.Has(w.b[start]) {
		start++
	}
	return start
}

var (
	slash     = lut.MakeSet("/")
	slashes   = lut.MakeSet(`/\`)
	hexDigits = lut.SetOf(lut.HexDigit)
	letters   = lut.SetOf(lut.Alpha)
	digits    = lut.SetOf(lut.Digit)
	inScheme  = lut.SetOf(lut.Scheme)
	inUser    = lut.SetOf(lut.Userinfo)
	inHost    = lut.SetOf(lut.RegName)
	inPath    = lut.SetOf(lut.Path)
	inQuery   = lut.SetOf(lut.Query) // and of a fragment
)
