package scanner

import (
	"bytes"
	"errors"
	"io"
	"iter"
)

// A Scanner reads references from an [io.Reader], one per line, in the manner of
// [bufio.Scanner]:
//
//	s := scanner.NewScanner(os.Stdin)
//	for s.Scan() {
//		if s.Fault().Kind() != 0 || s.Truncated() {
//			continue // not valid, or longer than the buffer
//		}
//		fmt.Printf("%s\n", s.Ref().Host().Of(s.Bytes()))
//	}
//	// s.Err()
//
// Scan returns every line, parsed as a [URIReference]; a bad line has a [Fault] and
// the zero [Ref]. Only the reader ends the stream. Lines end as [AppendLines]
// defines; bytes after the last line's end are a line, too. Nothing is skipped, not
// even a byte order mark.
//
// Lines may be longer than the buffer. Then Bytes is the beginning of the line,
// Truncated returns true, and Ref, Fault and Offset are those of the whole line, up
// to [MaxLen]; [Span.Of] panics for a component beyond Bytes.
//
// Scan reads when it has no whole line left, and then takes the bytes of one Read,
// so that slow input is seen as it arrives. A Scanner allocates its buffer once,
// and nothing per line.
type Scanner struct {
	// Lines not yet returned are lines[at+1:count]; their bytes are in buf. Bytes
	// not yet cut into lines are buf[start:end], with no delimiter before
	// buf[searched]:
	//
	//	0 <= start <= searched <= end <= len(buf), 0 <= at <= count <= len(lines)
	//
	// Lines are counted from buf[0], the byte at offset base of the stream.
	lines                [batchLines]Line
	at, count            int
	buf                  []byte
	start, searched, end int
	base                 int64

	r     io.Reader
	err   error // of r, io.EOF included; nothing is read after it
	delim byte
	begun bool
	long  longLine
}

// defaultBuffer is the size of the buffer unless Buffer sets one. A system call for
// so many bytes costs little, and they fit into a second-level cache.
const defaultBuffer = 64 << 10

// minBuffer is the smallest size of a buffer.
const minBuffer = 16

// NewScanner returns a Scanner of the lines of r, which end in LF or CR LF.
func NewScanner(r io.Reader) *Scanner { return &Scanner{r: r, delim: '\n'} }

// Delim sets the byte that ends a line. It panics if it is called after
// scanning has started.
func (s *Scanner) Delim(delim byte) {
	s.mustNotHaveBegun("Delim")
	s.delim = delim
}

// Buffer makes s use buf up to its capacity instead of allocating 64 KiB. If the
// capacity is less than 16 bytes, s allocates 16 bytes. The buffer never grows: it
// limits how much is read at a time and how much of a line Bytes returns. Buffer
// panics if it is called after scanning has started.
func (s *Scanner) Buffer(buf []byte) {
	s.mustNotHaveBegun("Buffer")
	if cap(buf) < minBuffer {
		buf = make([]byte, minBuffer)
	}
	s.buf = buf[:cap(buf)]
}

func (s *Scanner) mustNotHaveBegun(method string) {
	if s.begun {
		panic("scanner: " + method + " called after Scan")
	}
}

// Scan advances to the next line. It returns false at the end of the input, or
// where the reader failed; [Scanner.Err] reports which. It returns all lines that
// ended before a failure, but not a line cut by it, because the missing bytes could
// change its meaning.
//
// A reader that returns no bytes and no error 100 times in a row fails with
// [io.ErrNoProgress]. If the reader panics and the caller recovers, Scan returns
// false from then on.
func (s *Scanner) Scan() bool {
	if s.at+1 < s.count {
		s.at++
		return true
	}
	return s.more()
}

// Bytes returns the line without its end, or its beginning if it is
// [Scanner.Truncated]. It is valid until the next Scan, and may be modified. It
// does not allocate.
func (s *Scanner) Bytes() []byte {
	l := &s.lines[s.at]
	return s.buf[l.Start:l.End:l.End]
}

