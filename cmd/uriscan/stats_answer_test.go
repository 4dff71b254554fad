package main

import (
	"encoding/json"
	"testing"
)

// A counted value as JSON has it.
type countedValue struct {
	Value string
	Count int
	Share float64
}

// A section as JSON has it.
type statsSection struct {
	Of            int
	Distinct      *int
	Exact         *bool
	Error, Least  int
	Values        []countedValue
	None          countedValue
	Others        countedValue
	Long          countedValue
	P50, P90, P95 int
	P99, Max      int
	Count         int
	Histogram     []struct{ From, To, Count int }
}

// A statsAnswer is what stats prints as JSON.
type statsAnswer struct {
	Files        []string
	Lines, Valid int
	Distinct     struct {
		Count int
		Exact bool
		Error float64
	}
	Lengths  map[string]statsSection
	sections map[string]statsSection
}

func readStats(t *testing.T, out string) (a statsAnswer) {
	t.Helper()
	all := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(out), &a); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(out), &all); err != nil {
		t.Fatal(err)
	}
	a.sections = map[string]statsSection{}
	for _, key := range statsSections {
		var s statsSection
		if err := json.Unmarshal(all[key], &s); err != nil {
			t.Fatalf("%s: %v", key, err)
		}
		a.sections[key] = s
	}
	return a
}

var statsSections = []string{"validity", "form", "scheme", "host_kind", "host", "port", "extension", "parameter", "rungs"}
