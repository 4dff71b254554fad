package main

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// What looks at eight bytes at once finds the byte that a look at each finds, also
// behind others that are close to it in value.
func TestEightBytesAtOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(53, 1))
	const near = "\x00\x1f\x20\x21\"#\\]\x7f\x80\xa0\xa2\xdc\xff,-+"
	for range times(100_000) {
		line := make([]byte, rng.IntN(20))
		for i := range line {
			if line[i] = 'a'; rng.IntN(4) == 0 {
				line[i] = near[rng.IntN(len(near))]
			}
		}
		from := rng.IntN(len(line) + 1)
		if got, want := skipPlain(line, from), indexFunc(line, from, func(b byte) bool { return !jsonPlain[b] }); got != want {
			t.Errorf("skipPlain(%q, %d) = %d, want %d", line, from, got, want)
		}
		if got, want := indexEither(line, from, ',', '"'), indexFunc(line, from, func(b byte) bool { return b == ',' || b == '"' }); got != want {
			t.Errorf("indexEither(%q, %d) = %d, want %d", line, from, got, want)
		}
	}
}

func indexFunc(line []byte, from int, is func(byte) bool) int {
	n := bytes.IndexFunc(line[from:], func(r rune) bool { return r < 0x80 && is(byte(r)) })
	if n < 0 {
		return len(line)
	}
	return from + n
}

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
