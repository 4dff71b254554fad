package scanner

import (
	"bytes"
	"io"
)

// windowSize is how much of a long line is read at a time. Long lines are rare,
// and a Machine takes longer for it than the system does for the call.
const windowSize = 4096

// A longLine is a line whose end the buffer of a [Scanner] does not hold. Its
// beginning stays in the buffer; the rest passes through window into m.
type longLine struct {
	m      Machine
	n      int64  // the length of the line, 0 if there is none
	sofar  int64  // the length of what m was fed
	read   int64  // what was read of the line and of what follows it
	heldCR bool   // a CR is not counted in sofar yet: it may be part of the line's end
	rest   []byte // what follows the line in window
	window [windowSize]byte
}

// scanLong takes a line that fills the buffer and has not ended there.
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

// endLong makes the long line, of which all is known, the line.
func (s *Scanner) endLong() bool {
	s.long.n = s.long.sofar
	ref, fault := s.long.m.End()
	s.only(Line{End: int(min(s.long.n, int64(len(s.buf)))), Ref: ref, Fault: fault})
	return true
}

// leaveLong goes on behind the long line.
func (s *Scanner) leaveLong() {
	l := &s.long
	s.start, s.searched, s.end = 0, 0, copy(s.buf, l.rest)
	s.base += l.read - int64(len(l.rest))
	l.n, l.rest = 0, nil
}

// take adds p, which no delim is in. A CR at its end is held back where an LF
// would make it part of the line's end.
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

// releaseCR adds the CR that is held: it was not followed by LF.
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
