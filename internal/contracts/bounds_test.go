package contracts

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
)

// TestBounds holds the numbers by which the command bounds what it takes: memory, calls of the system,
// time that it waits. Its other tests hold that each bound is kept, whatever it is: with a larger one
// they pass, as all is printed that was. testdata/bounds.txt has them all.
func TestBounds(t *testing.T) {
	var lines []string
	testkit.Must(t, filepath.WalkDir("../../cmd", func(file string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") || strings.Contains(file, "testdata") {
			return err
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		testkit.Must(t, err)
		add := func(in string, n ast.Node) {
			ast.Inspect(n, func(n ast.Node) bool {
				number, isNumber := n.(*ast.BasicLit)
				product, isProduct := n.(*ast.BinaryExpr)
				isProduct = isProduct && (product.Op == token.SHL || product.Op == token.MUL) && isInt(product.X) && (isInt(product.Y) || strings.HasPrefix(types.ExprString(product.Y), "time."))
				if isNumber && isInt(number) && len(number.Value) > 2 && number.Value[0] != '0' || isProduct {
					lines = append(lines, fmt.Sprintf("%s %s %s", strings.TrimPrefix(filepath.ToSlash(filepath.Dir(file)), "../../cmd/"), in, types.ExprString(n.(ast.Expr))))
				}
				return !isProduct
			})
		}
		for _, d := range tree.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				add(d.Name.Name, d)
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					v, ok := spec.(*ast.ValueSpec)
					if !ok {
						continue
					}
					for i, value := range v.Values {
						if d.Tok == token.CONST && isInt(value) && len(types.ExprString(value)) < 3 {
							lines = append(lines, fmt.Sprintf("%s %s %s", strings.TrimPrefix(filepath.ToSlash(filepath.Dir(file)), "../../cmd/"), v.Names[i].Name, types.ExprString(value)))
						} else {
							add(v.Names[i].Name, value)
						}
					}
				}
			}
		}
		return nil
	}))
	slices.Sort(lines)
	checkWritten(t, "bounds.txt", strings.Join(lines, "\n")+"\n")
}

// isInt reports whether e is a whole number.
func isInt(e ast.Expr) bool {
	number, ok := e.(*ast.BasicLit)
	return ok && number.Kind == token.INT
}
