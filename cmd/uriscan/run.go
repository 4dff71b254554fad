package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/stream"
)

// run runs the command line args and returns the exit status. It ends early,
// after whole lines, once ctx is done.
func run(ctx context.Context, args []string, std stream.Std) int {
	if len(args) > 0 {
		if _, ok := stream.URI(args[0]); ok || args[0] == "--url" {
			args = append([]string{"explain"}, args...)
		}
	}
	out := &watched{Writer: std.Out}
	root := newRoot(std, args...)
	root.SetOut(out)
	root.SetArgs(args)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		completeFlags(root)
	}
	failed, err := root.ExecuteContextC(ctx)
	if err == nil {
		err = surplus(failed) // with --help, and for topics, cobra does not ask
	}
	var status diag.Ended
	switch {
	case out.err != nil && !stream.IsClosedPipe(out.err):
		fmt.Fprintf(std.Err, "uriscan: %v\n", out.err)
		return diag.ExitIO
	case err == nil || out.err != nil:
		return diag.ExitGood
	case errors.As(err, &status):
		return int(status)
	}
	if failed.Name() == "help" {
		failed = root // it lists what help can tell about
	}
	text := strings.TrimRight(err.Error(), "\n")
	fmt.Fprintf(std.Err, "uriscan: %s\nrun '%s --help' for the rules and examples\n", text, failed.CommandPath())
	return diag.ExitUsage
}

// A watched writer remembers its error, because cobra ignores errors when it prints
// help and version.
type watched struct {
	io.Writer
	err error
}

func (w *watched) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	if err != nil {
		w.err = &stream.OutputError{Name: "standard output", Err: err}
	}
	return n, err
}
