package main

import (
	"strconv"

	"github.com/uriscan/uriscan/scanner"
)

// jsonTemplate is a good line as an object. Values need no escapes: no rule of
// Appendix A has a quote, a backslash, a control or a byte from 0x80, and
// everything else stands for itself (RFC 8259, 7).
func jsonTemplate(offsets bool) template {
	t := template{{text: `{"valid":true`}}
	for i := 1; i < len(fields); i++ {
		t = append(t, slot{open: `,"` + fields[i].name + `":"`, field: &fields[i], close: `"`})
	}
	if !offsets {
		return append(t, slot{text: "}\n"})
	}
	t = append(t, slot{text: `,"offsets":{`})
	before, after := "", "],"
	for i, c := range components {
		if c == scanner.Path { // is always defined: the commas point to it
			after = "]"
		}
		t = append(t,
			slot{open: before + `"` + c.String() + `":[`, field: &offsetFields[2*i], close: ","},
			slot{field: &offsetFields[2*i+1], close: after})
		if c == scanner.Path {
			before = ","
		}
	}
	return append(t, slot{text: "}}\n"})
}

// jsonBad prints a bad line, never with its bytes: they can hold a password
// (7.5), and need not be text.
func jsonBad(dst []byte, f flaw) []byte {
	dst = append(dst, `{"valid":false,"error":{"kind":"`...)
	dst = append(append(dst, f.kind...), `","offset":`...)
	return append(strconv.AppendInt(dst, int64(f.offset), 10), "}}\n"...)
}
