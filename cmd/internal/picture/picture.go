// Package picture draws a reference with its components, or a bad line with what could be at
// the place of its fault.
package picture

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/render"
	"github.com/uriscan/uriscan/cmd/internal/term"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/inspect"
)

// A Picture draws references within a number of columns.
type Picture struct {
	Width  int
	Colors bool
}

// paint colours what was appended to dst from a place on, if there are colours.
func (p Picture) paint(dst []byte, from int, color string) []byte {
	if !p.Colors {
		return dst
	}
	return term.Paint(dst, from, color)
}

// room is how many columns of a reference are drawn side by side: the name of a
// component that begins in the last one still fits after it.
func (p Picture) room() int { return p.Width - len("userinfo") + 1 }

// A mark underlines a component in a piece of a reference, from a column on.
type mark struct {
	name       string
	start, end int  // columns, half-open
	line       byte // what it is drawn with
}

// leaves are the components that hold no other, in the order of section 3.
var leaves = [...]scanner.Component{
	scanner.Scheme, scanner.Userinfo, scanner.Host, scanner.Port,
	scanner.Path, scanner.Query, scanner.Fragment,
}

// AppendGood draws the reference ref in src. Each of its bytes takes a column:
// no rule of Appendix A has one that cannot be printed.
func (p Picture) AppendGood(dst, src []byte, ref scanner.Ref) []byte {
	for lo := 0; ; lo += p.room() {
		hi := min(lo+p.room(), len(src))
		piece := scanner.Span{Start: uint32(lo), End: uint32(hi)}
		dst = append(append(dst, piece.Of(src)...), '\n')
		var marks []mark
		for _, c := range leaves {
			line := byte('-')
			if c == scanner.Path {
				line = '~' // no delimiter separates it from what comes before
			}
			marks = addMark(marks, c, ref, piece, line)
		}
		from := len(dst)
		dst = appendMarks(dst, marks)
		dst = appendMarks(dst, addMark(nil, scanner.Authority, ref, piece, '='))
		dst = p.paint(dst, from, term.MarkColor)
		if len(src) > 0 {
			dst = append(dst, '\n')
		}
		if hi == len(src) {
			break
		}
	}
	dst = p.appendFact(dst, "form", []string{render.FormOf(ref.Has(scanner.Scheme))})
	if kind := ref.HostKind().String(); kind != "" {
		dst = p.appendFact(dst, "host kind", []string{kind})
	}
	dst = p.appendFact(dst, "path kind", []string{ref.PathKind().String()})
	var empty []string
	for _, c := range leaves {
		if ref.Has(c) && ref.Span(c).Len() == 0 {
			empty = append(empty, c.String())
		}
	}
	if len(empty) > 0 {
		dst = p.appendFact(dst, "empty", listed(empty, ", "))
	}
	dst = p.appendRemarks(p.appendNormal(dst, src, ref), src, ref)
	return p.appendHint(dst, hintOfGood(src, ref))
}

// appendRemarks says what is odd about a reference and where: each remark once, with the
// bytes that it is on.
func (p Picture) appendRemarks(dst, src []byte, ref scanner.Ref) []byte {
	const most = 5 // places of a remark
	places := map[inspect.Remark][]string{}
	for remark, span := range inspect.All(src, ref) {
		place := strconv.Itoa(int(span.Start) + 1)
		if span.Len() > 1 {
			place += "-" + strconv.Itoa(int(span.End))
		}
		places[remark] = append(places[remark], place)
	}
	name := "remarks"
	for remark, says := range inspect.Remarks {
		at := places[remark]
		if len(at) == 0 {
			continue
		}
		if len(at) > most {
			at = append(at[:most], "...")
		}
		text := fmt.Sprintf("%s at byte %s: %s", remark, strings.Join(at, ", "), says)
		if addr, ok := render.AddressOf(remark, src, ref); ok {
			text += ": " + addr.String()
		}
		words := strings.SplitAfter(text, " ")
		dst = p.appendFact(dst, name, words)
		name = ""
	}
	return dst
}

// appendNormal says which rungs of the level scheme change a reference, and what
// they make of it. The form of one that is already normal is not drawn again.
func (p Picture) appendNormal(dst, src []byte, ref scanner.Ref) []byte {
	needed := normalize.Needed(src, ref, normalize.SchemeBased)
	if needed == 0 {
		return p.appendFact(dst, "rungs", []string{"already ", "normal"})
	}
	normal, _ := normalize.AppendRef(nil, src, ref, normalize.SchemeBased)
	var pieces []string
	for piece := range slices.Chunk(normal, p.Width-factIndent) {
		pieces = append(pieces, string(piece))
	}
	dst = p.appendFact(dst, "normal form", pieces)
	return p.appendFact(dst, "rungs", listed(strings.Split(needed.String(), ","), ", "))
}

// addMark adds the mark of a component to those of a piece of a reference, if any
// of it is there. An empty component is marked below the byte before it, which
// is the delimiter that defines it; an empty path has none.
func addMark(marks []mark, c scanner.Component, ref scanner.Ref, piece scanner.Span, line byte) []mark {
	span := ref.Span(c)
	if !ref.Has(c) || c == scanner.Path && span.Len() == 0 {
		return marks
	}
	if span.Len() == 0 {
		span.Start, line = span.Start-1, '.'
	}
	if start, end := max(span.Start, piece.Start), min(span.End, piece.End); start < end {
		marks = append(marks, mark{c.String(), int(start - piece.Start), int(end - piece.Start), line})
	}
	return marks
}

