package scanner

import (
	"bytes"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
)

// newScanner returns a Scanner with a buffer of size bytes, its own if that is
// its size.
func newScanner(r io.Reader, delim byte, size int) *Scanner {
	s := NewScanner(r)
	s.Delim(delim)
	if size != defaultBuffer {
		s.Buffer(make([]byte, 0, size))
	}
	return s
}

// checkScan compares the records of s, and where it ends, with want.
func checkScan(t *testing.T, how string, s *Scanner, want []record, end int, err error) {
	t.Helper()
	for i, w := range want {
		if !s.Scan() {
			t.Errorf("%s: Scan %d = false, %v, want %.200q", how, i, s.Err(), w.bytes)
			return
		}
		if got := recordOf(s); got != w {
			t.Errorf("%s: line %d = %v, want %v", how, i, got, w)
			return
		}
	}
	for range 2 {
		if s.Scan() {
			t.Errorf("%s: Scan = true after %d lines: %v", how, len(want), recordOf(s))
			return
		}
		if got := recordOf(s); got != (record{offset: int64(end)}) || s.Err() != err {
			t.Errorf("%s: at the end %v, %v, want offset %d, %v", how, got, s.Err(), end, err)
		}
	}
}

func TestScanner(t *testing.T) {
	forEachBlock(t, func(t *testing.T, src []byte, delim byte) {
		ways := readers
		if i := int(delim) % len(ways); !*sizes.Thorough && len(src) > 10_000 && delim != '\n' {
			ways = ways[i : i+1] // of few bytes at a time they take long
		} else if !*sizes.Thorough && (testing.Short() || delim != '\n') {
			ways = append(ways[i:i+1:i+1], ways[(i+3)%len(ways)], ways[(i+5)%len(ways)])
		}
		for _, size := range []int{16, 100} {
			want, end := naiveRecords(src, delim, size, false)
			for _, reader := range ways {
				checkScan(t, reader.name, newScanner(reader.of(src), delim, size), want, end, nil)
			}
		}
		want, end := naiveRecords(src, delim, defaultBuffer, false)
		checkScan(t, "own buffer", newScanner(bytes.NewReader(src), delim, defaultBuffer), want, end, nil)
	})
}

// A line whose end falls anywhere near the buffer's: the CR is its last byte,
// the LF is, neither, or the input ends there.
func TestScannerAtTheEndOfTheBuffer(t *testing.T) {
	const size = 32
	for before := range 2 {
		for n := size - 4; n < size+5; n++ {
			for _, end := range []string{"\n", "\r\n", "\r\r\n", "\r", "", "\rx\n", "\r\rx"} {
				src := []byte(strings.Repeat("\n", before) + strings.Repeat("a", n) + end)
				for _, next := range []string{"", "/b", "\n", "\r\n", "/" + strings.Repeat("c", 2*size) + "\n//h"} {
					in := append(bytes.Clone(src), next...)
					want, last := naiveRecords(in, '\n', size, false)
					for _, reader := range readers {
						checkScan(t, reader.name, newScanner(reader.of(in), '\n', size), want, last, nil)
					}
				}
			}
		}
	}
}

// Wherever the reader fails, Scan returns the lines that ended before, and never the
// line that is cut.
func TestScannerFails(t *testing.T) {
	src := []byte("http://h/p\n/ q\r\n\n/" + strings.Repeat("x", 70) + "\r\n?q\n" + strings.Repeat("\n", 20) + "//last")
	for n := range len(src) + 1 {
		for _, size := range []int{16, 24, 1000} {
			want, end := naiveRecords(src[:n], '\n', size, true)
			for _, together := range []bool{false, true} {
				for _, err := range []error{errBoom, io.ErrUnexpectedEOF} {
					for _, next := range []func() int{always(1), always(5), always(1000), randomly(uint64(n), 30)} {
						s := newScanner(&chunkReader{src[:n], next, err, together}, '\n', size)
						checkScan(t, "failing reader", s, want, end, err)
					}
				}
			}
		}
	}
}

func TestScannerFailsLater(t *testing.T) {
	s := NewScanner(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("a\nb\n"))))
	checkScan(t, "a timeout at the second byte", s, nil, 0, iotest.ErrTimeout)
	s = NewScanner(iotest.ErrReader(errBoom))
	checkScan(t, "an error at once", s, nil, 0, errBoom)
}

