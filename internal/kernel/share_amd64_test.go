//go:build amd64 && !purego

package kernel

import (
	"bytes"
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

// made are the lines whose share is counted.
func made() [][]byte { return madeLines(rand.New(rand.NewPCG(99, 100)), 20_000) }

// The walk of AVX2 over many lines does not prove less. (Its lines are whole batches.)
func TestShareProvenOfBlocks(t *testing.T) {
	if len(Levels()) <= int(AVX2) {
		t.Skip("this machine lacks avx2")
	}
	defer Use(Use(AVX2))
	lines := made()
	src := append(bytes.Join(lines, []byte("\n")), '\n')
	dst := make([]Line, len(lines))
	var b Batch
	taken, unproven, n := 0, 0, 0
	for {
		lines, used := b.Lines(dst[taken:], src[n:], '\n', 0)
		if lines == 0 {
			break
		}
		taken, unproven, n = taken+lines, unproven+len(b.Unproven()), n+used
	}
	if taken < len(lines)-16 || unproven*100 > taken {
		t.Errorf("%d of %d lines taken and %d of them not proven, want 1 %%", taken, len(lines), unproven)
	}
}

// A kernel proves at least 99 of 100 real references: one that proves less is slow in
// fact, whatever its fast path takes.
func TestShareProven(t *testing.T) {
	lines := made()
	eachLevel(t, func(t *testing.T) {
		proven := 0
		for _, l := range lines {
			if _, _, _, w3 := Locate(l); w3 < AllOpen {
				proven++
			}
		}
		if proven*100 < 99*len(lines) {
			t.Errorf("%d of %d lines proven, want 99 %%", proven, len(lines))
		}
	})
}
