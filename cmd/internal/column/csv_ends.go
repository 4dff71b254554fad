package column

import "bytes"

// CSVEnds finds where records of CSV end: at an LF that is not between quotes.
// It is shown an input piece after piece. A record that is not well-formed ends
// at the next LF after the place where it is not, so that one stray quote does
// not swallow the rest of a file.
type CSVEnds struct {
	Comma byte
	state recordState
}

type recordState uint8

const (
	columnStart recordState = iota
	inColumn
	inQuotes
	afterQuote // the end of a column in quotes, or the first of two quotes
	malformed
)

// Reset begins another input.
func (e *CSVEnds) Reset() { e.state = columnStart }

// Last goes over p and returns the index of the last byte of it that ends a record, or -1
// if no byte does.
func (e *CSVEnds) Last(p []byte) int {
	last := -1
	for i := 0; i < len(p); i++ {
		switch e.state {
		case inQuotes:
			n := bytes.IndexByte(p[i:], '"')
			if n < 0 {
				return last
			}
			i += n
		case columnStart, inColumn:
			text := p[i:]
			if n := bytes.IndexByte(text, '"'); n >= 0 {
				text = text[:n]
			}
			if n := bytes.LastIndexByte(text, '\n'); n >= 0 {
				last = i + n
			}
			if n := len(text); n > 0 {
				e.next(text[n-1])
				i += n
			}
		}
		if i < len(p) && e.next(p[i]) {
			last = i
		}
	}
	return last
}

// Next returns the index of the first byte of p that ends a record, after going over p up
// to there, or -1 after going over all of p.
func (e *CSVEnds) Next(p []byte) int {
	for i, b := range p {
		if e.next(b) {
			return i
		}
	}
	return -1
}

// next goes over a byte and reports whether it ends a record.
func (e *CSVEnds) next(b byte) bool {
	switch {
	case e.state == inQuotes:
		if b == '"' {
			e.state = afterQuote
		}
	case b == '\n':
		e.state = columnStart
		return true
	case e.state == malformed:
	case b == e.Comma:
		e.state = columnStart
	case b == '"' && e.state != inColumn:
		e.state = inQuotes
	case b == '"' || e.state == afterQuote:
		e.state = malformed // also by a CR: LF is next then
	default:
		e.state = inColumn
	}
	return false
}
