package contracts

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
)

// library are the folders of the library, whose statements TestWork counts.
var library = []string{
	"lut", "scanner", "resolve", "normalize", "internal/automaton", "internal/kernel", "internal/rawref", "internal/prose",
	"scanner/target", "scanner/inspect", "normalize/neturl", "normalize/query", "normalize/redact", "normalize/template",
	"normalize/repair", "normalize/repair/idnahost", "normalize/crawl", "scanner/inspect/httpguard", "normalize/redact/redactlog",
}

// touched are the variables of packages that functions may do more with than read them or call
// a method of a set: pools, what is written once, and tables that only look so.
var touched = map[string]string{
	"internal/kernel.level": "Use writes it", "internal/kernel.levelNames": "a table", "internal/kernel.queryKinds": "a table", "internal/kernel.shapeKinds": "a table",
	"internal/prose.OpaqueSchemes": "a table",
	"normalize.buffers":            "a pool", "normalize.windows": "a pool", "normalize.schemes": "a table",
	"normalize/crawl.targets": "a pool", "normalize/crawl.index": "a table", "normalize/crawl.sessions": "a table", "normalize/crawl.tracking": "a table",
	"normalize/query.sorters":         "a pool",
	"normalize/redact.specialSchemes": "a table",
	"normalize/repair.hyphenPairs":    "a table", "normalize/repair/idnahost.profile": "it says that it is safe",
	"resolve.buffers":          "a pool",
	"scanner/inspect.ownNames": "a table", "scanner/inspect.metadataNames": "a table",
	"scanner/inspect.pathTriplets": "a table", "scanner/inspect.otherTriplets": "a table",
	"scanner.boxed": "atomic", "scanner.hostKindNames": "a table", "scanner.pathKindNames": "a table", "scanner.ruleNames": "a table", "scanner.stateNames": "a table",
}

// TestNoState holds that any number of goroutines may call the library's functions: none has its
// working memory in a variable of its package, where two calls would meet.
func TestNoState(t *testing.T) {
	seen := map[string]bool{}
	for _, folder := range library {
		for name, function := range touchedIn(t, folder) {
			seen[folder+"."+name] = true
			if touched[folder+"."+name] == "" {
				t.Errorf("%s: %s writes to, or hands on, the variable %s of its package", folder, function, name)
			}
		}
	}
	for name := range touched {
		if !seen[name] {
			t.Errorf("no function touches %s any more", name)
		}
	}
}

// touchedIn returns the variables of a package that its functions write to, slice, take the
// address of, or call methods of, each with one such function.
func touchedIn(t *testing.T, folder string) map[string]string {
	files, err := filepath.Glob(filepath.Join("../..", folder, "*.go"))
	testkit.Must(t, err)
	var trees []*ast.File
	vars := map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		testkit.Must(t, err)
		trees = append(trees, tree)
		for _, d := range tree.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
				for _, s := range g.Specs {
					for _, n := range s.(*ast.ValueSpec).Names {
						vars[n.Name] = n.Name != "_"
					}
				}
			}
		}
	}
	found := map[string]string{}
	for _, tree := range trees {
		for _, d := range tree.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			touches := func(e ast.Expr) {
				// The parser resolves what is in the same file: any other object is local.
				if n := root(e); n != nil && vars[n.Name] && (n.Obj == nil || n.Obj == tree.Scope.Objects[n.Name]) {
					found[n.Name] = f.Name.Name
				}
			}
			ast.Inspect(f.Body, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.AssignStmt:
					for _, left := range n.Lhs {
						touches(left)
					}
				case *ast.IncDecStmt:
					touches(n.X)
				case *ast.UnaryExpr:
					if n.Op == token.AND {
						touches(n.X)
					}
				case *ast.SliceExpr:
					touches(n.X)
				case *ast.CallExpr:
					if s, ok := n.Fun.(*ast.SelectorExpr); ok && s.Sel.Name != "Has" && s.Sel.Name != "Or" && s.Sel.Name != "AndNot" {
						touches(s.X)
					}
				}
				return true
			})
		}
	}
	return found
}

// root returns the variable that an expression is a part of, or nil.
func root(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.Ident:
			return x
		default:
			return nil
		}
	}
}
