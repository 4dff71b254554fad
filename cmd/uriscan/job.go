package main

import "github.com/uriscan/uriscan/scanner"

// A flaw says why a line is bad; the zero flaw is none.
type flaw struct {
	kind   string // as spelled in JSON and diagnostics
	offset int    // in the line, in bytes from 0
}

func flawOf(f scanner.Fault) flaw { return flaw{f.Kind().String(), f.Offset()} }

// A job is what a command does with lines, apart from where they come from and
// where the results go. It has no state: jobs on different blocks may be done
// at the same time.
type job struct {
	// line appends what is printed for a good line, with its end. For a bad one
	// it returns the flaw, and what it has appended is dropped.
	line func(dst, src []byte) ([]byte, flaw)
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
	// workers is how many blocks are worked on at once, and blockSize how large
	// they are; 0 is the default of each.
	workers   int
	blockSize int
	onError   policy
	quiet     bool // no diagnostics
	// diagnosesOnly: the diagnostics are all the command prints, so that it ends
	// when nobody reads them.
	diagnosesOnly bool
}

// results are what a job makes of a block, or of as much of it as fits.
type results struct {
	out   []byte
	flaws []foundFlaw
	lines int  // how many lines begin in it
	bad   bool // some of them are bad
	stop  bool // the last of them ends the command
	limit int  // no line is begun from this many bytes on; 0 is no limit
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

// do makes the results of a block, or of its first lines if the results get too
// large for the memory they may take, and returns what is left to do. It reuses
// the memory of r.
func (j *job) do(r *results, src []byte, p part) (rest []byte) {
	*r = results{out: r.out[:0], flaws: r.flaws[:0], limit: r.limit}
	if p != wholeLines {
		j.doLong(r, src, p)
		return nil
	}
	for len(src) > 0 && !r.stop && !r.full() {
		var line []byte
		line, src = cutLine(src, j.delim)
		j.doLine(r, line)
	}
	return src
}

func (j *job) doLine(r *results, line []byte) {
	if len(line) > j.maxLine {
		j.doBad(r, nil, flaw{scanner.TooLong.String(), j.maxLine})
	} else {
		out, f := j.line(r.out, line)
		if f.kind == "" {
			r.out = out
			r.lines++
			return
		}
		r.out = out[:len(r.out)]
		j.doBad(r, line, f)
	}
	if j.passes() {
		r.out = append(append(r.out, line...), j.delim)
	}
}

// doLong does a block with a part of a line that is too long.
func (j *job) doLong(r *results, src []byte, p part) {
	if p == lineHead {
		j.doBad(r, nil, flaw{scanner.TooLong.String(), j.maxLine})
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
	r.bad = true
	switch {
	case j.badLine != nil:
		r.out = j.badLine(r.out, line, f)
	case j.bad != nil:
		r.out = j.bad(r.out, f)
	case !j.quiet:
		r.flaws = append(r.flaws, foundFlaw{f, r.lines})
	}
	r.stop = !j.printsBad() && j.onError == fail
	r.lines++
}

// printsBad tells whether bad lines are printed in their own way.
func (j *job) printsBad() bool { return j.bad != nil || j.badLine != nil }

// passes tells whether bad lines are passed on.
func (j *job) passes() bool { return !j.printsBad() && j.onError == keep }
