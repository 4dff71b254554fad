package main

import (
	"context"
	"fmt"
	"io/fs"
	"strconv"

	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// extract prints the URIs in files and folders. The error is nil or the exit
// status.
func (x *extractFlags) extract(ctx context.Context, std streams, files []string) error {
	if x.join {
		x.blockSize = max(x.blockSize, 2*maxJoin)
	}
	d := &driver{job: &x.job, std: std}
	return d.run(files, x.output, func(files []string) error {
		p := newPipeline(&x.job)
		w := &walker{pipeline: p, extractFlags: x, std: std, outputs: []fs.FileInfo{statOf(d.out.Writer), statOf(std.err)}, bar: d.bar}
		p.do = w.findAll
		err := d.drain(ctx, p, func(upstream context.Context) {
			w.ctx = upstream
			p.startWith(upstream, w.readAll, files)
		})
		if err == nil {
			err = d.tell(w.appendLeft(nil))
		}
		return err
	})
}

// findAll prints what is found in some files, or in a block. One of a text begins and
// ends where no URI does both before and after.
func (w *walker) findAll(b *block, _ *[]scanner.Line) (more bool) {
	b.res.out, b.diag = b.res.out[:0], b.diag[:0]
	switch {
	case b.document != nil:
		return w.readDocument(b)
	case len(b.batch.files) > 0:
		return w.findBatch(b)
	}
	if !b.begun {
		b.begun = true
		b.finder.set(b.src)
	}
	return w.findOn(&b.finder, b)
}

// find prints into b what f finds, or as much of it as fits.
func (x *extractFlags) find(f *finder, b *block) (more bool) {
	b.res.out, b.diag = b.res.out[:0], b.diag[:0]
	return x.findOn(f, b)
}

// findOn is find behind what is printed into b already.
func (x *extractFlags) findOn(f *finder, b *block) (more bool) {
	for len(b.res.out)+len(b.diag) < b.res.limit {
		at, ok := f.next()
		if !ok {
			return false
		}
		uri := found{uri: f.buf[at.start:at.end]}
		if at.tooLong {
			uri.flaw = scanner.TooLong.String()
		}
		if at.tooLong || x.asksPlaces() {
			uri.line, uri.column = f.position(at.start)
		}
		x.print(b, uri)
	}
	return true
}

// asksPlaces tells whether places are printed, for which lines have to be counted.
func (x *extractFlags) asksPlaces() bool { return x.withPosition || x.format.asksPlace() }

// readDocument prints into b what a document that comes in blocks has in this one, or as
// much of it as fits.
func (x *extractFlags) readDocument(b *block) (more bool) {
	if !b.begun {
		b.document.feed(b.src, b.ending == atEnd, b.ending == cutOff)
		b.begun = true
	}
	more = x.readOn(b.document, b)
	if !more && b.ending != goesOn {
		b.document.giveBack()
	}
	return more
}

// readOn prints into b what r finds, or as much of it as fits.
func (x *extractFlags) readOn(r reader, b *block) (more bool) {
	for len(b.res.out)+len(b.diag) < b.res.limit {
		uri, ok := r.next()
		if !ok {
			return false
		}
		x.print(b, uri)
	}
	return true
}

// print prints one finding.
func (x *extractFlags) print(b *block, f found) {
	switch {
	case f.flaw+f.note != "" && x.quiet:
		return
	case f.note != "":
		b.diag = fmt.Appendf(b.diag, "uriscan: %s: %s\n", b.input, f.note)
		return
	case f.flaw != "":
		b.diag = appendPosition(b.diag, b.input, f)
		b.diag = append(append(b.diag, f.flaw...), '\n')
		return
	case x.withPosition:
		b.res.out = appendPosition(b.res.out, b.input, f)
	}
	if x.format == nil {
		b.res.out = append(append(b.res.out, f.uri...), '\n')
		return
	}
	b.res.out = x.format.append(b.res.out, f.uri, &place{b.input, f.line, f.column})
}

// appendPosition appends FILE:LINE:BYTE: and a blank.
func appendPosition(dst []byte, name string, f found) []byte {
	dst = append(append(dst, name...), ':')
	dst = append(strconv.AppendInt(dst, f.line, 10), ':')
	return append(strconv.AppendInt(dst, f.column, 10), ": "...)
}

// unbroken are the bytes after which a text cannot be cut: URIs may hold them, or
// what follows may depend on them. All others are no part of any URI, and no
// rule on what stands before one speaks of them, nor tells them apart.
var unbroken = uriBytes.Or(lut.MakeSet(`\`))

// lastCut returns the last place in text where it can be cut, 0 if there is
// none.
func lastCut(text []byte) int {
	n := len(text)
	for n > 0 && unbroken.Has(text[n-1]) {
		n--
	}
	return n
}

// firstCut returns the first place in text where it can be cut, 0 if there is
// none.
func firstCut(text []byte) int {
	if i := lut.Span(text, unbroken); i < len(text) {
		return i + 1
	}
	return 0
}
