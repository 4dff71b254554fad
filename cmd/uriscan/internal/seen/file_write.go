package seen

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/uriscan/uriscan/internal/disk"
)

// A Writer writes the file of a set beside the one that is there, which is replaced
// at once when all is written.
type Writer struct {
	name string // of the set
	file disk.File
	buf  []byte // what is not written yet
	sum  uint32 // of all that was
	err  error
}

// Target returns the file that the name of a set stands for, whether or not there is
// one: where a link leads. A device is not to be replaced by a file.
func Target(name string) (string, error) {
	target, err := filepath.EvalSymlinks(name)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(name); err == nil {
			return "", fail(name, errors.New("it is a link to a file that is not there"), "")
		}
		return name, nil
	}
	info, err := os.Stat(target)
	if err == nil && !info.Mode().IsRegular() {
		err = ErrForeign
	}
	if err != nil {
		return "", fail(name, err, "")
	}
	return target, nil
}

// besideHint says why a file is written that nobody has named.
const besideHint = ": the set of --seen is written there, and then replaces the old one"

// Create begins to write a set to the file name, which only its owner may read: who
// knows the seed can make inputs with equal keys. The note says what the keys are of.
// The errors of all methods are of type *Error.
func Create(name string, seed *Seed, note string) (*Writer, error) {
	w := &Writer{name: name, buf: make([]byte, 0, fileBlock*keySize)}
	file, err := disk.Current.OpenFile(w.temp(), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, fail(w.temp(), err, besideHint)
	}
	w.file = file
	w.buf = append(append(w.buf, magic...), seed[:]...)
	w.buf = binary.LittleEndian.AppendUint32(w.buf, uint32(len(note)))
	w.buf = append(w.buf, note...)
	if w.endSum(); w.err != nil {
		return nil, w.abandon()
	}
	return w, nil
}

// temp returns the name of the file that is written.
func (w *Writer) temp() string { return w.name + ".tmp" }

// Add adds a key.
func (w *Writer) Add(k Key) error {
	w.buf = k.append(w.buf)
	if len(w.buf) >= fileBlock*keySize {
		w.flush()
	}
	return w.failed()
}

func (w *Writer) flush() {
	w.sum = crc32.Update(w.sum, castagnoli, w.buf)
	if w.err == nil {
		_, w.err = w.file.Write(w.buf)
	}
	w.buf = w.buf[:0]
}

// endSum writes what is not written yet, and the sum after it.
func (w *Writer) endSum() {
	w.flush()
	w.buf = binary.LittleEndian.AppendUint32(w.buf, w.sum)
	w.flush()
}

// Commit makes what was added the set. Once it returns, that holds through whatever
// befalls the machine; before, the old one is as it was.
func (w *Writer) Commit(o Output) error {
	w.buf = o.append(w.buf)
	w.endSum()
	if w.err == nil {
		w.err = w.file.Sync()
	}
	if w.err == nil {
		w.err = w.file.Close()
		w.file = nil
	}
	if w.err == nil {
		w.err = disk.Current.Rename(w.temp(), w.name)
	}
	if w.err != nil {
		return w.abandon()
	}
	w.err = disk.Current.SyncDir(filepath.Dir(w.name))
	return w.failed()
}

// Abandon takes away what was written, and leaves the set as it was.
func (w *Writer) Abandon() { _ = w.abandon() }

// abandon is Abandon, and returns why it had to be, if that was an error.
func (w *Writer) abandon() error {
	if w.file != nil {
		w.file.Close() // what was written is of no use any more
	}
	_ = disk.Current.Remove(w.temp()) // if it fails, the next Create writes over it
	return w.failed()
}

func (w *Writer) failed() error {
	if w.err == nil {
		return nil
	}
	return fail(w.name, w.err, "")
}
