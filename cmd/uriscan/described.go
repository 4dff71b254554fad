package main

import (
	"embed"
	"strings"

	"github.com/spf13/cobra"
)

// texts has what the commands say of themselves, in help/NAME.txt: a line for the list of
// commands, then all there is to know, then examples. What several share is in help/parts.
//
//go:embed help
var texts embed.FS

// described fills in the texts of c. A part is in them by its name in braces; values has
// pairs of what else is replaced, and by what.
func described(c *cobra.Command, values ...string) *cobra.Command {
	text := textOf(c.Name())
	for _, part := range []string{"columns", "output", "exit"} {
		text = strings.Replace(text, "{"+part+"}", textOf("parts/"+part), 1)
	}
	text = strings.NewReplacer(values...).Replace(text)
	c.Short, text, _ = strings.Cut(text, "\n\n")
	c.Long, c.Example, _ = strings.Cut(text, "\n\nExamples:\n")
	return c
}

// textOf returns a file of texts, without the last line feed.
func textOf(name string) string {
	text, _ := texts.ReadFile("help/" + name + ".txt") // a test sees that each is there
	return strings.TrimSuffix(string(text), "\n")
}
