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

// TestPoolsLend holds that a function that takes memory from a pool gives it back when it
// returns, and not before, while another could take and change it.
func TestPoolsLend(t *testing.T) {
	lent := 0
	testkit.Must(t, filepath.WalkDir("../..", func(file string, d fs.DirEntry, err error) error {
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == "bench" || d.Name() == "testkit") {
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		text := testkit.Read(t, file)
		if !strings.Contains(text, ".Get()") {
			return nil
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, text, 0)
		testkit.Must(t, err)
		ast.Inspect(tree, func(n ast.Node) bool {
			body := bodyOf(n)
			if body == nil {
				return true
			}
			taken, given, deferred := map[string]bool{}, map[string]int{}, map[string]int{}
			ast.Inspect(body, func(n ast.Node) bool {
				if bodyOf(n) != nil {
					return false // which is looked at by itself
				}
				if d, ok := n.(*ast.DeferStmt); ok {
					deferred[poolOf(d.Call, "Put")]++
				}
				if c, ok := n.(*ast.CallExpr); ok {
					taken[poolOf(c, "Get")] = true
					given[poolOf(c, "Put")]++
				}
				return true
			})
			for pool := range taken {
				if pool == "" {
					continue
				}
				lent++
				if given[pool] != deferred[pool] {
					t.Errorf("%s: what is taken from %s is given back before the function returns", file, pool)
				}
			}
			return true
		})
		return nil
	}))
	if lent < 4 {
		t.Errorf("%d functions take memory from pools, want 4 at least", lent)
	}
}

// bodyOf returns that of a function, or nil.
func bodyOf(n ast.Node) *ast.BlockStmt {
	switch f := n.(type) {
	case *ast.FuncDecl:
		return f.Body
	case *ast.FuncLit:
		return f.Body
	}
	return nil
}

// poolOf returns the variable whose method c calls, or "".
func poolOf(c *ast.CallExpr, method string) string {
	s, ok := c.Fun.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != method {
		return ""
	}
	x, ok := s.X.(*ast.Ident)
	if !ok {
		return ""
	}
	return x.Name
}
