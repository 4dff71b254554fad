package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"

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
	remove func() error
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
// folder into. The benchmarks are in the current folder's counterpart.
func checkOut(ctx context.Context, rev, into string) (*tree, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if rev == "." {
		return &tree{title: "the working copy", folder: here, remove: func() error { return nil }}, nil
	}
	prefix, err := git(ctx, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	commit, err := git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		return nil, fmt.Errorf("%q is not a revision", rev)
	}
	if _, err := git(ctx, "worktree", "add", "--quiet", "--detach", into, commit); err != nil {
		return nil, err
	}
	remove := func() error {
		// After an interrupt, too: the repository must not remember it.
		_, err := git(context.WithoutCancel(ctx), "worktree", "remove", "--force", into)
		return err
	}
	return &tree{title: fmt.Sprintf("%s (%.12s)", rev, commit), folder: filepath.Join(into, filepath.FromSlash(prefix)), remove: remove}, nil
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

// common returns the functions that both sides have, and a note for each other.
func common(b, h []string) (both, notes []string) {

	for _, f := range b {
		if slices.Contains(h, f) {
			both = append(both, f)
		} else {
			notes = append(notes, "gone: "+f)
		}
	}
	for _, f := range h {
		if !slices.Contains(b, f) {
			notes = append(notes, "new: "+f)
		}
	}
	return both, notes
}
