package dedupe

import (
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/seen"
	"github.com/uriscan/uriscan/scanner"
)

// A candidate is a line that is printed if it is the first of its class. It is src[start:end]
// of its candidates or, if it is not a copy of the input, out[start:end].
type candidate struct {
	start, end uint32
	made       bool // it is in out
	passes     bool // it is printed in any case, and has no key
	header     bool // it holds the names of the columns
}

// candidates are the candidates of a block, or of the part of it that is done, and their keys.
type candidates struct {
	lines []candidate
	keys  []seen.Key // one for each line
	src   []byte     // the block
	out   []byte     // lines that differ from the block
	keyMemory
	// The last good value of a column: value is its ID, or nil if its normal form was
	// printed instead of it. Then ref locates the normal form.
	value []byte
	ref   scanner.Ref
}

// The results of a block include its candidates.
type (
	work  = record.Work[candidates]
	block = pipeline.Block[work]
)

// mostCandidates is about how many lines are collected at a time. It bounds their memory: a
// block of empty lines has a line for each byte.
const mostCandidates = 8 << 10

// text returns the text of candidate i.
func (c *candidates) text(i int) []byte {
	l := &c.lines[i]
	if l.made {
		return c.out[l.start:l.end]
	}
	return c.src[l.start:l.end]
}

// trim releases memory that only long lines need, which are rare.
func (c *candidates) trim() {
	for _, memory := range []*[]byte{&c.out, &c.scratch} {
		if cap(*memory) > pipeline.RoomyBlock {
			*memory = nil
		}
	}
}

// add adds a line with the key of id. If id is nil, the line passes.
func (c *collector) add(w *work, l candidate, id []byte) {
	l.passes = id == nil
	var key seen.Key
	if !l.passes {
		key = seen.Sum(&c.seed, id)
	}
	w.Own.lines = append(w.Own.lines, l)
	w.Own.keys = append(w.Own.keys, key)
}

// addMade adds the line that is the end of the results, from the offset from.
func (c *collector) addMade(w *work, from int, id []byte) {
	c.add(w, candidate{start: uint32(from), end: uint32(len(w.Res.Out)), made: true}, id)
}

// addLine adds src[start:next], a line with its delimiter. If the last line of an input has
// none, addLine adds a copy that has.
func (c *collector) addLine(w *work, start, next int, id []byte) {
	if c.missingEnd(w, next) == 0 {
		c.add(w, candidate{start: uint32(start), end: uint32(next)}, id)
		return
	}
	r, from := &w.Res, len(w.Res.Out)
	r.Out = append(append(record.WithRoom(r.Out, next-start+1), w.Own.src[start:next]...), c.job.Delim)
	c.addMade(w, from, id)
}

// missingEnd returns 1 if the line before next lacks its delimiter, and 0 otherwise.
func (c *collector) missingEnd(w *work, next int) int {
	if next > 0 && w.Own.src[next-1] == c.job.Delim {
		return 0
	}
	return 1
}
