package extract

import (
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/warc"
)

// Options say what is searched, how, and what is printed.
type Options struct {
	record.Job                // how the work is done; it has no lines
	Find         warc.Options // what is looked for
	WithPosition bool
	Join         bool
	Format       Template
	Hidden       bool
	NoIgnore     bool
	Compressed   Compressed
	Verbose      bool
	Output       string
	As           Form // what files are read as
}
