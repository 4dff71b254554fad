package main

import (
	"bytes"
)

// badCSV is the kind of a record that is not RFC 4180: a quote inside a column
// without quotes, something after a closing quote, or no closing quote.
const badCSV = "bad-csv"

// A csvColumn is a column of CSV as RFC 4180 has it, with any delimiter.
type csvColumn struct {
	number int // from 1
	comma  byte
}

// find looks at the whole record, for columns are what they are only if all of it
// is well-formed.
func (p *csvColumn) find(c *cell) flaw {
	if bytes.IndexByte(c.line, '"') < 0 {
		plain := plainColumn{number: p.number, delim: p.comma}
		return plain.find(c)
	}
	found, start := false, 0
	for n := 1; ; n++ {
		end, bad := p.endOf(c.line, start)
		if bad >= 0 {
			return flaw{badCSV, bad}
		}
		if n == p.number {
			found = true
			p.take(c, start, end)
		}
		if end == len(c.line) {
			break
		}
		start = end + 1
	}
	c.whole = true
	if !found {
		return c.missing()
	}
	return flaw{}
}

// endOf returns where the column that begins at start ends. bad is where the
// record is not well-formed, -1 if it is.
func (p *csvColumn) endOf(line []byte, start int) (end, bad int) {
	if start < len(line) && line[start] == '"' {
		end = closingQuote(line, start+1)
		switch {
		case end < 0:
			return 0, len(line)
		case end+1 < len(line) && line[end+1] != p.comma:
			return 0, end + 1
		}
		return end + 1, -1
	}
	for end = start; end < len(line) && line[end] != p.comma && line[end] != '"'; {
		end++
	}
	if end < len(line) && line[end] == '"' {
		return 0, end
	}
	return end, -1
}

// closingQuote returns where the quote is that ends what begins at i, -1 if none
// does. Two quotes are one that belongs to the column.
func closingQuote(line []byte, i int) int {
	for {
		n := bytes.IndexByte(line[i:], '"')
		if n < 0 {
			return -1
		}
		if i += n + 1; i == len(line) || line[i] != '"' {
			return i - 1
		}
		i++
	}
}

// take makes line[start:end] the value, without its quotes.
func (p *csvColumn) take(c *cell, start, end int) {
	c.take(start, end)
	if c.quoted = start < end && c.line[start] == '"'; !c.quoted {
		return
	}
	c.value = c.line[start+1 : end-1]
	n := bytes.IndexByte(c.value, '"')
	if n < 0 {
		return
	}
	memory := append(roomFor(c.memory, len(c.value)), c.value[:n]...)
	for i := n; i < len(c.value); i++ {
		memory = append(memory, c.value[i])
		if c.value[i] == '"' {
			i++
		}
	}
	c.value, c.memory = memory, memory
}

func (p *csvColumn) at(c *cell, i int) int {
	if !c.quoted {
		return min(c.start+i, c.end)
	}
	at := c.start + 1
	for ; i > 0 && at < c.end-1; i-- {
		if c.line[at] == '"' {
			at++
		}
		at++
	}
	return at
}

// enclose keeps the quotes of a column that had some. A reference has no newlines
// and no quotes to look for.
func (p *csvColumn) enclose(dst []byte, from int, c *cell) ([]byte, bool) {
	if c.quoted || bytes.IndexByte(dst[from:], p.comma) >= 0 {
		dst = encloseInQuotes(dst, from)
	}
	return dst, true
}

func (p *csvColumn) appendColumn(dst []byte, _ *cell, _ string, text []byte) ([]byte, bool) {
	dst = append(dst, p.comma)
	if bytes.IndexByte(text, p.comma) < 0 && !bytes.ContainsAny(text, "\"\r\n") {
		return append(dst, text...), true
	}
	dst = append(dst, '"')
	for _, b := range text {
		if b == '"' {
			dst = append(dst, '"')
		}
		dst = append(dst, b)
	}
	return append(dst, '"'), true
}
