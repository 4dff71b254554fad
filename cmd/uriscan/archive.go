package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// A format is one in which archives are compressed.
type format struct {
	name string
	// magic tells how likely bytes are the first ones of a member.
	magic func(head []byte) likelihood
	// open returns what decompresses the member that a.src begins with, to
	// io.EOF after its last byte.
	open func(a *archive) (io.Reader, error)
	// parts is how members are decompressed on several cores, nil if they are not.
	parts *guesser
	slow  bool // it takes many times as long to decompress as to search
	// staged is whether a long member is decompressed on several cores by a staged reader.
	staged bool
}

// magicLen is how many bytes tell whether a member begins there.
const magicLen = 10

// A likelihood is that of some first bytes to be those of a format.
type likelihood uint8

const (
	never   likelihood = iota
	perhaps            // a text may begin like this, too
	likely             // no text that ends here is likely, more bytes may say no
	certain
)

var formats = [...]format{
	{"gzip", gzipMagic, (*archive).openGzip, &gzipParts, false, false},
	{"zstd", zstdMagic, (*archive).openZstd, &zstdParts, false, true},
	{"bzip2", bzip2Magic, (*archive).openBzip2, &bzip2Parts, true, false},
}

// formatOf returns the format that head is likeliest to be of.
func formatOf(head []byte) (f *format, best likelihood) {
	for i := range formats {
		if l := formats[i].magic(head); l > best {
			f, best = &formats[i], l
		}
	}
	return f, best
}

// matches tells how likely head is magic, of which the first likelyLen bytes
// make it likely.
func matches(head []byte, magic string, likelyLen int) likelihood {
	n := min(len(head), len(magic))
	switch {
	case string(head[:n]) != magic[:n]:
		return never
	case n == len(magic):
		return certain
	case n >= likelyLen:
		return likely
	}
	return perhaps
}

// An archive is what members one after the other hold, decompressed.
type archive struct {
	*format
	packed                // a member leaves it at its end
	member  io.Reader     // the member at hand, nil between two
	garbage error         // what is wrong behind the last member
	err     error         // what ended the reading
	unzstd  *zstd.Decoder // nil before the first member of its format
	window  uint64        // how much memory a zstd frame may ask for
	ahead   *ahead        // nil on one core
	head    *headReader   // what reads the span at hand, which has packed meanwhile
	least   int64         // how many bytes of what is compressed were used, at least
	past    *past         // of the member at hand, if spans of it depend on that

	delim   byte
	out     int64 // bytes read
	lines   int64 // lines of them that are whole
	inLine  bool  // bytes of another line
	members int64
	whole   int64 // lines that were whole when the member at hand began
}

// packedBuffer is how much of what is compressed is read at a time.
const packedBuffer = 64 << 10

func newArchive(f *format, file io.Reader, delim byte, workers int, window uint64) *archive {
	a := &archive{format: f, delim: delim, window: window}
	if workers > 1 && f.parts != nil {
		a.ahead = newAhead(file, f.parts, workers, window)
		a.packed = a.ahead.from(0)
		return a
	}
	a.file = &counted{r: file}
	a.src = bufio.NewReaderSize(a.file, packedBuffer)
	return a
}

// close ends what reads and works beside a.
func (a *archive) close() {
	if a.ahead != nil {
		a.ahead.close()
	}
}

// Read fills p, unless it had to wait for what is compressed: what has been
// written slowly into a pipe is to come out as it came in.
func (a *archive) Read(p []byte) (n int, err error) {
	for n < len(p) && a.err == nil && (n == 0 || a.ready()) {
		var m int
		m, a.err = a.step(p[n:])
		n += m
	}
	if n > 0 {
		return n, nil
	}
	return 0, a.err
}

// ready tells whether more may come without waiting for what is compressed.
func (a *archive) ready() bool {
	if a.head != nil {
		return a.head.ready()
	}
	return a.src.Buffered() > 0
}

