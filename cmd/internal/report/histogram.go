package report

import "github.com/uriscan/uriscan/cmd/internal/tally"

// histogram returns a table of lengths i of all reports.
func (v *View) histogram(i int) table {
	first := &v.reports[0].Lengths[i]
	t := table{key: first.Key, title: first.Title, unit: first.Unit}
	var all []*tally.Lengths
	for _, r := range v.reports {
		l := &r.Lengths[i]
		t.lengths = append(t.lengths, l)
		t.of = append(t.of, l.Count())
		all = append(all, l.Lengths)
	}
	for _, b := range bins(all) {
		for _, l := range all {
			b.cells = append(b.cells, cell{l.Between(b.from, b.to), true})
		}
		t.rows = append(t.rows, b)
	}
	return t
}

// mostBins is the approximate number of bars in a histogram.
const mostBins = 20

// bins cuts lengths into bins of width 1, 2, 5, 10, 20, 50 and so on, the least with
// which few bins hold 99 in 100 of all lengths. The last bin holds the rest.
func bins(all []*tally.Lengths) (rows []row) {
	common, longest, count := 0, 0, uint64(0)
	for _, l := range all {
		common, longest = max(common, l.Percentile(99)), max(longest, l.Max())
		count += l.Count()
	}
	if count == 0 {
		return nil
	}
	width := 1
	for i, power := 0, 1; common/width >= mostBins; i++ {
		width = power * [...]int{2, 5, 10}[i%3]
		if i%3 == 2 {
			power *= 10
		}
	}
	from := 0
	for ; from <= common; from += width {
		rows = append(rows, row{kind: binRow, from: from, to: from + width - 1})
	}
	if longest >= from {
		rows = append(rows, row{kind: binRow, from: from, to: noEnd})
	}
	return rows
}
