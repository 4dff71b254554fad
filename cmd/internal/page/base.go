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
// A <base> also applies to what comes before it, which is kept until there is a <base> that
// nothing removes, the page ends, or there is too much of it.
type pageBase struct {
	outer    *resolve.Base // nil without one
	own      resolve.Base  // of <base>
	base     *resolve.Base // the one that applies, nil without one
	lack     prose.Left    // why it is nil
	declared bool          // there was a <base>
	decided  bool          // nothing more is kept
	// A <frameset> removes what is in the body, unless there was a text (HTML, 13.2.6.4.7).
	inBody, settled, removable bool // removable: the base is in the body
	kept                       []prose.Found
	text                       []byte // of their URIs
	out                        []byte
}

func (b *pageBase) begin(outer *resolve.Base) {
	b.outer, b.base = outer, outer
	b.declared, b.decided, b.lack = false, false, prose.NoBase
	b.inBody, b.settled, b.removable = false, false, false
}

// declare takes the href of a <base>, and returns it as it is printed. Only the first one
// counts, and neither data: nor javascript: (HTML, 4.2.3). If it is not certain that browsers
// take it for the base, or what they make of it, there is no base.
func (b *pageBase) declare(href prose.Found, isCertain bool) prose.Found {
	counts := !b.declared && !b.decided
	b.declared = true
	target, ref, ok := b.target(b.outer, href.URI)
	isRelative := !hasScheme(href.URI)
	if ok && href.OfWeb && !isSpecial(target, ref) {
		href.Refers, href.Left = false, prose.NoHost
	}
	switch {
	case href.Left != prose.Not:
		isCertain = false
	case !ok:
		href.Refers, href.Left = false, prose.NoBase
		return href
	case !isCertain && isRelative: // perhaps to another base
		href.Refers, href.Left = false, prose.BadBase
	default:
		href.Refers, href.URI = false, target
	}
	switch {
	case !counts:
		return href
	case !isCertain, isOdd(target, ref), isFile(target, ref) && ref.Host().Len() > 0:
		b.base, b.lack = nil, prose.BadBase
	case isListed(bytes.ToLower(ref.Scheme().Of(target)), "data javascript"):
	case !ref.Has(scanner.Authority) && ref.PathKind() != scanner.PathAbsolute:
		b.base, b.lack = nil, prose.BadBase // browsers resolve nothing against it
	case b.own.Reset(target, 0) == nil:
		b.base = &b.own
	}
	b.removable = b.inBody
	b.decided = !b.removable || b.settled
	return href
}

// pass follows a tag of an element of that name.
func (b *pageBase) pass(name []byte) {
	b.inBody = b.inBody || !isListed(name, "html head base basefont bgsound link meta title noscript noframes style script template frameset")
}

// settle follows a text.
func (b *pageBase) settle(print func(prose.Found)) {
	b.settled = true
	if b.removable {
		b.decided = true
		b.release(print)
	}
}

// anyBase resolves the references that need no base, where there is no base.
var anyBase, _ = resolve.NewBase("x:", 0)

// target returns what href refers to, and false if that is not known. It is valid until
// the next call.
func (b *pageBase) target(base *resolve.Base, href []byte) ([]byte, scanner.Ref, bool) {
	ref, fault := scanner.Locate(href, scanner.URIReference)
	switch {
	case fault != (scanner.Fault{}), base == nil && !ref.Has(scanner.Scheme):
		return nil, ref, false
	case base == nil:
		base = anyBase
	}
	out, ref, err := base.AppendRef(b.out[:0], href, ref)
	b.out = out
	return out, ref, err == nil
}

// giveUp leaves out what is relative from here on, and if there was no <base>, before it: it is
// not known which tags browsers read.
func (b *pageBase) giveUp(print func(prose.Found)) {
	if b.removable || b.decided {
		b.release(print)
	}
	b.base, b.lack, b.decided = nil, prose.Unclear, true
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
		uri, ref, ok := b.target(b.base, f.URI)
		switch {
		case !ok:
			f.Left = b.lack
		case isFile(uri, ref) && isOdd(uri, ref), f.OfWeb && !isSpecial(uri, ref):
			f.Left = prose.NoHost
		default:
			f.URI = uri
		}
	}
	print(f)
}
