package seen

import (
	"bufio"
	"encoding/binary"
	"errors"
	"hash"
	"hash/crc32"
	"io"
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
	sum  hash.Hash32   // of what out has written
	out  *bufio.Writer // to both
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
	file, err := disk.Current.OpenFile(name+temp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, fail(name+temp, err, besideHint)
	}
	w := &Writer{name: name, file: file, sum: crc32.New(castagnoli)}
	w.out = bufio.NewWriterSize(io.MultiWriter(w.sum, file), fileBlock)
	header := binary.LittleEndian.AppendUint32(append([]byte(magic), seed[:]...), uint32(len(note)))
	if err := w.summed(append(header, note...)); err != nil {
		return nil, w.fail(err)
	}
	return w, nil
}

// temp is what the name of the file that is written ends with.
const temp = ".tmp"

// Add adds a key.
func (w *Writer) Add(k Key) error {
	if _, err := w.out.Write(k.append(w.out.AvailableBuffer())); err != nil {
		return fail(w.name, err, "")
	}
	return nil
}

// summed writes p, and the sum after it.
func (w *Writer) summed(p []byte) error {
	w.out.Write(p) // Flush knows its error
	if err := w.out.Flush(); err != nil {
		return err
	}
	w.out.Write(binary.LittleEndian.AppendUint32(nil, w.sum.Sum32()))
	return w.out.Flush()
}

// Commit makes what was added the set. Once it returns, that holds through whatever
// befalls the machine; before, the old one is as it was.
func (w *Writer) Commit(o Output) error {
	footer, err := binary.Append(nil, binary.LittleEndian, o)
	if err == nil {
		err = w.summed(footer)
	}
	if err == nil {
		err = w.file.Sync()
	}
	if err == nil {
		err = w.file.Close()
	}
	if err == nil {
		err = disk.Current.Rename(w.name+temp, w.name)
	}
	if err != nil {
		return w.fail(err)
	}
	if err = disk.Current.SyncDir(filepath.Dir(w.name)); err != nil {
		return fail(w.name, err, "")
	}
	return nil
}

// Abandon takes away what was written, and leaves the set as it was.
func (w *Writer) Abandon() {
	w.file.Close()                         // what was written is of no use any more
	_ = disk.Current.Remove(w.name + temp) // if it fails, the next Create writes over it
}

func (w *Writer) fail(err error) error {
	w.Abandon()
	return fail(w.name, err, "")
}
