package column

import (
	"bytes"
	"cmp"

	"github.com/uriscan/uriscan/cmd/internal/diag"
)

// badCSV is the kind of a record that is not RFC 4180: a quote inside a column
// without quotes, something after a closing quote, or no closing quote.
const badCSV = "bad-csv"

// A CSV is a column of CSV (RFC 4180), with any delimiter.
type CSV struct {
	Number int // from 1, unless the cell has one
	Comma  byte
}

// Find reads the whole record: columns are known only if all of it is well-formed.
func (p *CSV) Find(c *Cell) diag.Flaw {
	if bytes.IndexByte(c.Line, '"') < 0 {
		plain := Plain{Number: cmp.Or(c.Field, p.Number), Delim: p.Comma}
		if f := plain.Find(c); f.Kind != "" || len(c.Value) > 0 {
			return f
		}
		return c.absent()
	}
	found, start, number := false, 0, cmp.Or(c.Field, p.Number)
	for n := 1; ; n++ {
		end, bad := p.endOf(c.Line, start)
		if bad >= 0 {
			return diag.Flaw{Kind: badCSV, Offset: bad}
		}
		if n == number || c.Names != nil {
			found = n == number
			p.take(c, start, end)
			c.collect(c.Value)
		}
		if end == len(c.Line) {
			break
		}
		start = end + 1
	}
	c.Whole = true
	switch {
	case !found:
		return c.missing()
	case len(c.Value) == 0:
		return c.absent()
	}
	return diag.Flaw{}
}

// endOf returns where the column that begins at start ends. bad is the offset at which
// the record is not well-formed, which is the opening quote if no other closes it, or -1.
func (p *CSV) endOf(line []byte, start int) (end, bad int) {
	if start < len(line) && line[start] == '"' {
		end = closingQuote(line, start+1)
		switch {
		case end < 0:
			return 0, start
		case end+1 < len(line) && line[end+1] != p.Comma:
			return 0, end + 1
		}
		return end + 1, -1
	}
	for end = start; end < len(line) && line[end] != p.Comma; end++ {
		if line[end] == '"' {
			return 0, end
		}
	}
	return end, -1
}

// closingQuote returns the index of the quote that ends what begins at i, or -1 without
// one. Two quotes in a row are one that belongs to the column.
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
func (p *CSV) take(c *Cell, start, end int) {
	c.take(start, end)
	if c.Quoted = start < end && c.Line[start] == '"'; !c.Quoted {
		return
	}
	c.Value = c.Line[start+1 : end-1]
	n := bytes.IndexByte(c.Value, '"')
	if n < 0 {
		return
	}
	memory := append(RoomFor(c.Memory, len(c.Value)), c.Value[:n]...)
	for i := n; i < len(c.Value); i++ {
		memory = append(memory, c.Value[i])
		if c.Value[i] == '"' {
			i++
		}
	}
	c.Value, c.Memory, c.escaped = memory, memory, true
}

func (p *CSV) mark() byte { return '"' }

func (p *CSV) escape([]byte) (size, n int) { return len(`""`), 1 }

// Enclose keeps the quotes of a column, and puts what has a delimiter or a quote in quotes. A
// result has no line break that the value had not.
func (p *CSV) Enclose(dst []byte, from int, c *Cell) ([]byte, bool) {
	if bytes.IndexByte(dst[from:], '"') >= 0 {
		dst = append(dst[:from], bytes.ReplaceAll(dst[from:], []byte(`"`), []byte(`""`))...)
		dst = encloseInQuotes(dst, from)
	} else if c.Quoted || bytes.IndexByte(dst[from:], p.Comma) >= 0 {
		dst = encloseInQuotes(dst, from)
	}
	return dst, true
}

func (p *CSV) AppendColumn(dst []byte, _ *Cell, _ string, text []byte) ([]byte, bool) {
	dst = append(dst, p.Comma)
	if bytes.IndexByte(text, p.Comma) < 0 && !bytes.ContainsAny(text, "\"\r\n") {
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
