//go:build !race

package resolve

import (
	"errors"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/fence"
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/layout"
	"github.com/uriscan/uriscan/scanner"
)

// checkTooLong checks that dst comes back with the scanner's error.
func checkTooLong(t *testing.T, what string, dst, out []byte, r scanner.Ref, err error) {
	t.Helper()
	var e scanner.Error
	if !errors.As(err, &e) || e.Kind() != scanner.TooLong || e.Offset() != scanner.MaxLen {
		t.Errorf("%s: %v, want %v at byte %d", what, err, scanner.TooLong, scanner.MaxLen)
	}
	if len(out) != len(dst) || r != (scanner.Ref{}) {
		t.Errorf("%s: %d octets and Ref %v with an error, want %d octets", what, len(out), r, len(dst))
	}
}

func TestTooLong(t *testing.T) {
	const piece = 1 << 20
	huge := fence.Repeated(t, strings.Repeat("a", piece), scanner.MaxLen)
	ref := layout.Ref((&kernel.Offsets{PathEnd: scanner.MaxLen, QueryEnd: scanner.MaxLen, End: scanner.MaxLen}).Pack(kernel.NoHost, 'a'))
	b := newBase(t, rfcBase, 0)
	dst := []byte("kept")

	out, r, err := b.AppendRef(dst, huge, ref)
	checkTooLong(t, "AppendRef", dst, out, r, err)
	out, r, err = AppendRecomposed(dst, &Parts{Has: scanner.Query, Path: huge})
	checkTooLong(t, "AppendRecomposed", dst, out, r, err)
	out, r, err = AppendRecomposed(dst, &Parts{Has: scanner.Query, Path: huge, Query: huge})
	checkTooLong(t, "AppendRecomposed of twice as much", dst, out, r, err)
}

// Only when the dot segments are gone can one tell whether a target is too long.
func TestTooLongWithDots(t *testing.T) {
	const piece = 1 << 20
	folder := strings.Repeat("b", 1<<13)
	b := newBase(t, "s:/"+folder+"/", 0)
	// Each copy of the piece loses the two octets of a "." in it.
	dotted := fence.Repeated(t, "./a"+strings.Repeat("a", piece-4)+"/", scanner.MaxLen)
	ref := layout.Ref((&kernel.Offsets{PathEnd: scanner.MaxLen, QueryEnd: scanner.MaxLen, End: scanner.MaxLen}).Pack(kernel.NoHost, '.'))
	room := fence.Repeated(t, strings.Repeat("x", piece), scanner.MaxLen+len(folder)+100)

	out, r, err := b.AppendRef(room[:4], dotted, ref)
	checkTooLong(t, "AppendRef", room[:4], out, r, err)

	b = newBase(t, "s:/", 0)
	out, r, err = b.AppendRef(room[:4], dotted, ref)
	if want := scanner.MaxLen - 2*(scanner.MaxLen/piece+1) + len("s:/"); err != nil || r.Len() != want || len(out) != 4+want {
		t.Errorf("AppendRef: %d octets, Ref of %d, %v, want %d", len(out)-4, r.Len(), err, want)
	}
}
