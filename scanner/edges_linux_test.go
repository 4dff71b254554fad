package scanner

import (
	"flag"
	"slices"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/fence"
)

var everyEdge = flag.Bool("exhaustive", false, "put every text of every length at every alignment, for many minutes")

// borders are the lengths around which a kernel changes its way.
var borders = []int{0, 16, 32, 62, 64, 124, 128, 186, 192, 256, 512, 2048, 4094}

// isBorder tells whether a length is at most two from a border.
func isBorder(length int) bool {
	return slices.ContainsFunc(borders, func(b int) bool { return length >= b-2 && length <= b+2 })
}

// eachEdge calls test with texts of every length to 4096: some of them at either of two
// unreadable pages, all of those around borders at every alignment between the two. test
// returns what is to be called for every place,
// and for octets around it that would change the answer.
func eachEdge(t *testing.T, test func(text []byte) func(t *testing.T, b []byte)) {
	pages := fence.Pages(t)
	for _, length := range fence.Lengths() {
		for i, text := range edgeTexts(length) {
			atEdges(t, pages, text, i, test(text.Text))
		}
	}
}

// atEdges calls check with a text at each of its places. The octets around it
// rotate, beginning with octet i.
func atEdges(t *testing.T, pages []byte, text fence.Text, i int, check func(t *testing.T, b []byte)) {
	t.Helper()
	length := len(text.Text)
	for j, at := range fence.Places(pages, length, *everyEdge || isBorder(length)) {
		around := fence.Around[(length+i+j)%len(fence.Around)]
		check(t, fence.Put(pages, at, text.Text, around))
		if t.Failed() {
			t.Fatalf("%s of %d octets at %d, %q around", text.Name, length, at, around)
		}
	}
}

// edgeTexts returns texts of a length: two of them where there is much to do,
// others for the next length.
func edgeTexts(length int) []fence.Text {
	texts := fence.Texts(length)
	if *everyEdge || isBorder(length) && length < 600 {
		return texts
	}
	i, j := length%len(texts), (length/len(texts))%len(texts)
	return []fence.Text{texts[i], texts[j]}
}

// No octet beyond an input is read, and none before it; none changes the answer.
func TestLocateStaysInside(t *testing.T) {
	eachEdge(t, func(text []byte) func(t *testing.T, b []byte) {
		rule := Rule(len(text) % 4)
		wantRef, wantFault := locateSlow(slices.Clone(text), rule)
		return func(t *testing.T, b []byte) {
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
	eachEdge(t, func(text []byte) func(t *testing.T, b []byte) {
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
		return func(t *testing.T, b []byte) {
			var got int
			if lines, got = AppendLines(lines[:0], b, delim); got != n || !slices.Equal(lines, want) {
				t.Errorf("AppendLines(%q) = %v, %d, want %v, %d", b, lines, got, want, n)
			}
		}
	})
}
