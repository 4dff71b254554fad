//go:build (amd64 || arm64) && !purego

package kernel

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/testkit/guardpage"
)

// Inputs of every length end at an unreadable page, begin right after one, and
// are at every alignment. The bytes around them change neither what a kernel proves
// nor whether it does.
func TestKernelsStayInside(t *testing.T) {
	guardpage.Each(t, guardpage.Texts, func(length int) bool { return length < 200 }, func(text []byte) func(b []byte) {
		want := judge(text)
		var proves [NEON + 1]bool
		onLevels(func() { _, proves[level] = settled(slices.Clone(text)) })
		return func(b []byte) {
			onLevels(func() {
				if got, proven := settled(b); proven != proves[level] || proven && got != want {
					t.Errorf("%v: %v, %v, want %v, and elsewhere %v", level, got, proven, want, proves[level])
				}
			})
		}
	})
}

// Hosts of all shapes, some of them addresses, are told apart wherever they are in a page.
func TestHostKinds(t *testing.T) {
	pages := guardpage.Pages(t)
	numbers := []string{"", "0", "9", "01", "10", "99", "100", "199", "249", "250", "255", "256", "300", "1000", "a"}
	for i := range len(numbers) * len(numbers) * len(numbers) * len(numbers) {
		var host []byte
		for rest := i; len(host) == 0 || rest > 0; rest /= len(numbers) {
			host = append(append(host, '.'), numbers[rest%len(numbers)]...)
		}
		host = append(bytes.TrimPrefix(host, []byte(".")), []string{"", ".1", ".10.2", ".3.4.5", ".1.2.3.4"}[i%5]...)
		if len(host) == 0 {
			continue
		}
		want := automaton.HostKind(host)
		for _, at := range []int{0, len(pages) - len(host), len(pages) - len(host) - 1 - i%20} {
			b := guardpage.Put(pages, at, host, "1.:/"[i%4])
			onLevels(func() {
				if got := hostKind(b); got != want {
					t.Fatalf("%v: hostKind(%q) = %v, want %v", level, host, got, want)
				}
			})
		}
	}
}

// A host that is or ends in an address may be far from where a reference begins, and end at a page or near it.
func TestFarAddressesStayInside(t *testing.T) {
	pages := guardpage.Pages(t)
	for n := range 80 {
		for _, host := range []string{"1.2.3.4", "255.255.255.255", "1.2.3.256", "[::1.2.3.4]", "[1:2:3:4:5:6:255.255.255.255]", "[::1.2.3.04]"} {
			text := []byte("//" + strings.Repeat("u", n) + "@" + host)
			want := judge(text)
			var proves [NEON + 1]bool
			onLevels(func() { _, proves[level] = settled(slices.Clone(text)) })
			for gap := range 18 {
				for _, end := range []int{len(pages), len(pages) / 2} {
					b := guardpage.Put(pages, end-gap-len(text), text, "1.:/"[gap%4])
					onLevels(func() {
						if got, proven := settled(b); proven != proves[level] || proven && got != want {
							t.Fatalf("%v, %d bytes before the end of a page: of %q, %v is proven (%v), want %v", level, gap, text, got, proven, want)
						}
					})
				}
			}
		}
	}
}

// onLevels calls f on each level of vectors that the machine has.
func onLevels(f func()) {
	defer func(before Level) { level = before }(level)
	for _, level = range Levels()[1:] {
		f()
	}
}

// Inputs longer than offsets of 31 bits are not proven, and their bytes, which have no
// memory, are not read.
func TestKernelsLeaveWhatIsTooLong(t *testing.T) {
	pages := guardpage.Pages(t)
	for i := range pages {
		pages[i] = 'a'
	}
	copy(pages, "http://h/")
	eachLevel(t, func(t *testing.T) {
		for _, n := range []int{1 << 31, 1<<31 + 1, 1 << 32, 1<<32 + 1, 1 << 40} {
			if _, _, _, w3 := Locate(unsafe.Slice(unsafe.SliceData(pages), n)); w3 != AllOpen {
				t.Errorf("of %d bytes something is proven: %x", n, w3)
			}
		}
	})
}

// What is empty may have no address.
func TestKernelsTakeNil(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		if got, ok := settled(nil); !ok || got != judge(nil) {
			t.Errorf("of nil, %v is proven (%v), want %v", got, ok, judge(nil))
		}
	})
}
