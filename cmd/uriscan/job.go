package main

import (
	"bytes"

	"github.com/uriscan/uriscan/scanner"
)

// A flaw says why a line is bad; the zero flaw is none.
type flaw struct {
	kind   string // as spelled in JSON and diagnostics
	offset int    // in the line, in bytes from 0
}

func flawOf(f scanner.Fault) flaw { return flaw{f.Kind().String(), f.Offset()} }

// A printer appends what is printed for src, to which ref belongs, with a line's
// end. in is where in its line src was found, nil if it is a line.
type printer func(dst, src []byte, ref scanner.Ref, in *cell) ([]byte, flaw)

// A job is what a command does with lines, apart from where they come from and
// where the results go. It has no state: jobs on different blocks may be done
// at the same time.
type job struct {
	// line appends what is printed for a good line, with its end. For a bad one
	// it returns the flaw, and what it has appended is dropped.
	line func(dst, src []byte) ([]byte, flaw)
	// reference is line for commands whose good lines are references: ref is that
	// of src. Many lines are then located at once.
	reference printer
	// stretch does many good lines as reference does each, and is nil where it has
	// no way to be faster. No result is too long to be a line.
	stretch stretcher
	// table is for jobs that work on a column of their lines; nil: on all of each.
	table *table
	// bad appends what is printed for a bad line. If it is nil, bad lines
	// follow onError and get diagnostics.
	bad func(dst []byte, f flaw) []byte
	// badLine is bad for commands that print what is bad of the line, too, which
	// is nil if it was too long to be held.
	badLine func(dst, src []byte, f flaw) []byte
	header  string // printed before everything else
	lead    string // begins everything that is printed for a line, but the first

	delim   byte
	maxLine int
	isText  bool // the input is no archive, whatever its first bytes
	// keepsEnds: lines that pass do so with the ends that they have.
	keepsEnds bool
	// workers is how many blocks are worked on at once, and blockSize how large
	// they are; 0 is the default of each.
	workers   int
	blockSize int
	// unpacking is how much memory there is to decompress with; 0: what it takes.
	unpacking uint64
	onError   policy
	quiet     bool // no diagnostics
	progress  when
	// diagnosesOnly: the diagnostics are all the command prints, so that it ends
	// when nobody reads them.
	diagnosesOnly bool
}

// results are what a job makes of a block, or of as much of it as fits.
type results struct {
	out   []byte
	flaws []foundFlaw
	lines int  // how many lines begin in it
	bad   int  // so many of them are bad
	stop  bool // the last of them ends the command
	limit int  // no line is begun from this many bytes on; 0 is no limit
	first bool // the next line is the first of its input
	cell  *cell
}

// flawSize is about what a flaw takes in memory, and its diagnostic.
const flawSize = 96

func (r *results) full() bool {
	return r.limit > 0 && len(r.out)+flawSize*len(r.flaws) >= r.limit
}

// A foundFlaw is a flaw on a line of a block, counted from 0.
type foundFlaw struct {
	flaw
	line int
}

// pieceSize is about how much of a block is located at once: what is found is
// then still in the cache when it is printed, and takes a bounded memory, 56
// bytes for each byte of empty lines.
const pieceSize = 32 << 10

// do makes the results of a block, or of its first lines if the results get too
// large for the memory they may take, and returns what is left to do. It reuses
// the memory of r and of found.
func (j *job) do(r *results, found *[]scanner.Line, src []byte, p part) (rest []byte) {
	*r = results{out: r.out[:0], flaws: r.flaws[:0], limit: r.limit, first: r.first, cell: r.cell}
	if p != wholeLines {
		j.doLong(r, src, p)
		return nil
	}
	for len(src) > 0 && !r.stop && !r.full() {
		if j.table != nil {
			src = j.doRecord(r, src)
			continue
		}
		if n := j.piece(src); n > 0 {
			n = j.doPiece(r, found, src[:n])
			src = src[n:]
			continue
		}
		var line []byte
		line, src = cutLine(src, j.delim)
		j.doLine(r, line)
	}
	return src
}

