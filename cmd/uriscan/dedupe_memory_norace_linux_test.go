//go:build !race && amd64

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
)

// A mostResident learns how much memory a process has had, whenever that prints. What
// is known of it at its end would tell that of the one that started it, too.
type mostResident struct {
	process *exec.Cmd
	writes  int
	kib     int
}

func (m *mostResident) Write(p []byte) (int, error) {
	if m.writes++; m.writes%64 == 1 {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", m.process.Process.Pid))
		if _, peak, found := strings.Cut(string(text), "VmHWM:"); err == nil && found {
			fmt.Sscan(peak, &m.kib)
		}
	}
	return len(p), nil
}

// linesForMemory are inputs of 36 MiB: lines of some lengths, and how many are different.
var linesForMemory = map[string]struct {
	lengths    []int
	different  int
	begin, end string
}{
	"longest": {[]int{16<<20 - 100}, 40, "HTTP://h/%d/", "\n"},
	"long":    {[]int{100, 1 << 10, 100 << 10, 1000 << 10}, 40, "http://h/%d/", "\n"},
	"short":   {[]int{30, 50}, 1 << 30, "http://h/%d/", "\n"},
	"json":    {[]int{16<<20 - 100}, 40, `{"url":"HTTP:\/\/h\/%d/`, "\"}\n"},
}

// writeLinesForMemory writes the lines of a name into a file of that name.
func writeLinesForMemory(t *testing.T, dir, name string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 8))
	xs := strings.Repeat("x", 16<<20)
	lines := linesForMemory[name]
	var b strings.Builder
	for b.Len() < 36<<20 {
		fmt.Fprintf(&b, lines.begin, rng.IntN(lines.different))
		b.WriteString(xs[:lines.lengths[rng.IntN(len(lines.lengths))]] + lines.end)
	}
	testkit.Write(t, filepath.Join(dir, name), b.String())
}

// dedupe takes no more memory than --memory and 64 MiB, however long the lines are.
func TestDedupeResidentSize(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for i, tt := range []struct{ args, files string }{
		{"-c", "longest"},
		{"--normalized --key host,path", "long"},
		{"--normalized --key host,path", "short longest"},
		{"--normalized --key host,path --json-field url", "json"},
	} {
		if i < 3 && !*sizes.Thorough {
			continue // each of them takes half a second
		}
		files := strings.Fields(tt.files)
		for _, name := range files {
			writeLinesForMemory(t, dir, name)
		}
		args := append([]string{"dedupe", "--memory", "16M", "-j", "8"}, strings.Fields(tt.args)...)
		c := command(t, append(args, files...)...)
		c.Dir = dir
		most := &mostResident{process: c}
		c.Stdout = most
		start(t, c)
		status := exitStatus(t, c)
		if size := most.kib >> 10; status != diag.ExitGood || size == 0 || size > 16+64 {
			t.Errorf("%q of %s = %d with %d MiB, want 0 with 80 at most", args, tt.files, status, size)
		}
	}
}
