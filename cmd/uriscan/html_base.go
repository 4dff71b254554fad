package main

import (
	"bytes"
	"fmt"

	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

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
	b.kept, b.text = b.kept[:0], b.text[:0]
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
		base = anyBase
	}
	out, _, err := base.AppendRef(b.out[:0], href, ref)
	b.out = out
	return out, err == nil
}

// keeps keeps f if it cannot be printed yet, or not before what is kept.
func (b *pageBase) keeps(f found) bool {
	if len(b.kept) == 0 && (b.decided || !f.refers) {
		return false
	}
	start := len(b.text)
	b.text = append(b.text, f.uri...)
	b.kept = append(b.kept, kept{f, start, len(b.text)})
	const each = 100 // bytes for one, about
	b.decided = b.decided || len(b.text)+each*len(b.kept) > keptBytes
	return true
}

// release prints what was kept, now that the base is decided.
func (b *pageBase) release(print func(found)) {
	for i := range b.kept {
		k := &b.kept[i]
		k.uri = b.text[k.start:k.end]
		b.print(k.found, print)
	}
	b.kept, b.text = b.kept[:0], b.text[:0]
}

// end prints what was kept to the end of the page, and how many references were left
// out.
func (b *pageBase) end(print func(found)) {
	b.release(print)
	if b.lost > 0 {
		print(found{note: fmt.Sprintf("relative references left out for want of a base: %d; give --base URI", b.lost)})
	}
}

// print prints f, if there is a base for it.
func (b *pageBase) print(f found, print func(found)) {
	if f.refers {
		uri, ok := b.target(b.base, f.uri)
		if !ok {
			b.lost++
			return
		}
		f.uri = uri
	}
	print(f)
}
