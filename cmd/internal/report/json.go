package report

import (
	"encoding/json"
	"strconv"
	"unicode"
	"unicode/utf16"

	"github.com/uriscan/uriscan/cmd/internal/tally"
)

// AppendJSON appends the view as an object on one line. The order of its members is
// always the same. If two reports are compared, it writes an array of two where a single
// report has a number.
func (v *View) AppendJSON(dst []byte) []byte {
	all := object{
		{"files", v.each(func(i int) any { return v.reports[i].Names })},
		{"lines", v.each(func(i int) any { return v.reports[i].Lines })},
		{"valid", v.each(func(i int) any { return v.reports[i].Valid })},
		{"distinct", v.each(func(i int) any { return v.reports[i].Distinct.object() })},
	}
	var lengths object
	for i := range v.tables {
		t := &v.tables[i]
		if t.shares != nil {
			all = append(all, member{t.key, v.shares(t)})
		} else {
			lengths = append(lengths, member{t.key, v.lengths(t)})
		}
	}
	if lengths != nil {
		all = append(all, member{"lengths", lengths})
	}
	return append(appendJSON(dst, all), '\n')
}

// An object is a JSON object with ordered members.
type object []member

type member struct {
	key   string
	value any
}

func appendJSON(dst []byte, value any) []byte {
	switch v := value.(type) {
	case object:
		dst = append(dst, '{')
		for i, m := range v {
			dst = appendJSON(appendComma(dst, i), m.key)
			dst = appendJSON(append(dst, ':'), m.value)
		}
		return append(dst, '}')
	case []any:
		return appendArray(dst, v)
	case []string:
		return appendArray(dst, v)
	case string:
		return appendString(dst, v)
	}
	text, _ := json.Marshal(value) // of numbers, at most six decimals, true, false or null
	return append(dst, text...)
}

func appendArray[T any](dst []byte, values []T) []byte {
	dst = append(dst, '[')
	for i, v := range values {
		dst = appendJSON(appendComma(dst, i), v)
	}
	return append(dst, ']')
}

func appendComma(dst []byte, i int) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	return dst
}

// appendString appends s as a JSON string in ASCII, so that no byte controls a terminal.
// Bytes that are not UTF-8 become U+FFFD.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r <= unicode.MaxASCII && unicode.IsPrint(r):
			dst = append(dst, byte(r))
		default:
			for _, u := range utf16.AppendRune(nil, r) {
				dst = append(dst, '\\', 'u')
				for shift := 12; shift >= 0; shift -= 4 {
					dst = append(dst, "0123456789abcdef"[u>>shift&15])
				}
			}
		}
	}
	return append(dst, '"')
}

// each returns the result of f for the report, or an array for two reports.
func (v *View) each(f func(i int) any) any {
	if !v.compares() {
		return f(0)
	}
	return []any{f(0), f(1)}
}

func (e Estimate) object() object {
	o := object{{"count", e.Count}, {"exact", e.Exact}}
	if !e.Exact {
		o = append(o, member{"error", errorShare})
	}
	return o
}

var errorShare = share(uint64(1e6*tally.DistinctError+0.5), 1e6)

func (v *View) shares(t *table) object {
	o := object{{"of", v.each(func(i int) any { return t.of[i] })}}
	if t.shares[0].Summary != nil {
		o = append(o, v.summaries(t)...)
	}
	values, rest := []any{}, object{}
	for i := range t.rows {
		r := &t.rows[i]
		if cells := v.cells(t, r); r.kind == valueRow {
			values = append(values, append(object{{"value", r.value}}, cells...))
		} else {
			rest = append(rest, member{kindKeys[r.kind], cells})
		}
	}
	return append(append(o, member{"values", values}), rest...)
}

var kindKeys = [...]string{noneRow: "none", longRow: "long", otherRow: "others"}

func (v *View) summaries(t *table) object {
	exact := true
	of := func(f func(s *tally.Summary) any) any {
		return v.each(func(i int) any { return f(t.shares[i].Summary) })
	}
	o := object{
		{"distinct", of(func(s *tally.Summary) any { return s.Distinct })},
		{"exact", of(func(s *tally.Summary) any { exact = exact && s.Exact; return s.Exact })},
	}
	if !exact {
		o = append(o, member{"error", of(func(s *tally.Summary) any { return s.Error })},
			member{"least", of(func(s *tally.Summary) any { return s.Least })})
	}
	return o
}

func (v *View) cells(t *table, r *row) object {
	known := func(f func(i int) any) any {
		return v.each(func(i int) any {
			if !r.cells[i].known {
				return nil
			}
			return f(i)
		})
	}
	o := object{
		{"count", known(func(i int) any { return r.cells[i].count })},
		{"share", known(func(i int) any { return share(r.cells[i].count, t.of[i]) })},
	}
	if v.compares() {
		var difference any
		if d, known := t.difference(r); known {
			difference = d
		}
		o = append(o, member{"difference", difference})
	}
	return o
}

func (v *View) lengths(t *table) object {
	o := object{{"count", v.each(func(i int) any { return t.of[i] })}}
	for _, p := range percentiles {
		o = append(o, member{"p" + strconv.Itoa(p), v.each(func(i int) any { return t.lengths[i].Percentile(p) })})
	}
	histogram := []any{}
	for i := range t.rows {
		r := &t.rows[i]
		bin := object{{"from", r.from}}
		if r.to != noEnd {
			bin = append(bin, member{"to", r.to})
		}
		histogram = append(histogram, append(bin, v.cells(t, r)...))
	}
	return append(o, member{"max", v.each(func(i int) any { return t.lengths[i].Max() })}, member{"histogram", histogram})
}
