package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/testkit"
)

// What a shell offers: words where there are few, file names where a file is
// meant (directive 0), and else nothing (4; 6 writes no blank after a word).
func TestComplete(t *testing.T) {
	const (
		policies = "skip\nkeep\nfail\n:4\n"
		files    = ":0\n"
		nothing  = ":4\n"
		rungs    = "case percent-encoding path-segment ipv6 empty-port default-port empty-path drop-fragment drop-userinfo"
	)
	for i, tt := range []struct {
		name, line string // the last word is to be completed; "_" is an empty one
		want       string
	}{
		{"policy of check", "check --on-error _", policies},
		{"policy, begun", "normalize --on-error=s", policies}, // the shell chooses
		{"part of a log", "normalize --log-field _", "target\nreferer\n:4\n"},
		{"progress", "check --progress _", "auto\nalways\nnever\n:4\n"},
		{"level", "normalize --level _", "syntax\nscheme\n:4\n"},
		{"rungs", "normalize --only _", strings.ReplaceAll(rungs, " ", "\n") + "\n:6\n"},
		{"second rung", "normalize --with case,d", "case," + strings.ReplaceAll(strings.TrimPrefix(rungs, "case "), " ", "\ncase,") + "\n:6\n"},
		{"third rung", "normalize --with case,ipv6,drop-f", "case,ipv6," + strings.ReplaceAll(strings.Replace(strings.TrimPrefix(rungs, "case "), " ipv6", "", 1), " ", "\ncase,ipv6,") + "\n:6\n"},
		{"true or false", "check --quiet=_", files},
		{"file", "check _", files},
		{"second file", "parse a _", files},
		{"output", "parse -o _", files},
		{"number", "parse -j _", nothing},
		{"size", "parse --max-line _", nothing},
		{"base", "resolve --base _", nothing},
		{"template", "parse --format _", nothing},
		{"reference", "explain _", nothing},
		{"profile, or a file", "dedupe --profile _", "crawl-v1\n" + files},
		{"policy of inspect, or a file", "inspect --policy _", "ingress\ningress-encoded\nfetch\n" + files},
		{"set", "dedupe --seed-of _", files},
		{"list of suffixes", "parse --psl _", files},
		{"shell", "completion _", "bash\nfish\npowershell\nzsh\n:4\n"},
	} {
		args := append([]string{[]string{"__complete", "__completeNoDesc"}[i%2]}, strings.Fields(tt.line)...)
		if last := len(args) - 1; args[last] == "_" {
			args[last] = ""
		}
		if got := runWith("", args...); got.status != diag.ExitGood || got.out != tt.want {
			t.Errorf("%s: completion of %q = %d, %q, want %q", tt.name, tt.line, got.status, got.out, tt.want)
		}
	}
}

// A command that is not asked for completion leaves nothing in memory.
func TestCommandsAreForgotten(t *testing.T) {
	gone := make(chan struct{})
	func() {
		root := newRoot(stream.Std{})
		check, _, _ := root.Find([]string{"check"})
		runtime.AddCleanup(check.Flags().Lookup("quiet"), func(struct{}) { close(gone) }, struct{}{})
	}()
	for range 10 {
		runtime.GC()
		select {
		case <-gone:
			return
		case <-time.After(time.Second):
		}
	}
	t.Error("newRoot() is still in memory after 10 collections, want it to go")
}

// bashCompletes is what bash runs to complete the last of some words.
const bashCompletes = `
compopt() { :; } # there is no prompt
source completions/uriscan.bash
completes() {
COMP_WORDS=(uriscan "$@") COMP_CWORD=$#
COMP_LINE="${COMP_WORDS[*]}"; COMP_LINE="${COMP_LINE// = /=}"
COMP_POINT=${#COMP_LINE} COMP_TYPE=9
__start_uriscan uriscan "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
echo "${COMPREPLY[*]}"
}
`

// The script for bash completes in bash, with and without the package bash-completion.
func TestBashCompletes(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	script, want := bashCompletes, ""
	for _, tt := range []struct{ words, want string }{
		{"nor", "normalize"},
		{"parse --on-e", "--on-error"},
		{"check --on-error ''", "skip keep fail"},
		{"normalize --level s", "syntax scheme"}, // the shell chooses
		{"normalize --level = s", "syntax scheme"},
		{"normalize --level = sy", "syntax"},
		{"parse --delimiter : --log-field re", "referer"},
		{"normalize --with case,drop-u", `case\,drop-userinfo`},
		{"help res", "resolve"},
	} {
		script += "completes " + tt.words + "\n"
		want += tt.want + "\n"
	}
	begins := []string{""}
	const helpers = "/usr/share/bash-completion/bash_completion"
	if _, err := os.Stat(helpers); err == nil {
		begins = append(begins, "source "+helpers+"\n")
	}
	for _, begin := range begins {
		c := exec.Command(bash, "--norc", "-c", begin+script)
		c.Env = environment(linked(t))
		got, err := c.Output()
		if strings.ReplaceAll(string(got), " \n", "\n") != want || err != nil {
			t.Errorf("bash %s%s= %q, %v, want %q", begin, script, got, err, want)
		}
	}
}

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
		said := map[string]bool{"\n": true}
		for line := range strings.Lines(c.Long + "\n") {
			said[strings.TrimPrefix(strings.TrimSpace(line), "- ")+"\n"] = true
			said[strings.TrimPrefix(line, "    ")] = true
		}
		_, description, _ := strings.Cut(page, "\n.SH DESCRIPTION\n")
		for line := range strings.Lines(description[:strings.Index(description, "\n.SH ")+1]) {
			if line[0] != '.' && !said[line] {
				t.Errorf("%s has the line %swhich is not in the help", name, line)
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
	testkit.IfMeant(t, "go generate ./cmd/uriscan")
}
