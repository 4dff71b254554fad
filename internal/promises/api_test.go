package promises

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var updateAPI = flag.Bool("update", false, "write testdata/api.txt")

// TestAPI compares the exported names of the library, with their types, with
// testdata/api.txt, so that none changes by accident. After a change that is meant:
//
//	go test ./internal/promises -run TestAPI -update
func TestAPI(t *testing.T) {
	var all []string
	for _, pkg := range packages {
		all = append(all, api(t, pkg)...)
	}
	got := strings.Join(all, "\n") + "\n"
	file := filepath.Join("testdata", "api.txt")
	if *updateAPI {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	wanted := strings.Split(strings.TrimSpace(strings.ReplaceAll(string(want), "\r", "")), "\n")
	for _, line := range all {
		if !slices.Contains(wanted, line) {
			t.Errorf("%s does not have: %s", file, line)
		}
	}
	for _, line := range wanted {
		if !slices.Contains(all, line) {
			t.Errorf("the library does not have: %s", line)
		}
	}
}

// api returns a line for each exported constant, type, field, function and method of
// a package, in order.
func api(t *testing.T, pkg string) (lines []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", pkg, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		text := func(from, to token.Pos) string {
			part := string(source[set.Position(from).Offset:set.Position(to).Offset])
			return blanks.ReplaceAllString(strings.TrimSpace(part), " ")
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Name.IsExported() && (d.Recv == nil || ast.IsExported(receiver(d.Recv.List[0].Type))) {
					lines = append(lines, pkg+": "+text(d.Pos(), d.Type.End()))
				}
			case *ast.GenDecl:
				for i, spec := range d.Specs {
					lines = append(lines, declared(pkg, i, spec, text)...)
				}
			}
		}
	}
	slices.Sort(lines)
	return lines
}

var blanks = regexp.MustCompile(`\s+`)

// receiver returns the name of a method's type.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// declared returns the lines of a specification, the one of that index in its group,
// where iota counts.
func declared(pkg string, index int, spec ast.Spec, text func(from, to token.Pos) string) (lines []string) {
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		for _, name := range spec.Names {
			if name.IsExported() {
				lines = append(lines, pkg+": const "+text(spec.Pos(), spec.End())+" // "+string(rune('a'+index)))
			}
		}
	case *ast.TypeSpec:
		s, isStruct := spec.Type.(*ast.StructType)
		switch {
		case !spec.Name.IsExported():
		case !isStruct:
			lines = append(lines, pkg+": type "+text(spec.Pos(), spec.End()))
		default:
			lines = append(lines, pkg+": type "+text(spec.Pos(), spec.Type.Pos())+" struct")
			for _, field := range s.Fields.List {
				for _, name := range field.Names {
					if name.IsExported() {
						lines = append(lines, pkg+": field "+spec.Name.Name+"."+name.Name+" "+text(field.Type.Pos(), field.Type.End()))
					}
				}
			}
		}
	}
	return lines
}
