package warc

import (
	"bufio"
	"bytes"
	"io"
	"net/http/httputil"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"

	"github.com/uriscan/uriscan/cmd/internal/page"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/resolve"
)

// What is wrong with a payload.
const (
	unknownCoding = "unknown-coding" // of its content
	badCoding     = "bad-coding"     // it does not decode to its end
)

// A payload is what a record of a WARC file holds: perhaps the header of an HTTP
// message, and a page, a text, or something that is neither, by its media type or
// else by its first bytes.
type payload struct {
	*Options
	in       *bufio.Reader // of the body
	out      *bufio.Reader // of what that is decoded to
	head     []byte
	page     page.Page
	prose    prose.Text
	unpacked gzip.Reader
	unbrotli brotli.Reader
	unzstd   *zstd.Decoder // nil before the first body of zstd
}

// read finds the URIs of a body, which begins at at. mime is its media type, or "" if that
// is not known.
func (p *payload) read(body io.Reader, at prose.Cursor, mime string, base *resolve.Base, print func(prose.Found)) {
	if p.in == nil {
		p.in, p.out = bufio.NewReaderSize(nil, 64<<10), bufio.NewReaderSize(nil, 64<<10)
	}
	p.in.Reset(body)
	if mime != "application/http" {
		p.search(p.in, at, mime, base, print)
		return
	}
	head, err := readHeader(p.in, p.head[:0], false)
	p.head = head
	p.prose.Begin(&p.Page.Text, at, false)
	p.prose.Add(head, err == nil || err == io.EOF)
	p.prose.Find(print)
	at.Pass(head)
	if err != nil {
		return
	}
	mime = mediaType(head)
	coding := strings.ToLower(string(field(head, "Content-Encoding")))
	if coding == "identity" {
		coding = ""
	}
	isChunked := strings.Contains(strings.ToLower(string(field(head, "Transfer-Encoding"))), "chunked")
	if !isChunked && coding == "" {
		p.search(p.in, at, mime, base, print)
		return
	}
	flawed := prose.Found{Line: at.Line, Column: at.Column + 1}
	decoded := &stream.Sticky{R: p.decoder(coding, isChunked)}
	if decoded.R == nil {
		flawed.Flaw = unknownCoding
		print(flawed)
		return
	}
	p.out.Reset(decoded)
	searched := p.search(p.out, at, mime, base, func(f prose.Found) {
		f.Line, f.Column = flawed.Line, flawed.Column
		print(f)
	})
	if searched && decoded.Err != io.EOF && coding != "" {
		flawed.Flaw = badCoding
		print(flawed)
	}
}

// search searches what r holds by its form, and reports whether it is not binary.
func (p *payload) search(r *bufio.Reader, at prose.Cursor, mime string, base *resolve.Base, print func(prose.Found)) bool {
	head, _ := r.Peek(page.SniffLen)
	if !p.Binary && bytes.IndexByte(head, 0) >= 0 {
		return false
	}
	isPage := mime == "text/html" || mime == "application/xhtml+xml"
	if mime == "" {
		rest, isWhole := page.AfterProlog(bytes.TrimPrefix(head, []byte("\uFEFF")))
		isPage = isWhole && page.Begins(rest, true)
	}
	if isPage {
		p.page.Read(&p.Page, r, at, base, print)
		return true
	}
	p.prose.Begin(&p.Page.Text, at, false)
	p.prose.Read(r, print)
	return true
}

// decoder returns a reader of the decoded body, nil if its coding is not known. Many
// archives hold decoded bodies under headers that say otherwise.
func (p *payload) decoder(coding string, isChunked bool) io.Reader {
	in := p.in
	if isChunked && beginsChunk(in) {
		in = bufio.NewReader(&chunkedBody{chunks: httputil.NewChunkedReader(in), rest: in})
	}
	switch magic, _ := in.Peek(4); coding {
	case "gzip", "x-gzip":
		if bytes.HasPrefix(magic, []byte("\x1f\x8b")) && p.unpacked.Reset(in) == nil {
			return &p.unpacked
		}
		return in
	case "deflate":
		if len(magic) > 1 && magic[0]&0x0f == 8 && (int(magic[0])<<8|int(magic[1]))%31 == 0 {
			if r, err := zlib.NewReader(in); err == nil {
				return r
			}
		}
		return flate.NewReader(in)
	case "br":
		if p.isBrotli(in) {
			p.unbrotli.Reset(in)
			return &p.unbrotli
		}
		return in
	case "zstd":
		if isZstd(magic) {
			if p.unzstd == nil {
				// It has no goroutine of its own, and takes windows of up to 8 MiB (RFC 9659, section 3).
				p.unzstd, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(8<<20))
			}
			p.unzstd.Reset(in) // Read returns its error
			return p.unzstd
		}
		return in
	case "":
		return in
	}
	return nil
}

// isZstd reports whether a frame, or a skippable one, begins with magic (RFC 8878, section 3.1).
func isZstd(magic []byte) bool {
	return string(magic) == "\x28\xb5\x2f\xfd" || len(magic) == 4 && magic[0]>>4 == 5 && string(magic[1:]) == "\x2a\x4d\x18"
}

// isBrotli reports whether what r holds may be brotli data, which has no magic number. No
// page is.
func (p *payload) isBrotli(r *bufio.Reader) bool {
	head, _ := r.Peek(512)
	p.unbrotli.Reset(bytes.NewReader(head))
	n, err := p.unbrotli.Read(make([]byte, 1))
	return n > 0 || err == io.ErrUnexpectedEOF
}

// beginsChunk reports whether r begins with the size of a chunk (RFC 9112, 7.1).
func beginsChunk(r *bufio.Reader) bool {
	const most = len("00000000;\r\n")
	head, _ := r.Peek(most)
	n := lut.Span(head, prose.HexDigits)
	return n > 0 && n < len(head) && bytes.IndexByte([]byte("; \t\r"), head[n]) >= 0
}

// A chunkedBody is read without its chunks, as far as it has some: what follows damage
// is read as it is.
type chunkedBody struct {
	chunks io.Reader // reads of rest
	rest   *bufio.Reader
	broken bool
}

func (c *chunkedBody) Read(p []byte) (int, error) {
	if c.broken {
		return c.rest.Read(p)
	}
	n, err := c.chunks.Read(p)
	if err != nil && err != io.EOF {
		c.broken, err = true, nil
	}
	return n, err
}
