package contracts

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
)

// TestPoolsGetBack holds that what a function takes from a pool goes back when the function
// ends, also by a panic, and not before: else it could be in two hands at a time, which no
// test shows reliably.
func TestPoolsGetBack(t *testing.T) {
	all := 0
	testkit.Must(t, filepath.WalkDir("../..", func(file string, d fs.DirEntry, err error) error {
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == "bench" || d.Name() == "testkit") {
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		testkit.Must(t, err)
		for _, d := range tree.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil || f.Name.Name == "getBuffer" || f.Name.Name == "getWindow" {
				continue // or the caller of these gives back
			}
			taken, given, deferred := 0, 0, 0
			ast.Inspect(f.Body, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CallExpr:
					taken += count(takes(n))
					given += count(gives(n))
				case *ast.DeferStmt:
					deferred += count(gives(n.Call))
				}
				return true
			})
			if taken > 0 && (taken != deferred || given != deferred) {
				t.Errorf("%s: %s takes %d from a pool and gives back %d, %d of them at its end", file, f.Name.Name, taken, given, deferred)
			}
			all += taken
		}
		return nil
	}))
	if all < 17 {
		t.Errorf("%d places take something from a pool, want more", all)
	}
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

func takes(call *ast.CallExpr) bool {
	name := called(call)
	return name == "getBuffer" || name == "getWindow" || strings.HasSuffix(name, ".Get") && len(call.Args) == 0
}

func gives(call *ast.CallExpr) bool {
	name := called(call)
	return name == "putBuffer" || name == "putWindow" || name == "s.release" || strings.HasSuffix(name, ".Put")
}

// called returns the name of what is called, with that of the package or variable before it.
func called(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		if x, ok := f.X.(*ast.Ident); ok {
			return x.Name + "." + f.Sel.Name
		}
	}
	return ""
}
