package bench

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/url"
	"testing"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/fuzz/twin"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
	"github.com/valyala/fasthttp"
)

// A resolver is an implementation of section 5 to be measured. prepare takes the bases
// once, and returns what resolves against the i-th of them; fresh returns what takes
// the base anew with each reference. Targets are good until the next.
type resolver struct {
	name    string
	prepare func(bases [][]byte) func(i int, ref []byte) []byte
	fresh   func() func(base, ref []byte) []byte
}

var resolvers = []resolver{
	{"net-url", netURLPrepare(printed), netURLFresh},
	{"fasthttp", fasthttpPrepare, fasthttpFresh},
	{"uriscan", uriscanPrepare(func(dst []byte, base *resolve.Base, ref []byte) []byte {
		out, _, _ := base.Append(dst, ref)
		return out
	}), uriscanFresh},
}

// BenchmarkResolve resolves the links of pages: against a page prepared once,
// as a crawler does, and, in an order in which hardly a page follows itself, against one
// that is new with every link.
func BenchmarkResolve(b *testing.B) {
	var all []contender
	for _, r := range resolvers {
		all = append(all, r.prepared("/base=prepared", targetOf), contender{r.name + "/base=fresh", r.anew})
	}
	compare(b, []corpus.Kind{corpus.Links}, all...)
}

// BenchmarkAppendResolved resolves and normalizes, against pages prepared once.
func BenchmarkAppendResolved(b *testing.B) {
	form := func(base, ref string) string {
		want, _ := twin.Normalize(targetOf(base, ref), schemeRungs)
		return want
	}
	compare(b, []corpus.Kind{corpus.Links},
		resolver{"net-url", netURLPrepare(netURLForm), nil}.prepared("", form),
		resolver{"uriscan", uriscanPrepare(func(dst []byte, base *resolve.Base, ref []byte) []byte {
			out, _, _, _ := normalize.AppendResolved(dst, base, ref, normalize.Scheme)
			return out
		}), nil}.prepared("", form))
}

// targetOf is what the pseudocode of 5.2 says.
func targetOf(base, ref string) string {
	target, _ := twin.Resolve(base, ref, twin.Rules{})
	return target
}

// prepared measures r on bases that it has seen.
func (r resolver) prepared(suffix string, want func(base, ref string) string) contender {
	return contender{r.name + suffix, func(c *corpus.Corpus) (func() uint64, int) {
		bases, of := distinct(c.Bases)
		one := r.prepare(bases)
		bad := differing(c, func(i int, line []byte) string { return string(one(of[i], line)) },
			func(i int, line []byte) string { return want(string(c.Bases[i]), string(line)) })
		return func() (n uint64) {
			for i, line := range c.Lines {
				n += uint64(len(one(of[i], line)))
			}
			return n
		}, bad
	}}
}

