package contracts

import (
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/suite"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/target"
)

var rewrite = flag.Bool("rewrite", false, "write testdata/api.txt, testdata/bounds.txt or the figures of TestWork instead of comparing them")

// TestAPI compares the exported names of the library, with their types, with
// testdata/api.txt, so that none changes by accident.
func TestAPI(t *testing.T) {
	got := ""
	for _, pkg := range packages {
		for _, line := range declaration.FindAllStringSubmatch(sources(t, pkg), -1) {
			got += pkg + ": " + strings.Join(strings.Fields(line[1]), " ") + "\n"
		}
	}
	checkWritten(t, "api.txt", got)
}

// checkWritten compares lines with those of a file in testdata.
func checkWritten(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *rewrite {
		testkit.Must(t, os.WriteFile(file, []byte(got), 0o666))
	}
	want := strings.ReplaceAll(testkit.Read(t, file), "\r", "")
	for line := range strings.Lines(got) {
		if !strings.Contains("\n"+want, "\n"+line) {
			t.Errorf("%s lacks %s", file, line)
		}
	}
	for line := range strings.Lines(want) {
		if !strings.Contains("\n"+got, "\n"+line) {
			t.Errorf("%s has %s", file, line)
		}
	}
	if got != want && !t.Failed() {
		t.Errorf("%s has the lines in another order, or another number of times", file)
	}
	testkit.IfMeant(t, "go test ./internal/contracts -run "+t.Name()+" -rewrite")
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
		if !strings.HasSuffix(name, "_test.go") {
			all += testkit.Read(t, name)
		}
	}
	return all
}

func TestMain(m *testing.M) { suite.Run(m) }

// holdsPointer reports whether a value of type typ holds a pointer.
func holdsPointer(typ reflect.Type) bool {
	switch typ.Kind() {
	case reflect.Struct:
		for i := range typ.NumField() {
			if holdsPointer(typ.Field(i).Type) {
				return true
			}
		}
		return false
	case reflect.Array:
		return holdsPointer(typ.Elem())
	}
	return typ.Kind() < reflect.Bool || typ.Kind() > reflect.Complex128 || typ.Kind() == reflect.Uintptr
}

// Types that programs keep by the million are small, are not scanned by the
// collector, and can be compared. Except for the two ints of a Line they are the same
// on every platform.
func TestShapes(t *testing.T) {
	const word = strconv.IntSize / 8
	for _, test := range []struct {
		of   any
		most uintptr // bytes
	}{
		{scanner.Ref{}, 32},
		{scanner.Span{}, 8},
		{scanner.Fault{}, 8},
		{scanner.Machine{}, 64},
		{scanner.Line{}, 40 + 2*word},
		{scanner.Component(0), 1},
		{scanner.HostKind(0), 1},
		{scanner.PathKind(0), 1},
		{scanner.Rule(0), 1},
		{scanner.Kind(0), 1},
		{scanner.State(0), 1},
		{lut.Class(0), 2},
		{lut.Set{}, 16},
		{normalize.Flags(0), 4},
		{target.Form(0), 1},
	} {
		typ := reflect.TypeOf(test.of)
		if size := typ.Size(); size > test.most {
			t.Errorf("Sizeof(%v) = %d, want at most %d", typ, size, test.most)
		}
		if holdsPointer(typ) {
			t.Errorf("holdsPointer(%v) = true, want false", typ)
		}
		if !typ.Comparable() {
			t.Errorf("Comparable(%v) = false, want true", typ)
		}
	}
	if !holdsPointer(reflect.TypeOf(scanner.View[string]{})) {
		t.Error("holdsPointer(View[string]) = false, want true")
	}
}
