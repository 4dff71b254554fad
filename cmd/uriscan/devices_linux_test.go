package main

import (
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/packed"
)

// What is printed when asked for fails on a full disk, as results do.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	testkit.Must(t, err)
	defer full.Close()
	for _, line := range []string{"--version", "parse --version", "completion zsh", "parse --help", "-h"} {
		var says strings.Builder
		got := run(t.Context(), strings.Fields(line), stream.Std{In: strings.NewReader(""), Out: full, Err: &says})
		if want := "uriscan: standard output: no space left on device\n"; got != diag.ExitIO || says.String() != want {
			t.Errorf("uriscan %s = %d, %q, want %d, %q", line, got, says.String(), diag.ExitIO, want)
		}
	}
}

// The file for bad lines is an output, too.
func TestRejectsOnFullDisk(t *testing.T) {
	const says = "uriscan: /dev/full: no space left on device\n"
	if got := runWith("a b\n", "check", "--quiet", "--rejects", "/dev/full"); got != (outcome{diag.ExitIO, "", says}) {
		t.Errorf("check with --rejects /dev/full = %+v, want %q", got, says)
	}
}

// A device may be read and written at the same time.
func TestNullDevice(t *testing.T) {
	if got := runWith("", "parse", "-o", "/dev/null", "/dev/null"); got != (outcome{diag.ExitGood, "", ""}) {
		t.Errorf("parse -o /dev/null /dev/null = %+v, want status 0 and nothing", got)
	}
}

// A FIFO is read like any file, whatever comes out of it.
func TestFIFO(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.Must(t, syscall.Mkfifo("fifo", 0o600))
	for name, in := range packed.Archives("http://a/\nhttp://b c\nlast") {
		for _, command := range []string{"check", "extract"} {
			want := runWith(string(in), command)
			want.out, want.err = strings.ReplaceAll(want.out, "-:", "fifo:"), strings.ReplaceAll(want.err, "-:", "fifo:")
			fed := make(chan error, 1)
			go func() { fed <- os.WriteFile("fifo", in, 0) }()
			if got := runWith("", command, "fifo"); got != want {
				t.Errorf("%s of a FIFO with %s = %+v, want %+v", command, name, got, want)
			}
			testkit.Must(t, <-fed)
		}
	}
}
