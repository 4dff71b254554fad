package kernel

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/sizes"
)

// rounds returns how many random blocks are taken in batches, and thousands of random
// lines.
func rounds() int { return sizes.Of(25, 300) }

// eachBatch runs a test on every level of this machine that takes lines in
// batches.
func eachBatch(t *testing.T, test func(t *testing.T)) {
	for _, l := range Levels() {
		defer Use(Use(l))
		if TakesLines('\n') {
			t.Run(l.String(), test)
		}
	}
}

// block makes lines with their ends, and where each starts and ends.
func block(r *rand.Rand, lines int, end string) (src []byte, bounds [][2]int) {
	for range lines {
		l := line(r)
		if r.IntN(8) == 0 {
			l = l[:0]
		}
		l = bytes.Trim(l, "\r\n")
		bounds = append(bounds, [2]int{len(src), len(src) + len(l)})
		src = append(append(src, l...), end...)
	}
	return src, bounds
}

func TestBatches(t *testing.T) {
	r := rand.New(rand.NewPCG(9110, 1))
	for round := range rounds() {
		end := []string{"\n", "\r\n", "\x00"}[round%3]
		src, bounds := block(r, r.IntN(1200), end)
		checkLines(t, src, bounds, end[len(end)-1])
	}
	for _, end := range []string{"\n", "\r\n"} {
		src, bounds := block(r, 300, end)
		for _, length := range []int{15_000, 16_384, 16_385, 50_000, 3} {
			bounds = append(bounds, [2]int{len(src), len(src) + length})
			src = append(append(append(src, "/?"...), bytes.Repeat([]byte("a"), length-2)...), end...)
		}
		more, moreBounds := block(r, 300, end)
		for _, b := range moreBounds {
			bounds = append(bounds, [2]int{len(src) + b[0], len(src) + b[1]})
		}
		checkLines(t, append(src, more...), bounds, '\n')
	}
	short := bytes.Repeat([]byte("\n"), 1000)
	var bounds [][2]int
	for i := range short {
		bounds = append(bounds, [2]int{i, i})
	}
	checkLines(t, short, bounds, '\n')
}

// unprovenIn returns how many lines of a block the batches take, and which of
// them they do not prove.
func unprovenIn(src []byte) (taken int, unproven [][]byte) {
	var b Batch
	dst := make([]Line, 1000)
	for {
		lines, n := b.Lines(dst, src, '\n', 0)
		if lines == 0 {
			return taken, unproven
		}
		for _, i := range b.Unproven() {
			unproven = append(unproven, src[dst[i].Start:dst[i].End])
		}
		src, taken = src[n:], taken+lines
	}
}

// No line is too long for a batch to take and to prove it, except one longer than the maps of AVX2.
func TestBatchesTakeLongLines(t *testing.T) {
	for _, length := range []int{1 << 13, 1 << 17, 1 << 21} {
		src := bytes.Repeat(append([]byte("http://h/"), append(bytes.Repeat([]byte("a"), length), '\n')...), 9)
		eachBatch(t, func(t *testing.T) {
			if taken, unproven := unprovenIn(src); (taken < 8 || len(unproven) > 0) && (level != AVX2 || length < 1<<14) {
				t.Errorf("of nine lines of %d bytes %d are taken, %d of them not proven", length, taken, len(unproven))
			}
		})
	}
}

// checkLines judges the results of batches of every level for the lines of src.
func checkLines(t *testing.T, src []byte, bounds [][2]int, delim byte) {
	t.Helper()
	var judged []verdict
	for _, b := range bounds {
		judged = append(judged, judge(src[b[0]:b[1]]))
	}
	defer Use(level)
	for _, l := range Levels() {
		if Use(l); TakesLines(delim) {
			judgeLines(t, src, delim, bounds, func(i int) verdict { return judged[i] })
		}
	}
}

// line makes references of many shapes, some of them not valid.
func line(r *rand.Rand) []byte {
	const alphabet = ":/?#@[]%aA1.-_ 0f\x80|+&zZ9"
	word := func(most int) string { return strings.Repeat("x", r.IntN(most)) }
	var b []byte
	switch r.IntN(4) {
	case 0:
		for range r.IntN(140) {
			b = append(b, alphabet[r.IntN(len(alphabet))])
		}
		return b
	case 1:
		b = fmt.Appendf(b, "%s/%s%%4%d%s?%s#%s", word(70), word(70), r.IntN(10), word(70), word(70), word(70))
	case 2:
		b = fmt.Appendf(b, "a%s://u%s:@h.%s:%d/%s?q#%s", word(30), word(30), word(40), r.IntN(70000), word(300), word(10))
	case 3:
		b = fmt.Appendf(b, "http://%d.%d.%d.%d/%s?%s", r.IntN(300), r.IntN(300), r.IntN(300), r.IntN(300), word(200), word(200))
	}
	for range r.IntN(3) {
		i := r.IntN(len(b))
		switch r.IntN(3) {
		case 0:
			b[i] = alphabet[r.IntN(len(alphabet))]
		case 1:
			b = append(b[:i], b[i+1:]...)
		case 2:
			b = append(b[:i+1], b[i:]...)
			b[i] = alphabet[r.IntN(len(alphabet))]
		}
	}
	return b
}

// common makes a common URI, with least to most words in its path and query. About every
// tenth has a port, a userinfo, an address for a host, or a fragment.
func common(r *rand.Rand, least, most int) []byte {
	words := []string{"a", "en", "www", "news", "index.html", "products", "2026", "id-12345", "caf%C3%A9", "search", "article_view", "~user"}
	word := func() string { return words[r.IntN(len(words))] }
	some := func(s string) string {
		if r.IntN(10) > 0 {
			return ""
		}
		return s
	}
	host := some("user:secret@") + "www." + strings.Repeat("sub.", r.IntN(3)) + "example.com"
	if r.IntN(10) == 0 {
		host = fmt.Sprintf("192.0.2.%d", r.IntN(256))
	}
	b := fmt.Appendf(nil, "http%s://%s%s/", some("s"), host, some(":8080"))
	n := least + r.IntN(most-least+1)
	for range n / 2 {
		b = fmt.Appendf(b, "%s/", word())
	}
	b = fmt.Appendf(b, "%s?", word())
	for range n - n/2 {
		b = fmt.Appendf(b, "%s=%s&", word(), word())
	}
	return append(b, some("#top")...)
}
