package stream

import (
	"bytes"
	"io"
)

// Newline is what lines end in by default.
var Newline = []byte{'\n'}

// ByteOrderMark is what some programs put before a text in UTF-8.
const ByteOrderMark = "\ufeff"

// CutLine cuts the first line off src; without a delimiter that is all of src.
// With LF as the delimiter a CR directly before it belongs to the line's end.
func CutLine(src []byte, delim byte) (line, rest []byte) {
	i := bytes.IndexByte(src, delim)
	if i < 0 {
		return src, nil
	}
	line, rest = src[:i], src[i+1:]
	if delim == '\n' && i > 0 && src[i-1] == '\r' {
		line = src[:i-1]
	}
	return line, rest
}

// ReadSome reads once, and again as long as that gives nothing at all.
func ReadSome(r io.Reader, p []byte) (int, error) {
	for range 100 {
		n, err := r.Read(p)
		if n > 0 || err != nil {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}
