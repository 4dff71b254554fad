package stats

import (
	"slices"
	"strings"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/render"
	"github.com/uriscan/uriscan/cmd/internal/report"
	"github.com/uriscan/uriscan/cmd/internal/tally"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/target"
)

// sum adds up what all workers have counted. All of them must have stopped.
func (t *counts) sum() *counter {
	sum := &t.added
	close(t.idle)
	for c := range t.idle {
		sum.add(c)
	}
	for i, g := range t.values {
		sum.sums[i] = g.Sum()
	}
	return sum
}

// add adds what other has counted, except for values.
func (c *counter) add(other *counter) {
	c.valid += other.valid
	c.uris += other.uris
	for i := range c.forms {
		c.forms[i] += other.forms[i]
	}
	c.parameters += other.parameters
	for kind, n := range other.kinds {
		c.kinds[kind] += n
	}
	for i, n := range other.hostKinds {
		c.hostKinds[i] += n
	}
	for i, n := range other.rungs {
		c.rungs[i] += n
	}
	for i := range c.lengths {
		c.lengths[i].Merge(&other.lengths[i])
	}
	c.distinct.Merge(&other.distinct)
}

// What counts are of, in the report.
const (
	ofLines  = "lines"
	ofValid  = "valid references"
	ofParams = "parameters"
)

// report returns the statistics of files that o asks for, of the sum c of t.
func (t *counts) report(c *counter, files []string, o *Options) *report.Report {
	n := c.valid
	r := &report.Report{Names: files, Lines: n, Valid: n, Brief: !o.prints("summary")}
	for _, bad := range c.kinds {
		r.Lines += bad
	}
	r.Distinct.Count, r.Distinct.Exact = c.distinct.Count()
	listed := func(key, title string, set int, none string) report.Shares {
		return report.Shares{Key: key, Title: title, Unit: ofValid, Of: n, None: none}.With(c.sums[set], o.Top)
	}
	r.Shares = []report.Shares{
		{Key: "validity", Title: "Validity", Unit: ofLines, Of: r.Lines, Values: c.validity()},
		{Key: "form", Title: "Forms", Unit: ofValid, Of: n, Values: c.formsOf()},
		listed("scheme", "Schemes", schemeValues, "relative-ref"),
		{Key: "host_kind", Title: "Kinds of hosts", Unit: ofValid, Of: n, Values: c.kindsOfHosts(),
			None: "no authority", Without: c.hostKinds[scanner.NoHost]},
		listed("host", "Hosts", hostValues, "no authority"),
	}
	if t.find != nil {
		r.Shares = append(r.Shares, listed("site", "Registrable domains", siteValues, "none"))
	}
	if t.paths {
		r.Shares = append(r.Shares, listed("path", "Paths", pathValues, "none"))
	}
	if t.rules != nil {
		r.Shares = append(r.Shares, listed("template", "Templates of paths", templateValues, "none"))
	}
	parameters := report.Shares{Key: "parameter", Title: "Query parameters", Unit: ofParams, Of: c.parameters}
	r.Shares = append(r.Shares,
		listed("port", "Ports", portValues, "no port"),
		listed("extension", "File extensions", extensionValues, "no extension"),
		parameters.With(c.sums[parameterValues], o.Top),
		report.Shares{Key: "rungs", Title: "Rungs of normalization that would change something", Unit: ofValid, Of: n,
			Values: c.rungsNeeded(), None: "none, already normal", Without: c.rungs[0], Overlap: true})
	r.Shares = slices.DeleteFunc(r.Shares, func(s report.Shares) bool { return !o.prints(s.Key) })
	if o.prints("lengths") {
		r.Lengths = c.allLengths()
	}
	return r
}

// present returns the values that occur.
func present(values []tally.Count) []tally.Count {
	return slices.DeleteFunc(values, func(v tally.Count) bool { return v.Count == 0 })
}

// validity returns the good lines, and then the bad ones by frequency.
func (c *counter) validity() []tally.Count {
	return present(slices.Insert(tally.Sorted(c.kinds), 0, tally.Count{Value: "valid", Count: c.valid}))
}

func (c *counter) formsOf() []tally.Count {
	values := []tally.Count{{Value: "uri", Count: c.uris}, {Value: "relative-ref", Count: c.forms[0] - c.uris}}
	for form := target.OriginForm; form <= target.AsteriskForm; form++ {
		values = append(values, tally.Count{Value: form.String(), Count: c.forms[form]})
	}
	return present(values)
}

func (c *counter) kindsOfHosts() (values []tally.Count) {
	for _, kind := range []scanner.HostKind{scanner.RegName, scanner.IPv4Address, scanner.IPv6Address, scanner.IPvFuture} {
		values = append(values, tally.Count{Value: kind.String(), Count: c.hostKinds[kind]})
	}
	return present(values)
}

// rungsNeeded returns how many references each rung would change; some need several.
func (c *counter) rungsNeeded() (values []tally.Count) {
	for bit := range rungBits {
		rung := normalize.Flags(1) << bit
		v := tally.Count{Value: rung.String()}
		for needed, n := range c.rungs {
			if normalize.Flags(needed)&rung != 0 {
				v.Count += n
			}
		}
		values = append(values, v)
	}
	return present(values)
}

func (c *counter) allLengths() []report.Lengths {
	lengths := []report.Lengths{{Key: "line", Title: "Lengths of lines", Unit: ofLines, Lengths: &c.lengths[lineLength]}}
	for i, component := range render.Components {
		lengths = append(lengths, report.Lengths{
			Key: component.String(), Unit: ofValid, Lengths: &c.lengths[componentLength+i],
		})
	}
	return append(lengths, report.Lengths{Key: "depth", Title: "Depth of paths", Unit: ofValid, Lengths: &c.lengths[pathDepth]})
}

// TableNames are the names of tables by the bits of Options.Only, in the order of a report.
var TableNames = strings.Fields(
	"summary validity forms schemes host-kinds hosts sites paths templates ports extensions parameters rungs lengths")

// names reports whether Only names the table with a key of JSON.
func (o *Options) names(key string) bool {
	singular := func(name string) string { return strings.TrimSuffix(strings.ReplaceAll(name, "_", "-"), "s") }
	i := slices.IndexFunc(TableNames, func(name string) bool { return singular(name) == singular(key) })
	return o.Only>>i&1 != 0
}

// prints reports whether the table with a key of JSON is printed.
func (o *Options) prints(key string) bool { return o.Only == 0 || o.names(key) }

// Sites reports whether registrable domains are counted.
func (o *Options) Sites() bool { return o.By&bySite != 0 || o.names("site") }

// Templates reports whether templates of paths are counted.
func (o *Options) Templates() bool { return o.By&byTemplate != 0 || o.names("template") }

// ByNames are what is only counted if asked for, by the bits of Options.By.
var ByNames = []string{"site", "template"}

const bySite, byTemplate = 1, 2

// paths reports whether paths are counted: if asked for, and those of requests.
func (o *Options) paths() bool {
	if o.Table != nil && o.Only == 0 {
		log, ok := o.Table.Column.(*column.Log)
		return ok && !log.Referer
	}
	return o.names("path")
}
