package archive

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/uriscan/uriscan/cmd/internal/stream"
)

// A Format is a format of compressed archives.
type Format struct {
	name string
	// magic returns how likely a member begins with head.
	magic func(head []byte) likelihood
	// open returns a reader of the member that a.src begins with, which ends with it.
	open func(a *archive) (io.Reader, error)
	Slow bool // it takes many times as long to decompress as to search
}

// magicLen is how many bytes are enough to know whether a member begins there.
const magicLen = 10

// A likelihood says how likely some first bytes are those of a format.
type likelihood uint8

const (
	never   likelihood = iota
	perhaps            // a text may begin like this, too
	likely             // no text that ends here is likely, more bytes may say no
	certain
)

var formats = [...]Format{
	{"gzip", gzipMagic, (*archive).openGzip, false},
	{"zstd", zstdMagic, (*archive).openZstd, false},
	{"bzip2", bzip2Magic, (*archive).openBzip2, true},
}

// formatOf returns the format that head is likeliest to be of.
func formatOf(head []byte) (f *Format, best likelihood) {
	for i := range formats {
		if l := formats[i].magic(head); l > best {
			f, best = &formats[i], l
		}
	}
	return f, best
}

// matches returns how likely head is magic. Its first likelyLen bytes make it likely.
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

// gzipMagic looks for ID1 and ID2 of RFC 1952, section 2.3.1. No text has these two bytes, in any
// encoding that contains ASCII.
func gzipMagic(head []byte) likelihood { return matches(head, "\x1f\x8b", 2) }

func (a *archive) openGzip() (io.Reader, error) {
	err := a.ungzip.Reset(a.src)
	a.ungzip.Multistream(false)
	return &a.ungzip, err
}

// An archive reads what members one after the other hold, decompressed.
type archive struct {
	*Format
	file    stream.Sticky
	src     *bufio.Reader // of file
	member  io.Reader     // the one that is read, nil between two
	garbage error         // what is wrong after the last member
	err     error         // what ended the reading
	ungzip  gzip.Reader
	unzstd  *zstd.Decoder // nil before the first frame
	window  uint64        // how much memory a zstd frame may ask for

	delim  byte
	out    int64 // bytes read
	lines  int64 // lines of them that are whole
	inLine bool  // there are bytes of another line
	whole  int64 // lines that were whole when the last member began
}

// packedBuffer is how much of what is compressed is read at a time.
const packedBuffer = 64 << 10

func newArchive(f *Format, file io.Reader, delim byte, window uint64) *archive {
	a := &archive{Format: f, file: stream.Sticky{R: file}, delim: delim, window: window}
	a.src = bufio.NewReaderSize(&a.file, packedBuffer)
	return a
}

// offset returns how many of the compressed bytes were used.
func (a *archive) offset() int64 { return a.file.N - int64(a.src.Buffered()) }

// Read fills p, unless it would have to wait for compressed bytes: lines that were written
// slowly into a pipe come out as they came in.
func (a *archive) Read(p []byte) (n int, err error) {
	for n < len(p) && a.err == nil && (n == 0 || a.src.Buffered() > 0) {
		var m int
		m, a.err = a.step(p[n:])
		n += m
	}
	if n > 0 {
		return n, nil
	}
	return 0, a.err
}

// step reads once of a member, or goes on to the next.
func (a *archive) step(p []byte) (n int, err error) {
	if a.member == nil {
		if err := a.next(); err != nil {
			return 0, err
		}
	}
	n, err = a.member.Read(p)
	if n > 0 {
		a.out += int64(n)
		a.lines += int64(bytes.Count(p[:n], []byte{a.delim}))
		a.inLine = p[n-1] != a.delim
	}
	if err == io.EOF {
		a.member = nil
		return n, nil
	}
	return n, a.fault(err)
}

// next opens the next member. The error is io.EOF after the last.
func (a *archive) next() error {
	a.whole = a.lines
	head, err := a.src.Peek(magicLen)
	switch {
	case a.garbage != nil || len(head) == 0 && err == io.EOF:
		return io.EOF
	case err != nil && err != io.EOF:
		return a.fault(err)
	case a.magic(head) == never: // which it is not for the first
		return a.pad(nil)
	}
	a.member, err = a.open(a)
	return a.fault(err)
}

// pad reads what follows the last member, after some bytes that were read already.
// NULs are accepted: tapes and some programs fill up their blocks with them.
func (a *archive) pad(read []byte) error {
	at := a.offset() - int64(len(read))
	rest := io.MultiReader(bytes.NewReader(read), a.src)
	var buf [4096]byte
	for {
		n, err := stream.ReadSome(rest, buf[:])
		if len(bytes.TrimLeft(buf[:n], "\x00")) > 0 {
			lines := a.lines
			if a.inLine {
				lines++
			}
			a.garbage = fmt.Errorf("the %s data ends at offset %d and garbage follows; all %d bytes and %d lines of the data were read",
				a.name, at, a.out, lines)
			return io.EOF
		}
		if err == io.EOF {
			return err
		}
		if err != nil {
			return a.fault(err)
		}
	}
}

func (a *archive) fault(err error) error {
	if _, isPlaced := err.(placed); isPlaced || err == nil {
		return err
	}
	cause := causeOf(err)
	if errors.Is(err, a.file.Err) && a.file.Err != io.EOF {
		cause = stream.WithoutPath(err)
	}
	text := fmt.Sprintf("%s data is damaged at offset %d: %v; %d bytes and %d lines were read before",
		a.name, a.offset(), cause, a.out, a.lines)
	if a.whole == a.lines {
		return placed(text + ", none of the damaged member")
	}
	return placed(fmt.Sprintf("%s, those from line %d on are of the damaged member and may be wrong", text, a.whole+1))
}

// Why a member is damaged. The errors of decoders differ, do not help users, and count
// from where the decoder began.
var (
	errEndsEarly   = errors.New("unexpected end")
	errBadChecksum = errors.New("wrong checksum")
	errCorrupt     = errors.New("corrupt data")
)

func causeOf(err error) error {
	switch {
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return errEndsEarly
	case errors.Is(err, zstd.ErrCRCMismatch), strings.Contains(err.Error(), "checksum"):
		return errBadChecksum
	}
	return errCorrupt
}

// A placed error says where in the compressed data an archive is damaged or refused.
type placed string

func (p placed) Error() string { return string(p) }
