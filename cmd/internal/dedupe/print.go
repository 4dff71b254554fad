package dedupe

import (
	"strconv"

	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/seen"
)

const (
	outSize    = 256 << 10 // how much is written at a time
	prefetched = 128       // how many lines are looked up in the table at once
)

// lookUp prints the candidates that are known to be the first of their classes. Those that
// may be the first wait in the set.
func (d *deduper) lookUp(c *candidates) error {
	for i := range c.lines {
		if i%prefetched == 0 {
			d.set.Prefetch(c.keys[i:min(i+prefetched, len(c.keys))])
		}
		text := c.text(i)
		first, err := d.first(c.lines[i].kind, c.keys[i], text)
		if err != nil {
			return err
		}
		if !first {
			if c.lines[i].kind == keyed {
				d.dropped++
			}
			continue
		}
		if d.saved != nil {
			d.saved.fresh++
		}
		if err := d.print(text); err != nil {
			return err
		}
	}
	return nil
}

// first reports whether a candidate with key k is to be printed now.
func (d *deduper) first(how kind, k seen.Key, text []byte) (bool, error) {
	switch {
	case how == keyed:
		return d.set.Add(k, text)
	case how == passes, d.firstHeader(k):
		return d.set.Pass(text)
	}
	return false, nil
}

// firstHeader reports whether the names of columns with key k are to be printed: once, and
// not after lines of an earlier run.
func (d *deduper) firstHeader(k seen.Key) bool {
	if d.headers[k] || d.saved != nil && d.saved.out != nil && d.saved.out.continued {
		return false
	}
	d.headers[k] = true
	return true
}

// print prints text, perhaps with later texts.
func (d *deduper) print(text []byte) error {
	if len(text) >= outSize {
		if err := d.flush(); err != nil {
			return err
		}
		return d.Write(text)
	}
	if d.out = append(d.out, text...); len(d.out) >= outSize {
		return d.flush()
	}
	return nil
}

func (d *deduper) flush() error {
	err := d.Write(d.out)
	d.out = d.out[:0]
	return err
}

// endLine ends the last line if that waits in the set.
func (d *deduper) endLine() (ended bool, err error) {
	if !d.set.Waiting() {
		return false, nil
	}
	_, err = d.set.Pass([]byte{d.Job.Delim})
	return true, err
}

// printWaiting prints the lines that waited and are the first of their classes.
func (d *deduper) printWaiting() error {
	d.Part = pipeline.WholeLines
	if err := d.set.Drain(d.printFirst); err != nil {
		return err
	}
	return d.flush()
}

// printFirst prints a line that waited. It is the first of a class of count lines, or one that
// passes if count is 0.
func (d *deduper) printFirst(text []byte, count uint64) error {
	o := d.options
	if o.Repeated && count == 1 || o.Unique && count > 1 {
		return nil
	}
	if count > 0 && d.Part == pipeline.WholeLines {
		d.dropped--
	}
	if ends := text[len(text)-1] == o.Delim; !ends || d.Part != pipeline.WholeLines {
		return d.printPart(text, ends)
	}
	if len(d.out)+len(text) >= outSize {
		if err := d.ctx.Err(); err != nil {
			return err
		}
		if err := d.flush(); err != nil {
			return err
		}
	}
	if o.Count && count > 0 {
		digits := strconv.AppendUint(d.digits[:0], count, 10)
		d.out = append(d.out, "       "[min(len(digits), 7):]...) // as uniq -c writes it
		d.out = append(append(d.out, digits...), ' ')
	}
	return d.print(text)
}

// printPart prints a part of a long line. No interrupt and no full disk cuts such a line.
func (d *deduper) printPart(text []byte, ends bool) error {
	if err := d.flush(); err != nil {
		return err
	}
	if err := d.ctx.Err(); err != nil && d.Part == pipeline.WholeLines {
		return err
	}
	d.Part = pipeline.LineBody
	if ends {
		d.Part = pipeline.LineTail
	}
	err := d.Write(text)
	if ends {
		d.Part = pipeline.WholeLines
	}
	return err
}
