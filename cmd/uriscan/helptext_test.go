package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func TestWrapped(t *testing.T) {
	const width = 24
	tests := []struct{ name, text, want string }{
		{"empty", "", ""},
		{"paragraph", "one two\nthree four five six seven", "one two three four five\nsix seven\n"},
		{"paragraphs", "one\n\n\ntwo", "one\n\ntwo\n"},
		{"a word too long", "a aaaaaaaaaaaaaaaaaaaaaaaaaaa b", "a\naaaaaaaaaaaaaaaaaaaaaaaaaaa\nb\n"},
		{"as it is", "so:\n\n  a b c\n    d\n\nand", "so:\n\n  a b c\n    d\n\nand\n"},
		{"as it is, wide", "  " + strings.Repeat("x ", 20) + "x", "  " + strings.Repeat("x ", 20) + "x\n"},
		{"item", "--tsv  a header row, then\n       more", "--tsv  a header row,\n       then more\n"},
		{"items", "--a  one\n--bb c\n     two", "--a  one\n--bb c two\n"},
		{"two items", "  a    one\n  b c  two", "  a    one\n  b c  two\n"},
		{"term alone", "--semconv\n    an object for each line", "--semconv\n    an object for each\n    line\n"},
		{"term and nothing", "--semconv", "--semconv\n"},
		{"text of two columns", "--a  one  two\n     - three", "--a  one two - three\n"},
		{"hyphens", "before\n- one two three four five six\n- b\nThen", "before\n- one two three four\n  five six\n- b\nThen\n"},
		{"item after item's gap", "--a  b\n\n     c", "--a  b\n\n     c\n"},
	}
	for _, tt := range tests {
		if got := wrapped(tt.text, width); got != tt.want {
			t.Errorf("%s: wrapped(%q) = %q, want %q", tt.name, tt.text, got, tt.want)
		}
	}
}

// eachCommand calls f for the command itself and for all below it.
func eachCommand(f func(c *cobra.Command)) {
	root := newRoot(streams{})
	f(root)
	for _, c := range root.Commands() {
		f(c)
	}
}

// Help fits a terminal of 80 columns, names three things to do with the command,
// and holds no line that looks like the start of an item and is none.
func TestHelpFits(t *testing.T) {
	eachCommand(func(c *cobra.Command) {
		help := runWith("", append(strings.Fields(c.CommandPath())[1:], "--help")...).out
		for line := range strings.Lines(help) {
			if len(line) > helpWidth+1 {
				t.Errorf("%s --help has a line of %d columns, want %d: %s", c.CommandPath(), len(line)-1, helpWidth, line)
			}
		}
		for _, p := range passages(c.Long) {
			for line := range strings.Lines(p.content) {
				// A manual page indents it by 9, and ends at column 78.
				if p.form == asIs && len(line) > 69 {
					t.Errorf("%s --help has a line as it is of %d columns, want 69: %s", c.CommandPath(), len(line), line)
				}
			}
		}
		for _, line := range examples(c) {
			if !strings.Contains(line, "  # ") {
				t.Errorf("%s --help has the example %s, want a comment that says what for", c.CommandPath(), line)
			}
		}
		if got := len(examples(c)); got < 3 {
			t.Errorf("%s --help has %d examples, want 3", c.CommandPath(), got)
		}
	})
}

// examples are the command lines in the help of c.
func examples(c *cobra.Command) (lines []string) {
	for line := range strings.Lines(c.Example) {
		lines = append(lines, strings.TrimSpace(line))
	}
	return lines
}
