package contracts

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
)

var updateAPI = flag.Bool("update", false, "write testdata/api.txt")

// TestAPI compares the exported names of the library, with their types, with
// testdata/api.txt, so that none changes by accident. After an intended change:
//
//	go test ./internal/contracts -run TestAPI -update
func TestAPI(t *testing.T) {
	got := ""
	for _, pkg := range packages {
		for _, line := range declaration.FindAllStringSubmatch(sources(t, pkg), -1) {
			got += pkg + ": " + strings.Join(strings.Fields(line[1]), " ") + "\n"
		}
	}
	file := filepath.Join("testdata", "api.txt")
	if *updateAPI {
		testkit.Must(t, os.WriteFile(file, []byte(got), 0o644))
	}
	if got != strings.ReplaceAll(testkit.Read(t, file), "\r", "") {
		t.Errorf("the exported names are\n%s\nwant those of %s", got, file)
	}
}

// declaration matches a line that declares an exported name, as gofmt formats it: a
// function, a method, a type, a constant of a group or a field. It does not match lines
// in the body of a function.
var declaration = regexp.MustCompile(`(?m)^((?:func (?:\(\w+ \*?\p{Lu}[^)]*\) )?|type |const |\t)\p{Lu}\w*(?:[\[(, ][^:\n]*?)?)(?: ?\{ *(?:/[*/].*)?| \{ .*\}| *//.*)?\r?$`)

// sources returns the text of the files of a package, one after the other.
func sources(t *testing.T, pkg string) (all string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", pkg, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in %s: %v", pkg, err)
	}
	for _, name := range files {
		source, err := os.ReadFile(name)
		testkit.Must(t, err)
		if !strings.HasSuffix(name, "_test.go") {
			all += string(source)
		}
	}
	return all
}
