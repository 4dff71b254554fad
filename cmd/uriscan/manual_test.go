//go:build manual

package main

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"
	"github.com/uriscan/uriscan/internal/testkit"
)

// The manual pages in the repository are those of the commands as they are. What makes
// them takes seconds to compile: TestManualIsWhole is without it.
func TestGeneratedManual(t *testing.T) {
	fresh := map[string]string{}
	eachCommand(func(c *cobra.Command) {
		if c.Hidden {
			return
		}
		c.DisableAutoGenTag = true
		c.Long, c.Example = markdown(c.Long), strings.ReplaceAll(c.Example[2:], "\n  ", "\n")
		c.Flags().VisitAll(func(f *pflag.Flag) {
			value, usage := inManual(f)
			f.DefValue, f.Usage = value, markdown(usage)
		})
		var page strings.Builder
		header := &doc.GenManHeader{Source: "uriscan", Manual: "User Commands", Date: &time.Time{}}
		testkit.Must(t, doc.GenMan(c, header, &page))
		fresh[manualName(c)] = cleaned(page.String())
	})
	checkGenerated(t, "man", fresh)
}

// cleaned makes flags of a page terms of a list, and each character itself: roff
// has typographic ones for those that shells know.
func cleaned(page string) string {
	page = strings.Replace(page, "Jan 0001", manDate, 1)
	page = blankLines.ReplaceAllString(page, "\n$1")
	page = optionForm.ReplaceAllString(page, ".TP\n$1 \\fI$2\\fP\n")
	var b strings.Builder
	for line := range strings.Lines(page) {
		if line[0] != '.' {
			line = roffMarks.Replace(line)
		}
		b.WriteString(line)
	}
	return b.String()
}

// blankLines precede macros that separate paragraphs themselves.
var blankLines = regexp.MustCompile(`\n\n+(\.[PST]|$)`)

var roffMarks = strings.NewReplacer("-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`)

// manDate does not depend on the day of the build, so pages change only with their text.
const manDate = "2026-11-22"

// optionForm is how cobra/doc writes a flag and its text: in lines of one
// paragraph, apart by a TAB.
var optionForm = regexp.MustCompile(`(?m)^(?:\.PP\n)?(\\fB-.*\\fP)(?:\[=.*\]|="?([^"\n]*)"?)\n\t`)

var markdownMarks = strings.NewReplacer("\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "<", "\\<", ">", "\\>", "[", "\\[", "&", "&amp;")

// markdown makes Markdown of a help text, which has no other marks than lists and
// lines indented by 4, to be printed as they are.
func markdown(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "    ") {
			line = markdownMarks.Replace(line)
		}
		b.WriteString(line)
	}
	return b.String()
}
