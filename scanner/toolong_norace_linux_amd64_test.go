//go:build !race

package scanner

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"unsafe"

	"github.com/uriscan/uriscan/internal/fence"
	"github.com/uriscan/uriscan/internal/kernel"
)

// hugeInput returns a URI of 2 GiB that takes 16 MiB of memory: the same pages of
// a file mapped over and over. From MaxLen on it can be written to.
func hugeInput(t *testing.T) []byte {
	t.Helper()
	fence.Huge(t)
	const piece, pieces = 16 << 20, 129
	name := filepath.Join(t.TempDir(), "piece")
	if err := os.WriteFile(name, append([]byte("a:"), bytes.Repeat([]byte("a"), piece-2)...), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	// Reserve the addresses first, so that fixed mappings hit nothing else.
	all, err := syscall.Mmap(-1, 0, piece*pieces, syscall.PROT_NONE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(all); err != nil {
			t.Error(err)
		}
	})
	start := uintptr(unsafe.Pointer(unsafe.SliceData(all)))
	for i := range uintptr(pieces) {
		prot, flags := uintptr(syscall.PROT_READ), uintptr(syscall.MAP_SHARED|syscall.MAP_FIXED)
		if i >= MaxLen/piece {
			prot, flags = syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_FIXED
		}
		_, _, errno := syscall.Syscall6(syscall.SYS_MMAP, start+i*piece, piece, prot, flags, f.Fd(), 0)
		if errno != 0 {
			t.Fatal(errno)
		}
	}
	return all
}

func TestLocateTooLong(t *testing.T) {
	huge := hugeInput(t)
	if _, fault := Locate(huge[:MaxLen+1], URIReference); fault.Kind() != TooLong || fault.Offset() != MaxLen {
		t.Errorf("Locate of MaxLen+1 octets: %v at %d, want %v at %d", fault.Kind(), fault.Offset(), TooLong, MaxLen)
	}
	if r, fault := Locate(huge[:MaxLen], URIReference); fault != (Fault{}) || r.Len() != MaxLen || r.Path() != (Span{2, MaxLen}) {
		t.Errorf("Locate of MaxLen octets: %v, %v at %d, want a path", r, fault.Kind(), fault.Offset())
	}
	if r := Split(huge[:MaxLen+1]); r != (Ref{}) {
		t.Errorf("Split of MaxLen+1 octets = %v, want the zero Ref", r)
	}
	if _, fault := Locate(huge[:MaxLen+1], URI); fault.Kind() != TooLong || fault.Offset() != MaxLen {
		t.Errorf("Locate of MaxLen+1 octets as a URI: %v at %d, want %v", fault.Kind(), fault.Offset(), TooLong)
	}
}

// A line over MaxLen is bad, and the lines behind it are not.
func TestAppendLinesTooLong(t *testing.T) {
	huge := hugeInput(t)
	copy(huge[MaxLen+1:], "\n/b\n")
	lines, n := AppendLines(nil, huge[:MaxLen+6], '\n')
	want := []Line{{0, MaxLen + 1, Ref{}, faultAt(MaxLen, kernel.TooLong)}, {MaxLen + 2, MaxLen + 4, Split("/b"), Fault{}}}
	if n != MaxLen+5 || !slices.Equal(lines, want) {
		t.Errorf("AppendLines of a line of MaxLen+1 octets = %v, %d, want %v, %d", lines, n, want, MaxLen+5)
	}
}
