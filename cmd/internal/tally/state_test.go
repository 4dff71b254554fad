package tally

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/axiomhq/hyperloglog"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
)

// again returns what v is after it was written and read.
func again[T any](t *testing.T, v *T) *T {
	t.Helper()
	text, err := json.Marshal(v)
	testkit.Must(t, err)
	read := new(T)
	testkit.Must(t, json.Unmarshal(text, read))
	return read
}

// The sum of parts that were written and read is that of the whole: the counts, how exact they
// are and their error. Of estimates the least count of the list may be greater, and the list
// has all values from there on.
func TestPartsAreTheWhole(t *testing.T) {
	long := strings.Repeat("l", MaxValueLen+1)
	for _, tt := range []struct{ n, distinct, capacity, parts int }{
		{0, 1, 64, 3}, {1000, 64, 64, 3}, {1000, 65, 64, 1}, {1000, 60, 64, 40}, {sizes.Of(20_000, 20_000), 3000, 64, 3}, {4000, 3000, 64, 9}, {sizes.Of(20_000, 20_000), 200, 190, 7},
	} {
		values := append(stream(uint64(tt.n), tt.n, tt.distinct), long)
		whole := count(newGroup(tt.capacity), 2, values)
		counts := countsOf(values)
		delete(counts, long)
		sum := newGroup(tt.capacity)
		for i := range tt.parts {
			part := newGroup(tt.capacity)
			size := len(values)/tt.parts + 1
			from, to := min(i*size, len(values)), min((i+1)*size, len(values))
			merged := newGroup(tt.capacity) // of one part, which is that part
			counted := count(part, 3, values[from:to])
			read := again(t, counted)
			if read.Total != counted.Total || read.Long != counted.Long || read.Least != counted.Least || read.Exact && read.Distinct != counted.Distinct {
				t.Errorf("%+v, part %d: read %d %d %d %d, want %d %d %d %d", tt, i,
					read.Total, read.Long, read.Least, read.Distinct, counted.Total, counted.Long, counted.Least, counted.Distinct)
			}
			merged.Add(read)
			sum.Add(again(t, merged.Sum()))
		}
		if len(sum.members) != 1 {
			t.Errorf("%+v: %d tables hold what was added, want one", tt, len(sum.members))
		}
		got := sum.Sum()
		if got.Total != whole.Total || got.Long != whole.Long || got.Exact != whole.Exact || got.Error != whole.Error || got.Least < whole.Least || got.Distinct != whole.Distinct {
			t.Errorf("%+v in parts: %d %d %v %d %d %d, want %d %d %v %d %d %d", tt, got.Total, got.Long, got.Exact, got.Error, got.Least, got.Distinct,
				whole.Total, whole.Long, whole.Exact, whole.Error, whole.Least, whole.Distinct)
		}
		if got.Exact && !maps.Equal(got.counts, counts) {
			t.Errorf("%+v in parts: the counts are %v, want %v", tt, got.counts, counts)
		}
		for value, n := range counts {
			if listed := got.counts[value]; !got.Exact && (n >= got.Least && listed < n || listed > 0 && listed != whole.sketch.count(hashOf(value))) {
				t.Errorf("%+v in parts: %s occurs %d times, and is listed with %d; the least is %d", tt, value, n, listed, got.Least)
			}
		}
	}
}

// What no counter has written is refused.
func TestForeignStates(t *testing.T) {
	for _, text := range []string{
		`[]`, `{"counts":{"` + strings.Repeat("a", MaxValueLen+1) + `":1}}`, `{"counts":{"a":-1}}`, `{"estimated":{}}`, `{"long":-1}`,
		`{"estimated":{"total":1,"cells":"AA==","distinct":{}}}`,
	} {
		if json.Unmarshal([]byte(text), new(Summary)) == nil {
			t.Errorf("%s is read as a Summary", text)
		}
	}
	for _, text := range []string{`[]`, `{"sketch":"AAAA"}`, `{"sketch":"=="}`, `{"hashes":[-1]}`} {
		if json.Unmarshal([]byte(text), new(Distinct)) == nil {
			t.Errorf("%s is read as a Distinct", text)
		}
	}
	other, err := hyperloglog.NewNoSparse().MarshalBinary()
	testkit.Must(t, err)
	text, err := json.Marshal(distinctState{Sketch: other})
	testkit.Must(t, err)
	if json.Unmarshal(text, new(Distinct)) == nil {
		t.Error("a sketch of another precision is read as a Distinct")
	}
	var good summaryState
	text, err = json.Marshal(count(newGroup(64), 1, stream(1, 1000, 100)))
	testkit.Must(t, err)
	testkit.Must(t, json.Unmarshal(text, &good))
	cells := good.Estimated.Cells
	for name, change := range map[string]func(e *estimatedState){
		"": func(*estimatedState) {}, "a count missing": func(e *estimatedState) { e.Cells = cells[:len(cells)-1] },
		"one too many": func(e *estimatedState) { e.Cells = append(slices.Clone(cells), 0) }, "a count cut off": func(e *estimatedState) { e.Cells = append(cells[:len(cells)-1:len(cells)-1], 0x80) },
		"hashes missing": func(e *estimatedState) { e.Distinct = nil }, "no total": func(e *estimatedState) { e.Total = 0 },
	} {
		e := *good.Estimated
		change(&e)
		text, err = json.Marshal(summaryState{Counts: good.Counts, Estimated: &e})
		testkit.Must(t, err)
		if err := json.Unmarshal(text, new(Summary)); (err == nil) != (name == "") {
			t.Errorf("an estimate with %q is read as a Summary: %v", name, err)
		}
	}
	lengths := new(Lengths)
	lengths.Add(5)
	if text, err := json.Marshal(lengths); string(text) != `{"longest":5,"counts":[[5,1]]}` {
		t.Errorf("one length is written as %s, %v", text, err)
	}
	for _, text := range []string{`[]`, `{"longest":1,"counts":[[2,1]]}`, `{"longest":-1,"counts":[[0,1]]}`, `{"longest":1,"counts":[[-1,1]]}`} {
		if json.Unmarshal([]byte(text), new(Lengths)) == nil {
			t.Errorf("%s is read as Lengths", text)
		}
	}
}

// What is read replaces what was there.
func TestStateReplaces(t *testing.T) {
	var few, more Distinct
	few.Add(1)
	text, err := json.Marshal(&few)
	testkit.Must(t, err)
	for hash := range uint64(3) {
		more.Add(hash << 40)
	}
	testkit.Must(t, json.Unmarshal(text, &more))
	if n, exact := more.Count(); n != 1 || !exact {
		t.Errorf("there are %d different ones, %t, want 1", n, exact)
	}
}
