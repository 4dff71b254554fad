package kernel

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
)

var update = flag.Bool("update", false, "note the sums of what _asm has just written, as go generate does")

// Generating the assembly needs a module that tests do without. So the test compares sums
// of the programs and of their output: a change of either needs go generate.
func TestAssemblyIsCurrent(t *testing.T) {
	const kept = "testdata/asm.sha256"
	var sums []byte
	for _, pattern := range []string{"_asm/*", "kernel_amd64.s", "stubs_amd64.go", "needs_amd64.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no file %s: %v", pattern, err)
		}
		for _, file := range files {
			sums = fmt.Appendf(sums, "%x  %s\n", sha256.Sum256(read(t, file)), filepath.ToSlash(file))
		}
	}
	if *update {
		testkit.Must(t, os.WriteFile(kept, sums, 0o644))
	}
	if want := read(t, kept); !bytes.Equal(sums, want) {
		t.Errorf("after go generate the sums were\n%snow they are\n%s", want, sums)
	}
}

// read returns the text of a file, with line ends that are the same on every system.
func read(t *testing.T, name string) []byte {
	return []byte(strings.ReplaceAll(testkit.Read(t, name), "\r\n", "\n"))
}
