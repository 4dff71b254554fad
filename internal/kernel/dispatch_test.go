package kernel

import (
	"slices"
	"testing"
)

func TestChoose(t *testing.T) {
	levels := Levels()
	best := levels[len(levels)-1]
	or := func(l Level) Level {
		if slices.Contains(levels, l) {
			return l
		}
		return best
	}
	for _, test := range []struct {
		name string
		want Level
	}{
		{"", best}, {"nonsense", best}, {"portable", Portable}, {"avx2", or(AVX2)}, {"avx512", or(AVX512)}, {"neon", or(NEON)},
	} {
		if got := choose(test.name); got != test.want {
			t.Errorf("choose(%q) = %v, want %v", test.name, got, test.want)
		}
	}
}

// Every level that there is can be had, and what it replaces is returned.
func TestUse(t *testing.T) {
	before := level
	defer func() { level = before }()
	for _, l := range Levels() {
		was := level
		if got := Use(l); got != was || level != l {
			t.Errorf("Use(%v) = %v, and level is %v, want %v and %v", l, got, level, was, l)
		}
	}
}
