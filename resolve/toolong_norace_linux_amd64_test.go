//go:build !race

package resolve

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/layout"
	"github.com/uriscan/uriscan/scanner"
)

// repeated returns n octets that take the memory of piece: the same pages of a
// file mapped over and over. What is written to one copy is in all.
func repeated(t *testing.T, piece string, n int) []byte {
	t.Helper()
	name := filepath.Join(t.TempDir(), "piece")
	if err := os.WriteFile(name, []byte(piece), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	pieces := uintptr((n + len(piece) - 1) / len(piece))
	// Reserve the addresses first, so that fixed mappings hit nothing else.
	all, err := syscall.Mmap(-1, 0, len(piece)*int(pieces), syscall.PROT_NONE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(all); err != nil {
			t.Error(err)
		}
	})
	start := uintptr(unsafe.Pointer(unsafe.SliceData(all)))
	for i := range pieces {
		_, _, errno := syscall.Syscall6(syscall.SYS_MMAP, start+i*uintptr(len(piece)), uintptr(len(piece)),
			syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED|syscall.MAP_FIXED, f.Fd(), 0)
		if errno != 0 {
			t.Fatal(errno)
		}
	}
	return all[:n]
}

// checkTooLong checks that dst comes back with the scanner's error.
func checkTooLong(t *testing.T, what string, dst, out []byte, r scanner.Ref, err error) {
	t.Helper()
	var e *scanner.Error
	if !errors.As(err, &e) || e.Kind() != scanner.TooLong || e.Offset() != scanner.MaxLen {
		t.Errorf("%s: %v, want %v at byte %d", what, err, scanner.TooLong, scanner.MaxLen)
	}
	if len(out) != len(dst) || r != (scanner.Ref{}) {
		t.Errorf("%s: %d octets and Ref %v with an error, want %d octets", what, len(out), r, len(dst))
	}
}

func TestTooLong(t *testing.T) {
	const piece = 1 << 20
	huge := repeated(t, strings.Repeat("a", piece), scanner.MaxLen)
	ref := layout.Ref((&kernel.Offsets{PathEnd: scanner.MaxLen, QueryEnd: scanner.MaxLen, End: scanner.MaxLen}).Pack(kernel.NoHost, 'a'))
	b := newBase(t, rfcBase, 0)
	dst := []byte("kept")

	out, r, err := b.AppendRef(dst, huge, ref)
	checkTooLong(t, "AppendRef", dst, out, r, err)
	out, targets, err := b.AppendLines(dst, nil, huge, []scanner.Line{{End: len(huge), Ref: ref}, {}}, '\n')
	if len(targets) != 2 || string(out) != "kept"+rfcBase+"\n" || err != nil {
		t.Fatalf("AppendLines: %d octets, %v, %v", len(out), targets, err)
	}
	checkTooLong(t, "AppendLines", nil, nil, targets[0].Ref, targets[0].Fault.Err())
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
	dotted := repeated(t, "./a"+strings.Repeat("a", piece-4)+"/", scanner.MaxLen)
	ref := layout.Ref((&kernel.Offsets{PathEnd: scanner.MaxLen, QueryEnd: scanner.MaxLen, End: scanner.MaxLen}).Pack(kernel.NoHost, '.'))
	room := repeated(t, strings.Repeat("x", piece), scanner.MaxLen+len(folder)+100)

	out, r, err := b.AppendRef(room[:4], dotted, ref)
	checkTooLong(t, "AppendRef", room[:4], out, r, err)

	b = newBase(t, "s:/", 0)
	out, r, err = b.AppendRef(room[:4], dotted, ref)
	if want := scanner.MaxLen - 2*(scanner.MaxLen/piece+1) + len("s:/"); err != nil || r.Len() != want || len(out) != 4+want {
		t.Errorf("AppendRef: %d octets, Ref of %d, %v, want %d", len(out)-4, r.Len(), err, want)
	}
}
