package main

import (
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// addNormal picks the normal form of a line, which with its end is src[start:next].
func (k *picker) addNormal(r *results, p *picks, start, next int, line []byte, ref scanner.Ref) {
	from := len(r.out)
	r.out = withRoom(r.out, len(line)+longer)
	r.out, ref = normalize.AppendRef(r.out, line, ref, normalize.Flags(k.level))
	form := r.out[from:]
	id := k.apart(p, p.src[start:next], form, ref)
	r.out = append(r.out, k.job.delim)
	k.addOwn(p, from, len(r.out), id)
}

// apart returns what is compared of a normal form that is printed in the place of a
// record. If that is long, what is compared is written over it.
func (k *picker) apart(p *picks, record, form []byte, ref scanner.Ref) []byte {
	switch {
	case len(record) > roomyCell:
		over := keyMemory{record[:0:len(record)]}
		return k.idOf(&over, form, ref)
	case len(k.parts) > 0:
		p.scratch = roomFor(p.scratch, beforeParts+len(form))
	}
	return k.idOf(&p.keyMemory, form, ref)
}

// addWoven picks the record src[at:next] with a normal form in the place of the value,
// which out has from there on.
func (k *picker) addWoven(r *results, p *picks, from, at, next int) {
	start := from + r.cell.start
	if r.out[start] == '"' { // which no reference begins with
		start++
	}
	id := k.apart(p, p.src[at:next], r.out[start:start+p.ref.Len()], p.ref)
	k.addOwn(p, from, len(r.out), id)
}
