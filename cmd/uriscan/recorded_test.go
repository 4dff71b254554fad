package main

import (
	"flag"
	"fmt"
	"hash/crc32"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/uriscan/uriscan/internal/testkit"
)

var recorded = flag.Bool("recorded", false, "write what command lines print instead of comparing it")

// Each line of testdata/recorded.txt does what it did when it was written: its first field is the
// file that it reads, the last ones are the status and checksums of what it prints and of the files
// that it writes. In the lines flags meet at random; of 7,500 such lines they are those that tell most
// single bugs planted in the command from what is right. Run one before and after a change to see
// what the change does to it. None leaves a file or a goroutine behind.
func TestRecorded(t *testing.T) {
	dir, err := filepath.Abs("testdata")
	testkit.Must(t, err)
	t.Chdir(t.TempDir())
	testkit.Must(t, os.Mkdir("in", 0o777))
	testkit.Write(t, "in/old", "what a file holds that is replaced\n")
	for _, name := range []string{"routes.json", "links.txt", "links.csv"} {
		testkit.Write(t, filepath.Join("in", name), testkit.Read(t, filepath.Join(dir, name)))
	}
	inputs := map[string]string{}
	table := filepath.Join(dir, "recorded.txt")
	var fresh strings.Builder
	goroutines, open := runtime.NumGoroutine(), descriptors(math.MaxInt)
	for line := range strings.Lines(testkit.Read(t, table)) {
		line, want, _ := strings.Cut(strings.TrimSpace(line), " => ")
		args := strings.Fields(line)
		if inputs[args[0]] == "" {
			inputs[args[0]] = testkit.Read(t, filepath.Join(dir, args[0]))
		}
		got := runWith(inputs[args[0]], args[1:]...)
		if now := descriptors(open); now > open {
			t.Errorf("uriscan %s: %d files stay open", strings.Join(args[1:], " "), now-open)
			open = now
		}
		sums := fmt.Sprintf("%d %08x %08x", got.status, crc32.ChecksumIEEE([]byte(got.out)), crc32.ChecksumIEEE([]byte(got.err)))
		for _, name := range entries(t) {
			if name == "in" {
				continue
			}
			sums += fmt.Sprintf(" %08x", crc32.ChecksumIEEE([]byte(testkit.Read(t, name))))
			testkit.Must(t, os.Remove(name))
		}
		fresh.WriteString(line + " => " + sums + "\n")
		if sums != want && !*recorded {
			t.Errorf("uriscan %s <testdata/%s: %s, not %s: it is now %s", strings.Join(args[1:], " "), args[0], sums, want, clip(got))
		}
	}
	expectNothingLeft(t, goroutines)
	if *recorded {
		testkit.Must(t, os.WriteFile(table, []byte(fresh.String()), 0o666))
	}
}

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
