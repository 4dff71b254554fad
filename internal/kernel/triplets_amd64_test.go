//go:build amd64 && !purego

package kernel

import (
	"bytes"
	"strings"
	"testing"
)

// Every pair of octets behind a "%", at the borders of the blocks. Behind what is
// no HEXDIG either answer will do.
func TestLoose(t *testing.T) {
	const unreserved = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"
	const hexdig = "0123456789ABCDEFabcdef"
	value := func(c byte) int { return strings.IndexByte("0123456789abcdef", c|0x20) }
	eachLevel(t, func(t *testing.T) {
		for _, n := range []int{34, 35, 65, 66, 67, 100} {
			b := bytes.Repeat([]byte("f"), n)
			if loose, _ := Loose(b); loose {
				t.Errorf("Loose(%q) = true, want false", b)
			}
			for at := range n - 2 {
				for _, hi := range []byte(hexdig) {
					for _, lo := range []byte(hexdig) {
						copy(b[at:], []byte{'%', hi, lo})
						octet := byte(value(hi)<<4 | value(lo))
						want := hi >= 'a' || lo >= 'a' || strings.IndexByte(unreserved, octet) >= 0
						if got, _ := Loose(b); got != want {
							t.Fatalf("Loose(%q) = %v, want %v", b, got, want)
						}
					}
				}
				copy(b[at:], "fff")
			}
		}
	})
}

// One that is loose is found whatever stands around it.
func TestLooseAmongOthers(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for c := range 256 {
			for at := range 64 {
				b := bytes.Repeat([]byte{byte(c)}, 70)
				copy(b[at:], "%7E")
				if loose, _ := Loose(b); !loose {
					t.Fatalf("Loose(%q) = false, want true", b)
				}
			}
		}
	})
}
