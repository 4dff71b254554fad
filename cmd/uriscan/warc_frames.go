package main

import (
	"bytes"
	"strconv"
)

// What is wrong with a record.
const (
	badWARCHeader   = "bad-warc-header"  // no version, or no good Content-Length
	badWARCLength   = "bad-warc-length"  // behind the length there is no record
	truncatedRecord = "truncated-record" // the input ends in it
)

// A framing tells where in a WARC file (ISO 28500; versions 1.0 and 1.1) the
// records are, of which it is shown one byte after the other. It forgets
// everything between two records, so that a file can be cut there.
type framing struct {
	state   frameState
	isFirst bool // the version is to come
	behind  bool // a record ended before this one
	lines   headLines
	size    int   // of the header so far
	left    int64 // of the body
	matched int   // bytes of resumption that the line begins with, -1: it does not
	record  warcRecord
	flaw    string // what a step turned out to be wrong
}

// A warcRecord is what the header of a record says.
type warcRecord struct {
	target, mime []byte
	length       int64 // -1 if it is not there
}

type frameState uint8

const (
	betweenRecords frameState = iota
	inHeader
	inBody
	inLost // behind what is no record
)

// A warcPart is what some bytes are.
type warcPart uint8

const (
	headerFrame warcPart = iota // of a header, or between records, or of none
	headerEnd                   // the last ones of a header
	bodyFrame
)

// resumption is what a line begins with at which to go on behind what is no
// record.
const resumption = "WARC/1."

// maxHeader is how long a header may be.
const maxHeader = 1 << 20

// step tells what the first n bytes of src are, which has at least one.
func (w *framing) step(src []byte) (n int, f warcPart) {
	w.flaw = ""
	switch w.state {
	case betweenRecords:
		for n < len(src) && (src[n] == '\r' || src[n] == '\n') {
			n++
		}
		if n == 0 {
			w.state, w.isFirst, w.size = inHeader, true, 0
			w.record = warcRecord{target: w.record.target[:0], mime: w.record.mime[:0], length: -1}
			return w.header(src)
		}
		return n, headerFrame
	case inHeader:
		return w.header(src)
	case inBody:
		n = int(min(int64(len(src)), w.left))
		w.left -= int64(n)
		if w.left == 0 {
			w.state, w.behind = betweenRecords, true
		}
		return n, bodyFrame
	}
	return w.search(src), headerFrame
}

// header is step for a line of a header.
func (w *framing) header(src []byte) (n int, f warcPart) {
	line, n, whole := w.lines.take(src)
	w.size += n
	switch {
	case w.size > maxHeader:
		w.lose(badWARCHeader, whole)
	case !whole:
	case w.isFirst:
		w.isFirst = false
		switch {
		case len(line) > 5 && string(line[:5]) == "WARC/" && isDigit(line[5]):
		case w.behind:
			w.lose(badWARCLength, true)
		default:
			w.lose(badWARCHeader, true)
		}
	case len(line) > 0:
		w.record.field(line)
	case w.record.length < 0:
		w.lose(badWARCHeader, true)
	default:
		w.state, w.left = inBody, w.record.length
		if w.left == 0 {
			w.state, w.behind = betweenRecords, true
		}
		return n, headerEnd
	}
	return n, headerFrame
}

// lose goes on to the next line that begins as records do.
func (w *framing) lose(flaw string, lineStart bool) {
	w.state, w.flaw, w.behind = inLost, flaw, false
	w.lines.drop()
	w.matched = -1
	if lineStart {
		w.matched = 0
	}
}

// search is step for what is no record.
func (w *framing) search(src []byte) (n int) {
	for n < len(src) {
		if w.matched < 0 {
			i := bytes.IndexByte(src[n:], '\n')
			if i < 0 {
				return len(src)
			}
			n += i + 1
			w.matched = 0
			continue
		}
		switch src[n] {
		case resumption[w.matched]:
			w.matched++
		case '\n':
			w.matched = 0
		default:
			w.matched = -1
		}
		n++
		if w.matched == len(resumption) {
			w.state, w.isFirst, w.size = inHeader, true, 0
			w.record = warcRecord{target: w.record.target[:0], mime: w.record.mime[:0], length: -1}
			w.lines.take([]byte(resumption))
			return n
		}
	}
	return n
}

// field enters a line of a header.
func (r *warcRecord) field(line []byte) {
	name, value, _ := bytes.Cut(line, []byte(":"))
	start, end := trimBlanks(value)
	value = value[start:end]
	switch string(bytes.ToLower(name)) {
	case "warc-target-uri":
		// Version 1.0 has it in angle brackets by its grammar, and never in fact.
		value = bytes.TrimSuffix(bytes.TrimPrefix(value, []byte("<")), []byte(">"))
		r.target = append(r.target[:0], value...)
	case "content-type":
		r.mime = appendMime(r.mime[:0], value)
	case "content-length":
		n, err := strconv.ParseUint(string(value), 10, 63)
		r.length = int64(n)
		if err != nil {
			r.length = -1
		}
	}
}

// appendMime appends a media type without parameters.
func appendMime(dst, value []byte) []byte {
	value, _, _ = bytes.Cut(value, []byte(";"))
	_, end := trimBlanks(value)
	return append(dst, bytes.ToLower(value[:end])...)
}

// headLines gives the lines of a header that comes in pieces.
type headLines struct{ part []byte }

// take returns the line that begins src, or goes on there, without its end, and
// how much of src it takes; whole is false as long as there is no end. It is
// valid until the next call.
func (h *headLines) take(src []byte) (line []byte, n int, whole bool) {
	n = bytes.IndexByte(src, '\n') + 1
	if n == 0 {
		if len(h.part)+len(src) <= maxHeader {
			h.part = append(h.part, src...)
		}
		return nil, len(src), false
	}
	line = src[:n-1]
	if len(h.part) > 0 {
		line = append(h.part, line...)
		h.part = line[:0]
	}
	return bytes.TrimSuffix(line, []byte("\r")), n, true
}

// drop forgets the line that was begun.
func (h *headLines) drop() { h.part = h.part[:0] }

// A warcCutter finds where an archive can be cut between two records.
//
//	0 <= seen
type warcCutter struct {
	framing
	seen int // bytes of buf that were framed
}

// lastRecord returns where the last record begins of which the start is in buf, 0
// if that is none but perhaps the one that buf begins with.
func (c *warcCutter) lastRecord(buf []byte) (at int) {
	const version = "WARC/"
	for c.seen < len(buf) {
		rest := buf[c.seen:]
		if c.state == betweenRecords && c.behind && rest[0] == version[0] {
			if len(rest) < len(version) {
				break
			}
			if string(rest[:len(version)]) == version {
				at = c.seen
			}
		}
		n, _ := c.step(rest)
		c.seen += n
	}
	return at
}

// passed says that the bytes are handed on.
func (c *warcCutter) passed(src []byte) {
	for c.seen < len(src) {
		n, _ := c.step(src[c.seen:])
		c.seen += n
	}
	c.seen -= len(src)
}
