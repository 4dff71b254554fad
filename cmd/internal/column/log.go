package column

import (
	"bytes"
	"regexp"
	"strconv"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/lut"
)

// A Log is a part of a line of an access log: of a line in a Format or, without one, in the
// Common or the Combined Log Format, with or without columns before or after:
//
//	host ident user [time] "GET /target HTTP/1.1" status bytes "referer" "agent"
//
// Columns are between blanks, brackets or quotes; a backslash in quotes belongs to the
// byte after it. A value is read without the escapes of servers, \xHH, \" and so on, and a new
// one is written with those that it needs.
type Log struct {
	Referer bool       // the value is the referer, not the target of the request
	Format  *LogFormat // of this value; nil: Common or Combined
	End     byte       // of lines
}

func (l *Log) Find(c *Cell) diag.Flaw {
	var start, end int
	isLine := !l.Referer // a request line, with the target in it
	if f := l.Format; f != nil {
		start, end, c.Method = f.find(c.Line)
		isLine = f.kind == requestLine
	} else {
		start, end = l.between(c.Line)
	}
	if start < 0 {
		return c.missing()
	}
	isCut := end < 0
	if c.Whole = !isCut; isCut {
		end = len(c.Line)
	}
	if isLine && string(c.Line[start:end]) != "-" {
		c.Method = c.Line[start:end]
		start, end = requestTarget(c.Line, start, end)
		c.Method, _, _ = bytes.Cut(c.Method, blank)
		if l.isRaw() && string(c.Method) == "-" {
			return c.absent() // as the load balancers of AWS have it that could not read a request
		}
	}
	switch {
	case start == end && (isLine || isCut):
		return c.missing()
	case start == end, string(c.Line[start:end]) == "-":
		return c.absent()
	}
	c.take(start, end)
	if !l.isRaw() && bytes.IndexByte(c.Value, '\\') >= 0 {
		c.Memory = appendLogUnescaped(RoomFor(c.Memory, len(c.Value)), c.Value)
		c.Value, c.escaped = c.Memory, true
	}
	if isCut {
		return c.missing()
	}
	return diag.Flaw{}
}

var blank = []byte{' '}

func (l *Log) isRaw() bool { return l.Format != nil && l.Format.raw }

// between returns the offsets of the text between the quotes of the value; start is -1 if
// they are missing, and end if the line ends before the second one. The request is the text in
// quotes right after the time, since users and hosts before it may be in quotes; elsewhere the
// first one with a version of HTTP, or else the first one at all.
func (l *Log) between(line []byte) (start, end int) {
	start, end = -1, -1
	isSure := false // which one is the request
	quoted, which := 0, 1
	if l.Referer {
		which = 2
	}
	for i := 0; i < len(line); {
		n := 0
		switch line[i] {
		case ' ':
			i++
			continue
		case '[':
			n = bytes.IndexByte(line[i:], ']')
			if !isSure && n >= 0 && isTime(line[i+1:]) && bytes.HasPrefix(line[i+n:], []byte(`] "`)) {
				isSure, quoted = true, 0
			}
		case '"':
			closing := unescapedQuote(line, i+1)
			if quoted++; !isSure && closing >= 0 && hasVersion(line[i+1:closing]) {
				isSure, quoted, start = true, 1, -1
			}
			if quoted == which {
				start, end = i+1, closing
				if isSure {
					return start, end
				}
			}
			n = closing - i
		default:
			n = bytes.IndexByte(line[i:], ' ')
		}
		if n < 0 {
			break
		}
		i += n + 1
	}
	return start, end
}

// isTime reports whether b begins with a date: 10/Oct/2000 or 2000-10-10. An IPv6 address in
// brackets does not.
func isTime(b []byte) bool {
	return len(b) > 9 && (b[2] == '/' && b[6] == '/' || b[4] == '-' && b[7] == '-')
}

// hasVersion reports whether a request line ends in a version, as HTTP/1.1 or HTTP/2.
func hasVersion(request []byte) bool {
	const http = " HTTP/"
	n := len(request)
	return n > 9 && string(request[n-9:n-3]) == http || n > 7 && string(request[n-7:n-1]) == http
}

