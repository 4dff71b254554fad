//go:build (amd64 || arm64) && !purego

package kernel

import (
	"slices"
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
