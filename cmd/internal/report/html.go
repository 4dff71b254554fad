package report

import (
	_ "embed"
	"html/template"
	"io"
	"strconv"
	"sync"
)

//go:embed page.html
var pageText string

// page is the template, which escapes values according to their context. It is parsed
// when it is first used, because that takes longer than the start of the command.
var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(pageText))
})

// WriteHTML writes the view as a self-contained page, without scripts and without
// anything from other places.
func (v *View) WriteHTML(w io.Writer) error { return page().Execute(w, v.page()) }

// The parts of the page, as the template names them. Positions and widths are in percent
// and heights in pixels, so that a chart fits every width and its text has the same size
// at every width.
type (
	pageData struct {
		Title   string
		Letters []string // of reports that are compared
		Names   [][]string
		Summary [][]string
		Note    string
		Tables  []pageTable
		Charts  []pageTable
		Lengths [][]string
		About   string // the lengths
	}
	pageTable struct {
		Title, Of           string
		Columns             []string // headings of figures
		Rows                []pageRow
		Notes               []string
		Unit                string // of a chart, and its parts
		Bars, Lines, Labels []shape
	}
	pageRow struct {
		Name    string
		Plain   bool // the name is a value, not a description
		Figures []string
		Bars    []shape
	}
	shape struct {
		Class               string
		X, Y, Width, Height string
		Text, Anchor        string
	}
)

func (v *View) page() *pageData {
	p := &pageData{
		Title: v.title(), Summary: v.summary(), Note: v.distinctNote(), Lengths: v.lengthsGrid(), About: lengthsTitle,
	}
	if v.compares() {
		p.Letters = letters[:]
		p.Summary = p.Summary[1:]
	}
	if v.reports[0].Brief {
		p.Summary = nil
	}
	for _, r := range v.reports {
		var names []string
		for _, name := range r.Names {
			names = append(names, printable(name))
		}
		p.Names = append(p.Names, names)
	}
	for i := range v.tables {
		t := &v.tables[i]
		switch {
		case !t.isShown():
		case t.lengths != nil:
			p.Charts = append(p.Charts, t.chart())
		default:
			p.Tables = append(p.Tables, t.page())
		}
	}
	return p
}

// page returns t with a bar for each of its shares. The longest takes the whole width.
func (t *table) page() pageTable {
	p := pageTable{Title: t.title, Of: t.ofWhat(), Columns: []string{"count", "share"}, Notes: t.notes()}
	if t.compares() {
		p.Columns = comparison[1:]
	}
	scale := t.greatest()
	for i := range t.rows {
		r := &t.rows[i]
		row := pageRow{Name: t.name(r), Plain: r.kind == binRow || r.kind == valueRow && r.value != "", Figures: t.figures(r)[1:]}
		for j := range r.cells {
			height := 6 / len(r.cells)
			part := t.part(r, j) / scale
			if part > 0 {
				part = max(part, 0.005) // large enough to see
			}
			row.Bars = append(row.Bars, shape{
				Class: t.class(j), X: "0", Y: strconv.Itoa(j * (height + 1)),
				Width: percentage(part), Height: strconv.Itoa(height),
			})
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

func (t *table) class(j int) string {
	if t.compares() && j == 0 {
		return "a"
	}
	return "b"
}

func percentage(part float64) string { return fixed(100*part, 2) + "%" }

func fixed(x float64, decimals int) string { return strconv.FormatFloat(x, 'f', decimals, 64) }

const (
	chartHeight = 160.0 // of the longest bar
	chartTop    = 20.0  // above it
	mostLabels  = 6     // on an axis
)

// chart returns the histogram t as a chart with labels on both axes.
func (t *table) chart() pageTable {
	c := t.page()
	c.Unit, c.Labels = "bytes", t.labels()
	if t.key == "depth" {
		c.Unit = "segments"
	}
	scale, room := t.greatest(), 1/float64(len(t.rows))
	for i := range t.rows {
		r := &t.rows[i]
		width := 0.85 * room / float64(len(r.cells))
		for j := range r.cells {
			height := chartHeight * t.part(r, j) / scale
			c.Bars = append(c.Bars, shape{
				Class: t.class(j), X: percentage(float64(i)*room + float64(j)*width), Width: percentage(width),
				Y: fixed(chartTop+chartHeight-height, 1), Height: fixed(height, 1),
				Text: t.name(r) + ": " + t.percentage(r, j),
			})
		}
	}
	for _, p := range []float64{0.5, 1} {
		c.Lines = append(c.Lines, shape{Y: fixed(chartTop+chartHeight*(1-p), 1), Text: fixed(100*p*scale, 1) + "%"})
	}
	return c
}

// labels returns the labels below the bars: the beginnings of some of them.
func (t *table) labels() (labels []shape) {
	n := len(t.rows)
	step := (n + mostLabels - 1) / mostLabels
	last := t.rows[n-1]
	for i := 0; i < n; i += step {
		if last.to == noEnd && n-1-i < step {
			break // it would overlap the label before it
		}
		label := shape{Text: strconv.Itoa(t.rows[i].from), Anchor: "middle", X: percentage(float64(i) / float64(n))}
		if i == 0 {
			label.Anchor = "start"
		}
		labels = append(labels, label)
	}
	if last.to == noEnd {
		labels = append(labels, shape{Text: strconv.Itoa(last.from) + "+", Anchor: "end", X: "100%"})
	}
	return labels
}
