package prose

import (
	"bytes"

	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// step is how much of a candidate is read at a time. What is read beyond its
// end is read again, so it must be bounded.
const step = 64

// A candidate is a URI whose end is not known yet.
//
//	start < head <= read; start <= end
type candidate struct {
	start int // of the scheme
	head  int // after the scheme's ":" or "://"
	read  int // text[start:read] is read
	end   int // where it ends at the latest, once that is known
	// before is the byte before it, 0 at the beginning of the text or if it ends an entity.
	before byte
	// outer is the byte before the first URI of the list that this one is in, else before.
	outer byte
	// opener is the byte before a name and "=" directly before it, as in [url=http://a/].
	opener  byte
	depth   int  // of round brackets
	over    bool // end is known
	tooLong bool
	escaped bool // its "//" was written as "\/\/"
	inSlash bool // so are all its "/": a plain "/" is directly before it, and the next ends it
	m       scanner.Machine
}

func openCandidate(t *window, start, head int) candidate {
	c := candidate{start: start, head: head, read: start}
	if start > 0 && (t.buf[start-1] != ';' || entityStart(t.buf[:start]) == start-1) {
		c.before = t.buf[start-1]
	}
	c.outer = c.before
	if i := start - 1; c.before == '=' {
		for ; i > 0 && start-i <= maxName && variableBytes.Has(t.buf[i-1]); i-- {
		}
		c.opener = t.buf[max(0, i-1)]
	}
	c.escaped = t.isEscaped(head - 1)
	c.inSlash = c.escaped && c.before == '/' && !t.isEscaped(start-1)
	c.m.Reset(scanner.URI)
	return c
}

// plainBytes are the bytes of URIs that do not occur in the rules on ends, and "/".
var plainBytes = uriBytes.AndNot(lut.MakeSet("'(),;"))

// endPlain reads a candidate of plainBytes at once, if none of it was read before,
// and reports whether that is all of it.
func (c *candidate) endPlain(t *window) bool {
	const most = 256
	if c.read > c.start || c.inSlash || len(t.buf) < c.head {
		return false
	}
	text := t.buf[:min(len(t.buf), c.head+most)]
	end := c.head + lut.Span(text[c.head:], plainBytes)
	switch {
	case end < len(text) && uriBytes.Has(text[end]), end == len(text) && (end < len(t.buf) || !t.ended):
		return false
	case !scanner.Valid(text[c.start:end], scanner.URI):
		return false
	}
	c.read, c.end = end, end
	return true
}

// extend reads more of the text and reports whether the end is known.
func (c *candidate) extend(t *window) bool {
	if c.endPlain(t) {
		return true
	}
	for text := t.buf; c.read < len(text); {
		piece := text[c.read:min(len(text), c.read+step)]
		n := c.m.Feed(piece)
		if end := c.stop(t, c.read, c.read+n); end >= 0 {
			c.end = end
			return true
		}
		c.read += n
		if n < len(piece) {
			c.end = c.read
			return true
		}
	}
	c.end = c.read
	return t.ended
}

// isPattern reports whether the candidate, which has ended, is a regular expression
// between slashes: it ends at an escape that JSON does not have.
func (c *candidate) isPattern(text []byte) bool {
	return c.escaped && c.end+1 < len(text) && text[c.end] == '\\' && patternEscapes.Has(text[c.end+1])
}

// patternEscapes are the bytes that follow a backslash in regular expressions.
var patternEscapes = lut.MakeSet(".()[]{}+*|^$BdDsSwW")

// stop returns where in text[from:to], which the grammar admits, the URI that people
// mean ends, -1 if it goes on. It never looks ahead, so the result does not depend on
// how the text is cut.
func (c *candidate) stop(t *window, from, to int) int {
	text := t.buf
	for i := max(from, c.head); i < to; i++ {
		end := -1
		switch text[i] {
		case '(':
			c.depth++
		case ')':
			if c.depth == 0 {
				return i
			}
			c.depth--
		case '\'', ',':
			if c.before == text[i] || c.outer == text[i] {
				return i
			}
		case ';':
			end = delimiterEntity(text[:i+1])
			if c.before == ';' || c.outer == ';' {
				end = entityStart(text[:i+1])
			}
		case '/':
			if c.inSlash && !t.isEscaped(i) {
				return i
			}
			end = listSeparator(text[:i+1])
		}
		if end >= max(0, c.head) {
			return end
		}
	}
	return -1
}

// delimiterEntities are the characters that delimit URIs, as HTML spells them
// in text.
var delimiterEntities = [...]string{"&lt;", "&gt;", "&quot;", "&apos;", "&nbsp;", "&#34;", "&#39;", "&#x27;", "&#60;", "&#62;"}

// delimiterEntity returns where the delimiting entity at the end of text begins, -1
// without one.
func delimiterEntity(text []byte) int {
	for _, e := range delimiterEntities {
		if n := len(text) - len(e); n >= 0 && bytes.EqualFold(text[n:], []byte(e)) {
			return n
		}
	}
	return -1
}

// listSeparator returns where the comma, semicolon or entity begins that separates a
// URI from the next one. text ends with the scheme and "://" of the next one; if not,
// or if there is no separator, the result is -1.
func listSeparator(text []byte) int {
	if !bytes.HasSuffix(text, []byte("://")) {
		return -1
	}
	colon := len(text) - len("://")
	i := runStart(text, colon)
	if text[i-1] != ',' && text[i-1] != ';' || lut.ClassOf(text[i])&lut.Alpha == 0 {
		return -1
	}
	if text[i-1] == ';' {
		return entityStart(text[:i])
	}
	return i - 1
}

// trimmedEnd returns where the URI that begins at c.start ends: its longest valid prefix
// text[c.start:end] without the punctuation after it.
func (c *candidate) trimmedEnd(text []byte, end int) int {
	for end > c.head {
		switch b := text[end-1]; b {
		case ';':
			end = max(c.head, entityStart(text[:end]))
		case '.', ',', ':', '!', '?', '\'', '(':
			end--
		case '&': // of a number, as in http://a/#b&#39;
			if end == len(text) || text[end] != '#' {
				return end
			}
			end--
		case '/':
			if !endsComment(text, c.head, end) {
				return end
			}
			end -= len("*/")
		case '*', '_', '~': // emphasis in Markdown, written on both sides
			if c.before != b {
				return end
			}
			end--
		default:
			return end
		}
	}
	return end
}

// endsComment reports whether the "/" at the end of text[head:end] also ends a comment:
// it belongs to a "*/" at the end of a line or before a blank.
func endsComment(text []byte, head, end int) bool {
	return end-head > len("*/") && text[end-2] == '*' && (end == len(text) || spaces.Has(text[end]))
}

// longestEntity is the length of the longest entity of HTML 4.
const longestEntity = len("&thetasym;")

// entityStart returns the offset of the ";" at the end of text, or of the "&" of
// the HTML entity that it ends.
func entityStart(text []byte) int {
	i := len(text) - 1
	for i > 0 && len(text)-i < longestEntity-1 && (alnum.Has(text[i-1]) || text[i-1] == '#') {
		i--
	}
	if i > 0 && text[i-1] == '&' {
		return i - 1
	}
	return len(text) - 1
}

// validPrefix returns the length of the longest prefix of src that is a URI.
// src begins with the head of a URI.
func validPrefix(src []byte) int {
	if scanner.Valid(src, scanner.URI) {
		return len(src)
	}
	// An escape, an IP literal or a password is incomplete.
	var m scanner.Machine
	m.Reset(scanner.URI)
	n := 0
	for i := range src {
		if m.Feed(src[i:i+1]) == 0 {
			break
		}
		if m.State() == scanner.Complete {
			n = i + 1
		}
	}
	return n
}
