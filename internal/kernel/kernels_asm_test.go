//go:build (amd64 || arm64) && !purego

package kernel

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// eachLevel runs a test on every level of vectors, and says which of them the
// machine lacks.
func eachLevel(t *testing.T, test func(t *testing.T)) {
	have := Levels()
	for _, l := range vectors {
		if !slices.Contains(have, l) {
			t.Logf("this machine lacks %v: not tested", l)
			continue
		}
		t.Run(l.String(), func(t *testing.T) {
			defer Use(Use(l))
			test(t)
		})
	}
}

// What a kernel proves is what the automaton says.
func TestKernelsProveTheSame(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(3986, 512))
		proved := 0
		lines := 1000 * rounds()
		for range lines {
			b := line(r)
			w, ok := direct(b)
			if !ok {
				continue
			}
			proved++
			if want, valid := judge(b); !valid || w != want {
				t.Fatalf("%q: proves %x, want %x, %v", b, w, want, valid)
			}
		}
		if proved < lines/4 {
			t.Errorf("only %d of %d lines proven", proved, lines)
		}
	})
}

// Every octet at every position of a reference that is else fine, around the
// borders of the blocks.
func TestKernelsSeeEveryOctet(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, n := range []int{1, 2, 3, 31, 32, 33, 61, 62, 63, 64, 65, 66, 125, 126, 127, 128, 129, 130, 187, 188, 190, 250} {
			for _, prefix := range []string{"", "http://h/"} {
				b := append([]byte(prefix), bytes.Repeat([]byte("a"), n)...)
				for at := len(prefix); at < len(b); at++ {
					for c := range 256 {
						b[at] = byte(c)
						w, ok := direct(b)
						if !ok {
							continue
						}
						if want, valid := judge(b); !valid || w != want {
							t.Fatalf("%q: proves %x, want %x, %v", b, w, want, valid)
						}
					}
					b[at] = 'a'
				}
			}
		}
	})
}

// Authorities of every length, with what may stand before and after them.
func TestKernelsSeeLongAuthorities(t *testing.T) {
	before := []string{"", "a:", "http:"}
	for n := range 8 {
		before = append(before, strings.Repeat("s", 56+n)+":")
	}
	after := []string{
		"", "/", "?", "#", "1", "A/", ".1/b", ":", ":80/b", "@", "@h/b", ":@/", "%41/", "%4", "[", "]/", "|/",
		"/:@", "?/:#@", "#?/:", "/a?b#c#", "/" + strings.Repeat("b", 70) + "?#", "/" + strings.Repeat("b", 70) + "/.",
	}
	eachLevel(t, func(t *testing.T) {
		for n := range 300 {
			for _, before := range before {
				for _, after := range after {
					checkProof(t, before+"//"+strings.Repeat("h", n)+after)
					checkProof(t, before+"//"+strings.Repeat("H", n)+after)
				}
			}
		}
	})
}

// checkProof compares what the kernel proves of a reference, if it does.
func checkProof(t *testing.T, ref string) {
	w, ok := direct([]byte(ref))
	if want, valid := judge([]byte(ref)); ok && (!valid || w != want) {
		t.Helper() // which takes as long as all else
		t.Fatalf("%q: proves %x, want %x, %v", ref, w, want, valid)
	}
}

// What makes a reference suspect, and what only looks like it, at every position.
func TestKernelsSeeWhatIsSuspect(t *testing.T) {
	long := strings.Repeat("h", 70) + "/"
	before := []string{"", "a:", "A:", "http://h/", "http://H/", "http://.h/", "//" + long, "//H" + long, "?", "#", "//h?"}
	after := []string{"", "b", "/", "?", "#", strings.Repeat("b", 70), strings.Repeat("b", 70) + "?", "?" + strings.Repeat("b", 70) + "/."}
	eachLevel(t, func(t *testing.T) {
		for n := range 260 {
			for _, mark := range []string{"/.", "/..", "A", ".", "/", "?/.", "#/.", "%41", "./"} {
				for _, before := range before {
					for _, after := range after {
						checkProof(t, before+strings.Repeat("a", n)+mark+after)
					}
				}
			}
		}
	})
}
