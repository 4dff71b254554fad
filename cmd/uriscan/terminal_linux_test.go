package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// terminal returns both ends of a new terminal: what is written into screen is
// typed, and what is read from it was shown.
func terminal(t *testing.T) (screen, tty *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminal can be made: %v", err)
	}
	t.Cleanup(func() { screen.Close() })
	var number, unlocked int32
	for request, value := range map[uintptr]*int32{syscall.TIOCSPTLCK: &unlocked, syscall.TIOCGPTN: &number} {
		_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, screen.Fd(), request, uintptr(unsafe.Pointer(value)))
		if errno != 0 {
			t.Skipf("no terminal can be made: %v", errno)
		}
	}
	tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminal can be made: %v", err)
	}
	t.Cleanup(func() { tty.Close() })
	return screen, tty
}

// Who types is told that the command waits, unless that was to be expected.
func TestInvitesTyping(t *testing.T) {
	const invitation = "uriscan: no FILE is given: reading standard input, until Ctrl-D\r\n"
	tests := []struct {
		name string
		args []string
		want bool
	}{
		{"check", []string{"check"}, true},
		{"extract", []string{"extract"}, true},
		{"standard input named", []string{"check", "-"}, false},
		{"quiet", []string{"check", "--quiet"}, false},
		{"arguments", []string{"explain", "a"}, false},
	}
	for _, tt := range tests {
		screen, tty := terminal(t)
		if _, err := io.WriteString(screen, "a b\n\x04"); err != nil {
			t.Fatal(err)
		}
		run(context.Background(), tt.args, streams{tty, io.Discard, tty})
		const end = "that was all"
		io.WriteString(tty, end)
		// What was typed is shown at any time.
		var shown strings.Builder
		for p := make([]byte, 512); !strings.Contains(shown.String(), end); {
			n, err := screen.Read(p)
			if err != nil {
				t.Fatal(err)
			}
			shown.Write(p[:n])
		}
		if got := strings.Contains(shown.String(), invitation); got != tt.want {
			t.Errorf("%s: a terminal shows %q, with the invitation: %t, want %t", tt.name, shown.String(), got, tt.want)
		}
	}
}

func TestColorOnTerminal(t *testing.T) {
	_, tty := terminal(t)
	tests := []struct {
		name, noColor, term string
		when                when
		out                 any
		want                bool
	}{
		{"terminal", "", "xterm", whenAuto, tty, true},
		{"NO_COLOR", "1", "xterm", whenAuto, tty, false},
		{"dumb", "", "dumb", whenAuto, tty, false},
		{"dumb, asked for", "", "dumb", whenAlways, tty, true},
		{"not wanted", "", "xterm", whenNever, tty, false},
		{"pipe", "", "xterm", whenAuto, io.Discard, false},
		{"file for the output", "", "xterm", whenAuto, nil, false},
	}
	for _, tt := range tests {
		t.Setenv("NO_COLOR", tt.noColor)
		t.Setenv("TERM", tt.term)
		if got := tt.when.on(tt.out); got != tt.want {
			t.Errorf("%s: when(%v).on = %t, want %t", tt.name, tt.when, got, tt.want)
		}
	}
}
