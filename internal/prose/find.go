package prose

import (
	"bytes"
	"unicode/utf8"

	"github.com/uriscan/uriscan/lut"
)

// lookBehind is how many bytes before the current position are kept: a
// scheme, and what can precede it: a name is the longest.
const lookBehind = maxScheme + maxName + len("|=")

// A finder finds the URIs of a text that arrives in pieces. What it finds does
// not depend on the pieces, and its time is linear in the length of the text.
// Each byte is read a bounded number of times: the rules on beginnings look at a
// bounded number of bytes, and what was read as part of a candidate, except for a
// bounded number of bytes, is before its end, or cannot hold another candidate
// that long.
//
//	0 <= from <= pos <= len(buf)
type finder struct {
	window
	maxLen int

	from int // where the last URI ended: no other begins before it
	pos  int // every ":" before it was looked at
	open bool
	c    candidate // if open
	left bool      // pos is in a URL that was left out: no URI begins there
}

// A finding is a URI in the text, or the beginning of a URL that is left out, or, if
// tooLong, the place where a URI longer than the limit begins.
type finding struct {
	start, end int
	tooLong    bool
	left       Left
	shown      int // where it ends as it is shown, if it is left out
}

// reset prepares f for a new text.
func (f *finder) reset() {
	f.window.reset()
	f.from, f.pos, f.open, f.left = 0, 0, false, false
}

// next returns the next finding, and false if the text so far has no more.
// It is valid until forget.
func (f *finder) next() (finding, bool) {
	for f.open || f.begin() {
		f.c.over = f.c.over || f.c.extend(&f.window)
		known, goesOn, wraps := f.c.over, false, false
		if known {
			_, goesOn, known = f.c.more(f.buf[f.c.end:], f.ended, f.buf[max(f.c.start, 0):f.c.end])
		}
		if known && !goesOn && !f.c.tooLong {
			wraps, known = f.wraps()
		}
		f.open = !known
		if f.isTooLong(known) {
			f.c.tooLong = true
			f.from, f.pos = f.c.end, f.c.end
			return finding{start: f.c.start, end: f.c.start, tooLong: true}, true
		}
		if !known {
			break
		}
		uri, ok := f.finish(goesOn, wraps)
		if ok || f.open {
			return uri, ok
		}
	}
	return finding{}, false
}

// mostShown is how much of what goes on is shown at most.
const mostShown = 128

// shown returns how many bytes after the candidate are shown with it, as it is left out, and
// false until that is known.
func (f *finder) shown() (n int, known bool) {
	tail := f.buf[f.c.end:min(len(f.buf), f.c.end+mostShown)]
	n = len(tail)
	known = f.ended || n == mostShown
	cut := firstCut(tail, true)
	if cut > 0 {
		n, known = cut, true
	}
	if cut > 0 || n > 0 && n < mostShown && tail[n-1] < utf8.RuneSelf && closing.AndNot(uriBytes).Has(tail[n-1]) {
		n-- // as if more followed, before which the text is cut
		if tail[n] == '}' && bytes.LastIndexByte(tail[:n], '{') > bytes.LastIndexByte(tail[:n], '}') {
			n++ // of {name}
		}
	}
	if quote := bytes.IndexByte(tail[:n], '\''); quote >= 0 && f.c.before == '\'' {
		return quote, true
	}
	return n, known
}

// isTooLong reports whether the candidate is found to be too long, once for each
// candidate. What ends it can begin lookBehind bytes before that is noticed.
func (f *finder) isTooLong(known bool) bool {
	n := f.c.end - f.c.start
	if !known {
		n -= lookBehind
	}
	return n > f.maxLen && !f.c.tooLong
}

