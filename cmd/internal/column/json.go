package column

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/uriscan/uriscan/lut"

	"github.com/uriscan/uriscan/cmd/internal/diag"
)

// badJSON is the kind of a line that is not JSON (RFC 8259).
const badJSON = "bad-json"

// A JSON is the string at a path in a line of JSON. If several members have one name, the
// last one counts, as in most readers.
type JSON struct {
	Path     JSONPath
	IsRaw    bool // new members are JSON already
	AllCount bool // of several members with one name all count
}

// IsJSON reports whether c is a column of JSON Lines.
func IsJSON(c Column) bool {
	_, ok := c.(*JSON)
	return ok
}

func (p *JSON) Find(c *Cell) diag.Flaw {
	s := &c.json
	if s.blank(); s.i == len(c.Line) {
		return c.missing() // an empty line
	}
	container := c.Line[s.i] == '{' || c.Line[s.i] == '['
	s.allCount = p.AllCount
	if !s.scan(p.Path) {
		return diag.Flaw{Kind: badJSON, Offset: s.i}
	}
	if container {
		c.Tail = s.closed
		c.Whole = true
	}
	switch {
	case c.More():
		c.Next()
		return diag.Flaw{}
	case s.empty:
		return c.absent()
	}
	return c.missing()
}

// More reports whether the line has another value, which only JSON may have.
func (c *Cell) More() bool { return c.json.next < len(c.json.found) }

// Next takes the next value.
func (c *Cell) Next() {
	found := c.json.found[c.json.next]
	c.json.next++
	c.take(found.start, found.end)
	c.Value = c.Line[c.Start+1 : c.End-1]
	if c.Quoted, c.escaped = true, found.escaped; c.escaped {
		c.Memory = appendUnescaped(RoomFor(c.Memory, len(c.Value)), c.Value)
		c.Value = c.Memory
	}
}

// Enclose escapes what needs it: a reference has nothing of that.
func (p *JSON) Enclose(dst []byte, from int, _ *Cell) ([]byte, bool) {
	if lut.Span(dst[from:], unquoted) == len(dst)-from {
		return encloseInQuotes(dst, from), true
	}
	return appendQuoted(dst[:from], bytes.Clone(dst[from:])), true
}

// unquoted are bytes that need no escape in a string.
var unquoted = lut.SetOf(lut.Unreserved | lut.Reserved).Or(lut.MakeSet("%"))

// AppendColumn appends a member to an object, with a number after its name if there is one of
// that name, or an element to an array.
func (p *JSON) AppendColumn(dst []byte, c *Cell, name string, text []byte) ([]byte, bool) {
	if !c.Whole {
		return dst, false // neither of them
	}
	before := bytes.TrimRight(dst, " \t\r\n")
	if last := before[len(before)-1]; last != '{' && last != '[' {
		dst = append(dst, ',')
	}
	if c.Line[c.Tail] == '}' {
		member := "uriscan_" + name
		if like := []byte(`"` + member); bytes.Contains(c.Line, like) {
			member += "_" + strconv.Itoa(nextNumber(c.Line, like))
		}
		dst = append(appendQuoted(dst, []byte(member)), ':')
	}
	if p.IsRaw {
		return append(dst, text...), true
	}
	return appendQuoted(dst, text), true
}

// nextNumber returns a number from 2 for a name like others in line: more than how many there are,
// and more than the number that any of them has after it.
func nextNumber(line, like []byte) int {
	count, highest := 0, 0
	for name := range bytes.SplitSeq(line, like) {
		count++
		if digits, ok := bytes.CutPrefix(name, []byte("_")); ok {
			digits = digits[:max(0, bytes.IndexByte(digits, '"'))]
			n, _ := strconv.Atoi(string(digits))
			highest = max(highest, n)
		}
	}
	return max(count, highest+1)
}

// jsonByte returns the code point that the escape at the beginning of s, a valid string, stands
// for, and how many bytes it takes.
func jsonByte(s []byte) (r rune, size int) {
	if s[1] != 'u' {
		return rune(jsonEscapes[s[1]]), 2
	}
	r = hexRune(s[2:6])
	if len(s) >= 12 && s[6] == '\\' && s[7] == 'u' {
		if pair := utf16.DecodeRune(r, hexRune(s[8:12])); pair != utf8.RuneError {
			return pair, 12
		}
	}
	return r, 6 // half of a pair is not a character: utf8 makes it U+FFFD
}

func (p *JSON) mark() byte { return '\\' }

func (p *JSON) escape(s []byte) (size, n int) {
	r, size := jsonByte(s)
	return size, len(utf8.AppendRune(nil, r))
}

// jsonEscapes holds the meaning of the byte after a backslash, and 0 for u and for bytes
// that are not valid there.
var jsonEscapes = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

func hexRune(digits []byte) rune {
	r, _ := strconv.ParseUint(string(digits), 16, 16)
	return rune(r)
}

// appendUnescaped appends the text of s, which is a valid string between its quotes.
func appendUnescaped(dst, s []byte) []byte {
	for len(s) > 0 {
		n := bytes.IndexByte(s, '\\')
		if n < 0 {
			return append(dst, s...)
		}
		dst = append(dst, s[:n]...)
		r, size := jsonByte(s[n:])
		dst = utf8.AppendRune(dst, r)
		s = s[n+size:]
	}
	return dst
}

// appendQuoted appends text as a string of JSON.
func appendQuoted(dst, text []byte) []byte {
	const digits = "0123456789abcdef"
	dst = append(dst, '"')
	for _, b := range text {
		switch {
		case b == '"' || b == '\\':
			dst = append(dst, '\\', b)
		case b < 0x20:
			dst = append(dst, '\\', 'u', '0', '0', digits[b>>4], digits[b&15])
		default:
			dst = append(dst, b)
		}
	}
	return append(dst, '"')
}
