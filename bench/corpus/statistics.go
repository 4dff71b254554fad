package corpus

import (
	"fmt"
	"math/bits"
	"regexp"
	"slices"
	"strings"

	"github.com/uriscan/uriscan/scanner"
)

// Statistics describe the links of pages, in order, as a Markov chain of patterns. A page
// is a link, too, before its links. Of the text there are only schemes and extensions.
type Statistics struct {
	Sources  []string // what the pages are, for people
	Patterns []*Pattern
}

// A Pattern describes the links of one pattern, as cut returns it.
type Pattern struct {
	Text  string
	Words []lengths   // of each word
	Ranks map[int]int // the number of links by the number of bits of their rank
	Next  map[int]int // the number of times that the pattern with that index follows
	words [][]int     // the lengths of the words of each link
	seen  []string    // the different links, the latest at the end
}

// PageScheme begins the path of a page, which follows without its first slash.
const PageScheme = "page:"

// Take returns the statistics of links; the first is a page. It leaves out links
// that are empty or that RFC 3986 does not accept, and IP literals.
func Take(links []string) *Statistics {
	s, index := new(Statistics), map[string]int{}
	depth, before := 0, &Pattern{Next: map[int]int{}}
	for _, text := range append(links, links[0]) { // the first page follows the last
		if path, ok := strings.CutPrefix(text, PageScheme); ok {
			depth = strings.Count(path, "/")
		} else if _, err := scanner.Parse(text); err != nil || text == "" || strings.Contains(text, "[") {
			continue
		}
		pattern, text, words := cut(text, depth)
		at, ok := index[pattern]
		if !ok {
			at, index[pattern] = len(s.Patterns), len(s.Patterns)
			s.Patterns = append(s.Patterns, &Pattern{Text: pattern, Ranks: map[int]int{}, Next: map[int]int{}})
		}
		p := s.Patterns[at]
		p.words = append(p.words, words)
		p.Ranks[bits.Len(uint(p.rank(text)))]++
		before.Next[at]++
		before = p
	}
	for _, p := range s.Patterns {
		for w := range p.words[0] {
			slices.SortFunc(p.words, func(a, b []int) int { return a[w] - b[w] })
			var l lengths
			for i, percent := range percentiles {
				l[i] = p.words[(len(p.words)-1)*percent/100][w]
			}
			p.Words = append(p.Words, l)
		}
	}
	return s
}

// rank returns 0 for a new link, 1 for the latest and so on, and makes it the latest.
func (p *Pattern) rank(link string) (rank int) {
	if at := slices.Index(p.seen, link); at >= 0 {
		rank = len(p.seen) - at
		p.seen = slices.Delete(p.seen, at, at+1)
	}
	p.seen = append(p.seen, link)
	return rank
}

var (
	ascent    = regexp.MustCompile(`^(\.\./)+`)
	scheme    = regexp.MustCompile(`^(\^-?[0-9]+/|[A-Za-z][A-Za-z0-9+.-]*:)`) // or an ascent of a pattern
	extension = regexp.MustCompile(`\.(html?|css|js|xml|svg|png|jpg|pdf|php|txt)$`)
	segment   = regexp.MustCompile(`[^./:@]+`) // a word before the query
	class     = regexp.MustCompile(`[WDE]`)    // of a word, in a pattern
	rest      = regexp.MustCompile(`[^?#]+`)   // a query or a fragment
)

// cut returns the pattern of a link of a page depth folders below the root, the link, and
// the lengths of its words. In both, an ascent to one folder below the root is "^1/": most
// links of a site go up to one level. W is a word, D a number, E a percent-encoded word.
func cut(link string, depth int) (pattern, text string, words []int) {
	if up := ascent.FindString(link); up != "" {
		link = fmt.Sprintf("^%d/", depth-len(up)/3) + link[len(up):]
	}
	classOf := func(word string) string {
		words = append(words, len(word))
		switch {
		case strings.Contains(word, "%"):
			return "E"
		case strings.Trim(word, "0123456789") == "":
			return "D"
		}
		return "W"
	}
	end := strings.IndexAny(link+"#", "?#")
	begin, tail := scheme.FindString(link), extension.FindString(link[:end])
	pattern = strings.ToLower(begin) + segment.ReplaceAllStringFunc(link[len(begin):end-len(tail)], classOf) + tail
	return pattern + rest.ReplaceAllStringFunc(link[end:], classOf), link, words
}
