package seen

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
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
