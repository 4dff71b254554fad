package main

import (
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// Whichever call of the system fails, stats says so. What it could read it counts;
// the page is whole or empty, and so is what is printed.
func TestStatsFaults(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in", faultText)
	write(t, "other", strings.Repeat("http://www.example.com/\n", 9))
	write(t, "psl", "com\n")
	args := strings.Fields("stats --json --by-site --psl psl --compare other --html page -o out --block-size 16 in")
	want := runWith("", args...)
	printed, page := contents("out"), contents("page")
	if want.status != exitGood || !strings.HasSuffix(page, "</html>\n") {
		t.Fatalf("run(%q) = %+v, want it to succeed", args, want)
	}
	before := runtime.NumGoroutine()
	tests := []struct {
		call, on string
		err      error
		taken    int
		least    int // calls
	}{
		{"open", "", syscall.EMFILE, 0, 5},
		{"read", "in", syscall.EIO, 0, 5},
		{"read", "other", syscall.EIO, 0, 5},
		{"read", "psl", syscall.EIO, 0, 1},
		{"fstat", "page", syscall.EIO, 0, 1},
		{"ftruncate", "page", syscall.EIO, 0, 1},
		{"write", "page", syscall.ENOSPC, 100, 1},
		{"write", "out", syscall.ENOSPC, 100, 1},
		{"close", "page", syscall.EDQUOT, 0, 1},
		{"close", "out", syscall.EDQUOT, 0, 1},
	}
	for _, tt := range tests {
		f := &fault{call: tt.call, on: tt.on, err: tt.err, taken: tt.taken}
		hits := f.withEach(50, func() outcome {
			os.Remove("out")
			os.Remove("page")
			return runWith("", args...)
		}, func(got outcome, hit bool) {
			out, html := contents("out"), contents("page")
			_, statErr := os.Stat("page")
			switch {
			case hit && tt.call == "fstat" && f.nth > 0 && got == want && html == page:
				// It is asked what it is a second time, for what is done if a write fails.
			case !hit && (got != want || out != printed || html != page):
				t.Errorf("%+v: run = %+v without a fault, want %+v", tt, got, want)
			case hit && (got.status != exitIO || !strings.Contains(got.err, tt.err.Error()) || !strings.HasPrefix(got.err, "uriscan: ")):
				t.Errorf("%+v, call %d: run = %+v, want an error", tt, f.nth, got)
			case out != "" && !strings.HasSuffix(out, "}\n"), html != "" && !strings.HasSuffix(html, "</html>\n"):
				t.Errorf("%+v, call %d: output or page is cut", tt, f.nth)
			case html == "" && statErr == nil:
				t.Errorf("%+v, call %d: an empty page is left", tt, f.nth)
			case tt.call == "read" && tt.on != "psl" && (out == "" || html == ""):
				t.Errorf("%+v, call %d: what was read is not printed", tt, f.nth)
			}
		})
		if hits < tt.least {
			t.Errorf("%+v: %d calls, want at least %d", tt, hits, tt.least)
		}
	}
	restore := inject(&fault{}, 1<<20)
	got := runWith("", "stats", "in", "--html", "out", "-o", "out")
	restore()
	if got.status != exitIO {
		t.Errorf("stats with a page that is the output = %+v, want status %d", got, exitIO)
	}
	expectNothingLeft(t, before)
}

// A read that is to be tried again is.
func TestStatsWaits(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in", faultText)
	write(t, "psl", "com\n")
	args := strings.Fields("stats --json --by-site --psl psl in")
	want := runWith("", args...)
	for _, err := range []error{syscall.EINTR, syscall.EAGAIN} {
		f := &fault{call: "read", err: err, once: true}
		f.withEach(60, func() outcome { return runWith("", args...) }, func(got outcome, _ bool) {
			if got != want {
				t.Errorf("read %d is %v: %+v, want %+v", f.nth, err, got, want)
			}
		})
	}
}
