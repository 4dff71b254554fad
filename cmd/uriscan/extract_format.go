package main

import (
	"strconv"

	"github.com/uriscan/uriscan/scanner"
)

// placeFields are the fields that templates of extract have beside those of every
// command.
var placeFields = []field{
	{name: "uri", what: uriField},
	{name: "file", what: fileField},
	{name: "line", what: lineField},
	{name: "byte", what: byteField},
}

// A placeTemplate is what extract --format describes.
type placeTemplate template

func parsePlaceTemplate(s string) (placeTemplate, error) {
	t, err := parseTemplateWith(s, placeFields)
	return placeTemplate(t), err
}

// asksPlace tells whether t needs the line or the byte, which have to be counted.
func (t placeTemplate) asksPlace() bool {
	for i := range t {
		if f := t[i].field; f != nil && (f.what == lineField || f.what == byteField) {
			return true
		}
	}
	return false
}

// append appends what t prints for a URI found in a file, with a line's end.
func (t placeTemplate) append(dst []byte, file string, found found) []byte {
	uri := found.uri
	ref, _ := scanner.Locate(uri, scanner.URI)
	for i := range t {
		at := &t[i]
		dst = append(dst, at.text...)
		switch f := at.field; {
		case f == nil:
		case f.what == uriField:
			dst = append(dst, uri...)
		case f.what == fileField:
			dst = append(dst, file...)
		case f.what == lineField:
			dst = strconv.AppendInt(dst, found.line, 10)
		case f.what == byteField:
			dst = strconv.AppendInt(dst, found.column, 10)
		case f.defined(ref):
			dst = f.append(dst, uri, ref, nil)
		default:
			dst = append(dst, at.undefined...)
		}
	}
	return append(dst, '\n')
}
