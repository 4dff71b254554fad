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
func (e *CSVEnds) Last(p []byte) int { return e.scan(p, false) }

// Next returns the index of the first byte of p that ends a record, after going over p up
// to there, or -1 after going over all of p.
func (e *CSVEnds) Next(p []byte) int { return e.scan(p, true) }

func (e *CSVEnds) scan(p []byte, first bool) int {
	last := -1
	for i := 0; i < len(p); {
		end, n := -1, 0
		switch e.state {
		case inQuotes:
			if n = bytes.IndexByte(p[i:], '"'); n < 0 {
				return last
			}
			i += n + 1
			e.state = afterQuote
		case malformed:
			if n = bytes.IndexByte(p[i:], '\n'); n < 0 {
				return last
			}
			i += n + 1
			end, e.state = i-1, columnStart
		case afterQuote:
			if e.closes(p[i]) {
				end = i
			}
			i++
		default:
			i, end = e.unquoted(p, i, first)
		}
		if end >= 0 && first {
			return end
		}
		last = max(last, end)
	}
	return last
}

// closes goes over the byte after a quote that may have closed a column, and reports
// whether it ends the record.
func (e *CSVEnds) closes(b byte) bool {
	switch b {
	case '"':
		e.state = inQuotes
	case e.Comma, '\n':
		e.state = columnStart
	default:
		e.state = malformed // or a CR, which comes to the same: LF is next
	}
	return b == '\n'
}

// unquoted goes over p from i, which is not between quotes, up to the next quote,
// or up to the first end of a record if that is asked for. It returns where it
// is then, and the index of the last end, -1 if there was none.
func (e *CSVEnds) unquoted(p []byte, i int, first bool) (next, end int) {
	part := p[i:]
	end = -1
	if first {
		if n := bytes.IndexByte(part, '\n'); n >= 0 {
			part, end = part[:n+1], i+n
		}
	}
	quote := bytes.IndexByte(part, '"')
	if quote >= 0 {
		part, end = part[:quote], -1
	}
	if n := len(part); n > 0 {
		e.state = inColumn
		if part[n-1] == e.Comma || part[n-1] == '\n' {
			e.state = columnStart
		}
		if !first {
			if n = bytes.LastIndexByte(part, '\n'); n >= 0 {
				end = i + n
			}
		}
	}
	next = i + len(part)
	if quote >= 0 {
		if next++; e.state == columnStart {
			e.state = inQuotes
		} else {
			e.state = malformed
		}
	}
	return next, end
}
