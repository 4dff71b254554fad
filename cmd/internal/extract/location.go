package extract

import (
	"strings"

	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// A source is a file to search.
type source struct {
	name  string
	below string // its path below the folder that was named, "" if it was named itself
}

// A location says where a page is, unless itself or its record says so.
type location struct {
	page string        // the base, or the name of the file
	base *resolve.Base // nil without one
}

// locate returns where the pages of a file are: at the base or, in a folder, below it.
func (x *Options) locate(f source) location {
	base := x.Find.Page.Base
	if base == nil {
		return location{page: stream.OneLine(f.name)}
	}
	page := x.Base
	if f.below != "" {
		ref, _ := scanner.Parse(page)
		folder := strings.TrimSuffix(page[:ref.Span(scanner.Path).End], "/") + "/"
		page = string(lut.AppendPctEncoded([]byte(folder), f.below, lut.SetOf(lut.PChar).Or(lut.MakeSet("/"))))
		base, _ = resolve.NewBase(page, 0) // which is one, as it was without its path
	}
	return location{page, base}
}
