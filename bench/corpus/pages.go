package corpus

import (
	_ "embed" // for the statistics
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// pagesJSON has the statistics that command take wrote.
//
//go:embed pages.json
var pagesJSON []byte

// makePages appends n links to c, page by page, as the statistics describe them.
func makePages(r *random, c *Corpus, n int) {
	var s Statistics
	if err := json.Unmarshal(pagesJSON, &s); err != nil {
		panic(err) // the file is part of the program
	}
	var base []byte
	depth := 0
	for p := s.Patterns[0]; len(c.Lines) < n; p = s.Patterns[r.index(p.Next)] {
		link := r.linkOf(p)
		if path, ok := strings.CutPrefix(link, PageScheme); ok {
			base, depth = []byte("https://"+r.host(&web)+"/"+path), strings.Count(path, "/")
			continue
		}
		var to int
		if n, _ := fmt.Sscanf(link, "^%d/", &to); n == 1 {
			link = strings.Repeat("../", max(1, depth-to)) + link[strings.IndexByte(link, '/')+1:]
		}
		c.Bases, c.Lines = append(c.Bases, base), append(c.Lines, []byte(link))
	}
}

// linkOf returns the next link of the pattern, one of those seen or one that is made up.
func (r *random) linkOf(p *Pattern) (link string) {
	least := 1 << r.index(p.Ranks) >> 1
	if rank := least + r.below(max(1, least)); 0 < rank && rank <= len(p.seen) {
		link = p.seen[len(p.seen)-rank]
	} else {
		w := -1
		link = class.ReplaceAllStringFunc(p.Text, func(class string) string {
			w++
			return r.wordOf(class, r.length(&p.Words[w]))
		})
	}
	p.rank(link)
	return link
}

// wordOf returns n bytes of a class of words.
func (r *random) wordOf(class string, n int) string {
	if class == "D" {
		return r.digits("0123456789", n)
	}
	var b []byte
	for len(b) < n {
		b = append(append(b, pick(r, words)...), r.letter("-_"))
	}
	for at := 0; class == "E" && at+3 <= n; at += 3 + r.below(18) {
		copy(b[at:], pick(r, []string{"%20", "%22", "%28", "%3C", "%3E", "%5B", "%5D"}))
	}
	return string(b[:n])
}

// index returns an index that c counts, each as often as it is counted.
func (r *random) index(c map[int]int) int {
	all, most := slices.Sorted(maps.Keys(c)), slices.Max(slices.Collect(maps.Values(c)))
	for {
		if i := pick(r, all); r.below(most) < c[i] {
			return i
		}
	}
}
