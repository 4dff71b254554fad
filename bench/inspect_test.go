package bench

import (
	"fmt"
	"math/rand/v2"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/inspect"
)

// attacked are the corpora that are inspected: references as they are, and published attacks.
func attacked(b *testing.B) []*corpus.Corpus {
	attacks := &corpus.Corpus{Kind: "attacks", Source: "published attacks"}
	for _, line := range []string{
		"/..;/admin", "/a/..;v=1/b", "/public/%2e%2e/admin", "/public/..%2fadmin/secret", "/private%5Csecret", "/%2561dmin/export.csv",
		"/a/%252e%252e/b", "/api/admin%3Bx%2Fy/data", "/index.html%3Fx", "/x%00.png", "/%c0%ae%c0%ae/etc",
		"http://127.1/", "http://169.254.169.254/latest/", "http://[::ffff:127.0.0.1]/", "http://bank.example@evil.example/", "http://localhost:80/",
	} {
		attacks.Lines = append(attacks.Lines, []byte(line))
	}
	return []*corpus.Corpus{open(b, corpus.Web), open(b, corpus.Long), open(b, corpus.Links), open(b, corpus.Pages), open(b, corpus.Dirty), attacks}
}

// policies are those that are ready, and their rules as programs have them by hand.
var policies = []struct {
	name   string
	rules  inspect.Rules
	byHand func(f fields) (refused bool)
}{{"ingress", inspect.Ingress(), ingressByHand}, {"fetch", inspect.Fetch(), fetchByHand}}

var (
	delimiter = regexp.MustCompile(`%(?:2f|5c|3f|23|3b)`)
	twice     = regexp.MustCompile(`(?i)%25(?:[0-9a-f]|%3[0-9]|%[46][1-6]){2}`)
	overlong  = regexp.MustCompile(`(?i)%c[01]%[89ab]|%e0%[89].%[89ab]|%f0%8.%[89ab].%[89ab]`)
	control   = regexp.MustCompile(`(?i)%[01]|%7f`)
)

func ingressByHand(f fields) bool {
	for _, part := range []string{f.authority, f.path} {
		if strings.Contains(part, "%") && (strings.Contains(part, "%00") || twice.MatchString(part) || overlong.MatchString(part)) {
			return true
		}
	}
	path := f.path
	if strings.Contains(path, "%") {
		if path = strings.ToLower(path); delimiter.MatchString(path) {
			return true
		}
		path = strings.ReplaceAll(path, "%2e", ".")
	}
	for segment := range strings.SplitSeq(path, "/") {
		if segment, _, _ = strings.Cut(segment, ";"); segment == "." || segment == ".." {
			return true
		}
	}
	return false
}

// notPublic are the networks of literal addresses that netip.Addr has no method for.
var notPublic = func() (all []netip.Prefix) {
	for prefix := range strings.FieldsSeq(`0.0.0.0/8 100.64.0.0/10 192.0.0.0/24 192.0.2.0/24 198.18.0.0/15 198.51.100.0/24
		203.0.113.0/24 240.0.0.0/4 ::/64 64:ff9b::/32 2001::/23 2001:db8::/32 2002::/16`) {
		all = append(all, netip.MustParsePrefix(prefix))
	}
	return all
}()

var dnsName = regexp.MustCompile(`^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$`)

// fetchByHand takes no host with triplets and every A-label. It counts all delimiters.
func fetchByHand(f fields) bool {
	length := len("://?#") + len(f.scheme) + len(f.authority) + len(f.path) + len(f.query) + len(f.fragment)
	scheme, host, port := strings.ToLower(f.scheme), strings.ToLower(f.authority), ""
	if i := strings.LastIndexByte(host, ':'); i > strings.LastIndexByte(host, ']') {
		host, port = host[:i], strings.TrimLeft(host[i+1:], "0")
	}
	if length > 2048 || scheme != "http" && scheme != "https" || port != "" && port != "80" && port != "443" || strings.Contains(host, "@") {
		return true
	}
	for _, part := range []string{f.path, f.query, f.fragment} {
		if strings.Contains(part, "%") && control.MatchString(part) {
			return true
		}
	}
	if addr, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		contains := func(p netip.Prefix) bool { return p.Contains(addr) }
		return !addr.IsGlobalUnicast() || addr.IsPrivate() || slices.ContainsFunc(notPublic, contains)
	}
	return len(host) > 253 || !dnsName.MatchString(host) || host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// BenchmarkInspect makes the remarks on references that are already scanned. Beside it are
