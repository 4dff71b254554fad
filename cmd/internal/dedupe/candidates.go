package dedupe

import (
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/seen"
)

// A candidate is a line that is printed if it is the first of its class. It is src[start:end]
// of its candidates or, if it is not a copy of the input, out[start:end].
type candidate struct {
	start, end uint32
	made       bool // it is in out
	kind       kind
}

// A kind is how it is decided whether a candidate is printed.
type kind uint8

const (
	keyed  kind = iota // by its key
	passes             // it is, and has no key
	header             // it holds the names of the columns
)

// candidates are the candidates of a block, or of the part of it that is done, and their keys.
type candidates struct {
	lines []candidate
	keys  []seen.Key // one for each line
	src   []byte     // the block
	out   []byte     // lines that differ from the block
	keyMemory
	// The last good value of a column: its key, and whether it was replaced by its normal
	// form.
	key      seen.Key
	replaced bool
}

// The results of a block include its candidates.
type (
	work  = record.Work[candidates]
	block = pipeline.Block[work]
)

// mostCandidates is about how many lines are collected at a time. It bounds their memory: a
// block of empty lines has a line for each byte.
const mostCandidates = 8 << 10

func (c *candidates) text(i int) []byte {
	l := &c.lines[i]
	if l.made {
		return c.out[l.start:l.end]
	}
	return c.src[l.start:l.end]
}

func (c *candidates) add(l candidate, key seen.Key) {
	c.lines = append(c.lines, l)
	c.keys = append(c.keys, key)
}

// addMade adds the line that is the end of the results, from the offset from.
func addMade(w *work, from int, k kind, key seen.Key) {
	w.Own.add(candidate{uint32(from), uint32(len(w.Res.Out)), true, k}, key)
}

// addLine adds src[start:next], a line with its delimiter. If the last line of an input has
// none, addLine adds a copy that has.
func (c *collector) addLine(w *work, start, next int, k kind, key seen.Key) {
	line := w.Own.src[start:next]
	if len(line) > 0 && line[len(line)-1] == c.job.Delim {
		w.Own.add(candidate{uint32(start), uint32(next), false, k}, key)
		return
	}
	r, from := &w.Res, len(w.Res.Out)
	r.Out = append(append(record.WithRoom(r.Out, len(line)+1), line...), c.job.Delim)
	addMade(w, from, k, key)
}
