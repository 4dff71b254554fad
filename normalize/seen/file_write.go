package seen

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/uriscan/uriscan/internal/disk"
)

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
