package dedupe

import (
	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// addNormal adds the normal form of line l of the block. The line after it begins at next.
func (c *collector) addNormal(w *work, l *scanner.Line, next int) {
	r, from := &w.Res, len(w.Res.Out)
	line := w.Own.src[l.Start:l.End]
	out, ref := normalize.AppendRef(record.WithRoom(r.Out, len(line)+maxGrowth), line, l.Ref, c.rungs)
	id := c.idBeside(w, w.Own.src[l.Start:next], out[from:], ref)
	r.Out = append(out, c.job.Delim)
	c.addMade(w, from, id)
}

// addNormalRecord adds the record src[at:next] with the normal form of its value. That is in
// the results, from the offset from.
func (c *collector) addNormalRecord(w *work, from, at, next int) {
	start := from + w.Res.Cell.Start
	if w.Res.Out[start] == '"' { // no reference begins with a quote
		start++
	}
	form := w.Res.Out[start : start+w.Own.ref.Len()]
	c.addMade(w, from, c.idBeside(w, w.Own.src[at:next], form, w.Own.ref))
}

// idBeside returns the ID of a normal form that is printed instead of record. The ID
// overwrites a long record.
func (c *collector) idBeside(w *work, record, form []byte, ref scanner.Ref) []byte {
	switch {
	case len(record) > column.RoomyCell:
		over := keyMemory{record[:0:len(record)]}
		return c.idOfNormal(&over, form, ref)
	case len(c.parts) > 0:
		w.Own.scratch = column.RoomFor(w.Own.scratch, beforeParts+len(form))
	}
	return c.idOfNormal(&w.Own.keyMemory, form, ref)
}