// appendMarks draws the lines of marks, which are in the order of columns, and below them
// the names, in as few rows as possible.
func appendMarks(dst []byte, marks []mark) []byte {
	if len(marks) == 0 {
		return dst
	}
	var row []byte
	for _, m := range marks {
		row = put(row, m.start, bytes.Repeat([]byte{m.line}, m.end-m.start))
	}
	dst = append(append(dst, row...), '\n')
	rows := rowsOf(marks)
	for r, done := 0, false; !done; r++ {
		row, done = row[:0], true
		for i, m := range marks {
			switch {
			case rows[i] == r:
				row = put(row, m.start, []byte(m.name))
			case rows[i] > r:
				row = put(row, m.start, []byte{'|'})
				done = false
			}
		}
		dst = append(append(dst, row...), '\n')
	}
	return dst
}

// rowsOf returns the row of the name of each mark: below those to its right that it would
// run into, whose names and bars are above.
func rowsOf(marks []mark) []int {
	rows := make([]int, len(marks))
	for i := len(marks) - 1; i >= 0; i-- {
		end := marks[i].start + len(marks[i].name)
		for j := i + 1; j < len(marks) && marks[j].start <= end; j++ {
			rows[i] = max(rows[i], rows[j]+1)
		}
	}
	return rows
}

// put writes text at a column, at or after the end of row.
func put(row []byte, column int, text []byte) []byte {
	row = append(row, bytes.Repeat([]byte{' '}, column-len(row))...)
	return append(row, text...)
}

// factIndent is the column of what facts say.
const factIndent = len("normal form  ")

// appendFact appends a line with a name and what is to be said, in words that
// are not broken, on as many lines as it takes.
func (p Picture) appendFact(dst []byte, name string, words []string) []byte {
	row := put([]byte(name), factIndent, nil)
	for _, w := range words {
		if len(row) > factIndent && len(row)+len(strings.TrimRight(w, " ")) > p.Width {
			dst = append(append(dst, bytes.TrimRight(row, " ")...), '\n')
			row = put(row[:0], factIndent, nil)
		}
		row = append(row, w...)
	}
	return append(append(dst, row...), '\n')
}

// AppendBad draws a line that is not a reference; src is nil if it was too long to hold.
func (p Picture) AppendBad(dst, src []byte, f diag.Flaw) []byte {
	if src == nil {
		dst = p.appendFact(dst, "error", []string{f.Kind})
		return p.appendFact(dst, "expected", []string{"at most ", strconv.Itoa(f.Offset) + " bytes"})
	}
	dst = p.appendCells(dst, src, f)
	m, found := machineAt(src, f.Offset), "the end"
	if f.Offset < len(src) {
		found = quoted(src[f.Offset])
	}
	dst = p.appendFact(append(dst, '\n'), "error", []string{f.Kind + " ", "at byte " + strconv.Itoa(f.Offset+1)})
	dst = p.appendFact(dst, "rule", ruleAt(m))
	dst = p.appendFact(dst, "found", []string{found})
	dst = p.appendFact(dst, "expected", expected(m))
	return p.appendHint(dst, hintOfBad(src, f, p.Width-factIndent))
}

func (p Picture) appendHint(dst []byte, hint string) []byte {
	if hint == "" {
		return dst
	}
	return p.appendFact(dst, "hint", strings.SplitAfter(hint, " "))
}

// appendCells draws the bytes of src in rows, and a caret below the one at the offset of f.
func (p Picture) appendCells(dst, src []byte, f diag.Flaw) []byte {
	var row []byte
	caret := -1
	for i := range len(src) + 1 {
		cell := ""
		if i < len(src) {
			cell = cellOf(src[i])
		}
		if len(row)+len(cell) > p.room() {
			dst = p.appendRow(dst, row, caret, f.Kind)
			row, caret = row[:0], -1
		}
		if i == f.Offset {
			caret = len(row)
		}
		row = append(row, cell...)
	}
	return p.appendRow(dst, row, caret, f.Kind)
}

// appendRow appends a row and, if a column is given, a caret below that and the kind beside it.
func (p Picture) appendRow(dst, row []byte, column int, kind string) []byte {
	dst = append(append(dst, row...), '\n')
	if column < 0 {
		return dst
	}
	from := len(dst)
	line := put(nil, column, []byte("^ "+kind))
	if len(line) > p.Width {
		line = put(nil, column-len(kind)-1, []byte(kind+" ^"))
	}
	return p.paint(append(append(dst, line...), '\n'), from, term.BadColor)
}

// cellOf shows a byte: itself, or \xNN if it cannot be printed.
func cellOf(c byte) string {
	if ' ' <= c && c <= '~' {
		return string(rune(c))
	}
	const hex = "0123456789ABCDEF"
	return `\x` + string(hex[c>>4]) + string(hex[c&15])
}

// LeastWidth is the width that a picture has at least: every name and kind fits beside its mark.
const LeastWidth = 32