func TestScannerBadReaders(t *testing.T) {
	line := record{bytes: "/a", ref: Split("/a")}
	for _, test := range []struct {
		name string
		then func(p []byte) (int, error) // after the first Read
		err  error
	}{
		{"nothing for ever", func([]byte) (int, error) { return 0, nil }, io.ErrNoProgress},
		{"a negative count", func([]byte) (int, error) { return -1, nil }, errBadCount},
		{"a count of more than there is room", func(p []byte) (int, error) { return len(p) + 1, nil }, errBadCount},
		{"the same with an error", func(p []byte) (int, error) { return len(p) + 1, io.EOF }, errBadCount},
	} {
		for _, beginning := range []string{"/a\n/b", "/a\n", "/a\n/" + strings.Repeat("b", 50)} {
			first, failing := strings.NewReader(beginning), 0
			s := newScanner(testkit.ReaderFunc(func(p []byte) (int, error) {
				if first.Len() > 0 {
					return first.Read(p)
				}
				failing++
				return test.then(p)
			}), '\n', 16)
			checkScan(t, test.name, s, []record{line}, 3, test.err)
			if want := map[error]int{io.ErrNoProgress: 100, errBadCount: 1}[test.err]; failing != want {
				t.Errorf("%s: %d reads, want %d", test.name, failing, want)
			}
		}
	}
}

// After a panic of the reader no line comes, though Scan is called again.
func TestScannerReaderPanics(t *testing.T) {
	for _, beginning := range []string{"/a\n/b", "/a\n", "/a\n/" + strings.Repeat("b", 50)} {
		first, panicked := strings.NewReader(beginning), false
		s := newScanner(testkit.ReaderFunc(func(p []byte) (int, error) {
			if first.Len() > 0 {
				return first.Read(p)
			}
			if !panicked {
				panicked = true
				panic(errBoom)
			}
			return copy(p, "c\n/d\n"), nil
		}), '\n', 16)
		if !s.Scan() || string(s.Bytes()) != "/a" {
			t.Errorf("Scan() of %q = %q, want /a", beginning, s.Bytes())
		}
		if got := testkit.Recovered(func() { s.Scan() }); got != errBoom {
			t.Errorf("Scan panics with %v, want %v", got, errBoom)
		}
		checkScan(t, "after the panic", s, nil, 3, errPanicked)
	}
}

// 99 empty reads are no failure, however often they come.
func TestScannerIsPatient(t *testing.T) {
	src, empty := []byte("/a\n/"+strings.Repeat("b", 40)+"\r\n/c"), 0
	want, end := naiveRecords(src, '\n', 16, false)
	rest := bytes.NewReader(src)
	s := newScanner(testkit.ReaderFunc(func(p []byte) (int, error) {
		if empty++; empty%100 != 0 {
			return 0, nil
		}
		return rest.Read(p[:1])
	}), '\n', 16)
	checkScan(t, "99 empty reads", s, want, end, nil)
}

// Of a line that is longer than the buffer, 4 KiB are read at a time.
func TestScannerReadsLongLines(t *testing.T) {
	const size = 1 << 20
	rest, reads := strings.NewReader(strings.Repeat("a", size)+"\n"), 0
	s := NewScanner(testkit.ReaderFunc(func(p []byte) (int, error) {
		reads++
		return rest.Read(p)
	}))
	if !s.Scan() || s.Ref().Len() != size {
		t.Fatalf("Scan of a line of %d bytes: %v, %v", size, s.Ref(), s.Err())
	}
	if want := 1 + (size-64<<10)/(4<<10) + 1; reads != want {
		t.Errorf("%d reads, want %d", reads, want)
	}
}

// A line is returned as soon as its end is read, and no byte is searched twice.
func TestScannerDoesNotReadAhead(t *testing.T) {
	reads := 0
	var s *Scanner
	s = NewScanner(testkit.ReaderFunc(func(p []byte) (int, error) {
		if len(p) != 64<<10-s.end || s.searched != s.end {
			t.Errorf("Read of %d bytes with %d held, %d of them searched", len(p), s.end, s.searched)
		}
		reads++
		if reads == 1 {
			return copy(p, "/"), nil
		}
		return copy(p, "a\n/b\n/"), nil
	}))
	for line := range 5 {
		if !s.Scan() {
			t.Fatalf("Scan %d = false, %v", line, s.Err())
		}
		if want := line/2 + 2; reads != want {
			t.Errorf("%d reads for line %d, want %d", reads, line, want)
		}
	}
}

