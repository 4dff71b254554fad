package main

import (
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/testkit/packed"
	"github.com/uriscan/uriscan/internal/testkit"
)

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
