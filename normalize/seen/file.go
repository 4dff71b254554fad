package seen

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/uriscan/uriscan/internal/disk"
)

// The file of a saved set. Numbers have their low byte first, and a sum is the
// CRC-32C of all bytes of the file before it.
//
//	magic, the version in it     16 bytes
//	seed                         16 bytes
//	note                         its length in 4 bytes, and it
//	sum                          4 bytes
//	blocks, each:
//	  keys, in no order          their number, from 1, in 4 bytes, and 16 bytes each
//	  sum                        4 bytes
//	0                            4 bytes
//	the number of all keys       8 bytes
//	state                        its length in 4 bytes, and it
//	sum                          4 bytes
//
// A part that is missing, changed, added or in another's place is one that some
// sum does not fit, or what follows the last.
const magic = "uriscan seen 01\n"

const (
	magicFamily = len("uriscan seen ")
	fileBlock   = 4096    // keys in a block
	mostText    = 1 << 20 // bytes of a note or a state
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// What can be wrong with the file of a saved set.
var (
	ErrForeign = errors.New("it is not a saved set")
	ErrVersion = errors.New("it is a saved set of another version")
	ErrDamaged = errors.New("the saved set is damaged")
)

// A FileError says which file could not be read or written, and why.
type FileError struct {
	Name string
	Err  error
}

// Error gives the file and the reason.
func (e *FileError) Error() string {
	reason := e.Err
	if at := (*fs.PathError)(nil); errors.As(reason, &at) {
		reason = at.Err
	}
	if at := (*os.LinkError)(nil); errors.As(reason, &at) {
		reason = at.Err
	}
	return fmt.Sprintf("uriscan: %s: %v", e.Name, reason)
}

// Unwrap returns the reason.
func (e *FileError) Unwrap() error { return e.Err }

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

// A Writer writes a saved set beside the one that is there, which is replaced when
// all is written, at once.
type Writer struct {
	name  string // of the set
	temp  string // of what is written
	file  disk.File
	buf   []byte // what is not written yet
	sum   uint32 // of all that was
	total uint64
	keys  int // in the block at the end of buf
	err   error
}

// Create begins to save a set to a file, which only its owner may read: who knows
// the seed can make inputs with equal keys. The note says what the keys are of.
// The errors of all methods are a *FileError.
func Create(name string, seed *Seed, note string) (*Writer, error) {
	target, err := targetOf(name)
	if err != nil {
		return nil, &FileError{name, err}
	}
	w := &Writer{name: target, temp: target + ".tmp", buf: make([]byte, 0, 4+fileBlock*keySize+4)}
	w.file, err = disk.Current.CreateLocked(w.temp, 0o600)
	if err != nil {
		return nil, &FileError{w.temp, err}
	}
	w.buf = append(append(w.buf, magic...), seed[:]...)
	w.text([]byte(note))
	if w.flush(); w.err != nil {
		return nil, w.abandon()
	}
	return w, nil
}

// targetOf returns the file that name stands for, whether or not there is one. It
// has to be a file: a device is not to be replaced by one.
func targetOf(name string) (string, error) {
	target, err := filepath.EvalSymlinks(name)
	if errors.Is(err, fs.ErrNotExist) {
		return missingTarget(name), nil
	}
	if err != nil {
		return "", err
	}
	info, err := os.Stat(target)
	if err == nil && !info.Mode().IsRegular() {
		err = ErrForeign
	}
	return target, err
}

// missingTarget returns what name stands for if nothing is there: name, or where a
// link of that name leads.
func missingTarget(name string) string {
	for range mostLinks {
		to, err := os.Readlink(name)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			to = filepath.Dir(name) + string(filepath.Separator) + to
		}
		name = to
	}
	return name
}

// mostLinks is how many links systems follow.
const mostLinks = 40

// Add adds a key.
func (w *Writer) Add(k Key) error {
	if w.keys == 0 {
		w.buf = append(w.buf, 0, 0, 0, 0)
	}
	w.buf = binary.LittleEndian.AppendUint64(w.buf, k.Hi)
	w.buf = binary.LittleEndian.AppendUint64(w.buf, k.Lo)
	w.total++
	if w.keys++; w.keys == fileBlock {
		w.endBlock()
	}
	return w.failed()
}

func (w *Writer) endBlock() {
	if w.keys > 0 {
		binary.LittleEndian.PutUint32(w.buf, uint32(w.keys))
		w.keys = 0
		w.flush()
	}
}

func (w *Writer) text(p []byte) {
	w.buf = binary.LittleEndian.AppendUint32(w.buf, uint32(len(p)))
	w.buf = append(w.buf, p...)
}

// flush writes what is in buf, and the sum.
func (w *Writer) flush() {
	w.sum = crc32.Update(w.sum, castagnoli, w.buf)
	sum := w.sum
	w.buf = binary.LittleEndian.AppendUint32(w.buf, sum)
	w.sum = crc32.Update(w.sum, castagnoli, w.buf[len(w.buf)-4:])
	if w.err == nil {
		_, w.err = w.file.Write(w.buf)
	}
	w.buf = w.buf[:0]
}

// Commit makes what was added, with a state, the saved set. Once it returns, that
// holds through whatever befalls the machine; before, the old one is as it was.
func (w *Writer) Commit(state []byte) error {
	w.endBlock()
	w.buf = binary.LittleEndian.AppendUint32(w.buf, 0)
	w.buf = binary.LittleEndian.AppendUint64(w.buf, w.total)
	w.text(state)
	w.flush()
	if w.err == nil {
		w.err = w.file.Sync()
	}
	if w.err != nil {
		return w.abandon()
	}
	if w.err = w.rename(); w.err != nil {
		return w.abandon()
	}
	w.err = disk.Current.SyncDir(filepath.Dir(w.name))
	return w.failed()
}

// rename closes the file and gives it the name of the set, in that order only where
// it has to be: once it is closed, another process may take it for its own.
func (w *Writer) rename() error {
	f := w.file
	if runtime.GOOS == "windows" {
		w.file = nil
		if err := f.Close(); err != nil {
			return err
		}
		return disk.Current.Rename(w.temp, w.name)
	}
	if err := disk.Current.Rename(w.temp, w.name); err != nil {
		return err
	}
	w.file = nil
	f.Close() // all of it is synced
	return nil
}

// Abandon takes away what was written, and leaves the saved set as it was.
func (w *Writer) Abandon() { _ = w.abandon() }

// abandon is Abandon, and returns why it had to be, if that was an error.
func (w *Writer) abandon() error {
	if runtime.GOOS != "windows" {
		_ = disk.Current.Remove(w.temp) // if it fails, the next Create writes over it
	}
	if w.file != nil {
		w.file.Close() // what was written is of no use any more
		w.file = nil
	}
	if runtime.GOOS == "windows" { // where what is open cannot be removed
		_ = disk.Current.Remove(w.temp)
	}
	return w.failed()
}

func (w *Writer) failed() error {
	if w.err == nil {
		return nil
	}
	return &FileError{w.name, w.err}
}
