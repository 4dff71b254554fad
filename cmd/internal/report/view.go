package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/uriscan/uriscan/cmd/internal/tally"
)

// A View is one report, or two that are compared.
type View struct {
	reports []*Report
	tables  []table
}

// New returns the view of one or two reports. With two, it compares the second with the
// first; both must have the same shares and lengths.
func New(reports ...*Report) *View {
	v := &View{reports: reports}
	for i := range reports[0].Shares {
		v.tables = append(v.tables, v.sharesTable(i))
	}
	for i := range reports[0].Lengths {
		v.tables = append(v.tables, v.histogram(i))
	}
	return v
}

func (v *View) compares() bool { return len(v.reports) > 1 }

// A table has rows with a count for each report. Counts and shares have the same length.
type table struct {
	key, title, unit string
	of               []uint64 // by report
	rows             []row
	shares           []*Shares  // by report, nil of a histogram
	lengths          []*Lengths // by report, nil of shares
}

func (t *table) compares() bool { return len(t.of) > 1 }

// isShown reports whether t has anything to show. JSON has all tables.
func (t *table) isShown() bool {
	if t.title == "" || len(t.rows) == 0 {
		return false
	}
	return t.rows[0].kind == valueRow || t.lengths != nil || t.shares[0].Summary == nil
}

// A kind is what a row counts.
type kind uint8

const (
	valueRow kind = iota
	noneRow       // those without a value
	longRow       // those whose value is too long to be counted by itself
	otherRow      // all others
	binRow        // the lengths from one to another
)

type row struct {
	kind     kind
	value    string
	from, to int // of a bin; to may be noEnd
	cells    []cell
}

const noEnd = math.MaxInt

// A cell is a count; known is false if only an upper bound is known.
type cell struct {
	count uint64
	known bool
}

// sharesTable returns the table of shares i of all reports.
func (v *View) sharesTable(i int) table {
	first := &v.reports[0].Shares[i]
	t := table{key: first.Key, title: first.Title, unit: first.Unit}
	for _, r := range v.reports {
		t.shares = append(t.shares, &r.Shares[i])
		t.of = append(t.of, r.Shares[i].Of)
	}
	for _, value := range t.values() {
		r := row{value: value}
		for _, s := range t.shares {
			count, known := s.count(value)
			r.cells = append(r.cells, cell{count, known})
		}
		t.rows = append(t.rows, r)
	}
	if first.Summary != nil {
		t.sort()
	}
	t.addRest()
	return t
}

// values returns the values that any report lists.
func (t *table) values() (values []string) {
	seen := map[string]bool{}
	for _, s := range t.shares {
		for _, c := range s.Values {
			if !seen[c.Value] {
				seen[c.Value] = true
				values = append(values, c.Value)
			}
		}
	}
	return values
}

// sort puts the rows with the greatest share in any report first.
func (t *table) sort() {
	greatest := func(r row) (g float64) {
		for i, c := range r.cells {
			if c.known && t.of[i] > 0 {
				g = max(g, float64(c.count)/float64(t.of[i]))
			}
		}
		return g
	}
	slices.SortStableFunc(t.rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(greatest(b), greatest(a)), cmp.Compare(a.value, b.value))
	})
}

// addRest adds the rows for everything that the other rows do not count.
func (t *table) addRest() {
	var long, others, none []cell
	for i, s := range t.shares {
		tooLong, other := uint64(0), cell{s.Of - s.Without, !s.Overlap}
		if s.Summary != nil {
			tooLong = s.Summary.Long
			other.known = other.known && s.Summary.Exact
		}
		other.count -= tooLong
		for _, r := range t.rows {
			other.count -= r.cells[i].count // unknown if it is an estimate, which may be too high
		}
		long, others, none = append(long, cell{tooLong, true}), append(others, other), append(none, cell{s.Without, true})
	}
	t.addRow(longRow, long)
	t.addRow(otherRow, others)
	t.addRow(noneRow, none)
}

// addRow adds a row if it has anything to show.
func (t *table) addRow(k kind, cells []cell) {
	for _, c := range cells {
		if c.known && c.count > 0 {
			t.rows = append(t.rows, row{kind: k, cells: cells})
			return
		}
	}
}

func (t *table) name(r *row) string {
	switch r.kind {
	case noneRow:
		return "(" + t.shares[0].None + ")"
	case longRow:
		return fmt.Sprintf("(longer than %d bytes)", tally.MaxValueLen)
	case otherRow:
		return "(others)"
	case binRow:
		switch {
		case r.to == noEnd:
			return strconv.Itoa(r.from) + " and more"
		case r.from == r.to:
			return strconv.Itoa(r.from)
		}
		return strconv.Itoa(r.from) + "-" + strconv.Itoa(r.to)
	}
	if r.value == "" {
		return "(empty)"
	}
	return printable(r.value)
}

func (t *table) ofWhat() string {
	if t.compares() {
		return "of " + grouped(t.of[0]) + " and " + many(t.of[1], t.unit)
	}
	return "of " + many(t.of[0], t.unit)
}

// notes returns how many values there are and which numbers are not exact.
func (t *table) notes() (notes []string) {
	for i, s := range t.shares {
		if s.Summary == nil || s.Summary.Total == 0 {
			continue
		}
		in := ""
		if t.compares() {
			in = " in " + letters[i]
		}
		note := many(s.Summary.Distinct, "different values") + in
		if u := s.Summary; !u.Exact {
			note = fmt.Sprintf("~%s different values%s: counts are at most %s too high, unless values were made for that; those below %s are not listed",
				grouped(u.Distinct), in, grouped(u.Error), grouped(u.Least))
		}
		notes = append(notes, note)
	}
	return notes
}

func (t *table) percentage(r *row, i int) string {
	if c := r.cells[i]; c.known {
		return percent(c.count, t.of[i])
	}
	return "-"
}

// part returns the share that the bar of cell i shows. In a table of the most frequent
// values, a row for the other values has no bar, which would make the other bars too
// short to see.
func (t *table) part(r *row, i int) float64 {
	c := r.cells[i]
	if !c.known || t.of[i] == 0 || r.kind != valueRow && t.shares != nil && t.shares[0].Summary != nil {
		return 0
	}
	return float64(c.count) / float64(t.of[i])
}

// greatest returns the share of the longest bar of t, or 1 if there is no bar.
func (t *table) greatest() (g float64) {
	for i := range t.rows {
		for j := range t.of {
			g = max(g, t.part(&t.rows[i], j))
		}
	}
	if g == 0 {
		return 1
	}
	return g
}

// difference returns the second share minus the first. known is false if one of them is
// unknown or a share of nothing.
func (t *table) difference(r *row) (d float64, known bool) {
	a, b := r.cells[0], r.cells[1]
	if !a.known || !b.known || t.of[0] == 0 || t.of[1] == 0 {
		return 0, false
	}
	d = share(b.count, t.of[1]) - share(a.count, t.of[0])
	return math.Round(1e6*d) / 1e6, true
}
