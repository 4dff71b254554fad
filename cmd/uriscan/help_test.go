package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// eachCommand calls f for the command itself and for all below it.
func eachCommand(f func(c *cobra.Command)) {
	root := newRoot(streams{})
	f(root)
	for _, c := range root.Commands() {
		f(c)
	}
}

// Help fits a terminal of 80 columns and names three things to do with the command.
func TestHelpFits(t *testing.T) {
	eachCommand(func(c *cobra.Command) {
		help := runWith("", append(strings.Fields(c.CommandPath())[1:], "--help")...).out
		for line := range strings.Lines(help) {
			if len(line) > 80+1 {
				t.Errorf("%s --help has a line of %d columns, want 80: %s", c.CommandPath(), len(line)-1, line)
			}
		}
		for line := range strings.Lines(c.Long) {
			// As it is, a manual page indents it by 7 instead of 4, and ends at column 78.
			if strings.HasPrefix(line, "    ") && len(line) > 75+1 {
				t.Errorf("%s --help has an indented line of %d columns, want 75: %s", c.CommandPath(), len(line)-1, line)
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
