package stats

import (
	"bytes"
	"slices"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/render"
	"github.com/uriscan/uriscan/cmd/internal/seen"
	"github.com/uriscan/uriscan/cmd/internal/site"
	"github.com/uriscan/uriscan/cmd/internal/tally"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/normalize/template"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/target"
)

// counts are everything that stats counts, in all workers.
type counts struct {
	job    *record.Job // which lines are read, and how
	find   site.Finder
	paths  bool            // are counted
	rules  *template.Rules // of templates, nil if they are not counted
	values [valueSets]*tally.Group
	idle   chan *counter // those that have no block at the moment
	added  counter       // what was not counted here
}

// The sets of values that are not known before.
const (
	schemeValues = iota
	hostValues
	siteValues
	pathValues
	templateValues
	portValues
	extensionValues
	parameterValues
	valueSets
)

// The lengths that are counted: of the line, of render.Components, and the depth of the path.
const (
	lineLength      = 0
	componentLength = 1
	pathDepth       = 9
	lengthSets      = 10
)

// rungBits is how many rungs there are at level scheme: they are the lowest bits.
const rungBits = 7

// A counter is what a worker has counted. It is used for one block at a time.
type counter struct {
	job        record.Job
	all        *counts
	kinds      map[string]uint64 // of flaws
	valid      uint64
	uris       uint64                          // of references
	forms      [target.AsteriskForm + 1]uint64 // the first is that of references
	hostKinds  [scanner.RegName + 1]uint64
	rungs      [1 << rungBits]uint64 // by which of them are needed
	lengths    [lengthSets]tally.Lengths
	values     [valueSets]*tally.Values
	distinct   tally.Distinct
	normal     []byte // memory for a normal form or a template
	parameters uint64
	sums       [valueSets]*tally.Summary // of a sum of counters, what all have counted of values
}

// newCounts returns counts of nothing yet. find finds sites, and is nil if they are not counted.
func newCounts(j *record.Job, find site.Finder) *counts {
	t := &counts{job: j, find: find, idle: make(chan *counter, pipeline.MaxWorkers)}
	t.added.kinds = map[string]uint64{}
	for i := range t.values {
		t.values[i] = tally.NewGroup()
	}
	return t
}

// do counts a block, or as much of it as the job does at once.
func (t *counts) do(b *pipeline.Block[record.Work[record.None]], found *[]scanner.Line) (more bool) {
	var c *counter
	select {
	case c = <-t.idle:
	default:
		c = t.newCounter()
	}
	more = record.DoBlock(&c.job, b, found)
	t.idle <- c
	return more
}

// newCounter returns one more counter. There are never more of them than workers.
func (t *counts) newCounter() *counter {
	c := &counter{job: *t.job, all: t, kinds: map[string]uint64{}}
	for i, g := range t.values {
		c.values[i] = g.New()
	}
	c.job.Reference, c.job.Bad = c.count, c.countBad
	return c
}

// countBad counts a bad line; src is nil if there is nothing to measure.
func (c *counter) countBad(dst, src []byte, f diag.Flaw, _ *column.Cell) []byte {
	c.kinds[f.Kind]++
	if src != nil {
		c.lengths[lineLength].Add(len(src))
	}
	return dst
}

// openSeed is no secret: what is printed is the same in every run. Lines that are made to
// have equal values of normalize.Hash would be counted as one. Even with a known seed,
// there is no known way to make more than an occasional pair of lines with equal keys.
var openSeed seen.Seed

func (c *counter) count(dst, src []byte, ref scanner.Ref, in *column.Cell) ([]byte, diag.Flaw) {
	c.valid++
	c.forms[in.Form]++
	if in.Form == 0 && ref.Has(scanner.Scheme) {
		c.uris++
	}
	c.hostKinds[ref.HostKind()]++
	before, text, of, rungs := record.ToNormalize(src, ref, in, normalize.SchemeBased)
	needed := normalize.Needed(text, of, rungs)
	c.rungs[needed&(1<<rungBits-1)]++
	form := src
	if needed != 0 {
		c.normal, _ = normalize.AppendRef(c.room(), text, of, rungs)
		form = c.normal[before:]
	}
	c.distinct.Add(seen.Sum(&openSeed, form).Lo)
	c.countComponents(src, ref)
	c.countHost(src, ref, needed)
	return dst, diag.Flaw{}
}

// countComponents counts the lengths of components, and what is in them.
func (c *counter) countComponents(src []byte, ref scanner.Ref) {
	c.lengths[lineLength].Add(len(src))
	defined := ref.Components()
	for i, component := range render.Components {
		if defined&component != 0 {
			c.lengths[componentLength+i].Add(ref.Span(component).Len())
		}
	}
	if defined&scanner.Port != 0 {
		c.values[portValues].Add(ref.Port().Of(src))
	}
	c.countPath(ref.Path().Of(src), ref.PathKind())
	for name := range (scanner.View[[]byte]{Src: src, Ref: ref}).Params() {
		c.values[parameterValues].Add(name)
		c.parameters++
	}
}

// countPath counts what a path tells. A rootless one, as of mailto, names no file.
func (c *counter) countPath(path []byte, kind scanner.PathKind) {
	if c.all.paths {
		c.values[pathValues].Add(path)
	}
	if c.all.rules != nil {
		c.normal = template.AppendTemplate(c.room(), path, c.all.rules)
		c.values[templateValues].Add(c.normal)
	}
	depth, last := segmentsOf(path)
	c.lengths[pathDepth].Add(depth)
	if kind == scanner.PathRootless {
		return
	}
	dot := bytes.LastIndexByte(path[last:], '.')
	if dot <= 0 || last+dot+1 == len(path) {
		return
	}
	ext := path[last+dot+1:]
	if slices.ContainsFunc(ext, func(b byte) bool { return 'A' <= b && b <= 'Z' }) && len(ext) <= tally.MaxValueLen {
		ext = bytes.ToLower(ext)
	}
	c.values[extensionValues].Add(ext)
}

// room returns the memory of the last normal form, unless that is a lot.
func (c *counter) room() []byte {
	if cap(c.normal) > column.RoomyCell {
		return nil
	}
	return c.normal[:0]
}

// countHost counts the scheme and the host of a reference that needs these rungs.
func (c *counter) countHost(src []byte, ref scanner.Ref, needed normalize.Flags) {
	if needed&record.HostRungs != 0 {
		c.normal, ref = normalize.AppendRef(c.room(), src, ref, record.HostRungs)
		src = c.normal
	}
	if scheme := ref.Scheme(); scheme.Len() > 0 {
		c.values[schemeValues].Add(scheme.Of(src))
	}
	kind := ref.HostKind()
	if kind == scanner.NoHost {
		return
	}
	host := ref.Host().Of(src)
	c.values[hostValues].Add(host)
	if c.all.find == nil || kind != scanner.RegName || len(host) > tally.MaxValueLen {
		return // no name in the DNS is as long as that
	}
	if name, ok := c.all.find(string(host)); ok {
		c.values[siteValues].Add([]byte(name))
	}
}

// segmentsOf returns how many segments of a path are not empty, and where its last
// segment begins.
func segmentsOf(path []byte) (depth, last int) {
	for i, b := range path {
		if b == '/' {
			last = i + 1
		} else if i == last {
			depth++
		}
	}
	return depth, last
}
