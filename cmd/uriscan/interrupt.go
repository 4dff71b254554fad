package main

import (
	"context"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/stream"
)

// grace is how long a signal waits for the end of a line: a write or a read that
// takes longer may never end.
const grace = 500 * time.Millisecond

// A signaled error says which signal ends the command.
type signaled struct{ os.Signal }

func (s signaled) Error() string { return s.String() }

// untilSignal returns a context that the first signal to end the command cancels, with
// the signal as its cause. A signal that is ignored when the command starts, as under
// nohup or in the background of a script, stays ignored.
func untilSignal() context.Context {
	ends := slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}, signal.Ignored)
	if len(ends) == 0 {
		return context.Background() // signal.Notify would take every signal
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, ends...)
	go func() {
		s := <-caught
		cancel(signaled{s})
		endSoon(func() { signal.Stop(caught) }, func() { die(s) })
	}()
	return ctx
}

// endedBy returns the signal that has ended the command, nil if it was at its end before it
// heard of one.
func endedBy(ctx context.Context, status int) os.Signal {
	if by, ok := context.Cause(ctx).(signaled); ok && status == diag.ExitInterrupted {
		return by.Signal
	}
	return nil
}

// endSoon ends the process after a signal. The current block is still written, but not for
// longer than grace if nobody reads it; after stop a second signal has its default effect,
// and ends the process at once.
func endSoon(stop, end func()) {
	stop()
	time.Sleep(grace)
	stream.FileWrite.Lock()
	end()
}

// die ends the process by the signal s, so that a shell ends its script or loop, too. Where
// that is not possible, the status is what shells report for it.
func die(s os.Signal) {
	signal.Reset(s)
	number, _ := s.(syscall.Signal)
	if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(s) == nil {
		time.Sleep(grace) // another thread may take it
	}
	os.Exit(128 + int(number))
}
