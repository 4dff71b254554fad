package bench

import (
	"hash/maphash"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/purell"
	whatwg "github.com/nlnwa/whatwg-url/url"
	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/fuzz/slow"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
	"github.com/valyala/fasthttp"
)

// normalizer returns a contender that appends the normal form of a reference that is not
// scanned yet to dst, or returns a new slice if the peer cannot append.
func normalizer(name string, form func(dst, line []byte) []byte) contender {
	return contender{name + "/in=bytes", func(c *corpus.Corpus) (func() uint64, int) {
		dst := make([]byte, 0, 4096)
		pass := each(func(line []byte) int { return len(form(dst, line)) })
		return func() uint64 { return pass(c.Lines) },
			differing(c, func(_ int, line []byte) string { return string(form(nil, line)) }, normalForm)
	}}
}

// BenchmarkNormalize normalizes references that are mostly normal, as real ones are, and
// references that each need a rung.
func BenchmarkNormalize(b *testing.B) {
	compare(b, absolute,
		normalizer("net-url", netURLNormal), normalizer("purell", purellNormal), normalizer("fasthttp", fasthttpNormal()),
		normalizer("whatwg-url", whatwgNormal), normalizer("uriscan", uriscanNormal))
}

// schemeRungs are the rungs of normalize.SchemeBased.
var schemeRungs = map[string]bool{
	slow.PercentEncoding: true, slow.Case: true, slow.IPv6: true, slow.EmptyPort: true,
	slow.DefaultPort: true, slow.EmptyPath: true, slow.PathSegment: true,
}

// normalForm returns the normal form by sections 6.2.2 and 6.2.3.
func normalForm(_ int, line []byte) string {
	form, _ := slow.Normalize(string(line), schemeRungs)
	return form
}

func uriscanNormal(dst, line []byte) []byte {
	out, _, err := normalize.Append(dst, line, normalize.SchemeBased)
	if err != nil {
		return nil
	}
	return out
}

// netURLNormal normalizes as a program with only net/url does: it parses, converts the
// host to lower case, drops a default port, cleans the path, and writes.
func netURLNormal(_, line []byte) []byte {
	u, err := url.Parse(string(line))
	if err != nil {
		return nil
	}
	return netURLForm(nil, u)
}

func netURLForm(dst []byte, u *url.URL) []byte {
	u.Host = strings.ToLower(u.Host)
	if port := u.Port(); port == "" || u.Scheme == "http" && port == "80" || u.Scheme == "https" && port == "443" {
		u.Host = strings.TrimSuffix(u.Host, ":"+port)
	}
	u = u.JoinPath()
	if u.Path == "" {
		u.Path = "/"
	}
	return append(dst, u.String()...)
}

// purellNormal requests only changes that keep the meaning.
func purellNormal(_, line []byte) []byte {
	s, err := purell.NormalizeURLString(string(line), purell.FlagsSafe|purell.FlagRemoveDotSegments)
	if err != nil {
		return nil
	}
	return []byte(s)
}

// fasthttpNormal parses and normalizes in one step, in a reused object.
func fasthttpNormal() func(dst, line []byte) []byte {
	var u fasthttp.URI
	return func(dst, line []byte) []byte {
		if u.Parse(nil, line) != nil {
			return nil
		}
		return u.AppendBytes(dst)
	}
}

// whatwgNormal follows another standard, in which parsing normalizes.
func whatwgNormal(_, line []byte) []byte {
	u, err := whatwg.Parse(string(line))
	if err != nil {
		return nil
	}
	return []byte(u.Href(false))
}

// scanned returns a contender that does one operation to references that are already
// scanned. right reports whether the answer is right.
func scanned(one func(line []byte, ref scanner.Ref) uint64, right func(line []byte, ref scanner.Ref, form string) bool) contender {
	return contender{"uriscan", func(c *corpus.Corpus) (func() uint64, int) {
		var refs []scanner.Ref
		bad := 0
		for i, line := range c.Lines {
			ref, _ := scanner.Parse(line)
			refs = append(refs, ref)
			if !unchecked && !right(line, ref, normalForm(i, line)) {
				bad++
			}
		}
		return func() (sum uint64) {
			for i, line := range c.Lines {
				sum += one(line, refs[i])
			}
			return sum
		}, bad
	}}
}

// BenchmarkNeeded finds the rungs that would change references.
func BenchmarkNeeded(b *testing.B) {
	needed := func(line []byte, ref scanner.Ref) uint64 {
		return uint64(normalize.Needed(line, ref, normalize.SchemeBased))
	}
	compare(b, absolute, scanned(needed, func(line []byte, ref scanner.Ref, form string) bool {
		return (needed(line, ref) == 0) == (form == string(line))
	}))
}

// BenchmarkHash hashes references as if normalized. For comparison, the hash of the
// standard library hashes the same bytes; it has 64 bits and differs in every process.
func BenchmarkHash(b *testing.B) {
	seed := maphash.MakeSeed()
	compare(b, absolute,
		contender{"maphash", func(c *corpus.Corpus) (func() uint64, int) {
			pass := each(func(line []byte) int { return int(maphash.Bytes(seed, line)) })
			return func() uint64 { return pass(c.Lines) }, -1
		}},
		scanned(func(line []byte, ref scanner.Ref) uint64 {
			return normalize.Hash(line, ref, normalize.SchemeBased, 0).Lo
		}, func(line []byte, ref scanner.Ref, form string) bool {
			return normalize.Hash(line, ref, normalize.SchemeBased, 0) == normalize.Hash(form, scanner.Split(form), 0, 0)
		}))
}

// BenchmarkEqual compares each reference with its normal form, which reads both
// completely.
func BenchmarkEqual(b *testing.B) {
	compare(b, absolute, contender{"uriscan", func(c *corpus.Corpus) (func() uint64, int) {
		var forms []string
		for i, line := range c.Lines {
			forms = append(forms, normalForm(i, line))
		}
		pass := func() (equal uint64) {
			for i, line := range c.Lines {
				if normalize.Equal(line, forms[i], normalize.SchemeBased) {
					equal++
				}
			}
			return equal
		}
		return pass, len(c.Lines) - int(pass())
	}})
}