// begin opens the next candidate and reports whether there is one.
func (f *finder) begin() bool {
	for {
		i := bytes.IndexByte(f.buf[f.pos:], ':')
		if i < 0 {
			f.pass(len(f.buf))
			return false
		}
		if !f.pass(f.pos + i) {
			return false
		}
		if !f.anyScheme && beginsNone(f.buf[:f.pos], f.buf[f.pos+1:]) {
			f.pos++
			continue
		}
		if start := schemeStart(f.buf, f.pos); start >= f.from && !(f.left && f.isInside(start)) {
			answer, head := Begins(f.buf, start, f.pos, f.ended, f.anyScheme)
			switch answer {
			case undecided:
				return false
			case Yes:
				f.c = f.candidate(start, head)
				f.open, f.left = true, false
				return true
			}
		}
		f.pos++
	}
}

// pass moves pos to i, and finds out whether the URL that was left out ends before that. It
// returns false if that cannot be decided yet; pos is then before i.
func (f *finder) pass(i int) (known bool) {
	for f.left && f.pos < i {
		n := lut.Span(f.buf[f.pos:i], unbracketed)
		if n == 0 {
			if n, f.left, known = f.c.more(f.buf[f.pos:], f.ended, nil); !known {
				f.left = true
				return false
			}
		}
		f.pos += n
	}
	f.pos = i
	return true
}

// unbracketed are the bytes of URIs that also go on with a URL that is not one.
var unbracketed = uriBytes.AndNot(lut.MakeSet("["))

// isInside reports whether a scheme at start, before which a URL was left out, is a part of
// that, and not the next of a list.
func (f *finder) isInside(start int) bool {
	return start > 0 && f.buf[start-1] != ',' && f.buf[start-1] != ';'
}

// candidate opens a candidate. It continues a list if only a comma or a semicolon
// separates it from the last URI.
func (f *finder) candidate(start, head int) candidate {
	c := openCandidate(&f.window, start, head)
	if f.from > 0 && f.from == start-1 && (c.before == ',' || c.before == ';') {
		c.outer = f.c.outer
	}
	return c
}

// finish returns the URI in the candidate, whose end is known, and false if it
// is not a URI, or if f.open: it cannot be decided yet. more: the text goes on with what no
// URI has.
func (f *finder) finish(more, wraps bool) (finding, bool) {
	if f.c.tooLong || f.c.isPattern(f.buf) {
		f.from, f.pos = f.c.end, f.c.end
		return finding{}, false
	}
	valid := f.c.start + validPrefix(f.buf[f.c.start:f.c.end])
	left := f.c.leftFor(f.buf, valid, more)
	if left == Not && wraps {
		left = Wrapped
	}
	if left != Not {
		n, known := f.shown()
		if f.open = !known; f.open {
			return finding{}, false
		}
		f.from, f.pos, f.left = f.c.end, f.c.end, true
		return finding{start: f.c.start, end: f.c.end, left: left, shown: f.c.end + n}, true
	}
	end := f.c.trimmedEnd(f.buf, valid)
	if trimmed := f.buf[end:valid]; bytes.IndexByte(trimmed, '&') >= 0 && bytes.ContainsFunc(AppendDecoded(nil, trimmed), isMore) {
		f.from, f.pos = f.c.end, f.c.end
		return finding{start: f.c.start, end: end, left: GoesOn, shown: f.c.end}, true
	}
	f.from, f.pos = end, end
	hasContent := lut.Span(f.buf[f.c.head:end], punctuation) < end-f.c.head
	return finding{start: f.c.start, end: end}, hasContent
}

// Forget drops the text that is no longer needed.
func (f *finder) Forget() {
	needed := f.pos
	switch {
	case f.open && f.c.tooLong:
		needed = f.c.read
	case f.open:
		needed = f.c.start
	}
	n := max(0, needed-lookBehind)
	if !f.drop(n) {
		return
	}
	f.from = max(0, f.from-n)
	f.pos = max(0, f.pos-n)
	f.c.start -= n
	f.c.head -= n
	f.c.read -= n
	f.c.end -= n
}
