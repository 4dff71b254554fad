package main

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// identical is how often the guard compares two trees that are the same.
var identical = flag.Int("identical", 2, "compare two identical trees `n` times")

// repository makes a git repository of the fixture, in a folder of it as the
// benchmarks are in ours, and goes there.
func repository(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed, and the guard compares its revisions")
	}
	fixture, err := filepath.Abs("testdata/fixture")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "bench")
	if err := os.CopyFS(dir, os.DirFS(fixture)); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Dir(dir))
	gitOK(t, "init", "--quiet")
	t.Chdir(dir)
	commit(t)
}

// commit commits all there is.
func commit(t *testing.T) {
	t.Helper()
	gitOK(t, "add", "--all", ".")
	gitOK(t, "-c", "user.name=guard", "-c", "user.email=guard@localhost", "-c", "commit.gpgsign=false",
		"commit", "--quiet", "--message", "fixture")
}

func gitOK(t *testing.T, args ...string) string {
	t.Helper()
	out, err := git(t.Context(), ".", args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// guard runs the command and returns its status and what it wrote.
func guard(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = run(t.Context(), args, &out, &errs)
	return status, out.String(), errs.String()
}

// TestPlanted plants each fault alone, and all together.
func TestPlanted(t *testing.T) {
	plants := map[string]string{"slowdown/hash.go": "hash.go", "allocation/fill.go": "fill.go", "": "count_test.go"}
	testdata, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name   string
		plants []string
		faults []string
	}{
		{"slowdown", []string{"slowdown/hash.go"}, []string{"SLOWER: Hash/in=bytes"}},
		{"allocation", []string{"allocation/fill.go"}, []string{"ALLOCATES: Fill/in=bytes"}},
		{"deletion", []string{""}, []string{"MISSING: Count/in=bytes"}},
		{"all", []string{"slowdown/hash.go", "allocation/fill.go", ""},
			[]string{"SLOWER: Hash/in=bytes", "ALLOCATES: Fill/in=bytes", "MISSING: Count/in=bytes"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			repository(t)
			for _, from := range test.plants {
				plant(t, testdata, from, plants[from])
			}
			commit(t)
			status, stdout, stderr := guard(t, "-benchtime", "5ms", "HEAD~1", "HEAD")
			if status != failed {
				t.Fatalf("run() = %d, want %d; it said\n%s%s", status, failed, stdout, stderr)
			}
			for _, fault := range test.faults {
				if !strings.Contains(stdout, "\n"+fault) {
					t.Errorf("run() says\n%s, want %q in it", stdout, fault)
				}
			}
			if worktrees := gitOK(t, "worktree", "list"); strings.Contains(worktrees, "\n") {
				t.Errorf("git worktree list = %q after run(), want one", worktrees)
			}
		})
	}
}

// plant puts a file of the test's data in place of another, or removes it.
func plant(t *testing.T, testdata, from, to string) {
	t.Helper()
	if from == "" {
		if err := os.Remove(to); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(filepath.Join(testdata, from))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestIdentical measures noise: the guard must not cry.
func TestIdentical(t *testing.T) {
	repository(t)
	for range *identical {
		status, stdout, stderr := guard(t, "-identical", "-benchtime", "5ms", "HEAD", ".")
		if status != passed {
			t.Errorf("run() = %d, want %d; it said\n%s%s", status, passed, stdout, stderr)
		}
		if want := "3 benchmarks compared"; !strings.Contains(stdout, want) {
			t.Errorf("run() says\n%s, want %q in it", stdout, want)
		}
	}
}

// TestSameBinary changes what no benchmark contains: nothing is run.
func TestSameBinary(t *testing.T) {
	repository(t)
	if err := os.WriteFile("README.md", []byte("changed\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	status, stdout, stderr := guard(t, "HEAD", ".")
	if want := "not run"; status != passed || !strings.Contains(stdout, want) {
		t.Errorf("run() = %d, want %d, saying %q; it said\n%s%s", status, passed, want, stdout, stderr)
	}
}

// TestDoesNotBuild compares with a base that does not build, which the head that
// mends it must not pay for, and a head that does not.
func TestDoesNotBuild(t *testing.T) {
	repository(t)
	if err := os.WriteFile("broken.go", []byte("package fixture\n\nfunc\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	commit(t)
	if err := os.Remove("broken.go"); err != nil {
		t.Fatal(err)
	}
	commit(t)
	status, stdout, stderr := guard(t, "HEAD~1", "HEAD")
	if status != passed || !strings.Contains(stdout, "note: base, HEAD~1") || !strings.Contains(stdout, "\n0 benchmarks compared") {
		t.Errorf("run() = %d, want %d and a note of the base; it said\n%s%s", status, passed, stdout, stderr)
	}
	status, stdout, stderr = guard(t, "HEAD", "HEAD~1")
	if want := "head, HEAD~1"; status != unjudged || stdout != "" || !strings.Contains(stderr, want) {
		t.Errorf("run() = %d, %q, %q, want %d and %q", status, stdout, stderr, unjudged, want)
	}
}

// TestTimeout gives up, says so, and leaves no worktree behind.
func TestTimeout(t *testing.T) {
	repository(t)
	status, stdout, stderr := guard(t, "-identical", "-timeout", "1ms", "HEAD", ".")
	if want := "not done after 1ms"; status != unjudged || stdout != "" || !strings.Contains(stderr, want) {
		t.Errorf("run() = %d, %q, %q, want %d and %q", status, stdout, stderr, unjudged, want)
	}
	if worktrees := gitOK(t, "worktree", "list"); strings.Contains(worktrees, "\n") {
		t.Errorf("git worktree list = %q after run(), want one", worktrees)
	}
}
