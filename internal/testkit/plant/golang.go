package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
)

// swaps holds, for each operator, what a slip of the pen would make of it.
var swaps = map[token.Token][]token.Token{
	token.LSS: {token.LEQ}, token.LEQ: {token.LSS}, token.GTR: {token.GEQ}, token.GEQ: {token.GTR},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.ADD}, token.QUO: {token.MUL}, token.REM: {token.QUO},
	token.AND: {token.OR}, token.OR: {token.AND}, token.XOR: {token.OR}, token.AND_NOT: {token.AND},
	token.SHL: {token.SHR}, token.SHR: {token.SHL},
	token.ADD_ASSIGN: {token.SUB_ASSIGN}, token.SUB_ASSIGN: {token.ADD_ASSIGN},
	token.OR_ASSIGN: {token.AND_ASSIGN}, token.AND_ASSIGN: {token.OR_ASSIGN}, token.AND_NOT_ASSIGN: {token.OR_ASSIGN},
	token.SHL_ASSIGN: {token.SHR_ASSIGN}, token.SHR_ASSIGN: {token.SHL_ASSIGN},
	token.INC: {token.DEC}, token.DEC: {token.INC},
	token.BREAK: {token.CONTINUE}, token.CONTINUE: {token.BREAK},
}

// names holds identifiers that have a natural opposite.
var names = map[string]string{"min": "max", "max": "min", "true": "false", "false": "true"}

// goMutants returns every single-token change of the functions in a Go file.
func goMutants(file string, src []byte) ([]mutant, error) {
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, file, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var all []mutant
	function := ""
	add := func(at token.Pos, from, to string) {
		p := fset.Position(at)
		all = append(all, mutant{
			file: file, line: p.Line, function: function,
			start: p.Offset, end: p.Offset + len(from), text: to, from: from, to: to,
		})
	}
	swap := func(at token.Pos, op token.Token) {
		for _, other := range swaps[op] {
			add(at, op.String(), other.String())
		}
	}
	visit := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			swap(n.OpPos, n.Op)
		case *ast.AssignStmt:
			swap(n.TokPos, n.Tok)
		case *ast.IncDecStmt:
			swap(n.TokPos, n.Tok)
		case *ast.BranchStmt:
			if n.Label == nil {
				swap(n.TokPos, n.Tok)
			}
		case *ast.UnaryExpr:
			if n.Op == token.NOT {
				add(n.OpPos, "!", "")
			}
		case *ast.Ident:
			if to, ok := names[n.Name]; ok {
				add(n.Pos(), n.Name, to)
			}
		case *ast.BasicLit:
			if v, err := strconv.ParseInt(n.Value, 0, 64); n.Kind == token.INT && err == nil {
				add(n.Pos(), n.Value, strconv.FormatInt(v+1, 10))
				if v > 0 {
					add(n.Pos(), n.Value, strconv.FormatInt(v-1, 10))
				}
			}
			if n.Kind == token.CHAR && len(n.Value) == 3 {
				add(n.Pos(), n.Value, strconv.QuoteRune(rune(n.Value[1])+1))
			}
		}
		return true
	}
	for _, decl := range tree.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		function = f.Name.Name
		ast.Inspect(f.Body, visit)
	}
	slices.SortStableFunc(all, func(a, b mutant) int { return a.start - b.start })
	identify(all)
	return all, nil
}
