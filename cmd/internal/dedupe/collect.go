package dedupe

import (
	"runtime"
	"slices"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/seen"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// A collector finds the candidates of a block. The workers share it.
type collector struct {
	*keyer
	job        *record.Job
	normalized bool // print normal forms
	located    int  // how many bytes are parsed at a time
}

// collect finds the next candidates of a block, about mostCandidates, and reports whether
// lines are left.
func (c *collector) collect(b *block, found *[]scanner.Line) (more bool) {
	w := &b.Work
	r, own := &w.Res, &w.Own
	*r = record.Results{Out: r.Out[:0], Flaws: r.Flaws[:0], Limit: b.Limit, First: b.First && !b.Begun, Line: b.Line, Field: b.Field, Cell: r.Cell}
	if b.IsLarge && !b.Begun {
		runtime.GC() // the last long line and this one together take too much memory
	}
	b.Begun = true
	own.lines, own.keys, own.src = own.lines[:0], own.keys[:0], b.Src
	at := 0
	for at < len(own.src) && !r.Stop && !r.Full() && len(own.lines) < mostCandidates && b.Part == pipeline.WholeLines {
		switch n := c.job.Piece(own.src[at:min(len(own.src), at+c.located)]); {
		case c.job.Table != nil:
			at += c.record(w, at)
		case n > 0:
			at += c.piece(w, found, at, n)
		default:
			var l scanner.Line
			n := c.job.First(own.src[at:], &l)
			l.Start, l.End = at, at+l.End
			at += n
			c.take(w, &l, at)
		}
	}
	if b.Part != pipeline.WholeLines {
		c.job.DoLong(r, own.src, b.Part)
		at = len(own.src)
		if len(r.Out) > 0 {
			addMade(w, 0, passes, seen.Key{})
		}
	}
	own.out, r.Out = r.Out, own.out[:0] // r.Out is for what is printed
	b.Src = own.src[at:]
	b.Line += int64(r.Lines)
	return len(b.Src) > 0 && !r.Stop
}

// piece takes the lines of the n bytes at offset at, and returns how many bytes are done.
func (c *collector) piece(w *work, found *[]scanner.Line, at, n int) int {
	src := w.Own.src[at : at+n]
	*found, _ = scanner.AppendLines((*found)[:0], src, c.job.Delim)
	for i := range *found {
		l := &(*found)[i]
		if w.Res.Stop || w.Res.Full() {
			return l.Start
		}
		next := n
		if i+1 < len(*found) {
			next = (*found)[i+1].Start
		}
		l.Start += at
		l.End += at
		c.take(w, l, at+next)
	}
	return n
}

// take adds line l of the block if it is a candidate. The line after it begins at next.
func (c *collector) take(w *work, l *scanner.Line, next int) {
	r, line, own := &w.Res, w.Own.src[l.Start:l.End], &w.Own
	switch {
	case len(line) > c.job.MaxLine:
		c.job.DoBad(r, nil, diag.Flaw{Kind: scanner.TooLong.String(), Offset: c.job.MaxLine})
		c.job.Reject(r, w.Own.src[l.Start:next])
		if c.job.OnError == record.Keep {
			c.addLine(w, l.Start, next, passes, seen.Key{})
		}
	case l.Fault != (scanner.Fault{}):
		c.job.DoBad(r, line, diag.FlawOf(l.Fault))
		c.job.Reject(r, w.Own.src[l.Start:next])
		if c.job.OnError == record.Keep {
			c.addLine(w, l.Start, next, keyed, c.keyOfBad(&own.keyMemory, line))
		}
	case c.normalized:
		r.Lines++
		from := len(r.Out)
		out, ref, _ := c.appendForm(record.WithRoom(r.Out, len(line)+maxGrowth), line, l.Ref, c.rungs)
		key := c.keyOfNormal(&own.keyMemory, out[from:], ref)
		r.Out = append(out, c.job.Delim)
		addMade(w, from, keyed, key)
	default:
		r.Lines++
		form, ref := c.form(&own.keyMemory, line, l.Ref, c.rungs)
		c.addLine(w, l.Start, next, keyed, c.keyOfNormal(&own.keyMemory, form, ref))
	}
}

// record takes the record at offset at by one of its columns, and returns its length with its
// delimiter.
func (c *collector) record(w *work, at int) int {
	r, own := &w.Res, &w.Own
	if r.Cell == nil {
		r.Cell = &column.Cell{Column: c.job.Table.Column}
	}
	r.Cell.Own = own
	from, bad, isHeader := len(r.Out), r.Bad, r.First && c.job.Table.Header
	rest := c.job.DoRecord(r, own.src[at:])
	next := len(own.src) - len(rest)
	line := record.TrimEnd(own.src[at:next], c.job.Delim)
	switch {
	case isHeader:
		r.Out, r.Header = r.Out[:from], 0
		c.addLine(w, at, next, header, seen.Sum(&c.seed, line))
	case r.Bad > bad && len(r.Out) == from: // it is not kept
	case r.Bad > bad && len(line) <= c.job.MaxLine:
		r.Out = r.Out[:from]
		c.addLine(w, at, next, keyed, c.keyOfBad(&own.keyMemory, line))
	case r.Bad > bad, r.Cell.Absent:
		r.Out = r.Out[:from]
		c.addLine(w, at, next, passes, seen.Key{})
	case !c.parses():
		c.addLine(w, at, next, keyed, seen.Sum(&c.seed, r.Cell.Value))
	case own.replaced:
		addMade(w, from, keyed, own.key)
	default:
		c.addLine(w, at, next, keyed, own.key)
	}
	return next - at
}

// reference is the Reference of the job for columns. It stores the key of the value, and
// prints the normal form if that replaces the value.
func (c *collector) reference(dst, src []byte, ref scanner.Ref, in *column.Cell) ([]byte, diag.Flaw) {
	own := in.Own.(*candidates)
	before, src, ref, rungs := record.ToNormalize(src, ref, in, c.rungs)
	own.replaced = c.normalized && (c.profile != nil || normalize.Needed(src, ref, rungs) != 0)
	if !own.replaced {
		form, ref := c.form(&own.keyMemory, src, ref, rungs)
		own.key = c.keyOfTarget(&own.keyMemory, form, ref, before, in.Form)
		return dst, diag.Flaw{}
	}
	from := len(dst)
	dst, ref, own.replaced = c.appendForm(dst, src, ref, rungs)
	own.key = c.keyOfTarget(&own.keyMemory, dst[from:], ref, before, in.Form)
	if !own.replaced {
		return dst[:from], diag.Flaw{}
	}
	dst = slices.Delete(dst, from, from+before)
	if len(src) > pipeline.RoomyBlock { // four of a long line take too much memory
		in.Value, in.Memory = nil, nil
		runtime.GC()
	}
	return append(dst, c.job.Delim), diag.Flaw{}
}
