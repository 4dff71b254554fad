package bench

import (
	"hash/maphash"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/purell"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/normalize/crawl"
	"github.com/uriscan/uriscan/normalize/repair"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// A pageKeyer makes the keys of the links of pages: begin takes a page and returns a function
// that resolves, repairs, makes the key, and hashes it.
type pageKeyer struct {
	name  string
	begin func(page string) func(link []byte) uint64
}

// v1Like are the flags of purell that come nearest to crawl.V1. It cuts no parameters.
const v1Like = purell.FlagsUsuallySafeGreedy | purell.FlagRemoveFragment | purell.FlagRemoveDirectoryIndex |
	purell.FlagRemoveDuplicateSlashes | purell.FlagRemoveWWW | purell.FlagSortQuery

var hashSeed = maphash.MakeSeed()

// netURLKeyer parses, resolves, makes a key, and hashes it.
func netURLKeyer(key func(u *url.URL) string) func(string) func([]byte) uint64 {
	return func(page string) func([]byte) uint64 {
		base, _ := url.Parse(page)
		return func(link []byte) uint64 {
			u, err := base.Parse(string(link))
			if err != nil {
				return 0
			}
			return maphash.String(hashSeed, key(u))
		}
	}
}

// w3libKey is what canonicalize_url of w3lib does: no fragment, sorted parameters, each with a
// "=", decoded and encoded again.
func w3libKey(u *url.URL) string {
	u.Fragment, u.RawFragment = "", ""
	if u.Path == "" {
		u.Path = "/"
	}
	var parameters [][2]string
	for part := range strings.SplitSeq(u.RawQuery, "&") {
		if name, value, _ := strings.Cut(part, "="); part != "" {
			name, _ = url.QueryUnescape(name)
			value, _ = url.QueryUnescape(value)
			parameters = append(parameters, [2]string{name, value})
		}
	}
	slices.SortFunc(parameters, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	var q strings.Builder
	for i, p := range parameters {
		if i > 0 {
			q.WriteByte('&')
		}
		q.WriteString(url.QueryEscape(p[0]) + "=" + url.QueryEscape(p[1]))
	}
	u.RawQuery, u.ForceQuery = q.String(), false
	return u.String()
}

// uriscanKeyer uses buffers that live as long as the page.
func uriscanKeyer(page string) func([]byte) uint64 {
	var repaired, target, key []byte
	base, err := resolve.NewBase(page, 0)
	if err != nil {
		panic(err)
	}
	return func(link []byte) uint64 {
		var ref scanner.Ref
		var err error
		if repaired, ref, _, err = repair.Append(repaired[:0], link, 0); err != nil {
			return 0
		}
		if target, ref, err = base.AppendRef(target[:0], repaired, ref); err != nil {
			return 0
		}
		key, ref, _ = crawl.AppendKey(key[:0], target, ref, crawl.V1())
		return normalize.Hash(key, ref, 0, 1).Lo
	}
}

// BenchmarkPageKeys makes the keys of all links of pages: what a frontier does with each. The
// time is that of a link; a thousand million divided by it are the links per second of a core.
func BenchmarkPageKeys(b *testing.B) {
	var all []contender
	for _, k := range []pageKeyer{
		{"net-url", netURLKeyer(func(u *url.URL) string { return string(netURLForm(nil, u)) })},
		{"purell", netURLKeyer(func(u *url.URL) string { return purell.NormalizeURL(u, v1Like) })},
		{"w3lib", netURLKeyer(w3libKey)},
		{"uriscan", uriscanKeyer},
	} {
		all = append(all, contender{k.name + "/in=bytes", func(c *corpus.Corpus) (func() uint64, int) {
			bases, of := distinct(c.Bases)
			var keyers []func([]byte) uint64
			for _, base := range bases {
				keyers = append(keyers, k.begin(string(base)))
			}
			wrong := -1
			if k.name == "uriscan" {
				wrong = differing(c, func(i int, link []byte) uint64 { return keyers[of[i]](link) },
					func(i int, link []byte) uint64 { return plainKey(string(c.Bases[i]), string(link)) })
			}
			return func() (sum uint64) {
				for i, link := range c.Lines {
					sum += keyers[of[i]](link)
				}
				return sum
			}, wrong
		}})
	}
	compare(b, []corpus.Kind{corpus.Links, corpus.Pages}, all...)
}

// plainKey makes the same key by functions on strings, one after the other.
func plainKey(page, link string) uint64 {
	repaired, _, _, err := repair.Append(nil, link, 0)
	if err != nil {
		return 0
	}
	target, err := resolve.String(page, string(repaired))
	if err != nil {
		return 0
	}
	ref, _ := scanner.Parse(target)
	key, _, _ := crawl.AppendKey(nil, target, ref, crawl.V1())
	return normalize.Hash(string(key), scanner.Ref{}, 0, 1).Lo
}

// What docs/crawlers.md says of purell: rows with the flags, the input, its result, and the
// result of the result.
func TestPurell(t *testing.T) {
	for _, row := range []struct {
		flags           purell.NormalizationFlags
		in, once, twice string
	}{
		{purell.FlagsSafe, "http://h/a%2Fb", "http://h/a/b", "http://h/a/b"},
		{purell.FlagsSafe, "http://h/%2e%2e/a", "http://h/../a", "http://h/../a"},
		{purell.FlagsSafe, "http://h/?", "http://h/", "http://h/"},
		{purell.FlagsUsuallySafeGreedy, "http://h//", "http://h/", "http://h"},
		{purell.FlagsUsuallySafeGreedy, "http://h/.//a", "http://h//a", "http://h//a"},
		{purell.FlagsAllGreedy, "http://www.www.h.com/", "http://www.h.com", "http://h.com"},
		{purell.FlagsAllGreedy, "http://h/index.html/", "http://h/index.html", "http://h"},
		{purell.FlagsAllGreedy, "http://h/a/index.html/index.html", "http://h/a/index.html", "http://h/a"},
		{purell.FlagsAllGreedy, "http://www.com/", "http://com", "http://com"},
		{purell.FlagsAllGreedy, "http://h/?q3", "http://h?q3=", "http://h?q3="},
		{purell.FlagsAllGreedy, "https://h/", "http://h", "http://h"},
	} {
		once, err := purell.NormalizeURLString(row.in, row.flags)
		testkit.Must(t, err)
		twice, err := purell.NormalizeURLString(once, row.flags)
		testkit.Must(t, err)
		if once != row.once || twice != row.twice {
			t.Errorf("purell makes %q of %q and %q of that, want %q and %q", once, row.in, twice, row.once, row.twice)
		}
		ref, err := scanner.Parse(row.in)
		testkit.Must(t, err)
		key, keyRef, _ := crawl.AppendKey(nil, row.in, ref, crawl.V1())
		if again, _, changed := crawl.AppendKey(nil, key, keyRef, crawl.V1()); changed != 0 {
			t.Errorf("the key of %q is %q, and of that %q", row.in, key, again)
		}
	}
}
