package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
)

// An ignoreRule is a line of a file such as .gitignore.
type ignoreRule struct {
	glob
	line        int
	negated     bool // it takes back what rules before it say
	foldersOnly bool
	isPath      bool // it is about the path below the folder, not about a name
}

// An ignoreFile is what such a file says about what is below its folder.
type ignoreFile struct {
	name  string
	rules []ignoreRule
}

// parseIgnore reads the rules of a file, as gitignore(5) says.
func parseIgnore(name string, text []byte) *ignoreFile {
	f := &ignoreFile{name: name}
	text = bytes.TrimPrefix(text, []byte(byteOrderMark))
	for n := 1; len(text) > 0; n++ {
		var line []byte
		line, text, _ = bytes.Cut(text, newline)
		if r, ok := parseIgnoreRule(string(bytes.TrimSuffix(line, []byte{'\r'}))); ok {
			r.line = n
			f.rules = append(f.rules, r)
		}
	}
	return f
}

// parseIgnoreRule reads a line, and tells whether it is a rule that can match.
func parseIgnoreRule(line string) (r ignoreRule, ok bool) {
	if strings.HasPrefix(line, "#") {
		return r, false
	}
	line = withoutTrailingBlanks(line)
	line, r.negated = strings.CutPrefix(line, "!")
	line, r.foldersOnly = strings.CutSuffix(line, "/")
	r.isPath = strings.Contains(line, "/")
	r.glob = compileGlob(strings.TrimPrefix(line, "/"), r.isPath)
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

// last returns the last rule that matches path, which is below the folder of f.
func (f *ignoreFile) last(path string, isFolder bool) *ignoreRule {
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
		if (isFolder || !r.foldersOnly) && r.match(subject) {
			return r
		}
	}
	return nil
}

// An ignoreFolder is a folder with the rules that stand in it, and those of the
// folders that it is in.
type ignoreFolder struct {
	parent *ignoreFolder // the next one with rules, or a repository
	path   string        // absolute, with "/" at its end
	isRepo bool          // it has a .git
	// own is .ignore, git is .gitignore, and exclude is .git/info/exclude; nil if
	// there is none.
	own, git, exclude *ignoreFile
}

// ignoreNames are the names of files that say something about what is ignored.
const (
	ownIgnore  = ".ignore"
	gitIgnore  = ".gitignore"
	gitFolder  = ".git"
	gitExclude = ".git/info/exclude"
)

// verdict returns the rule that decides about name in the folder at path, absolute
// and with "/" at its end, and the file that it stands in; nil if none does. As in
// ripgrep, .ignore goes before .gitignore and that before .git/info/exclude, in
// each the nearest folder first; those of git count only inside a repository, and
// not for a repository inside of theirs.
func (in *ignoreFolder) verdict(path, name string, isFolder bool) (*ignoreFile, *ignoreRule) {
	if in == nil {
		return nil, nil
	}
	path += name
	for f := in; f != nil; f = f.parent {
		if r := f.own.last(path[len(f.path):], isFolder); r != nil {
			return f.own, r
		}
	}
	repo := in
	for ; repo != nil && !repo.isRepo; repo = repo.parent {
	}
	if repo == nil {
		return nil, nil
	}
	for f := in; f != repo.parent; f = f.parent {
		if r := f.git.last(path[len(f.path):], isFolder); r != nil {
			return f.git, r
		}
	}
	return repo.exclude, repo.exclude.last(path[len(repo.path):], isFolder)
}

// below returns what holds in a folder inside of in: shown is its name for
// people, path is absolute, with "/" at its end, and has tells what there is in
// it. The error is of a file that could not be read; the others count.
func (in *ignoreFolder) below(shown, path string, has func(name string) bool) (*ignoreFolder, error) {
	f := &ignoreFolder{parent: in, path: path, isRepo: has(gitFolder)}
	var err error
	read := func(name string) *ignoreFile {
		name = filepath.Join(shown, name)
		info, failed := os.Stat(name)
		if failed != nil || !info.Mode().IsRegular() {
			return nil
		}
		text, failed := os.ReadFile(name)
		if failed != nil {
			err = &inputError{name, failed}
		}
		if len(text) == 0 {
			return nil
		}
		return parseIgnore(name, text)
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
	if f.own == nil && f.git == nil && !f.isRepo {
		return in, err
	}
	return f, err
}

// ignoredAbove returns what the folders say that the folder at path, which is
// absolute, is in.
func ignoredAbove(path string) (in *ignoreFolder, err error) {
	parent := filepath.Dir(path)
	if parent == path {
		return nil, nil
	}
	above, err := ignoredAbove(parent)
	in, failed := above.below(parent, withSlash(parent), func(name string) bool {
		_, err := os.Lstat(filepath.Join(parent, name))
		return err == nil
	})
	if err == nil {
		err = failed
	}
	return in, err
}

// withSlash returns a folder's path as rules see it, with "/" at its end.
func withSlash(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasSuffix(path, "/") {
		path += "/"
	}
	return path
}
