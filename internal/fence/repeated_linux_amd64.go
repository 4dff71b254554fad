package fence

import (
	"flag"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"unsafe"
)

var huge = flag.Bool("huge", false, "test inputs of 2 GiB, too")

// Repeated returns, until the test is over, n octets that take the memory of two
// copies of piece: the same pages of a file mapped over and over. What is written to
// one copy is in all, but what is written to the last one is in no other. Without
// -huge it skips the test, which takes seconds.
func Repeated(t testing.TB, piece string, n int) []byte {
	t.Helper()
	if !*huge {
		t.Skip("2 GiB are tested with -huge")
	}
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
		sharing := uintptr(syscall.MAP_SHARED)
		if i == pieces-1 {
			sharing = syscall.MAP_PRIVATE
		}
		_, _, errno := syscall.Syscall6(syscall.SYS_MMAP, start+i*uintptr(len(piece)), uintptr(len(piece)),
			syscall.PROT_READ|syscall.PROT_WRITE, sharing|syscall.MAP_FIXED, f.Fd(), 0)
		if errno != 0 {
			t.Fatal(errno)
		}
	}
	return all[:n]
}
