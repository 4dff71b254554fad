//go:build !purego

package kernel

import (
	"bytes"
	"math/rand/v2"
	"syscall"
	"testing"
)

// fenced returns two pages with an unreadable one on either side.
func fenced(t *testing.T) []byte {
	t.Helper()
	const page = 4096
	all, err := syscall.Mmap(-1, 0, 4*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(all); err != nil {
			t.Error(err)
		}
	})
	for _, fence := range [][]byte{all[:page], all[3*page:]} {
		if err := syscall.Mprotect(fence, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	return all[page : 3*page]
}

// Inputs of every length end at an unreadable page, begin right after one, and
// stand at every alignment; what stands around them changes nothing.
func TestKernelsStayInside(t *testing.T) {
	pages := fenced(t)
	eachLevel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(4096, 64))
		for length := range 4097 {
			text := append([]byte("http://h/"), bytes.Repeat([]byte("a?b%41/"), length/7+1)...)[:length]
			want, ok := locatePortable(text)
			places := []int{0, len(pages) - length, r.IntN(64), 4096 - r.IntN(min(length, 4096)+1)}
			if length < 200 {
				for align := range 64 {
					places = append(places, align, len(pages)-length-align)
				}
			}
			for _, at := range places {
				for _, around := range []byte{0, ':', '/', 'a', '4'} {
					fill(pages, around)
					b := pages[at : at+length : at+length]
					copy(b, text)
					if got, proven := direct(b); proven && (!ok || got != want) {
						t.Fatalf("%d octets at %d, %q around: %x, want %x, %v", length, at, around, got, want, ok)
					}
				}
			}
		}
	})
}

func fill(b []byte, c byte) {
	b[0] = c
	for n := 1; n < len(b); n *= 2 {
		copy(b[n:], b[:n])
	}
}

func TestBatchesStayInside(t *testing.T) {
	pages := fenced(t)
	eachLevel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(4096, 8))
		for length := range 4097 {
			fill(pages, '/')
			for _, at := range []int{0, len(pages) - length, r.IntN(64)} {
				src := pages[at : at+length : at+length]
				for i := range src {
					src[i] = "abc/?%41:#\n"[r.IntN(11)]
				}
				if r.IntN(2) == 0 && length > 0 {
					src[length-1] = '\n'
				}
				checkBatches(t, src, boundsOf(src), '\n')
			}
		}
	})
}

// boundsOf splits at every LF.
func boundsOf(src []byte) (bounds [][2]int) {
	for start := 0; ; {
		n := bytes.IndexByte(src[start:], '\n')
		if n < 0 {
			return bounds
		}
		bounds = append(bounds, [2]int{start, start + n})
		start += n + 1
	}
}
