package main

import (
	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// addNormal picks the normal form of line, which is src[start:next] without its end.
func (k *picker) addNormal(r *record.Results, p *picks, start, next int, line []byte, ref scanner.Ref) {
	from := len(r.Out)
	r.Out = record.WithRoom(r.Out, len(line)+longer)
	r.Out, ref = normalize.AppendRef(r.Out, line, ref, normalize.Flags(k.level))
	form := r.Out[from:]
	id := k.apart(p, p.src[start:next], form, ref)
	r.Out = append(r.Out, k.job.Delim)
	k.addOwn(p, from, len(r.Out), id)
}

// apart returns what is compared of a normal form that is printed instead of record.
// It overwrites a long record with that.
func (k *picker) apart(p *picks, record, form []byte, ref scanner.Ref) []byte {
	switch {
	case len(record) > column.RoomyCell:
		over := keyMemory{record[:0:len(record)]}
		return k.idOf(&over, form, ref)
	case len(k.parts) > 0:
		p.scratch = column.RoomFor(p.scratch, beforeParts+len(form))
	}
	return k.idOf(&p.keyMemory, form, ref)
}

// addWoven picks the record src[at:next] with a normal form instead of the value. That
// record is r.Out[from:].
func (k *picker) addWoven(r *record.Results, p *picks, from, at, next int) {
	start := from + r.Cell.Start
	if r.Out[start] == '"' { // which no reference begins with
		start++
	}
	id := k.apart(p, p.src[at:next], r.Out[start:start+p.ref.Len()], p.ref)
	k.addOwn(p, from, len(r.Out), id)
}
