package work_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/promises/work"
)

var counts = flag.Bool("counts", false, "the library counts its statements: compare them")

// TestWork runs itself with a library that counts its statements, and there holds
// each workload, on each level, to as many as it is known to take.
func TestWork(t *testing.T) {
	if !*counts {
		if out, err := exec.Command("go", "test", "-overlay="+overlay(t), "-tags=", "-run=^TestWork$", "-v", ".", "-counts").CombinedOutput(); err != nil {
			t.Errorf("go test: %v\n%s", err, out)
		}
		return
	}
	for l := kernel.Portable; l <= kernel.AVX512; l++ {
		if !slices.Contains(kernel.Levels(), l) {
			t.Logf("this machine lacks %v: not tested", l)
			continue
		}
		kernel.Use(l)
		for _, w := range workloads {
			before, references := work.Statements, 0
			clear(work.Calls)
			for _, in := range w.inputs {
				w.do([]byte(in))
				references += max(strings.Count(in, "\n"), 1)
			}
			got := float64(work.Statements-before) / float64(references)
			if want := w.want[l]; math.Abs(got-want) > want/50+0.02 {
				t.Errorf("%s on %v: %.2f statements for each reference, want %.2f", w.name, l, got, want)
			}
			for _, function := range strings.Fields(never[w.name]) {
				if n := work.Calls[function]; n > 0 {
					t.Errorf("%s on %v: %d calls of %s, want none", w.name, l, n, function)
				}
			}
		}
	}
}

// counted are the folders whose statements are counted.
var counted = []string{"lut", "scanner", "resolve", "normalize", "internal/kernel", "internal/boxed", "internal/layout"}

// overlay returns the name of a file that names, for go test, files with counters in
// place of those of the library.
func overlay(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
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
				write(t, replace[file], withCounters(t, file))
			}
		}
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "overlay"), list)
	return filepath.Join(dir, "overlay")
}

func write(t *testing.T, file string, text []byte) {
	t.Helper()
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// withCounters returns the text of a file with a counter before each statement and
// in each round of a loop, and one of calls in each function.
func withCounters(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, file, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
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
		counters[tree.Name.End()] = `; import counters "github.com/uriscan/uriscan/internal/promises/work"`
	}
	var out []byte
	from := tree.FileStart
	for _, at := range slices.Sorted(maps.Keys(counters)) {
		out = append(append(out, text[from-tree.FileStart:at-tree.FileStart]...), counters[at]...)
		from = at
	}
	return append(out, text[from-tree.FileStart:]...)
}
