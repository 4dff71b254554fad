package resolve

import (
	"errors"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/scanner"
)

// linesOf returns src as a block and its lines.
func linesOf(refs ...string) ([]byte, []scanner.Line) {
	src := []byte(strings.Join(refs, "\n") + "\n")
	lines, _ := scanner.AppendLines(nil, src, '\n')
	return src, lines
}

// Line by line it is AppendRef, behind what dst and at have already.
func TestAppendLines(t *testing.T) {
	b := newBase(t, rfcBase, 0)
	src, lines := linesOf("g", "", "a b", "../../../x", "//h", "?y", "#%zz", "http:g", "a/.//../b#c", "\x80", "..")
	out, targets, err := b.AppendLines([]byte("kept"), lines[:1:1], src, lines, '\n')
	if err != nil || len(targets) != 1+len(lines) || targets[0] != lines[0] || !strings.HasPrefix(string(out), "kept") {
		t.Fatalf("AppendLines = %q, %v, %v", out, targets, err)
	}
	want := "kept"
	for i, l := range lines {
		got := targets[1+i]
		wantLine := scanner.Line{Start: len(want), End: len(want), Fault: l.Fault}
		if l.Fault == (scanner.Fault{}) {
			target, ref, err := b.Append(nil, src[l.Start:l.End])
			if err != nil {
				t.Fatal(err)
			}
			wantLine.End, wantLine.Ref = len(want)+len(target), ref
			want += string(target) + "\n"
		}
		if got != wantLine {
			t.Errorf("AppendLines: the target of %q is %v, want %v", src[l.Start:l.End], got, wantLine)
		}
	}
	if string(out) != want {
		t.Errorf("AppendLines = %q, want %q", out, want)
	}
}

// Over the lines themselves.
func TestAppendLinesInPlaceOfLines(t *testing.T) {
	b := newBase(t, rfcBase, 0)
	src, lines := linesOf("g", "h?x", "/i")
	out, targets, err := b.AppendLines(nil, lines[:0], src, lines, 0)
	if want := "http://a/b/c/g\x00http://a/b/c/h?x\x00http://a/i\x00"; string(out) != want || len(targets) != 3 || &targets[0] != &lines[0] || err != nil {
		t.Errorf("AppendLines = %q, %v, %v, want %q", out, targets, err, want)
	}
}

// What is refused ends it, and what came before stays; the caller goes on behind it.
func TestAppendLinesRefuses(t *testing.T) {
	b := newBase(t, rfcBase, RejectUnderflow)
	src, lines := linesOf("g", "../../../x", "h")
	out, targets, err := b.AppendLines(nil, nil, src, lines, '\n')
	if string(out) != "http://a/b/c/g\n" || len(targets) != 1 || !errors.Is(err, Underflow) {
		t.Fatalf("AppendLines = %q, %v, %v, want the first line and %v", out, targets, err, Underflow)
	}
	out, targets, err = b.AppendLines(out, targets, src, lines[2:], '\n')
	if string(out) != "http://a/b/c/g\nhttp://a/b/c/h\n" || len(targets) != 2 || err != nil {
		t.Errorf("AppendLines = %q, %v, %v, want the first and the last line", out, targets, err)
	}
	if out, targets, err := new(Base).AppendLines([]byte("kept"), nil, src, lines, '\n'); string(out) != "kept" || targets != nil || !errors.Is(err, scanner.UnexpectedEnd) {
		t.Errorf("AppendLines of a zero Base = %q, %v, %v, want %v", out, targets, err, scanner.UnexpectedEnd)
	}
}
