package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/disk"
	"github.com/uriscan/uriscan/internal/testkit"
)

// A faultyStream is a standard stream that is not a file and whose writes fail.
type faultyStream struct {
	strings.Builder
	*fault
}

func (s *faultyStream) Write(p []byte) (int, error) {
	err := s.hits("write", "")
	if err == nil {
		return s.Builder.Write(p)
	}
	n, _ := s.Builder.Write(p[:min(len(p), s.taken)])
	return n, err
}

var noFault = &fault{}

// taken are how many bytes a write takes before it fails.
var taken = []int{0, 1, 7, 50, 1000}

// isDiagnosed reports whether all of the first lines written have the diagnostics
// that they have in want, the outcome of a command that writes a line for each.
func isDiagnosed(got, want outcome) bool {
	lines := strings.Count(got.out, "\n")
	for diagnostic := range strings.Lines(want.err) {
		var number int
		if _, err := fmt.Sscanf(diagnostic, "in:%d:", &number); err != nil {
			return false
		}
		if number <= lines && !strings.Contains(got.err, diagnostic) {
			return false
		}
	}
	return true
}

// Whichever write fails, a file ends with a whole line, be it -o FILE or standard
// output.
func TestEveryWriteFails(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.Write(t, "in", faultText)
	writes := 0
	toFile := func(args []string) outcome {
		var err strings.Builder
		status := runBetween(io.Discard, &err, append(args, "-o", "out")...)
		return outcome{status, contents("out"), err.String()}
	}
	toStdout := func(args []string) outcome {
		f, failed := disk.Current.OpenFile("out", os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o666)
		testkit.Must(t, failed)
		defer f.Close()
		var err strings.Builder
		status := runBetween(f, &err, args...)
		return outcome{status, contents("out"), err.String()}
	}
	eachWay(t, 0, func(args []string, number int) {
		want := runOnFile(args...)
		to, name := toFile, "uriscan: out: "
		if number%2 == 1 {
			to, name = toStdout, "uriscan: standard output: "
		}
		for _, errno := range []syscall.Errno{syscall.ENOSPC, syscall.EIO} {
			f := &fault{call: "write", on: "out", err: errno, taken: taken[number%len(taken)], once: errno == syscall.EIO}
			writes += f.withEach(1<<20, func() outcome { return to(args) }, func(got outcome, hit bool) {
				good := !hit && got == want
				if hit {
					good = isFailure(args, got, want, name+errno.Error())
				}
				if good && args[1] == "--format" {
					good = isDiagnosed(got, want)
				}
				if !good {
					t.Errorf("%q > out, write %d takes %d bytes and fails: %+v, want lines of %+v and an error of out", args, f.nth, f.taken, got, want)
				}
			})
		}
	})
	if writes < 100 {
		t.Errorf("%d writes failed, want many", writes)
	}
}

func contents(name string) string {
	text, _ := os.ReadFile(name)
	return string(text)
}

// A failed write to something other than a file may leave a line cut, and nothing after
// it. A closed pipe gets no error message. Diagnostics that cannot be written end a command
// with 3, and where nobody reads them it goes on without.
func TestEveryWriteToStreamFails(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.Write(t, "in", faultText)
	for turn, stream := range []string{"results", "diagnostics"} {
		eachWay(t, 1+turn, func(args []string, number int) {
			want := runOnFile(args...)
			for _, errno := range []syscall.Errno{syscall.ENOSPC, syscall.EPIPE} {
				f := &fault{call: "write", err: errno, taken: taken[number%len(taken)]}
				f.withEach(1<<20, func() outcome {
					out, err := &faultyStream{fault: noFault}, &faultyStream{fault: noFault}
					[]*faultyStream{out, err}[turn].fault = f
					status := runBetween(out, err, args...)
					return outcome{status, out.String(), err.String()}
				}, func(got outcome, hit bool) {
					good := got == want
					switch {
					case !hit:
					case stream == "results":
						good = isCut(args, got, want, f)
					case errno == syscall.ENOSPC:
						good = got.status == diag.ExitIO && isWholePart(args, got.out, want.out)
					default: // and no more of them are written
						good = got.status == want.status && got.out == want.out && f.calls == f.nth+1
					}
					if !good {
						t.Errorf("%q, write %d of %s takes %d bytes and fails with %v: %+v, want a part of %+v", args, f.nth, stream, f.taken, errno, got, want)
					}
				})
			}
		})
	}
}

