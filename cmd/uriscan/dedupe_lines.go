package main

import (
	"runtime"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/seen"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// A pickedLine is a line that may be printed: text[start:end], where text is what was
// read or, if the line is own, what was made of it.
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
	// value is what is compared of a good value in a column whose normal form is not
	// to be printed, or equals it. Otherwise ref is that of the normal form.
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

// trim releases the memory of long lines, which are rare.
func (p *picks) trim() {
	for _, memory := range []*[]byte{&p.out, &p.scratch} {
		if cap(*memory) > pipeline.RoomyBlock {
			*memory = nil
		}
	}
}

// A picker is the part of dedupe that is done on many blocks at once.
type picker struct {
	*keyer
	job     *record.Job
	located int // bytes of lines that are located at a time
}

// pick picks the remaining lines of a block, but about mostPicks at a time, and reports
// whether there are more.
func (k *picker) pick(b *pipeline.Block[record.Work[picks]], found *[]scanner.Line) (more bool) {
	r, p := &b.Work.Res, &b.Work.Own
	*r = record.Results{Out: r.Out[:0], Flaws: r.Flaws[:0], Limit: b.Limit, First: b.First && !b.Begun, Cell: r.Cell}
	if b.IsLarge && !b.Begun {
		runtime.GC() // or garbage of the last long line is in memory beside this one
	}
	b.Begun = true
	p.lines, p.keys, p.src = p.lines[:0], p.keys[:0], b.Src
	at := 0
	for at < len(p.src) && !r.Stop && !r.Full() && len(p.lines) < mostPicks && b.Part == pipeline.WholeLines {
		switch n := k.job.Piece(p.src[at:min(len(p.src), at+k.located)]); {
		case k.job.Table != nil:
			at += k.record(r, p, at)
		case n > 0 && k.parses():
			at += k.piece(r, p, found, at, n)
		default:
			at += k.line(r, p, at)
		}
	}
	if b.Part != pipeline.WholeLines {
		k.job.DoLong(r, p.src, b.Part)
		at = len(p.src)
		if len(r.Out) > 0 {
			k.addOwn(p, 0, len(r.Out), nil)
		}
	}
	p.out, r.Out = r.Out, p.out[:0] // which is for what is printed
	b.Src = p.src[at:]
	return len(b.Src) > 0 && !r.Stop
}

// piece picks the lines of the n bytes at at, and returns how many bytes are done.
func (k *picker) piece(r *record.Results, p *picks, found *[]scanner.Line, at, n int) int {
	src := p.src[at : at+n]
	*found, _ = scanner.AppendLines((*found)[:0], src, k.job.Delim)
	for i := range *found {
		l := &(*found)[i]
		if r.Stop || r.Full() {
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
func (k *picker) line(r *record.Results, p *picks, at int) int {
	line, rest := stream.CutLine(p.src[at:], k.job.Delim)
	next := len(p.src) - len(rest)
	var ref scanner.Ref
	var fault scanner.Fault
	if k.parses() && len(line) <= k.job.MaxLine {
		ref, fault = scanner.Locate(line, scanner.URIReference)
	}
	k.take(r, p, at, at+len(line), next, ref, fault)
	return next - at
}

// take picks the line from start to end, and to next with its line end.
// scanner.Locate has returned ref and fault for it.
func (k *picker) take(r *record.Results, p *picks, start, end, next int, ref scanner.Ref, fault scanner.Fault) {
	line := p.src[start:end]
	switch {
	case len(line) > k.job.MaxLine:
		k.job.DoBad(r, nil, diag.Flaw{Kind: scanner.TooLong.String(), Offset: k.job.MaxLine})
		if k.job.OnError == record.Keep {
			k.addLine(r, p, start, next, nil)
		}
	case fault != (scanner.Fault{}):
		k.job.DoBad(r, line, diag.FlawOf(fault))
		if k.job.OnError == record.Keep {
			k.addLine(r, p, start, next, p.tagged(badTag, line))
		}
	default:
		r.Lines++
		if k.normalized {
			k.addNormal(r, p, start, next, line, ref)
		} else {
			k.addLine(r, p, start, next, k.of(&p.keyMemory, line, ref))
		}
	}
}

// record picks the line at at by one of its columns, and returns how many bytes it has
// with its end.
func (k *picker) record(r *record.Results, p *picks, at int) int {
	if r.Cell == nil {
		r.Cell = &column.Cell{Column: k.job.Table.Column}
	}
	r.Cell.Own, p.value = p, nil
	from, good, header := len(r.Out), r.Bad, r.First && k.job.Table.Header
	rest := k.job.DoRecord(r, p.src[at:])
	next := len(p.src) - len(rest)
	switch {
	case header:
		r.Out = r.Out[:from]
		line, _ := record.SplitEnd(p.src[at:next], k.job.Delim)
		k.addLine(r, p, at, next, defined(line))
		p.lines[len(p.lines)-1].header = true
	case r.Bad > good && len(r.Out) > from: // it is kept
		k.addBadRecord(r, p, at, next)
	case r.Bad > good:
	case k.normalized && p.value == nil:
		k.addWoven(r, p, from, at, next)
	default:
		if !k.parses() {
			p.value = r.Cell.Value
		}
		k.addLine(r, p, at, next, defined(p.value))
	}
	return next - at
}

// defined returns id, but empty instead of nil, so that it has a key.
func defined(id []byte) []byte {
	if id == nil {
		return []byte{}
	}
	return id
}

// addBadRecord picks a bad line that doRecord has printed.
func (k *picker) addBadRecord(r *record.Results, p *picks, at, next int) {
	line, _ := record.SplitEnd(p.src[at:next], k.job.Delim)
	r.Out = r.Out[:len(r.Out)-(next-at)-k.missingEnd(p, next)]
	if len(line) > k.job.MaxLine {
		k.addLine(r, p, at, next, nil)
	} else {
		k.addLine(r, p, at, next, p.tagged(badTag, line))
	}
}

// missingEnd returns how many bytes the line before next lacks at its end.
func (k *picker) missingEnd(p *picks, next int) int {
	if next > 0 && p.src[next-1] == k.job.Delim {
		return 0
	}
	return 1
}

// printer is the job's reference: it keeps what is compared for the key, and prints
// the normal form where that is to replace another one.
func (k *picker) printer(dst, src []byte, ref scanner.Ref, in *column.Cell) ([]byte, diag.Flaw) {
	p, flags := in.Own.(*picks), normalize.Flags(k.level)
	if !k.normalized || normalize.Needed(src, ref, flags) == 0 {
		p.value = defined(k.of(&p.keyMemory, src, ref))
		return dst, diag.Flaw{}
	}
	dst, p.ref = normalize.AppendRef(dst, src, ref, flags)
	return append(dst, k.job.Delim), diag.Flaw{}
}

// addLine picks src[start:next], a line with its end; a last line without one gets
// it. It has the key of id, and passes if that is nil.
func (k *picker) addLine(r *record.Results, p *picks, start, next int, id []byte) {
	if k.missingEnd(p, next) == 0 {
		k.add(p, pickedLine{start: uint32(start), end: uint32(next)}, id)
		return
	}
	from := len(r.Out)
	r.Out = append(append(record.WithRoom(r.Out, next-start+1), p.src[start:next]...), k.job.Delim)
	k.addOwn(p, from, len(r.Out), id)
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