// the scan, and on components that are already found a part of the remarks by hand.
func BenchmarkInspect(b *testing.B) {
	ingress, err := inspect.NewPolicy(inspect.Ingress())
	testkit.Must(b, err)
	for _, c := range attacked(b) {
		compareOn(b, c,
			contender{"parse", func(c *corpus.Corpus) (func() uint64, int) {
				return func() uint64 { return scannerParse(c.Lines) }, -1
			}},
			contender{"net-url", func(c *corpus.Corpus) (func() uint64, int) {
				var all []fields
				for _, line := range c.Lines {
					f, _ := netURLFields(string(line))
					all = append(all, f)
				}
				pass := each(func(f fields) int { return one(ingressByHand(f)) })
				return func() uint64 { return pass(all) }, -1
			}},
			scanned(func(line []byte, ref scanner.Ref) uint64 {
				return uint64(inspect.Of(line, ref))
			}, func(line []byte, ref scanner.Ref, _ string) bool {
				return (ingress.Check("", line, ref) != inspect.Refusal{}) == ingressByHand(truth(string(line)))
			}))
	}
}

// BenchmarkNoRemark parses lines without a remark, and queries of up to ten and a hundred words of
// triplets, then asks for the remarks: that should take at most twice as long as to parse them. To parse each
// twice in a row takes less than that: the processor has just seen where the line goes. Lines that need a
// second look, and paths of many segments, take longer.
func BenchmarkNoRemark(b *testing.B) {
	all := append(attacked(b)[:4], queries(10), queries(100), segments(12), segments(30), segments(1000))
	all = append(all, looks()...)
	for _, c := range all {
		quiet := &corpus.Corpus{Kind: c.Kind, Source: c.Source}
		for _, line := range c.Lines {
			if ref, err := scanner.Parse(line); err == nil && inspect.Of(line, ref) == 0 {
				quiet.Lines = append(quiet.Lines, line)
			}
		}
		if len(quiet.Lines) < len(c.Lines)/2 {
			b.Fatalf("%d of %d lines of %s have no remark, want most", len(quiet.Lines), len(c.Lines), c.Kind)
		}
		compareOn(b, quiet,
			contender{"parse", func(c *corpus.Corpus) (func() uint64, int) {
				return func() uint64 { return scannerParse(c.Lines) }, -1
			}},
			contender{"parse-twice", func(c *corpus.Corpus) (func() uint64, int) {
				return func() (sum uint64) {
					for _, line := range c.Lines {
						first, _ := scanner.Parse(line)
						second, _ := scanner.Parse(line)
						sum += uint64(first.Host().Len() + second.Path().Len())
					}
					return sum
				}, -1
			}},
			contender{"uriscan", func(c *corpus.Corpus) (func() uint64, int) {
				return func() (sum uint64) {
					for _, line := range c.Lines {
						ref, _ := scanner.Parse(line)
						sum += uint64(ref.Host().Len()) + uint64(inspect.Of(line, ref))
					}
					return sum
				}, -1
			}})
	}
}

// BenchmarkLongPaths asks for the remarks on paths of a megabyte, which servers let pass: the segments are
// empty, dots, digits, names, or alike without being the same.
func BenchmarkLongPaths(b *testing.B) {
	for _, p := range []struct {
		kind     corpus.Kind
		segments string
	}{{"slashes", "/"}, {"parameters", "/;"}, {"digits", "/1"}, {"dots", "/.."}, {"names", "/www."}, {"pairs", "/ab/ac"}} {
		line := append([]byte("http://www.example.com"), strings.Repeat(p.segments, 1<<20/len(p.segments))...)
		ref, err := scanner.Parse(line)
		testkit.Must(b, err)
		compareOn(b, &corpus.Corpus{Kind: p.kind, Lines: [][]byte{line}},
			contender{"parse", func(c *corpus.Corpus) (func() uint64, int) {
				return func() uint64 { return scannerParse(c.Lines) }, -1
			}},
			contender{"uriscan", func(*corpus.Corpus) (func() uint64, int) {
				all := inspect.Remark(0)
				for remark := range inspect.All(line, ref) {
					all |= remark
				}
				return func() uint64 { return uint64(inspect.Of(line, ref)) }, one(all != inspect.Of(line, ref))
			}})
	}
}

// queries returns 2,000 URLs with up to so many words and triplets in their query.
func queries(most int) *corpus.Corpus {
	c := &corpus.Corpus{Kind: corpus.Kind(fmt.Sprint("queries", most)), Source: "seed 1"}
	r := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		line := "https://www.example.com/search?q="
		for range most/2 + r.IntN(most/2+1) {
			line += [...]string{"word%20", "%C3%A9", "%E2%82%AC", "%2Ca", "ab%3D", "%D0%B6", "%E4%B8%AD"}[r.IntN(7)]
		}
		c.Lines = append(c.Lines, []byte(line))
	}
	return c
}

