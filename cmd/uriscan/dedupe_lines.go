package main

import (
	"runtime"

	"github.com/uriscan/uriscan/cmd/uriscan/internal/seen"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// A pickedLine is a line that may be printed, as text[start:end], which is in what was
// read or, if it is own, in what was made of it.
type pickedLine struct {
	start, end uint32
	own        bool
	passes     bool // it is printed whatever came before, and has no key
	header     bool // it has the names of columns
}

// picks are the lines of a block, or of as much of it as was done, with their keys.
type picks struct {
	lines []pickedLine
	keys  []seen.Key // of each
	src   []byte
	out   []byte
	keyMemory
	// value is what the key of a value in a column is of, if it is a good one and
	// its normal form is not to be printed, or is it. Else ref is that of the form.
	value []byte
	ref   scanner.Ref
}

// mostPicks is about how many lines are picked at a time, which bounds what they
// take in memory: a block of empty lines has a line for each byte.
const mostPicks = 8 << 10

// text returns what is printed for a pick.
func (p *picks) text(i int) []byte {
	l := &p.lines[i]
	if l.own {
		return p.out[l.start:l.end]
	}
	return p.src[l.start:l.end]
}

// trim gives up the memory that long lines took, and few need.
func (p *picks) trim() {
	for _, memory := range []*[]byte{&p.out, &p.scratch} {
		if cap(*memory) > roomyBlock {
			*memory = nil
		}
	}
}

// A picker is the part of dedupe that is done on many blocks at once.
type picker struct {
	*keyer
	job     *job
	located int // bytes of lines that are located at a time
}

// pick does what is left of a block, or so many lines of it.
func (k *picker) pick(b *block, found *[]scanner.Line) (more bool) {
	r, p := &b.res, &b.picks
	*r = results{out: r.out[:0], flaws: r.flaws[:0], limit: r.limit, first: b.first && !b.begun, cell: r.cell}
	if b.isLarge && !b.begun {
		runtime.GC() // or what is left of the last long line is there beside this one
	}
	b.begun = true
	p.lines, p.keys, p.src = p.lines[:0], p.keys[:0], b.src
	at := 0
	for at < len(p.src) && !r.stop && !r.full() && len(p.lines) < mostPicks && b.part == wholeLines {
		switch n := k.job.piece(p.src[at:min(len(p.src), at+k.located)]); {
		case k.job.table != nil:
			at += k.record(r, p, at)
		case n > 0 && k.parses():
			at += k.piece(r, p, found, at, n)
		default:
			at += k.line(r, p, at)
		}
	}
	if b.part != wholeLines {
		k.job.doLong(r, p.src, b.part)
		at = len(p.src)
		if len(r.out) > 0 {
			k.addOwn(p, 0, len(r.out), nil)
		}
	}
	p.out, r.out = r.out, p.out[:0] // which is for what is printed
	b.src = p.src[at:]
	return len(b.src) > 0 && !r.stop
}

// piece picks the lines of the n bytes at at, and returns how many bytes are done.
func (k *picker) piece(r *results, p *picks, found *[]scanner.Line, at, n int) int {
	src := p.src[at : at+n]
	*found, _ = scanner.AppendLines((*found)[:0], src, k.job.delim)
	for i := range *found {
		l := &(*found)[i]
		if r.stop || r.full() {
			return l.Start
		}
		next := n
		if i+1 < len(*found) {
			next = (*found)[i+1].Start
		}
		k.take(r, p, at+l.Start, at+l.End, at+next, l.Ref, l.Fault)
	}
	return n
}

// line picks the line at at, and returns how many bytes it has with its end.
func (k *picker) line(r *results, p *picks, at int) int {
	line, rest := cutLine(p.src[at:], k.job.delim)
	next := len(p.src) - len(rest)
	var ref scanner.Ref
	var fault scanner.Fault
	if k.parses() && len(line) <= k.job.maxLine {
		ref, fault = scanner.Locate(line, scanner.URIReference)
	}
	k.take(r, p, at, at+len(line), next, ref, fault)
	return next - at
}

// take picks a line of which scanner.Locate says ref and fault: from start to
// end, and to next with what ends it.
func (k *picker) take(r *results, p *picks, start, end, next int, ref scanner.Ref, fault scanner.Fault) {
	line := p.src[start:end]
	switch {
	case len(line) > k.job.maxLine:
		k.job.doBad(r, nil, flaw{scanner.TooLong.String(), k.job.maxLine})
		if k.job.onError == keep {
			k.addLine(r, p, start, next, nil)
		}
	case fault != (scanner.Fault{}):
		k.job.doBad(r, line, flawOf(fault))
		if k.job.onError == keep {
			k.addLine(r, p, start, next, p.tagged(badTag, line))
		}
	default:
		r.lines++
		if k.normalized {
			k.addNormal(r, p, start, next, line, ref)
		} else {
			k.addLine(r, p, start, next, k.of(&p.keyMemory, line, ref))
		}
	}
}

// record picks the line at at by a column of it, and returns how many bytes it has
// with its end.
func (k *picker) record(r *results, p *picks, at int) int {
	if r.cell == nil {
		r.cell = &cell{column: k.job.table.column}
	}
	r.cell.picks, p.value = p, nil
	from, good, header := len(r.out), r.bad, r.first && k.job.table.header
	rest := k.job.doRecord(r, p.src[at:])
	next := len(p.src) - len(rest)
	switch {
	case header:
		r.out = r.out[:from]
		line, _ := splitEnd(p.src[at:next], k.job.delim)
		k.addLine(r, p, at, next, defined(line))
		p.lines[len(p.lines)-1].header = true
	case r.bad > good && len(r.out) > from: // it is kept
		k.addBadRecord(r, p, at, next)
	case r.bad > good:
	case k.normalized && p.value == nil:
		k.addWoven(r, p, from, at, next)
	default:
		if !k.parses() {
			p.value = r.cell.value
		}
		k.addLine(r, p, at, next, defined(p.value))
	}
	return next - at
}

// defined returns id, which may be empty and nil, as one that has a key.
func defined(id []byte) []byte {
	if id == nil {
		return []byte{}
	}
	return id
}

// addBadRecord picks a bad line that doRecord has printed.
func (k *picker) addBadRecord(r *results, p *picks, at, next int) {
	line, _ := splitEnd(p.src[at:next], k.job.delim)
	r.out = r.out[:len(r.out)-(next-at)-k.missingEnd(p, next)]
	if len(line) > k.job.maxLine {
		k.addLine(r, p, at, next, nil)
	} else {
		k.addLine(r, p, at, next, p.tagged(badTag, line))
	}
}

// missingEnd returns how many bytes a line lacks that ends at next.
func (k *picker) missingEnd(p *picks, next int) int {
	if next > 0 && p.src[next-1] == k.job.delim {
		return 0
	}
	return 1
}

// printer is the job's reference: it leaves aside what the key is of, and prints
// the normal form where that is to stand in the place of another one.
func (k *picker) printer(dst, src []byte, ref scanner.Ref, in *cell) ([]byte, flaw) {
	p, flags := in.picks, normalize.Flags(k.level)
	if !k.normalized || normalize.Needed(src, ref, flags) == 0 {
		p.value = defined(k.of(&p.keyMemory, src, ref))
		return dst, flaw{}
	}
	dst, p.ref = normalize.AppendRef(dst, src, ref, flags)
	return append(dst, k.job.delim), flaw{}
}

// addLine picks src[start:next], a line with its end; a last line without one gets
// it. It has the key of id, and passes if that is nil.
func (k *picker) addLine(r *results, p *picks, start, next int, id []byte) {
	if k.missingEnd(p, next) == 0 {
		k.add(p, pickedLine{start: uint32(start), end: uint32(next)}, id)
		return
	}
	from := len(r.out)
	r.out = append(append(withRoom(r.out, next-start+1), p.src[start:next]...), k.job.delim)
	k.addOwn(p, from, len(r.out), id)
}

// addOwn picks out[from:to], which was made of a line.
func (k *picker) addOwn(p *picks, from, to int, id []byte) {
	k.add(p, pickedLine{start: uint32(from), end: uint32(to), own: true}, id)
}

func (k *picker) add(p *picks, l pickedLine, id []byte) {
	l.passes = id == nil
	var key seen.Key
	if !l.passes {
		key = seen.Sum(&k.seed, id)
	}
	p.lines = append(p.lines, l)
	p.keys = append(p.keys, key)
}
