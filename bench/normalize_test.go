package bench

import (
	"hash/maphash"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/purell"
	whatwg "github.com/nlnwa/whatwg-url/url"
	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/fuzz/twin"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
	"github.com/valyala/fasthttp"
)

// normalizer is a contender that appends the normal form of a reference, of which nothing
// is known yet, to dst, or gives what it had to make anew.
func normalizer(name string, form func(dst, line []byte) []byte) contender {
	return contender{name + "/in=bytes", func(c *corpus.Corpus) (func() uint64, int) {
		dst := make([]byte, 0, 4096)
		pass := each(func(line []byte) int { return len(form(dst, line)) })
		return func() uint64 { return pass(c.Lines) },
			differing(c, func(_ int, line []byte) string { return string(form(nil, line)) }, normalForm)
	}}
}

// BenchmarkNormalize normalizes references that mostly are normal, as real ones
// are, and ones of which every one needs a rung.
func BenchmarkNormalize(b *testing.B) {
	compare(b, absolute,
		normalizer("net-url", netURLNormal), normalizer("purell", purellNormal), normalizer("fasthttp", fasthttpNormal()),
		normalizer("whatwg-url", whatwgNormal), normalizer("uriscan", uriscanNormal))
}

// schemeRungs are those of normalize.SchemeBased.
var schemeRungs = map[string]bool{
	twin.PercentEncoding: true, twin.Case: true, twin.IPv6: true, twin.EmptyPort: true,
	twin.DefaultPort: true, twin.EmptyPath: true, twin.PathSegment: true,
}

// normalForm is what sections 6.2.2 and 6.2.3 say.
func normalForm(_ int, line []byte) string {
	form, _ := twin.Normalize(string(line), schemeRungs)
	return form
}

func uriscanNormal(dst, line []byte) []byte {
	out, _, err := normalize.Append(dst, line, normalize.SchemeBased)
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

// scanned is a contender that does one operation to references that are scanned
// already; right reports whether the answer is.
func scanned(one func(line []byte, ref scanner.Ref) uint64, right func(line []byte, ref scanner.Ref, form string) bool) contender {
	return contender{"uriscan", func(c *corpus.Corpus) (func() uint64, int) {
		var refs []scanner.Ref
		bad := 0
		for i, line := range c.Lines {
			ref, _ := scanner.Parse(line)
			refs = append(refs, ref)
			if !right(line, ref, normalForm(i, line)) {
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

// BenchmarkNeeded finds out which rungs would change references.
func BenchmarkNeeded(b *testing.B) {
	needed := func(line []byte, ref scanner.Ref) uint64 {
		return uint64(normalize.Needed(line, ref, normalize.SchemeBased))
	}
	compare(b, absolute, scanned(needed, func(line []byte, ref scanner.Ref, form string) bool {
		return (needed(line, ref) == 0) == (form == string(line))
	}))
}

// BenchmarkHash hashes references as if normalized, beside the hash of the standard
// library over the same bytes, which has 64 bits and another value in every process.
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

// BenchmarkEqual compares each reference with its normal form, which takes all
// of both.
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
