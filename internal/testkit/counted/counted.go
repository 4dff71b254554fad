// Package counted counts the statements that programs take. Only tests import it.
package counted

import (
	"cmp"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
)

// A Build is what a program is built of.
type Build struct {
	Root    string            // the folder of the module
	Folders []string          // whose statements count, below Root
	Files   map[string]string // others in the place of these, below Root
	Calls   bool              // calls of functions count, too, which takes one goroutine
}

// Args returns the arguments of go build or go run that build a program of folders whose
// files count in package counts what runs of them. The counters are not atomic: a program of
// several goroutines needs GOMAXPROCS=1 and GODEBUG=asyncpreemptoff=1. If plant runs the test,
// the files are those that it has put in the place of others.
func (b *Build) Args(t *testing.T) []string {
	t.Helper()
	root, err := filepath.Abs(b.Root)
	testkit.Must(t, err)
	dir, planted := t.TempDir(), plantedFiles(t)
	replace := map[string]string{}
	for file, by := range b.Files {
		replace[filepath.Join(root, file)], err = filepath.Abs(filepath.Join(root, by))
		testkit.Must(t, err)
	}
	for _, folder := range b.Folders {
		files, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no files in %s: %v", folder, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") || replace[file] != "" {
				continue
			}
			replace[file] = filepath.Join(dir, fmt.Sprint(len(replace), ".go"))
			testkit.Write(t, replace[file], string(b.withCounters(t, cmp.Or(planted[file], file))))
		}
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	testkit.Must(t, err)
	testkit.Write(t, filepath.Join(dir, "overlay"), string(list))
	args := []string{"-overlay=" + filepath.Join(dir, "overlay"), "-tags=", "-ldflags=-s -w", "-gcflags=" + fast}
	for _, folder := range b.Folders {
		args = append(args, "-gcflags="+module+folder+"="+fast)
	}
	return args
}

const (
	module = "github.com/uriscan/uriscan/"
	fast   = "-N -l -dwarf=false" // to compile: what runs is short
)

// plantedFiles returns which files the -overlay of this go test replaces, and with what.
// The go command does not tell a test; plant does.
func plantedFiles(t *testing.T) map[string]string {
	t.Helper()
	name := os.Getenv("URISCAN_PLANTED")
	if name == "" {
		return nil
	}
	text, err := os.ReadFile(name)
	testkit.Must(t, err)
	var list struct{ Replace map[string]string }
	testkit.Must(t, json.Unmarshal(text, &list))
	return list.Replace
}

// withCounters returns the text of a file with a counter before each statement and
// in each round of a loop, and one of calls in each function.
func (b *Build) withCounters(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	testkit.Must(t, err)
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, file, text, parser.SkipObjectResolution)
	testkit.Must(t, err)
	counters := map[token.Pos]string{}
	count := func(list ...ast.Stmt) {
		for _, s := range list {
			switch s.(type) {
			case *ast.CaseClause, *ast.CommClause:
			default:
				counters[s.Pos()] = "counters.Statements++; "
			}
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			count(n.List...)
		case *ast.CaseClause:
			count(n.Body...)
		case *ast.CommClause:
			count(n.Body...)
		case *ast.ForStmt:
			counters[n.Body.Lbrace+1] = "counters.Statements++; "
		case *ast.RangeStmt:
			counters[n.Body.Lbrace+1] = "counters.Statements++; "
		case *ast.FuncDecl:
			if n.Body != nil && b.Calls {
				counters[n.Body.Lbrace+1] = fmt.Sprintf("counters.Calls[%q]++; ", n.Name.Name)
			}
		}
		return true
	})
	if len(counters) > 0 {
		counters[tree.Name.End()] = `; import counters "` + module + `internal/testkit/counted/testdata/counts"`
	}
	var out []byte
	from := tree.FileStart
	for _, at := range slices.Sorted(maps.Keys(counters)) {
		out = append(append(out, text[from-tree.FileStart:at-tree.FileStart]...), counters[at]...)
		from = at
	}
	return append(out, text[from-tree.FileStart:]...)
}
