package scanner

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/uriscan/uriscan/internal/testkit/sizes"
)

// naiveLines is what AppendLines documents, byte by byte.
func naiveLines(src []byte, delim byte) (lines []Line, n int) {
	for i, c := range src {
		if c != delim {
			continue
		}
		end := i
		if delim == '\n' && end > n && src[end-1] == '\r' {
			end--
		}
		var m Machine
		m.Reset(URIReference)
		m.Feed(src[n:end])
		ref, fault := m.End()
		lines = append(lines, Line{n, end, ref, fault})
		n = i + 1
	}
	return lines, n
}

// delims are delimiters that no reference holds, and some that many do.
var delims = []byte{'\n', 0, '\r', 0xff, '\t', ' ', '/', 'a', '%', ':', '#', '4'}

// blocks are blocks of lines that LF ends; other delimiters find other lines in
// them.
var blocks = []struct{ name, src string }{
	{"nothing", ""},
	{"no delimiter", "http://h/p"},
	{"an empty line", "\n"},
	{"all empty", strings.Repeat("\n", 600)},
	{"all empty, CR LF", strings.Repeat("\r\n", 600)},
	{"one line", "http://u@h:1/p?q#f\n"},
	{"an unfinished line", "a\nb"},
	{"an unfinished line that ends in CR", "a\nb\r"},
	{"CR LF", "http://h\r\n/p\r\n"},
	{"CR LF and LF", "http://h\n/p\r\n?q\n\r\n\n#f\r\n"},
	{"two CR before LF", "/p\r\r\n"},
	{"CR inside", "/p\rq\n"},
	{"only CR", "\r\r\r"},
	{"CR after LF", "a\n\rb\n\r"},
	{"bad between good", "/a\n/ b\n/c\n%\n%zz\n/d\n"},
	{"all bad", strings.Repeat("//[::1\n", 600)},
	{"bytes no reference holds", "\x00\n\xff\n\x7f\n\t\n"},
	{"many", strings.Repeat("http://www.example.com/a/b?c=d\n//h\n#\n?\n \n#a b\na#b#c\n//1.2.3.4\n//h:a\n%4\n/..\n", 50)},
	{"a line of 70,000 bytes", "/a\n/" + strings.Repeat("x", 69_999) + "\n/b\n"},
	{"a bad line of 70,000 bytes", "/a\n/" + strings.Repeat("%41", 23_333) + "[\r\n/b\n"},
	{"IP literals and ports", "//[::1]:80\n//[v1.a]\n//1.2.3.4\n//1.2.3.4:\n//u:p@h\n"},
	{"empty parts", "a:\n//\n///\n//@:?#\n?\n#\n?#\na:/\na:b\n"},
}

// randomBlock returns lines made of the inputs of other tables, and of bytes that are
// difficult at the ends of lines.
func randomBlock(r *rand.Rand, delim byte) []byte {
	all := slices.Sorted(maps.Keys(inputs()))
	odd := []string{"", "\r", "\r\r", " ", "\n", "\r\n", "%", strings.Repeat("a", 20), strings.Repeat("/%20", 100)}
	var src []byte
	for range r.IntN(20) {
		src = append(src, all[r.IntN(len(all))]...)
		if r.IntN(3) == 0 {
			src = append(src, odd[r.IntN(len(odd))]...)
		}
		if r.IntN(4) == 0 {
			src = append(src, '\r')
		}
		if r.IntN(8) > 0 {
			src = append(src, delim)
		}
	}
	return src
}

// forEachBlock calls f with every block, for every delimiter, with -short for LF, NUL and
// "/".
func forEachBlock(t *testing.T, f func(t *testing.T, src []byte, delim byte)) {
	for _, delim := range delims {
		if testing.Short() && delim != '\n' && delim != 0 && delim != '/' {
			continue
		}
		t.Run("delim="+strconv.Itoa(int(delim)), func(t *testing.T) {
			for _, b := range blocks {
				t.Run(b.name, func(t *testing.T) {
					f(t, []byte(b.src), delim)
					if delim != '\n' {
						f(t, bytes.ReplaceAll([]byte(b.src), []byte{'\n'}, []byte{delim}), delim)
					}
				})
			}
			t.Run("random", func(t *testing.T) {
				r := rand.New(rand.NewPCG(uint64(delim), 1))
				for range sizes.Of(8, 100) {
					f(t, randomBlock(r, delim), delim)
				}
			})
		})
	}
}

func checkLines(t *testing.T, how string, src []byte, delim byte, got, want []Line) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s(%.80q, %q) finds %d lines, want %d", how, src, delim, len(got), len(want))
		return
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%s(%.80q, %q): line %d = %v, want %v", how, src, delim, i, got[i], want[i])
			return
		}
	}
}

