package column

import (
	"bytes"

	"github.com/uriscan/uriscan/cmd/internal/diag"
)

// A Log is a part of a line of an access log in the Common or the Combined
// Log Format, with or without columns before or after:
//
//	host ident user [time] "GET /target HTTP/1.1" status bytes "referer" "agent"
//
// Columns are between blanks, brackets or quotes; a backslash in quotes belongs to the
// byte after it. What servers escape in this way cannot be in a reference, so the value is
// the text as written, with its escapes.
type Log struct {
	Quoted int // in which of the quoted columns the value is, from 1
	Target bool
}

var blank = []byte{' '}

func (l *Log) Find(c *Cell) diag.Flaw {
	start, end := l.between(c.Line)
	if start < 0 {
		return c.missing()
	}
	c.Whole = true
	if l.Target && string(c.Line[start:end]) != "-" {
		c.Method = c.Line[start:end]
		start, end = requestTarget(c.Line, start, end)
		c.Method, _, _ = bytes.Cut(c.Method, blank)
	}
	switch {
	case start == end && l.Target:
		return c.missing()
	case start == end, string(c.Line[start:end]) == "-":
		return c.absent()
	}
	c.take(start, end)
	return diag.Flaw{}
}

// between returns the offsets of the text between the quotes that l names; start is -1 if
// they are missing.
func (l *Log) between(line []byte) (start, end int) {
	quoted := 0
	for i := 0; i < len(line); {
		n := 0
		switch line[i] {
		case ' ':
			i++
			continue
		case '[':
			n = bytes.IndexByte(line[i:], ']')
		case '"':
			end = unescapedQuote(line, i+1)
			if quoted++; quoted == l.Quoted && end >= 0 {
				return i + 1, end
			}
			n = end - i
		default:
			n = bytes.IndexByte(line[i:], ' ')
		}
		if n < 0 {
			break
		}
		i += n + 1
	}
	return -1, -1
}

// unescapedQuote returns the index of the first quote from i on that no backslash
// escapes, or -1. At i-1 is a quote, too.
func unescapedQuote(line []byte, i int) int {
	n := bytes.IndexByte(line[i:], '"')
	switch {
	case n < 0:
		return -1
	case line[i+n-1] != '\\':
		return i + n
	}
	for ; i < len(line); i++ {
		switch line[i] {
		case '"':
			return i
		case '\\':
			i++
		}
	}
	return -1
}

// requestTarget returns the offsets of the target in the request line line[start:end],
// empty if it is not a request line: a method, a blank and the target, and unless it is
// HTTP/0.9 a blank and the version.
func requestTarget(line []byte, start, end int) (int, int) {
	n := bytes.IndexByte(line[start:end], ' ')
	if n <= 0 {
		return end, end
	}
	start += n + 1
	version := start + bytes.LastIndexByte(line[start:end], ' ') + 1
	if bytes.HasPrefix(line[version:end], []byte("HTTP/")) {
		end = max(start, version-1)
	}
	return start, end
}

// Enclose has nothing to escape: a result is a reference.
func (l *Log) Enclose(dst []byte, _ int, _ *Cell) ([]byte, bool) { return dst, true }

// AppendColumn appends text in quotes.
func (l *Log) AppendColumn(dst []byte, _ *Cell, _ string, text []byte) ([]byte, bool) {
	dst = append(dst, ` "`...)
	for _, b := range text {
		if b == '"' || b == '\\' {
			dst = append(dst, '\\')
		}
		dst = append(dst, b)
	}
	return append(dst, '"'), bytes.IndexByte(text, '\n') < 0
}
