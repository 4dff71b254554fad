package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// A record is a file with one line for each mutant tried: identity, place, change,
// verdict and remark, with TABs between them.
type record struct {
	name string
	rows []row
}

type row struct{ id, place, change, verdict, remark string }

// openRecord reads what earlier runs found.
func openRecord(name string) (*record, error) {
	r := &record{name: name}
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		c := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(c) != 5 {
			return nil, fmt.Errorf("%s:%d: %d columns, want 5", name, len(r.rows)+1, len(c))
		}
		r.rows = append(r.rows, row{c[0], c[1], c[2], c[3], c[4]})
	}
	return r, nil
}

// find returns the row of a mutant, nil if it was not tried.
func (r *record) find(m *mutant) *row {
	i := slices.IndexFunc(r.rows, func(old row) bool { return old.id == m.id })
	if i < 0 {
		return nil
	}
	return &r.rows[i]
}

// set puts the verdict on m where its row is, or at the end, and saves the record.
func (r *record) set(m *mutant, verdict, remark string) error {
	at := r.find(m)
	if at == nil {
		r.rows = append(r.rows, row{})
		at = &r.rows[len(r.rows)-1]
	}
	place, change, _ := strings.Cut(m.String(), "\t")
	*at = row{m.id, place, change, verdict, remark}
	var text strings.Builder
	for _, w := range r.rows {
		fmt.Fprintf(&text, "%s\t%s\t%s\t%s\t%s\n", w.id, w.place, w.change, w.verdict, w.remark)
	}
	if err := os.WriteFile(r.name+".new", []byte(text.String()), 0o666); err != nil {
		return err
	}
	return os.Rename(r.name+".new", r.name)
}

// String returns how many mutants have each verdict.
func (r *record) String() string {
	count := map[string]int{}
	for _, w := range r.rows {
		count[w.verdict]++
	}
	return fmt.Sprintf("%d mutants: %d caught, %d equivalent, %d survived", len(r.rows), count["caught"], count["equivalent"], count["survived"])
}
