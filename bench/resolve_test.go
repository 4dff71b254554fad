package bench

import (
	"math/rand/v2"
	"net/url"
	"testing"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/fuzz/twin"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
	"github.com/valyala/fasthttp"
)

// A resolver is an implementation of section 5 to be measured. prepare takes
// the bases once, each line's is bases[of[line]], and returns a pass over all
// lines; fresh returns one that takes the base anew with each. target is what it
// makes of one pair.
type resolver struct {
	name    string
	prepare func(bases [][]byte) pass
	fresh   func() func(base, ref []byte) int
	target  func(base, ref string) string
}

// A pass resolves ref against the i-th base and returns something of the target.
type pass func(i int, ref []byte) int

var resolvers = []resolver{
	{"net-url", netURLPrepare, netURLFresh, netURLTarget},
	{"net-url-unprinted", netURLUnprintedPrepare, netURLUnprintedFresh, netURLTarget},
	{"fasthttp", fasthttpPrepare, fasthttpFresh, fasthttpTarget},
	{"uriscan", resolvePrepare, resolveFresh, resolveTarget},
}

// BenchmarkResolve resolves the links of pages: against a page prepared once,
// as a crawler does, and, in an order in which hardly a page follows itself, against one
// that is new with every link.
func BenchmarkResolve(b *testing.B) {
	b.Run("corpus=links", func(b *testing.B) {
		for _, r := range resolvers {
			b.Run("impl="+r.name, r.run)
		}
	})
}

func (r resolver) run(b *testing.B) {
	c := open(b, corpus.Links)
	bad := r.wrong(c)
	if r.name == "uriscan" && bad != 0 {
		b.Fatalf("resolve is wrong of %d lines of %s, want 0", bad, c.Source)
	}
	b.Run("base=prepared", func(b *testing.B) {
		bases, of := distinct(c.Bases)
		one := r.prepare(bases)
		measure(b, c, func() (n uint64) {
			for i, line := range c.Lines {
				n += uint64(one(of[i], line))
			}
			return n
		})
		b.ReportMetric(float64(bad), "wrong")
	})
	b.Run("base=fresh", func(b *testing.B) {
		one := r.fresh()
		order := shuffled(len(c.Lines))
		measure(b, c, func() (n uint64) {
			for _, i := range order {
				n += uint64(one(c.Bases[i], c.Lines[i]))
			}
			return n
		})
		b.ReportMetric(float64(bad), "wrong")
	})
}

// wrong counts the lines of which r says something else than the pseudocode of
// 5.2.
func (r resolver) wrong(c *corpus.Corpus) int {
	bad := 0
	for i, line := range c.Lines {
		want, _ := twin.Resolve(string(c.Bases[i]), string(line), twin.Rules{})
		if r.target(string(c.Bases[i]), string(line)) != want {
			bad++
		}
	}
	return bad
}

// shuffled returns the numbers below n in an order in which pages hardly ever follow
// themselves, the same in every run.
func shuffled(n int) []int {
	return rand.New(rand.NewPCG(corpus.Seed, 0)).Perm(n)
}

// distinct returns every base once, and for each line which is its own.
func distinct(all [][]byte) (bases [][]byte, of []int) {
	index := map[string]int{}
	for _, base := range all {
		i, ok := index[string(base)]
		if !ok {
			i = len(bases)
			index[string(base)] = i
			bases = append(bases, base)
		}
		of = append(of, i)
	}
	return bases, of
}

func resolvePrepare(bases [][]byte) pass {
	prepared := make([]resolve.Base, len(bases))
	for i, base := range bases {
		prepared[i], _ = resolve.NewBase(base, 0)
	}
	buf := make([]byte, 0, 4096)
	return func(i int, ref []byte) int {
		_, target, _ := prepared[i].Append(buf, ref)
		return target.Len()
	}
}

func resolveFresh() func(base, ref []byte) int {
	var b resolve.Base
	buf := make([]byte, 0, 4096)
	return func(base, ref []byte) int {
		if b.Reset(base, 0) != nil {
			return 0
		}
		_, target, _ := b.Append(buf, ref)
		return target.Len()
	}
}

func resolveTarget(base, ref string) string {
	s, _ := resolve.String(base, ref)
	return s
}

func netURLPrepare(bases [][]byte) pass {
	prepared := netURLBases(bases)
	return func(i int, ref []byte) int {
		u, err := prepared[i].Parse(string(ref))
		if err != nil {
			return 0
		}
		return len(u.String())
	}
}

// netURLUnprintedPrepare leaves the target in pieces: what net/url can do
// before anybody wants it as text.
func netURLUnprintedPrepare(bases [][]byte) pass {
	prepared := netURLBases(bases)
	return func(i int, ref []byte) int {
		u, err := prepared[i].Parse(string(ref))
		if err != nil {
			return 0
		}
		return len(u.Path)
	}
}

func netURLBases(bases [][]byte) []*url.URL {
	prepared := make([]*url.URL, len(bases))
	for i, base := range bases {
		u, err := url.Parse(string(base))
		if err != nil {
			u = new(url.URL)
		}
		prepared[i] = u
	}
	return prepared
}

func netURLFresh() func(base, ref []byte) int {
	return func(base, ref []byte) int {
		return len(netURLTarget(string(base), string(ref)))
	}
}

func netURLUnprintedFresh() func(base, ref []byte) int {
	return func(base, ref []byte) int {
		u, err := url.Parse(string(base))
		if err != nil {
			return 0
		}
		if u, err = u.Parse(string(ref)); err != nil {
			return 0
		}
		return len(u.Path)
	}
}

func netURLTarget(base, ref string) string {
	u, err := url.Parse(base)
	if err != nil {
		return ""
	}
	if u, err = u.Parse(ref); err != nil {
		return ""
	}
	return u.String()
}

func fasthttpPrepare(bases [][]byte) pass {
	prepared := make([]fasthttp.URI, len(bases))
	for i, base := range bases {
		_ = prepared[i].Parse(nil, base)
	}
	var u fasthttp.URI
	return func(i int, ref []byte) int {
		prepared[i].CopyTo(&u)
		u.UpdateBytes(ref)
		return len(u.FullURI())
	}
}

func fasthttpFresh() func(base, ref []byte) int {
	var u fasthttp.URI
	return func(base, ref []byte) int {
		if u.Parse(nil, base) != nil {
			return 0
		}
		u.UpdateBytes(ref)
		return len(u.FullURI())
	}
}

func fasthttpTarget(base, ref string) string {
	var u fasthttp.URI
	if u.Parse(nil, []byte(base)) != nil {
		return ""
	}
	u.Update(ref)
	return string(u.FullURI())
}

// TestResolve holds package resolve to the pseudocode of 5.2 on every link, and
// the Ref of the target to the target.
func TestResolve(t *testing.T) {
	c := open(t, corpus.Links)
	for i, line := range c.Lines {
		base, err := resolve.NewBase(c.Bases[i], 0)
		if err != nil {
			t.Fatalf("NewBase(%q): %v", c.Bases[i], err)
		}
		want, _ := twin.Resolve(string(c.Bases[i]), string(line), twin.Rules{})
		got, ref, err := base.Append(nil, line)
		if parsed, _ := scanner.Parse(got); string(got) != want || ref != parsed || err != nil {
			t.Errorf("base %q: Append(%q) = %q, %v, %v, want %q", c.Bases[i], line, got, ref, err, want)
		}
	}
}
