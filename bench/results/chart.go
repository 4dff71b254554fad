package main

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
)

// The sizes in the chart, in pixels.
const (
	width     = 760
	margin    = 24
	labels    = 150 // of the names, before the bars
	barHeight = 14
	barPitch  = 20
	barWidth  = width - 2*margin - labels - 150 // of the longest; after it is what it means
	headPitch = 30                              // of a group's head
	topHeight = 66
	footer    = 40
)

// style has the colours of a light panel and of a dark one. The chart has its own
// background, so that it is readable on any page, whatever the page assumes about the
// preference of the viewer.
const style = `
.panel { fill: #ffffff; stroke: #d0d7de }
text { font: 12px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #1f2328 }
.title { font-size: 17px; font-weight: 600 }
.group { font-size: 13px; font-weight: 600 }
.quiet { fill: #59636e }
.name { text-anchor: end }
.ours { font-weight: 600 }
.bar { fill: #afb8c1 }
.bar.ours { fill: #0969da }
@media (prefers-color-scheme: dark) {
.panel { fill: #0d1117; stroke: #3d444d }
text { fill: #f0f6fc }
.quiet { fill: #9198a1 }
.bar { fill: #656c76 }
.bar.ours { fill: #4493f8 }
}
`

// charted is the table in the chart, and chartedRows are its rows.
const charted = "Parse, in=string"

var chartedRows = []string{"web", "long", "links"}

// chart draws each row as bars, the fastest first, and returns nil if there are no rows.
// An implementation that is wrong for more than half of the lines did another job, and
// gets no bar.
func (r *report) chart() []byte {
	i := slices.IndexFunc(r.tables, func(t *table) bool { return t.title == charted })
	if i < 0 {
		return nil
	}
	t := r.tables[i]
	shortest := math.Inf(1) // time, of all that is drawn
	for _, row := range chartedRows {
		for _, col := range t.cols {
			if s := t.at(row, col); s != nil && !s.other() {
				shortest = min(shortest, s.summary.Center)
			}
		}
	}
	var body bytes.Buffer
	y := topHeight
	for _, row := range chartedRows {
		if slices.Contains(t.rows, row) {
			y = t.draw(&body, y, row, shortest)
		}
	}
	if y == topHeight {
		return nil
	}
	return r.framed(t, body.Bytes(), y+footer)
}

// other reports whether s did another job.
func (s *sample) other() bool { return s.wrong*2 > s.lines }

// draw draws a row from y downwards and returns its end. The length of a bar is the
// number of lines in a second.
func (t *table) draw(b *bytes.Buffer, y int, row string, shortest float64) int {
	fmt.Fprintf(b, "<text class=\"group\" x=\"%d\" y=\"%d\">%s</text>\n", margin, y+17, html.EscapeString(t.row+" "+row))
	y += headPitch
	base := t.at(row, t.cols[0])
	cols := slices.DeleteFunc(slices.Clone(t.cols), func(col string) bool { return t.at(row, col) == nil })
	slices.SortStableFunc(cols, func(a, b string) int { return cmp.Compare(t.at(row, a).summary.Center, t.at(row, b).summary.Center) })
	var without []string
	for _, col := range cols {
		s := t.at(row, col)
		if s.other() {
			without = append(without, col)
			continue
		}
		note := duration(s.summary.Center)
		if base != nil && s != base {
			note += ", " + ratio(base, s)
		}
		if s.wrong*100 >= s.lines {
			note += ", " + s.wrongShare() + " wrong"
		}
		class := ""
		if col == ours {
			class = " ours"
		}
		fmt.Fprintf(b, "<text class=\"name%s\" x=\"%d\" y=\"%d\">%s</text>\n", class, margin+labels-8, y+barHeight-3, html.EscapeString(col))
		length := max(1, shortest/s.summary.Center*barWidth)
		fmt.Fprintf(b, "<rect class=\"bar%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>\n",
			class, margin+labels, y, length, barHeight)
		fmt.Fprintf(b, "<text class=\"quiet\" x=\"%.1f\" y=\"%d\">%s</text>\n", margin+labels+length+8, y+barHeight-3, html.EscapeString(note))
		y += barPitch
	}
	if len(without) > 0 {
		text := "wrong of more than half, not drawn: " + strings.Join(without, ", ")
		fmt.Fprintf(b, "<text class=\"quiet\" x=\"%d\" y=\"%d\">%s</text>\n", margin+labels, y+barHeight-3, html.EscapeString(text))
		y += barPitch
	}
	return y + 10
}

// framed adds the panel, the title and the machine to the bars.
func (r *report) framed(t *table, body []byte, height int) []byte {
	var b bytes.Buffer
	function, fixed, _ := strings.Cut(t.title, ", ")
	title := function + ": lines in a second"
	legend := fmt.Sprintf("longer is better; the time of a line, and how many times that of %s (%s)", t.cols[0], fixed)
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">\n",
		width, height, width, height)
	fmt.Fprintf(&b, "<title>%s</title>\n<style>%s</style>\n", html.EscapeString(title), style)
	fmt.Fprintf(&b, "<rect class=\"panel\" x=\"0.5\" y=\"0.5\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n", width-1, height-1)
	fmt.Fprintf(&b, "<text class=\"title\" x=\"%d\" y=\"38\">%s</text>\n", margin, html.EscapeString(title))
	fmt.Fprintf(&b, "<text class=\"quiet\" x=\"%d\" y=\"56\">%s</text>\n", margin, html.EscapeString(legend))
	b.Write(body)
	where := strings.Join([]string{r.config["cpu"], r.config["go"], r.config["date"]}, " · ")
	fmt.Fprintf(&b, "<text class=\"quiet\" x=\"%d\" y=\"%d\">%s</text>\n</svg>\n", margin, height-18, html.EscapeString(where))
	return b.Bytes()
}
