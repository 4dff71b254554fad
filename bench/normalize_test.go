package bench

import (
	"net/url"
	"path"
	"strings"
	"testing"

	"github.com/PuerkitoBio/purell"
	whatwg "github.com/nlnwa/whatwg-url/url"
	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/fuzz/twin"
	"github.com/uriscan/uriscan/normalize"
	"github.com/valyala/fasthttp"
)

// A normalizer is an implementation of section 6 to be measured: it appends the
// normal form of a reference, of which nothing is known yet, to dst, or gives
// what it had to make anew.
type normalizer struct {
	name   string
	append func(dst, line []byte) []byte
}

var normalizers = []normalizer{
	{"net-url", netURLNormal},
	{"net-url-plain", netURLPlain},
	{"purell", purellNormal},
	{"fasthttp", fasthttpNormal()},
	{"whatwg-url", whatwgNormal},
	{"uriscan", uriscanNormal},
}

// BenchmarkNormalize normalizes references that mostly are normal, as real ones
// are, and ones of which every one needs a rung.
func BenchmarkNormalize(b *testing.B) {
	for _, kind := range []corpus.Kind{corpus.Web, corpus.Long, corpus.Dirty} {
		b.Run("corpus="+string(kind), func(b *testing.B) {
			c := open(b, kind)
			for _, n := range normalizers {
				b.Run("impl="+n.name+"/in=bytes", func(b *testing.B) { n.run(b, c) })
			}
		})
	}
}

func (n normalizer) run(b *testing.B, c *corpus.Corpus) {
	bad := n.wrong(c)
	if n.name == "uriscan" && bad != 0 {
		b.Fatalf("normalize is wrong of %d lines of %s, want 0", bad, c.Source)
	}
	dst := make([]byte, 0, 4096)
	measure(b, c, func() (sum uint64) {
		for _, line := range c.Lines {
			sum += uint64(len(n.append(dst, line)))
		}
		return sum
	})
	b.ReportMetric(float64(bad), "wrong")
}

// schemeRungs are those of normalize.Scheme.
var schemeRungs = map[string]bool{
	twin.PercentEncoding: true, twin.Case: true, twin.IPv6: true, twin.EmptyPort: true,
	twin.DefaultPort: true, twin.EmptyPath: true, twin.PathSegment: true,
}

// wrong counts the lines of which n says something else than section 6.2.2 and
// 6.2.3.
func (n normalizer) wrong(c *corpus.Corpus) int {
	bad := 0
	for _, line := range c.Lines {
		want, _ := twin.Normalize(string(line), schemeRungs)
		if string(n.append(nil, line)) != want {
			bad++
		}
	}
	return bad
}

func uriscanNormal(dst, line []byte) []byte {
	out, _, err := normalize.Append(dst, line, normalize.Scheme)
	if err != nil {
		return nil
	}
	return out
}

// netURLNormal is what a program with nothing but net/url does: it parses,
// lowers the host, drops a default port, cleans the path, and writes.
func netURLNormal(_, line []byte) []byte {
	u, err := url.Parse(string(line))
	if err != nil {
		return nil
	}
	return netURLForm(u)
}

func netURLForm(u *url.URL) []byte {
	u.Host = strings.ToLower(u.Host)
	if port := u.Port(); port == "" || u.Scheme == "http" && port == "80" || u.Scheme == "https" && port == "443" {
		u.Host = strings.TrimSuffix(u.Host, ":"+port)
	}
	u = u.JoinPath()
	if u.Path == "" {
		u.Path = "/"
	}
	return []byte(u.String())
}

// netURLPlain is the least that passes for it: it leaves ports and triplets as
// they are.
func netURLPlain(_, line []byte) []byte {
	u, err := url.Parse(string(line))
	if err != nil {
		return nil
	}
	u.Host = strings.ToLower(u.Host)
	if u.Path != "" {
		u.Path = path.Clean(u.Path)
	}
	return []byte(u.String())
}

// purellNormal asks for what changes no meaning.
func purellNormal(_, line []byte) []byte {
	s, err := purell.NormalizeURLString(string(line), purell.FlagsSafe|purell.FlagRemoveDotSegments)
	if err != nil {
		return nil
	}
	return []byte(s)
}

// fasthttpNormal normalizes whatever it parses, in an object made for reuse.
func fasthttpNormal() func(dst, line []byte) []byte {
	var u fasthttp.URI
	return func(dst, line []byte) []byte {
		if u.Parse(nil, line) != nil {
			return nil
		}
		return u.AppendBytes(dst)
	}
}

// whatwgNormal follows another standard, in which to parse is to normalize.
func whatwgNormal(_, line []byte) []byte {
	u, err := whatwg.Parse(string(line))
	if err != nil {
		return nil
	}
	return []byte(u.Href(false))
}
