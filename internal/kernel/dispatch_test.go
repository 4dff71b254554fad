package kernel

import (
	"fmt"
	"os"
	"slices"
	"testing"
)

func TestChoose(t *testing.T) {
	levels := Levels()
	best := levels[len(levels)-1]
	for _, name := range append([]string{""}, levelNames[:]...) {
		want, lacking := best, ""
		if i := slices.Index(levelNames[:], name); slices.Contains(levels, Level(i)) {
			want = Level(i)
		} else if i >= 0 {
			lacking = fmt.Sprintf("uriscan: the kernel of URISCAN_KERNEL=%q is not in this machine or build: %v runs", name, best)
		}
		if got, complaint := choose(name); got != want || complaint != lacking {
			t.Errorf("choose(%q) = %v, %q, want %v, %q", name, got, complaint, want, lacking)
		}
	}
	for _, name := range []string{"avx", "AVX2", " avx2", "portable,avx2", "none"} {
		want := fmt.Sprintf("uriscan: the kernel of URISCAN_KERNEL=%q is none of portable, avx2, avx512, neon: %v runs", name, best)
		if got, complaint := choose(name); got != best || complaint != want {
			t.Errorf("choose(%q) = %v, %q, want %v, %q", name, got, complaint, best, want)
		}
	}
}

// Tests of a kernel that does not run are tests of another: they fail here.
func TestEnvironmentIsHeard(t *testing.T) {
	if _, complaint := choose(os.Getenv("URISCAN_KERNEL")); complaint != "" {
		t.Error(complaint)
	}
	t.Logf("has %v", Levels())
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
