package main

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
)

// The measures of the chart, in pixels.
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

// style has the colours of a light panel and of a dark one. The chart brings
// its own background, so that it can be read on any page, whatever that page
// thinks of the viewer's preference.
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

// A group is a row of a table as bars, the fastest first. What is wrong of more
// than half of the lines did another job, and gets no bar.
type group struct {
	title   string
	bars    []bar
	without []string
}

// A bar is one implementation and how many lines it has done in a second.
type bar struct {
	name  string
	speed float64
	note  string
}

// charted is the table that is drawn, and chartedRows are the rows of it.
const charted = "Parse, in=string"

var chartedRows = []string{"web", "long", "links"}

// chart draws the rows, nil if there are none.
func (r *report) chart() []byte {
	i := slices.IndexFunc(r.tables, func(t *table) bool { return t.title == charted })
	if i < 0 {
		return nil
	}
	t := r.tables[i]
	var groups []group
	longest := 0.0
	for _, row := range chartedRows {
		if slices.Contains(t.rows, row) {
			g := t.group(row)
			groups = append(groups, g)
			for _, b := range g.bars {
				longest = max(longest, b.speed)
			}
		}
	}
	if len(groups) == 0 {
		return nil
	}
	var body bytes.Buffer
	y := topHeight
	for _, g := range groups {
		y = g.draw(&body, y, longest)
	}
	return r.framed(t, body.Bytes(), y+footer)
}

// group turns a row into bars.
func (t *table) group(row string) group {
	g := group{title: t.row + " " + row}
	base := t.at(row, t.cols[0])
	for _, col := range t.cols {
		s := t.at(row, col)
		if s == nil {
			continue
		}
		if s.wrong*2 > s.lines {
			g.without = append(g.without, col)
			continue
		}
		b := bar{name: col, speed: 1 / s.summary.Center, note: duration(s.summary.Center)}
		if base != nil && s != base {
			b.note += ", " + ratio(base, s)
		}
		if s.wrong*100 >= s.lines {
			b.note += ", " + s.wrongShare() + " wrong"
		}
		g.bars = append(g.bars, b)
	}
	slices.SortStableFunc(g.bars, func(a, b bar) int { return cmp.Compare(b.speed, a.speed) })
	return g
}

// draw draws the group from y downwards and returns where it ends.
func (g group) draw(b *bytes.Buffer, y int, longest float64) int {
	fmt.Fprintf(b, "<text class=\"group\" x=\"%d\" y=\"%d\">%s</text>\n", margin, y+17, escaped(g.title))
	y += headPitch
	for _, bar := range g.bars {
		class := ""
		if bar.name == ours {
			class = " ours"
		}
		fmt.Fprintf(b, "<text class=\"name%s\" x=\"%d\" y=\"%d\">%s</text>\n", class, margin+labels-8, y+barHeight-3, escaped(bar.name))
		length := max(1, bar.speed/longest*barWidth)
		fmt.Fprintf(b, "<rect class=\"bar%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>\n",
			class, margin+labels, y, length, barHeight)
		fmt.Fprintf(b, "<text class=\"quiet\" x=\"%.1f\" y=\"%d\">%s</text>\n", margin+labels+length+8, y+barHeight-3, escaped(bar.note))
		y += barPitch
	}
	if len(g.without) > 0 {
		text := "wrong of more than half, not drawn: " + strings.Join(g.without, ", ")
		fmt.Fprintf(b, "<text class=\"quiet\" x=\"%d\" y=\"%d\">%s</text>\n", margin+labels, y+barHeight-3, escaped(text))
		y += barPitch
	}
	return y + 10
}

// framed puts the panel, the title and where it was measured around the bars.
func (r *report) framed(t *table, body []byte, height int) []byte {
	var b bytes.Buffer
	function, fixed, _ := strings.Cut(t.title, ", ")
	title := function + ": lines in a second"
	legend := fmt.Sprintf("longer is better; the time of a line, and how many times that of %s (%s)", t.cols[0], fixed)
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">\n",
		width, height, width, height)
	fmt.Fprintf(&b, "<title>%s</title>\n<style>%s</style>\n", escaped(title), style)
	fmt.Fprintf(&b, "<rect class=\"panel\" x=\"0.5\" y=\"0.5\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n", width-1, height-1)
	fmt.Fprintf(&b, "<text class=\"title\" x=\"%d\" y=\"38\">%s</text>\n", margin, escaped(title))
	fmt.Fprintf(&b, "<text class=\"quiet\" x=\"%d\" y=\"56\">%s</text>\n", margin, escaped(legend))
	b.Write(body)
	where := strings.Join([]string{r.config["cpu"], r.config["go"], r.config["date"]}, " · ")
	fmt.Fprintf(&b, "<text class=\"quiet\" x=\"%d\" y=\"%d\">%s</text>\n</svg>\n", margin, height-18, escaped(where))
	return b.Bytes()
}

func escaped(text string) string {
	var b strings.Builder
	// A strings.Builder takes whatever it is given.
	_ = xml.EscapeText(&b, []byte(text))
	return b.String()
}
