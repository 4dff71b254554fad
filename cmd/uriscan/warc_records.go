package main

import (
	"github.com/uriscan/uriscan/resolve"
)

// records are those of a WARC file, or of a part of one that begins with a record.
// Headers are texts; what the payload is, that of each record says.
type records struct {
	x        *extractFlags
	place    text // the piece at hand
	i        int  // what of it is done
	over     bool // no piece follows
	whole    bool // because that is the end
	finished bool

	frames       framing
	line, column int64 // where the record at hand begins
	base         resolve.Base
	header       prose
	inHeader     bool
	payload      payload
	inPayload    bool
	source       source // what is searched at the moment, nil if nothing
	flaw         found  // to be told behind that, if it has a kind
}

// begin begins at a place.
func (r *records) begin(x *extractFlags, line, column int64) {
	r.x, r.over, r.whole, r.finished = x, false, false, false
	r.place = text{line: line, column: column - 1}
	r.i, r.source, r.inHeader, r.inPayload = 0, nil, false, false
	r.flaw = found{}
	r.frames = framing{lines: r.frames.lines, record: r.frames.record}
	r.frames.lines.drop()
}

// feed takes the next piece, all of the one before it being searched.
func (r *records) feed(piece []byte, last, broken bool) {
	r.place.buf = piece
	r.i, r.over, r.whole = 0, last || broken, last
}

func (r *records) giveBack() {
	r.payload.release()
	warcs.Put(r)
}

// next returns the next finding.
func (r *records) next() (found, bool) {
	for {
		if r.source != nil {
			if f, ok := r.source.next(); ok {
				return f, true
			}
			if r.source == &r.header {
				r.header.forget()
			}
			r.source = nil
		}
		switch f := r.flaw; {
		case f.flaw != "":
			r.flaw = found{}
			return f, true
		case r.i < len(r.place.buf):
			r.step()
		case r.over && !r.finished:
			r.finish()
		default:
			r.place.leave()
			r.i = 0
			return found{}, false
		}
	}
}

// step has the next bytes searched.
func (r *records) step() {
	before := r.frames.state
	if before == betweenRecords {
		r.line, r.column = r.place.position(r.i)
	}
	n, f := r.frames.step(r.place.buf[r.i:])
	from := r.i
	r.i += n
	switch {
	case f == bodyFrame:
		r.inPayload = r.frames.left > 0
		r.payload.feed(r.place.buf[from:r.i], !r.inPayload, false)
		r.source = &r.payload
	case f == headerEnd:
		r.say(from, true)
		r.inPayload = r.frames.left > 0
		line, column := r.place.position(r.i)
		r.payload.begin(r.x, line, column, r.frames.record.mime, r.targetBase())
	default:
		r.say(from, false)
	}
	if before == inLost && r.frames.state == inHeader {
		r.line, r.column = r.place.position(r.i)
		r.column -= int64(len(resumption))
	}
	r.flaw = found{line: r.line, column: r.column, flaw: r.frames.flaw}
}

// say has what was read since from searched as a text, which ends here if last.
func (r *records) say(from int, last bool) {
	if !r.inHeader {
		line, column := r.place.position(from)
		r.header.begin(r.x, line, column)
	}
	r.header.add(r.place.buf[from:r.i], last)
	r.inHeader = !last
	r.source = &r.header
}

// targetBase is the base of what is in the record: its WARC-Target-URI encloses
// it (RFC 3986, 5.1.2), and if that is none, there is --base.
func (r *records) targetBase() *resolve.Base {
	if r.base.Reset(r.frames.record.target, 0) == nil {
		return &r.base
	}
	return r.x.base
}

// finish does, one after the other, what is left to do where the input ends.
func (r *records) finish() {
	switch {
	case r.inPayload:
		r.inPayload = false
		r.payload.feed(nil, false, true)
		r.source = &r.payload
	case r.inHeader && r.whole:
		r.say(r.i, true)
	default:
		r.finished = true
		if r.whole && (r.frames.state == inHeader || r.frames.state == inBody) {
			r.flaw = found{line: r.line, column: r.column, flaw: truncatedRecord}
		}
	}
}

// leave counts what is left of a piece, which is then in use elsewhere.
func (t *text) leave() {
	t.position(len(t.buf))
	t.buf, t.counted = nil, 0
}
