package main

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
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

// dedupe takes no more memory than --memory and 64 MiB, however long the lines are.
func TestDedupeResidentSize(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector takes many times the memory")
	}
	t.Chdir(t.TempDir())
	rng := rand.New(rand.NewPCG(1, 8))
	xs := strings.Repeat("x", 16<<20)
	for name, lines := range map[string]struct {
		lengths   []int
		different int
		form      string
	}{
		"longest": {[]int{16<<20 - 100}, 40, "HTTP://h/%d/%s\n"},
		"long":    {[]int{100, 1 << 10, 100 << 10, 1000 << 10}, 40, "http://h/%d/%s\n"},
		"short":   {[]int{30, 50}, 1 << 30, "http://h/%d/%s\n"},
		"json":    {[]int{16<<20 - 100}, 40, `{"url":"HTTP:\/\/h\/%d/%s"}` + "\n"},
	} {
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		w := bufio.NewWriterSize(f, 1<<20)
		for written := 0; written < 36<<20; {
			n, err := fmt.Fprintf(w, lines.form, rng.IntN(lines.different), xs[:lines.lengths[rng.IntN(len(lines.lengths))]])
			if err != nil {
				t.Fatal(err)
			}
			written += n
		}
		if err := errors.Join(w.Flush(), f.Close()); err != nil {
			t.Fatal(err)
		}
	}
	for i, args := range []string{
		"-j 8 --verify longest",
		"-j 8 -c longest",
		"-j 8 --normalized --key host,path --verify long",
		"-j 8 --normalized --key host,path --verify short longest",
		"-j 8 --normalized --key host,path --verify --json-field url json",
	} {
		if i%2 == 1 && !*thorough {
			continue // each of them takes a third of a second
		}
		c := command(t, append([]string{"dedupe", "--memory", "16M"}, strings.Fields(args)...)...)
		most := &mostResident{process: c}
		c.Stdout = most
		start(t, c)
		status := exitStatus(t, c)
		if size := most.kib >> 10; status != exitGood || size == 0 || size > 16+64 {
			t.Errorf("dedupe --memory 16M %s = %d with %d MiB, want 0 with 80 at most", args, status, size)
		}
	}
}
