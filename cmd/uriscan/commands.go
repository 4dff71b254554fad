package main

import (
	"embed"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
)

// A maker has the name of a command and makes it.
type maker struct {
	name string
	make func(stream.Std) *cobra.Command
}

// makers returns the makers of all commands, in the order of the help.
func makers() []maker {
	return []maker{
		{"parse", newParse},
		{"check", newCheck},
		{"resolve", newResolve},
		{"relativize", newRelativize},
		{"normalize", newNormalize},
		{"repair", newRepair},
		{"query", newQuery},
		{"redact", newRedact},
		{"template", newTemplate},
		{"surt", newSURT},
		{"dedupe", newDedupe},
		{"extract", newExtract},
		{"stats", newStats},
		{"merge", newMerge},
		{"target", newTarget},
		{"inspect", newInspect},
		{"explain", newExplain},
		{"completion", newCompletion},
		{"columns", topic("columns")},
		{"rows", topic("rows")},
	}
}

// topic returns the maker of a help topic, a command that only has a text.
func topic(name string) func(stream.Std) *cobra.Command {
	return func(stream.Std) *cobra.Command { return described(&cobra.Command{Use: name}) }
}

func init() { cobra.EnableCommandSorting = false }

// newRoot makes the command uriscan with all commands below it, or only the one that
// args begin with: making the flags of all takes longer than reading most lines.
func newRoot(std stream.Std, args ...string) *cobra.Command {
	root := described(&cobra.Command{
		Use:  "uriscan COMMAND [flags] [FILE...]",
		Args: unknownCommand,
		RunE: func(*cobra.Command, []string) error {
			return errors.New("no command given")
		},
		// Usage is printed when asked for, and errors by run.
		SilenceUsage:               true,
		SilenceErrors:              true,
		DisableFlagsInUseLine:      true,
		SuggestionsMinimumDistance: 2,
		CompletionOptions:          cobra.CompletionOptions{DisableDefaultCmd: true},
	})
	root.SetErr(std.Err)
	setHelp(root)
	root.SetFlagErrorFunc(flagError)
	root.SetVersionTemplate("uriscan {{.Version}}\n")
	addVersion(root)
	made := makers()
	if i := slices.IndexFunc(made, func(m maker) bool { return len(args) > 0 && m.name == args[0] }); i >= 0 {
		made = made[i : i+1]
	}
	for _, m := range made {
		c := m.make(std)
		c.DisableFlagsInUseLine = true
		switch {
		case m.name == "explain":
			addURL(c, "")
		case c.RunE != nil && m.name != "completion" && m.name != "merge":
			addURL(c, stream.URLPrefix)
		}
		addVersion(c)
		root.AddCommand(c)
	}
	return root
}

// unknownCommand rejects arguments of the root command: whatever they are, they
// were meant to be a command.
func unknownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return fmt.Errorf("unknown command %q%s", args[0], commandHint(root, args[0]))
}

// surplus rejects arguments of the root command and of help topics.
func surplus(c *cobra.Command) error {
	args := c.Flags().Args()
	switch {
	case !c.HasParent():
		return unknownCommand(c, args)
	case c.IsAdditionalHelpTopicCommand() && len(args) > 0:
		return fmt.Errorf("%s is a help topic and takes no %q", c.Name(), args[0])
	}
	return nil
}

// addVersion gives c the flag --version. Cobra's own would take -v, too.
func addVersion(c *cobra.Command) {
	c.Version = version()
	c.Flags().SortFlags = false // they have the order of the help
	c.Flags().Bool("version", false, "print the version")
	addHelp(c)
}

// version returns what the build records about its own origin. It does not change.
var version = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	return versionOf(info)
})

func versionOf(info *debug.BuildInfo) string {
	text := info.Main.Version
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			text += " " + s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			text += " modified"
		}
	}
	return strings.TrimSpace(text + " " + info.GoVersion)
}

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

// newJob makes the command of a job, which apply completes by the flags. The values are as in
// described.
func newJob(std stream.Std, j *record.Job, use string, apply func(flags *pflag.FlagSet) error, values ...string) *cobra.Command {
	return described(&cobra.Command{
		Use: use,
		RunE: func(c *cobra.Command, files []string) error {
			if err := apply(c.Flags()); err != nil {
				return err
			}
			return j.Run(c.Context(), std, files)
		},
	}, values...)
}

// textOf returns a file of texts, without the last line feed.
func textOf(name string) string {
	text, _ := texts.ReadFile("help/" + name + ".txt") // a test sees that each is there
	return strings.TrimSuffix(string(text), "\n")
}

// addURL gives c the flag --url, whose values become arguments of c before the others,
// with prefix before each.
func addURL(c *cobra.Command, prefix string) {
	var uris []string
	c.Flags().StringArrayVar(&uris, "url", nil, "read `URI` before the FILEs, as a line; may be given several times")
	run := c.RunE
	c.RunE = func(c *cobra.Command, files []string) error {
		if err := exclusive(c.Flags(), "url header"); err != nil {
			return err
		}
		for i, uri := range uris {
			if strings.Contains(uri, "\n") {
				return errors.New("the value of --url has a line feed: it would be two lines")
			}
			uris[i] = prefix + uri
		}
		return run(c, slices.Concat(uris, files))
	}
}
