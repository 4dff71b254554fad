package main

import (
	"bytes"
	"encoding/json"

	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// watLinks are what a record of a WAT file says of a page, in JSON: among it the
// references of the page, as they stood there, as "url", and its <base> as "Base".
// What else is there is a text. It is read like this only to resolve them.
type watLinks struct {
	text
	x        *extractFlags
	at       int // what is before is done
	whole    prose
	active   *prose // what is searched at the moment, nil if nothing
	value    found  // behind that, if it refers
	isBase   bool   // value is the <base>
	finished bool
	base     pageBase
}

// begin begins with all of a body.
func (w *watLinks) begin(x *extractFlags, body []byte, line, column int64, base *resolve.Base) {
	w.text = text{buf: body, line: line, column: column - 1}
	w.x, w.at, w.finished = x, 0, false
	w.active, w.value = nil, found{}
	w.base.begin(base)
}

// next returns the next finding.
func (w *watLinks) next() (found, bool) {
	for {
		if f, ok := w.base.release(w.x, w.finished); ok {
			return f, true
		}
		f, ok := w.search()
		switch {
		case ok && w.base.keeps(w.x, f):
		case ok:
			if f, ok = w.base.resolved(w.x, f); ok {
				return f, true
			}
		case w.finished:
			return found{}, false
		default:
			w.step()
		}
	}
}

// search returns the next finding in what is looked at.
func (w *watLinks) search() (f found, ok bool) {
	if w.active != nil {
		if f, ok = w.active.next(); ok {
			return f, true
		}
		w.active = nil
	}
	f = w.value
	w.value = found{}
	if f.refers && w.isBase {
		return w.base.declare(f)
	}
	return f, f.refers
}

// step goes on to the next reference, behind the text before it.
func (w *watLinks) step() {
	start, end, isBase := w.nextValue()
	line, column := w.position(w.at)
	w.whole.begin(w.x, line, column)
	w.whole.set(w.buf[w.at:start])
	w.active = &w.whole
	w.finished = start == len(w.buf)
	w.at = min(end+1, len(w.buf)) // behind its quote
	uri := w.buf[start:end]
	if bytes.IndexByte(uri, '\\') >= 0 {
		var text string
		if json.Unmarshal(w.buf[start-1:end+1], &text) != nil {
			return
		}
		uri = []byte(text)
	}
	if _, fault := scanner.Locate(uri, scanner.URIReference); len(uri) == 0 || fault != (scanner.Fault{}) {
		return
	}
	w.isBase = isBase
	w.value = found{uri: uri, refers: true}
	w.value.line, w.value.column = w.position(start)
}

// nextValue returns where the next string is that is a reference, the end of the
// body if there is none.
func (w *watLinks) nextValue() (start, end int, isBase bool) {
	src := w.buf
	for i := w.at; ; {
		start, end, ok := jsonString(src, i)
		if !ok {
			return len(src), len(src), false
		}
		i = end + 1
		isBase = string(src[start:end]) == "Base"
		if !isBase && string(src[start:end]) != "url" {
			continue
		}
		i += lut.Span(src[i:], blanks)
		if i == len(src) || src[i] != ':' {
			continue
		}
		i++
		i += lut.Span(src[i:], blanks)
		if start, end, ok = jsonString(src, i); ok && start == i+1 {
			return start, end, isBase
		}
	}
}

// jsonString returns where the content of the first string in src from i on is.
func jsonString(src []byte, i int) (start, end int, ok bool) {
	n := bytes.IndexByte(src[i:], '"')
	if n < 0 {
		return 0, 0, false
	}
	start = i + n + 1
	for end = start; end < len(src); end++ {
		switch src[end] {
		case '"':
			return start, end, true
		case '\\':
			end++
		}
	}
	return 0, 0, false
}
