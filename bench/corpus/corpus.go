package corpus

import "fmt"

// A Kind is the name of a corpus, as used in the names of benchmarks.
type Kind string

// The kinds. All except the invalid ones have only valid references.
const (
	Web           Kind = "web"            // absolute URLs as a crawler meets them
	Long          Kind = "long"           // the long ones among such
	Links         Kind = "links"          // references as pages hold them, each with its page
	Pages         Kind = "pages"          // links of pages in order, by the statistics of real pages
	Dirty         Kind = "dirty"          // valid, and every line needs a rung of the ladder of section 6
	InvalidStart  Kind = "invalid-start"  // the first byte is at fault
	InvalidMiddle Kind = "invalid-middle" // a byte in the middle is
	InvalidEnd    Kind = "invalid-end"    // the last byte is, or the end comes too early
	Refused       Kind = "refused"        // links of pages that RFC 3986 does not accept
	Cold          Kind = "cold"           // web ones, more than the cache holds: see [Reel]
)

// Kinds returns every kind that [Open] knows: all except [Cold].
func Kinds() []Kind {
	return []Kind{Web, Long, Links, Pages, Dirty, InvalidStart, InvalidMiddle, InvalidEnd, Refused}
}

// Valid reports whether the lines of the kind are URI references.
func (k Kind) Valid() bool {
	return k != InvalidStart && k != InvalidMiddle && k != InvalidEnd && k != Refused
}

// A Corpus is a list of references.
type Corpus struct {
	Kind   Kind
	Source string   // "seed 1"
	Lines  [][]byte // without their line ends
	Bases  [][]byte // of Links and Pages, the page of each line; nil for other kinds
	Faults []int    // where each line's fault is, as a byte offset; nil where all are valid
}

// Size returns the total number of bytes of all lines.
func (c *Corpus) Size() int {
	n := 0
	for _, line := range c.Lines {
		n += len(line)
	}
	return n
}

// Strings returns the lines as strings.
func (c *Corpus) Strings() []string {
	lines := make([]string, len(c.Lines))
	for i, line := range c.Lines {
		lines[i] = string(line)
	}
	return lines
}

// Seed and Lines are the arguments of [Open]: enough lines that a branch predictor cannot
// learn them, and few enough to fit in a second-level cache.
const (
	Seed  = 1
	Lines = 8192
)

// Open returns the corpus of the kind for benchmarks.
func Open(kind Kind) (*Corpus, error) { return Generate(kind, Seed, Lines) }

// Generate returns n lines of the kind. For the same seed they are the same on every
// machine and with every Go release.
func Generate(kind Kind, seed uint64, n int) (*Corpus, error) {
	appendLines, ok := makers[kind]
	if !ok {
		return nil, fmt.Errorf("corpus: no kind %q", kind)
	}
	c := &Corpus{Kind: kind, Source: fmt.Sprint("seed ", seed)}
	appendLines(&random{seed}, c, n)
	return c, nil
}

// makers has a function for every kind that appends n lines to a corpus.
var makers = map[Kind]func(r *random, c *Corpus, n int){
	Web:           func(r *random, c *Corpus, n int) { c.fill(n, func() string { return r.url(&web).String() }) },
	Long:          func(r *random, c *Corpus, n int) { c.fill(n, func() string { return r.url(&long).String() }) },
	Links:         makeLinks,
	Pages:         makePages,
	Dirty:         func(r *random, c *Corpus, n int) { c.fill(n, r.dirty) },
	InvalidStart:  func(r *random, c *Corpus, n int) { c.fillFaults(n, r.faultAtStart) },
	InvalidMiddle: func(r *random, c *Corpus, n int) { c.fillFaults(n, r.faultInMiddle) },
	InvalidEnd:    func(r *random, c *Corpus, n int) { c.fillFaults(n, r.faultAtEnd) },
	Refused:       func(r *random, c *Corpus, n int) { c.fillFaults(n, r.refused) },
}

func (c *Corpus) fill(n int, line func() string) {
	for range n {
		c.Lines = append(c.Lines, []byte(line()))
	}
}

func (c *Corpus) fillFaults(n int, line func() (string, int)) {
	for range n {
		s, at := line()
		c.Lines = append(c.Lines, []byte(s))
		c.Faults = append(c.Faults, at)
	}
}
