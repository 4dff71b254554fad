package main

import (
	"bytes"
	"io"
	"slices"

	"golang.org/x/net/html"

	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// An htmlPage reads an HTML document for what holds URIs: the values of
// attributes that do, and around them, in text, tags, comments, scripts and
// styles, what the rules on texts find.
//
//	0 <= counted <= len(raw)
type htmlPage struct {
	x     *extractFlags
	print func(found)

	source  sticky
	in      io.Reader // source, perhaps after bytes that are read again
	tokens  *html.Tokenizer
	raw     []byte // of the token, as written
	cursor         // of raw[counted]
	counted int
	again   int // how many bytes of the next token were searched already

	xml     bool            // tags may close themselves
	content rawElement      // whose content the next token is, if it is a text
	name    []byte          // of the element
	seen    []*uriAttribute // of the element
	prose   prose
	goesOn  bool // the text in prose goes on in the next token
	decoded []byte
	base    pageBase
}

// A rawElement is an element that has no tags in its content.
type rawElement struct {
	name    string // "" for any other element
	decodes bool   // character references stand in it
}

// rawElements has all of them except noscript: browsers that run scripts read no
// tags in that; we do.
var rawElements = map[string]rawElement{
	"iframe": {"iframe", false}, "noembed": {"noembed", false}, "noframes": {"noframes", false}, "plaintext": {"plaintext", false},
	"script": {"script", false}, "style": {"style", false}, "textarea": {"textarea", true}, "title": {"title", true}, "xmp": {"xmp", false},
}

// tagLimit is how long a token may be to be held as a whole: longer than
// --max-line, up to which the URIs in it are printed. A longer tag is a text.
func (x *extractFlags) tagLimit() int { return min(x.maxLine, 1<<30) + tagRoom }

const tagRoom = 64 << 10

// read finds the URIs of the page that r holds, which begins at a place. The base
// of what holds it may be nil.
func (p *htmlPage) read(x *extractFlags, r io.Reader, at cursor, base *resolve.Base, print func(found)) {
	p.x, p.print = x, print
	p.source = sticky{r: r}
	p.in = &p.source
	p.cursor, p.again = at, 0
	p.xml, p.content, p.goesOn = false, rawElement{}, false
	p.base.begin(base)
	p.tokenize()
	for p.token() {
		p.pass(p.raw[p.counted:])
	}
	p.base.end(p.print)
}

// tokenize begins to tokenize what in holds.
func (p *htmlPage) tokenize() {
	p.tokens = html.NewTokenizer(p.in)
	p.tokens.SetMaxBuf(p.x.tagLimit())
}

// token searches the next token, and reports whether there was one.
func (p *htmlPage) token() bool {
	kind := p.tokens.Next()
	raw := p.tokens.Raw()
	isLong := len(raw) >= p.x.tagLimit()
	again := p.again
	p.raw, p.counted, p.again = raw[again:], 0, 0
	if p.goesOn && again == 0 && kind != html.TextToken && kind != html.ErrorToken {
		p.say(0, 0, true)
	}
	switch kind {
	case html.TextToken:
		p.text(isLong)
		return true
	case html.CommentToken, html.DoctypeToken:
		p.comment(raw, again, isLong)
		return true
	case html.StartTagToken, html.SelfClosingTagToken:
		p.startTag(kind == html.SelfClosingTagToken)
		return true
	case html.EndTagToken:
		p.search(0, len(p.raw))
	default:
		// The input ends, in a tag or after a token, or the tag is too long.
		if p.bracketed() {
			return true
		}
		if isLong {
			line, column := p.position(0)
			p.print(found{line: line, column: column, flaw: scanner.TooLong.String()})
		}
		p.prose.decodes = true
		p.say(0, len(p.raw), isLong || p.source.err == io.EOF)
		if !isLong {
			return false
		}
		p.restart(nil, nil)
	}
	p.content = rawElement{}
	return true
}

// text searches a text, or as much of it as one token may be long.
func (p *htmlPage) text(isLong bool) {
	var rest []byte
	if isLong {
		// A tag may begin in the last bytes, or an end tag.
		const most = len("</plaintext")
		if i := bytes.LastIndexByte(p.raw[len(p.raw)-most:], '<'); i >= 0 {
			i += len(p.raw) - most
			p.raw, rest = p.raw[:i], p.raw[i:]
		}
	}
	p.beginText(p.content == rawElement{} || p.content.decodes)
	p.say(0, len(p.raw), !isLong && !p.isBrokenOff())
	switch {
	case isLong && p.content.name != "":
		p.restart([]byte("<"+p.content.name+">"), rest)
		p.tokens.Next()
	case isLong:
		p.restart(nil, rest)
	}
}

// comment searches a comment, a declaration or an instruction, of which raw[again:]
// was not yet searched.
func (p *htmlPage) comment(raw []byte, again int, isLong bool) {
	const opening = "<!--"
	isComment := bytes.HasPrefix(raw, []byte(opening))
	from, end := len("<!"), 0
	switch {
	case isComment:
		from, end = len(opening), commentEnd(raw[len(opening):])
	case raw[len(raw)-1] == '>':
		end = 1
	}
	p.xml = p.xml || bytes.HasPrefix(raw, []byte("<?xml"))
	p.beginText(false)
	isOver := end > 0 || !isLong && !p.isBrokenOff()
	p.say(max(0, from-again), max(0, max(from, len(raw)-end)-again), isOver)
	p.content = rawElement{}
	switch {
	case isLong && isOver:
		p.restart(nil, nil)
	case isLong && isComment:
		// The last bytes may be the first of the end of a comment.
		p.goOn(append([]byte("<!--x"), raw[len(raw)-len("--!"):]...))
	case isLong:
		p.goOn([]byte("<?"))
	}
}

// commentEnd returns the length of the end of a comment with which src ends, 0 if
// there is none.
func commentEnd(src []byte) int {
	for _, end := range [...]string{"-->", "--!>"} {
		if bytes.HasSuffix(src, []byte(end)) {
			return len(end)
		}
	}
	return 0
}

// isBrokenOff reports whether the token ends where the input could not be read
// any more.
func (p *htmlPage) isBrokenOff() bool {
	return p.source.err != nil && p.source.err != io.EOF && len(p.tokens.Buffered()) == 0
}

// goOn goes on in a token that was too long, with a prefix that brings a tokenizer
// where it was.
func (p *htmlPage) goOn(prefix []byte) {
	p.again = len(prefix)
	p.restart(prefix, nil)
}

// restart goes on after the token, which was too long or is none, with a new
// tokenizer: rest is to be read once more, after a prefix.
func (p *htmlPage) restart(prefix, rest []byte) {
	p.in = io.MultiReader(bytes.NewReader(slices.Concat(prefix, rest, p.tokens.Buffered())), p.in)
	p.tokenize()
}

// position returns the place of raw[i], which must not be before that of the last
// call.
func (p *htmlPage) position(i int) (line, column int64) {
	p.pass(p.raw[p.counted:max(i, p.counted)])
	p.counted = max(i, p.counted)
	return p.line, p.column - int64(p.counted-i) + 1
}

// beginText begins a text, unless the one before goes on.
func (p *htmlPage) beginText(decodes bool) {
	if !p.goesOn {
		p.prose.decodes = decodes
	}
}

// say searches raw[from:to], after which the text goes on unless last.
func (p *htmlPage) say(from, to int, last bool) {
	text := p.raw[from:to]
	if last && !p.goesOn && bytes.IndexByte(text, ':') < 0 && bytes.IndexByte(text, '\\') < 0 {
		return
	}
	if !p.goesOn {
		p.position(from)
		p.prose.begin(p.x, p.cursor, p.prose.decodes)
	}
	if last && !p.goesOn {
		p.prose.set(text)
	} else {
		p.prose.add(text, last)
	}
	p.prose.find(p.found)
	p.goesOn = !last
	if p.goesOn {
		p.prose.forget()
	}
}

// search searches raw[from:to], all of a text with character references.
func (p *htmlPage) search(from, to int) {
	p.prose.decodes = true
	p.say(from, to, true)
}

// found prints what was found, once it is known what it refers to.
func (p *htmlPage) found(f found) {
	switch {
	case !p.x.resolve:
		p.print(f)
	case !p.base.keeps(f):
		p.base.print(f, p.print)
	case p.base.decided:
		p.base.release(p.print)
	}
}

// A sticky reader gives an error again that it gave once.
type sticky struct {
	r    io.Reader
	err  error
	read int64
}

func (s *sticky) Read(p []byte) (n int, err error) {
	if s.err == nil {
		n, s.err = s.r.Read(p)
		s.read += int64(n)
	}
	return n, s.err
}
