package fuzz

import (
	"bytes"
	"flag"
	"fmt"
	"sync/atomic"
	"testing"
)

var exhaustive = flag.String("exhaustive", "1,3",
	"judge every string to these lengths, over all bytes and over one byte of each class")

// sampled is the length to which a fifth of the strings over one byte of each class
// are judged. TestSuite finds what the others would.
const sampled = 4

// prefixes lead to what short strings do not reach: the second half of triplets, hosts
// after userinfo, the digits of IPv4 addresses, and IP literals.
var prefixes = []string{
	"a:", "//", "//a@", "//a:", "//[", "//[v", "//[v1.", "//[::]", "//%", "/%4", "?%", "#%",
	"//1.2.3.", "//1.2.3.2", "//1.2.3.25", "//255.", "//1.2.3.4", "a://@", "//[::1.2.3.", "//[1:2:3:4:5:6:7",
	"//[1:2:3:4:5:6:7:", "//[1:2:3:4:5:6:", "//[::2:3:4:5:6:7", "//[1::3:4:5:6:7", "//[1:2:3:4:5:6:1.2.3.",
}

// Every string to a length over all 256 bytes, and to a greater one over one
// byte of each class of the grammar, for each rule.
func TestExhaustive(t *testing.T) {
	var every, classes int
	if _, err := fmt.Sscanf(*exhaustive, "%d,%d", &every, &classes); err != nil {
		t.Fatalf("-exhaustive=%s: want two lengths: %v", *exhaustive, err)
	}
	if testing.Short() {
		classes--
	}
	var all, one, pairs, far [][]byte
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
	for _, prefix := range prefixes {
		far = append(far, []byte(prefix))
	}
	for _, tt := range []struct {
		name     string
		prefixes [][]byte
		alphabet []byte
		more     int // bytes after a prefix
	}{
		{"empty", [][]byte{{}}, nil, 0},
		{"bytes", all, bytes.Join(all, nil), every - 1},
		{"bytes, classes", all, representatives, 1},
		{"classes, bytes", one, bytes.Join(all, nil), 1},
		{"classes", one, representatives, classes - 1},
		{"sample", pairs, representatives, sampled - 2},
		{"far", far, representatives, 2},
	} {
		t.Run(fmt.Sprintf("%s=%d", tt.name, tt.more), func(t *testing.T) {
			each := 0
			for power, k := 1, 0; k <= tt.more; k++ {
				each += power
				power *= len(tt.alphabet)
			}
			var got atomic.Int64
			share(t, len(tt.prefixes), func(j *judge, i int) {
				prefix := tt.prefixes[i]
				got.Add(int64(j.walk(prefix, j.begin(prefix), tt.alphabet, len(prefix)+tt.more)))
			})
			if want := each * len(tt.prefixes); int(got.Load()) != want {
				t.Errorf("%d strings were judged, want %d", got.Load(), want)
			}
		})
	}
}

// representatives holds one byte of each class of the grammar: the first, and
// of the bytes that no rule admits NUL.
var representatives = func() (all []byte) {
	for _, class := range grammar.Classes("URI-reference") {
		all = append(all, class[0])
	}
	return all
}()
