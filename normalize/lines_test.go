package normalize

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/uriscan/uriscan/scanner"
)

// oddBlocks are blocks of lines that LF ends, with what random ones seldom have.
var oddBlocks = []struct{ name, src string }{
	{"nothing", ""},
	{"an empty line", "\n"},
	{"all empty, CR LF", "\r\n\r\n\r\n"},
	{"all bad", "//[::1\n/ b\n%\n"},
	{"a bad line that ends in CR", "/A\r\r\n/b\n"},
	{"a bad line last", "HTTP://H\n \n"},
	{"already normal", "http://h/\n/p?q\n#f\n"},
	{"CR LF after what shrinks", "HTTP://h:80/%7e\r\nhttp://h:/a/../b\r\n"},
	{"all longer", strings.Repeat("ws://h\n", 40)},
	{"all longer by 7", strings.Repeat("ws://[::FFFF:ffff:ffff]\n", 40)},
	{"longer, then shorter", "http://h\nhttp://[::ffff:ffff:ffff]\n" + strings.Repeat("s:/%7e/./a\n", 20)},
	{"shorter, then longer", strings.Repeat("s:/%7e/./a\n", 3) + strings.Repeat("http://h\n", 40)},
	{"an unfinished line", "/A\n/b"},
}

// block makes a block of up to 40 lines that delim ends, good, bad and empty.
func (m maker) block(delim byte) []byte {
	var src []byte
	for range m.IntN(40) {
		switch m.IntN(8) {
		case 0:
			src = append(src, m.pick("", "", "/a b", "%", "http://[::1", "//H:8x", "1:", "\x80", "HTTP://H/%7e ")...)
		case 1:
			src = append(src, m.pick("ws://h", "http://[::ffff:ffff:ffff]", "http://h/", "/p")...)
		default:
			src = append(src, m.reference()...)
		}
		src = append(append(src, m.pick("", "", "\r", "\r\r")...), delim)
	}
	return src
}

// forEachBlock calls check with each block under all sets of flags.
func forEachBlock(t *testing.T, check func(t *testing.T, src []byte, delim byte, f Flags)) {
	for _, b := range oddBlocks {
		t.Run(b.name, func(t *testing.T) {
			for _, f := range flagSets {
				check(t, []byte(b.src), '\n', f)
			}
		})
	}
	t.Run("random", func(t *testing.T) {
		m := newMaker(7)
		for i := range references() / 100 {
			delim := "\n\x00"[i%2]
			src := m.block(delim)
			for _, f := range flagSets {
				check(t, src, delim, f)
			}
			if t.Failed() {
				return
			}
		}
	})
}

// linesOf returns the lines of src.
func linesOf(src []byte, delim byte) []scanner.Line {
	lines, _ := scanner.AppendLines(nil, src, delim)
	return lines
}

// byLine is what AppendLines, AppendNeeded and AppendHashes document, by the
// functions for one reference, with out behind dst.
func byLine(dst, src []byte, delim byte, f Flags) (out []byte, forms []scanner.Line, rungs []Flags, sums []Sum) {
	out = bytes.Clone(dst)
	for _, l := range linesOf(src, delim) {
		line := src[l.Start:l.End]
		form := scanner.Line{Start: len(out), End: len(out), Fault: l.Fault}
		var need Flags
		hi, lo := sum(line, 3986)
		ref, err := scanner.Parse(line)
		if err == nil {
			need = Needed(line, ref, f)
			hi, lo = Hash(line, ref, f, 3986)
			out, form.Ref, _ = Append(out, line, f)
			form.End = len(out)
			out = append(out, delim)
		}
		forms, rungs, sums = append(forms, form), append(rungs, need), append(sums, Sum{hi, lo})
	}
	return out, forms, rungs, sums
}

func checkForms(t *testing.T, how string, src []byte, f Flags, out, wantOut []byte, forms, want []scanner.Line) {
	t.Helper()
	if !bytes.Equal(out, wantOut) {
		t.Errorf("%s(%q, %v) = %q, want %q", how, src, f, out, wantOut)
	}
	if !slices.Equal(forms, want) {
		t.Errorf("%s(%q, %v): forms = %v, want %v", how, src, f, forms, want)
	}
}

func TestAppendLines(t *testing.T) {
	forEachBlock(t, func(t *testing.T, src []byte, delim byte, f Flags) {
		kept, lines := bytes.Clone(src), linesOf(src, delim)
		wantOut, want, _, _ := byLine([]byte("kept"), src, delim, f)
		before := scanner.Line{Start: -1}
		want = append([]scanner.Line{before}, want...)
		enough := len("kept") + len(src)
		if f&lengthen != 0 {
			enough += 7 * len(lines)
		}
		for _, room := range []int{len("kept"), len(wantOut) / 2, len(wantOut), enough} {
			dst := append(make([]byte, 0, max(len("kept"), room)), "kept"...)
			at := append(make([]scanner.Line, 0, 1+len(lines)*room/enough), before)
			out, forms := AppendLines(dst, at, src, lines, delim, f)
			checkForms(t, "AppendLines", src, f, out, wantOut, forms, want)
			if room == enough && (unsafe.SliceData(out) != unsafe.SliceData(dst) || unsafe.SliceData(forms) != unsafe.SliceData(at)) {
				t.Errorf("AppendLines(%q, %v) with room for all moved dst or at", src, f)
			}
		}
		if !bytes.Equal(src, kept) {
			t.Errorf("AppendLines(%q, %v) made its input %q", kept, f, src)
		}
	})
}

