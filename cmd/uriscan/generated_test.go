package main

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/internal/testkit"
)

//go:generate go test -count=1 -tags manual -run TestGenerated . -update

var update = flag.Bool("update", false, "write the generated files instead of comparing them")

// scriptNames are the names under which shells look for their scripts.
var scriptNames = map[string]string{"bash": "uriscan.bash", "fish": "uriscan.fish", "powershell": "uriscan.ps1", "zsh": "_uriscan"}

// The completion scripts in the repository are those of the commands as they are.
func TestGeneratedCompletions(t *testing.T) {
	fresh := map[string]string{}
	for _, shell := range shellNames() {
		fresh[scriptNames[shell]] = runWith("", "completion", shell).out
	}
	checkGenerated(t, "completions", fresh)
}

// checkGenerated checks that a folder has those files and no others, or writes them.
func checkGenerated(t *testing.T, folder string, fresh map[string]string) {
	entries, err := os.ReadDir(folder)
	testkit.Must(t, err)
	for _, e := range entries {
		name := filepath.Join(folder, e.Name())
		if want := fresh[e.Name()]; *update {
			os.Remove(name)
		} else if got := strings.ReplaceAll(testkit.Read(t, name), "\r\n", "\n"); got != want {
			t.Errorf("%s is not what the commands say: run go generate ./cmd/uriscan", name)
		}
	}
	if len(entries) != len(fresh) && !*update {
		t.Errorf("%s has %d files, want %d: run go generate ./cmd/uriscan", folder, len(entries), len(fresh))
	}
	for name, text := range fresh {
		if *update {
			testkit.Write(t, filepath.Join(folder, name), text)
		}
	}
}

func manualName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") + ".1" }

// inManual returns the name and description of a flag's value in a manual page, with the
// default, which cobra leaves out.
func inManual(f *pflag.Flag) (value, usage string) {
	value, usage = pflag.UnquoteUsage(f)
	if f.DefValue != "" && f.DefValue != "false" && !strings.Contains(usage, "default") {
		usage += " (default " + f.DefValue + ")"
	}
	return value, usage
}

// Each line of a help text is in its manual page, and so is each flag with its whole
// description. The test that makes the pages has the build tag manual.
func TestManualIsWhole(t *testing.T) {
	plain := strings.NewReplacer(`\\`, `\`, `\&`, "", `\-`, "-", `\(aq`, "'", `\(ga`, "`", `\(ha`, "^", `\(ti`, "~")
	eachCommand(func(c *cobra.Command) {
		if c.Hidden {
			return
		}
		name := filepath.Join("man", manualName(c))
		page := plain.Replace(strings.ReplaceAll(testkit.Read(t, name), "\r\n", "\n"))
		for line := range strings.Lines(c.Long + "\n" + c.Example + "\n" + c.UseLine()) {
			line = strings.TrimPrefix(strings.TrimSpace(line), "- ")
			if !strings.Contains(page, line) {
				t.Errorf("%s does not have the line %s", name, line)
			}
		}
		flags, last := 0, 0
		c.InitDefaultHelpFlag()
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Hidden {
				return
			}
			flags++
			value, usage := inManual(f)
			text := ".TP\n"
			if f.Shorthand != "" {
				text += `\fB-` + f.Shorthand + `\fP, `
			}
			if text += `\fB--` + f.Name + `\fP \fI` + value + "\\fP\n" + usage + "\n"; strings.Index(page, text) <= last {
				t.Errorf("%s does not have the flag %s after those before it", name, text)
			}
			last = strings.Index(page, text)
		})
		if got := strings.Count(page, "\n.TP\n"); got != flags || !strings.Contains(page, "\n"+strings.TrimSuffix(manualName(c), ".1")+" - "+c.Short+"\n") {
			t.Errorf("%s has %d flags, want %d, or not what the command does", name, got, flags)
		}
	})
}

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
