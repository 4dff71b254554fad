package scanner

import (
	"bytes"
	"io"
)

// windowSize is how much of a long line is read at a time. Long lines are rare, and
// a Machine takes longer for a window than the system call that reads it.
const windowSize = 4096

// A longLine is a line whose end the buffer of a [Scanner] does not hold. Its
// beginning stays in the buffer; the rest passes through window into m.
type longLine struct {
	m      Machine
	n      int64  // the length of the line, 0 if the current line is not long
	sofar  int64  // the number of bytes fed to m
	read   int64  // the number of bytes read of the line and after it
	heldCR bool   // a CR is not yet in sofar: it may be part of the line's end
	rest   []byte // the bytes after the line in window
	window [windowSize]byte
}

// scanLong reads the rest of a line that fills the buffer without ending.
func (s *Scanner) scanLong() bool {
	l := &s.long
	l.m.Reset(URIReference)
	l.sofar, l.read, l.heldCR = 0, 0, false
	l.take(s.buf, s.delim)
	for s.err == nil {
		// What follows the line must fit into the buffer.
		p := l.window[:min(len(l.window), len(s.buf))]
		p = p[:s.read(p)]
		if end := bytes.IndexByte(p, s.delim); end >= 0 {
			l.take(p[:end], s.delim) // a CR held after this is part of the line's end
			l.rest = p[end+1:]
			l.read += int64(1 + len(l.rest))
			return s.endLong()
		}
		l.take(p, s.delim)
	}
	if s.err != io.EOF {
		s.only(Line{})
		return false
	}
	l.releaseCR()
	return s.endLong()
}

// endLong makes the long line, now read to its end, the current line.
func (s *Scanner) endLong() bool {
	s.long.n = s.long.sofar
	ref, fault := s.long.m.End()
	s.only(Line{End: int(min(s.long.n, int64(len(s.buf)))), Ref: ref, Fault: fault})
	return true
}

// leaveLong continues after the long line.
func (s *Scanner) leaveLong() {
	l := &s.long
	s.start, s.searched, s.end = 0, 0, copy(s.buf, l.rest)
	s.base += l.read - int64(len(l.rest))
	l.n, l.rest = 0, nil
}

// take adds p, which has no delim in it. It holds back a CR at the end of p if an
// LF would make it part of the line's end.
func (l *longLine) take(p []byte, delim byte) {
	if len(p) == 0 {
		return
	}
	l.releaseCR()
	l.read += int64(len(p))
	if lineLen(p, delim) < len(p) {
		l.heldCR = true
		p = p[:len(p)-1]
	}
	l.feed(p)
}

// releaseCR adds the held CR, since no LF followed it.
func (l *longLine) releaseCR() {
	if l.heldCR {
		l.heldCR = false
		l.feed([]byte{'\r'})
	}
}

func (l *longLine) feed(p []byte) {
	l.m.Feed(p)
	l.sofar += int64(len(p))
}
