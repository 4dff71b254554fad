package main

import (
	"bytes"
	"io"
	"slices"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"

	"github.com/uriscan/uriscan/resolve"
)

// What is wrong with a payload.
const (
	codedTooLong  = "coded-too-long" // to be decoded, and longer than --max-line
	unknownCoding = "unknown-coding" // of its content
	badCoding     = "bad-coding"     // it does not decode to its end
)

// A payload is what a record of a WARC file holds: perhaps the header of an HTTP
// message, and a page, a text, or something that is neither, by its media type or
// else by its first bytes.
type payload struct {
	x    *extractFlags
	base *resolve.Base

	place        text // the piece at hand
	i            int  // what of it is done
	last, broken bool

	stage   payloadStage
	lines   headLines
	mime    []byte
	chunked bool
	coding  []byte
	held    []byte // until it can be told what it is, or be decoded

	isPage bool
	page   htmlPage
	plain  prose
	begun  bool   // plain
	source source // what is searched at the moment, nil if nothing
	flaw   string // to be told

	decoder io.Reader // of what is coded
	decoded []byte
	// Where the body begins, which is the place of all that is decoded.
	line, column int64
}

type payloadStage uint8

const (
	httpHead   payloadStage = iota
	wholeCoded              // a body that is to be decoded, until it is there
	firstBytes              // of a body, until it can be told what it is
	asDocument              // a page or a text
	decoding                // the same, from decoder
	passedOver              // what is left of no interest
)

func (p *payload) begin(x *extractFlags, line, column int64, mime []byte, base *resolve.Base) {
	p.x, p.base = x, base
	p.place = text{line: line, column: column - 1}
	p.line, p.column = line, column
	p.i, p.last, p.broken = 0, false, false
	p.mime = append(p.mime[:0], mime...)
	p.chunked, p.coding, p.held = false, p.coding[:0], p.held[:0]
	p.begun, p.source, p.flaw, p.decoder = false, nil, "", nil
	p.lines.drop()
	switch {
	case string(mime) == "application/http":
		p.stage, p.mime = httpHead, p.mime[:0]
	default:
		p.stage = firstBytes
	}
}

// release lets go of the memory that is not its own.
func (p *payload) release() { p.page.release() }

func (p *payload) feed(piece []byte, last, broken bool) {
	p.place.buf = piece
	p.i, p.last, p.broken = 0, last, broken
}

// next returns the next finding.
func (p *payload) next() (found, bool) {
	for {
		if p.source != nil {
			if f, ok := p.source.next(); ok {
				if p.decoder != nil {
					f.line, f.column = p.line, p.column
				}
				return f, true
			}
			if p.source == &p.plain {
				p.plain.forget()
			}
			p.source = nil
		}
		if p.flaw != "" {
			f := found{line: p.line, column: p.column, flaw: p.flaw}
			p.flaw = ""
			return f, true
		}
		if !p.step() {
			p.place.leave()
			p.i = 0
			return found{}, false
		}
	}
}

// step goes on with the piece, and tells whether there is more to do.
func (p *payload) step() bool {
	rest := p.place.buf[p.i:]
	isEnd := p.last || p.broken
	if len(rest) == 0 && !isEnd {
		return false
	}
	switch p.stage {
	case httpHead:
		p.head(rest)
	case firstBytes:
		p.judge(rest)
	case wholeCoded:
		p.collect(rest)
	case asDocument:
		p.i = len(p.place.buf)
		p.give(rest, p.last)
		if isEnd {
			p.stage = passedOver
		}
	case decoding:
		p.decode()
	case passedOver:
		p.i = len(p.place.buf)
		return false
	}
	return true
}

// head has a line of an HTTP message's header searched, and reads it.
func (p *payload) head(rest []byte) {
	line, n, whole := p.lines.take(rest)
	from := p.i
	p.i += n
	isOver := whole && len(line) == 0
	if whole {
		p.field(line)
	}
	if len(rest) == 0 {
		isOver = true // the record ends in it
	}
	if !p.begun {
		at, column := p.place.position(from)
		p.plain.begin(p.x, at, column)
		p.plain.decodes, p.begun = false, true
	}
	p.plain.add(p.place.buf[from:p.i], isOver && !p.broken)
	p.source = &p.plain
	if !isOver {
		return
	}
	p.line, p.column = p.place.position(p.i)
	p.begun = false
	switch {
	case len(rest) == 0:
		p.stage = passedOver
	case p.chunked || len(p.coding) > 0:
		p.stage = wholeCoded
	default:
		p.stage = firstBytes
	}
}

// field reads a line of an HTTP message's header.
func (p *payload) field(line []byte) {
	name, value, _ := bytes.Cut(line, []byte(":"))
	start, end := trimBlanks(value)
	value = value[start:end]
	switch string(bytes.ToLower(name)) {
	case "content-type":
		p.mime = appendMime(p.mime[:0], value)
	case "transfer-encoding":
		p.chunked = bytes.Contains(bytes.ToLower(value), []byte("chunked"))
	case "content-encoding":
		p.coding = append(p.coding[:0], bytes.ToLower(value)...)
		if string(p.coding) == "identity" {
			p.coding = p.coding[:0]
		}
	}
}

