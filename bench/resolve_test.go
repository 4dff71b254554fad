package bench

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/url"
	"testing"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/fuzz/slow"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
	"github.com/valyala/fasthttp"
)

// A resolver is an implementation of section 5 to measure. begin returns a function that
// sets a base and functions that resolve against it, once or many times. A target is
// valid until the next one.
type resolver struct {
	name  string
	begin begin
	all   func(bases [][]byte, of []int, lines [][]byte) func() uint64 // instead of many calls, or nil
}

var resolvers = []resolver{
	{"net-url", netURLBegin(func(dst []byte, u *url.URL) []byte { return append(dst, u.String()...) }), nil},
	{"fasthttp", fasthttpBegin, nil},
	{"uriscan", uriscanBegin(func(dst []byte, base *resolve.Base, ref []byte) []byte {
		out, _, _ := base.Append(dst, ref)
		return out
	}), resolveAll},
}

// BenchmarkResolve resolves the links of pages: against pages that are prepared once, as
// a crawler does, and against a page that is new for every link, in an order in which a
// page hardly ever follows itself.
func BenchmarkResolve(b *testing.B) {
	var all []contender
	for _, r := range resolvers {
		all = append(all, r.prepared("/base=prepared", targetOf), contender{r.name + "/base=fresh", r.anew})
	}
	compare(b, []corpus.Kind{corpus.Links, corpus.Pages}, all...)
}

// BenchmarkAppendResolved resolves and normalizes, against pages that are prepared once.
func BenchmarkAppendResolved(b *testing.B) {
	form := func(base, ref string) string {
		want, _ := slow.Normalize(targetOf(base, ref), schemeRungs)
		return want
	}
	compare(b, []corpus.Kind{corpus.Links},
		resolver{"net-url", netURLBegin(netURLForm), nil}.prepared("", form),
		resolver{"uriscan", uriscanBegin(func(dst []byte, base *resolve.Base, ref []byte) []byte {
			out, _, _, _ := normalize.AppendResolved(dst, base, ref, normalize.SchemeBased)
			return out
		}), nil}.prepared("", form))
}

// targetOf returns the target by the pseudocode of 5.2.
func targetOf(base, ref string) string {
	target, _ := slow.Resolve(base, ref, slow.Rules{})
	return target
}

// resolveAll calls Append as scannerParse does Parse: two calls of function values take a fifth of its time.
func resolveAll(bases [][]byte, of []int, lines [][]byte) func() uint64 {
	prepared, buf := make([]resolve.Base, len(bases)), make([]byte, 0, 4096)
	for i, base := range bases {
		_ = prepared[i].Reset(base, 0)
	}
	return func() (n uint64) {
		for i, line := range lines {
			out, _, _ := prepared[of[i]].Append(buf, line)
			n += uint64(len(out))
		}
		return n
	}
}

// each returns a function for each of the bases that resolves against it.
func (r resolver) each(bases [][]byte) (all []func(ref []byte) []byte) {
	buf := make([]byte, 0, 4096)
	for _, base := range bases {
		take, resolve := r.begin(buf, false)
		take(base)
		all = append(all, resolve)
	}
	return all
}

// prepared measures r with bases that are prepared before.
func (r resolver) prepared(suffix string, want func(base, ref string) string) contender {
	return contender{r.name + suffix, func(c *corpus.Corpus) (func() uint64, int) {
		bases, of := distinct(c.Bases)
		all := r.each(bases)
		bad := differing(c, func(i int, line []byte) string { return string(all[of[i]](line)) },
			func(i int, line []byte) string { return want(string(c.Bases[i]), string(line)) })
		if r.all != nil {
			return r.all(bases, of, c.Lines), bad
		}
		return func() (n uint64) {
			for i, line := range c.Lines {
				n += uint64(len(all[of[i]](line)))
			}
			return n
		}, bad
	}}
}

