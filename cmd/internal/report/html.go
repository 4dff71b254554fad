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
		Charts  []chart
		Lengths [][]string
		About   string // the lengths
	}
	pageTable struct {
		Title, Of string
		Columns   []string // headings of figures
		Rows      []pageRow
		Notes     []string
	}
	pageRow struct {
		Name    string
		Plain   bool // the name is a value, not a description
		Figures []string
		Bars    []bar
	}
	bar struct {
		Class               string
		X, Y, Width, Height string
	}
	chart struct {
		pageTable
		Unit   string
		Bars   []chartBar
		Lines  []chartText
		Labels []chartText
	}
	chartBar struct {
		bar
		Says string
	}
	chartText struct {
		X, Y, Text, Anchor string
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
			p.Charts = append(p.Charts, t.chart(v))
		default:
			p.Tables = append(p.Tables, t.page(v))
		}
	}
	return p
}

// page returns t with a bar for each of its shares. The longest bar takes the whole
// width.
func (t *table) page(v *View) pageTable {
	p := pageTable{Title: t.title, Of: t.ofWhat(), Columns: []string{"count", "share"}, Notes: t.notes(v)}
	if v.compares() {
		p.Columns = []string{letters[0], letters[1], "B - A"}
	}
	scale := t.greatest()
	for i := range t.rows {
		r := &t.rows[i]
		row := pageRow{Name: t.name(r), Plain: r.kind == binRow || r.kind == valueRow && r.value != "", Figures: t.figures(r)[1:]}
		for j := range r.cells {
			height := 6 / len(r.cells)
			row.Bars = append(row.Bars, bar{
				Class: t.class(j), X: "0", Y: strconv.Itoa(j * (height + 1)),
				Width: percentage(traceOf(t.part(r, j) / scale)), Height: strconv.Itoa(height),
			})
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

// traceOf makes a part that is not 0 large enough to see.
func traceOf(part float64) float64 {
	if part == 0 {
		return 0
	}
	return max(part, 0.005)
}

// class returns the class of the bars of report j in the style sheet.
func (t *table) class(j int) string {
	if len(t.of) > 1 && j == 0 {
		return "a"
	}
	return "b"
}

func percentage(part float64) string {
	return strconv.FormatFloat(100*part, 'f', 2, 64) + "%"
}

const (
	chartHeight = 160.0 // of the longest bar
	chartTop    = 20.0  // above it
	mostLabels  = 6     // on an axis
)

// chart returns the histogram t as a chart with labels on both axes.
func (t *table) chart(v *View) chart {
	c := chart{pageTable: t.page(v), Unit: "bytes"}
	if t.key == "depth" {
		c.Unit = "segments"
	}
	scale, n := t.greatest(), float64(len(t.rows))
	for i := range t.rows {
		r := &t.rows[i]
		room := 1 / n
		width := 0.85 * room / float64(len(r.cells))
		for j := range r.cells {
			height := chartHeight * t.part(r, j) / scale
			c.Bars = append(c.Bars, chartBar{
				bar{
					Class: t.class(j), X: percentage(float64(i)*room + float64(j)*width), Width: percentage(width),
					Y: pixels(chartTop + chartHeight - height), Height: pixels(height),
				},
				t.name(r) + ": " + t.percentage(r, j),
			})
		}
	}
	c.Labels = t.labels()
	for _, p := range []float64{0.5, 1} {
		y := chartTop + chartHeight*(1-p)
		c.Lines = append(c.Lines, chartText{Y: pixels(y), Text: strconv.FormatFloat(100*p*scale, 'f', 1, 64) + "%"})
	}
	return c
}

func pixels(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// labels returns the labels below the bars: the beginnings of some of them.
func (t *table) labels() (labels []chartText) {
	n := len(t.rows)
	step := (n + mostLabels - 1) / mostLabels
	open := t.rows[n-1].to < 0
	for i := 0; i < n; i += step {
		if open && n-1-i < step {
			break // it would overlap the label before it
		}
		label := chartText{Text: strconv.Itoa(t.rows[i].from), Anchor: "middle", X: percentage(float64(i) / float64(n))}
		if i == 0 {
			label.Anchor = "start"
		}
		labels = append(labels, label)
	}
	if open {
		last := t.rows[n-1]
		labels = append(labels, chartText{Text: strconv.Itoa(last.from) + "+", Anchor: "end", X: "100%"})
	}
	return labels
}
