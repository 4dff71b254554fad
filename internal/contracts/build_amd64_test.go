package contracts

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
)

var rewrite = flag.Bool("rewrite", false, "write the figures of TestWork instead of comparing them")

// TestWork runs the workloads of testdata/work with a library that counts its statements.
// A fast path that is never taken, or a piece that is read twice, changes no result, and a
// clock does not show it reliably on a busy machine. A count does. The build is without
// optimization, because that is faster. A change to the library changes the figures: write
// them with -rewrite, and look in git diff for those that grow.
func TestWork(t *testing.T) {
	args := []string{"run", "-overlay=" + overlay(t), "-tags=", "-ldflags=-s -w", "-gcflags=" + module + "...=-N -l -dwarf=false", "./testdata/work"}
	if *rewrite {
		args = append(args, "testdata/work/figures.tsv")
	}
	out, err := exec.Command("go", args...).CombinedOutput()
	if err != nil {
		t.Errorf("go run: %v", err)
	}
	t.Logf("%s", out)
}

// overlay returns the name of a file for -overlay that replaces the files of the library
// with files that have counters. They are made of the files that plant has put in the
// place of others, if it runs this test.
func overlay(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	testkit.Must(t, err)
	dir := t.TempDir()
	replace := map[string]string{}
	planted := plantedFiles(t)
	for _, folder := range counted {
		files, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no files in %s: %v", folder, err)
		}
		for _, file := range files {
			if !strings.HasSuffix(file, "_test.go") {
				replace[file] = filepath.Join(dir, fmt.Sprint(len(replace), ".go"))
				testkit.Write(t, replace[file], string(withCounters(t, cmp.Or(planted[file], file))))
			}
		}
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	testkit.Must(t, err)
	testkit.Write(t, filepath.Join(dir, "overlay"), string(list))
	return filepath.Join(dir, "overlay")
}

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

const module = "github.com/uriscan/uriscan/"

// compiled holds the compiler's output for each package: what it can inline, and its
// listing. All packages are compiled at once, and only once: the build cache replays it.
var compiled = sync.OnceValues(func() (map[string]string, error) {
	args := []string{"build", "-gcflags=-m -S"}
	for _, pkg := range []string{"lut", "scanner"} {
		args = append(args, module+pkg)
	}
	if *rewrite {
		args = append(args, "testdata/work/figures.tsv")
	}
	out, err := exec.Command("go", args...).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	said := map[string]string{}
	for _, text := range strings.Split("\n"+string(out), "\n# "+module)[1:] {
		pkg, text, _ := strings.Cut(text, "\n")
		said[pkg] = text
	}
	return said, nil
})

func compile(t *testing.T, pkg string) string {
	t.Helper()
	said, err := compiled()
	testkit.Must(t, err)
	return said[pkg]
}

// Functions that callers use for every reference are inlined.
func TestInlined(t *testing.T) {
	for pkg, functions := range map[string][]string{
		"scanner": {
			"Ref.Has", "Ref.Len", "Ref.Scheme", "Ref.Authority", "Ref.Userinfo", "Ref.Host", "Ref.Port", "Ref.Path", "Ref.Query", "Ref.Fragment",
			"Ref.HostKind", "Ref.PathKind", "Span.Len", "Span.Of", "Span.OfString", "Fault.Kind", "Fault.Offset", "Fault.Err",
			"(*Machine).State", "(*Scanner).Scan", "(*Scanner).Bytes", "(*Scanner).Ref", "(*Scanner).Fault", "(*Scanner).Truncated", "(*Scanner).Offset",
		},
		"lut": {"ClassOf", "Set.Has", "Set.Or", "Set.AndNot"},
	} {
		said := compile(t, pkg)
		for _, f := range functions {
			if !strings.Contains(said, "can inline "+f+"\n") {
				t.Errorf("%s: %s is not inlined", pkg, f)
			}
		}
	}
	for _, f := range []string{"kernel.Locate", "automaton.Next", "automaton.RunOf", "automaton.LabelOf", "automaton.IsNoted"} {
		if !strings.Contains(compile(t, "scanner"), "inlining call to "+f+"\n") {
			t.Errorf("scanner: %s is not inlined", f)
		}
	}
}

// A Ref and a Fault are returned in registers: the frames of functions that return
// them have room for the spilled parameters, but not for results.
func TestResultsInRegisters(t *testing.T) {
	for _, test := range []struct {
		function string
		spill    int // bytes of parameters
	}{
		{"scanner.locate", 32},     // a slice, and a rule in a word
		{"scanner.locateRest", 64}, // the same, and four words
		{"scanner.locateSlow", 32}, // as locate
		{"scanner.split", 24},      // a slice
		{"scanner.(*Machine).End", 8},
	} {
		listing := compile(t, "scanner")
		// name STEXT size=… args=0x20 locals=0x…
		header := regexp.MustCompile(`(?m)^\S*` + regexp.QuoteMeta(test.function) + ` STEXT .* args=(0x[0-9a-f]+) `)
		found := header.FindStringSubmatch(listing)
		if found == nil {
			t.Errorf("no listing of %s", test.function)
			continue
		}
		if want := fmt.Sprintf("%#x", test.spill); found[1] != want {
			t.Errorf("%s has %s bytes of arguments on the stack, want %s", test.function, found[1], want)
		}
	}
}
