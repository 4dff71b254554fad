package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/scanner"
)

// flagError says more than pflag about what is wrong with a flag.
func flagError(c *cobra.Command, err error) error {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return fmt.Errorf("%w%s", err, flagHint(c, unknown))
	}
	invalid, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
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
	return errors.New(about + "it must be true or false")
}

// flagHint suggests what an unknown flag was meant to be: one with a
// similar name, one written with a single hyphen, or one of other commands.
func flagHint(c *cobra.Command, unknown *pflag.NotExistError) string {
	name := unknown.GetSpecifiedName()
	if letters := unknown.GetSpecifiedShortnames(); letters != "" {
		name, _, _ = strings.Cut(letters, "=")
		var similar []string
		for _, long := range flagNames(c) {
			if long[1:] == name { // -quiet is -q and -uiet
				name = long
			} else if long[0] == name[0] {
				similar = append(similar, long)
			}
		}
		if c.Flags().Lookup(name) == nil && len(similar) > 0 {
			return ", did you mean --" + strings.Join(similar, " or --") + "?"
		} else if c.Flags().Lookup(name) == nil {
			return ""
		}
	}
	if near := diag.Nearest(name, flagNames(c)); near != "" {
		return fmt.Sprintf(", did you mean --%s?", near)
	}
	var have []string
	for _, other := range newRoot(stream.Std{}).Commands() {
		if f := other.Flag(name); f != nil && !f.Hidden {
			have = append(have, other.Name())
		}
	}
	switch len(have) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("; %s has it", have[0])
	}
	return fmt.Sprintf("; %s have it", strings.Join(have, ", "))
}

func flagNames(c *cobra.Command) (names []string) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	return names
}

// commandHint suggests what was meant by word, which is not a command.
func commandHint(root *cobra.Command, word string) string {
	if near := root.SuggestionsFor(word); len(near) > 0 {
		return fmt.Sprintf(", did you mean %q?", near[0])
	}
	switch _, err := os.Stat(word); {
	case err == nil:
		return ": a command comes before a FILE, as in 'uriscan check FILE'"
	case scanner.Valid(word, scanner.URI), strings.Contains(word, "://"):
		return ": a command comes before a URI, as in 'uriscan explain URI'"
	}
	return ""
}