// Nothing is read after an error, and an error with the last bytes is kept.
func TestScannerStopsReading(t *testing.T) {
	for _, err := range []error{io.EOF, errBoom} {
		reads := 0
		s := newScanner(testkit.ReaderFunc(func(p []byte) (int, error) {
			reads++
			return copy(p, "0123456789abcdef"), err
		}), '\n', 16)
		for range 3 {
			s.Scan()
		}
		if reads != 1 {
			t.Errorf("%d reads of a reader that said %v, want 1", reads, err)
		}
	}
}

func TestScannerBytesAreTheCallers(t *testing.T) {
	s := newScanner(strings.NewReader("/a\n/b\n/"+strings.Repeat("c", 20)+"\n/d\n"), '\n', 16)
	for _, want := range []string{"/a", "/b", "/" + strings.Repeat("c", 15), "/d"} {
		if !s.Scan() || string(s.Bytes()) != want {
			t.Errorf("Bytes() = %q, want %q", s.Bytes(), want)
		}
		if b := append(s.Bytes(), "//////"...); len(b) > 0 {
			b[0] = 'X'
		}
		clear(s.Bytes())
	}
}

func TestScannerAll(t *testing.T) {
	src := []byte("/a\n/ b\n\n//h\n/d\n")
	want, _ := naiveRecords(src, '\n', defaultBuffer, false)
	s := NewScanner(bytes.NewReader(src))
	i := 0
	for range 3 { // left after two lines, and called again
		left := i + 2
		for line, ref := range s.All() {
			if got := recordOf(s); got != want[i] || string(line) != got.bytes || ref != got.ref {
				t.Errorf("line %d = %q, %v, %v, want %v", i, line, ref, got, want[i])
			}
			if i++; i == left {
				break
			}
		}
	}
	if i != len(want) {
		t.Errorf("All yields %d lines, want %d", i, len(want))
	}
}

func TestScannerBeforeScan(t *testing.T) {
	s := NewScanner(strings.NewReader("/a\n"))
	if got := recordOf(s); got != (record{}) || s.Err() != nil {
		t.Errorf("before Scan: %v, %v, want nothing", got, s.Err())
	}
}

func TestScannerConfiguredTooLate(t *testing.T) {
	s := NewScanner(strings.NewReader(""))
	s.Scan()
	for name, configure := range map[string]func(){
		"Delim":  func() { s.Delim(0) },
		"Buffer": func() { s.Buffer(make([]byte, 100)) },
	} {
		if testkit.Recovered(configure) == nil {
			t.Errorf("%s after Scan does not panic", name)
		}
	}
}

// A buffer of any capacity will do.
func TestScannerSmallBuffers(t *testing.T) {
	src := []byte("/abcdefghijklmnop\n/q\n")
	want, end := naiveRecords(src, '\n', minBuffer, false)
	for size := range minBuffer + 1 {
		checkScan(t, "small buffer", newScanner(bytes.NewReader(src), '\n', size), want, end, nil)
	}
	for size := minBuffer; size < minBuffer+4; size++ { // that of the caller, all of it
		s, buf := NewScanner(bytes.NewReader(src)), make([]byte, size)
		s.Buffer(buf[:0])
		if s.Scan(); &s.Bytes()[0] != &buf[0] || len(s.Bytes()) != min(size, 17) {
			t.Errorf("with a buffer of %d bytes, Bytes() = %q elsewhere", size, s.Bytes())
		}
	}
}

func FuzzScanner(f *testing.F) {
	for _, b := range blocks {
		if len(b.src) < 1000 {
			f.Add([]byte(b.src), byte('\n'), uint8(16), uint64(1), false)
			f.Add([]byte(b.src), byte(0), uint8(40), uint64(2), true)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, delim byte, size uint8, seed uint64, fail bool) {
		err, reported := io.EOF, error(nil)
		if fail {
			err, reported = errBoom, errBoom
		}
		want, end := naiveRecords(src, delim, max(int(size), minBuffer), fail)
		r := rand.New(rand.NewPCG(seed, 3))
		reader := &chunkReader{src, randomly(seed, 1+r.IntN(100)), err, r.IntN(2) == 0}
		checkScan(t, "fuzzed reader", newScanner(reader, delim, int(size)), want, end, reported)
	})
}

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
