package main

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
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
		{"dedupe", newDedupe},
		{"extract", newExtract},
		{"stats", newStats},
		{"explain", newExplain},
		{"completion", func(stream.Std) *cobra.Command { return newCompletion() }},
		{"columns", func(stream.Std) *cobra.Command { return newColumnTopic() }},
	}
}

const rootLong = `uriscan works on URLs (RFC 3986 URI references), one a line, from files or
standard input: their components, or where and why a line is not valid.

A FILE that does not exist, but has a scheme and "://", is read as a URI itself;
--url URI always is. uriscan URI explains it.

Lines end in LF or CR LF; the last one may end with the input. An empty line is
the empty reference, which is valid. Nothing is trimmed, decoded or repaired. A
UTF-8 byte order mark at the beginning of an input is skipped, and written back
by dedupe and where columns are replaced; BYTE and offsets do not count it.
Output comes in the order of the input, on however many cores the work is done.

Inputs that begin like gzip, zstd or bzip2 data are decompressed, whatever their
names. One core does that for an input while the others work on the lines, so a
large compressed file takes at least as long as decompressing it does, whatever
-j is. Of damaged data the lines before the damage count; the error says what is
wrong, where, and which lines are in doubt, and the exit status is 3.

An input that is also the output, by whatever name, is refused before anything
is written. Where an output fails, a file keeps the whole lines before that.

Environment variables:

    COLUMNS         the width of what explain and stats print, instead of
                    the width of the terminal
    NO_COLOR        if it is set and not empty, no colours without
                    --color=always
    URISCAN_KERNEL  portable, avx2, avx512 or neon: the code that finds
                    components. The default is the fastest that the
                    processor has; the answers are the same.
` + exitHelp

const rootExample = `  uriscan parse links.txt                  # components as tab-separated values
  uriscan check links.txt                  # a diagnostic for each bad line
  uriscan parse --json <links.txt | jq .   # components as JSON Lines
  uriscan check access.gz links.zst        # compressed files as they are
  uriscan extract README.md docs           # the URIs in files and folders
  uriscan explain 'http://[::1/'           # what is wrong with it, and where`

// exitHelp ends the help of every command.
const exitHelp = `
Exit status: 0 all good, 1 some lines were bad, 2 usage error, 3 input or output
failed. A closed pipe ends the output quietly with 0. On SIGINT, SIGTERM and
SIGHUP uriscan finishes whole lines and dies by that signal.`

func init() { cobra.EnableCommandSorting = false }

// newRoot makes the command uriscan with all commands below it, or only the one that
// args begin with: making the flags of all takes longer than reading most lines.
func newRoot(std stream.Std, args ...string) *cobra.Command {
	root := &cobra.Command{
		Use:     "uriscan COMMAND [flags] [FILE...]",
		Short:   "Scan, check, resolve and normalize URLs (RFC 3986 URI references)",
		Long:    rootLong,
		Example: rootExample,
		Args:    unknownCommand,
		RunE: func(*cobra.Command, []string) error {
			return errors.New("no command given")
		},
		// Usage is printed when asked for, and errors by run.
		SilenceUsage:               true,
		SilenceErrors:              true,
		DisableFlagsInUseLine:      true,
		SuggestionsMinimumDistance: 2,
		CompletionOptions:          cobra.CompletionOptions{DisableDefaultCmd: true},
	}
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
		case c.RunE != nil && m.name != "completion":
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
})
