package render

import (
	"strconv"
	"strings"

	"github.com/uriscan/uriscan/cmd/internal/diag"
)

// Undefined is in TSV the value of a field without a value. No component can be that: a
// backslash is in no rule of Appendix A. Nor is a tab or a line end, so values need no
// escapes.
const Undefined = `\N`

// TSVHeader returns the header row. The columns are the fields, error_kind and
// error_offset, and the offset fields if asked for.
func TSVHeader(offsets bool) string {
	names := append(FieldList(Fields), "error_kind", "error_offset")
	if offsets {
		names = append(names, FieldList(offsetFields)...)
	}
	return strings.Join(names, "\t") + "\n"
}

// TSVTemplate is a good line as a row.
func TSVTemplate(offsets bool) (t Template) {
	before := ""
	add := func(list []Field) {
		for i := range list {
			t = append(t, Slot{Text: before, Field: &list[i], Undefined: Undefined})
			before = "\t"
		}
	}
	add(Fields)
	before = "\t" + Undefined + "\t" + Undefined
	if offsets {
		before += "\t"
		add(offsetFields)
		before = ""
	}
	return append(t, Slot{Text: before + "\n"})
}

// BadTSV returns what prints a bad line as a row: valid is false, error_kind
// and error_offset are set, and nothing else is defined.
func BadTSV(offsets bool) func(dst, _ []byte, f diag.Flaw) []byte {
	before := "false\t" + strings.Repeat(Undefined+"\t", len(Fields)-1)
	after := "\n"
	if offsets {
		after = strings.Repeat("\t"+Undefined, len(offsetFields)) + after
	}
	return func(dst, _ []byte, f diag.Flaw) []byte {
		dst = append(append(append(dst, before...), f.Kind...), '\t')
		return append(strconv.AppendInt(dst, int64(f.Offset), 10), after...)
	}
}