// step reads once of a member, or goes on to the next.
func (a *archive) step(p []byte) (n int, err error) {
	if a.member == nil {
		if err := a.next(); err != nil {
			return 0, err
		}
	}
	n, err = a.member.Read(p)
	a.count(p[:n])
	if err == io.EOF {
		a.member = nil
		return n, nil
	}
	return n, a.fault(err)
}

func (a *archive) count(read []byte) {
	if n := len(read); n > 0 {
		a.out += int64(n)
		a.lines += int64(bytes.Count(read, []byte{a.delim}))
		a.inLine = read[n-1] != a.delim
	}
}

// next opens the next member. The error is io.EOF after the last.
func (a *archive) next() error {
	a.whole = a.lines
	head, err := a.src.Peek(magicLen)
	switch likelihood := a.magic(head); {
	case a.garbage != nil || len(head) == 0 && err == io.EOF:
		return io.EOF
	case err != nil && err != io.EOF:
		return a.fault(err)
	case likelihood == never && a.members > 0:
		return a.pad(nil)
	}
	a.members++
	a.member, err = a.open(a)
	return a.fault(err)
}

// pad reads what follows the last member, of which bytes were read already. It
// may be NULs, with which tapes and some programs fill up their blocks.
func (a *archive) pad(read []byte) error {
	at := a.offset() - int64(len(read))
	rest := io.MultiReader(bytes.NewReader(read), a.src)
	var buf [4096]byte
	for {
		n, err := readSome(rest, buf[:])
		if garbage := bytes.TrimLeft(buf[:n], "\x00"); len(garbage) > 0 {
			a.garbage = a.trailing(at)
			return io.EOF
		}
		if err == io.EOF {
			return io.EOF
		}
		if err != nil {
			return a.fault(err)
		}
	}
}

// trailing says that there is garbage where the data ends.
func (a *archive) trailing(at int64) error {
	lines := a.lines
	if a.inLine {
		lines++
	}
	return fmt.Errorf("the %s data ends at byte %d and garbage follows; all %d bytes and %d lines of the data were read",
		a.name, at, a.out, lines)
}

// fault is what to say of an error inside a member.
func (a *archive) fault(err error) error {
	switch err.(type) {
	case nil, *damage, *refusal:
		return err
	}
	cause := causeOf(err)
	if errors.Is(err, a.file.err) {
		cause = err
	}
	return &damage{a.name, max(a.offset(), a.least), a.out, a.lines, a.whole, cause}
}

// Why a member is damaged. Decoders have many words for it, which no user can
// make use of, and count from where they began.
var (
	errEndsEarly   = errors.New("unexpected end")
	errBadChecksum = errors.New("wrong checksum")
	errCorrupt     = errors.New("corrupt data")
)

func causeOf(err error) error {
	switch {
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return errEndsEarly
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, zstd.ErrCRCMismatch), strings.Contains(err.Error(), "checksum"):
		return errBadChecksum
	}
	return errCorrupt
}

// damage is where an archive is damaged, and what was read before that.
type damage struct {
	format string
	at     int64 // in what is compressed, in bytes from 0
	bytes  int64 // decompressed
	lines  int64 // decompressed and whole
	whole  int64 // of these, how many stand before the damaged member
	cause  error
}

func (d *damage) Error() string {
	text := fmt.Sprintf("%s data is damaged at byte %d: %v; %d bytes and %d lines were read before",
		d.format, d.at, withoutPath(d.cause), d.bytes, d.lines)
	if d.whole == d.lines {
		return text + ", none of the damaged member"
	}
	return fmt.Sprintf("%s, those from line %d on are of the damaged member and may be wrong", text, d.whole+1)
}

// A refusal is why intact data is not decompressed.
type refusal struct{ text string }

func (r *refusal) Error() string { return r.text }

// counted counts what is read of r, and remembers why that ended.
type counted struct {
	r   io.Reader
	n   int64
	err error // not io.EOF
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	if err != nil && err != io.EOF {
		c.err = err
	}
	return n, err
}
