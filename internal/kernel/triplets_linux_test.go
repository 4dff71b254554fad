//go:build amd64 && !purego

package kernel

import (
	"math/rand/v2"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/guardpage"
)

var (
	oddTriplet       = regexp.MustCompile(`(?i)%([01].|7F|25)`)
	oddTripletInPath = regexp.MustCompile(`(?i)%(2[3EF]|3[ABF]|[46][1-9A-F]|[57][0-9AC]|20(/|$))`)
)

// arePlain is the definition of PlainTriplets.
func arePlain(text string, start, end int) bool {
	decoded, err := url.PathUnescape(text[start:])
	return err == nil && utf8.ValidString(decoded) && !oddTriplet.MatchString(text[start:]) && !oddTripletInPath.MatchString(text[start:end])
}

// At every end of a page, and with all ways of cutting characters into blocks, PlainTriplets finds
// what its definition finds, and reads no other page. On other levels it returns false.
func TestPlainTriplets(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 21))
	pages := guardpage.Pages(t)
	pick := func(all ...string) string { return all[r.IntN(len(all))] }
	plain := []string{"a", "Z", "%20", "%2d", "%7E", "%C3%A9", "%e2%82%AC", "%ED%9F%BF", "%E0%A0%80", "%F0%90%80%80", "%F4%8F%BF%BF", "-5"}
	odd := func() string {
		return "%" + pick("25", "00", "1f", "7F", "80", "C3", "c1%BF", "E0%9F%BF", "ED%A0%80", "F0%8F%BF%BF", "F4%90%80%80", "F5%80%80%80", "E2%82", "F0%90%80", "C3%A9%80", "2F", "3a", "41", "5C", "7a", "20/")
	}
	plainTexts := 0
	for i := range 6000 {
		text := testkit.Mixed(r, r.IntN(20), plain...)
		if i%2 == 0 {
			text += odd() + testkit.Mixed(r, r.IntN(20), plain...)
		}
		start := r.IntN(min(len(text), 30) + 1)
		start -= max(0, strings.LastIndexByte(text[max(0, start-2):start], '%')+1)
		if start < 2 {
			start = 0
		}
		end := start + r.IntN(len(text)-start+1)
		if i := strings.LastIndexByte(text[max(start, end-2):end], '%'); i >= 0 {
			end = max(start, end-2) + i
		}
		if _, err := url.PathUnescape(text[start:]); err != nil || text == "" {
			continue // it begins inside a triplet, or nowhere
		}
		want := arePlain(text, start, end)
		before := r.IntN(80) * r.IntN(2) // the end of the pages
		b := guardpage.Put(pages, len(pages)-before-len(text), []byte(text), '%')
		for _, level := range Levels() {
			best := Use(level)
			got, knows := PlainTriplets(b, start, end), KnowsTriplets()
			Use(best)
			if knows != (level >= AVX2) || got != (want && knows) {
				t.Fatalf("%v: PlainTriplets(%q, %d, %d), %d bytes before the end of a page, is %v", level, text, start, end, before, got)
			}
		}
		if want {
			plainTexts++
		}
	}
	if plainTexts < 1000 {
		t.Errorf("%d texts have plain triplets", plainTexts)
	}
}

// A character wherever it is in a query or path, and as the last one, is plain by the definition.
func TestPlainTripletsEverywhere(t *testing.T) {
	for n := range 300 {
		for _, character := range []string{"%C3%A9", "%C3", "%E2%82", "%F0%90%80", "%A9", "%25", "%00", "%2F", "%20", "%20/"} {
			text := strings.Repeat("a", n) + character
			for _, text := range []string{text, text + "b"} {
				for _, end := range []int{0, n, len(text)} {
					want := arePlain(text, 0, end)
					onLevels(func() {
						if got := PlainTriplets([]byte(text), 0, end); got != (want && KnowsTriplets()) {
							t.Errorf("%v: PlainTriplets(%q, 0, %d) is %v", level, text, end, got)
						}
					})
				}
			}
		}
	}
}
