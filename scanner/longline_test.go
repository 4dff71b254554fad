package scanner

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
)

// The line's end falls anywhere near that of a window after the buffer.
func TestScannerAtTheEndOfAWindow(t *testing.T) {
	const size = windowSize + 100
	for n := size + windowSize - 3; n <= size+windowSize+3; n++ {
		for _, end := range []string{"\n", "\r\n", "\r\r\n", "\r", "", "\rx\n"} {
			in := []byte("/" + strings.Repeat("%41", n)[:n-1] + end + "//h\n" + strings.Repeat("b", size) + "\r\n/c")
			want, last := naiveRecords(in, '\n', size, false)
			for _, reader := range readers {
				checkScan(t, reader.name, newScanner(reader.of(in), '\n', size), want, last, nil)
			}
		}
	}
}

// All of a long line counts for its components and for its first fault, even if that is
// at the last byte.
func TestScannerLongLines(t *testing.T) {
	long := strings.Repeat("x", 3*windowSize)
	for _, line := range []string{
		"http://u:" + long + "@h:80/p?q#f", "http://" + long + ".example:80/" + long + "?" + long + "#" + long, "//[v1." + long + "]:" + strings.Repeat("8", windowSize),
		long + ":" + long, "//" + long + ":80", "//1.2.3.4" + strings.Repeat("4", windowSize), "?" + long + "[", "/" + long + "%", "/" + long + "%4", "/ " + long, "#" + long + "#" + long,
	} {
		src := []byte("/a\n" + line + "\n/b\r\n" + line)
		want, end := naiveRecords(src, '\n', 20, false)
		for _, reader := range readers {
			checkScan(t, reader.name, newScanner(reader.of(src), '\n', 20), want, end, nil)
		}
	}
}

// A line of more than 4 GiB, 16 MiB with -short, is one bad line, and the stream goes on
// after it.
func TestScannerPast32Bits(t *testing.T) {
	size := int64(1<<32 + 5)
	if testing.Short() {
		size = 1<<24 + 5
	}
	blanks := io.LimitReader(&testkit.Endless{Text: bytes.Repeat([]byte{' '}, defaultBuffer)}, size)
	s := NewScanner(io.MultiReader(strings.NewReader("/a\n"), blanks, strings.NewReader("\r\n/b")))
	_, blank := Locate(" ", URIReference)
	for _, want := range []record{
		{0, "/a", Split("/a"), Fault{}, false},
		{3, strings.Repeat(" ", defaultBuffer), Ref{}, blank, true},
		{3 + size + 2, "/b", Split("/b"), Fault{}, false},
	} {
		if !s.Scan() || recordOf(s) != want {
			t.Errorf("line = %v, want %v", recordOf(s), want)
		}
	}
	if s.Scan() || s.Offset() != 3+size+2+2 {
		t.Errorf("the end is at %d, want %d", s.Offset(), int64(3+size+2+2))
	}
}

// A line over MaxLen, all but a few bytes of it only counted: a reader
// that knows the Machine makes it believe that it has read them.
func TestScannerTooLong(t *testing.T) {
	for _, test := range []struct {
		name   string
		rest   string // from the offset MaxLen-4
		kind   Kind
		offset int
	}{
		{"just fits", "abcd", 0, 0},
		{"just fits, with CR LF", "abcd\r", 0, 0},
		{"one too many", "abcde", TooLong, MaxLen},
		{"many too many", strings.Repeat("a", 2*windowSize), TooLong, MaxLen},
		{"bad before", "ab cdef", BadPath, MaxLen - 2},
		{"bad at the last", "abc def", BadPath, MaxLen - 1},
		{"bad after", "abcd ef", TooLong, MaxLen},
	} {
		var s *Scanner
		reads := 0
		rest := strings.NewReader(test.rest + "\n/b\n")
		s = newScanner(testkit.ReaderFunc(func(p []byte) (int, error) {
			if reads++; reads == 1 {
				return copy(p, "/aaaaaaaaaaaaaaa"), nil
			} else if reads == 2 {
				s.long.m.n = MaxLen - 4
			}
			return rest.Read(p)
		}), '\n', 16)
		if !s.Scan() || s.Fault().Kind() != test.kind || s.Fault().Offset() != test.offset || !s.Truncated() {
			t.Errorf("%s: %v at %d, truncated %v, want %v at %d, true", test.name, s.Fault().Kind(), s.Fault().Offset(), s.Truncated(), test.kind, test.offset)
		}
		if !s.Scan() || string(s.Bytes()) != "/b" || s.Ref() != Split("/b") || s.Truncated() {
			t.Errorf("%s: after it %q, want /b", test.name, s.Bytes())
		}
	}
}

// After a failure in the middle of a long line no part of the line is returned.
func TestScannerFailsInALongLine(t *testing.T) {
	in := []byte("/a\n" + strings.Repeat("b", 3*windowSize))
	for _, together := range []bool{false, true} {
		s := newScanner(&chunkReader{bytes.Clone(in), always(1000), errBoom, together}, '\n', 100)
		checkScan(t, "long line", s, []record{{0, "/a", Split("/a"), Fault{}, false}}, 3, errBoom)
	}
}
