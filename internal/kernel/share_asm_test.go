//go:build (amd64 || arm64) && !purego

package kernel

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// madeLines are references in the shares that real ones have, lengths included.
func madeLines(r *rand.Rand, count int) (lines [][]byte) {
	word := func(least, most int) string {
		b := make([]byte, least+r.IntN(most-least+1))
		for i := range b {
			b[i] = "abcdefghijklmnopqrstuvwxyz0123456789-"[r.IntN(37)]
		}
		return string(b)
	}
	share := func(percent int, s string) string {
		if r.IntN(100) < percent {
			return s
		}
		return ""
	}
	for range count {
		l := "http" + share(60, "s") + "://" + share(1, "user:pass@") + "www." + word(3, 20) + ".example" + share(2, ":8080")
		switch r.IntN(20) {
		case 0:
			l = fmt.Sprintf("http://10.0.%d.%d", r.IntN(256), r.IntN(300))
		case 1, 2, 3:
			l = share(20, "//"+word(3, 30)+".example")
		case 4:
			l = share(50, "..") + share(20, "mailto:a@") + "x"
		}
		for range r.IntN(6) {
			l += "/" + word(0, 20) + share(3, "%20"+word(1, 5)) + share(1, ".")
		}
		l += share(15, "?"+strings.Repeat(word(1, 9)+"="+word(1, 20)+"&", r.IntN(6)))
		lines = append(lines, []byte(l+share(8, "#"+word(1, 20))))
	}
	return lines
}

// made are as many as a test of shares takes.
func made() [][]byte { return madeLines(rand.New(rand.NewPCG(99, 100)), 20_000) }

// A kernel proves at least 99 of 100 references as they are in logs and pages: one
// that proves less is slow in fact, whatever its fast path takes.
func TestKernelsProveMost(t *testing.T) {
	r := rand.New(rand.NewPCG(3986, 99))
	corpora := map[string][][]byte{"made": made()}
	for range 10_000 {
		corpora["web"] = append(corpora["web"], common(r, 4, 12))
		corpora["long"] = append(corpora["long"], common(r, 12, 30))
		page := common(r, 4, 12)
		w, _ := judge(page)
		corpora["links"] = append(corpora["links"], page[w.W1>>32:])
	}
	eachLevel(t, func(t *testing.T) {
		for name, lines := range corpora {
			proven := 0
			for _, l := range lines {
				if _, _, _, w3 := Locate(l); w3 < AllOpen {
					proven++
				}
			}
			t.Logf("%s: %d of %d proven", name, proven, len(lines))
			if proven*100 < 99*len(lines) {
				t.Errorf("%s: %d of %d lines proven, want 99 %%", name, proven, len(lines))
			}
		}
	})
}
