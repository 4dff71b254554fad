package seen

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"

	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/disk"
)

// Why the file of a set cannot be used.
var (
	ErrForeign = errors.New("it was not written by dedupe --seen")
	ErrVersion = errors.New("it is a saved set of another version: move it away to begin with none")
	ErrDamaged = errors.New("the saved set is damaged: bring back a copy of it, or move it away to begin with none")
)

// failed returns an error about a file, whose name may need the hint.
func failed(name string, err error, hint string) error {
	return &stream.OutputError{Name: name, Err: fmt.Errorf("%w%s", stream.WithoutPath(err), hint)}
}

// The file of a set. Numbers have their low byte first, and a sum is the CRC-32C of
// all bytes of the file before it.
//
//	magic, the version in it     16 bytes
//	seed                         16 bytes
//	note                         its length in 4 bytes, then the note
//	sum                          4 bytes
//	keys, in no order            16 bytes each
//	output                       29 bytes, as below
//	sum                          4 bytes
//
// The number of keys follows from the length of the file.
const magic = "uriscan seen 02\n"

const (
	magicFamily = len("uriscan seen ")
	mostNote    = 1 << 10
	fileBlock   = 64 << 10 // bytes that are read or written at once
	outputSize  = 1 + 8 + 4 + keySize
	footerSize  = outputSize + 4
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// An Output describes the file to which the records of the keys were written. Package
// binary encodes it.
type Output struct {
	Open bool   // a run is writing it or was interrupted: more may follow
	Size int64  // its length in bytes
	Sum  uint32 // the CRC-32C of its first Size bytes
	File Key    // of its path
}

func (k Key) append(dst []byte) []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(dst, k.Hi), k.Lo)
}

func keyAt(p []byte) Key {
	return Key{binary.LittleEndian.Uint64(p), binary.LittleEndian.Uint64(p[8:])}
}

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
// [io/fs.ErrNotExist].
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
	target, err := disk.Target(name)
	if err == disk.ErrNoFile {
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
	file, err := disk.Current.OpenFile(name+disk.Temp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, failed(name+disk.Temp, err, besideHint)
	}
	w := &Writer{name: name, file: file, sum: crc32.New(castagnoli)}
	w.out = bufio.NewWriterSize(io.MultiWriter(w.sum, file), fileBlock)
	header := binary.LittleEndian.AppendUint32(append([]byte(magic), seed[:]...), uint32(len(note)))
	if err := w.summed(append(header, note...)); err != nil {
		return nil, w.fail(err)
	}
	return w, nil
}

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
		func() error { return disk.Current.Rename(w.name+disk.Temp, w.name) },
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
	w.file.Close()                              // what was written is of no use any more
	_ = disk.Current.Remove(w.name + disk.Temp) // if it fails, the next Create writes over it
}

func (w *Writer) fail(err error) error {
	w.Abandon()
	return failed(w.name, err, "")
}
