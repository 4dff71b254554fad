package normalize

import (
	"errors"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// Line by line it is AppendResolved, behind what dst and at have already.
func TestAppendResolvedLines(t *testing.T) {
	base, err := resolve.NewBase("HTTP://U@Host.example:80/%7ea/b/c?q", 0)
	if err != nil {
		t.Fatal(err)
	}
	maker := newMaker(3)
	var links []string
	for range 2000 {
		links = append(links, maker.reference())
	}
	links = append(links, "", "g", "a b", "../../x", "//H", "?%7E", "./%2e%2e/y", "#%zz")
	src := []byte(strings.Join(links, "\n") + "\n")
	lines, _ := scanner.AppendLines(nil, src, '\n')
	for _, f := range []Flags{0, Syntax, Scheme, Scheme | DropFragment | DropUserinfo} {
		out, forms, err := AppendResolvedLines([]byte("kept"), lines[:1:1], &base, src, lines, '\n', f)
		if err != nil || len(forms) != 1+len(lines) || forms[0] != lines[0] {
			t.Fatalf("%v: AppendResolvedLines: %d lines, %v", f, len(forms), err)
		}
		want := []byte("kept")
		for i, l := range lines {
			wantLine := scanner.Line{Start: len(want), End: len(want), Fault: l.Fault}
			if l.Fault == (scanner.Fault{}) {
				if want, wantLine.Ref, _, err = AppendResolved(want, &base, src[l.Start:l.End], f); err != nil {
					t.Fatal(err)
				}
				wantLine.End = len(want)
				want = append(want, '\n')
			}
			if forms[1+i] != wantLine {
				t.Fatalf("%v: AppendResolvedLines: the form of %q is %v, want %v", f, src[l.Start:l.End], forms[1+i], wantLine)
			}
		}
		if string(out) != string(want) {
			t.Errorf("%v: AppendResolvedLines = %q, want %q", f, out, want)
		}
	}
}

func TestAppendResolvedLinesRefuses(t *testing.T) {
	base, err := resolve.NewBase("http://h/a", resolve.RejectUnderflow)
	if err != nil {
		t.Fatal(err)
	}
	src := []byte("%7eb\n../c\nd\n")
	lines, _ := scanner.AppendLines(nil, src, '\n')
	out, forms, err := AppendResolvedLines(nil, nil, &base, src, lines, '\n', Syntax)
	if string(out) != "http://h/~b\n" || len(forms) != 1 || !errors.Is(err, resolve.Underflow) {
		t.Fatalf("AppendResolvedLines = %q, %v, %v, want the first line and %v", out, forms, err, resolve.Underflow)
	}
	out, forms, err = AppendResolvedLines(out, forms, &base, src, lines[2:], '\n', Syntax)
	if string(out) != "http://h/~b\nhttp://h/d\n" || len(forms) != 2 || err != nil {
		t.Errorf("AppendResolvedLines = %q, %v, %v, want the first and the last line", out, forms, err)
	}
}