// unescapedQuote returns the index of the first quote from i on that no backslash from i on
// escapes, or -1.
func unescapedQuote(line []byte, i int) int {
	n := bytes.IndexByte(line[i:], '"')
	switch {
	case n < 0:
		return -1
	case n == 0 || line[i+n-1] != '\\':
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
// HTTP/0.9 a blank and the version. A line that was cut off may end in a part of "HTTP/".
func requestTarget(line []byte, start, end int) (int, int) {
	n := bytes.IndexByte(line[start:end], ' ')
	if n <= 0 {
		return end, end
	}
	start += n + 1
	version := start + bytes.LastIndexByte(line[start:end], ' ') + 1
	const http = "HTTP/"
	if last := line[version:end]; bytes.HasPrefix(last, []byte(http)) || end == len(line) && version > start && bytes.HasPrefix([]byte(http), last) {
		end = max(start, version-1)
	}
	return start, end
}

func (l *Log) mark() byte { return '\\' }

func (l *Log) escape(s []byte) (size, n int) {
	_, size = logByte(s)
	return size, 1
}

// logByte returns the byte that the beginning of s, a backslash, stands for, and how many bytes
// that takes: \xHH, as nginx and Apache write bytes, or \" and others of Apache. Any other
// backslash is itself.
func logByte(s []byte) (b byte, size int) {
	if len(s) >= 4 && s[1] == 'x' {
		if v, err := strconv.ParseUint(string(s[2:4]), 16, 8); err == nil {
			return byte(v), 4
		}
	}
	if len(s) >= 2 {
		if i := bytes.IndexByte([]byte(logLetters), s[1]); i >= 0 {
			return logBytes[i], 2
		}
	}
	return s[0], 1
}

// logLetters are the letters after a backslash, and logBytes what they stand for.
const (
	logLetters = `"\nrtbv`
	logBytes   = "\"\\\n\r\t\b\v"
)

func appendLogUnescaped(dst, s []byte) []byte {
	for len(s) > 0 {
		n := bytes.IndexByte(s, '\\')
		if n < 0 {
			return append(dst, s...)
		}
		b, size := logByte(s[n:])
		dst = append(append(dst, s[:n]...), b)
		s = s[n+size:]
	}
	return dst
}

// lowerHex is what Apache writes where nginx has \xD0.
var lowerHex = regexp.MustCompile(`\\x(?:[0-9a-f][a-f]|[a-f][0-9])`)

// Enclose escapes what nginx escapes, in its way, which readers of Apache's logs know as well, with hex
// digits of the case that the value had.
func (l *Log) Enclose(dst []byte, from int, c *Cell) ([]byte, bool) {
	if l.isRaw() {
		return dst, bytes.IndexByte(dst[from:], l.End) < 0
	}
	if lut.Span(dst[from:], logPlain) == len(dst)-from {
		return dst, true
	}
	c.Scratch = append(RoomFor(c.Scratch, len(dst)-from), dst[from:]...)
	dst = dst[:from]
	digits := "0123456789ABCDEF"
	if lowerHex.Match(c.Line[c.Start:c.End]) {
		digits = "0123456789abcdef"
	}
	for _, b := range c.Scratch {
		if !logPlain.Has(b) {
			dst = append(dst, '\\', 'x', digits[b>>4], digits[b&15])
		} else {
			dst = append(dst, b)
		}
	}
	return dst, true
}

// logPlain are the bytes that need no escape.
var logPlain = func() lut.Set {
	var text []byte
	for b := byte(' '); b < 0x7F; b++ {
		text = append(text, b)
	}
	return lut.MakeSet(string(text)).AndNot(lut.MakeSet(`"\`))
}()

// AppendColumn appends text in quotes.
func (l *Log) AppendColumn(dst []byte, _ *Cell, _ string, text []byte) ([]byte, bool) {
	dst = append(dst, ` "`...)
	for _, b := range text {
		if b == '"' || b == '\\' {
			dst = append(dst, '\\')
		}
		dst = append(dst, b)
	}
	return append(dst, '"'), bytes.IndexByte(text, l.End) < 0
}
