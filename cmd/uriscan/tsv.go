package main

import (
	"strconv"

	"github.com/uriscan/uriscan/scanner"
)

// undefined stands in TSV for a field without a value. No component can be
// that: a backslash is in no rule of Appendix A. Nor is a tab or a line end, so
// that values need no escapes.
const undefined = `\N`

// tsvHeader returns the header row. The columns are the fields, error_kind and
// error_offset, and the offset fields if asked for.
func tsvHeader(offsets bool) string {
	row := ""
	for _, f := range fields {
		row += f.name + "\t"
	}
	row += "error_kind\terror_offset"
	if offsets {
		for _, f := range offsetFields {
			row += "\t" + f.name
		}
	}
	return row + "\n"
}

// tsvLine returns what prints a good line as a row.
func tsvLine(offsets bool) printer {
	return func(dst, src []byte, ref scanner.Ref, in *cell) ([]byte, flaw) {
		for i := range fields {
			dst = append(appendTSVField(dst, src, ref, in, &fields[i]), '\t')
		}
		dst = append(dst, undefined+"\t"+undefined...)
		if offsets {
			for i := range offsetFields {
				dst = appendTSVField(append(dst, '\t'), src, ref, in, &offsetFields[i])
			}
		}
		return append(dst, '\n'), flaw{}
	}
}

// tsvSlots are a row as tsvLine prints it, without offsets.
func tsvSlots() (slots []slot) {
	text := ""
	for i := range fields {
		slots = append(slots, slot{text: text, field: &fields[i], undefined: undefined})
		text = "\t"
	}
	return append(slots, slot{text: "\t" + undefined + "\t" + undefined + "\n"})
}

func appendTSVField(dst, src []byte, ref scanner.Ref, in *cell, f *field) []byte {
	if !f.defined(ref) {
		return append(dst, undefined...)
	}
	return f.append(dst, src, ref, in)
}

// tsvBad returns what prints a bad line as a row: valid is false, error_kind
// and error_offset are set, and nothing else is defined.
func tsvBad(offsets bool) func(dst []byte, f flaw) []byte {
	return func(dst []byte, f flaw) []byte {
		dst = append(dst, "false\t"...)
		for range len(fields) - 1 {
			dst = append(dst, undefined+"\t"...)
		}
		dst = append(append(dst, f.kind...), '\t')
		dst = strconv.AppendInt(dst, int64(f.offset), 10)
		if offsets {
			for range offsetFields {
				dst = append(dst, "\t"+undefined...)
			}
		}
		return append(dst, '\n')
	}
}
