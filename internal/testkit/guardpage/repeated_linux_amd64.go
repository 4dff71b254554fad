package guardpage

import (
	"os"
	"syscall"
	"testing"
	"unsafe"
)

// Huge returns n bytes that begin with begin, until the test is over. Only the pages of
// begin and the last page can be read or written. Code that does not look at the others
// takes no time; code that does [Faults].
func Huge(t testing.TB, begin string, n int) []byte {
	t.Helper()
	all := reserve(t, n)
	page := syscall.Getpagesize()
	for _, open := range [][]byte{all[:len(begin)/page*page+page], all[(n-1)/page*page:]} {
		if err := syscall.Mprotect(open, syscall.PROT_READ|syscall.PROT_WRITE); err != nil {
			t.Fatal(err)
		}
	}
	copy(all, begin)
	return all
}

// Repeated returns, until the test is over, n bytes that take the memory of two
// copies of piece: the same pages of a file in memory mapped over and over. What is
// written to one copy is in all, but what is written to the last one is in no other.
// 2 GiB take a quarter of a second of processor time, and as much to be read once.
func Repeated(t testing.TB, piece string, n int) []byte {
	t.Helper()
	const memfdCreate = 319
	name := [...]byte{'p', 0}
	fd, _, errno := syscall.Syscall(memfdCreate, uintptr(unsafe.Pointer(&name)), 0, 0)
	if errno != 0 {
		t.Fatal(errno)
	}
	f := os.NewFile(fd, "piece")
	defer f.Close()
	if _, err := f.WriteString(piece); err != nil {
		t.Fatal(err)
	}
	pieces := uintptr((n + len(piece) - 1) / len(piece))
	// Reserve the addresses first, so that fixed mappings hit nothing else.
	all := reserve(t, len(piece)*int(pieces))
	start := uintptr(unsafe.Pointer(unsafe.SliceData(all)))
	for i := range pieces {
		sharing := uintptr(syscall.MAP_SHARED)
		if i == pieces-1 {
			sharing = syscall.MAP_PRIVATE
		}
		_, _, errno := syscall.Syscall6(syscall.SYS_MMAP, start+i*uintptr(len(piece)), uintptr(len(piece)),
			syscall.PROT_READ|syscall.PROT_WRITE, sharing|syscall.MAP_FIXED|syscall.MAP_POPULATE, f.Fd(), 0)
		if errno != 0 {
			t.Fatal(errno)
		}
	}
	return all[:n]
}
