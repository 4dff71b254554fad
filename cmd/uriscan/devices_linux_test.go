package main

import (
	"os"
	"strings"
	"syscall"
	"testing"
)

// A full disk, as /dev/full plays it, is an error with its reason.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	must(t, err)
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
			std := streams{strings.NewReader("http://a/\n"), &out, &err}
			if tt.out {
				std.out = full
			}
			if got := run(t.Context(), tt.args, std); got != exitIO || err.String() != tt.want {
				t.Errorf("run(%q) = %d, %q, want %d, %q", tt.args, got, err.String(), exitIO, tt.want)
			}
		})
	}
}

// A device may be read and written at the same time.
func TestNullDevice(t *testing.T) {
	if got := runWith("", "parse", "-o", "/dev/null", "/dev/null"); got != (outcome{exitGood, "", ""}) {
		t.Errorf("parse -o /dev/null /dev/null = %+v, want status 0 and nothing", got)
	}
}

// A FIFO is read like any file, whatever comes out of it.
func TestFIFO(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, syscall.Mkfifo("fifo", 0o600))
	for name, in := range archives("http://a/\nhttp://b c\nlast") {
		for _, command := range []string{"check", "extract"} {
			want := runWith(string(in), command)
			want.err = strings.ReplaceAll(want.err, "-:", "fifo:")
			fed := make(chan error, 1)
			go func() { fed <- os.WriteFile("fifo", in, 0) }()
			if got := runWith("", command, "fifo"); got != want {
				t.Errorf("%s of a FIFO with %s = %+v, want %+v", command, name, got, want)
			}
			must(t, <-fed)
		}
	}
}
