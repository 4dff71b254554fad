package main

import (
	"strconv"
	"strings"
)

// undefined stands in TSV for a field without a value. No component can be
// that: a backslash is in no rule of Appendix A. Nor is a tab or a line end, so
// that values need no escapes.
const undefined = `\N`

// tsvHeader returns the header row. The columns are the fields, error_kind and
// error_offset, and the offset fields if asked for.
func tsvHeader(offsets bool) string {
	names := append(fieldList(fields), "error_kind", "error_offset")
	if offsets {
		names = append(names, fieldList(offsetFields)...)
	}
	return strings.Join(names, "\t") + "\n"
}

// tsvTemplate is a good line as a row.
func tsvTemplate(offsets bool) (t template) {
	before := ""
	add := func(list []field) {
		for i := range list {
			t = append(t, slot{text: before, field: &list[i], undefined: undefined})
			before = "\t"
		}
	}
	add(fields)
	before = "\t" + undefined + "\t" + undefined
	if offsets {
		before += "\t"
		add(offsetFields)
		before = ""
	}
	return append(t, slot{text: before + "\n"})
}

// tsvBad returns what prints a bad line as a row: valid is false, error_kind
// and error_offset are set, and nothing else is defined.
func tsvBad(offsets bool) func(dst []byte, f flaw) []byte {
	before := "false\t" + strings.Repeat(undefined+"\t", len(fields)-1)
	after := "\n"
	if offsets {
		after = strings.Repeat("\t"+undefined, len(offsetFields)) + after
	}
	return func(dst []byte, f flaw) []byte {
		dst = append(append(append(dst, before...), f.kind...), '\t')
		return append(strconv.AppendInt(dst, int64(f.offset), 10), after...)
	}
}
