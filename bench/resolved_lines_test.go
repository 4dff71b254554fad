package bench

import (
	"bytes"
	"net/url"
	"testing"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/fuzz/twin"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// A page is a base, prepared, and its links as the lines of a block.
type page struct {
	text  []byte
	base  resolve.Base
	url   *url.URL
	links [][]byte
	src   []byte
}

// A crawl is the pages of the corpus and room for what is made of one of them.
type crawl struct {
	*corpus.Corpus
	pages []page
	lines []scanner.Line
	out   []byte
	at    []scanner.Line
}

func newCrawl(c *corpus.Corpus) *crawl {
	all := &crawl{Corpus: c}
	for i, link := range c.Lines {
		if i == 0 || !bytes.Equal(c.Bases[i], c.Bases[i-1]) {
			p := page{text: c.Bases[i], url: netURLBases(c.Bases[i : i+1])[0]}
			p.base, _ = resolve.NewBase(p.text, 0)
			all.pages = append(all.pages, p)
		}
		p := &all.pages[len(all.pages)-1]
		p.links = append(p.links, link)
		p.src = append(append(p.src, link...), '\n')
	}
	return all
}

// A linkWork is what is asked of the links of a page, of which nothing is known but
// the text: the lines of a block, each as want says.
type linkWork struct {
	name  string
	want  func(base, link string) string
	impls []linkWriter
}

// A linkWriter returns the block, which is good until the next.
type linkWriter struct {
	name  string
	write func(c *crawl, p *page) []byte
}

var linkWorks = []linkWork{
	{"target", targetOf, []linkWriter{{"net-url", netURLTargets}, {"single", targetEach}, {"uriscan", targetLines}}},
	{"form", formOf, []linkWriter{{"net-url", netURLForms}, {"single", formEach}, {"uriscan", formLines}}},
}

// BenchmarkResolvedLines does what a crawler does with the links of a page: as
// one block, beside the functions for one reference, called for each, and beside
// net/url. Finding and scanning the lines counts.
func BenchmarkResolvedLines(b *testing.B) {
	c := newCrawl(open(b, corpus.Links))
	for _, work := range linkWorks {
		for _, w := range work.impls {
			b.Run("corpus=links/impl="+w.name+"/work="+work.name, func(b *testing.B) {
				bad := c.wrong(w.write, work.want)
				if w.name != "net-url" && bad != 0 {
					b.Fatalf("%s of %d lines of %s is wrong, want 0", work.name, bad, c.Source)
				}
				measure(b, c.Corpus, func() (n uint64) {
					for i := range c.pages {
						n += uint64(len(w.write(c, &c.pages[i])))
					}
					return n
				})
				b.ReportMetric(float64(bad), "wrong")
			})
		}
	}
}

// wrong returns how many lines that write writes are not as want says, with every
// octet behind the last for another.
func (c *crawl) wrong(write func(c *crawl, p *page) []byte, want func(base, link string) string) (bad int) {
	for i := range c.pages {
		p := &c.pages[i]
		out := write(c, p)
		for _, link := range p.links {
			line, rest, found := bytes.Cut(out, []byte{'\n'})
			if !found || string(line) != want(string(p.text), string(link)) {
				bad++
			}
			out = rest
		}
		bad += len(out)
	}
	return bad
}

func targetOf(base, link string) string {
	target, _ := twin.Resolve(base, link, twin.Rules{})
	return target
}

func formOf(base, link string) string {
	form, _ := twin.Normalize(targetOf(base, link), schemeRungs)
	return form
}

func netURLTargets(c *crawl, p *page) []byte {
	return netURLLinks(c, p, func(dst []byte, u *url.URL) []byte { return append(dst, u.String()...) })
}

func netURLForms(c *crawl, p *page) []byte {
	return netURLLinks(c, p, func(dst []byte, u *url.URL) []byte { return append(dst, netURLForm(u)...) })
}

// netURLLinks writes nothing into the line of a link that net/url refuses.
func netURLLinks(c *crawl, p *page, add func(dst []byte, u *url.URL) []byte) []byte {
	c.out = c.out[:0]
	for _, link := range p.links {
		if u, err := url.Parse(string(link)); err == nil {
			c.out = add(c.out, p.url.ResolveReference(u))
		}
		c.out = append(c.out, '\n')
	}
	return c.out
}

func targetEach(c *crawl, p *page) []byte {
	c.out = c.out[:0]
	for _, link := range p.links {
		c.out, _, _ = p.base.Append(c.out, link)
		c.out = append(c.out, '\n')
	}
	return c.out
}

func formEach(c *crawl, p *page) []byte {
	c.out = c.out[:0]
	for _, link := range p.links {
		c.out, _, _, _ = normalize.AppendResolved(c.out, &p.base, link, normalize.Scheme)
		c.out = append(c.out, '\n')
	}
	return c.out
}

func targetLines(c *crawl, p *page) []byte {
	c.lines, _ = scanner.AppendLines(c.lines[:0], p.src, '\n')
	c.out, c.at, _ = p.base.AppendLines(c.out[:0], c.at[:0], p.src, c.lines, '\n')
	return c.out
}

func formLines(c *crawl, p *page) []byte {
	c.lines, _ = scanner.AppendLines(c.lines[:0], p.src, '\n')
	c.out, c.at, _ = normalize.AppendResolvedLines(c.out[:0], c.at[:0], &p.base, p.src, c.lines, '\n', normalize.Scheme)
	return c.out
}
