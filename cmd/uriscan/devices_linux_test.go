package main

import (
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/cmd/internal/testkit/packed"
	"github.com/uriscan/uriscan/internal/testkit"
)

// A full disk, as /dev/full plays it, is an error with its reason.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	testkit.Must(t, err)
	defer full.Close()
	tests := []struct {
		name string
		args []string
		out  bool // standard output is full
		want string
	}{
		{"standard output", []string{"parse"}, true, "uriscan: standard output: no space left on device\n"},
		{"output file", []string{"parse", "-o", "/dev/full"}, false, "uriscan: /dev/full: no space left on device\n"},
		{"help", []string{"parse", "--help"}, true, "uriscan: standard output: no space left on device\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out, err strings.Builder
			std := stream.Std{In: strings.NewReader("http://a/\n"), Out: &out, Err: &err}
			if tt.out {
				std.Out = full
			}
			if got := run(t.Context(), tt.args, std); got != diag.ExitIO || err.String() != tt.want {
				t.Errorf("run(%q) = %d, %q, want %d, %q", tt.args, got, err.String(), diag.ExitIO, tt.want)
			}
		})
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
			want.err = strings.ReplaceAll(want.err, "-:", "fifo:")
			fed := make(chan error, 1)
			go func() { fed <- os.WriteFile("fifo", in, 0) }()
			if got := runWith("", command, "fifo"); got != want {
				t.Errorf("%s of a FIFO with %s = %+v, want %+v", command, name, got, want)
			}
			testkit.Must(t, <-fed)
		}
	}
}