// judge tells by the first bytes of a body what it is, once they are there.
func (p *payload) judge(rest []byte) {
	const enough = 8 << 10
	head := rest
	isEnd := p.last || p.broken
	if len(p.held) > 0 || len(rest) < enough && !isEnd {
		n := min(len(rest), enough-len(p.held))
		p.held = append(p.held, rest[:n]...)
		p.i += n
		head = p.held
		if len(head) < enough && !(isEnd && p.i == len(p.place.buf)) {
			return
		}
	}
	p.open(head[:min(len(head), enough)])
	if p.stage != asDocument || len(p.held) == 0 {
		return
	}
	p.give(p.held, p.last && p.i == len(p.place.buf))
	if isEnd && p.i == len(p.place.buf) {
		p.stage = passedOver
	}
}

// open begins the document of which head is the beginning.
func (p *payload) open(head []byte) {
	p.stage = passedOver
	if !p.x.binary && bytes.IndexByte(head, 0) >= 0 {
		return
	}
	switch string(p.mime) {
	case "text/html", "application/xhtml+xml":
		p.isPage = true
	case "":
		f, _ := sniffForm(head, true, true)
		p.isPage = f == htmlForm
	default:
		p.isPage = false
	}
	p.stage = asDocument
	if p.isPage {
		p.page.begin(p.x, p.line, p.column, p.base)
	} else {
		p.plain.begin(p.x, p.line, p.column)
	}
}

// give has a piece searched as what it is.
func (p *payload) give(piece []byte, last bool) {
	if p.isPage {
		p.page.feed(piece, last, p.broken)
		p.source = &p.page
		return
	}
	p.plain.add(piece, last)
	p.source = &p.plain
}

// collect takes a body that is to be decoded, until all of it is there.
func (p *payload) collect(rest []byte) {
	p.i = len(p.place.buf)
	if len(p.held)+len(rest) > p.x.maxLine {
		p.flaw, p.stage = codedTooLong, passedOver
		return
	}
	p.held = append(p.held, rest...)
	if !p.last && !p.broken {
		return
	}
	body := p.held
	if p.chunked {
		body = dechunk(body)
	}
	p.decoder, p.stage = bytes.NewReader(body), decoding
	if r := decoderOf(string(p.coding), body); r != nil {
		p.decoder = r
	} else {
		p.flaw, p.stage = unknownCoding, passedOver
	}
	p.decoded = slices.Grow(p.decoded[:0], 64<<10)
	p.isPage, p.begun = false, false
}

// decoderOf returns what decodes the content of a body, nil if that is not known.
// Many archives hold bodies that are decoded under headers that say otherwise.
func decoderOf(coding string, body []byte) io.Reader {
	switch coding {
	case "gzip", "x-gzip":
		if r, err := gzip.NewReader(bytes.NewReader(body)); err == nil {
			return r
		}
		return bytes.NewReader(body)
	case "deflate":
		if r, err := zlib.NewReader(bytes.NewReader(body)); err == nil {
			return r
		}
		return flate.NewReader(bytes.NewReader(body))
	case "":
		return bytes.NewReader(body)
	}
	return nil
}

// decode has the next piece of what is decoded searched.
func (p *payload) decode() {
	n, err := 0, error(nil)
	for room := p.decoded[:cap(p.decoded)]; n < len(room) && err == nil; {
		var m int
		m, err = readSome(p.decoder, room[n:])
		n += m
	}
	piece, isEnd := p.decoded[:n], err != nil
	if err != nil && err != io.EOF {
		p.flaw = badCoding
	}
	if !p.begun {
		p.begun = true
		p.open(piece[:min(n, 8<<10)])
		if p.stage == passedOver {
			p.flaw = ""
			return
		}
		p.stage = decoding
	}
	p.give(piece, isEnd)
	if isEnd {
		p.stage = passedOver
	}
}

// dechunk returns body without the chunked transfer coding (RFC 9112, 7.1), in
// its memory, or as it is if it is not coded.
func dechunk(body []byte) []byte {
	out, rest := body[:0], body
	for {
		line, after, ok := bytes.Cut(rest, []byte("\n"))
		n, isSize := chunkSize(line)
		if !ok || !isSize {
			if len(rest) == len(body) {
				return body
			}
			return append(out, rest...)
		}
		if n == 0 {
			return out
		}
		n = min(n, len(after))
		out = append(out, after[:n]...)
		rest = bytes.TrimPrefix(bytes.TrimPrefix(after[n:], []byte("\r")), []byte("\n"))
	}
}

// chunkSize reads the line before a chunk.
func chunkSize(line []byte) (n int, ok bool) {
	for i, b := range line {
		if !hexDigits.Has(b) {
			end := bytes.IndexByte([]byte("; \t\r"), b) >= 0
			return n, end && i > 0
		}
		if n >= 1<<27 { // as large as fits into 32 bits
			return 0, false
		}
		n = n<<4 | int(b&0x0F) + 9*int(b>>6)
	}
	return n, len(line) > 0
}
