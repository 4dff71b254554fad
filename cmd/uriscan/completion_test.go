package main

import (
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/stream"
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
		{"shell", "completion _", "bash\nfish\npowershell\nzsh\n:4\n"},
		{"second topic", "help parse _", nothing},
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
		runtime.SetFinalizer(check.Flags().Lookup("quiet"), func(*pflag.Flag) { close(gone) })
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

// Commands are offered with their descriptions, also after help.
func TestCompleteCommands(t *testing.T) {
	for _, args := range [][]string{{""}, {"help", ""}} {
		got := runWith("", append([]string{"__complete"}, args...)...).out
		for _, c := range newRoot(stream.Std{}).Commands() {
			if line := c.Name() + "\t" + c.Short + "\n"; !c.Hidden && (c.Runnable() || len(args) > 1) && !strings.Contains(got, line) {
				t.Errorf("completion of %q = %q, want it to hold %q", args, got, line)
			}
		}
	}
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
	for _, begin := range []string{"", "source /usr/share/bash-completion/bash_completion || exit 77\n"} {
		c := exec.Command(bash, "--norc", "-c", begin+script)
		c.Env = environment(linked(t))
		got, err := c.Output()
		if c.ProcessState.ExitCode() == 77 {
			t.Skip("the package bash-completion is not here")
		}
		if strings.ReplaceAll(string(got), " \n", "\n") != want || err != nil {
			t.Errorf("bash %s%s= %q, %v, want %q", begin, script, got, err, want)
		}
	}
}
