//go:build !purego

package kernel

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/uriscan/uriscan/internal/fence"
)

// Inputs of every length end at an unreadable page, begin right after one, and
// stand at every alignment; what stands around them changes neither what a kernel
// proves nor whether it does.
func TestKernelsStayInside(t *testing.T) {
	pages := fence.Pages(t)
	eachLevel(t, func(t *testing.T) {
		for length := range 4097 {
			places := fence.Places(pages, length, length < 200)
			for _, text := range fence.Texts(length) {
				_, proves := direct(slices.Clone(text.Text))
				want, ok := locatePortable(text.Text)
				for i, at := range places {
					around := fence.Around[(length+i)%len(fence.Around)]
					got, proven := direct(fence.Put(pages, at, text.Text, around))
					if proven != proves || proven && (!ok || got != want) {
						t.Fatalf("%s, %d octets at %d, %q around: %x, %v, want %x, %v, and elsewhere %v",
							text.Name, length, at, around, got, proven, want, ok, proves)
					}
				}
			}
		}
	})
}

func TestBatchesStayInside(t *testing.T) {
	pages := fence.Pages(t)
	eachLevel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(4096, 8))
		for length := range 4097 {
			for _, at := range []int{0, len(pages) - length, r.IntN(64)} {
				src := fence.Put(pages, at, make([]byte, length), '/')
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
