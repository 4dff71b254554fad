package warc

import (
	"bufio"
	"bytes"
	"errors"
	"strconv"
	"strings"

	"github.com/uriscan/uriscan/cmd/internal/page"
	"github.com/uriscan/uriscan/cmd/internal/stream"
)

// What is wrong with a record of a WARC file (ISO 28500; versions 1.0 and 1.1).
const (
	badWARCHeader   = "bad-warc-header"  // no version, or no good Content-Length
	badWARCLength   = "bad-warc-length"  // there is no record after the length
	truncatedRecord = "truncated-record" // the input ends in it
)

// resumption begins a line where reading resumes after something that is not a record.
const resumption = "WARC/1."

// maxHeader is how long a header may be, of a record and of an HTTP message.
const maxHeader = 1 << 20

var (
	errNoVersion  = errors.New("the first line has no version")
	errLongHeader = errors.New("the header is too long")
)

// readHeader appends to head the first lines of r, up to an empty one. If versioned, the
// first line must be that of a WARC record.
func readHeader(r *bufio.Reader, head []byte, versioned bool) (_ []byte, err error) {
	for len(head) <= maxHeader {
		start := len(head)
		for err = bufio.ErrBufferFull; err == bufio.ErrBufferFull && len(head) <= maxHeader; {
			var part []byte
			part, err = r.ReadSlice('\n')
			head = append(head, part...)
		}
		line := bytes.TrimSuffix(head[start:], stream.Newline)
		switch {
		case err == bufio.ErrBufferFull:
		case err != nil:
			return head, err
		case start == 0 && versioned && !Begins(line):
			return head, errNoVersion
		case len(bytes.TrimSuffix(line, []byte("\r"))) == 0:
			return head, nil
		}
	}
	return head, errLongHeader
}

// Begins reports whether a record begins with line.
func Begins(line []byte) bool {
	return len(line) > len("WARC/") && string(line[:len("WARC/")]) == "WARC/" && strings.IndexByte("0123456789", line[len("WARC/")]) >= 0
}

// field returns the value of the last field of that name in a header, or nil.
func field(head []byte, name string) (value []byte) {
	n := len(name)
	for line := range bytes.SplitSeq(head, stream.Newline) {
		if len(line) > n && line[n] == ':' && bytes.EqualFold(line[:n], []byte(name)) {
			value = bytes.Trim(line[n+1:], page.HtmlBlanks)
		}
	}
	return value
}

// bodyLen returns the length of the body that a record has by its header, or -1 if that is
// missing or not valid.
func bodyLen(head []byte) int64 {
	n, err := strconv.ParseUint(string(field(head, "Content-Length")), 10, 63)
	if err != nil {
		return -1
	}
	return int64(n)
}

// mediaType returns the media type that a header has, without parameters and in lower case.
func mediaType(head []byte) string {
	value, _, _ := bytes.Cut(field(head, "Content-Type"), []byte(";"))
	return strings.ToLower(string(bytes.TrimRight(value, page.HtmlBlanks)))
}

// A Cutter finds where an archive can be cut between two records, so that several
// workers read it. After something that is not a record it makes no more cuts.
type Cutter struct {
	// next is where in buf the next record begins, perhaps after blank lines; less than 0
	// if that is not known any more.
	next int64
}

// LastRecord returns the offset in buf of the last record whose header is complete, or 0
// if no record follows the one that buf begins with.
func (c *Cutter) LastRecord(buf []byte) (at int) {
	for c.next >= 0 && c.next < int64(len(buf)) {
		start := int(c.next)
		for start < len(buf) && (buf[start] == '\r' || buf[start] == '\n') {
			start++
		}
		n := headerLen(buf[start:]) // without one it has no length
		head := buf[start : start+n]
		length := bodyLen(head)
		if length < 0 || !Begins(head) {
			break // here every time, and no more once it is handed on
		}
		at = start
		c.next = int64(start+n) + length
	}
	return at
}

// headerLen returns the length of the header that src begins with, 0 if it has no end.
func headerLen(src []byte) int {
	for i := 0; ; {
		n := bytes.IndexByte(src[i:], '\n') + 1
		switch {
		case n == 0 || i+n > maxHeader:
			return 0
		case n == 1, n == 2 && src[i] == '\r':
			return i + n
		}
		i += n
	}
}

// Passed tells c that n bytes were handed on.
func (c *Cutter) Passed(n int) { c.next -= int64(n) }
