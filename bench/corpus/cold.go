package corpus

import "bytes"

// ReelSize is the size of the text that [OpenReel] makes. It is larger than the
// last-level cache of a server processor; the largest in common use has 384 MiB.
const ReelSize = 512 << 20

// A Reel is a long text of web URLs, one in each line, to be read from the beginning to
// the end again and again. When a line comes again, no cache has it any more. Each line
// is the authority of one URL and the rest of another, so that hardly any line occurs
// twice, and all together look like the web corpus.
type Reel struct {
	Source string
	text   []byte   // with an LF after every line
	starts []uint32 // of the lines, and the end of the last; no slices, which the collector would visit
	at     int      // the line that is next
}

// OpenReel returns a reel of the lines that [Open] returns for [Web].
func OpenReel(size int) (*Reel, error) {
	web, err := Open(Web)
	if err != nil {
		return nil, err
	}
	return newReel(web, &random{Seed}, size), nil
}

func newReel(web *Corpus, r *random, size int) *Reel {
	var heads, tails [][]byte
	longest := 0
	for _, line := range web.Lines {
		n := headLength(line)
		heads, tails = append(heads, line[:n]), append(tails, line[n:])
		longest = max(longest, len(line))
	}
	reel := &Reel{Source: web.Source + ", recombined", starts: []uint32{0}, text: make([]byte, 0, size+2*longest)}
	for len(reel.text) < size {
		reel.text = append(append(append(reel.text, pick(r, heads)...), pick(r, tails)...), '\n')
		reel.starts = append(reel.starts, uint32(len(reel.text)))
	}
	return reel
}

// headLength returns the end of the authority of a URL.
func headLength(line []byte) int {
	begin := bytes.Index(line, []byte("//")) + 2
	if n := bytes.IndexAny(line[begin:], "/?#"); n >= 0 {
		return begin + n
	}
	return len(line)
}

// Next fills lines with the next lines.
func (r *Reel) Next(lines [][]byte) {
	for i := range lines {
		lines[i] = r.text[r.starts[r.at] : r.starts[r.at+1]-1]
		r.at = (r.at + 1) % r.Len()
	}
}

// Len returns the number of lines.
func (r *Reel) Len() int { return len(r.starts) - 1 }

// Text returns all lines, with an LF after each.
func (r *Reel) Text() []byte { return r.text }
