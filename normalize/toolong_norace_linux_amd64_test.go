//go:build !race

package normalize

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/uriscan/uriscan/resolve"
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

// A form of MaxLen+1 bytes, of input that is not too long.
func TestTooLong(t *testing.T) {
	// Every copy of the piece but the first is a part of the query.
	const piece = 1 << 20
	huge := repeated(t, "http://h?"+strings.Repeat("a", piece-9), scanner.MaxLen)
	dst := []byte("kept")
	out, r, err := Append(dst, huge, EmptyPath)
	var e *scanner.Error
	if !errors.As(err, &e) || e.Kind() != scanner.TooLong || e.Offset() != scanner.MaxLen {
		t.Errorf("Append: %v, want %v at byte %d", err, scanner.TooLong, scanner.MaxLen)
	}
	if len(out) != len(dst) || r != (scanner.Ref{}) {
		t.Errorf("Append: %d bytes and Ref %v with an error, want %d bytes", len(out), r, len(dst))
	}
	if !errors.Is(Do(huge, EmptyPath, nil), scanner.TooLong) {
		t.Error("Do: want TooLong")
	}
	// A fragment that is dropped makes room.
	huge[9] = '#'
	ref := scanner.Split(huge)
	if isTooLong(huge, ref, EmptyPath|DropFragment) {
		t.Error("isTooLong of a form without its fragment = true, want false")
	}
	if isTooLong(huge[:100], scanner.Split(huge[:100]), EmptyPath) {
		t.Error("isTooLong of 100 bytes = true, want false")
	}
}

// What is resolved may be just short enough, and its form too long.
func TestResolvedTooLong(t *testing.T) {
	const piece = 1 << 20
	room := repeated(t, strings.Repeat("x", piece), 4+scanner.MaxLen+100)
	// What is written to one copy is in all: "http:" before each makes them agree.
	link := repeated(t, "//h?"+strings.Repeat("a", piece-9)+"http:", scanner.MaxLen-len("http:"))
	base, err := resolve.NewBase("http://h", 0)
	if err != nil {
		t.Fatal(err)
	}
	out, r, rungs, err := AppendResolved(room[:4], &base, link, EmptyPath)
	if !errors.Is(err, scanner.TooLong) || len(out) != 4 || r != (scanner.Ref{}) || rungs != 0 {
		t.Errorf("AppendResolved: %d bytes, %v, %v, %v, want TooLong and dst", len(out), r, rungs, err)
	}
}
