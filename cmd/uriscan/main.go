package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/kernel"
)

func main() {
	// With SIGPIPE ignored, a write into a closed pipe is an error like others,
	// also on standard output, where Go would end the process by the signal.
	signal.Ignore(syscall.SIGPIPE)
	ctx := untilSignal()
	if name := os.Getenv("URISCAN_KERNEL"); name != "" {
		level, err := kernel.Named(name)
		if err != nil {
			fmt.Fprintf(os.Stderr, "uriscan: URISCAN_KERNEL: %v\n", err)
			os.Exit(diag.ExitUsage)
		}
		kernel.Use(level)
	}
	if startedWithoutOutput() {
		os.Stdout.Close() // writing fails then
	}
	status := run(ctx, os.Args[1:], stream.Std{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
	if by := endedBy(ctx, status); by != nil {
		die(by)
	}
	os.Exit(status)
}