// Ref returns where the components of the line are, or the zero Ref if the line is
// bad. It reaches beyond Bytes only if the line is truncated. It does not allocate.
func (s *Scanner) Ref() Ref { return s.lines[s.at].Ref }

// Fault returns the fault of the line, or the zero Fault if the line is valid. It
// does not allocate.
func (s *Scanner) Fault() Fault { return s.lines[s.at].Fault }

// Truncated reports whether Bytes is only the beginning of the line, which is
// then longer than the buffer. It does not allocate.
func (s *Scanner) Truncated() bool { return s.long.n > int64(len(s.buf)) }

// Offset returns the byte offset of the line in the stream. After Scan has returned
// false it is the offset of the end of the input, or of the line that a failure
// cut. It does not allocate.
func (s *Scanner) Offset() int64 { return s.base + int64(s.lines[s.at].Start) }

// Err returns the first error of the reader other than [io.EOF], or nil. A bad line
// is not an error. It does not allocate.
func (s *Scanner) Err() error {
	if s.err == io.EOF {
		return nil
	}
	return s.err
}

// All returns an iterator over Bytes and Ref of the remaining lines, bad and
// truncated ones included. The other methods of s describe the same line: check
// Fault and Truncated in the loop, and [Scanner.Err] after it. A loop may end early;
// another one then continues with the next line. It does not allocate.
func (s *Scanner) All() iter.Seq2[[]byte, Ref] {
	return func(yield func([]byte, Ref) bool) {
		for s.Scan() && yield(s.Bytes(), s.Ref()) {
		}
	}
}

// more cuts or reads the next lines and advances to the first of them.
func (s *Scanner) more() bool {
	s.begin()
	for {
		switch {
		case s.cut():
			return true
		case s.end == len(s.buf) && s.start == 0:
			return s.scanLong()
		case s.err != nil:
			return s.last()
		}
		s.fill()
	}
}

// begin prepares s to read, and to reuse the memory of the previous lines.
func (s *Scanner) begin() {
	if s.buf == nil {
		s.buf = make([]byte, defaultBuffer)
	}
	s.begun = true
	if s.long.n > 0 {
		s.leaveLong()
	}
}

// cut cuts as many lines as lines has room for. It returns false if no line ends
// in the buffer.
func (s *Scanner) cut() bool {
	if bytes.IndexByte(s.buf[s.searched:s.end], s.delim) < 0 {
		s.searched = s.end
		return false
	}
	n := 0
	s.at = 0
	s.count, n = fillLines(s.lines[:], s.buf[s.start:s.end], s.delim, s.start)
	s.start += n
	s.searched = s.start
	return true
}

// last takes the bytes left after the reader's error, which are a line unless the
// reader failed.
func (s *Scanner) last() bool {
	l := Line{Start: s.start, End: s.start}
	found := s.err == io.EOF && s.start < s.end
	if found {
		l.End = s.end
		l.Ref, l.Fault = locate(s.buf[s.start:s.end], URIReference)
		s.start, s.searched = s.end, s.end
	}
	s.only(l)
	return found
}

// only makes l the current line and the only one.
func (s *Scanner) only(l Line) {
	s.lines[0] = l
	s.at, s.count = 0, 1
}

// fill moves buf[start:end], all of it searched, to the front of the buffer and
// reads after it.
func (s *Scanner) fill() {
	if s.start > 0 {
		copy(s.buf, s.buf[s.start:s.end])
		s.base += int64(s.start)
		s.end -= s.start
		s.start, s.searched = 0, s.end
	}
	s.end += s.read(s.buf[s.end:])
}

var (
	errBadCount = errors.New("uriscan: reader returned an impossible count")
	errPanicked = errors.New("uriscan: reader panicked")
)

// read reads into p, which is not empty, until it has bytes or an error.
func (s *Scanner) read(p []byte) int {
	s.err = errPanicked // until Read returns
	for range 100 {
		n, err := s.r.Read(p)
		if n < 0 || n > len(p) {
			n, err = 0, errBadCount
		}
		if s.err = err; n > 0 || err != nil {
			return n
		}
	}
	s.err = io.ErrNoProgress
	return 0
}
