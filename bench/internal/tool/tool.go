package tool

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// Main runs a program of that name with the arguments of the process, until an
// interrupt ends it, and exits with 1 if that fails.
func Main(name string, run func(ctx context.Context, args []string) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(1)
	}
}

// Where says on what something was measured: the processor, its cores, the version of
// Go, the time and the commit.
func Where() string {
	all := []string{
		processor(), fmt.Sprintf("%d cores", runtime.NumCPU()), runtime.Version(),
		time.Now().UTC().Format("2006-01-02 15:04 UTC"),
	}
	if commit, err := exec.Command("git", "describe", "--always", "--dirty", "--abbrev=12").Output(); err == nil {
		all = append(all, "commit "+strings.TrimSpace(string(commit)))
	}
	return strings.Join(all, " · ")
}

// processor returns the name of the processor, or of its architecture where the
// system does not tell.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}
