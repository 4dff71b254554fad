package testkit

import (
	"slices"
	"testing"
	"unsafe"

	"github.com/uriscan/uriscan/internal/testkit/fence"
)

var sink byte

func TestPages(t *testing.T) {
	pages := fence.Pages(t)
	if len(pages) < 8192 {
		t.Fatalf("Pages() are %d bytes, want 8192", len(pages))
	}
	first := unsafe.Pointer(unsafe.SliceData(pages))
	for _, row := range []struct {
		name string
		at   int
		want bool
	}{{"before", -1, true}, {"first", 0, false}, {"last", len(pages) - 1, false}, {"behind", len(pages), true}} {
		if got := fence.Faults(func() { sink = *(*byte)(unsafe.Add(first, row.at)) }); got != row.want {
			t.Errorf("%s: reading faults: %v, want %v", row.name, got, row.want)
		}
	}
}

func TestPut(t *testing.T) {
	pages := make([]byte, 300)
	b := fence.Put(pages, 140, []byte("abc"), '#')
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
	if got, want := fence.Places(pages, 100, false), []int{0, 8092, 36, 4046}; !slices.Equal(got, want) {
		t.Errorf("Places() = %v, want %v", got, want)
	}
	for _, length := range []int{0, 1, 4096} {
		aligned := map[int]int{}
		for _, at := range fence.Places(pages, length, true) {
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

func TestLengths(t *testing.T) {
	all := fence.Lengths()
	if all[0] != 0 || all[300] != 300 || all[len(all)-1] < 4080 {
		t.Errorf("Lengths() = %d lengths from %d to %d", len(all), all[0], all[len(all)-1])
	}
	for _, block := range []int{62, 64} {
		lasts := map[int]bool{}
		for _, n := range all[301:] {
			lasts[n%block] = true
		}
		if len(lasts) < block-4 {
			t.Errorf("Lengths() meets %d lengths of a last block of %d, want nearly all", len(lasts), block)
		}
	}
}

func TestTexts(t *testing.T) {
	for length := range 100 {
		seen := map[string]bool{}
		for _, text := range fence.Texts(length) {
			if len(text.Text) != length {
				t.Errorf("Texts(%d) has %q, of %d octets", length, text.Text, len(text.Text))
			}
			if seen[text.Name] {
				t.Errorf("Texts(%d) has two of %q", length, text.Name)
			}
			seen[text.Name] = true
		}
		if want := 13 + 6*min(length, 1); len(seen) != want {
			t.Errorf("Texts(%d) are %d, want %d", length, len(seen), want)
		}
	}
}
