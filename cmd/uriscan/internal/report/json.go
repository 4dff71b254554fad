package report

import (
	"strconv"
	"unicode"
	"unicode/utf16"

	"github.com/uriscan/uriscan/cmd/uriscan/internal/tally"
)

// AppendJSON appends the view as an object on a line of its own. The order of its
// members is always the same. If two reports are compared, what is a number for
// one report is an array of two.
func (v *View) AppendJSON(dst []byte) []byte {
	w := &jsonWriter{out: dst, pairs: v.compares()}
	w.open('{')
	w.key("files").each(len(v.reports), func(i int) { w.strings(v.reports[i].Names) })
	w.key("lines").each(len(v.reports), func(i int) { w.number(v.reports[i].Lines) })
	w.key("valid").each(len(v.reports), func(i int) { w.number(v.reports[i].Valid) })
	w.key("distinct").each(len(v.reports), func(i int) { w.estimate(v.reports[i].Distinct) })
	lengths := false
	for i := range v.tables {
		switch t := &v.tables[i]; {
		case t.shares != nil:
			w.shares(t)
		case !lengths:
			lengths = true
			w.key("lengths").open('{')
			fallthrough
		default:
			w.lengths(t)
		}
	}
	if lengths {
		w.close('}')
	}
	w.close('}')
	return append(w.out, '\n')
}

// A jsonWriter appends JSON.
type jsonWriter struct {
	out   []byte
	pairs bool
	more  bool // something stands before, in the same object or array
}

// next begins a value.
func (w *jsonWriter) next() {
	if w.more {
		w.out = append(w.out, ',')
	}
	w.more = true
}

func (w *jsonWriter) open(c byte) {
	w.next()
	w.out = append(w.out, c)
	w.more = false
}

func (w *jsonWriter) close(c byte) {
	w.out = append(w.out, c)
	w.more = true
}

// key begins a member.
func (w *jsonWriter) key(name string) *jsonWriter {
	w.string(name)
	w.out = append(w.out, ':')
	w.more = false
	return w
}

// string appends s in ASCII: whoever prints it sees no byte that does anything.
// What is not UTF-8 becomes U+FFFD.
func (w *jsonWriter) string(s string) {
	w.next()
	w.out = append(w.out, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			w.out = append(w.out, '\\', byte(r))
		case r <= unicode.MaxASCII && unicode.IsPrint(r):
			w.out = append(w.out, byte(r))
		default:
			for _, u := range utf16.AppendRune(nil, r) {
				w.out = append(w.out, '\\', 'u')
				for shift := 12; shift >= 0; shift -= 4 {
					w.out = append(w.out, "0123456789abcdef"[u>>shift&15])
				}
			}
		}
	}
	w.out = append(w.out, '"')
}

func (w *jsonWriter) strings(list []string) {
	w.open('[')
	for _, s := range list {
		w.string(s)
	}
	w.close(']')
}

func (w *jsonWriter) number(n uint64) {
	w.next()
	w.out = strconv.AppendUint(w.out, n, 10)
}

// share appends a part of 1, with at most six decimals.
func (w *jsonWriter) share(part float64) {
	w.next()
	w.out = strconv.AppendFloat(w.out, part, 'f', -1, 64)
}

func (w *jsonWriter) word(s string) {
	w.next()
	w.out = append(w.out, s...)
}

// each appends what f appends for every report: an array, if there are two.
func (w *jsonWriter) each(n int, f func(i int)) {
	if w.pairs {
		w.open('[')
		defer w.close(']')
	}
	for i := range n {
		f(i)
	}
}

func (w *jsonWriter) estimate(e Estimate) {
	w.open('{')
	w.key("count").number(e.Count)
	w.key("exact").word(strconv.FormatBool(e.Exact))
	if !e.Exact {
		w.key("error").share(errorShare)
	}
	w.close('}')
}

// errorShare is the error of estimated numbers, as a part of them.
var errorShare = share(uint64(1e6*tally.DistinctError+0.5), 1e6)

// shares appends the member of a table of shares.
func (w *jsonWriter) shares(t *table) {
	w.key(t.key).open('{')
	w.key("of").each(len(t.of), func(i int) { w.number(t.of[i]) })
	if t.shares[0].Summary != nil {
		w.summary(t)
	}
	w.key("values").open('[')
	for i := range t.rows {
		if r := &t.rows[i]; r.kind == valueRow {
			w.open('{')
			w.key("value").string(r.value)
			w.cells(t, r)
			w.close('}')
		}
	}
	w.close(']')
	for i := range t.rows {
		if r := &t.rows[i]; r.kind != valueRow {
			w.key(kindKeys[r.kind]).open('{')
			w.cells(t, r)
			w.close('}')
		}
	}
	w.close('}')
}

var kindKeys = [...]string{noneRow: "none", longRow: "long", otherRow: "others"}

// summary appends what is known of all values.
func (w *jsonWriter) summary(t *table) {
	inexact := false
	w.key("distinct").each(len(t.shares), func(i int) { w.number(t.shares[i].Summary.Distinct) })
	w.key("exact").each(len(t.shares), func(i int) {
		w.word(strconv.FormatBool(t.shares[i].Summary.Exact))
		inexact = inexact || !t.shares[i].Summary.Exact
	})
	if inexact {
		w.key("error").each(len(t.shares), func(i int) { w.number(t.shares[i].Summary.Error) })
		w.key("least").each(len(t.shares), func(i int) { w.number(t.shares[i].Summary.Least) })
	}
}

// cells appends the counts and shares of a row.
func (w *jsonWriter) cells(t *table, r *row) {
	w.key("count").each(len(r.cells), func(i int) {
		if r.cells[i].known {
			w.number(r.cells[i].count)
		} else {
			w.word("null")
		}
	})
	w.key("share").each(len(r.cells), func(i int) {
		if r.cells[i].known {
			w.share(share(r.cells[i].count, t.of[i]))
		} else {
			w.word("null")
		}
	})
	if len(r.cells) < 2 {
		return
	}
	if d, known := t.difference(r); known {
		w.key("difference").share(d)
	} else {
		w.key("difference").word("null")
	}
}

// lengths appends the member of a table of lengths.
func (w *jsonWriter) lengths(t *table) {
	w.key(t.key).open('{')
	w.key("count").each(len(t.of), func(i int) { w.number(t.of[i]) })
	for _, p := range percentiles {
		w.key("p"+strconv.Itoa(p)).each(len(t.of), func(i int) { w.number(uint64(t.lengths[i].Percentile(p))) })
	}
	w.key("max").each(len(t.of), func(i int) { w.number(uint64(t.lengths[i].Max())) })
	w.key("histogram").open('[')
	for i := range t.rows {
		r := &t.rows[i]
		w.open('{')
		w.key("from").number(uint64(r.from))
		if r.to >= 0 {
			w.key("to").number(uint64(r.to))
		}
		w.cells(t, r)
		w.close('}')
	}
	w.close(']')
	w.close('}')
}
