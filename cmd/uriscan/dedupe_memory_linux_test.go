package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"syscall"
	"testing"
)

// dedupe takes no more memory than --memory and 64 MiB, however long the lines are.
func TestDedupeResidentSize(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector takes many times the memory")
	}
	t.Chdir(t.TempDir())
	rng := rand.New(rand.NewPCG(1, 8))
	for name, lengths := range map[string][]int{"longest": {15 << 20}, "long": {100, 1 << 10, 100 << 10, 1000 << 10}} {
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		for written := 0; written < 80<<20; {
			n, err := fmt.Fprintf(f, "http://h/%d/%s\n", rng.IntN(40), strings.Repeat("x", lengths[rng.IntN(len(lengths))]))
			if err != nil {
				t.Fatal(err)
			}
			written += n
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range []string{
		"-j 8 --verify longest",
		"-j 8 -c longest",
		"-j 8 --normalized --key host,path --verify long",
	} {
		c := command(t, append([]string{"dedupe", "--memory", "16M"}, strings.Fields(args)...)...)
		c.Stdout = io.Discard
		start(t, c)
		status := exitStatus(t, c)
		size := c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss >> 10
		if status != exitGood || size > 16+64 {
			t.Errorf("dedupe --memory 16M %s = %d with %d MiB, want 0 with 80 at most", args, status, size)
		}
	}
}