// What is appended is a block, of the forms of the good lines.
func TestAppendLinesMakesABlock(t *testing.T) {
	forEachBlock(t, func(t *testing.T, src []byte, delim byte, f Flags) {
		out, forms := AppendLines(nil, nil, src, linesOf(src, delim), delim, f)
		good := slices.DeleteFunc(slices.Clone(forms), func(l scanner.Line) bool { return l.Fault != (scanner.Fault{}) })
		if got, n := scanner.AppendLines(nil, out, delim); !slices.Equal(got, good) || n != len(out) {
			t.Errorf("AppendLines(%q, %v) = %q with the lines %v, want %v", src, f, out, got, good)
		}
	})
}

// dst begins before, at and in src, and lines are written over by forms.
func TestAppendLinesOverlapping(t *testing.T) {
	forEachBlock(t, func(t *testing.T, src []byte, delim byte, f Flags) {
		lines := linesOf(src, delim)
		for _, at := range []struct{ dst, src int }{{0, 0}, {0, 1}, {0, 6}, {0, 7}, {0, 100}, {1, 0}, {20, 0}, {20, 20}, {20, 30}} {
			if at.dst > at.src+len(src) {
				continue
			}
			buf := make([]byte, at.src+len(src), at.src+8*len(src)+400)
			copy(buf[at.src:], src)
			wantOut, want, _, _ := byLine(buf[:at.dst], src, delim, f)
			over := slices.Clone(lines)
			out, forms := AppendLines(buf[:at.dst], over[:0], buf[at.src:], over, delim, f)
			checkForms(t, "AppendLines over itself", src, f, out, wantOut, forms, want)
			if unsafe.SliceData(out) != unsafe.SliceData(buf) {
				t.Errorf("AppendLines(%q, %v) over itself with room for all moved dst", src, f)
			}
			if len(lines) > 0 && unsafe.SliceData(forms) != unsafe.SliceData(over) {
				t.Errorf("AppendLines(%q, %v) to lines[:0] moved at", src, f)
			}
		}
	})
}

func TestAppendNeededAndHashes(t *testing.T) {
	forEachBlock(t, func(t *testing.T, src []byte, delim byte, f Flags) {
		_, _, rungs, sums := byLine(nil, src, delim, f)
		lines := linesOf(src, delim)
		if got := AppendNeeded([]Flags{allFlags}, src, lines, f); got[0] != allFlags || !slices.Equal(got[1:], rungs) {
			t.Errorf("AppendNeeded(%q, %v) = %v, want %v", src, f, got[1:], rungs)
		}
		before := Sum{1, 2}
		if got := AppendHashes([]Sum{before}, src, lines, f, 3986); got[0] != before || !slices.Equal(got[1:], sums) {
			t.Errorf("AppendHashes(%q, %v) = %x, want %x", src, f, got[1:], sums)
		}
	})
}

// Two lines have the same hash if and only if Equal says so, bad ones included.
func TestHashesOfLinesAreOfEqual(t *testing.T) {
	src := []byte("http://h\nHTTP://H:80/\n\n//[::1\n//[::1\n//[::2\n/ %7e\n/ ~\n#\n")
	lines := linesOf(src, '\n')
	sums := AppendHashes(nil, src, lines, Scheme, 0)
	for i, a := range lines {
		for j, b := range lines {
			x, y := src[a.Start:a.End], src[b.Start:b.End]
			if want := Equal(x, y, Scheme); (sums[i] == sums[j]) != want {
				t.Errorf("AppendHashes: %q and %q have the same hash: %v, want %v", x, y, !want, want)
			}
		}
	}
}

func TestLinesDoNotAllocate(t *testing.T) {
	src := []byte(strings.Repeat("http://h/\n//[::1\n\r\nHTTP://h:80/a/../%7e\nhttp://h\n", 20))
	lines := linesOf(src, '\n')
	normal := []byte(strings.Repeat("http://h/?q#f\n//[::1\n\r\n", 20))
	normalLines := linesOf(normal, '\n')
	dst := make([]byte, 0, len(src)+7*len(lines))
	at := make([]scanner.Line, 0, len(lines))
	rungs := make([]Flags, 0, len(lines))
	sums := make([]Sum, 0, len(lines))
	for _, test := range []struct {
		name string
		call func()
	}{
		{"AppendLines", func() { AppendLines(dst, at, src, lines, '\n', Scheme) }},
		{"AppendNeeded", func() { AppendNeeded(rungs, src, lines, Scheme) }},
		{"AppendHashes", func() { AppendHashes(sums, normal, normalLines, Scheme, 0) }},
	} {
		if got := testing.AllocsPerRun(20, test.call); got != 0 {
			t.Errorf("%s with room for all: %v allocations, want 0", test.name, got)
		}
	}
}
