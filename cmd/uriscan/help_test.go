package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// With -h there is a screen of at most 36 lines: three examples, and every flag except
// those of columns, which one line points at.
func TestHelpOnAScreen(t *testing.T) {
	eachCommand(func(c *cobra.Command) {
		if !c.Runnable() {
			return
		}
		screen := runWith("", append(strings.Fields(c.CommandPath())[1:], "-h")...).out
		lines := strings.Split(strings.TrimSuffix(screen, "\n"), "\n")
		if lines[0] != c.Short+"." || len(lines) > 36 || strings.Count(screen, "  # ") > 3 {
			t.Errorf("%s -h has %d lines, the first %q", c.CommandPath(), len(lines), lines[0])
		}
		for _, line := range lines {
			if len(line) > 80 {
				t.Errorf("%s -h has a line of %d columns, want 80: %s", c.CommandPath(), len(line), line)
			}
		}
		columns := c.Flags().Lookup("json-field") != nil
		if strings.Contains(screen, "uriscan help columns") != columns {
			t.Errorf("%s -h speaks of columns: %v, want %v", c.CommandPath(), !columns, columns)
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			want := !f.Hidden && (!columns || !isColumnFlag(f.Name))
			if got := regexp.MustCompile("(?m)^  (-.,|   ) --" + f.Name + " ").MatchString(screen); got != want {
				t.Errorf("%s -h has --%s: %v, want %v", c.CommandPath(), f.Name, got, want)
			}
		})
	})
}
