package render

import (
	"slices"
	"strings"
)

// Undefined is in TSV the value of a field without a value. No component can be that: a
// backslash is in no rule of Appendix A. Nor is a tab or a line end, so values need no
// escapes.
const Undefined = `\N`

// tsvFields are the columns of TSV. Of bad lines only valid, error_kind and error_offset are
// defined.
func tsvFields(offsets bool) []Field {
	if offsets {
		return slices.Concat(Fields, errorFields, offsetFields)
	}
	return slices.Concat(Fields, errorFields)
}

// TSVHeader returns the header row.
func TSVHeader(offsets bool) string { return strings.Join(FieldList(tsvFields(offsets)), "\t") + "\n" }

// TSVTemplate is a line as a row.
func TSVTemplate(offsets bool) (t Template) {
	before := ""
	for _, f := range tsvFields(offsets) {
		t = append(t, Slot{Text: before, Field: &f, Undefined: Undefined})
		before = "\t"
	}
	return append(t, Slot{Text: "\n"})
}
