package kernel

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
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

var update = flag.Bool("update", false, "note the sums of what _asm has just written, as go generate does")

// Generating the assembly needs a module that tests do without. So the test compares sums
// of the programs and of their output: a change of either needs go generate.
func TestAssemblyIsCurrent(t *testing.T) {
	const kept = "testdata/asm.sha256"
	var sums []byte
	for _, pattern := range []string{"_asm/*", "kernel_amd64.s", "stubs_amd64.go", "needs_amd64.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no file %s: %v", pattern, err)
		}
		for _, file := range files {
			sums = fmt.Appendf(sums, "%x  %s\n", sha256.Sum256(read(t, file)), filepath.ToSlash(file))
		}
	}
	if *update {
		testkit.Must(t, os.WriteFile(kept, sums, 0o644))
	}
	if want := read(t, kept); !bytes.Equal(sums, want) {
		t.Errorf("after go generate the sums were\n%snow they are\n%s", want, sums)
	}
}

// read returns the text of a file, with line ends that are the same on every system.
func read(t *testing.T, name string) []byte {
	return []byte(strings.ReplaceAll(testkit.Read(t, name), "\r\n", "\n"))
}
