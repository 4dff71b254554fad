package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// git runs git in dir. No hook may run: checking out is no step of anybody's
// work. The variables that git sets for hooks of its own name another tree.
func git(ctx context.Context, dir string, args ...string) (string, error) {
	args = append([]string{"-c", "core.hooksPath=" + os.DevNull}, args...)
	return output(ctx, dir, cleared("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"), "git", args...)
}

// cleared is the environment without the variables named.
func cleared(names ...string) []string {
	var env []string
	for _, entry := range os.Environ() {
		name, _, _ := strings.Cut(entry, "=")
		keep := true
		for _, n := range names {
			keep = keep && n != name
		}
		if keep {
			env = append(env, entry)
		}
	}
	return env
}

// output runs a program and returns what it wrote, trimmed. The error holds
// the end of what it complained of.
func output(ctx context.Context, dir string, env []string, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	var out, complaint bytes.Buffer
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, env, &out, &complaint
	if err := cmd.Run(); err != nil {
		return out.String(), fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), args[len(args)-1], err, tail(complaint.String()+out.String()))
	}
	return strings.TrimSpace(out.String()), nil
}

// tail is the last lines of text: what went wrong stands at the end.
func tail(text string) string {
	const most = 20
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-most):], "\n")
}

// A checkout is the tree of one side.
type checkout struct {
	module string // the folder of the benchmarks' module in it
	title  string
	remove func() error
}

// isWorkingCopy reports whether rev names the tree as it is.
func isWorkingCopy(rev string) bool { return rev == "." || rev == "WORKTREE" }

// checkOut puts revision rev of the repository around the current folder into
// the folder into. The module is the current folder's counterpart; it may be
// missing there.
func checkOut(ctx context.Context, rev, into string) (*checkout, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if isWorkingCopy(rev) {
		return &checkout{here, "the working copy", func() error { return nil }}, nil
	}
	prefix, err := git(ctx, here, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	commit, err := git(ctx, here, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		return nil, fmt.Errorf("%q is no revision", rev)
	}
	if _, err := git(ctx, here, "worktree", "add", "--quiet", "--detach", into, commit); err != nil {
		return nil, err
	}
	remove := func() error {
		// After an interrupt, too: the repository must not remember it.
		_, err := git(context.WithoutCancel(ctx), here, "worktree", "remove", "--force", into)
		return err
	}
	return &checkout{filepath.Join(into, filepath.FromSlash(prefix)), fmt.Sprintf("%s (%.12s)", rev, commit), remove}, nil
}

// exists reports whether the folder has a go.mod.
func (c *checkout) exists() (bool, error) {
	_, err := os.Stat(filepath.Join(c.module, "go.mod"))
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}
