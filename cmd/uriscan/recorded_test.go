package main

import (
	"flag"
	"fmt"
	"hash/crc32"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/packed"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
)

var recorded = flag.Bool("recorded", false, "write what command lines print instead of comparing it")

// Each line of testdata/recorded.txt does what it did when it was written: its first field is the
// file that it reads, the last ones are the status and checksums of what it prints and of the files
// that it writes. In the lines flags meet at random; of 7,500 such lines they are those that tell most
// single bugs planted in the command from what is right. Run one before and after a change to see
// what the change does to it. None leaves a file or a goroutine behind.
func TestRecorded(t *testing.T) {
	var fresh strings.Builder
	goroutines, open := runtime.NumGoroutine(), 0
	table := eachRecorded(t, func(line, input, want string) {
		args := strings.Fields(line)[1:]
		if open == 0 {
			open = descriptors(math.MaxInt)
		}
		got, files := runForFiles(t, input, args...)
		if now := descriptors(open); now > open {
			t.Errorf("uriscan %s: %d files stay open", strings.Join(args, " "), now-open)
			open = now
		}
		sums := fmt.Sprintf("%d %08x %08x", got.status, crc32.ChecksumIEEE([]byte(got.out)), crc32.ChecksumIEEE([]byte(got.err)))
		for _, text := range files {
			sums += fmt.Sprintf(" %08x", crc32.ChecksumIEEE([]byte(text)))
		}
		fresh.WriteString(line + " => " + sums + "\n")
		if sums != want && !*recorded {
			t.Errorf("uriscan %s: %s, not %s: it is now %s", line, sums, want, clip(got))
		}
	})
	expectNothingLeft(t, goroutines)
	testkit.IfMeant(t, "go test -run Recorded ./cmd/uriscan -recorded")
	if *recorded {
		testkit.Must(t, os.WriteFile(table, []byte(fresh.String()), 0o666))
	}
}

// eachRecorded calls do with the lines of testdata/recorded.txt, in a folder with what they name,
// and returns the name of the file.
func eachRecorded(t *testing.T, do func(line, input, want string)) (table string) {
	t.Helper()
	dir, err := filepath.Abs("testdata")
	testkit.Must(t, err)
	t.Chdir(t.TempDir())
	testkit.Must(t, os.Mkdir("in", 0o777))
	testkit.Write(t, "in/old", "what a file holds that is replaced\n")
	for _, name := range []string{"routes.json", "links.txt", "links.csv"} {
		testkit.Write(t, filepath.Join("in", name), testkit.Read(t, filepath.Join(dir, name)))
	}
	inputs := map[string]string{}
	table = filepath.Join(dir, "recorded.txt")
	for line := range strings.Lines(testkit.Read(t, table)) {
		line, want, _ := strings.Cut(strings.TrimSpace(line), " => ")
		name, _, _ := strings.Cut(line, " ")
		if inputs[name] == "" {
			inputs[name] = testkit.Read(t, filepath.Join(dir, name))
		}
		do(line, inputs[name], want)
	}
	return table
}

// runForFiles runs a command, and returns and removes the files that it makes, too.
func runForFiles(t *testing.T, input string, args ...string) (got outcome, files []string) {
	t.Helper()
	got = runWith(input, args...)
	for _, name := range entries(t) {
		if name != "in" {
			files = append(files, testkit.Read(t, name))
			testkit.Must(t, os.Remove(name))
		}
	}
	return got, files
}

// The lines of testdata/recorded.txt print the same where the input is read in small pieces, is packed, or
// has a CR before each LF; without diagnostics; into a file; of a file, except for its name; and of two
// files what they print of each, as nothing is kept from one to the next.
func TestRecordedOtherwise(t *testing.T) {
	number := 0
	eachRecorded(t, func(line, input, _ string) {
		args := strings.Fields(line)[1:]
		want, files := runForFiles(t, input, args...)
		if number++; want.status == diag.ExitUsage || args[0] == "explain" || args[0] == "merge" {
			return
		}
		has := func(flags ...string) bool {
			return slices.ContainsFunc(args[1:], func(arg string) bool {
				return slices.ContainsFunc(flags, func(flag string) bool {
					return arg == flag || strings.HasPrefix(arg, flag) && strings.HasSuffix(flag, "=")
				})
			})
		}
		readsFiles := strings.Contains(line, " in/") || has("missing", "--url=") || args[0] == "extract" && strings.Contains(input, "\x00")
		for _, way := range sizes.InTurn(number, "CR", "pieces", "packed", "quiet", "output", "file", "files") {
			in, more, expected := input, []string{"--block-size=50", "--jobs=2"}, []outcome{want}
			switch {
			case way == "quiet" && args[0] == "stats", way == "quiet" && (args[0] == "check" || args[0] == "inspect") && !has("--print=", "--json"):
				continue // findings are what they print
			case way == "quiet":
				more = []string{"--quiet"}
				expected[0].err = ""
			case way == "packed" && has("--rows"), way == "output" && has("--output="):
				continue
			case way == "packed":
				in, more = string(packed.Gzip(input)), nil
			case way == "output":
				more = []string{"--output=a"}
			case way != "pieces" && readsFiles:
				continue
			case way == "CR" && (has("--field=", "--log", "--log-field=", "--log-format=", "--json-field=", "--on-error=keep", "--rejects=", "--print=", "--null") || strings.Contains("dedupe extract redact", args[0]) || strings.Contains(input, "\r")):
				continue
			case way == "CR":
				in, more = strings.ReplaceAll(input, "\n", "\r\n"), nil
			case way == "file":
				more = []string{"in/input"}
			case way == "files" && (args[0] == "dedupe" || args[0] == "stats" || has("--on-error=fail")):
				continue
			case way == "files":
				more = []string{"in/input", "in/input"}
				expected = []outcome{{want.status, want.out + want.out, ""}}
				if _, rest, ok := strings.Cut(want.out, "\n"); ok && (has("--header") || args[0] == "parse" || args[0] == "target") {
					expected = append(expected, outcome{want.status, want.out + rest, ""}) // with one row of names
				}
			}
			if strings.HasPrefix(way, "file") {
				testkit.Write(t, "in/input", input)
			}
			got, made := runForFiles(t, in, append(args, more...)...)
			if way == "output" && got.out == "" && len(made) > 0 {
				got.out, made = made[0], made[1:]
			}
			if way == "files" {
				got.err, made = "", files
			}
			if way == "quiet" && got.status == diag.ExitIO {
				got.err = "" // something of it is left
			}
			isSame := func(o outcome) bool {
				return got.status == o.status && names.Replace(got.out) == names.Replace(o.out) && names.Replace(got.err) == names.Replace(o.err) &&
					names.Replace(strings.Join(made, "\x00")) == names.Replace(strings.Join(files, "\x00"))
			}
			if !slices.ContainsFunc(expected, isSame) {
				t.Errorf("uriscan %s %s = %s, want %s", line, more, clip(got), clip(expected[0]))
			}
		}
	})
}

// names replaces those of the input by one of them.
var names = strings.NewReplacer("in/input", "-", "standard input", "-")

// descriptors returns how many files the process has open, as soon as that is at most what is
// expected, and 0 if the system does not show them.
func descriptors(most int) (n int) {
	for range 1000 {
		open, _ := os.ReadDir("/dev/fd")
		if n = len(open); n <= most {
			break
		}
		time.Sleep(time.Millisecond) // what reads ends after the command, if that stops early
	}
	return n
}
