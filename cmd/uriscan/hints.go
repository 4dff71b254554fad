package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/uriscan/internal/seen"
)

// flagError says more of what is wrong with a flag than pflag does.
func flagError(c *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	var unknown *pflag.NotExistError
	switch {
	case errors.As(err, &unknown):
		return fmt.Errorf("%w%s", err, flagHint(c, unknown))
	case !errors.As(err, &invalid):
		return err
	}
	f := invalid.GetFlag()
	if long := f.Shorthand + invalid.GetValue(); f.Shorthand != "" && c.Flags().Lookup(long) != nil {
		return fmt.Errorf("%w; or did you mean --%s?", err, long)
	}
	if f.Value.Type() != "bool" {
		return err
	}
	// What strconv says is for programmers.
	about := strings.TrimSuffix(err.Error(), invalid.Unwrap().Error())
	return errors.New(about + "it is true or false")
}

// flagHint says what an unknown flag may have been meant to be: one with a
// similar name, one written with a single hyphen, or one of other commands.
func flagHint(c *cobra.Command, unknown *pflag.NotExistError) string {
	name := unknown.GetSpecifiedName()
	if letters := unknown.GetSpecifiedShortnames(); letters != "" {
		name, _, _ = strings.Cut(letters, "=")
		if c.Flags().Lookup(name) == nil {
			return ""
		}
	}
	if near := nearest(name, flagNames(c)); near != "" {
		return fmt.Sprintf(", did you mean --%s?", near)
	}
	var have []string
	for _, other := range newRoot(streams{}).Commands() {
		if f := other.Flag(name); f != nil && !f.Hidden {
			have = append(have, other.Name())
		}
	}
	if len(have) == 0 {
		return ""
	}
	return fmt.Sprintf(", which is one of %s", strings.Join(have, ", "))
}

// flagNames are the names of the flags that the help of c has.
func flagNames(c *cobra.Command) (names []string) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	return names
}

// nearest is the name that differs least from a word, if that is by at most two
// bytes, and by less than half of them.
func nearest(word string, names []string) string {
	best, least := "", min(3, (len(word)+1)/2)
	for _, name := range names {
		if d := distance(word, name); d < least {
			best, least = name, d
		}
	}
	return best
}

// distance is how many bytes must be put in, taken out or changed, or swapped
// with their neighbours, to make b of a.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, last, row = last, row, before
		row[0] = i + 1
		for j := range len(b) {
			row[j+1] = min(last[j+1], row[j]) + 1
			if a[i] == b[j] {
				row[j+1] = min(row[j+1], last[j])
			} else {
				row[j+1] = min(row[j+1], last[j]+1)
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}

// commandHint says what was perhaps meant by what is no command.
func commandHint(root *cobra.Command, word string) string {
	if near := root.SuggestionsFor(word); len(near) > 0 {
		return fmt.Sprintf(", did you mean %q?", near[0])
	}
	switch _, err := os.Stat(word); {
	case err == nil:
		return ": a command stands before a FILE, as in 'uriscan check FILE'"
	case strings.Contains(word, "://"):
		return ": a command stands before a URI, as in 'uriscan explain URI'"
	}
	return ""
}

// inviteTyping says that the command waits for lines if somebody may wonder why
// nothing happens.
func inviteTyping(std streams) {
	if isTerminal(std.in) && isTerminal(std.err) {
		fmt.Fprintf(std.err, "uriscan: no FILE is given: reading standard input, until %s\n", endOfTyping)
	}
}

// inputHint says what to do about an input that cannot be read.
func inputHint(name string, err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist) && strings.Contains(name, "://"):
		return "; references come in files or from standard input: echo URI | uriscan COMMAND"
	case errors.Is(err, syscall.EISDIR) && name != "-":
		return ": name the files in it; extract alone searches folders"
	case errors.Is(err, errOverlap):
		return ": write to another file, then rename it"
	}
	return ""
}

// outputHint says what to do about an output that cannot be written.
func outputHint(err error) string {
	switch {
	case errors.Is(err, syscall.EISDIR):
		return ": --output needs the name of a file"
	case errors.Is(err, errOverlap):
		return ": write to another file, then rename it"
	case errors.Is(err, seen.ErrDamaged):
		return ": bring back a copy of it, or move it away to begin with none"
	case errors.Is(err, seen.ErrVersion):
		return ": move it away to begin with none"
	}
	return ""
}
