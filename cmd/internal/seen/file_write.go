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

	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/disk"
)

// A Writer writes a new file of a set beside the old one, and replaces the old one at
// once when everything is written.
type Writer struct {
	name string // of the set
	file disk.File
	sum  hash.Hash32   // of what out has written
	out  *bufio.Writer // to both
}

// Target returns the file that the name of a set refers to, following links; the file
// need not exist. It refuses devices, which a file must not replace.
func Target(name string) (string, error) {
	target, err := filepath.EvalSymlinks(name)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(name); err == nil {
			return "", failed(name, errors.New("it is a link to a file that is not there"), "")
		}
		return name, nil
	}
	info, err := os.Stat(target)
	if err == nil && !info.Mode().IsRegular() {
		err = ErrForeign
	}
	if err != nil {
		return "", failed(name, err, "")
	}
	return target, nil
}

// besideHint explains the name of a file that the user did not give.
const besideHint = ": the set of --seen is written there, and then replaces the old one"

// Create begins to write a set to the file name. Only its owner may read the file,
// because the seed allows to make inputs with equal keys. The note describes the keys.
func Create(name string, seed *Seed, note string) (*Writer, error) {
	file, err := disk.Current.OpenFile(name+temp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, failed(name+temp, err, besideHint)
	}
	w := &Writer{name: name, file: file, sum: crc32.New(castagnoli)}
	w.out = bufio.NewWriterSize(io.MultiWriter(w.sum, file), fileBlock)
	header := binary.LittleEndian.AppendUint32(append([]byte(magic), seed[:]...), uint32(len(note)))
	if err := w.summed(append(header, note...)); err != nil {
		return nil, w.fail(err)
	}
	return w, nil
}

// temp is the suffix of the name of a file that is being written.
const temp = ".tmp"

// Add adds a key. Commit reports what fails.
func (w *Writer) Add(k Key) { w.out.Write(k.append(w.out.AvailableBuffer())) }

// summed writes p and the sum after it.
func (w *Writer) summed(p []byte) error {
	w.out.Write(p) // Flush knows its error
	if err := w.out.Flush(); err != nil {
		return err
	}
	w.out.Write(binary.LittleEndian.AppendUint32(nil, w.sum.Sum32()))
	return w.out.Flush()
}

// Commit replaces the set with the keys that were added. Once it returns, the new set
// survives a crash of the machine; until then the old one is intact. An interrupt waits until
// it is done.
func (w *Writer) Commit(o Output) error {
	stream.FileWrite.Lock()
	defer stream.FileWrite.Unlock()
	footer, err := binary.Append(nil, binary.LittleEndian, o)
	for _, step := range []func() error{
		func() error { return w.summed(footer) },
		w.file.Sync,
		w.file.Close,
		func() error { return disk.Current.Rename(w.name+temp, w.name) },
	} {
		if err == nil {
			err = step()
		}
	}
	if err != nil {
		return w.fail(err)
	}
	if err = disk.SyncDir(filepath.Dir(w.name)); err != nil {
		return failed(w.name, err, "")
	}
	return nil
}

// Abandon removes what was written and leaves the old set unchanged.
func (w *Writer) Abandon() {
	w.file.Close()                         // what was written is of no use any more
	_ = disk.Current.Remove(w.name + temp) // if it fails, the next Create writes over it
}

func (w *Writer) fail(err error) error {
	w.Abandon()
	return failed(w.name, err, "")
}
