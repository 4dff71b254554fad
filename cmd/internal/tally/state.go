package tally

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"github.com/axiomhq/hyperloglog"
)

// What was counted can be written as JSON and added to what another process has counted.
// Values are text, as all parts of references are.

// errState is the error of JSON that no counter has written.
var errState = errors.New("these are no counts")

// A summaryState is what a Summary is in JSON.
type summaryState struct {
	Long   uint64            `json:"long"`
	Counts map[string]uint64 `json:"counts"`
	// Without it, counts are exact.
	Estimated *estimatedState `json:"estimated,omitempty"`
}

type estimatedState struct {
	Total    uint64    `json:"total"`
	Least    uint64    `json:"least"`
	Cells    []byte    `json:"cells"` // of all rows of the sketch, as uvarints
	Distinct *Distinct `json:"distinct"`
}

// MarshalJSON returns all that Add of a Group needs.
func (s *Summary) MarshalJSON() ([]byte, error) {
	state := summaryState{Long: s.Long, Counts: s.counts}
	if !s.Exact {
		state.Estimated = &estimatedState{Total: s.Total, Least: s.Least, Distinct: &s.different}
		for c := range s.sketch.all() {
			state.Estimated.Cells = binary.AppendUvarint(state.Estimated.Cells, c.Load())
		}
	}
	return json.Marshal(state)
}

// UnmarshalJSON reads what MarshalJSON has written. Of an estimate, s can only be added to a
// Group.
func (s *Summary) UnmarshalJSON(text []byte) error {
	var state summaryState
	if err := json.Unmarshal(text, &state); err != nil {
		return err
	}
	*s = Summary{Total: state.Long, Long: state.Long, Exact: state.Estimated == nil, counts: state.Counts}
	for value, n := range s.counts {
		if len(value) > MaxValueLen {
			return errState
		}
		s.Total += n
	}
	if s.Exact {
		s.Distinct = uint64(len(s.counts))
		return nil
	}
	e := state.Estimated
	if e.Distinct == nil || e.Total <= s.Long {
		return errState
	}
	s.Total, s.Least, s.different, s.sketch = e.Total, e.Least, *e.Distinct, new(sketch)
	for c := range s.sketch.all() {
		count, n := binary.Uvarint(e.Cells)
		if n <= 0 {
			return errState
		}
		c.Store(count)
		e.Cells = e.Cells[n:]
	}
	if len(e.Cells) > 0 {
		return errState
	}
	s.Distinct, _ = s.different.Count()
	return nil
}

// Add adds the counts of another group, which may have been those of another process. It must
// not be called while a worker counts.
//
// The bound of Summary.Least holds for the sum: a value is in the list of a part unless it is
// less frequent there than its Least, and what is removed from the table here is rare among
// what was added before. So at most the sum of all these bounds was counted of a value that is
// not listed.
func (g *Group) Add(s *Summary) {
	if g.added == nil {
		g.added = g.New()
	}
	v := g.added
	v.long += s.Long
	if !s.Exact {
		g.sketch().addAll(s.sketch)
		v.spilled += s.Total - s.Long
		v.distinct.Merge(&s.different)
		g.least += s.Least
	}
	for _, value := range slices.Sorted(maps.Keys(s.counts)) {
		n := s.counts[value]
		if !s.Exact {
			n = 0 // it is in the sketch
		}
		v.add([]byte(value), n)
	}
}

// A distinctState is what a Distinct is in JSON: hashes, or the sketch.
type distinctState struct {
	Hashes []uint64 `json:"hashes,omitempty"`
	Sketch []byte   `json:"sketch,omitempty"`
}

// MarshalJSON returns all that Merge needs.
func (d *Distinct) MarshalJSON() ([]byte, error) {
	state := distinctState{Hashes: slices.Sorted(maps.Keys(d.set))}
	if d.sketch != nil {
		var err error
		if state.Sketch, err = d.sketch.MarshalBinary(); err != nil {
			return nil, err
		}
	}
	return json.Marshal(state)
}

// UnmarshalJSON reads what MarshalJSON has written.
func (d *Distinct) UnmarshalJSON(text []byte) error {
	var state distinctState
	if err := json.Unmarshal(text, &state); err != nil {
		return err
	}
	*d = Distinct{}
	for _, hash := range state.Hashes {
		d.Add(hash)
	}
	if len(state.Sketch) == 0 {
		return nil
	}
	var read hyperloglog.Sketch
	if err := read.UnmarshalBinary(state.Sketch); err != nil {
		return err
	}
	d.estimate()
	return d.sketch.Merge(&read)
}

// A lengthsState is what Lengths are in JSON.
type lengthsState struct {
	Longest int         `json:"longest"`
	Counts  [][2]uint64 `json:"counts,omitempty"` // places that are not empty, with their counts
}

// MarshalJSON returns all that Merge needs.
func (l *Lengths) MarshalJSON() ([]byte, error) {
	state := lengthsState{Longest: l.longest}
	for i, n := range l.counts {
		if n > 0 {
			state.Counts = append(state.Counts, [2]uint64{uint64(i), n})
		}
	}
	return json.Marshal(state)
}

// UnmarshalJSON reads what MarshalJSON has written.
func (l *Lengths) UnmarshalJSON(text []byte) error {
	var state lengthsState
	if err := json.Unmarshal(text, &state); err != nil {
		return err
	}
	*l = Lengths{longest: state.Longest}
	for _, c := range state.Counts {
		if state.Longest < 0 || c[0] > uint64(place(state.Longest)) {
			return errState
		}
		l.add(int(c[0]), c[1])
	}
	return nil
}
