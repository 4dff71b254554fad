//go:build !race

package scanner

import (
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"unsafe"
)

// hugeInput returns 2 GiB of 'a' that take 16 MiB of memory: the same pages of
// a file mapped over and over.
func hugeInput(t *testing.T) []byte {
	t.Helper()
	const piece, pieces = 16 << 20, 129
	name := filepath.Join(t.TempDir(), "piece")
	if err := os.WriteFile(name, bytes.Repeat([]byte("a"), piece), 0o600); err != nil {
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
		_, _, errno := syscall.Syscall6(syscall.SYS_MMAP, start+i*piece, piece, syscall.PROT_READ, syscall.MAP_SHARED|syscall.MAP_FIXED, f.Fd(), 0)
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
	if r, fault := Locate(huge[:MaxLen], URIReference); fault != (Fault{}) || r.Len() != MaxLen || r.Path() != (Span{0, MaxLen}) {
		t.Errorf("Locate of MaxLen octets: %v, %v at %d, want a path", r, fault.Kind(), fault.Offset())
	}
	if r := Split(huge[:MaxLen+1]); r != (Ref{}) {
		t.Errorf("Split of MaxLen+1 octets = %v, want the zero Ref", r)
	}
	if _, fault := Locate(huge[:MaxLen+1], URI); fault.Kind() != TooLong || fault.Offset() != MaxLen {
		t.Errorf("Locate of MaxLen+1 octets as a URI: %v at %d, want %v", fault.Kind(), fault.Offset(), TooLong)
	}
}
