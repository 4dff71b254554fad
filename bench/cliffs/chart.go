package main

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"strings"
)

// The measures of a figure, in pixels.
const (
	width       = 760
	margin      = 24
	left        = 70 // where the plots begin
	right       = width - margin
	topHeight   = 92
	headHeight  = 28 // of a plot's title
	plotHeight  = 190
	panelHeight = headHeight + plotHeight + 34
	footer      = 52
)

// style has the colours of a light panel and of a dark one, as results.svg has
// them. A line's colour is that of its kernel.
const style = `
.panel { fill: #ffffff; stroke: #d0d7de }
text { font: 12px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #1f2328 }
.title { font-size: 17px; font-weight: 600 }
.group { font-size: 13px; font-weight: 600 }
.quiet { fill: #59636e }
.grid { stroke: #d0d7de; stroke-width: 1; fill: none }
.line { stroke-width: 1.6; stroke-linejoin: round; fill: none }
.k0 { stroke: #818b98 } .k1 { stroke: #bc4c00 } .k2 { stroke: #0969da } .k3 { stroke: #8250df }
@media (prefers-color-scheme: dark) {
.panel { fill: #0d1117; stroke: #3d444d }
text { fill: #f0f6fc }
.quiet { fill: #9198a1 }
.grid { stroke: #3d444d }
.k0 { stroke: #9198a1 } .k1 { stroke: #f0883e } .k2 { stroke: #4493f8 } .k3 { stroke: #ab7df8 }
}
`

// draw returns a figure: the panels that are of it, one above the other.
func (r *record) draw(f figure, all []*panel) []byte {
	var body bytes.Buffer
	y := topHeight
	for _, p := range all {
		if p.figure == f.name {
			p.draw(&body, y, r.Times[p.name()])
			y += panelHeight
		}
	}
	return r.framed(f, body.Bytes(), y+footer)
}

// framed puts the panel, the title, the legend and where it was measured around
// the plots.
func (r *record) framed(f figure, body []byte, height int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">\n",
		width, height, width, height)
	fmt.Fprintf(&b, "<title>%s</title>\n<style>%s</style>\n", escaped(f.title), style)
	fmt.Fprintf(&b, "<rect class=\"panel\" x=\"0.5\" y=\"0.5\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n", width-1, height-1)
	fmt.Fprintf(&b, "<text class=\"title\" x=\"%d\" y=\"38\">%s</text>\n", margin, escaped(f.title))
	fmt.Fprintf(&b, "<text class=\"quiet\" x=\"%d\" y=\"56\">lower is better; the least of %d passes, each point by itself</text>\n", margin, r.Passes)
	for i, level := range r.Levels {
		x := margin + 110*i
		fmt.Fprintf(&b, "<path class=\"line k%d\" d=\"M%d 74h24\"/><text x=\"%d\" y=\"78\">%s</text>\n", i, x, x+30, level)
	}
	b.Write(body)
	fmt.Fprintf(&b, "<text class=\"quiet\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", (left+right)/2, height-footer+6, escaped(f.x))
	fmt.Fprintf(&b, "<text class=\"quiet\" x=\"%d\" y=\"%d\">%s</text>\n</svg>\n", margin, height-18, escaped(r.Where))
	return b.Bytes()
}

// draw draws the panel from y downwards.
func (p *panel) draw(b *bytes.Buffer, y int, times [][]float64) {
	values := make([][]float64, len(times))
	low, high := math.Inf(1), 0.0
	for l := range times {
		for i, t := range times[l] {
			v := t
			if p.perOctet {
				v /= float64(p.xs[i])
			}
			values[l] = append(values[l], v)
			low, high = min(low, v), max(high, v)
		}
	}
	bottom := y + headHeight + plotHeight
	horizontal := scale{float64(p.xs[0]), float64(p.xs[len(p.xs)-1]), left, right, p.logX}
	vertical := scale{0, high * 1.08, float64(bottom), float64(bottom - plotHeight), false}
	if p.logY {
		vertical.low, vertical.high, vertical.log = low/1.15, high*1.15, true
	}
	fmt.Fprintf(b, "<text class=\"group\" x=\"%d\" y=\"%d\">%s: %s</text>\n", margin, y+17, escaped(p.title), p.units())
	for _, v := range vertical.ticks() {
		at := vertical.at(v)
		fmt.Fprintf(b, "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text class=\"quiet\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
			left, at, right, left-8, at+4, label(v))
	}
	ticks := horizontal.ticks()
	if p.logX {
		ticks = horizontal.powers()
	}
	for _, v := range ticks {
		at := horizontal.at(v)
		fmt.Fprintf(b, "<path class=\"grid\" d=\"M%.1f %dv4\"/><text class=\"quiet\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
			at, bottom, at, bottom+17, label(v))
	}
	for l := range values {
		fmt.Fprintf(b, "<path class=\"line k%d\" d=\"%s\"/>\n", l, p.line(values[l], horizontal, vertical))
	}
}

func (p *panel) units() string {
	switch {
	case p.perOctet:
		return "ns per octet"
	case p.lines(0) > 1:
		return "ns per line"
	}
	return "ns"
}

// line returns the path through values. Where several share a pixel it goes from
// the least to the most of them, so that nothing that sticks out is lost.
func (p *panel) line(values []float64, horizontal, vertical scale) string {
	var b strings.Builder
	for i := 0; i < len(values); {
		x := math.Round(horizontal.at(float64(p.xs[i])))
		least, most := values[i], values[i]
		first := i
		for ; i < len(values) && math.Round(horizontal.at(float64(p.xs[i]))) == x; i++ {
			least, most = min(least, values[i]), max(most, values[i])
		}
		verb := 'L'
		if first == 0 {
			verb = 'M'
		}
		fmt.Fprintf(&b, "%c%.0f %.1f", verb, x, vertical.at(least))
		if most > least {
			fmt.Fprintf(&b, "V%.1f", vertical.at(most))
		}
	}
	return b.String()
}

func escaped(text string) string {
	var b strings.Builder
	// A strings.Builder takes whatever it is given.
	_ = xml.EscapeText(&b, []byte(text))
	return b.String()
}
