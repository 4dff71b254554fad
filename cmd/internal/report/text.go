package report

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/uriscan/uriscan/cmd/internal/term"
)

// A Screen describes where a text is shown.
type Screen struct {
	Width  int  // in columns
	Color  bool // ANSI escape sequences are understood
	Blocks bool // so are the block elements of Unicode
}

const (
	leastBar  = 4  // shorter bars say nothing
	longest   = 40 // longer ones say no more
	indent    = 2
	betweens  = 2 // blanks between columns
	leastName = 10
)

var comparison = []string{"", letters[0], letters[1], "B - A"}

// lengthsTitle is the title of the table of all lengths.
const lengthsTitle = "Lengths in bytes, path depth in segments"

// AppendText appends the view as text.
func (v *View) AppendText(dst []byte, s Screen) []byte {
	if !v.reports[0].Brief {
		dst = s.heading(dst, v.title())
		dst = s.grid(dst, v.summary())
		if note := v.distinctNote(); note != "" {
			dst = s.note(dst, note)
		}
	}
	for i := range v.tables {
		t := &v.tables[i]
		if !t.isShown() {
			continue
		}
		dst = s.heading(dst, t.title+", "+t.ofWhat())
		dst = s.table(dst, t)
		for _, note := range t.notes() {
			dst = s.note(dst, note)
		}
	}
	if grid := v.lengthsGrid(); len(grid) > 1 {
		dst = s.heading(dst, lengthsTitle)
		dst = s.grid(dst, grid)
	}
	return dst
}

// heading appends a highlighted line, broken if necessary, after an empty one unless dst is
// empty.
func (s Screen) heading(dst []byte, text string) []byte {
	if len(dst) > 0 {
		dst = append(dst, '\n')
	}
	for _, line := range wrapped(text, s.Width) {
		if s.Color {
			line = term.HeadColor + line + term.NoColor
		}
		dst = append(append(dst, line...), '\n')
	}
	return dst
}

func (s Screen) note(dst []byte, text string) []byte {
	for _, line := range wrapped(text, s.Width-indent) {
		dst = append(dst, strings.Repeat(" ", indent)+line+"\n"...)
	}
	return dst
}

// wrapped breaks a text into lines of at most width columns. It breaks only words that
// are longer than that.
func wrapped(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Split(text, " ") {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
		r := []rune(line)
		for ; len(r) > width; r = r[width:] {
			lines = append(lines, string(r[:width]))
		}
		line = string(r)
	}
	return append(lines, line)
}

// table appends the rows of t, with bars if there is room for them.
func (s Screen) table(dst []byte, t *table) []byte {
	var grid [][]string
	var parts []float64
	for i := range t.rows {
		r := &t.rows[i]
		grid = append(grid, t.figures(r))
		parts = append(parts, t.part(r, 0))
	}
	if t.compares() {
		return s.grid(dst, append([][]string{comparison}, grid...))
	}
	widths := s.fit(grid)
	room := s.Width - indent
	for _, w := range widths {
		room -= w + betweens
	}
	scale := t.greatest()
	for i, cells := range grid {
		dst = s.row(dst, cells, widths)
		if room >= leastBar && parts[i] > 0 {
			dst = s.bar(dst, parts[i]/scale, min(room, longest))
		}
		dst = append(dst, '\n')
	}
	return dst
}

func (t *table) figures(r *row) []string {
	if t.compares() {
		change := "-"
		if d, known := t.difference(r); known {
			change = points(d)
		}
		return []string{t.name(r), t.percentage(r, 0), t.percentage(r, 1), change}
	}
	count := "-"
	if r.cells[0].known {
		count = grouped(r.cells[0].count)
	}
	return []string{t.name(r), count, t.percentage(r, 0)}
}

// eighths are the block characters that fill that many eighths of a column.
var eighths = [...]string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}

// bar appends a bar for a part of width, or at least a trace of one.
func (s Screen) bar(dst []byte, part float64, width int) []byte {
	text := strings.Repeat("#", max(1, int(part*float64(width)+0.5)))
	if s.Blocks {
		n := max(1, int(part*float64(8*width)+0.5))
		text = strings.Repeat("█", n/8) + eighths[n%8]
	}
	if s.Color {
		text = term.MarkColor + text + term.NoColor
	}
	return append(append(dst, strings.Repeat(" ", betweens)...), text...)
}

// grid appends rows of cells. The first cell of each row is aligned to the left and the
// others to the right.
func (s Screen) grid(dst []byte, rows [][]string) []byte {
	widths := s.fit(rows)
	for _, cells := range rows {
		dst = append(s.row(dst, cells, widths), '\n')
	}
	return dst
}

// fit returns the widths of the columns. If all together are too wide, it clips the first
// column; if that is not enough, it omits columns at the end.
func (s Screen) fit(rows [][]string) (widths []int) {
	for _, cells := range rows {
		for i, c := range cells {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(c))
		}
	}
	total := indent - betweens
	for _, w := range widths {
		total += w + betweens
	}
	for total > s.Width {
		if spare := widths[0] - leastName; spare > 0 {
			cut := min(spare, total-s.Width)
			widths[0] -= cut
			total -= cut
			continue
		}
		if len(widths) == 2 {
			break
		}
		total -= widths[len(widths)-1] + betweens
		widths = widths[:len(widths)-1]
	}
	return widths
}

func (s Screen) row(dst []byte, cells []string, widths []int) []byte {
	line := strings.Repeat(" ", indent)
	for i, w := range widths {
		switch {
		case i == len(cells):
			return append(dst, line...)
		case i == 0:
			line += fmt.Sprintf("%-*s", w, clipped(cells[0], w))
		default:
			line += fmt.Sprintf("%*s", betweens+w, cells[i])
		}
	}
	return append(dst, strings.TrimRight(line, " ")...)
}

func (v *View) summary() [][]string {
	lines, valid, distinct := []string{"lines"}, []string{"valid references"}, []string{"different ones"}
	for i, r := range v.reports {
		lines = append(lines, grouped(r.Lines))
		valid = append(valid, grouped(r.Valid))
		distinct = append(distinct, v.distinct(i))
	}
	if v.compares() {
		return [][]string{comparison[:3], lines, valid, distinct}
	}
	valid = append(valid, percent(v.reports[0].Valid, v.reports[0].Lines))
	return [][]string{lines, valid, distinct}
}

// lengthsGrid returns the percentiles of all lengths, with a row of headings.
func (v *View) lengthsGrid() [][]string {
	head := []string{""}
	for _, p := range percentiles {
		head = append(head, "p"+strconv.Itoa(p))
	}
	grid := [][]string{append(head, "max", "count")}
	for i := range v.reports[0].Lengths {
		for j, r := range v.reports {
			l := &r.Lengths[i]
			if l.Count() == 0 {
				continue
			}
			cells := []string{l.Key}
			if v.compares() {
				cells[0] += " " + letters[j]
			}
			for _, p := range percentiles {
				cells = append(cells, grouped(uint64(l.Percentile(p))))
			}
			grid = append(grid, append(cells, grouped(uint64(l.Max())), grouped(l.Count())))
		}
	}
	return grid
}
