//go:build amd64 && !purego

package kernel

import (
	"testing"
	"unsafe"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/testkit/guardpage"
)

// Screen reads no byte of another page, and what is around b does not matter to it.
func TestScreenStaysInside(t *testing.T) {
	guardpage.Each(t, guardpage.Texts, func(length int) bool { return length < 200 }, func(text []byte) func(b []byte) {
		v := judge(text)
		var want [NEON + 1]Odd
		onLevels(func() { want[level] = Screen(scanned(inPage(string(text), 0), v.words)) })
		return func(b []byte) {
			onLevels(func() {
				if got := Screen(scanned(b, v.words)); got != want[level] {
					t.Errorf("%v: Screen is %v, want %v", level, got, want[level])
				}
			})
		}
	})
}

// A colon that begins a text has no byte before it, though it may be that of a scheme.
func TestScreenStaysBehindFirst(t *testing.T) {
	var w automaton.Words
	w.W2 = 3 // where the path ends
	b := guardpage.Put(guardpage.Pages(t), 0, []byte(":/x"), 'p')
	onLevels(func() {
		if got, want := Screen(scanned(b, w)), Screen(scanned(inPage(":/x", 1), w)); got != want {
			t.Errorf("%v: Screen is %v, want %v", level, got, want)
		}
	})
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
