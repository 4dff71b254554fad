package page

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// keptBytes is how much may be kept of what comes before a <base>.
const keptBytes = 1 << 20

// A pageBase resolves the references of a page. Its base is the first of these that exists:
//
//	<base href>, which is itself resolved against the next (RFC 3986, 5.1.1)
//	the base URI of what contains the page (5.1.2)
//	the URI from which it was retrieved, by --base (5.1.3)
//
// A <base> also applies to what comes before it, which is kept until there is a <base>,
// the page ends, or there is too much of it.
type pageBase struct {
	outer    *resolve.Base // nil without one
	own      resolve.Base  // of <base>
	base     *resolve.Base // the one that applies, nil without one
	lack     prose.Left    // why it is nil
	declared bool          // there was a <base>
	decided  bool          // nothing more is kept
	kept     []prose.Found
	text     []byte // of their URIs
	out      []byte
}

func (b *pageBase) begin(outer *resolve.Base) {
	b.outer, b.base = outer, outer
	b.declared, b.decided, b.lack = false, false, prose.NoBase
}

// declare takes the href of a <base>, and returns it as it is printed. Only the first one
// counts, and neither data: nor javascript: (HTML, 4.2.3). If it is not a reference, there is
// no base: a browser might make one of it.
func (b *pageBase) declare(href prose.Found) prose.Found {
	if b.declared {
		return href
	}
	b.declared = true
	if href.Left != prose.Not {
		if !b.decided {
			b.base, b.decided, b.lack = nil, true, prose.BadBase
		}
		return href
	}
	target, ok := b.target(b.outer, href.URI)
	href.Refers = false
	if !ok {
		href.Left = prose.NoBase
		return href
	}
	href.URI = target
	scheme, _, _ := bytes.Cut(target, []byte(":"))
	isNone := bytes.EqualFold(scheme, []byte("data")) || bytes.EqualFold(scheme, []byte("javascript"))
	if !isNone && !b.decided && b.own.Reset(target, 0) == nil {
		b.base = &b.own
	}
	b.decided = true
	return href
}

// anyBase resolves the references that need no base, where there is no base.
var anyBase, _ = resolve.NewBase("x:", 0)

// target returns what href refers to, and false if that is not known. It is valid until
// the next call.
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
func (b *pageBase) keeps(f prose.Found) bool {
	if len(b.kept) == 0 && (b.decided || !f.Refers) {
		return false
	}
	start := len(b.text)
	b.text = append(b.text, f.URI...)
	f.URI = b.text[start:]
	b.kept = append(b.kept, f)
	const each = 100 // bytes for one, about
	b.decided = b.decided || len(b.text)+each*len(b.kept) > keptBytes
	return true
}

// release prints what was kept, now that the base is decided.
func (b *pageBase) release(print func(prose.Found)) {
	for _, f := range b.kept {
		b.print(f, print)
	}
	b.kept, b.text = b.kept[:0], b.text[:0]
}

// print prints f, resolved if there is a base for it.
func (b *pageBase) print(f prose.Found, print func(prose.Found)) {
	if f.Refers {
		if uri, ok := b.target(b.base, f.URI); ok {
			f.URI = uri
		} else {
			f.Left = b.lack
		}
	}
	print(f)
}
