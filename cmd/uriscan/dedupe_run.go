package main

import (
	"context"
	"errors"
	"runtime/debug"
	"strconv"

	"github.com/uriscan/uriscan/cmd/uriscan/internal/seen"
)

// dedupe does the command. The error is nil or the exit status.
func (f *dedupeFlags) dedupe(ctx context.Context, j *job, std streams, files []string) error {
	k := &picker{keyer: &f.keyer, job: j, located: pieceSize}
	j.keepsEnds = true
	defer f.bound(k)()
	if j.table != nil {
		j.table.passes = true
		j.table.inPlace = f.normalized
	}
	if k.parses() {
		j.reference = k.printer
	} else {
		j.line = func(dst, _ []byte) ([]byte, flaw) { return dst, flaw{} }
	}
	d := &driver{job: j, std: std}
	s := &sieve{driver: d, flags: f, ctx: ctx}
	d.sieve = s
	d.bar.note = s.note
	f.seed = seen.NewSeed()
	err := s.open()
	defer s.close()
	if errors.As(err, new(mismatch)) {
		return err
	} else if err != nil {
		return ended(d.status(namedError(err)))
	}
	return d.run(files, f.output, func(files []string) error {
		return s.run(k, files)
	})
}

// A sieve is the part of dedupe that is done on one block after the other.
type sieve struct {
	*driver
	flags *dedupeFlags
	ctx   context.Context
	set   *seen.Filter
	out   []byte // what is to be written
	// hasLong: there was a line that not every block has room for.
	hasLong bool

	frontier *frontier // nil without --seen
	headers  map[seen.Key]bool
}

// outSize is how much is written at a time.
const outSize = 256 << 10

// run does all inputs, and then what waits.
func (s *sieve) run(k *picker, files []string) error {
	p := newPipeline(s.job)
	p.do, p.roomy = k.pick, blockSize
	if err := s.lines(s.ctx, p, files); err != nil {
		return err
	}
	return s.finish()
}

// note says, beside the bad lines, how much is in the temporary file, or was.
func (s *sieve) note() string {
	text := s.badLines()
	if n := s.set.Spilled(); n > 0 {
		text += "  " + bytesText(float64(n)) + " spilled"
	}
	return text
}

// open makes the set of what was seen.
func (s *sieve) open() error {
	f := s.flags
	s.set = seen.NewFilter(int64(f.memory), f.counts())
	if f.seen == "" {
		return nil
	}
	return s.openFrontier()
}

// close gives back the set of what was seen.
func (s *sieve) close() {
	s.set.Close()
	if s.frontier != nil {
		s.frontier.close()
	}
}

// namedError is err as the command reports it.
func namedError(err error) error {
	if file := (*seen.Error)(nil); errors.As(err, &file) {
		return &outputError{file.Name, file.Err}
	}
	return err
}

// prefetched is for how many lines the table is looked up at once.
const prefetched = 128

// block prints what came for the first time in a block, also if not all of it can
// be looked up.
func (s *sieve) block(b *block) error {
	s.hasLong = s.hasLong || b.isLarge
	failed := s.lookUp(&b.picks)
	b.picks.trim()
	if cap(b.res.out) > roomyBlock {
		b.res.out = nil
	}
	if err := s.flush(); err != nil {
		return err
	}
	if failed == nil {
		failed = s.checkpoint()
	}
	return namedError(failed)
}

// lookUp prints what of p is new. What stands side by side is copied together.
func (s *sieve) lookUp(p *picks) error {
	start, end := uint32(0), uint32(0)
	for i := range p.lines {
		if i%prefetched == 0 {
			s.set.Prefetch(p.keys[i:min(i+prefetched, len(p.keys))])
		}
		l := &p.lines[i]
		first, err := s.first(p, i, l)
		if err != nil {
			return errors.Join(s.print(p.src[start:end]), err)
		}
		if !first {
			continue
		}
		if s.frontier != nil {
			s.frontier.fresh++
		}
		if !l.own && l.start == end {
			end = l.end
			continue
		}
		if err := s.print(p.src[start:end]); err != nil {
			return err
		}
		start, end = l.start, l.end
		if l.own {
			start, end = 0, 0
			if err := s.print(p.text(i)); err != nil {
				return err
			}
		}
	}
	return s.print(p.src[start:end])
}

// first tells whether a pick is printed now.
func (s *sieve) first(p *picks, i int, l *pickedLine) (bool, error) {
	if l.passes || l.header && s.firstHeader(p.keys[i]) {
		return s.set.Pass(p.text(i))
	}
	if l.header {
		return false, nil
	}
	return s.set.Add(p.keys[i], p.text(i))
}

// firstHeader reports whether the names of columns with this key are to be printed:
// once, and not after lines of an earlier run.
func (s *sieve) firstHeader(k seen.Key) bool {
	if s.headers[k] || s.frontier != nil && s.frontier.out != nil && s.frontier.out.continued {
		return false
	}
	if s.headers == nil {
		s.headers = map[seen.Key]bool{}
	}
	s.headers[k] = true
	return true
}

// pass lets what belongs to no line wait in its place.
func (s *sieve) pass(text []byte) error {
	_, err := s.set.Pass(text)
	return namedError(err)
}

// print prints text, not necessarily at once.
func (s *sieve) print(text []byte) error {
	if len(text) >= outSize {
		if err := s.flush(); err != nil {
			return err
		}
		return s.write(text)
	}
	if s.out = append(s.out, text...); len(s.out) >= outSize {
		return s.flush()
	}
	return nil
}

func (s *sieve) flush() error {
	err := s.write(s.out)
	s.out = s.out[:0]
	return err
}

// finish prints what waits.
func (s *sieve) finish() error {
	if s.hasLong && s.set.Waiting() {
		debug.FreeOSMemory() // what is left of long lines, or it is there beside them
	}
	if s.frontier != nil {
		return namedError(s.finishFrontier())
	}
	if !s.set.Waiting() {
		return nil
	}
	if err := s.set.Resolve(nil); err != nil {
		return namedError(err)
	}
	return namedError(s.drainSet())
}

// drainSet prints what waits and is known to be first.
func (s *sieve) drainSet() error {
	s.part = wholeLines
	if err := s.set.Drain(s.emit); err != nil {
		return err
	}
	return s.flush()
}

// emit prints a line that waited, the first of a class of count lines, or 0 for one
// that passes.
func (s *sieve) emit(text []byte, count uint64) error {
	f := s.flags
	if f.repeated && count == 1 || f.unique && count > 1 {
		return nil
	}
	if ends := text[len(text)-1] == s.job.delim; !ends || s.part != wholeLines {
		return s.emitPart(text, ends)
	}
	if len(s.out)+len(text) >= outSize {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		if err := s.flush(); err != nil {
			return err
		}
	}
	if f.count && count > 0 {
		s.out = appendCount(s.out, count)
	}
	return s.print(text)
}

// emitPart prints a part of a long line, which no interrupt and no full disk cuts in two.
func (s *sieve) emitPart(text []byte, ends bool) error {
	if err := s.flush(); err != nil {
		return err
	}
	if err := s.ctx.Err(); err != nil && s.part == wholeLines {
		return err
	}
	s.part = lineBody
	if ends {
		s.part = lineTail
	}
	err := s.write(text)
	if ends {
		s.part = wholeLines
	}
	return err
}

// appendCount appends a count as uniq -c writes it.
func appendCount(dst []byte, count uint64) []byte {
	var memory [20]byte
	digits := strconv.AppendUint(memory[:0], count, 10)
	dst = append(dst, "       "[min(len(digits), 7):]...)
	return append(append(dst, digits...), ' ')
}
