package extract

import "github.com/uriscan/uriscan/cmd/internal/archive"

// A Compressed says which compressed files in folders are searched.
type Compressed uint8

const (
	fastCompressed Compressed = iota // all that are not slow
	allCompressed
	noCompressed
)

// leaves reports whether a file of that format is left alone in a folder.
func (c Compressed) leaves(f *archive.Format) bool {
	return c == noCompressed || c == fastCompressed && f.Slow
}

// searchesAll says what to do where an archive is left alone.
const searchesAll = "; --compressed all searches it"
