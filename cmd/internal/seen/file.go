package seen

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"github.com/uriscan/uriscan/cmd/internal/stream"
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
