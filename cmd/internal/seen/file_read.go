package seen

import (
	"bufio"
	"encoding/binary"
	"errors"
	"hash"
	"hash/crc32"
	"io"
	"os"

	"github.com/uriscan/uriscan/internal/disk"
)

// A Reader reads the file of a set.
type Reader struct {
	Seed Seed
	Note string // what the keys are of

	name string
	file disk.File
	in   io.Reader // which sums what is read
	sum  hash.Hash32
	left int64 // bytes before the footer
}

// Open opens the file of a set, a Target. If the file does not exist, the error Is
// [fs.ErrNotExist].
func Open(name string) (*Reader, error) {
	file, err := disk.Current.OpenFile(name, os.O_RDONLY, 0)
	if err != nil {
		return nil, failed(name, err, "")
	}
	r := &Reader{name: name, file: file, sum: crc32.New(castagnoli)}
	r.in = io.TeeReader(bufio.NewReaderSize(file, fileBlock), r.sum)
	info, err := file.Stat()
	if err == nil {
		r.left = info.Size() - footerSize
		err = r.header()
	}
	if err != nil {
		file.Close()
		return nil, failed(name, err, "")
	}
	return r, nil
}

// Keys calls each with the keys until it returns an error, and closes the file. It
// returns the saved Output. An error that each did not return means that the keys it
// has received are not reliable.
func (r *Reader) Keys(each func(Key) error) (o Output, err error) {
	defer r.file.Close()
	block := make([]byte, fileBlock)
	for r.left > 0 {
		b := block[:min(r.left, int64(len(block)))]
		if err := r.read(b); err != nil {
			return o, failed(r.name, err, "")
		}
		for ; len(b) >= keySize; b = b[keySize:] {
			if err := each(keyAt(b)); err != nil {
				return o, err
			}
		}
	}
	var footer [outputSize]byte
	if err := r.summed(footer[:]); err != nil {
		return o, failed(r.name, err, "")
	}
	_, err = binary.Decode(footer[:], binary.LittleEndian, &o)
	return o, err
}

// Close closes the file of a set without reading its keys.
func (r *Reader) Close() error { return r.file.Close() }

func (r *Reader) header() error {
	first := make([]byte, len(magic))
	switch err := r.read(first); {
	case errors.Is(err, ErrDamaged) || err == nil && string(first[:magicFamily]) != magic[:magicFamily]:
		return ErrForeign
	case err != nil:
		return err
	case string(first) != magic:
		return ErrVersion
	}
	var next [len(Seed{}) + 4]byte
	if err := r.read(next[:]); err != nil {
		return err
	}
	n := binary.LittleEndian.Uint32(next[copy(r.Seed[:], next[:]):])
	if n > mostNote {
		return ErrDamaged
	}
	note := make([]byte, n)
	err := r.summed(note)
	r.Note = string(note)
	return err
}

func (r *Reader) read(p []byte) error {
	n, err := io.ReadFull(r.in, p)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return ErrDamaged
	}
	r.left -= int64(n)
	return err
}

// summed fills p and checks the sum after it.
func (r *Reader) summed(p []byte) error {
	if err := r.read(p); err != nil {
		return err
	}
	want := r.sum.Sum32()
	var sum [4]byte
	err := r.read(sum[:])
	if err == nil && binary.LittleEndian.Uint32(sum[:]) != want {
		err = ErrDamaged
	}
	return err
}