// anew measures r with bases that are new.
func (r resolver) anew(c *corpus.Corpus) (func() uint64, int) {
	take, resolve := r.begin(make([]byte, 0, 4096), true)
	one := func(i int, line []byte) []byte {
		take(c.Bases[i])
		return resolve(line)
	}
	bad := differing(c, func(i int, line []byte) string { return string(one(i, line)) },
		func(i int, line []byte) string { return targetOf(string(c.Bases[i]), string(line)) })
	order := rand.New(rand.NewPCG(corpus.Seed, 0)).Perm(len(c.Lines))
	return func() (n uint64) {
		for _, i := range order {
			n += uint64(len(one(i, c.Lines[i])))
		}
		return n
	}, bad
}

// distinct returns every base once, and for each line the index of its base.
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

type begin = func(buf []byte, once bool) (take func(base []byte), resolve func(ref []byte) []byte)

// uriscanBegin prepares bases for one of the ways to use them.
func uriscanBegin(write func(dst []byte, base *resolve.Base, ref []byte) []byte) begin {
	return func(buf []byte, _ bool) (func(base []byte), func(ref []byte) []byte) {
		var b resolve.Base
		return func(base []byte) { _ = b.Reset(base, 0) }, func(ref []byte) []byte { return write(buf, &b, ref) }
	}
}

// netURLBegin prepares bases for one of the ways to write targets.
func netURLBegin(write func(dst []byte, u *url.URL) []byte) begin {
	return func(buf []byte, _ bool) (func(base []byte), func(ref []byte) []byte) {
		b := new(url.URL)
		take := func(base []byte) {
			if u, err := url.Parse(string(base)); err == nil {
				b = u
			}
		}
		return take, func(ref []byte) []byte {
			u, err := b.Parse(string(ref))
			if err != nil {
				return nil
			}
			return write(buf, u)
		}
	}
}

// fasthttpBegin resolves in the base itself if the base is used once.
func fasthttpBegin(_ []byte, once bool) (take func(base []byte), resolve func(ref []byte) []byte) {
	b, u := new(fasthttp.URI), new(fasthttp.URI)
	return func(base []byte) { _ = b.Parse(nil, base) }, func(ref []byte) []byte {
		if once {
			u = b
		} else {
			b.CopyTo(u)
		}
		u.UpdateBytes(ref)
		return u.FullURI()
	}
}

// BenchmarkAppendRelative writes the links of pages as relative references again.
func BenchmarkAppendRelative(b *testing.B) {
	compare(b, []corpus.Kind{corpus.Links}, contender{"uriscan", func(c *corpus.Corpus) (func() uint64, int) {
		bases, of := distinct(c.Bases)
		relative := resolver{"uriscan", uriscanBegin(func(dst []byte, base *resolve.Base, target []byte) []byte {
			out, _, _ := base.AppendRelative(dst, target)
			return out
		}), nil}.each(bases)
		var targets [][]byte
		for i, line := range c.Lines {
			targets = append(targets, []byte(targetOf(string(c.Bases[i]), string(line))))
		}
		bad := differing(c, func(i int, _ []byte) string { return targetOf(string(c.Bases[i]), string(relative[of[i]](targets[i]))) },
			func(i int, _ []byte) string { return string(targets[i]) })
		return func() (n uint64) {
			for i, target := range targets {
				n += uint64(len(relative[of[i]](target)))
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

// partsOf returns the components of a reference.
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

// BenchmarkDotSegments removes dot segments from paths of one shape and growing length.
// The cost of a byte must not grow with the length.
func BenchmarkDotSegments(b *testing.B) {
	for _, shape := range []struct{ name, piece string }{
		{"none", "abc/"}, {"here", "./"}, {"up", "../"}, {"down-up", "a/../"}, {"down-down-up", "/a/b/.."}, {"empty", "/"}, {"almost", "/.a/..."},
	} {
		for _, size := range []int{100, 10_000, 1 << 20, 16 << 20} {
			path := bytes.Repeat([]byte(shape.piece), size/len(shape.piece))
			out := make([]byte, 0, len(path))
			if size <= 10_000 { // the twin's time is quadratic
				want, _ := slow.RemoveDotSegments(string(path))
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
