package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// addCompletion adds cobra's command completion, which answers a shell it does
// not know, and none, with help and exit status 0, and completes the values of
// flags that have few.
func addCompletion(root *cobra.Command) {
	for _, c := range root.Commands() {
		completeColumns(c)
		if c.Flag("on-error") != nil {
			// It fails where the flag is missing or has a completion already.
			_ = c.RegisterFlagCompletionFunc("on-error", cobra.FixedCompletions(policyNames[:], cobra.ShellCompDirectiveNoFileComp))
		}
	}
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Args, c.RunE = cobra.ArbitraryArgs, unknownShell
		}
	}
}

// unknownShell refuses to complete for a shell without a command of its own.
func unknownShell(completion *cobra.Command, args []string) error {
	var shells []string
	for _, c := range completion.Commands() {
		shells = append(shells, c.Name())
	}
	known := strings.Join(shells, ", ")
	if len(args) == 0 {
		return errors.New("no shell given: it is one of " + known)
	}
	return fmt.Errorf("unknown shell %q: it is one of %s", args[0], known)
}