// anew measures r on bases that are new.
func (r resolver) anew(c *corpus.Corpus) (func() uint64, int) {
	one := r.fresh()
	bad := differing(c, func(i int, line []byte) string { return string(one(c.Bases[i], line)) },
		func(i int, line []byte) string { return targetOf(string(c.Bases[i]), string(line)) })
	order := rand.New(rand.NewPCG(corpus.Seed, 0)).Perm(len(c.Lines))
	return func() (n uint64) {
		for _, i := range order {
			n += uint64(len(one(c.Bases[i], c.Lines[i])))
		}
		return n
	}, bad
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

// uriscanPrepare prepares bases for one of our ways to use them.
func uriscanPrepare(write func(dst []byte, base *resolve.Base, ref []byte) []byte) func(bases [][]byte) func(i int, ref []byte) []byte {
	return func(bases [][]byte) func(i int, ref []byte) []byte {
		prepared := make([]resolve.Base, len(bases))
		for i, base := range bases {
			prepared[i], _ = resolve.NewBase(base, 0)
		}
		buf := make([]byte, 0, 4096)
		return func(i int, ref []byte) []byte { return write(buf, &prepared[i], ref) }
	}
}

func uriscanFresh() func(base, ref []byte) []byte {
	var b resolve.Base
	buf := make([]byte, 0, 4096)
	return func(base, ref []byte) []byte {
		if b.Reset(base, 0) != nil {
			return nil
		}
		out, _, _ := b.Append(buf, ref)
		return out
	}
}

func printed(dst []byte, u *url.URL) []byte { return append(dst, u.String()...) }

// netURLPrepare prepares bases for a way to write targets.
func netURLPrepare(write func(dst []byte, u *url.URL) []byte) func(bases [][]byte) func(i int, ref []byte) []byte {
	return func(bases [][]byte) func(i int, ref []byte) []byte {
		prepared := make([]*url.URL, len(bases))
		for i, base := range bases {
			var err error
			if prepared[i], err = url.Parse(string(base)); err != nil {
				prepared[i] = new(url.URL)
			}
		}
		buf := make([]byte, 0, 4096)
		return func(i int, ref []byte) []byte {
			u, err := prepared[i].Parse(string(ref))
			if err != nil {
				return nil
			}
			return write(buf, u)
		}
	}
}

func netURLFresh() func(base, ref []byte) []byte {
	buf := make([]byte, 0, 4096)
	return func(base, ref []byte) []byte {
		u, err := url.Parse(string(base))
		if err != nil {
			return nil
		}
		if u, err = u.Parse(string(ref)); err != nil {
			return nil
		}
		return printed(buf, u)
	}
}

func fasthttpPrepare(bases [][]byte) func(i int, ref []byte) []byte {
	prepared := make([]fasthttp.URI, len(bases))
	for i, base := range bases {
		_ = prepared[i].Parse(nil, base)
	}
	var u fasthttp.URI
	return func(i int, ref []byte) []byte {
		prepared[i].CopyTo(&u)
		u.UpdateBytes(ref)
		return u.FullURI()
	}
}

func fasthttpFresh() func(base, ref []byte) []byte {
	var u fasthttp.URI
	return func(base, ref []byte) []byte {
		if u.Parse(nil, base) != nil {
			return nil
		}
		u.UpdateBytes(ref)
		return u.FullURI()
	}
}

// BenchmarkAppendRelative writes the links of pages again, as seen from their pages.
func BenchmarkAppendRelative(b *testing.B) {
	compare(b, []corpus.Kind{corpus.Links}, contender{"uriscan", func(c *corpus.Corpus) (func() uint64, int) {
		bases, of := distinct(c.Bases)
		relative := uriscanPrepare(func(dst []byte, base *resolve.Base, target []byte) []byte {
			out, _, _ := base.AppendRelative(dst, target)
			return out
		})(bases)
		var targets [][]byte
		for i, line := range c.Lines {
			targets = append(targets, []byte(targetOf(string(c.Bases[i]), string(line))))
		}
		bad := differing(c, func(i int, _ []byte) string { return targetOf(string(c.Bases[i]), string(relative(of[i], targets[i]))) },
			func(i int, _ []byte) string { return string(targets[i]) })
		return func() (n uint64) {
			for i, target := range targets {
				n += uint64(len(relative(of[i], target)))
			}
			return n
		}, bad
	}})
}

// BenchmarkAppendRecomposed writes references from their components.
func BenchmarkAppendRecomposed(b *testing.B) {
	compare(b, []corpus.Kind{corpus.Web, corpus.Links},
		contender{"net-url", func(c *corpus.Corpus) (func() uint64, int) {
			var all []*url.URL
			for _, line := range c.Strings() {
				u, err := url.Parse(line)
				if err != nil {
					u = new(url.URL)
				}
				all = append(all, u)
			}
			write := each(func(u *url.URL) int { return len(u.String()) })
			return func() uint64 { return write(all) }, differing(c, func(i int, _ []byte) string { return all[i].String() }, itself)
		}},
		contender{"uriscan", func(c *corpus.Corpus) (func() uint64, int) {
			var all []*resolve.Parts
			for _, line := range c.Lines {
				all = append(all, partsOf(line))
			}
			buf := make([]byte, 0, 4096)
			one := func(p *resolve.Parts) []byte {
				out, _, _ := resolve.AppendRecomposed(buf, p)
				return out
			}
			write := each(func(p *resolve.Parts) int { return len(one(p)) })
			return func() uint64 { return write(all) }, differing(c, func(i int, _ []byte) string { return string(one(all[i])) }, itself)
		}})
}

func itself(_ int, line []byte) string { return string(line) }

// partsOf takes a reference apart for resolve.
func partsOf(line []byte) *resolve.Parts {
	p := new(resolve.Parts)
	ref, _ := scanner.Parse(line)
	for c, part := range map[scanner.Component]*[]byte{
		scanner.Scheme: &p.Scheme, scanner.Userinfo: &p.Userinfo, scanner.Host: &p.Host, scanner.Port: &p.Port,
		scanner.Path: &p.Path, scanner.Query: &p.Query, scanner.Fragment: &p.Fragment,
	} {
		if ref.Has(c) {
			p.Has |= c
			*part = ref.Span(c).Of(line)
		}
	}
	return p
}

// BenchmarkDotSegments removes dot segments from paths of one shape and growing
// length: what a byte costs must not grow with it.
func BenchmarkDotSegments(b *testing.B) {
	for _, shape := range []struct{ name, piece string }{
		{"none", "abc/"}, {"here", "./"}, {"up", "../"}, {"down-up", "a/../"}, {"down-down-up", "/a/b/.."}, {"empty", "/"}, {"almost", "/.a/..."},
	} {
		for _, size := range []int{100, 10_000, 1 << 20, 16 << 20} {
			path := bytes.Repeat([]byte(shape.piece), size/len(shape.piece))
			out := make([]byte, 0, len(path))
			if size <= 10_000 { // the twin's time is quadratic
				want, _ := twin.RemoveDotSegments(string(path))
				if got := resolve.AppendWithoutDotSegments(nil, path); string(got) != want {
					b.Fatalf("AppendWithoutDotSegments(%.50q) = %.50q, want %.50q", path, got, want)
				}
			}
			compareOn(b, &corpus.Corpus{Kind: "dots", Lines: [][]byte{path}},
				contender{fmt.Sprintf("uriscan/shape=%s/size=%d", shape.name, size), func(*corpus.Corpus) (func() uint64, int) {
					return func() uint64 { return uint64(len(resolve.AppendWithoutDotSegments(out, path))) }, -1
				}})
		}
	}
}
