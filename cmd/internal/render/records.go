package render

import (
	"slices"
	"strconv"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/scanner"
)

// JSONTemplate is a good line as an object. Values need no escapes: no rule of Appendix A
// has a quote, a backslash, a control or a byte from 0x80, and every other byte is written
// as itself (RFC 8259, 7).
func JSONTemplate(offsets bool) Template {
	t := Template{{Text: `{"valid":true`}}
	for i := 1; i < len(Fields); i++ {
		t = append(t, Slot{open: `,"` + Fields[i].Name + `":"`, Field: &Fields[i], close: `"`})
	}
	if !offsets {
		return append(t, Slot{Text: "}\n"})
	}
	t = append(t, Slot{Text: `,"offsets":{`})
	before, after := "", "],"
	for i, c := range Components {
		if c == scanner.Path { // is always defined: the commas point to it
			after = "]"
		}
		t = append(t,
			Slot{open: before + `"` + c.String() + `":[`, Field: &offsetFields[2*i], close: ","},
			Slot{Field: &offsetFields[2*i+1], close: after})
		if c == scanner.Path {
			before = ","
		}
	}
	return append(t, Slot{Text: "}}\n"})
}

// BadJSON prints a bad line, never with its bytes: they can hold a password
// (7.5), and need not be text. Where there is no value, it prints that.
func BadJSON(dst, _ []byte, f diag.Flaw, _ *column.Cell) []byte {
	if f.Kind == diag.Absent {
		return append(dst, `{"valid":null}`+"\n"...)
	}
	dst = append(dst, `{"valid":false,"error":{"kind":"`...)
	dst = append(append(dst, f.Kind...), `","offset":`...)
	return append(strconv.AppendInt(dst, int64(f.Offset), 10), "}}\n"...)
}

// Undefined is in TSV the value of a field without a value. No component can be that: a
// backslash is in no rule of Appendix A. Nor is a tab or a line end, so values need no
// escapes.
const Undefined = `\N`

// TSVTemplate is a line as a row. Of bad lines only valid, error_kind and error_offset are
// defined.
func TSVTemplate(offsets bool) (t Template) {
	columns := slices.Concat(Fields, errorFields)
	if offsets {
		columns = append(columns, offsetFields...)
	}
	before := ""
	for _, f := range columns {
		t = append(t, Slot{Text: before, Field: &f, Undefined: Undefined})
		before = "\t"
	}
	return append(t, Slot{Text: "\n"})
}
