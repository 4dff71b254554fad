package page

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize/repair"
	"github.com/uriscan/uriscan/normalize/repair/idnahost"
	"github.com/uriscan/uriscan/scanner"
)

// startTag searches a start tag, and tells the tokenizer what its content is.
func (p *Page) startTag(closesItself bool) {
	tag := p.raw
	n := 1 + until(tag[1:], nameEnds)
	if p.bracketed() {
		return
	}
	p.name = appendLower(p.name[:0], tag[1:n])
	p.begun = true
	p.base.pass(p.name)
	isFrameset := string(p.name) == "frameset"
	if isFrameset && p.base.removable && p.within == 0 {
		p.unclear, p.base.base, p.base.lack = true, nil, prose.Unclear
		p.base.giveUp(p.print)
	}
	if p.Resolve || bytes.IndexByte(tag, ':') >= 0 || bytes.IndexByte(tag, '&') >= 0 || bytes.IndexByte(tag, '\\') >= 0 {
		p.attributes(n)
	}
	p.content = ""
	if p.within > 0 {
		p.tokens.NextIsNotRawText()
		return
	}
	isHTML := p.foreign.start(tag, n, p.name, closesItself, p.xml)
	_, isRaw := rawElements[string(p.name)]
	if isRaw && isHTML && p.xml && closesItself || !isRaw && !(isFrameset && p.base.settled) {
		p.around(p.name, true)
	}
	p.unclear = p.unclear || isRaw && (p.unsure || p.base.declared && string(p.name) != "noframes" && bytes.Contains(p.inside, []byte("frameset")))
	if !isRaw || !isHTML || p.xml && closesItself || p.unclear {
		p.tokens.NextIsNotRawText()
	} else {
		p.content = string(p.name)
	}
}

// around notes where elements begin and end in which a <base> does not count, or not for all
// browsers: raw ones among them that close themselves in XML.
func (p *Page) around(name []byte, begins bool) {
	switch string(name) {
	case "frameset", "noscript", "select", "table", "template":
	default:
		if _, isRaw := rawElements[string(name)]; !p.xml || !isRaw {
			return
		}
	}
	of := string(append([]byte(" "), name...))
	i := bytes.LastIndex(p.inside, []byte(of))
	switch {
	case begins && len(p.inside) < mostOpen && (i < 0 || isListed(name, "table template")): // the others do not nest
		p.inside = append(p.inside, of...)
	case !begins && i >= 0 && of != " frameset": // after which HTML does not begin again
		p.inside = slices.Delete(p.inside, i, i+len(of))
	}
}

// bracketed reports whether the tag is a URI in angle brackets, as mails and Markdown
// have it, and searches it as a text. What follows its first ">" is read again: a quote
// in a URI begins no value. For browsers it is all in one tag, so no tag in it has a content.
func (p *Page) bracketed() bool {
	tag := p.raw
	colon := 1 + lut.Span(tag[min(1, len(tag)):], prose.SchemeBytes)
	if colon >= len(tag) || tag[colon] != ':' {
		return false
	}
	n := bytes.IndexByte(tag, '>') + 1
	const most = 1 << 10 // keeps the time linear where one such tag follows the other
	if i := 1 + bytes.IndexByte(tag[1:], '<'); i > 0 && i < n && len(tag) <= most {
		n = i // ">" was left out
	}
	if is, _ := prose.Begins(tag, 1, colon, true, false); is != prose.Yes || n == 0 {
		return false
	}
	p.content, p.raw = "", tag[:n]
	p.search(0, n)
	p.base.inBody, p.unsure = true, p.unsure || len(p.open) > 0
	if n < len(tag) || len(tag) >= p.tagLimit() {
		p.within = max(p.within, len(tag))
		if len(tag) >= p.tagLimit() {
			p.within = math.MaxInt // its end is not known
		}
		p.restart(nil, tag[n:])
	}
	return true
}

// attributes searches a tag whose name ends at i: the references in its attributes, and
// what is between them as a text. If attributes have the same name, the first counts.
func (p *Page) attributes(i int) {
	tag, from := p.raw, 0
	p.seen = p.seen[:0]
	reloads := string(p.name) == "meta" && bytes.EqualFold(p.decode(valueOf(tag, i, "http-equiv")), []byte("refresh"))
	if p.Tags {
		p.rel = strings.Join(strings.Fields(string(p.decode(valueOf(tag, i, "rel")))), " ")
	}
	for a := nextAttribute(tag, i); a.name < a.nameEnd; a = nextAttribute(tag, a.next) {
		known := attributeOf(tag[a.name:a.nameEnd], p.name)
		if known == nil || slices.Contains(p.seen, known) || known.shape == refresh && !reloads {
			continue
		}
		p.seen = append(p.seen, known)
		p.search(from, a.value)
		written := prose.Written{Raw: tag[a.value:a.end]}
		value := p.decode(written.Raw)
		known.shape.each(value, func(start, end int) {
			p.reference(known, tag[a.name:a.nameEnd], a.value+written.At(start), value[start:end])
		})
		from = a.end
	}
	p.search(from, len(tag))
}

