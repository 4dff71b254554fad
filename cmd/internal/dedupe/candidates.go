package dedupe

import (
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/seen"
	"github.com/uriscan/uriscan/scanner"
)

// A candidate is a line that may be printed: text[start:end], where text is what was read or,
// if the line is made, what was made of it.
type candidate struct {
	start, end uint32
	made       bool
	passes     bool // it is printed whatever came before, and has no key
	header     bool // it has the names of columns
}

// candidates are those of a block, or of as much of it as was done, with their keys.
type candidates struct {
	lines []candidate
	keys  []seen.Key // of each
	src   []byte
	out   []byte
	keyMemory
	// value is what is compared of a good value in a column whose normal form is not
	// to be printed, or equals it. Otherwise ref is that of the normal form.
	value []byte
	ref   scanner.Ref
}

// The work of a block has its candidates.
type (
	work  = record.Work[candidates]
	block = pipeline.Block[work]
)

// mostCandidates is about how many lines are collected at a time, which bounds what they
// take in memory: a block of empty lines has a line for each byte.
const mostCandidates = 8 << 10

// text returns what is printed for candidate i.
func (c *candidates) text(i int) []byte {
	l := &c.lines[i]
	if l.made {
		return c.out[l.start:l.end]
	}
	return c.src[l.start:l.end]
}

// trim releases the memory of long lines, which are rare.
func (c *candidates) trim() {
	for _, memory := range []*[]byte{&c.out, &c.scratch} {
		if cap(*memory) > pipeline.RoomyBlock {
			*memory = nil
		}
	}
}

// add adds a line with the key of id. It passes if id is nil.
func (c *collector) add(w *work, l candidate, id []byte) {
	l.passes = id == nil
	var key seen.Key
	if !l.passes {
		key = seen.Sum(&c.seed, id)
	}
	w.Own.lines = append(w.Own.lines, l)
	w.Own.keys = append(w.Own.keys, key)
}

// addMade adds out[from:], which was made of a line.
func (c *collector) addMade(w *work, from int, id []byte) {
	c.add(w, candidate{start: uint32(from), end: uint32(len(w.Res.Out)), made: true}, id)
}

// addLine adds src[start:next], a line with its end; a last line without one gets it.
func (c *collector) addLine(w *work, start, next int, id []byte) {
	if c.missingEnd(w, next) == 0 {
		c.add(w, candidate{start: uint32(start), end: uint32(next)}, id)
		return
	}
	r, from := &w.Res, len(w.Res.Out)
	r.Out = append(append(record.WithRoom(r.Out, next-start+1), w.Own.src[start:next]...), c.job.Delim)
	c.addMade(w, from, id)
}

// missingEnd returns how many bytes the line before next lacks at its end.
func (c *collector) missingEnd(w *work, next int) int {
	if next > 0 && w.Own.src[next-1] == c.job.Delim {
		return 0
	}
	return 1
}
