package guardpage

import (
	"runtime/debug"
	"syscall"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/sizes"
)

// Pages returns two pages, at least 8192 bytes, with an unreadable one on
// either side, until the test is over.
func Pages(t testing.TB) []byte {
	t.Helper()
	page := syscall.Getpagesize()
	pages := reserve(t, 4*page)[page : 3*page]
	if err := syscall.Mprotect(pages, syscall.PROT_READ|syscall.PROT_WRITE); err != nil {
		t.Fatal(err)
	}
	return pages
}

// reserve returns n bytes of addresses without memory, until the test is over.
func reserve(t testing.TB, n int) []byte {
	t.Helper()
	all, err := syscall.Mmap(-1, 0, n, syscall.PROT_NONE, syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(all); err != nil {
			t.Error(err)
		}
	})
	return all
}

// Faults reports whether fn accesses memory that it must not.
func Faults(fn func()) (faulted bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch r := recover().(type) {
		case nil:
		case interface{ Addr() uintptr }:
			faulted = true
		default:
			panic(r)
		}
	}()
	fn()
	return false
}

// Put copies text to pages[at:] between bytes that are around, as many as a
// kernel could read by mistake, and returns the copy without spare capacity.
func Put(pages []byte, at int, text []byte, around byte) []byte {
	const reach = 128
	end := at + len(text)
	fill(pages[max(0, at-reach):at], around)
	fill(pages[end:min(len(pages), end+reach)], around)
	b := pages[at:end:end]
	copy(b, text)
	return b
}

func fill(b []byte, c byte) {
	for n := copy(b, []byte{c}); n > 0 && n < len(b); n *= 2 {
		copy(b[n:], b[:n])
	}
}

// Places returns where to put an input of a length: right after the unreadable
// page, right before the other, and somewhere; at every alignment in each of the
// two pages' ends if all.
func Places(pages []byte, length int, all bool) []int {
	last := len(pages) - length
	places := []int{0, last, length % 64, last / 2}
	if all {
		for align := range 64 {
			places = append(places, align, last-align)
		}
	}
	return places
}

// Each calls test with the texts of each of [Lengths], and the function that it returns with
// each text in its [Places], at all alignments where all says so, among bytes of [Around].
func Each(t *testing.T, texts func(length int) []Text, all func(length int) bool, test func(text []byte) func(b []byte)) {
	t.Helper()
	pages := Pages(t)
	for _, length := range Lengths() {
		for i, text := range texts(length) {
			check := test(text.Text)
			for j, at := range Places(pages, len(text.Text), all(length)) {
				around := Around[(length+i+j)%len(Around)]
				if check(Put(pages, at, text.Text, around)); t.Failed() {
					t.Fatalf("%s of %d bytes at %d, %q around", text.Name, length, at, around)
				}
			}
		}
	}
}

// Lengths returns the lengths of inputs that go between pages, from 0 to 4096: all of
// them to 600, and beyond that, where a kernel goes round and round, every 13th, which
// meets each length of a last block some times, and those around 2048 and 4096. With
// go test -short, for machines that are emulated, it is every 61st beyond 300, and
// with -thorough there are all.
func Lengths() (all []int) {
	dense, step := 600, 13
	switch {
	case *sizes.Thorough:
		step = 1
	case testing.Short():
		dense, step = 300, 61
	}
	for n := range 4097 {
		isBorder := n >= 2046 && n <= 2050 || n >= 4090
		if n <= dense || n%step == 0 || isBorder && !testing.Short() {
			all = append(all, n)
		}
	}
	return all
}
