package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/progress"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/seen"
	"github.com/uriscan/uriscan/cmd/internal/stream"
)

// dedupe runs the command. The error is nil or the exit status.
func (f *dedupeFlags) dedupe(ctx context.Context, j *record.Job, std stream.Std, files []string) error {
	k := &picker{keyer: &f.keyer, job: j, located: record.PieceSize}
	j.KeepsEnds = true
	defer f.bound(k)()
	if j.Table != nil {
		j.Table.Passes = true
		j.Table.InPlace = f.normalized
	}
	if k.parses() {
		j.Reference = k.printer
	} else {
		j.Line = func(dst, _ []byte) ([]byte, diag.Flaw) { return dst, diag.Flaw{} }
	}
	d := &record.Driver[picks]{Job: j, Std: std}
	s := &sieve{Driver: d, flags: f, ctx: ctx}
	d.Hooks = record.Hooks[picks]{Emit: s.block, EndLine: s.endLine, PassesMark: s.passesMark}
	d.Bar.Note = s.note
	f.seed = seen.NewSeed()
	err := s.openSet()
	defer s.close()
	if errors.As(err, new(mismatch)) {
		return err
	} else if err != nil {
		return diag.Ended(d.Status(namedError(err)))
	}
	if s.frontier != nil {
		d.Open = s.frontier.openOutput
	}
	return d.Run(files, f.output, func(files []string) error {
		return s.run(k, files)
	})
}

// A sieve is the part of dedupe that is done on one block after the other.
type sieve struct {
	*record.Driver[picks]
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

// run reads all inputs, and then prints what waits.
func (s *sieve) run(k *picker, files []string) error {
	p := pipeline.New(s.Job.Records(), k.pick)
	p.Roomy = pipeline.BlockSize
	if err := s.Lines(s.ctx, p, files); err != nil {
		return err
	}
	return s.finish()
}

// note returns the number of bad lines and how much is, or was, in the temporary file.
func (s *sieve) note() string {
	text := s.BadLines()
	if n := s.set.Spilled(); n > 0 {
		text += "  " + progress.BytesText(float64(n)) + " spilled"
	}
	return text
}

// openSet makes the set of what was seen.
func (s *sieve) openSet() error {
	f := s.flags
	s.set = seen.NewFilter(int64(f.memory), f.counts())
	if f.seen == "" {
		return nil
	}
	return s.openFrontier()
}

// close releases the set of what was seen.
func (s *sieve) close() {
	s.set.Close()
	if s.frontier != nil {
		s.frontier.close()
	}
}

// namedError is err as the command reports it.
func namedError(err error) error {
	if file := (*seen.Error)(nil); errors.As(err, &file) {
		return &stream.OutputError{Name: file.Name, Err: withSeenHint(file.Err)}
	}
	return err
}

// withSeenHint returns err, which says why a set cannot be used, with a hint what to do.
func withSeenHint(err error) error {
	switch {
	case errors.Is(err, seen.ErrDamaged):
		return fmt.Errorf("%w: bring back a copy of it, or move it away to begin with none", err)
	case errors.Is(err, seen.ErrVersion):
		return fmt.Errorf("%w: move it away to begin with none", err)
	}
	return err
}

// prefetched is how many lines are looked up in the table at once.
const prefetched = 128

// block prints what came for the first time in a block, also if not all of it can
// be looked up.
func (s *sieve) block(b *pipeline.Block[record.Work[picks]]) error {
	s.hasLong = s.hasLong || b.IsLarge
	failed := s.lookUp(&b.Work.Own)
	b.Work.Own.trim()
	if cap(b.Work.Res.Out) > pipeline.RoomyBlock {
		b.Work.Res.Out = nil
	}
	if err := s.flush(); err != nil {
		return err
	}
	if failed == nil {
		failed = s.checkpoint()
	}
	return namedError(failed)
}

// lookUp prints the lines of p that are new. Adjacent lines are copied together.
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

// first reports whether a pick is printed now.
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

// endLine ends a line that waits.
func (s *sieve) endLine() (ended bool, err error) {
	if !s.set.Waiting() {
		return false, nil
	}
	_, err = s.set.Pass([]byte{s.Job.Delim})
	return true, namedError(err)
}

// passesMark reports whether a record begins the output.
func (s *sieve) passesMark() bool { return s.frontier == nil && !s.flags.count }

// print prints text, not necessarily at once.
func (s *sieve) print(text []byte) error {
	if len(text) >= outSize {
		if err := s.flush(); err != nil {
			return err
		}
		return s.Write(text)
	}
	if s.out = append(s.out, text...); len(s.out) >= outSize {
		return s.flush()
	}
	return nil
}

func (s *sieve) flush() error {
	err := s.Write(s.out)
	s.out = s.out[:0]
	return err
}

// finish prints what waits.
func (s *sieve) finish() error {
	if s.hasLong && s.set.Waiting() {
		debug.FreeOSMemory() // or garbage of long lines is in memory beside what waits
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
	s.Part = pipeline.WholeLines
	if err := s.set.Drain(s.emitLate); err != nil {
		return err
	}
	return s.flush()
}

// emitLate prints a line that waited, the first of a class of count lines, or 0 for one
// that passes.
func (s *sieve) emitLate(text []byte, count uint64) error {
	f := s.flags
	if f.repeated && count == 1 || f.unique && count > 1 {
		return nil
	}
	if ends := text[len(text)-1] == s.Job.Delim; !ends || s.Part != pipeline.WholeLines {
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
	if err := s.ctx.Err(); err != nil && s.Part == pipeline.WholeLines {
		return err
	}
	s.Part = pipeline.LineBody
	if ends {
		s.Part = pipeline.LineTail
	}
	err := s.Write(text)
	if ends {
		s.Part = pipeline.WholeLines
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
