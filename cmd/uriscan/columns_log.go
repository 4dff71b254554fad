package main

import "bytes"

// A logColumn is a part of a line of an access log in the Common or the Combined
// Log Format, with or without columns before or after:
//
//	host ident user [time] "GET /target HTTP/1.1" status bytes "referer" "agent"
//
// Columns stand between blanks, brackets or quotes; a backslash in quotes goes
// with the byte behind it. What servers escape in this way can be in no
// reference, so that the value is what stands there, with its escapes.
type logColumn struct {
	quoted int // in which of the quoted columns the value is, from 1
	target bool
}

func (l *logColumn) find(c *cell) flaw {
	start, end := l.between(c.line)
	if start < 0 {
		return c.missing()
	}
	c.whole = true
	if l.target {
		start, end = requestTarget(c.line, start, end)
	}
	if start == end && l.target || string(c.line[start:end]) == "-" {
		return c.missing()
	}
	c.take(start, end)
	return flaw{}
}

// between returns what stands between the quotes that l names; start is -1 if
// there are none.
func (l *logColumn) between(line []byte) (start, end int) {
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
			if quoted++; quoted == l.quoted && end >= 0 {
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
// escapes, -1 if there is none.
func unescapedQuote(line []byte, i int) int {
	n := bytes.IndexByte(line[i:], '"')
	if n <= 0 || line[i+n-1] != '\\' {
		if n < 0 {
			return -1
		}
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

// requestTarget returns where in the request line line[start:end] the target is,
// and nothing if it is no request line: a method, a blank and the target, and
// unless it is HTTP/0.9 a blank and the version.
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

func (l *logColumn) at(c *cell, i int) int { return min(c.start+i, c.end) }

// enclose has nothing to escape: a result is a reference.
func (l *logColumn) enclose(dst []byte, _ int, _ *cell) ([]byte, bool) { return dst, true }

// appendColumn appends text in quotes.
func (l *logColumn) appendColumn(dst []byte, _ *cell, _ string, text []byte) ([]byte, bool) {
	dst = append(dst, ` "`...)
	for _, b := range text {
		if b == '"' || b == '\\' {
			dst = append(dst, '\\')
		}
		dst = append(dst, b)
	}
	return append(dst, '"'), bytes.IndexByte(text, '\n') < 0
}
