package scanner

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// linesOf returns all lines of c.
func linesOf(c *Columns) []Line {
	var lines []Line
	for i := range c.Len() {
		lines = append(lines, c.Line(i))
	}
	return lines
}

// columnsWith returns columns with room for so many lines in each, and a line
// that is there already.
func columnsWith(start, w0, w1, w2, w3, bad int) *Columns {
	c := &Columns{Base: 1}
	for _, column := range []struct {
		s    *[]uint64
		room int
	}{{&c.Start, start}, {&c.W0, w0}, {&c.W1, w1}, {&c.W2, w2}, {&c.W3, w3}} {
		*column.s = make([]uint64, 1, 1+column.room)
	}
	c.Bad = make([]BadLine, 0, bad)
	return c
}

func TestColumns(t *testing.T) {
	forEachBlock(t, func(t *testing.T, src []byte, delim byte) {
		want, wantN := naiveLines(src, delim)
		for i := range want {
			want[i].Start++
			want[i].End++
		}
		enough := len(want)
		for _, c := range []*Columns{
			columnsWith(0, 0, 0, 0, 0, 0),
			columnsWith(enough, enough, enough, enough, enough, enough),
			columnsWith(enough+9, enough/2, enough+1, 0, enough, 1),
			columnsWith(1, enough+5, enough+6, enough+7, enough+8, 0),
		} {
			if n := c.Append(src, delim); n != wantN || c.Base != uint64(1+wantN) {
				t.Errorf("Append(%.80q, %q) = %d, Base %d, want %d, %d", src, delim, n, c.Base, wantN, 1+wantN)
			}
			if c.Len() != 1+len(want) {
				t.Fatalf("Append(%.80q, %q): Len() = %d, want %d", src, delim, c.Len(), 1+len(want))
			}
			checkLines(t, "Columns", src, delim, linesOf(c)[1:], want)
			checkWords(t, c)
		}
	})
}

// checkWords compares the columns with the lines, and Bad with the lines that
// are bad.
func checkWords(t *testing.T, c *Columns) {
	t.Helper()
	bad := 0
	for i, l := range linesOf(c) {
		if words := (Ref{c.W0[i], c.W1[i], c.W2[i], c.W3[i]}); words != l.Ref || c.Start[i] != uint64(l.Start) {
			t.Errorf("line %d has words %v, start %d, want %v, %d", i, words, c.Start[i], l.Ref, l.Start)
		}
		if l.Fault != (Fault{}) {
			if want := (BadLine{i, uint64(l.End), l.Fault}); c.Bad[bad] != want {
				t.Errorf("Bad[%d] = %v, want %v", bad, c.Bad[bad], want)
			}
			bad++
		}
	}
	if bad != len(c.Bad) || len(c.W0) != c.Len() || len(c.W1) != c.Len() || len(c.W2) != c.Len() || len(c.W3) != c.Len() {
		t.Errorf("%d columns of %d, %d, %d, %d words, %d bad, want %d", c.Len(), len(c.W0), len(c.W1), len(c.W2), len(c.W3), len(c.Bad), bad)
	}
}

func TestColumnsMemoryIsTheCallers(t *testing.T) {
	src := []byte("http://h/\n/ \n\n?q\n")
	c := columnsWith(4, 4, 4, 4, 4, 1)
	before := *c
	c.Append(src, '\n')
	for i, moved := range []bool{
		unsafe.SliceData(c.Start) != unsafe.SliceData(before.Start), unsafe.SliceData(c.W0) != unsafe.SliceData(before.W0),
		unsafe.SliceData(c.W1) != unsafe.SliceData(before.W1), unsafe.SliceData(c.W2) != unsafe.SliceData(before.W2),
		unsafe.SliceData(c.W3) != unsafe.SliceData(before.W3), unsafe.SliceData(c.Bad) != unsafe.SliceData(before.Bad),
	} {
		if moved {
			t.Errorf("slice %d with room for all lines was moved", i)
		}
	}
	c.Reset()
	if c.Len() != 0 || c.Base != 0 || len(c.Bad) != 0 || cap(c.W3) != 5 {
		t.Errorf("after Reset %d lines, Base %d, %d bad, room for %d", c.Len(), c.Base, len(c.Bad), cap(c.W3))
	}
	c.Append(src, '\n')
	want, _ := naiveLines(src, '\n')
	checkLines(t, "Columns after Reset", src, '\n', linesOf(c), want)
}

// A stream in blocks that lie in one buffer after the other: Start counts in
// the stream, or from the block where Base is set to 0.
func TestColumnsOfAStream(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, b := range blocks {
		src := []byte(b.src)
		want, wantN := naiveLines(src, '\n')
		for range 20 {
			var stream Columns
			var lines []Line
			at, end := 0, 0
			for end < len(src) {
				end = min(end+1+r.IntN(1+len(src)/3), len(src))
				block := bytes.Clone(src[at:end])
				var local Columns
				local.Append(block, '\n')
				for _, l := range linesOf(&local) {
					lines = append(lines, Line{at + l.Start, at + l.End, l.Ref, l.Fault})
				}
				at += stream.Append(block, '\n')
			}
			if at != wantN || stream.Base != uint64(wantN) {
				t.Errorf("%s: Append takes %d bytes, Base %d, want %d", b.name, at, stream.Base, wantN)
			}
			checkLines(t, "Columns of a stream", src, '\n', linesOf(&stream), want)
			checkLines(t, "Columns of blocks", src, '\n', lines, want)
		}
	}
}

// Base is what it is set to, beyond 4 GiB too.
func TestColumnsFarInAStream(t *testing.T) {
	c := Columns{Base: 1 << 40}
	c.Append([]byte("/a\n/ b\n"), '\n')
	if want := uint64(1<<40 + 3); c.Start[1] != want || c.Bad[0].End != want+3 || c.Base != want+4 {
		t.Errorf("line 1 from %d to %d, Base %d, want %d to %d, %d", c.Start[1], c.Bad[0].End, c.Base, want, want+3, want+4)
	}
}