func TestAppendLines(t *testing.T) {
	forEachBlock(t, func(t *testing.T, src []byte, delim byte) {
		want, wantN := naiveLines(src, delim)
		kept := bytes.Clone(src)
		before := []Line{{Start: -1}, {Start: -2}}
		rooms := []int{0, len(want), 1, len(want) / 2, len(want) - 1, len(want) + 1, len(want) + 1000}
		if len(want) > 10_000 {
			rooms = rooms[:2]
		}
		for _, room := range rooms {
			dst := append(make([]Line, 0, 2+max(room, 0)), before...)
			got, n := AppendLines(dst, src, delim)
			if n != wantN {
				t.Errorf("AppendLines(%.80q, %q) takes %d bytes, want %d", src, delim, n, wantN)
			}
			if !slices.Equal(got[:2], before) {
				t.Errorf("AppendLines(%.80q, %q) made what dst held %v", src, delim, got[:2])
			}
			if room >= len(want) && unsafe.SliceData(got) != unsafe.SliceData(dst) {
				t.Errorf("AppendLines(%.80q, %q) with room for %d lines moved dst", src, delim, room)
			}
			checkLines(t, "AppendLines", src, delim, got[2:], want)
		}
		if !bytes.Equal(src, kept) {
			t.Errorf("AppendLines made its input %.80q, want %.80q", src, kept)
		}
		got, _ := AppendLines(nil, src, delim)
		checkLines(t, "AppendLines to nil", src, delim, got, want)
		if most := 2*len(want) + 2*min(len(src), batchLines); cap(got) > most {
			t.Errorf("AppendLines(nil, %.80q, %q) has room for %d lines, want %d at most", src, delim, cap(got), most)
		}
	})
}

// inBlocks appends the lines of src, cut into blocks, to dst, and returns the number of
// bytes in them. It puts what a call leaves before the next block.
func inBlocks(dst []Line, src []byte, delim byte, cuts ...int) (lines []Line, at int) {
	for _, cut := range append(cuts, len(src)) {
		first, n := len(dst), 0
		dst, n = AppendLines(dst, src[at:cut], delim)
		for i := first; i < len(dst); i++ {
			dst[i].Start += at
			dst[i].End += at
		}
		at += n
	}
	return dst, at
}

// However the input is cut into blocks, the lines are the same: at any two places or, if
// it is long, at random places.
func TestAppendLinesCutAnywhere(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, b := range blocks {
		src := []byte(b.src)
		for _, delim := range delims {
			if len(src) > 100 && delim != '\n' {
				continue
			}
			want, wantN := naiveLines(src, delim)
			check := func(cuts ...int) {
				got, n := inBlocks(nil, src, delim, cuts...)
				if n != wantN {
					t.Errorf("%s: AppendLines takes %d bytes, want %d", b.name, n, wantN)
				}
				checkLines(t, "AppendLines in pieces", src, delim, got, want)
			}
			if len(src) > 100 {
				for range 20 {
					var cuts []int
					for end := r.IntN(1 + len(src)/3); end < len(src); end += 1 + r.IntN(1+len(src)/3) {
						cuts = append(cuts, end)
					}
					check(cuts...)
				}
				continue
			}
			for i := range len(src) + 1 {
				for j := i; j <= len(src); j++ {
					check(i, j)
				}
			}
		}
	}
}

// Growth is amortised: appending one line at a time does not copy all lines each time.
func TestAppendLinesGrows(t *testing.T) {
	src := bytes.Repeat([]byte("a\n"), 1000)
	moves := 0
	var dst []Line
	for range 100 {
		before := unsafe.SliceData(dst)
		dst, _ = AppendLines(dst, src, '\n')
		if unsafe.SliceData(dst) != before {
			moves++
		}
	}
	if len(dst) != 100_000 || moves > 60 {
		t.Errorf("%d lines appended in %d moves, want 100000 in at most 60", len(dst), moves)
	}
	long, _ := AppendLines(nil, bytes.Repeat(append(bytes.Repeat([]byte("a"), 1000), '\n'), 100), '\n')
	for _, lines := range [][]Line{dst, long} {
		if most := 2*len(lines) + 2*batchLines; cap(lines) > most {
			t.Errorf("%d lines have room for %d, want %d at most", len(lines), cap(lines), most)
		}
	}
}

func FuzzLines(f *testing.F) {
	for _, b := range blocks {
		if len(b.src) < 1000 {
			f.Add([]byte(b.src), byte('\n'), uint16(7), uint8(1))
			f.Add([]byte(b.src), byte('/'), uint16(3), uint8(0))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, delim byte, cut uint16, room uint8) {
		want, wantN := naiveLines(src, delim)
		got, n := AppendLines(make([]Line, 0, room), src, delim)
		if n != wantN {
			t.Errorf("AppendLines(%q, %q) takes %d bytes, want %d", src, delim, n, wantN)
		}
		checkLines(t, "AppendLines", src, delim, got, want)
		got, _ = inBlocks(got[:0], src, delim, min(int(cut), len(src)))
		checkLines(t, "AppendLines in two blocks", src, delim, got, want)
	})
}
