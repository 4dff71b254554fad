//go:build amd64 && !purego

package kernel

import (
	"testing"
	"unsafe"

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

// The tables that calls read most begin where a line of the cache does, in every program.
func TestCacheLines(t *testing.T) {
	if at := uintptr(unsafe.Pointer(cacheLines)); at%64 != 0 {
		t.Errorf("they begin at %#x", at)
	}
}
