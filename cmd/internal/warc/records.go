package warc

import (
	"bufio"
	"bytes"
	"io"

	"github.com/uriscan/uriscan/cmd/internal/page"
	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/resolve"
)

// Records reads the records of a WARC file, or of a part of one that begins with a
// record. Headers are texts; the header of each record says what its payload is.
type Records struct {
	*Options
	print func(prose.Found)
	in    *bufio.Reader
	page  string // the WARC-Target-URI of the record, if it is told
	prose.Cursor
	head    []byte
	prose   prose.Text
	own     resolve.Base // of a record
	payload payload
}

// Options control what Records looks for.
type Options struct {
	Page   page.Options
	Binary bool // bodies that are binary are searched, too
}

// Read calls print for each URI of the archive in in. at is the position at which it begins.
func (r *Records) Read(o *Options, in io.Reader, at prose.Cursor, print func(prose.Found)) {
	if r.in == nil {
		r.in = bufio.NewReaderSize(nil, 64<<10)
	}
	r.in.Reset(in)
	r.Options, r.Cursor = o, at
	r.print = func(f prose.Found) {
		f.Page = r.page
		print(f)
	}
	for isAfter := false; r.skipBlank(); {
		begin := prose.Found{Line: r.Line, Column: r.Column + 1}
		flaw, isOver := r.record()
		if flaw == badWARCHeader && isAfter && !Begins(r.head) {
			flaw = badWARCLength
		}
		if flaw != "" {
			begin.Flaw = flaw
			print(begin)
		}
		if isAfter = flaw == ""; isOver || !isAfter && !r.resume() {
			return
		}
	}
}

// skipBlank passes over blank lines, and reports whether something follows them.
func (r *Records) skipBlank() bool {
	for {
		next, err := r.in.Peek(1)
		if err != nil {
			return false
		}
		if next[0] != '\r' && next[0] != '\n' {
			return true
		}
		r.Pass(next)
		r.in.Discard(1)
	}
}

// record searches a record, and returns what is wrong with it. isOver: the input ends
// in it.
func (r *Records) record() (flaw string, isOver bool) {
	head, err := readHeader(r.in, r.head[:0], true)
	r.head = head
	// Version 1.0 has it in angle brackets by its grammar, and never in fact.
	target := bytes.TrimSuffix(bytes.TrimPrefix(field(head, "WARC-Target-URI"), []byte("<")), []byte(">"))
	if r.Page.Tags {
		r.page = string(target)
	}
	r.say(head, err == nil || err == io.EOF && !Begins(head))
	length := bodyLen(head)
	switch {
	case err == io.EOF:
		return truncatedRecord, true
	case err == errNoVersion, err == errLongHeader, err == nil && length < 0:
		return badWARCHeader, false
	case err != nil:
		return "", true
	}
	body := &recordBody{Records: r, left: length}
	// The WARC-Target-URI is the base of what is in the record (RFC 3986, 5.1.2). If it is no
	// URI, it is not known what the links refer to.
	base, print := r.Page.Base, r.print
	switch {
	case r.own.Reset(target, 0) == nil:
		base = &r.own
	case len(target) > 0:
		base, print = nil, func(f prose.Found) {
			if f.Left == prose.NoBase {
				f.Left = prose.BadBase
			}
			r.print(f)
		}
	}
	r.payload.Options = r.Options
	r.payload.read(body, r.Cursor, mediaType(head), base, print)
	io.Copy(io.Discard, body)
	switch {
	case body.left == 0:
		return "", false
	case body.source == io.EOF:
		return truncatedRecord, true
	}
	return "", true
}

// resume searches what is not a record as a text, up to a line that begins as records do,
// and reports whether there is one.
func (r *Records) resume() bool {
	r.prose.Begin(&r.Page.Text, r.Cursor, false)
	isLine := r.head[len(r.head)-1] == '\n'
	for {
		next, _ := r.in.Peek(len(resumption))
		if isLine && string(next) == resumption {
			r.add(nil, true)
			return true
		}
		piece, err := r.in.ReadSlice('\n')
		isOver := err != nil && err != bufio.ErrBufferFull
		r.Pass(piece)
		r.add(piece, isOver && err == io.EOF)
		if isOver {
			return false
		}
		isLine = err == nil
	}
}

// say searches a header, or as much of it as there is. The ids of records are no links.
func (r *Records) say(head []byte, last bool) {
	const id = "urn:uuid:"
	r.prose.Begin(&r.Page.Text, r.Cursor, false)
	r.prose.Add(head, last)
	r.prose.Find(func(f prose.Found) {
		if len(f.URI) < len(id) || !bytes.EqualFold(f.URI[:len(id)], []byte(id)) {
			r.print(f)
		}
	})
	r.Pass(head)
}

func (r *Records) add(piece []byte, last bool) {
	r.prose.Add(piece, last)
	r.prose.Find(r.print)
	r.prose.Forget()
}

// A recordBody reads what a record holds.
type recordBody struct {
	*Records
	left   int64
	source error // at which the input ended before the body
}

func (b *recordBody) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, io.EOF
	}
	if _, b.source = b.in.Peek(1); b.source != nil {
		return 0, io.ErrUnexpectedEOF
	}
	n, _ := b.in.Read(p[:min(int64(len(p)), b.left)])
	b.Pass(p[:n])
	b.left -= int64(n)
	return n, nil
}
