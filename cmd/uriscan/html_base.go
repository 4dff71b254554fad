package main

import (
	"bytes"
	"fmt"

	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// A value is that of an attribute, with the references in it.
type value struct {
	attribute  *uriAttribute // nil if there is none
	start, end int           // in buf
	next       int           // where in it the next reference is looked for
	decoded    []byte
}

// beginValue has a value searched, behind the text before it.
func (p *htmlPage) beginValue(a tagAttribute) {
	p.value.attribute = a.uriAttribute
	p.value.start, p.value.end, p.value.next = p.at+a.start, p.at+a.end, 0
}

// nextReference returns the next reference of the value at hand.
func (p *htmlPage) nextReference() (found, bool) {
	v := &p.value
	for v.attribute != nil {
		written := p.buf[v.start:v.end]
		start, end, next, ok := v.attribute.shape.nextReference(written, v.next)
		if !ok {
			v.attribute = nil
			break
		}
		v.next = next
		f := found{refers: true, uri: p.decode(written[start:end])}
		if !p.wants(f.uri) {
			continue
		}
		tooLong := len(f.uri) > p.x.maxLine
		if tooLong || p.places {
			f.line, f.column = p.position(v.start + start)
		}
		if tooLong {
			return found{line: f.line, column: f.column, flaw: scanner.TooLong.String()}, true
		}
		if p.x.resolve && v.attribute.name == "href" && string(p.tag.element()) == "base" {
			if f, ok = p.base.declare(f); !ok {
				continue
			}
		}
		return f, true
	}
	return found{}, false
}

// decode returns a reference as it is meant.
func (p *htmlPage) decode(written []byte) []byte {
	if bytes.IndexByte(written, '&') < 0 {
		return written
	}
	v := &p.value
	v.decoded = appendDecoded(v.decoded[:0], written)
	start, end := trimBlanks(v.decoded)
	return v.decoded[start:end]
}

// wants tells whether what stands where a reference is to be is one to print.
func (p *htmlPage) wants(uri []byte) bool {
	if len(uri) == 0 && !isListed(p.tag.element(), p.value.attribute.empty) {
		return false
	}
	ref, fault := scanner.Locate(uri, scanner.URIReference)
	return fault == (scanner.Fault{}) && (p.x.resolve || ref.Has(scanner.Scheme))
}

// keptBytes is how much may be kept of what stands before a <base>.
const keptBytes = 1 << 20

// A pageBase resolves the references of a page. Its base is the first of what
// there is of
//
//	<base href>, which is itself resolved against the next (RFC 3986, 5.1.1)
//	the URI that what encloses the page gives it (5.1.2)
//	the URI from which it was retrieved, by --base (5.1.3)
//
// A <base> counts for what stands before it, too. That is kept until there is one
// or the page ends, or there is too much of it.
type pageBase struct {
	outer    *resolve.Base // nil if there is none
	own      resolve.Base  // of <base>
	base     *resolve.Base // which counts, nil if there is none
	declared bool          // there was a <base>
	decided  bool          // what is found is not kept any more
	kept     []kept
	next     int // of them, the next one to release
	text     []byte
	lost     int // how many references there was no base for
	out      []byte
}

// A kept is a found of which the uri is in text.
type kept struct {
	found
	start, end int
}

func (b *pageBase) begin(outer *resolve.Base) {
	b.outer, b.base = outer, outer
	b.declared, b.decided, b.lost = false, false, 0
	b.kept, b.text, b.next = b.kept[:0], b.text[:0], 0
}

// declare takes the href of a <base>, and returns it as it is printed, and false
// if there is no base for it. Only the first one counts, and neither data: nor
// javascript: (HTML, 4.2.3).
func (b *pageBase) declare(href found) (found, bool) {
	if b.declared {
		return href, true
	}
	b.declared = true
	target, ok := b.target(b.outer, href.uri)
	if !ok {
		b.lost++
		return href, false
	}
	href.uri, href.refers = target, false
	scheme, _, _ := bytes.Cut(target, []byte(":"))
	isNone := bytes.EqualFold(scheme, []byte("data")) || bytes.EqualFold(scheme, []byte("javascript"))
	if !isNone && !b.decided && b.own.Reset(target, 0) == nil {
		b.base = &b.own
	}
	b.decided = true
	return href, true
}

// anyBase is that of references that need none, where there is none.
var anyBase, _ = resolve.NewBase("x:", 0)

// target returns what href refers to, and false if that cannot be told. It is
// valid until the next call.
func (b *pageBase) target(base *resolve.Base, href []byte) ([]byte, bool) {
	ref, fault := scanner.Locate(href, scanner.URIReference)
	switch {
	case fault != (scanner.Fault{}), base == nil && !ref.Has(scanner.Scheme):
		return nil, false
	case base == nil:
		base = &anyBase
	}
	out, _, err := base.AppendRef(b.out[:0], href, ref)
	b.out = out
	return out, err == nil
}

// keeps keeps f if it cannot be printed yet.
func (b *pageBase) keeps(x *extractFlags, f found) bool {
	if !x.resolve || len(b.kept) == 0 && (b.decided || !f.refers) {
		return false
	}
	start := len(b.text)
	b.text = append(b.text, f.uri...)
	b.kept = append(b.kept, kept{f, start, len(b.text)})
	const each = 100 // bytes for one, about
	b.decided = b.decided || len(b.text)+each*len(b.kept) > keptBytes
	return true
}

// release returns the next one of what was kept, once that is decided, which it
// is at the end of the page; and behind all how many were left out.
func (b *pageBase) release(x *extractFlags, ended bool) (found, bool) {
	b.decided = b.decided || ended
	for b.decided && b.next < len(b.kept) {
		k := &b.kept[b.next]
		b.next++
		f := k.found
		f.uri = b.text[k.start:k.end]
		if f, ok := b.resolved(x, f); ok {
			return f, true
		}
	}
	if b.next > 0 {
		b.kept, b.text, b.next = b.kept[:0], b.text[:0], 0
	}
	if n := b.lost; ended && n > 0 {
		b.lost = 0
		return found{note: fmt.Sprintf("relative references left out for want of a base: %d; give --base URI", n)}, true
	}
	return found{}, false
}

// resolved returns f as it is printed, and false if there is no base for it.
func (b *pageBase) resolved(x *extractFlags, f found) (found, bool) {
	if !x.resolve || !f.refers || f.flaw != "" {
		return f, true
	}
	uri, ok := b.target(b.base, f.uri)
	if !ok {
		b.lost++
	}
	f.uri = uri
	return f, ok
}
