package contracts

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
)

// TestWork runs the workloads of testdata/work with a library that counts its statements.
// A fast path that is never taken, or a piece that is read twice, changes no result, and a
// clock does not show it reliably on a busy machine. A count does. The build is without
// optimization, because that is faster.
func TestWork(t *testing.T) {
	args := []string{"run", "-overlay=" + overlay(t), "-tags=", "-ldflags=-s -w", "-gcflags=" + module + "...=-N -l -dwarf=false", "./testdata/work"}
	out, err := exec.Command("go", args...).CombinedOutput()
	if err != nil {
		t.Errorf("go run: %v", err)
	}
	t.Logf("%s", out)
}

// counted are the folders whose statements are counted.
var counted = []string{"lut", "scanner", "resolve", "normalize", "internal/automaton", "internal/kernel", "internal/rawref"}

// overlay returns the name of a file for -overlay that replaces the files of the library
// with files that have counters.
func overlay(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	testkit.Must(t, err)
	dir := t.TempDir()
	replace := map[string]string{}
	for _, folder := range counted {
		files, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no files in %s: %v", folder, err)
		}
		for _, file := range files {
			if !strings.HasSuffix(file, "_test.go") {
				replace[file] = filepath.Join(dir, fmt.Sprint(len(replace), ".go"))
				testkit.Write(t, replace[file], string(withCounters(t, file)))
			}
		}
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	testkit.Must(t, err)
	testkit.Write(t, filepath.Join(dir, "overlay"), string(list))
	return filepath.Join(dir, "overlay")
}

// withCounters returns the text of a file with a counter before each statement and
// in each round of a loop, and one of calls in each function.
func withCounters(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	testkit.Must(t, err)
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, file, text, parser.SkipObjectResolution)
	testkit.Must(t, err)
	counters := map[token.Pos]string{}
	count := func(list ...ast.Stmt) {
		for _, s := range list {
			if _, clause := s.(*ast.CaseClause); !clause {
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
		case *ast.ForStmt:
			counters[n.Body.Lbrace+1] = "counters.Statements++; "
		case *ast.RangeStmt:
			counters[n.Body.Lbrace+1] = "counters.Statements++; "
		case *ast.FuncDecl:
			if n.Body != nil {
				counters[n.Body.Lbrace+1] = fmt.Sprintf("counters.Calls[%q]++; ", n.Name.Name)
			}
		}
		return true
	})
	if len(counters) > 0 {
		counters[tree.Name.End()] = `; import counters "github.com/uriscan/uriscan/internal/contracts/testdata/counts"`
	}
	var out []byte
	from := tree.FileStart
	for _, at := range slices.Sorted(maps.Keys(counters)) {
		out = append(append(out, text[from-tree.FileStart:at-tree.FileStart]...), counters[at]...)
		from = at
	}
	return append(out, text[from-tree.FileStart:]...)
}
