package scanner

import (
	"flag"
	"slices"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/guardpage"
)

var everyEdge = flag.Bool("exhaustive", false, "put every text of every length at every alignment, for many minutes")

// borders are the lengths around which a kernel takes another path.
var borders = []int{0, 16, 32, 62, 64, 124, 128, 186, 192, 256, 512, 2048, 4094}

// isBorder reports whether a length is at most two from a border.
func isBorder(length int) bool {
	return slices.ContainsFunc(borders, func(b int) bool { return length >= b-2 && length <= b+2 })
}

// eachEdge calls test with texts of every length to 4096, some of them at either of two
// unreadable pages, those of lengths around borders at every alignment between the two.
// test returns the function to call for every place.
func eachEdge(t *testing.T, test func(text []byte) func(b []byte)) {
	guardpage.Each(t, edgeTexts, func(length int) bool { return *everyEdge || isBorder(length) }, test)
}

// edgeTexts returns texts of a length, only two if there are many; other lengths get
// other texts.
func edgeTexts(length int) []guardpage.Text {
	texts := guardpage.Texts(length)
	if *everyEdge || isBorder(length) && length < 600 {
		return texts
	}
	i, j := length%len(texts), (length/len(texts))%len(texts)
	return []guardpage.Text{texts[i], texts[j]}
}

// No byte before or after an input is read, and none changes the result.
func TestLocateStaysInside(t *testing.T) {
	eachEdge(t, func(text []byte) func(b []byte) {
		rule := Rule(len(text) % 4)
		wantRef, wantFault := locateSlow(slices.Clone(text), rule)
		return func(b []byte) {
			if ref, fault := Locate(b, rule); ref != wantRef || fault != wantFault {
				t.Errorf("Locate(%q, %v) = %v, %v, want %v, %v", b, rule, ref, fault, wantRef, wantFault)
			}
			if got, want := Valid(b, rule), wantFault == (Fault{}); got != want {
				t.Errorf("Valid(%q, %v) = %v, want %v", b, rule, got, want)
			}
		}
	})
}

func TestLinesStayInside(t *testing.T) {
	var lines []Line
	eachEdge(t, func(text []byte) func(b []byte) {
		const delim = '\n'
		var want []Line
		n := 0
		for {
			end, next := lineEnd(text, n, delim)
			if next == 0 {
				break
			}
			ref, fault := locateSlow(slices.Clone(text[n:end]), URIReference)
			want = append(want, Line{n, end, ref, fault})
			n = next
		}
		return func(b []byte) {
			var got int
			if lines, got = AppendLines(lines[:0], b, delim); got != n || !slices.Equal(lines, want) {
				t.Errorf("AppendLines(%q) = %v, %d, want %v, %d", b, lines, got, want, n)
			}
		}
	})
}
