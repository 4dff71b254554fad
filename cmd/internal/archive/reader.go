package archive

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/uriscan/uriscan/cmd/internal/stream"
)

// A Reader reads an input, decompressed if its first bytes are those of an archive. It
// reads nothing before the first Read. The end of file comes again if it was read, as does
// an error.
type Reader struct {
	file   io.Reader
	delim  byte      // ends the lines that are counted
	Window uint64    // how much memory a zstd frame may ask for
	r      io.Reader // what reads on after the first bytes
	packed *archive  // what r decompresses, nil if nothing

	Leaves func(*Format) bool // reports which archives are not read, by an error; nil: none
}

// NewReader returns a reader of the data of file, decompressed if it is an archive.
// What is reported of damage has the number of lines before it, which end in delim.
func NewReader(file io.Reader, delim byte) *Reader {
	return &Reader{file: file, delim: delim, Window: MaxWindow}
}

func (u *Reader) Read(p []byte) (int, error) {
	if u.r == nil {
		return u.first(p)
	}
	return u.r.Read(p)
}

// IsEnd reports whether err ends the input as it should. A text that is still being
// written has then been read, too, while an archive would be damaged.
func (u *Reader) IsEnd(err error) bool { return err == io.EOF || err == stream.ErrGrows }

// Trailing returns what is wrong after the data. All of it was read.
func (u *Reader) Trailing() error {
	if u.packed == nil {
		return nil
	}
	return u.packed.garbage
}

// first decides what reads the input. The first bytes of a text are already where
// they are wanted, unless p is very small.
func (u *Reader) first(p []byte) (int, error) {
	head := p
	if len(p) < magicLen {
		head = make([]byte, magicLen)
	}
	f, n := recognise(u.file, head)
	u.r = u.file
	switch {
	case f == nil && len(p) >= magicLen:
		return n, nil
	case f != nil && u.Leaves != nil && u.Leaves(f):
		return 0, LeftAlone{f}
	}
	u.r = io.MultiReader(bytes.NewReader(bytes.Clone(head[:n])), u.file)
	if f != nil {
		u.packed = newArchive(f, u.r, u.delim, u.Window)
		u.r = u.packed
	}
	return u.r.Read(p)
}

// recognise reads into head until it is known whether this is an archive. It returns its
// format, or nil for a text. It reads no further, because lines may come slowly: a line that
// has come whole is not the beginning of any archive. An error of r is not returned: it
// comes again.
func recognise(r io.Reader, head []byte) (f *Format, n int) {
	for {
		m, err := stream.ReadSome(r, head[n:])
		n += m
		f, likelihood := formatOf(head[:n])
		switch {
		case likelihood == certain, likelihood == likely && err != nil:
			return f, n
		case likelihood == never || err != nil:
			return nil, n
		}
	}
}

// BrokenOff returns err, at which reading an input ended after n bytes, with the place.
func BrokenOff(err error, n int64) error {
	var where placed
	if n == 0 || errors.As(err, &where) {
		return err
	}
	return fmt.Errorf("%w after %d bytes", stream.WithoutPath(err), n)
}

// A LeftAlone ends the reading of an archive that is not to be read.
type LeftAlone struct{ *Format }

func (l LeftAlone) Error() string { return l.name + " data, skipped" }

// AsText reads the input as it is, whatever its first bytes.
func (u *Reader) AsText() { u.r = u.file }
