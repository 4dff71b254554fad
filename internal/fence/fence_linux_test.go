package fence

import (
	"slices"
	"testing"
	"unsafe"
)

var sink byte

func TestPages(t *testing.T) {
	pages := Pages(t)
	if len(pages) < 8192 {
		t.Fatalf("Pages() are %d bytes, want 8192", len(pages))
	}
	first := unsafe.Pointer(unsafe.SliceData(pages))
	for _, row := range []struct {
		name string
		at   int
		want bool
	}{{"before", -1, true}, {"first", 0, false}, {"last", len(pages) - 1, false}, {"behind", len(pages), true}} {
		if got := Faults(func() { sink = *(*byte)(unsafe.Add(first, row.at)) }); got != row.want {
			t.Errorf("%s: reading faults: %v, want %v", row.name, got, row.want)
		}
	}
}

func TestPut(t *testing.T) {
	pages := make([]byte, 300)
	b := Put(pages, 140, []byte("abc"), '#')
	if string(b) != "abc" || cap(b) != 3 || &b[0] != &pages[140] {
		t.Errorf("Put() = %q, capacity %d", b, cap(b))
	}
	for i, c := range pages {
		if want := i >= 12 && i < 140 || i >= 143 && i < 271; (c == '#') != want {
			t.Errorf("octet %d is %q, around: %v", i, c, want)
		}
	}
}

func TestPlaces(t *testing.T) {
	pages := make([]byte, 8192)
	if got, want := Places(pages, 100, false), []int{0, 8092, 36, 4046}; !slices.Equal(got, want) {
		t.Errorf("Places() = %v, want %v", got, want)
	}
	for _, length := range []int{0, 1, 4096} {
		aligned := map[int]int{}
		for _, at := range Places(pages, length, true) {
			aligned[at%64]++
			if at < 0 || at+length > len(pages) {
				t.Errorf("Places() of %d octets has %d", length, at)
			}
		}
		if len(aligned) != 64 {
			t.Errorf("Places() of %d octets has %d alignments", length, len(aligned))
		}
	}
}
