package page

import (
	"bytes"
	"io"
	"slices"

	"golang.org/x/net/html"

	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// A Page finds the URIs in an HTML document: in the values of attributes that hold them,
// and, by the rules for texts, in text, tags, comments, scripts and styles around those.
//
//	0 <= counted <= len(raw)
type Page struct {
	*Options
	print func(prose.Found)

	source       stream.Sticky
	in           io.Reader // source, perhaps after bytes that are read again
	tokens       *html.Tokenizer
	raw          []byte // of the token, as written
	prose.Cursor        // of raw[counted]
	counted      int
	again        int // how many bytes of the next token were searched already
	passed       int // how many bytes are before raw
	reread       int // how many bytes were read again to find tags in them

	xml     bool            // tags may close themselves
	begun   bool            // there was a tag
	inside  []byte          // the elements that around noted
	foreign                 // what is open in <svg> and <math>
	unclear bool            // browsers may read tags from here on as texts
	within  int             // how many bytes from raw on are in a tag for browsers
	content string          // the raw element whose content the next token is, if it is a text
	name    []byte          // of the element
	seen    []*uriAttribute // of the element
	rel     string          // of the element, if that is told
	prose   prose.Text
	goesOn  bool // the text in prose goes on in the next token
	decoded []byte
	fixed   []byte // a reference, repaired
	base    pageBase
}

// Options control what a Page looks for.
type Options struct {
	Text    prose.Options
	Resolve bool          // what references refer to, relative ones included
	Base    *resolve.Base // around the page, nil without one
	Tags    bool          // elements and attributes are told
	Repair  bool          // what attributes hold is repaired as browsers read it
}

// rawElements are the elements that have no tags in their content, and whether they have
// character references. noscript is not among them: browsers that run scripts read no tags
// in it; we do.
var rawElements = map[string]bool{
	"iframe": false, "noembed": false, "noframes": false, "plaintext": false, "script": false, "style": false, "textarea": true, "title": true, "xmp": false,
}

// tagLimit is how long a token may be to be held as a whole: longer than
// --max-line, up to which the URIs in it are printed. A longer tag is a text.
func (o *Options) tagLimit() int { return min(o.Text.MaxLen, 1<<30) + tagRoom }

const tagRoom = 64 << 10

// Read calls print for each URI of the page in r. at is the position at which the page
// begins, and base the base URI of what contains it, or nil.
func (p *Page) Read(o *Options, r io.Reader, at prose.Cursor, base *resolve.Base, print func(prose.Found)) {
	p.Options, p.print = o, print
	p.source = stream.Sticky{R: r}
	p.in = &p.source
	p.Cursor = at
	p.xml, p.begun, p.inside, p.content, p.goesOn = false, false, p.inside[:0], "", false
	p.open, p.unsure, p.unclear, p.within = p.open[:0], false, false, 0
	p.passed, p.reread = 0, 0
	p.base.begin(base)
	p.tokenize()
	for goesOn := true; goesOn; {
		goesOn = p.token()
		p.Pass(p.raw[p.counted:])
		p.within = max(0, p.within-len(p.raw))
		p.passed += len(p.raw)
		if p.unclear {
			p.base.giveUp(p.print)
		}
	}
	p.base.release(p.print)
}

func (p *Page) tokenize() {
	p.tokens = html.NewTokenizer(p.in)
	p.tokens.SetMaxBuf(p.tagLimit())
}

// token searches the next token, and reports whether there was one.
func (p *Page) token() bool {
	allowsCDATA := len(p.open) > 0 && p.allowsCDATA()
	p.tokens.AllowCDATA(allowsCDATA)
	kind := p.tokens.Next()
	raw := p.tokens.Raw()
	isLong := len(raw) >= p.tagLimit()
	again := p.again
	p.raw, p.counted, p.again = raw[again:], 0, 0
	if p.goesOn && again == 0 && kind != html.TextToken && kind != html.ErrorToken {
		p.say(0, 0, true, true)
	}
	if len(p.open)+len(p.inside) > 0 && again == 0 && p.breaksOff(kind) {
		return true
	}
	if 0 < p.within && p.within < len(p.raw) && kind != html.TextToken && p.readsAgain(len(p.raw)) {
		p.breakOff(p.within) // where browsers begin a token
		return true
	}
	if allowsCDATA && kind == html.TextToken && bytes.HasPrefix(raw, []byte(cdata)) {
		kind = html.CommentToken
	}
	switch kind {
	case html.TextToken:
		p.text(isLong)
		return true
	case html.CommentToken, html.DoctypeToken:
		if p.unclear && again == 0 && p.readsAgain(len(raw)) {
			p.breakOff(len("<!")) // in which browsers may read tags
			return true
		}
		p.comment(raw, again, isLong)
		return true
	case html.StartTagToken, html.SelfClosingTagToken:
		p.startTag(kind == html.SelfClosingTagToken)
		return true
	case html.EndTagToken:
		p.begun = true
		if p.within == 0 && (!p.base.inBody || len(p.open)+len(p.inside) > 0) {
			p.name = appendLower(p.name[:0], p.raw[2:2+until(p.raw[2:], nameEnds)])
			p.foreign.end(p.name)
			p.around(p.name, false)
			p.base.inBody = p.base.inBody || isListed(p.name, "body br html") // all others do nothing in a head
		}
		p.search(0, len(p.raw))
	default:
		// The input ends, in a tag or after a token, or the tag is too long.
		if p.bracketed() {
			return true
		}
		if isLong {
			line, column := p.position(0)
			p.print(prose.Found{Line: line, Column: column, Flaw: scanner.TooLong.String()})
		}
		p.say(0, len(p.raw), true, !isLong && p.source.Err == io.EOF)
		if !isLong {
			return false
		}
		p.restart(nil, nil)
	}
	p.content = ""
	return true
}

const cdata = "<![CDATA["

// breaksOff finds out whether browsers may read the token as another one. It reports whether
// a part of the token is read again: in <noscript>, browsers that run scripts read nothing but
// its end, and in <script/> of XML those that read HTML.
func (p *Page) breaksOff(kind html.TokenType) bool {
	p.unclear = p.unclear || p.unsure && bytes.HasPrefix(p.raw, []byte(cdata))
	if p.unclear || !bytes.Contains(p.raw, []byte("</")) {
		return false
	}
	name := p.hiding()
	if name == "" {
		return false
	}
	i := bytes.Index(bytes.ToLower(p.raw), []byte("</"+name))
	if i < 0 || kind == html.EndTagToken && i == 0 {
		return false
	}
	p.unclear = true
	p.breakOff(i)
	return true
}

// breakOff ends the token after i bytes, which are a text. The rest is read again.
func (p *Page) breakOff(i int) {
	rest := p.raw[i:]
	p.raw, p.content = p.raw[:i], ""
	p.search(0, i)
	p.restart(nil, rest)
}

// readsAgain reports whether a token of n bytes may be read again for tags. A byte is read 16
// times at most, on average: comments that nothing ends would take quadratic time.
func (p *Page) readsAgain(n int) bool {
	const times, least = 16, 64 << 10
	if p.reread+n > times*(p.passed+n)+least {
		p.unclear = true
		return false
	}
	p.reread += n
	return true
}

// hiding returns the name of the outermost element whose content browsers may read as a text, or "".
func (p *Page) hiding() string {
	for name := range bytes.FieldsSeq(p.inside) {
		if _, isRaw := rawElements[string(name)]; isRaw || string(name) == "noscript" {
			return string(name)
		}
	}
	return ""
}

// text searches a text, or as much of it as one token may be long.
func (p *Page) text(isLong bool) {
	var rest []byte
	if isLong {
		// A tag may begin in the last bytes, or an end tag.
		i := len(p.raw) - len("</plaintext")
		p.raw, rest = p.raw[:i], p.raw[i:]
	}
	p.say(0, len(p.raw), p.content == "" || rawElements[p.content], !isLong && !p.isBrokenOff())
	if !p.base.settled && p.content == "" {
		p.shown(bytes.TrimLeft(p.raw, HtmlBlanks))
	}
	switch {
	case isLong && p.content != "":
		p.restart([]byte("<"+p.content+">"), rest)
		p.tokens.Next()
	case isLong:
		p.restart(nil, rest)
	}
}

// shown follows a text, without the blanks that it begins with.
func (p *Page) shown(text []byte) {
	p.base.inBody = p.base.inBody || len(text) > 0
	text = bytes.TrimLeft(text, HtmlBlanks+"\x00") // in a body NUL is ignored
	if len(text) > 0 && text[0] != '&' && len(p.inside)+p.within == 0 {
		p.base.settle(p.print)
	}
}

// comment searches a comment, a declaration or an instruction. raw[again:] has not been
// searched yet.
func (p *Page) comment(raw []byte, again int, isLong bool) {
	const opening = "<!--"
	isComment := bytes.HasPrefix(raw, []byte(opening))
	isCDATA := p.allowsCDATA() && bytes.HasPrefix(raw, []byte(cdata))
	from, end := len("<!"), 0
	switch {
	case isCDATA:
		if bytes.HasSuffix(raw, []byte("]]>")) {
			end = len("]]>")
		}
	case isComment:
		from, end = len(opening), commentEnd(raw[len(opening):])
	case raw[len(raw)-1] == '>':
		end = 1
	}
	p.xml = p.xml || !p.begun && p.within == 0 && bytes.HasPrefix(raw, []byte("<?xml"))
	isOver := end > 0 || !isLong && !p.isBrokenOff()
	p.say(max(0, from-again), max(0, max(from, len(raw)-end)-again), false, isOver)
	p.content = ""
	switch {
	case isLong && isOver:
		p.restart(nil, nil)
	case isLong && isComment:
		// The last bytes may be the first of the end of a comment.
		p.goOn(append([]byte("<!--x"), raw[len(raw)-len("--!"):]...))
	case isLong && isCDATA:
		p.goOn(append([]byte(cdata), raw[len(raw)-len("]]"):]...))
	case isLong:
		p.goOn([]byte("<?"))
	}
}

// commentEnd returns the length of the end of a comment that src ends with, or 0 if it ends
// otherwise.
func commentEnd(src []byte) int {
	for _, end := range [...]string{"-->", "--!>"} {
		if bytes.HasSuffix(src, []byte(end)) {
			return len(end)
		}
	}
	return 0
}

// isBrokenOff reports whether the token ends where reading the input failed.
func (p *Page) isBrokenOff() bool {
	return p.source.Err != nil && p.source.Err != io.EOF && len(p.tokens.Buffered()) == 0
}

// goOn goes on in a token that was too long, with a prefix that brings a tokenizer
// where it was.
func (p *Page) goOn(prefix []byte) {
	p.again = len(prefix)
	p.restart(prefix, nil)
}

// restart goes on after the token, which was too long or is not a tag, with a new
// tokenizer: rest is to be read once more, after a prefix.
func (p *Page) restart(prefix, rest []byte) {
	p.in = io.MultiReader(bytes.NewReader(slices.Concat(prefix, rest, p.tokens.Buffered())), p.in)
	p.tokenize()
}

// position returns the place of raw[i]. From call to call i must not decrease.
func (p *Page) position(i int) (line, column int64) {
	p.Pass(p.raw[p.counted:max(i, p.counted)])
	p.counted = max(i, p.counted)
	return p.Line, p.Column - int64(p.counted-i) + 1
}

// textPiece is how much of a text is searched at a time: of one that is all escapes it takes twelve
// times as much memory.
const textPiece = 64 << 10

// say searches raw[from:to], which begins a text with character references or without,
// unless the text before goes on. After it the text goes on unless last.
func (p *Page) say(from, to int, decodes, last bool) {
	text := p.raw[from:to]
	if last && !p.goesOn && bytes.IndexByte(text, ':') < 0 && bytes.IndexByte(text, '\\') < 0 {
		return
	}
	if !p.goesOn {
		p.position(from)
		p.prose.Begin(&p.Options.Text, p.Cursor, decodes)
	}
	for len(text) > textPiece {
		p.prose.Add(text[:textPiece], false)
		p.prose.Find(p.found)
		p.prose.Forget()
		text, p.goesOn = text[textPiece:], true
	}
	if last && !p.goesOn {
		p.prose.Set(text)
	} else {
		p.prose.Add(text, last)
	}
	p.prose.Find(p.found)
	p.goesOn = !last
	if p.goesOn {
		p.prose.Forget()
	}
}

// search searches raw[from:to], all of a text with character references.
func (p *Page) search(from, to int) { p.say(from, to, true, true) }

// found prints what was found, once it is known what it refers to.
func (p *Page) found(f prose.Found) {
	switch {
	case !p.Resolve:
		p.print(f)
	case !p.base.keeps(f):
		p.base.print(f, p.print)
	case p.base.decided:
		p.base.release(p.print)
	}
}
