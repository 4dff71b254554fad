//go:build (amd64 || arm64) && !purego

package kernel

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
)

// shares are references in the shares that real ones have: as they are in logs, long ones,
// and links without an authority.
var shares = sync.OnceValue(func() map[string][][]byte {
	r := rand.New(rand.NewPCG(3986, 99))
	all := map[string][][]byte{}
	for range 3000 {
		all["web"] = append(all["web"], common(r, 0, 12))
		all["long"] = append(all["long"], common(r, 12, 30))
		page := common(r, 4, 12)
		all["links"] = append(all["links"], page[judge(page).words.PathStart():])
	}
	return all
})

// made returns all of shares, mixed.
func made() (lines [][]byte) {
	for i := range shares()["web"] {
		for _, of := range []string{"web", "long", "web", "links"} {
			lines = append(lines, shares()[of][i])
		}
	}
	return lines
}

// A kernel proves at least 99 of 100 references as they are in logs and pages: one
// that proves less is slow in fact, whatever its fast path takes.
func TestKernelsProveMost(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for name, lines := range shares() {
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
