package main

import (
	"bufio"
	"io"

	"github.com/uriscan/uriscan/resolve"
)

// records are those of a WARC file, or of a part of one that begins with a record.
// Headers are texts; what the payload is, that of each record says.
type records struct {
	x     *extractFlags
	print func(found)
	in    *bufio.Reader
	cursor
	head    []byte
	prose   prose
	base    resolve.Base
	payload payload
}

// read finds the URIs of the archive that r holds.
func (r *records) read(x *extractFlags, in io.Reader, at cursor, print func(found)) {
	if r.in == nil {
		r.in = newReader()
	}
	r.in.Reset(in)
	r.x, r.print, r.cursor = x, print, at
	for isAfter := false; r.skipBlank(); {
		begin := found{line: r.line, column: r.column + 1}
		flaw, isOver := r.record()
		if flaw == badWARCHeader && isAfter && !isVersion(r.head) {
			flaw = badWARCLength
		}
		if flaw != "" {
			begin.flaw = flaw
			print(begin)
		}
		if isAfter = flaw == ""; isOver || !isAfter && !r.resume() {
			return
		}
	}
}

// skipBlank passes over blank lines, and reports whether something follows them.
func (r *records) skipBlank() bool {
	for {
		next, err := r.in.Peek(1)
		if err != nil {
			return false
		}
		if next[0] != '\r' && next[0] != '\n' {
			return true
		}
		r.pass(next)
		r.in.Discard(1)
	}
}

// record searches a record, and returns what is wrong with it. isOver: the input ends
// in it.
func (r *records) record() (flaw string, isOver bool) {
	head, err := readHeader(r.in, r.head[:0], true)
	r.head = head
	r.say(head, err == nil || err == io.EOF)
	record := parseRecord(head)
	switch {
	case err == io.EOF:
		return truncatedRecord, true
	case err == errNoVersion, err == errLongHeader, err == nil && record.length < 0:
		return badWARCHeader, false
	case err != nil:
		return "", true
	}
	body := &recordBody{records: r, left: record.length}
	// The WARC-Target-URI encloses what is in the record (RFC 3986, 5.1.2).
	base := r.x.base
	if r.base.Reset(record.target, 0) == nil {
		base = &r.base
	}
	r.payload.read(r.x, body, r.cursor, string(record.mime), base, r.print)
	io.Copy(io.Discard, body)
	switch {
	case body.left == 0:
		return "", false
	case body.source == io.EOF:
		return truncatedRecord, true
	}
	return "", true
}

// resume searches what is no record as a text, up to a line that begins as records do,
// and reports whether there is one.
func (r *records) resume() bool {
	r.prose.begin(r.x, r.cursor, false)
	isLine := len(r.head) == 0 || r.head[len(r.head)-1] == '\n'
	for {
		next, _ := r.in.Peek(len(resumption))
		if isLine && string(next) == resumption {
			r.add(nil, true)
			return true
		}
		piece, err := r.in.ReadSlice('\n')
		isOver := err != nil && err != bufio.ErrBufferFull
		r.pass(piece)
		r.add(piece, isOver && err == io.EOF)
		if isOver {
			return false
		}
		isLine = err == nil
	}
}

// say searches a header, or as much of it as there is.
func (r *records) say(head []byte, last bool) {
	r.prose.begin(r.x, r.cursor, false)
	r.add(head, last)
	r.pass(head)
}

// add goes on in a text.
func (r *records) add(piece []byte, last bool) {
	r.prose.add(piece, last)
	r.prose.find(r.print)
	r.prose.forget()
}

// A recordBody reads what a record holds.
type recordBody struct {
	*records
	left   int64
	source error // at which the input ended before the body
}

func (b *recordBody) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, io.EOF
	}
	if b.source != nil {
		return 0, io.ErrUnexpectedEOF
	}
	n, err := b.in.Read(p[:min(int64(len(p)), b.left)])
	b.pass(p[:n])
	b.left -= int64(n)
	b.source = err
	if n == 0 && err != nil {
		err = io.ErrUnexpectedEOF
	} else {
		err = nil
	}
	return n, err
}