// isCut reports whether got is what is left where a write of results fails with f.
func isCut(args []string, got, want outcome, f *fault) bool {
	whole := f.taken > 0 || isWholePart(args, got.out, want.out) || isCutInLongLine(args, got.out, want.out)
	if !whole || !strings.HasPrefix(want.out, got.out) {
		return false
	}
	if f.err == syscall.EPIPE {
		// The lines of a block that nobody reads have no diagnostics.
		unread := f.nth == 0 && args[len(args)-1] == "16K" && args[0] != "dedupe" // which counts first
		return got.status == diag.ExitGood && isWholePart(nil, got.err, want.err) && !(unread && got.err != "")
	}
	says := "uriscan: standard output: no space left on device"
	if got.out != "" {
		says += fmt.Sprintf(" after %d bytes\n", len(got.out))
	}
	return isFailure(args, outcome{got.status, want.out, got.err}, want, says)
}

// A line that breaks off, and cannot be taken back, is ended. What is written after it stays where a
// disk then is full.
func TestFullDiskAfterBrokenLine(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.WriteAll(t, map[string]string{"broken": "longer than the limit", "in": "a:\nb:\n"})
	for _, f := range []*fault{
		{call: "read", on: "broken", nth: 1, err: syscall.EIO},
		{call: "ftruncate", on: "out", once: true, err: syscall.EIO},
		{call: "write", on: "out", nth: 2, taken: 4, err: syscall.ENOSPC},
	} {
		defer inject(f, 8)()
	}
	got := runWith("", "normalize", "--on-error", "keep", "--max-line", "6", "--quiet", "-o", "out", "broken", "in")
	want := outcome{diag.ExitIO, "", "uriscan: broken: input/output error after 8 bytes\nuriscan: out: no space left on device after 12 bytes\n"}
	if out := contents("out"); got != want || out != "longer t\na:\n" {
		t.Errorf("normalize = %+v, with %q in out, want %+v and the lines that were written", got, out, want)
	}
}

// Bad lines have their diagnostics, whatever becomes of the good lines beside them.
func TestDiagnosticsWithoutOutput(t *testing.T) {
	const in = "http://[\nhttp://h/ http://a:9|b\n/a\n"
	for command, want := range map[string]string{
		"normalize": "-:1:9: unexpected-end\n-:2:10: bad-path\n", "dedupe": "-:1:9: unexpected-end\n-:2:10: bad-path\n", "dedupe --count": "-:1:9: unexpected-end\n-:2:10: bad-path\n",
		"query --sort": "-:1:9: unexpected-end\n-:2:10: bad-path\n", "target --host h": "-:1:9: unexpected-end\n-:2:10: bad-path\n", "redact --max-line 10": "-:2:11: too-long\n",
		"extract --verbose": "-:1:1: left out, it goes on with what no URI has: http://[\n-:2:11: left out, it goes on with what no URI has: http://a:9|b\n",
	} {
		var err strings.Builder
		full := testkit.WriterFunc(func([]byte) (int, error) { return 0, syscall.ENOSPC })
		status := run(t.Context(), strings.Fields(command+" -j 1"), stream.Std{In: strings.NewReader(in), Out: full, Err: &err})
		if got := err.String(); status != diag.ExitIO || !strings.HasPrefix(got, want) || !strings.HasSuffix(got, "\nuriscan: standard output: no space left on device\n") {
			t.Errorf("%s into a full disk = %d, %q, want %d, %q and the error", command, status, got, diag.ExitIO, want)
		}
	}
}
