//go:build amd64 && !purego

package kernel

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/testkit/guardpage"
)

// Screen reads no byte of another page, and what is around b does not matter to it. With AVX-512 it has the answer
// of AVX2 at the ends of pages.
func TestScreenStaysInside(t *testing.T) {
	guardpage.Each(t, guardpage.Texts, func(length int) bool { return length < 200 }, func(text []byte) func(b []byte) {
		v := judge(text)
		var want [NEON + 1]Odd
		onLevels(func() { want[level] = Screen(scanned(inPage(string(text), 64), v.words)) })
		return func(b []byte) {
			onLevels(func() {
				if got := Screen(scanned(b, v.words)); got != want[level] && (level != AVX512 || got != want[AVX2]) {
					t.Errorf("%v: Screen is %v, want %v", level, got, want[level])
				}
			})
		}
	})
}

// With AVX-512 the kernel of AVX2 is for texts where 64 bytes, from the first one on or from the last one of a path that ends
// beyond these, cross the end of a page, or end one. The two see other segments as alike: so a text of either shows which
// one it was.
func TestScreenLoadsFromNoOtherPage(t *testing.T) {
	const page = 4096
	pages := guardpage.Pages(t)
	crosses := func(at int) bool { return at%page >= page-64 }
	for _, segments := range []string{"/cx/x4/x4/y1/z2/w3", "/pc/2i/2i/y1/z2/w3"} {
		for _, begin := range []string{"//h", "//h/" + strings.Repeat("a", 70)} {
			text := begin + segments
			v := judge([]byte(text))
			var wanted [NEON + 1]Odd
			onLevels(func() { wanted[level] = Screen(scanned(inPage(text, 64), v.words)) })
			if best == AVX512 && wanted[AVX2] == wanted[AVX512] {
				t.Errorf("Screen(%q) is %v with both", text, wanted[AVX2])
			}
			for at := range page + 1 {
				b := guardpage.Put(pages, at, []byte(text), '/')
				onLevels(func() {
					want := wanted[level]
					if crosses(at) || len(text) > 64 && crosses(at+len(text)-1) {
						want = wanted[AVX2]
					}
					if got := Screen(scanned(b, v.words)); got != want {
						t.Fatalf("%v: Screen(%q at %d) is %v, want %v", level, text, at, got, want)
					}
				})
			}
		}
	}
}

// A colon that begins a text has no byte before it, though it may be that of a scheme, nor has a hyphen, though it
// may be the second one of a label, nor a port after an empty host.
func TestScreenStaysBehindFirst(t *testing.T) {
	pages := guardpage.Pages(t)
	for _, test := range []struct {
		text   string
		at     automaton.Offsets
		host   automaton.Host
		around byte
	}{
		{":/x", automaton.Offsets{PathEnd: 3}, automaton.NoHost, 'p'},
		{"-a", automaton.Offsets{HostEnd: 2, PathStart: 2, PathEnd: 2}, automaton.RegName, '-'},
		{"-a.b:443", automaton.Offsets{HostEnd: 4, PathStart: 8, PathEnd: 8}, automaton.RegName, '-'},
		{":80", automaton.Offsets{PathStart: 3, PathEnd: 3}, automaton.RegName, '8'},
	} {
		w := test.at.Pack(test.host, 0)
		onLevels(func() {
			want := Screen(scanned(guardpage.Put(pages, 256, []byte(test.text), 'x'), w))
			for _, at := range []int{0, 256} {
				b := guardpage.Put(pages, at, []byte(test.text), test.around)
				if got := Screen(scanned(b, w)); got != want {
					t.Errorf("%v: Screen(%q at %d) is %v, want %v", level, test.text, at, got, want)
				}
			}
		})
	}
}

// The tables that calls read most begin where a line of the cache does, in every program.
func TestCacheLines(t *testing.T) {
	first, second := bothCacheLines()
	at, again := uintptr(unsafe.Pointer(first)), uintptr(unsafe.Pointer(second))
	if used := uintptr(unsafe.Pointer(cacheLines)); used%64 != 0 || used != at && used != again || again%64 == at%64 {
		t.Errorf("there are some at %#x and at %#x, and those at %#x are used", at, again, used)
	}
	if size := again - at - 32; string(unsafe.Slice(first, size)) != string(unsafe.Slice(second, size)) {
		t.Errorf("the first %d bytes differ from those after them", size)
	}
}
