package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/uriscan/uriscan/internal/kernel"
)

// The exit statuses.
const (
	exitGood        = 0
	exitBad         = 1   // some lines were bad
	exitUsage       = 2   // the command line was wrong: nothing was read
	exitIO          = 3   // an input or the output failed
	exitInterrupted = 130 // as a shell reports death by SIGINT; by SIGTERM and SIGHUP, too
)

// streams are the three standard streams.
type streams struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

// grace is how long an interrupt waits for the end of a line: for a write or a
// read that lasts longer than this there may be none.
const grace = 500 * time.Millisecond

func main() {
	// With SIGPIPE ignored, a write into a closed pipe is an error like others,
	// also on standard output, where Go would end the process by the signal.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), interrupts()...)
	context.AfterFunc(ctx, func() {
		// The first interrupt lets the block at hand be written, but not for
		// longer than grace if nobody reads it; a second one finds the signal's
		// default and ends the process at once.
		stop()
		time.Sleep(grace)
		fileWrite.Lock()
		os.Exit(exitInterrupted)
	})
	if name := os.Getenv("URISCAN_KERNEL"); name != "" {
		level, err := kernel.Named(name)
		if err != nil {
			fmt.Fprintf(os.Stderr, "uriscan: URISCAN_KERNEL: %v\n", err)
			os.Exit(exitUsage)
		}
		kernel.Use(level)
	}
	os.Exit(run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// interrupts returns the signals that ask for an end. SIGHUP is none for what was
// started by nohup. SIGINT is ignored by what a script starts in the background,
// too, but whoever sends it there means it.
func interrupts() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}

// ended is how a command that ran reports its exit status, if not 0. Every
// other error out of cobra is one of usage: cobra has no type for those.
type ended int

func (e ended) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// run runs the command line args and returns the exit status. It ends early,
// after whole lines, once ctx is done.
func run(ctx context.Context, args []string, std streams) int {
	out := &watched{Writer: std.out}
	root := newRoot(std, args...)
	root.SetOut(out)
	root.SetArgs(args)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		completeFlags(root)
	}
	failed, err := root.ExecuteContextC(ctx)
	if err == nil && failed == root {
		err = unknownCommand(root, root.Flags().Args()) // with --help cobra does not ask
	}
	var status ended
	switch {
	case err == nil && out.err != nil && !isClosedPipe(out.err):
		fmt.Fprintf(std.err, "uriscan: %v\n", out.err)
		return exitIO
	case err == nil:
		return exitGood
	case errors.As(err, &status):
		return int(status)
	}
	if failed.Name() == "help" {
		failed = root // it lists what help can tell about
	}
	text := strings.TrimRight(err.Error(), "\n")
	fmt.Fprintf(std.err, "uriscan: %s\nrun '%s --help' for the rules and examples\n", text, failed.CommandPath())
	return exitUsage
}

// A watched writer remembers the first error, for cobra, which prints help and
// version without looking.
type watched struct {
	io.Writer
	err error
}

func (w *watched) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	if w.err == nil && err != nil {
		w.err = &outputError{"standard output", err}
	}
	return n, err
}
