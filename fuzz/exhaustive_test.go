package fuzz

import (
	"flag"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
)

var exhaustive = flag.String("exhaustive", "2,4",
	"judge every string to these lengths, over all octets and over one octet of each class")

// Every string to a length over all 256 octets, and to a greater one over one
// octet of each class of the grammar, for each rule.
func TestExhaustive(t *testing.T) {
	var octets, classes int
	if _, err := fmt.Sscanf(*exhaustive, "%d,%d", &octets, &classes); err != nil {
		t.Fatalf("-exhaustive=%s: want two lengths: %v", *exhaustive, err)
	}
	if testing.Short() {
		classes--
	}
	all := make([]byte, 256)
	for c := range all {
		all[c] = byte(c)
	}
	tests := []struct {
		name     string
		alphabet []byte
		length   int
	}{
		{"octets", all, octets},
		{"classes", representatives, classes},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%s=%d", tt.name, tt.length), func(t *testing.T) {
			want, power := 1, 1
			for range tt.length {
				power *= len(tt.alphabet)
				want += power
			}
			if got := walkAll(t, tt.alphabet, tt.length); got != want*len(rules) {
				t.Errorf("walkAll(%s, %d) = %d, want %d", tt.name, tt.length, got, want*len(rules))
			}
		})
	}
}

// walkAll shares the strings among the cores by their first octet, and returns
// how many were judged, over all rules.
func walkAll(t *testing.T, alphabet []byte, length int) int {
	var wg sync.WaitGroup
	var n atomic.Int64
	for _, j := range judges(t) {
		n.Add(int64(j.walk(nil, nil, 0)))
	}
	if length == 0 {
		return int(n.Load())
	}
	firsts := make(chan byte)
	for range workers {
		wg.Go(func() {
			all := judges(t)
			for c := range firsts {
				for _, j := range all {
					n.Add(int64(j.walk([]byte{c}, alphabet, length)))
				}
			}
		})
	}
	for _, c := range alphabet {
		firsts <- c
	}
	close(firsts)
	wg.Wait()
	return int(n.Load())
}

// representatives holds one octet of each class of the grammar: the first, and
// of the octets that no rule admits NUL.
var representatives = func() (all []byte) {
	for _, class := range grammar.Classes("URI-reference") {
		all = append(all, class[0])
	}
	return all
}()
