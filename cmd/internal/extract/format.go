package extract

import (
	"strconv"

	"github.com/uriscan/uriscan/cmd/internal/render"
	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/scanner"
)

// placeFields are the fields that templates of extract have in addition to those of every
// command.
var placeFields = []render.Field{
	{Name: "uri", What: render.URIField},
	{Name: "file", What: render.FileField},
}

// A Template is what extract --format describes.
type Template render.Template

// ParseTemplate parses the argument of extract --format.
func ParseTemplate(s string) (Template, error) {
	t, err := render.ParseTemplateWith(s, placeFields)
	return Template(t), err
}

// asksPlace reports whether t needs the line or the byte, which have to be counted.
func (t Template) asksPlace() bool {
	for i := range t {
		if f := t[i].Field; f != nil && (f.What == render.LineField || f.What == render.ByteField) {
			return true
		}
	}
	return false
}

// append appends what t prints for a URI found in a file, with a line's end.
func (t Template) append(dst []byte, file string, found prose.Found) []byte {
	uri := found.URI
	ref, _ := scanner.Locate(uri, scanner.URI)
	for i := range t {
		at := &t[i]
		dst = append(dst, at.Text...)
		switch f := at.Field; {
		case f == nil:
		case f.What == render.URIField:
			dst = append(dst, uri...)
		case f.What == render.FileField:
			dst = append(dst, file...)
		case f.What == render.LineField:
			dst = strconv.AppendInt(dst, found.Line, 10)
		case f.What == render.ByteField:
			dst = strconv.AppendInt(dst, found.Column, 10)
		case f.Defined(ref):
			dst = f.Append(dst, uri, ref, nil)
		default:
			dst = append(dst, at.Undefined...)
		}
	}
	return append(dst, '\n')
}
