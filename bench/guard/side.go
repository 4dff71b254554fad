package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"

	"github.com/uriscan/uriscan/bench/internal/tool"
)

// The sides, and the names of their results.
const (
	base = iota
	head
)

var sides = [2]string{"base", "head"}

// A tree is one of the two revisions and the benchmarks built from it.
type tree struct {
	title  string
	folder string // of the benchmarks
	binary *tool.Binary
	digest [sha256.Size]byte // of the binary
}

// git runs git in the current folder. No hook may run, and the variables that git
// sets for hooks of its own name another tree.
func git(ctx context.Context, args ...string) (string, error) {
	for _, name := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"} {
		os.Unsetenv(name)
	}
	return tool.Output(ctx, ".", "git", append([]string{"-c", "core.hooksPath=" + os.DevNull}, args...)...)
}

// checkOut puts revision rev of the repository around the current folder into the
// folder into, a clone that the repository does not remember. The benchmarks are in the
// current folder's counterpart.
func checkOut(ctx context.Context, rev, into string) (*tree, error) {
	here, err := os.Getwd()
	if rev == "." || err != nil {
		return &tree{title: "the working copy", folder: here}, err
	}
	commit, err := git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		return nil, fmt.Errorf("%q is not a revision", rev)
	}
	prefix, err := git(ctx, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	root, err := git(ctx, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	if _, err := git(ctx, "clone", "--quiet", "--shared", "--no-checkout", root, into); err != nil {
		return nil, err
	}
	_, err = git(ctx, "-C", into, "checkout", "--quiet", "--detach", commit)
	return &tree{title: fmt.Sprintf("%s (%.12s)", rev, commit), folder: filepath.Join(into, filepath.FromSlash(prefix))}, err
}

// build builds the benchmarks of t.
func (t *tree) build(ctx context.Context, path string) (err error) {
	if t.binary, err = tool.Build(ctx, t.folder, path); err != nil {
		return err
	}
	text, err := os.ReadFile(path)
	t.digest = sha256.Sum256(text)
	return err
}
