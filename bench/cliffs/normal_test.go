package main

import (
	"bytes"
	"testing"

	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// rungsOf returns the rungs that change b, which has to be a reference.
func rungsOf(t *testing.T, b []byte) normalize.Flags {
	t.Helper()
	ref, fault := scanner.Locate(b, scanner.URIReference)
	if fault != (scanner.Fault{}) {
		t.Errorf("Locate(%q) has %v", b, fault.Err())
	}
	return normalize.Needed(b, ref, normalize.Scheme)
}

// Where a chart says normal, no rung has anything to do.
func TestNormalInputs(t *testing.T) {
	for n := 3; n <= longest; n++ {
		for _, b := range [][]byte{normalPath(n), keptTriplet(n)} {
			if rungs := rungsOf(t, b); len(b) != n || rungs != 0 {
				t.Errorf("an input of %d octets has %d, and is changed by %v", n, len(b), rungs)
			}
		}
	}
}

func TestDirtyBlocks(t *testing.T) {
	dirty, err := dirtyBlocks()
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []int{0, 1, 50, 100} {
		src := dirty(x)
		lines, used := scanner.AppendLines(nil, src, '\n')
		changed := 0
		for _, l := range lines {
			if rungsOf(t, src[l.Start:l.End]) != 0 {
				changed++
			}
		}
		if len(lines) != blockLines || used != len(src) || changed != x*blockLines/100 {
			t.Errorf("%d %%: %d of %d lines are changed", x, changed, len(lines))
		}
	}
}

// The forms of what is written many times are the same as of one.
func TestDotted(t *testing.T) {
	const want = "https://www.example.com/path/index.html"
	for _, piece := range []string{"a/../", "./"} {
		for n := range mostDots + 1 {
			b := dotted(piece)(n)
			got, _, err := normalize.Append(nil, b, normalize.Scheme)
			if string(got) != want || err != nil || bytes.Count(b, []byte(piece)) != n {
				t.Errorf("Append(%q) = %q, %v, want %q", b, got, err, want)
			}
		}
	}
}

func TestEscapedPath(t *testing.T) {
	for _, row := range []struct {
		triplet string
		rungs   normalize.Flags
	}{
		{"%7E", normalize.PercentEncoding},
		{"%c3", normalize.Case},
		{"%C3", 0},
	} {
		for _, x := range []int{0, 1, 50, 100} {
			b := escapedPath(row.triplet)(x)
			ref, _ := scanner.Locate(b, scanner.URIReference)
			rungs := row.rungs
			if x == 0 {
				rungs = 0
			}
			octets := 3 * bytes.Count(b, []byte(row.triplet))
			if got := rungsOf(t, b); got != rungs || octets*100/512 > x || octets*100/512 < x-1 || ref.Path().Len() != 512 {
				t.Errorf("escapedPath(%q)(%d) has %d octets of triplets in a path of %d, and is changed by %v, want %v",
					row.triplet, x, octets, ref.Path().Len(), got, rungs)
			}
		}
	}
}