// An attribute holds the offsets of an attribute in a tag. Without a value, the value is
// empty.
//
//	name <= nameEnd <= value <= end <= next
type attribute struct {
	name, nameEnd int // equal after the last attribute
	value, end    int
	next          int // where to look for the next one
}

// nextAttribute returns the next attribute in a whole start tag, from i on. It reads as
// the tokenizer does, which does not tell where values are.
func nextAttribute(tag []byte, i int) (a attribute) {
	i += lut.Span(tag[i:], gaps)
	a.name = i
	if tag[i] == '=' {
		i++
	}
	i += until(tag[i:], attributeEnds)
	a.nameEnd = i
	i += lut.Span(tag[i:], blanks)
	a.value, a.end, a.next = i, i, i
	if tag[i] != '=' {
		return a
	}
	i++
	i += lut.Span(tag[i:], blanks)
	if quote := tag[i]; quote == '"' || quote == '\'' {
		a.value = i + 1
		a.end = a.value + prose.IndexOrLen(tag[a.value:], quote)
		a.next = a.end + 1
		return a
	}
	a.value = i
	a.end = i + until(tag[i:], valueEnds)
	a.next = a.end
	return a
}

var (
	gaps          = blanks.Or(lut.MakeSet("/"))
	valueEnds     = blanks.Or(lut.MakeSet(">"))
	nameEnds      = gaps.Or(valueEnds)
	attributeEnds = nameEnds.Or(lut.MakeSet("="))
)

func appendLower(dst, name []byte) []byte {
	for _, b := range name {
		if 'A' <= b && b <= 'Z' {
			b |= 0x20
		}
		dst = append(dst, b)
	}
	return dst
}

func hasAny(tag []byte, i int, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return valueOf(tag, i, name) != nil })
}

// valueOf returns the value of the first attribute of that name in a tag, from i on, or nil.
func valueOf(tag []byte, i int, name string) []byte {
	for a := nextAttribute(tag, i); a.name < a.nameEnd; a = nextAttribute(tag, a.next) {
		if bytes.EqualFold(tag[a.name:a.nameEnd], []byte(name)) {
			return tag[a.value:a.end]
		}
	}
	return nil
}

// reference finds a reference that the attribute of that name holds, and that is written at raw[i].
func (p *Page) reference(a *uriAttribute, name []byte, i int, uri []byte) {
	tooLong := len(uri) > p.Text.MaxLen
	ofWeb := false
	if p.Repair && !tooLong {
		uri, ofWeb = p.repaired(uri)
	}
	if len(uri) == 0 && !isListed(p.name, a.empty) || !p.Resolve && !hasScheme(uri) {
		return
	}
	f := prose.Found{Refers: true, URI: uri, OfWeb: ofWeb}
	if p.Tags {
		f.Element, f.Attr, f.Rel = string(p.name), string(appendLower(nil, name)), p.rel
	}
	ref, fault := scanner.Locate(uri, scanner.URIReference)
	switch {
	case fault != (scanner.Fault{}):
		f.Left, f.Refers, tooLong = prose.NotReference, false, false
	case isOdd(uri, ref):
		f.Left, f.Refers, tooLong = prose.NoHost, false, false
	}
	if tooLong || p.Text.Places {
		f.Line, f.Column = p.position(i)
	}
	switch {
	case tooLong:
		f = prose.Found{Line: f.Line, Column: f.Column, Flaw: scanner.TooLong.String()}
	case p.Resolve && a == uriAttributes["href"] && string(p.name) == "base":
		f = p.base.declare(f, len(p.inside)+len(p.open)+p.within == 0 && !p.unclear)
	}
	p.found(f)
}

// repaired returns uri as browsers read it, until the next call, or uri if it cannot be repaired;
// and whether they read it so only where the base is of http or the like.
func (p *Page) repaired(uri []byte) (out []byte, ofWeb bool) {
	out, _, fixes, err := repair.AppendHosts(p.fixed[:0], uri, 0, idnahost.Append)
	p.fixed = out
	if err != nil || fixes == 0 {
		return uri, false
	}
	return out, fixes&(repair.Backslash|repair.Host) != 0 && !hasScheme(out)
}

func hasScheme(uri []byte) bool {
	n := lut.Span(uri, prose.SchemeBytes)
	return n > 0 && n < len(uri) && uri[n] == ':' && lut.ClassOf(uri[0])&lut.Alpha != 0
}

// decode returns a value with its character references decoded, until the next call.
func (p *Page) decode(written []byte) []byte {
	if bytes.IndexByte(written, '&') < 0 {
		return written
	}
	p.decoded = prose.AppendDecoded(p.decoded[:0], written)
	return p.decoded
}
