package seen

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"github.com/uriscan/uriscan/internal/disk"
)

// A Reader reads a saved set.
type Reader struct {
	name string
	file disk.File
	in   *bufio.Reader
	sum  uint32
	at   int64
	seed Seed
	note string
}

// Open opens a saved set. The error is a *FileError, and Is [fs.ErrNotExist] if
// there is none.
func Open(name string) (*Reader, error) {
	// A pipe would be waited for, for ever if nobody writes into it.
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, &FileError{name, ErrForeign}
	}
	file, err := disk.Current.OpenFile(name, os.O_RDONLY, 0)
	if err != nil {
		return nil, &FileError{name, err}
	}
	r := &Reader{name: name, file: file, in: bufio.NewReaderSize(file, 64<<10)}
	if err := r.header(); err != nil {
		file.Close()
		return nil, &FileError{name, err}
	}
	return r, nil
}

// Seed returns the seed of the keys.
func (r *Reader) Seed() Seed { return r.seed }

// Note returns the note that the set was saved with: what its keys are of.
func (r *Reader) Note() string { return r.note }

// Keys calls each with the keys, to the first error, and closes the file. It
// returns the state that was saved with them. An error that is no error of each is
// a *FileError; whatever each was given before is then worth nothing.
func (r *Reader) Keys(each func(Key) error) (state []byte, err error) {
	defer r.file.Close()
	total := uint64(0)
	block := make([]byte, fileBlock*keySize)
	for {
		n, err := r.number()
		if err != nil {
			return nil, &FileError{r.name, err}
		}
		if n == 0 {
			break
		}
		if n > fileBlock {
			return nil, &FileError{r.name, r.damaged()}
		}
		b := block[:n*keySize]
		if err := r.checked(b); err != nil {
			return nil, &FileError{r.name, err}
		}
		for ; len(b) > 0; b = b[keySize:] {
			if err := each(Key{binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])}); err != nil {
				return nil, err
			}
		}
		total += uint64(n)
	}
	if state, err = r.footer(total); err != nil {
		return nil, &FileError{r.name, err}
	}
	return state, nil
}

// Close closes the file of a set whose keys are not wanted.
func (r *Reader) Close() error { return r.file.Close() }

func (r *Reader) header() error {
	var first [len(magic) + len(Seed{})]byte
	switch err := r.read(first[:len(magic)]); {
	case errors.Is(err, ErrDamaged) || err == nil && string(first[:magicFamily]) != magic[:magicFamily]:
		return ErrForeign
	case err != nil:
		return err
	case string(first[:len(magic)]) != magic:
		return ErrVersion
	}
	if err := r.read(first[len(magic):]); err != nil {
		return err
	}
	copy(r.seed[:], first[len(magic):])
	note, err := r.text()
	r.note = string(note)
	return err
}

// footer reads what follows the keys.
func (r *Reader) footer(total uint64) ([]byte, error) {
	var count [8]byte
	if err := r.read(count[:]); err != nil {
		return nil, err
	}
	state, err := r.text()
	if err != nil {
		return nil, err
	}
	if _, err := r.in.ReadByte(); err != io.EOF || binary.LittleEndian.Uint64(count[:]) != total {
		return nil, r.damaged()
	}
	return state, nil
}

// read reads p as a whole.
func (r *Reader) read(p []byte) error {
	n, err := io.ReadFull(r.in, p)
	r.at += int64(n)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return fmt.Errorf("%w: it ends at byte %d", ErrDamaged, r.at)
	}
	r.sum = crc32.Update(r.sum, castagnoli, p)
	return err
}

func (r *Reader) number() (uint32, error) {
	var n [4]byte
	err := r.read(n[:])
	return binary.LittleEndian.Uint32(n[:]), err
}

// checked reads p as a whole, and the sum after it.
func (r *Reader) checked(p []byte) error {
	if err := r.read(p); err != nil {
		return err
	}
	want := r.sum
	got, err := r.number()
	if err != nil {
		return err
	}
	if got != want {
		return r.damaged()
	}
	return nil
}

// text reads a note or a state, and the sum after it.
func (r *Reader) text() ([]byte, error) {
	n, err := r.number()
	if err != nil {
		return nil, err
	}
	if n > mostText {
		return nil, r.damaged()
	}
	p := make([]byte, n)
	return p, r.checked(p)
}

func (r *Reader) damaged() error { return fmt.Errorf("%w before byte %d", ErrDamaged, r.at) }
