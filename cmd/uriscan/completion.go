package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/uriscan/uriscan/cmd/internal/stream"
)

// A completer is a shell for which there is a script.
type completer struct {
	name  string
	write func(root *cobra.Command, w io.Writer) error
}

var shells = []completer{
	{"bash", writeBash},
	{"fish", func(root *cobra.Command, w io.Writer) error { return root.GenFishCompletion(w, true) }},
	{"powershell", (*cobra.Command).GenPowerShellCompletionWithDesc},
	{"zsh", (*cobra.Command).GenZshCompletion},
}

// bashWords is what cobra does if the package bash-completion does not take the words of a
// command line apart, and ownBashWords what works without any part of it.
const (
	bashWords    = "    _get_comp_words_by_ref \"$@\" cur prev words cword\n"
	ownBashWords = `    words=()
    for cur in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
        prev=${words[*]:${#words[@]}-1}
        if [[ $cur == = && $prev == -* || $prev == -*= ]]; then
            cur=$prev$cur # bash has taken --level=s apart
            unset "words[${#words[@]}-1]"
        fi
        words+=("$cur")
    done
    cword=$((${#words[@]} - 1))
`
)

func writeBash(root *cobra.Command, w io.Writer) error {
	var script bytes.Buffer
	err := root.GenBashCompletionV2(&script, true)
	if err == nil {
		_, err = io.WriteString(w, strings.Replace(script.String(), bashWords, ownBashWords, 1))
	}
	return err
}

func shellNames() (names []string) {
	for _, s := range shells {
		names = append(names, s.name)
	}
	return names
}

// newCompletion replaces cobra's command, which for an unknown or a missing shell
// prints help and exits with status 0.
func newCompletion(stream.Std) *cobra.Command {
	return described(&cobra.Command{
		Use:       "completion SHELL",
		ValidArgs: shellNames(),
		RunE: func(c *cobra.Command, args []string) error {
			known := "it must be one of " + strings.Join(shellNames(), ", ")
			if len(args) == 0 {
				return errors.New("no shell given: " + known)
			}
			i := slices.Index(shellNames(), args[0])
			switch {
			case i < 0:
				return fmt.Errorf("unknown shell %q: %s", args[0], known)
			case len(args) > 1:
				return errors.New("one shell at a time")
			}
			return shells[i].write(newRoot(stream.Std{}), c.OutOrStdout())
		},
	})
}

// A completable is a flag value that is completed in its own way.
type completable interface{ complete() cobra.CompletionFunc }

// completeFlags completes the values of the flags of all commands. It is called only
// if completion is asked for: cobra keeps each of them, and the command with it, until
// the process ends.
func completeFlags(root *cobra.Command) {
	for _, c := range root.Commands() {
		c.Flags().VisitAll(func(f *pflag.Flag) { completeFlag(c, f) })
	}
}

// completeFlag completes the values of f: in their own way, the names of files where a FILE is
// wanted, and nothing elsewhere.
func completeFlag(c *cobra.Command, f *pflag.Flag) {
	complete := cobra.NoFileCompletions
	name, _ := pflag.UnquoteUsage(f)
	if v, ok := f.Value.(completable); ok {
		complete = v.complete()
	} else if name == "FILE" || f.NoOptDefVal != "" { // the latter has no value
		return
	}
	// It fails where the flag has a completion already.
	_ = c.RegisterFlagCompletionFunc(f.Name, complete)
}

// completeList completes the last word of a list with those that are not in it.
func completeList(words []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndexByte(typed, ',')+1]
		given := strings.Split(before, ",")
		var lists []string
		for _, w := range words {
			if !slices.Contains(given, w) {
				lists = append(lists, before+w)
			}
		}
		return lists, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}
