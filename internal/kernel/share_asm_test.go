//go:build (amd64 || arm64) && !purego

package kernel

import (
	"math/rand/v2"
	"testing"
)

// leastShare is how many of a hundred references a kernel must prove: one that
// leaves all to the portable path would be no kernel.
const leastShare = 99

// Most of what stands in logs and pages is proven, by every kernel.
func TestKernelsProveMost(t *testing.T) {
	r := rand.New(rand.NewPCG(3986, 99))
	corpora := map[string][][]byte{}
	for range 10_000 {
		corpora["web"] = append(corpora["web"], common(r, 4, 12))
		corpora["long"] = append(corpora["long"], common(r, 12, 30))
		page := common(r, 4, 12)
		corpora["links"] = append(corpora["links"], page[locatePrefix(page).W1>>32:])
	}
	eachLevel(t, func(t *testing.T) {
		for name, lines := range corpora {
			checkShare(t, name, lines)
		}
	})
}

// checkShare counts the lines that the kernel proves.
func checkShare(t *testing.T, name string, lines [][]byte) {
	t.Helper()
	proved := 0
	for _, line := range lines {
		if _, ok := direct(line); ok {
			proved++
		}
	}
	t.Logf("%s: %d of %d proven", name, proved, len(lines))
	if 100*proved < leastShare*len(lines) {
		t.Errorf("%s: %d of %d proven, want %d of 100", name, proved, len(lines), leastShare)
	}
}
