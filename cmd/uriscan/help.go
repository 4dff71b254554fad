package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// setHelp has root and all below it print their help: with -h one screen, with
// --help everything.
func setHelp(root *cobra.Command) {
	root.SetHelpFunc(func(c *cobra.Command, _ []string) {
		if surplus(c) != nil {
			return // run says so
		}
		// The writer remembers errors.
		out, screen := c.OutOrStdout(), c.Flags().Lookup("usage")
		switch {
		case c.IsAdditionalHelpTopicCommand():
			fmt.Fprintf(out, "%s\n\nExamples:\n%s\n", c.Long, c.Example)
		case screen != nil && screen.Changed:
			printScreen(out, c)
		default:
			fmt.Fprintf(out, "%s\n\n%s\n", cmp.Or(c.Long, c.Short+"."), strings.TrimRight(c.UsageString(), "\n"))
		}
	})
	// The line of use already says COMMAND.
	usage := strings.Replace(root.UsageTemplate(), "\n  {{.CommandPath}} [command]", "", 1)
	usage = strings.ReplaceAll(usage, ".FlagUsages", ".FlagUsagesWrapped 80")
	root.SetUsageTemplate(usage + "{{if .HasParent}}\n" + textOf("parts/exit") + "\n{{end}}")
	root.SetHelpCommand(newHelp())
}

func addHelp(c *cobra.Command) {
	// It acts as --help, and is set to distinguish the two.
	asHelp := func(s string) (string, error) { return s, c.Flags().Set("help", s) }
	c.Flags().VarPF(&textFlag[string]{new(string), "bool", asHelp}, "usage", "h", "print a screen of help").NoOptDefVal = "true"
	c.Flags().Bool("help", false, "print all there is to know")
}

// printScreen prints one sentence about c, three examples, and its flags a line
// each; of those that choose a column only that there are some.
func printScreen(w io.Writer, c *cobra.Command) {
	fmt.Fprintf(w, "%s.\n\nUsage: %s\n", c.Short, c.UseLine())
	if c.Example != "" {
		lines := strings.SplitN(c.Example, "\n", 4)
		fmt.Fprintf(w, "\nExamples:\n%s\n", strings.Join(lines[:min(3, len(lines))], "\n"))
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintln(w, "\nCommands:")
		for _, below := range c.Commands() {
			if below.IsAvailableCommand() || below.IsAdditionalHelpTopicCommand() {
				fmt.Fprintf(w, "  %-11s %s\n", below.Name(), below.Short)
			}
		}
	}
	flags, columns := pflag.NewFlagSet("", pflag.ContinueOnError), false
	flags.SortFlags = false
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if isColumnFlag(f.Name) && c.Flags().Lookup("json-field") != nil {
			columns = true
			return
		}
		short := *f
		short.Usage = clause(f.Usage)
		if short.DefValue != "[]" { // that of a list, which is not printed
			short.DefValue = "" // it may not fit
		}
		flags.AddFlag(&short)
	})
	if columns {
		fmt.Fprint(w, "\nRecords: --field N, --csv, --log, --json-field PATH and others choose a column;\nuriscan help columns has them.\n")
	}
	fmt.Fprintf(w, "\nFlags:\n%s\n%s --help has everything.\n", flags.FlagUsagesWrapped(80), c.CommandPath())
}

// clause returns the beginning of a flag's text that fits a line beside the flag.
func clause(usage string) string {
	const most = 56
	for open := strings.Index(usage, " ("); open >= 0 && len(usage) > most; open = strings.Index(usage, " (") {
		usage = usage[:open] + usage[open+strings.IndexByte(usage[open:], ')')+1:]
	}
	for _, mark := range []string{". ", "; ", ": ", ", "} {
		if len(usage) <= most {
			break
		}
		usage, _, _ = strings.Cut(usage, mark)
	}
	return usage
}

// isColumnFlag reports whether a flag of that name is one of columnFlags.
func isColumnFlag(name string) bool {
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	columns := new(columnFlags)
	columns.add(flags)
	columns.addAppend(flags)
	return flags.Lookup(name) != nil
}

// newHelp replaces cobra's help command, which answers an unknown name with
// exit status 0.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:    "help [COMMAND]",
		Short:  "Explain a command",
		Hidden: true,
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
			for _, about := range c.Root().Commands() {
				if len(args) == 0 && (about.IsAvailableCommand() || about.IsAdditionalHelpTopicCommand()) {
					names = append(names, about.Name()+"\t"+about.Short)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			// The root rejects what it does not know by unknownCommand.
			about, rest, err := c.Root().Find(args)
			switch {
			case err != nil || about == c.Root() && len(rest) > 0:
				return unknownCommand(c.Root(), args)
			case len(rest) > 0:
				return fmt.Errorf("help explains one command, not also %q", rest[0])
			}
			return about.Help()
		},
	}
}
