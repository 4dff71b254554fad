package testkit

import (
	"testing"
	"unsafe"

	"github.com/uriscan/uriscan/internal/testkit/guardpage"
)

var sink byte

func TestPages(t *testing.T) {
	pages := guardpage.Pages(t)
	if len(pages) < 8192 {
		t.Fatalf("Pages() are %d bytes, want 8192", len(pages))
	}
	first := unsafe.Pointer(unsafe.SliceData(pages))
	for _, row := range []struct {
		name string
		at   int
		want bool
	}{{"before", -1, true}, {"first", 0, false}, {"last", len(pages) - 1, false}, {"after", len(pages), true}} {
		if got := guardpage.Faults(func() { sink = *(*byte)(unsafe.Add(first, row.at)) }); got != row.want {
			t.Errorf("%s: reading faults: %v, want %v", row.name, got, row.want)
		}
	}
}

func TestPut(t *testing.T) {
	pages := make([]byte, 300)
	b := guardpage.Put(pages, 140, []byte("abc"), '#')
	if string(b) != "abc" || cap(b) != 3 || &b[0] != &pages[140] {
		t.Errorf("Put() = %q, capacity %d", b, cap(b))
	}
	for i, c := range pages {
		if want := i >= 12 && i < 140 || i >= 143 && i < 271; (c == '#') != want {
			t.Errorf("byte %d is %q, around: %v", i, c, want)
		}
	}
}
