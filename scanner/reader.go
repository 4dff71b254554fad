package scanner

import (
	"bytes"
	"errors"
	"io"
	"iter"
)

// A Scanner reads references from an [io.Reader], one a line, in the manner of
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
// Every line is judged as a [URIReference] and is a record, also a bad one, which has
// a [Fault] and the zero [Ref]; only the reader ends the stream. What a line's end is,
// [AppendLines] says; what follows the last one, if anything, is a line without an
// end. Nothing is skipped, no byte order mark either.
//
// No line is too long: if one does not fit into the buffer, Bytes is its beginning,
// Truncated reports that, and Ref, Fault and Offset are those of the whole line, up to
// [MaxLen]. [Span.Of] then panics for a component beyond Bytes.
//
// Scan reads when it has no whole line left, and then takes what one Read gives,
// so that lines that come slowly are seen as they come. A Scanner allocates its
// buffer, once, and nothing for a line.
type Scanner struct {
	// Unread lines are in lines[at+1:count], and their bytes in buf. What is
	// read and not yet cut into lines is buf[start:end], where no delimiter
	// is before buf[searched]:
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
	err   error // what r said, io.EOF included; nothing is read after it
	delim byte
	begun bool
	long  longLine
}

// defaultBuffer is how much is read at a time where the caller does not say:
// enough that a system call costs little, and little enough for a second-level
// cache.
const defaultBuffer = 64 << 10

// minBuffer is the least that is worth a Read.
const minBuffer = 16

// NewScanner returns a Scanner of the lines of r that LF or CR LF ends.
func NewScanner(r io.Reader) *Scanner { return &Scanner{r: r, delim: '\n'} }

// Delim sets the byte that ends a line. It panics if it is called after
// scanning has started.
func (s *Scanner) Delim(delim byte) {
	s.mustNotHaveBegun("Delim")
	s.delim = delim
}

// Buffer makes s use buf up to its capacity instead of a buffer of 64 KiB of its
// own; one of less than 16 bytes is replaced by one of 16. It is what is read at a time, and how many bytes
// of a line Bytes can hold; it never grows. Buffer panics if it is called after
// scanning has started.
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

// Scan goes on to the next line, and returns false if there is none: at the
// end of the input, or where the reader failed, which [Scanner.Err] tells. All
// lines that ended before a failure come first; a line that a failure cut is
// not one, for what is missing might make another reference of it.
//
// A reader that returns nothing and no error 100 times in a row has failed,
// with [io.ErrNoProgress], and so has one that panics: who recovers finds no
// line behind what it may have lost.
func (s *Scanner) Scan() bool {
	if s.at+1 < s.count {
		s.at++
		return true
	}
	return s.more()
}

// Bytes returns the line, without its end; of one that is [Scanner.Truncated]
// the beginning. It is valid until the next Scan, and can be changed. It does
// not allocate.
func (s *Scanner) Bytes() []byte {
	l := &s.lines[s.at]
	return s.buf[l.Start:l.End:l.End]
}

// Ref returns where the components of the line are, the zero Ref if it is bad.
// It may reach beyond Bytes only if the line is truncated. It does not allocate.
func (s *Scanner) Ref() Ref { return s.lines[s.at].Ref }

// Fault returns what is wrong with the line, the zero Fault if nothing is. It
// does not allocate.
func (s *Scanner) Fault() Fault { return s.lines[s.at].Fault }

// Truncated tells whether Bytes is only the beginning of the line, which is
// then longer than the buffer. It does not allocate.
func (s *Scanner) Truncated() bool { return s.long.n > int64(len(s.buf)) }

// Offset returns where in the stream the line begins, in bytes. After Scan has
// returned false it is where what was not returned begins: the end of the
// input, or the line that a failure cut. It does not allocate.
func (s *Scanner) Offset() int64 { return s.base + int64(s.lines[s.at].Start) }

// Err returns the reader's error, nil if that was [io.EOF] or there is none
// yet. A bad line is no error. It does not allocate.
func (s *Scanner) Err() error {
	if s.err == io.EOF {
		return nil
	}
	return s.err
}

// All returns an iterator over the lines that are left: Bytes and Ref of each. Bad
// lines come too, with the zero Ref, and truncated ones: the other methods answer of
// the same line, so ask Fault and Truncated. It can be left early and called again.
// Ask [Scanner.Err] when it has ended. It does not allocate.
func (s *Scanner) All() iter.Seq2[[]byte, Ref] {
	return func(yield func([]byte, Ref) bool) {
		for s.Scan() && yield(s.Bytes(), s.Ref()) {
		}
	}
}

// more cuts or reads the next lines and goes on to the first of them.
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

// begin makes s ready to read, and to reuse the memory of the lines before.
func (s *Scanner) begin() {
	if s.buf == nil {
		s.buf = make([]byte, defaultBuffer)
	}
	s.begun = true
	if s.long.n > 0 {
		s.leaveLong()
	}
}

// cut cuts as many lines as there is room for, if there is a whole one.
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

// last takes what the reader's end leaves, a line if there was no failure.
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

// only makes l the line, with none behind it.
func (s *Scanner) only(l Line) {
	s.lines[0] = l
	s.at, s.count = 0, 1
}

// fill moves what is held, all of it searched, to the front of the buffer and
// reads behind it.
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

// read reads into p, which is not empty, until there is something or an error.
func (s *Scanner) read(p []byte) int {
	s.err = errPanicked // as long as Read has not returned
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
