package kernel

import (
	"os"
	"slices"
	"testing"
)

func TestNamed(t *testing.T) {
	for i, name := range levelNames {
		has := slices.Contains(Levels(), Level(i))
		if l, err := Named(name); has != (err == nil) || has && l != Level(i) {
			t.Errorf("Named(%q) = %v, %v", name, l, err)
		}
	}
	for _, name := range []string{"", "avx", "AVX2", " avx2", "portable,avx2", "none"} {
		if l, err := Named(name); err == nil {
			t.Errorf("Named(%q) = %v, want an error", name, l)
		}
	}
}

// The best level runs unless another is chosen, and every available level can be chosen.
func TestUse(t *testing.T) {
	before := level
	defer func() { level = before }()
	levels := Levels()
	t.Logf("has %v", levels) // for .ci/run
	if os.Getenv("URISCAN_KERNEL") == "" && before != levels[len(levels)-1] {
		t.Errorf("%v runs, want the best of %v", before, levels)
	}
	for _, l := range levels {
		was := level
		if got := Use(l); got != was || level != l {
			t.Errorf("Use(%v) = %v, and level is %v, want %v and %v", l, got, level, was, l)
		}
		if got := Levels(); !slices.Equal(got, levels) {
			t.Errorf("Levels() on %v = %v, want %v", l, got, levels)
		}
	}
}
