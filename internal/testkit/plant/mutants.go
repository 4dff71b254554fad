package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
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

// opposites holds, for each instruction, what a slip of the pen would make of it.
var opposites = map[string]string{
	"JBE": "JCS", "JHI": "JCC", "JCS": "JLS", "JCC": "JHI", "JLS": "JCS", "JEQ": "JNE", "JNE": "JEQ",
	"JLT": "JLE", "JLE": "JLT", "JGE": "JGT", "JGT": "JGE", "JMI": "JPL", "JPL": "JMI",
	"ADDQ": "SUBQ", "SUBQ": "ADDQ", "ADDL": "SUBL", "SUBL": "ADDL", "INCQ": "DECQ", "DECQ": "INCQ",
	"ANDQ": "ORQ", "ORQ": "ANDQ", "XORQ": "ORQ", "SHLQ": "SHRQ", "SHRQ": "SHLQ", "SHLXQ": "SHRXQ", "SHRXQ": "SHLXQ",
	"CMOVQCS": "CMOVQCC", "CMOVQCC": "CMOVQCS", "CMOVQEQ": "CMOVQNE", "CMOVQNE": "CMOVQEQ", "SETEQ": "SETNE", "SETNE": "SETEQ",
	"VPAND": "VPOR", "VPOR": "VPAND", "VPANDN": "VPAND", "VPANDD": "VPORD", "VPORD": "VPANDD",
	"KORQ": "KANDQ", "KANDQ": "KORQ", "KANDNQ": "KANDQ", "KORW": "KANDW", "KANDW": "KORW",
	"TZCNTQ": "LZCNTQ", "VPADDD": "VPSUBD", "VPSUBD": "VPADDD", "VPMINUB": "VPMAXUB", "VPMAXUB": "VPMINUB",
}

// needed are instructions whose absence says nothing about the tests of answers: the
// assembler or the runtime needs them, or they only cost time.
var needed = regexp.MustCompile(`^(RET|JMP|VZEROUPPER|NOP|PREFETCH.*|TEXT|DATA|GLOBL|PCALIGN)$`)

var (
	textLine    = regexp.MustCompile(`^TEXT ·(\w+)\(SB\)`)
	instruction = regexp.MustCompile(`^\t([A-Z][A-Z0-9.]*)(?:\s+(.*))?$`)
	immediate   = regexp.MustCompile(`\$(-?0x[0-9a-f]+|\+?-?[0-9]+)`)
)

// asmMutants returns every single-instruction change of the functions that runs names.
func asmMutants(file string, src []byte, runs func(function string) bool) []mutant {
	var all []mutant
	function, at := "", 0
	for n, raw := range bytes.SplitAfter(src, []byte("\n")) {
		line := strings.TrimRight(string(raw), "\n")
		start := at
		at += len(raw)
		if m := textLine.FindStringSubmatch(line); m != nil {
			function = m[1]
			continue
		}
		m := instruction.FindStringSubmatch(line)
		if m == nil || function == "" || !runs(function) || needed.MatchString(m[1]) {
			continue
		}
		add := func(text string) {
			all = append(all, mutant{
				file: file, line: n + 1, function: function, start: start, end: start + len(line), text: text,
				from: strings.Join(strings.Fields(line), " "), to: strings.Join(strings.Fields(text), " "),
			})
		}
		if to, ok := opposites[m[1]]; ok {
			add(strings.Replace(line, m[1], to, 1))
		}
		if at := immediate.FindStringSubmatchIndex(line); at != nil {
			if v, err := strconv.ParseInt(strings.TrimPrefix(line[at[2]:at[3]], "+"), 0, 64); err == nil {
				add(fmt.Sprintf("%s%d%s", line[:at[2]], v^1, line[at[3]:]))
			}
		}
		if !strings.HasPrefix(m[1], "J") {
			add("\tNOP")
		}
	}
	identify(all)
	return all
}
