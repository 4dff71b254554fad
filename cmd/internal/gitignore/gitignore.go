// Package gitignore finds out which files .gitignore, .ignore and .git/info/exclude leave out.
package gitignore

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/uriscan/uriscan/cmd/internal/stream"
)

// An ignoreRule is a line of a file such as .gitignore.
type ignoreRule struct {
	glob
	Line        int
	Negated     bool // it takes back what rules before it say
	foldersOnly bool
	isPath      bool // it is about the path below the folder, not about a name
}

// An ignoreFile holds the rules of such a file about what is below its folder.
type ignoreFile struct {
	Name  string
	rules []ignoreRule
}

// parse reads the rules of a file, as gitignore(5) says.
func parse(name string, text []byte) *ignoreFile {
	f := &ignoreFile{Name: name}
	text = bytes.TrimPrefix(text, []byte(stream.ByteOrderMark))
	for n := 1; len(text) > 0; n++ {
		var line []byte
		line, text, _ = bytes.Cut(text, stream.Newline)
		if r, ok := parseIgnoreRule(string(bytes.TrimSuffix(line, []byte{'\r'}))); ok {
			r.Line = n
			f.rules = append(f.rules, r)
		}
	}
	return f
}

// parseIgnoreRule reads a line, and reports whether it is a rule that can match.
func parseIgnoreRule(line string) (r ignoreRule, ok bool) {
	if strings.HasPrefix(line, "#") {
		return r, false
	}
	line = withoutTrailingBlanks(line)
	line, r.Negated = strings.CutPrefix(line, "!")
	line, r.foldersOnly = strings.CutSuffix(line, "/")
	r.isPath = strings.Contains(line, "/")
	r.glob = compile(strings.TrimPrefix(line, "/"), r.isPath)
	return r, len(r.glob) > 0
}

// withoutTrailingBlanks returns line without the blanks at its end that have no
// backslash before them.
func withoutTrailingBlanks(line string) string {
	end := 0
	for i := 0; i < len(line); i++ {
		if line[i] == ' ' {
			continue
		}
		if line[i] == '\\' {
			i++
		}
		end = min(i+1, len(line))
	}
	return line[:end]
}

// last returns the last rule that matches path, which is below the folder of f, if steps
// suffice.
func (f *ignoreFile) last(path string, isFolder bool, steps *int) *ignoreRule {
	if f == nil {
		return nil
	}
	name := path[strings.LastIndexByte(path, '/')+1:]
	for i := len(f.rules) - 1; i >= 0; i-- {
		r := &f.rules[i]
		subject := name
		if r.isPath {
			subject = path
		}
		if (isFolder || !r.foldersOnly) && r.Match(subject, steps) {
			return r
		}
	}
	return nil
}

// A Folder is a folder with the rules in it, and those of the folders that contain it.
type Folder struct {
	parent *Folder
	path   string // absolute, with "/" at its end
	isRepo bool   // it has a .git
	// own is .ignore, git is .gitignore, and exclude is .git/info/exclude; nil if
	// the file does not exist.
	own, git, exclude *ignoreFile
	size              int // of the rules in it and above, in bytes
}

// mostRules is how many bytes the rules of a folder and those above it may have: compiled they
// take up to 90 times as much memory.
const mostRules = 1 << 20

// mostSteps is how many bytes of globs are compared for one name, in some 20 ms: 1 MiB of rules such
// as **/?/?/a takes minutes for a file 400 folders deep.
const mostSteps = 1 << 22

var (
	errLong = errors.New("its rules do not count: with those of the folders above they are longer than 1 MiB")
	errSlow = errors.New("not all rules of ignore files count for it: they take too long")
)

// readRules reads a file of at most most bytes.
func readRules(name string, most int) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, int64(most)+1))
	if len(text) > most {
		return nil, errLong
	}
	return text, err
}

const (
	ownIgnore  = ".ignore"
	gitIgnore  = ".gitignore"
	GitFolder  = ".git"
	gitExclude = ".git/info/exclude"
)

// Verdict returns the rule that decides about name in the folder at path, absolute and
// with "/" at its end, and the file that contains the rule; nil if no rule does. As in
// ripgrep, .ignore goes before .gitignore and that before .git/info/exclude, in each the
// nearest folder first; those of git count only inside a repository, and not for a
// repository inside of theirs. Rules that are left after mostSteps do not count; that is an error if
// none before them decides.
func (in *Folder) Verdict(path, name string, isFolder bool) (*ignoreFile, *ignoreRule, error) {
	path += name
	steps := mostSteps
	for f := in; f != nil; f = f.parent {
		if r := f.own.last(path[len(f.path):], isFolder, &steps); r != nil {
			return f.own, r, nil
		}
	}
	repo := in
	for ; repo != nil && !repo.isRepo; repo = repo.parent {
	}
	if repo != nil {
		for f := in; f != repo.parent; f = f.parent {
			if r := f.git.last(path[len(f.path):], isFolder, &steps); r != nil {
				return f.git, r, nil
			}
		}
		if r := repo.exclude.last(path[len(repo.path):], isFolder, &steps); r != nil {
			return repo.exclude, r, nil
		}
	}
	if steps == 0 {
		return nil, nil, errSlow
	}
	return nil, nil, nil
}

// Below returns what holds in a folder inside of in: shown is its name in messages, path
// is absolute, with "/" at its end, and has reports what is in it. The error is of a file
// that could not be read; the others count.
func (in *Folder) Below(shown, path string, has func(name string) bool) (*Folder, error) {
	f := &Folder{parent: in, path: path, isRepo: has(GitFolder)}
	if in != nil {
		f.size = in.size
	}
	var err error
	read := func(name string) *ignoreFile {
		name = filepath.Join(shown, name)
		info, failed := os.Stat(name)
		if failed != nil || !info.Mode().IsRegular() {
			return nil
		}
		text, failed := readRules(name, mostRules-f.size)
		if failed != nil {
			err = &stream.InputError{Name: name, Err: failed}
		}
		f.size += len(text)
		return parse(name, text)
	}
	if has(ownIgnore) {
		f.own = read(ownIgnore)
	}
	if has(gitIgnore) {
		f.git = read(gitIgnore)
	}
	if f.isRepo {
		f.exclude = read(gitExclude)
	}
	return f, err
}

// Above returns the rules of the folders that contain the folder at path, which is
// absolute.
func Above(path string) (in *Folder, err error) {
	parent := filepath.Dir(path)
	if parent == path {
		return nil, nil
	}
	above, err := Above(parent)
	in, failed := above.Below(parent, WithSlash(parent), func(name string) bool {
		_, err := os.Lstat(filepath.Join(parent, name))
		return err == nil
	})
	return in, cmp.Or(err, failed)
}

// WithSlash returns a folder's path as rules see it, with "/" at its end.
func WithSlash(path string) string {
	return strings.TrimSuffix(filepath.ToSlash(path), "/") + "/"
}
