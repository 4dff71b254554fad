//go:build amd64 && !purego

package kernel

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"
)

// Every call of a kernel stands in a case of a switch on the level that has what
// the kernel needs: so no other level, known or not, can reach it.
func TestKernelsAreCalledAtTheirLevel(t *testing.T) {
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		src, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		n, wrong := callsOfKernels(t, string(src))
		calls += n
		for _, name := range wrong {
			t.Errorf("%s calls %s outside a case of its level", f.Name(), name)
		}
	}
	if calls < 5 {
		t.Errorf("%d calls of kernels found: the test is blind", calls)
	}
}

// What the test above must see.
func TestCallsOfKernels(t *testing.T) {
	tests := []struct {
		body  string
		wrong bool
	}{
		{"switch level { case AVX512: f512() }", false},
		{"switch level { case AVX2: f256() }", false},
		{"switch level { case AVX512, AVX2: f256() }", false},
		{"switch level { case AVX512: if a { f256() } }", false},
		{"f256()", true},
		{"switch level { case AVX2: f512() }", true},
		{"switch level { case AVX512, AVX2: f512() }", true},
		{"switch level { default: f256() }", true},
		{"switch level { case Portable: f256() }", true},
		{"switch other { case AVX2: f256() }", true},
		{"switch { case level == AVX2: f256() }", true},
		{"if level == AVX2 { f256() }", true},
	}
	for _, tt := range tests {
		n, wrong := callsOfKernels(t, "package p\nfunc f() { "+tt.body+" }")
		if n != 1 || (len(wrong) > 0) != tt.wrong {
			t.Errorf("%s: %d calls, wrong are %q, want %v", tt.body, n, wrong, tt.wrong)
		}
	}
}

// callsOfKernels counts the calls of functions with a level at the end of their
// names, and returns the names of those that are not in a case for it.
func callsOfKernels(t *testing.T, src string) (n int, wrong []string) {
	file, err := parser.ParseFile(token.NewFileSet(), "", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	isName := func(e ast.Expr, names ...string) bool {
		id, ok := e.(*ast.Ident)
		return ok && slices.Contains(names, id.Name)
	}
	allowed := map[string]string{"256": "AVX2 AVX512", "512": "AVX512"}
	var within []ast.Expr // the levels of the case around
	var visit func(node ast.Node) bool
	visit = func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.SwitchStmt:
			if node.Tag == nil || !isName(node.Tag, "level") {
				return true
			}
			for _, s := range node.Body.List {
				c, outer := s.(*ast.CaseClause), within
				within = c.List
				for _, s := range c.Body {
					ast.Inspect(s, visit)
				}
				within = outer
			}
			return false
		case *ast.CallExpr:
			id, ok := node.Fun.(*ast.Ident)
			if !ok || len(id.Name) < 3 {
				return true
			}
			levels, ok := allowed[id.Name[len(id.Name)-3:]]
			if !ok {
				return true
			}
			n++
			notOf := func(e ast.Expr) bool { return !isName(e, strings.Fields(levels)...) }
			if len(within) == 0 || slices.ContainsFunc(within, notOf) {
				wrong = append(wrong, id.Name)
			}
		}
		return true
	}
	ast.Inspect(file, visit)
	return n, wrong
}

// Without a level nothing is proven, whatever a kernel would prove.
func TestPortableReachesNoKernel(t *testing.T) {
	unknown := Level(len(levelNames))
	for _, l := range []Level{Portable, NEON, unknown} {
		before := level
		level = l
		b := []byte("http://www.example.org/aaaaaaaaaaaaaaaaaaaaaa/../b")
		w0, w1, w2, w3 := locate(b)
		_, exact := Loose(b)
		var s scratch
		taken := s.take(bytes.Repeat([]byte("/\n"), 500), '\n', 500)
		level = before
		if w0|w1|w2 != 0 || w3 != AllOpen {
			t.Errorf("level %d: locate = %x, %x, %x, %x, want nothing proven", l, w0, w1, w2, w3)
		}
		if exact || taken != 0 {
			t.Errorf("level %d: Loose is exact: %v; a kernel takes %d lines", l, exact, taken)
		}
	}
}

// A level that lacks one extension, or whose registers nobody saves, is not there,
// and neither are those above it.
func TestSupportedNeedsAll(t *testing.T) {
	everything := func(uint32) [4]uint32 { return [4]uint32{1<<32 - 1, 1<<32 - 1, 1<<32 - 1, 1<<32 - 1} }
	for xcr0, want := range map[uint32]Level{0: Portable, 0x02: Portable, 0x06: AVX2, 0x66: AVX2, 0xE6: AVX512, 0xE7: AVX512} {
		if got := supportedBy(everything, func() uint32 { return xcr0 }); got != want {
			t.Errorf("XCR0 = %#x: %v, want %v", xcr0, got, want)
		}
	}
	lacking := append(needs[:], need{AVX2, 1, ecx, 1 << 27}) // OSXSAVE
	for _, n := range lacking {
		but := func(leaf uint32) [4]uint32 {
			answer := everything(leaf)
			if leaf == n.leaf {
				answer[n.register] &^= n.bit
			}
			return answer
		}
		if got, want := supportedBy(but, func() uint32 { return 0xE7 }), n.level-1; got != want {
			t.Errorf("without %+v: %v, want %v", n, got, want)
		}
	}
}
