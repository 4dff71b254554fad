package main

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"
)

// failing is a benchmark of the fixture that fails.
const failing = `package fixture

import "testing"

func BenchmarkCount(b *testing.B) { b.Fatal("planted") }
`

// write writes a file of the fixture.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, paths ...string) {
	t.Helper()
	for _, path := range paths {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRevisions has trees of which one side cannot be measured.
func TestRevisions(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(t *testing.T) // of the working copy, after the first commit
		args   []string
		status int
		want   string
	}{
		{"unknown base", nil, []string{"nowhere", "HEAD"}, unjudged, `"nowhere" is no revision`},
		{"unknown head", nil, []string{"HEAD", "nowhere"}, unjudged, `"nowhere" is no revision`},
		{"no benchmark matches", func(t *testing.T) { write(t, "new.go", "package fixture") }, []string{"-identical", "-bench", "None", "HEAD", "."},
			unjudged, "no benchmark was run"},
		{"no benchmark is left on either side", func(t *testing.T) {
			remove(t, "hash_test.go", "fill_test.go", "count_test.go")
			commit(t)
		}, []string{"HEAD", "."}, unjudged, "no benchmark was run"},
		{"head does not build", func(t *testing.T) { write(t, "hash.go", "package fixture\n\nvar _ int = nil\n") }, []string{"HEAD", "."},
			unjudged, "head, the working copy"},
		{"head fails", func(t *testing.T) { write(t, "count_test.go", failing) }, []string{"HEAD", "WORKTREE"},
			unjudged, "head, BenchmarkCount of fixture"},
		{"base fails", func(t *testing.T) {
			good, err := os.ReadFile("count_test.go")
			if err != nil {
				t.Fatal(err)
			}
			remove(t, "hash_test.go", "fill_test.go")
			write(t, "count_test.go", failing)
			commit(t)
			write(t, "count_test.go", string(good))
		}, []string{"HEAD", "."}, passed, "note: base, BenchmarkCount of fixture"},
		{"base has no module", func(t *testing.T) {
			fixture, err := os.ReadFile("go.mod")
			if err != nil {
				t.Fatal(err)
			}
			remove(t, "go.mod")
			commit(t)
			write(t, "go.mod", string(fixture))
		}, []string{"HEAD", "."}, passed, "has no module here"},
	} {
		t.Run(test.name, func(t *testing.T) {
			repository(t)
			if test.change != nil {
				test.change(t)
			}
			status, stdout, stderr := guard(t, append([]string{"-benchtime", "1x"}, test.args...)...)
			if status != test.status || !strings.Contains(stdout+stderr, test.want) {
				t.Errorf("run(%q) = %d, want %d and %q; it said\n%s%s", test.args, status, test.status, test.want, stdout, stderr)
			}
		})
	}
}

// canceller stops the guard when it begins to count.
type canceller struct {
	bytes.Buffer
	cancel func()
}

func (c *canceller) Write(p []byte) (int, error) {
	if strings.Contains(string(p), "count 1 of") {
		c.cancel()
	}
	return c.Buffer.Write(p)
}

// TestInterrupted leaves nothing behind in the repository.
func TestInterrupted(t *testing.T) {
	repository(t)
	ctx, cancel := context.WithCancel(t.Context())
	stderr := &canceller{cancel: cancel}
	var stdout bytes.Buffer
	if status := run(ctx, []string{"-identical", "HEAD", "HEAD"}, &stdout, stderr); status != unjudged || stdout.Len() > 0 {
		t.Errorf("run() = %d, %q, want %d and nothing", status, stdout.String(), unjudged)
	}
	if !strings.Contains(stderr.String(), "count 1 of") {
		t.Errorf("run() says %q, want it to have begun", stderr.String())
	}
	if worktrees := gitOK(t, "worktree", "list"); strings.Contains(worktrees, "\n") {
		t.Errorf("git worktree list = %q after run(), want one", worktrees)
	}
}

// TestKeep keeps the results where the guard, or benchstat, can read them again.
// At this level chance makes no suspect, of which the report would say more.
func TestKeep(t *testing.T) {
	repository(t)
	dir := t.TempDir()
	status, stdout, stderr := guard(t, "-alpha", "0.0001", "-identical", "-bench", "Count", "-benchtime", "5ms", "-keep", dir, "HEAD", "HEAD")
	again, recorded, _ := guard(t, "-alpha", "0.0001", "-recorded", dir+"/base.txt", dir+"/head.txt")
	if status != passed || again != passed || recorded != stdout {
		t.Errorf("run(-recorded) = %d, %q, want %d, %q as run() that recorded it; it said %s", again, recorded, status, stdout, stderr)
	}
}