// piece returns how many bytes of src are lines to locate at once. It is 0 for a
// job that wants its lines as they are, and before a long line or one that no
// delimiter ends.
func (j *job) piece(src []byte) int {
	if j.reference == nil {
		return 0
	}
	return bytes.LastIndexByte(src[:min(len(src), pieceSize)], j.delim) + 1
}

// doPiece does the lines of a piece, until the results are full or the command
// is to end, and returns how many bytes are done.
func (j *job) doPiece(r *results, found *[]scanner.Line, src []byte) int {
	*found, _ = scanner.AppendLines((*found)[:0], src, j.delim)
	for lines := *found; len(lines) > 0; {
		l := &lines[0]
		if r.stop || r.full() {
			return l.Start
		}
		n := j.stretchOf(lines)
		if n > 0 {
			r.out = j.stretch(r.out, src, lines[:n])
			r.lines += n
			lines = lines[n:]
			continue
		}
		if line := src[l.Start:l.End]; len(line) > j.maxLine {
			j.doTooLong(r, line)
		} else {
			j.doLocated(r, line, l.Ref, l.Fault)
		}
		lines = lines[1:]
	}
	return len(src)
}

func (j *job) doLine(r *results, line []byte) {
	switch {
	case len(line) > j.maxLine:
		j.doTooLong(r, line)
	case j.reference != nil:
		ref, fault := scanner.Locate(line, scanner.URIReference)
		j.doLocated(r, line, ref, fault)
	default:
		out, f := j.line(r.out, line)
		j.enter(r, line, out, f)
	}
}

func (j *job) doTooLong(r *results, line []byte) {
	j.doBad(r, nil, flaw{scanner.TooLong.String(), j.maxLine})
	j.pass(r, line)
}

// doLocated does a line of which scanner.Locate says ref and fault.
func (j *job) doLocated(r *results, line []byte, ref scanner.Ref, fault scanner.Fault) {
	if fault != (scanner.Fault{}) {
		j.enter(r, line, r.out, flawOf(fault))
		return
	}
	out, f := j.reference(r.out, line, ref, nil)
	j.enter(r, line, out, f)
}

// enter enters what came of a line: what is appended to r.out in out, or f.
func (j *job) enter(r *results, line, out []byte, f flaw) {
	if f.kind == "" {
		r.out = out
		r.lines++
		return
	}
	r.out = out[:len(r.out)]
	j.doBad(r, line, f)
	j.pass(r, line)
}

// pass prints a bad line that is passed on.
func (j *job) pass(r *results, line []byte) {
	if j.passes() {
		r.out = append(append(r.out, line...), j.delim)
	}
}

// doLong does a block with a part of a line that is too long.
func (j *job) doLong(r *results, src []byte, p part) {
	if p == lineHead {
		j.doBad(r, nil, flaw{scanner.TooLong.String(), j.maxLine})
	}
	if j.table != nil && j.table.csv {
		j.table.doLong(r, src, p)
	}
	if !j.passes() {
		return
	}
	r.out = append(r.out, src...)
	if p == lineTail {
		r.out = append(r.out, j.delim)
	}
}

// doBad enters that the line at hand is bad.
func (j *job) doBad(r *results, line []byte, f flaw) {
	r.bad++
	switch {
	case j.badLine != nil:
		r.out = j.badLine(r.out, line, f)
	case j.printsBad():
		r.out = j.bad(r.out, f)
	case !j.quiet:
		r.flaws = append(r.flaws, foundFlaw{f, r.lines})
	}
	r.stop = !j.printsBad() && j.onError == fail
	r.lines++
}

// printsBad tells whether bad lines are printed in their own way.
func (j *job) printsBad() bool {
	adds := j.table != nil && j.table.adds // they are lines with something added
	return (j.bad != nil || j.badLine != nil) && !adds
}

// passes tells whether bad lines are passed on.
func (j *job) passes() bool { return !j.printsBad() && j.onError == keep }

// wholeLines returns how many bytes at the start of what is printed are whole
// lines, which end with the byte end or are records of CSV.
func (j *job) wholeLines(printed []byte, end byte) int {
	if t := j.table; t != nil && t.csv && (t.prints() || t.passes) {
		ends := recordEnds{comma: t.comma}
		return ends.last(printed) + 1
	}
	return bytes.LastIndexByte(printed, end) + 1
}
