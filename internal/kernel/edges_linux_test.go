package kernel

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/guardpage"
)

func TestBatchesStayInside(t *testing.T) {
	pages := guardpage.Pages(t)
	r := rand.New(rand.NewPCG(4096, 8))
	for _, length := range guardpage.Lengths() {
		for _, at := range []int{0, len(pages) - length, r.IntN(64)} {
			src := guardpage.Put(pages, at, make([]byte, length), '/')
			for i := range src {
				src[i] = "abc/?%41:#\n"[r.IntN(11)]
			}
			if r.IntN(2) == 0 && length > 0 {
				src[length-1] = '\n'
			}
			checkLines(t, src, boundsOf(src), '\n')
		}
	}
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
