package fuzz

import (
	"bytes"
	"flag"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
)

var exhaustive = flag.String("exhaustive", "2,3",
	"judge every string to these lengths, over all octets and over one octet of each class")

// sampled is the length to which a fifth of the strings over one octet of each class
// are judged. TestSuite finds what the others would.
const sampled = 4

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
	var all, one, pairs [][]byte
	for c := range 256 {
		all = append(all, []byte{byte(c)})
	}
	for i, c := range representatives {
		one = append(one, []byte{c})
		for k, d := range representatives {
			if (i+k)%5 == 0 {
				pairs = append(pairs, []byte{c, d})
			}
		}
	}
	tests := []struct {
		name     string
		prefixes [][]byte
		alphabet []byte
		length   int
	}{
		{"empty", [][]byte{{}}, nil, 0},
		{"octets", all, bytes.Join(all, nil), octets},
		{"classes", one, representatives, classes},
		{"sample", pairs, representatives, sampled},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%s=%d", tt.name, tt.length), func(t *testing.T) {
			want := 0
			for _, prefix := range tt.prefixes {
				for k, power := len(prefix), len(rules); k <= tt.length; k++ {
					want += power
					power *= len(tt.alphabet)
				}
			}
			if got := walkAll(t, tt.prefixes, tt.alphabet, tt.length); got != want {
				t.Errorf("walkAll(%s, %d) = %d, want %d", tt.name, tt.length, got, want)
			}
		})
	}
}

// walkAll shares the strings that begin with prefixes among the cores, and returns
// how many were judged, over all rules.
func walkAll(t *testing.T, prefixes [][]byte, alphabet []byte, length int) int {
	var wg sync.WaitGroup
	var n atomic.Int64
	next := make(chan []byte)
	for range workers {
		wg.Go(func() {
			all := judges(t)
			for prefix := range next {
				for _, j := range all {
					n.Add(int64(j.walk(prefix, alphabet, length)))
				}
			}
		})
	}
	for _, prefix := range prefixes {
		next <- prefix
	}
	close(next)
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
