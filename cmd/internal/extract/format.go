package extract

import (
	"cmp"
	"strconv"

	"github.com/uriscan/uriscan/cmd/internal/render"
	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/scanner"
)

// Fields are the fields that only templates of extract have.
var Fields = []render.Field{
	{Name: "uri", What: render.OwnField},
	{Name: "file", What: render.OwnField},
	{Name: "page", What: render.OwnField},
	{Name: "element", What: render.OwnField},
	{Name: "attr", What: render.OwnField},
	{Name: "rel", What: render.OwnField},
}

// appendFound appends what t prints for a URI found on a page in a file, with a line's end.
func appendFound(dst []byte, t render.Template, file, page string, found prose.Found) []byte {
	ref, _ := scanner.Locate(found.URI, scanner.URI)
	for i := range t {
		at := &t[i]
		dst = append(dst, at.Text...)
		if at.Field == nil {
			continue
		}
		own := at.Undefined
		switch at.Field.Name {
		case "uri":
			own = string(found.URI)
		case "file":
			own = file
		case "page":
			own = cmp.Or(found.Page, page)
		case "line":
			own = strconv.FormatInt(found.Line, 10)
		case "byte":
			own = strconv.FormatInt(found.Column, 10)
		case "element":
			own = cmp.Or(found.Element, own)
		case "attr":
			own = cmp.Or(found.Attr, own)
		case "rel":
			own = cmp.Or(found.Rel, own)
		default:
			dst = at.Append(dst, found.URI, ref, nil)
			continue
		}
		dst = append(dst, own...)
	}
	return append(dst, '\n')
}