// looks are URLs that no kernel finds plain at once: with addresses and A-labels, names that end as special ones do and
// those of more than 62 bytes, an encoded "%", and in the last one a ":" before a slash, a label that begins with a
// zero, hyphens in a row, and segments that are alike. The first one, with ports, is for comparison.
func looks() []*corpus.Corpus {
	return []*corpus.Corpus{
		filled("ports", "http://www.{word}.example.com:8080/a/b", "https://{word}.example.com:443/", "http://web{n}:3000/{word}", "https://node-{n}.example/{word}"),
		filled("ipv4", "http://8.8.{n}.1/{word}", "http://172.217.{n}.142/", "http://192.30.{n}.113/", "https://208.67.{n}.222:8080/"),
		filled("ipv6", "http://[2606:4700::{n}]/{word}", "http://[2001:4860:4860::{n}]/", "https://[2a00:1450:4001:82a::{n}]:8080/"),
		filled("internal", "http://{word}.internal/a", "http://{word}-{n}.corp.internal:3000/"),
		filled("a-labels", "http://xn--bcher-kva.example/{word}", "http://{word}.xn--mnchen-3ya.example/"),
		filled("two-a-labels", "http://xn--80aaxitdbjk.xn--p1ai/{word}", "http://xn--fsqu00a.xn--0zwm56d/{word}", "http://xn--mgbh0fb.xn--kgbechtv/{word}"),
		filled("long-a-labels", "http://xn--b1abfaaepdrnnbgefbadotcwatmq2g4l/{word}"),
		filled("long-names", "http://{word}.{word}-and-{word}.of-a-name-that-is-longer-than-most.example.com/", "https://{word}{n}.a-name-of-more-than-sixty-two-bytes.some-words.example.com/a/b"),
		filled("percents", "http://www.example.com/{word}/{n}%25", "https://www.example.com/{word}?share={n}%25&a=b"),
		filled("looks", "https://{word}-my.example.com/:b:/g/personal/{word}/EQ", "https://02-{word}.example.com/", "http://a---{word}.example.com/a",
			"http://www.example.com/{word}/{word}/x", "http://www.example.com/www/{word}"),
	}
}

// filled returns 500 URLs of each form, with a word and a number below 100.
func filled(kind corpus.Kind, forms ...string) *corpus.Corpus {
	c := &corpus.Corpus{Kind: kind, Source: "seed 1"}
	r := rand.New(rand.NewPCG(1, 4))
	for range 500 {
		fill := strings.NewReplacer("{word}", word(r, 4, 12), "{n}", strconv.Itoa(r.IntN(100)))
		for _, form := range forms {
			c.Lines = append(c.Lines, []byte(fill.Replace(form)))
		}
	}
	return c
}

// segments returns 200 URLs with a path of n segments.
func segments(n int) *corpus.Corpus {
	c := &corpus.Corpus{Kind: corpus.Kind(fmt.Sprint("segments", n)), Source: "seed 1"}
	r := rand.New(rand.NewPCG(1, 3))
	for range 200 {
		line := "http://www.example.com"
		for range n {
			line += "/" + word(r, 3, 9)
		}
		c.Lines = append(c.Lines, []byte(line))
	}
	return c
}

// word returns least to most letters and digits.
func word(r *rand.Rand, least, most int) string {
	w := make([]byte, least+r.IntN(most-least+1))
	for i := range w {
		w[i] = "abcdefghijklmnopqrstuvwxyz0123456789"[r.IntN(36)]
	}
	return string(w)
}

// BenchmarkPolicy parses references and checks them by a policy.
func BenchmarkPolicy(b *testing.B) {
	for _, c := range attacked(b) {
		for _, r := range policies {
			policy, err := inspect.NewPolicy(r.rules)
			testkit.Must(b, err)
			check := func(name string, refused func(line []byte) bool) contender {
				return contender{name + "/policy=" + r.name, func(c *corpus.Corpus) (func() uint64, int) {
					pass := each(func(line []byte) int { return one(refused(line)) })
					return func() uint64 { return pass(c.Lines) },
						differing(c, func(_ int, line []byte) bool { return refused(line) }, func(_ int, line []byte) bool { return r.byHand(truth(string(line))) })
				}}
			}
			compareOn(b, c,
				check("net-url", func(line []byte) bool { f, ok := netURLFields(string(line)); return !ok || r.byHand(f) }),
				check("uriscan", func(line []byte) bool {
					ref, err := scanner.Parse(line)
					return err != nil || policy.Check("GET", line, ref) != inspect.Refusal{}
				}))
		}
	}
}

func one(refused bool) int {
	if refused {
		return 1
	}
	return 0
}
