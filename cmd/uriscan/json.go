package main

import (
	"strconv"

	"github.com/uriscan/uriscan/scanner"
)

// jsonKeys holds, for every field, what stands before its value. Values need
// no escapes: no rule of Appendix A has a quote, a backslash, a control or a
// byte from 0x80, and everything else stands for itself (RFC 8259, 7).
var jsonKeys = makeJSONKeys()

func makeJSONKeys() (keys []string) {
	for _, f := range fields {
		keys = append(keys, `,"`+f.name+`":"`)
	}
	return keys
}

// jsonLine returns what prints a reference as an object on a line of its own.
func jsonLine(offsets bool) printer {
	return func(dst, src []byte, ref scanner.Ref, in *cell) ([]byte, flaw) {
		dst = append(dst, `{"valid":true`...)
		for i := 1; i < len(fields); i++ {
			if f := &fields[i]; f.defined(ref) {
				dst = append(dst, jsonKeys[i]...)
				dst = append(f.append(dst, src, ref, in), '"')
			}
		}
		if offsets {
			dst = appendJSONOffsets(dst, ref, in)
		}
		return append(dst, "}\n"...), flaw{}
	}
}

// jsonSlots are an object as jsonLine prints it, without offsets.
func jsonSlots() []slot {
	slots := []slot{{text: `{"valid":true`}}
	for i := 1; i < len(fields); i++ {
		slots = append(slots, slot{field: &fields[i], open: jsonKeys[i], close: `"`})
	}
	return append(slots, slot{text: "}\n"})
}

// jsonOffsetKeys holds what stands before the offsets of each component.
var jsonOffsetKeys = makeJSONOffsetKeys()

func makeJSONOffsetKeys() (keys [len(components)]string) {
	for i, c := range components {
		keys[i] = `"` + c.String() + `":[`
	}
	return keys
}

// appendJSONOffsets appends the half-open byte offsets of what is defined.
func appendJSONOffsets(dst []byte, ref scanner.Ref, in *cell) []byte {
	dst = append(dst, `,"offsets":{`...)
	for i, c := range components {
		if !ref.Has(c) {
			continue
		}
		span := ref.Span(c)
		dst = append(dst, jsonOffsetKeys[i]...)
		dst = append(strconv.AppendUint(dst, uint64(in.at(int(span.Start))), 10), ',')
		dst = append(strconv.AppendUint(dst, uint64(in.at(int(span.End))), 10), "],"...)
	}
	dst[len(dst)-1] = '}' // a path is always defined: there is a last comma
	return dst
}

// jsonBad prints a bad line, never with its bytes: they can hold a password
// (7.5), and need not be text.
func jsonBad(dst []byte, f flaw) []byte {
	dst = append(dst, `{"valid":false,"error":{"kind":"`...)
	dst = append(append(dst, f.kind...), `","offset":`...)
	return append(strconv.AppendInt(dst, int64(f.offset), 10), "}}\n"...)
}
