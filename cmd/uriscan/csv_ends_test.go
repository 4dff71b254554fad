package main

import (
	"math/rand/v2"
	"testing"
)

// Where records are cut, and where their ends are, is the same.
func TestCutRecord(t *testing.T) {
	j := &job{delim: '\n', table: &table{csv: true, comma: ','}}
	rng := rand.New(rand.NewPCG(53, 2))
	for range times(50_000) {
		in := randomQuotes(rng)
		rest, from := []byte(in), 0
		for _, end := range slowEnds(in, ',') {
			var record []byte
			if record, rest = j.cutRecord(rest); string(record) != in[from:end+1] {
				t.Fatalf("cutRecord(%q) = %q, want %q", in[from:], record, in[from:end+1])
			}
			from = end + 1
		}
		if record, _ := j.cutRecord(rest); string(record) != in[from:] {
			t.Fatalf("cutRecord(%q) = %q, want %q", in[from:], record, in[from:])
		}
	}
}
