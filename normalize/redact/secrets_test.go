package redact

import (
	"fmt"
	"html"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/readers"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/internal/testkit/suite"
	"github.com/uriscan/uriscan/normalize/query"
)

func TestMain(m *testing.M) { suite.Run(m) }

// rules are what the tests try, each with what they blank.
var rules = []Rules{
	{},
	{Names: []string{"token", "sig", "api-key", "a b", "x_*"}, Mask: "***"},
	{Names: []string{"Token", "api-key"}, Fold: query.FoldCase | query.FoldDash, KeepUser: true, Mask: "x"},
	{Allow: []string{"q", "page", "a b"}, Names: []string{"q2"}},
	{Allow: []string{}, Fragment: true, Mask: "-"},
	{Names: []string{"token"}, Segments: []string{"tok-*", "me"}, After: []string{"reset", "users"}, Fragment: true},
}

var policies = func() (all []*Policy) {
	for _, r := range rules {
		p, err := NewPolicy(r)
		if err != nil {
			panic(err)
		}
		all = append(all, p)
	}
	return all
}()

// isListed reports whether one of patterns matches name. Slow: it is a twin of the policy.
func (r *Rules) isListed(patterns []string, name string) bool {
	fold := func(s string) string {
		if r.Fold&query.FoldCase != 0 {
			s = strings.ToLower(s)
		}
		if r.Fold&query.FoldDash != 0 {
			s = strings.ReplaceAll(s, "-", "_")
		}
		return s
	}
	name = fold(name)
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		beginning, isBeginning := strings.CutSuffix(fold(pattern), "*")
		return name == beginning || isBeginning && strings.HasPrefix(name, beginning)
	})
}

// secrets calls found for everything that is secret to a reader of src.
func (r *Rules) secrets(src string, found func(by, what, secret string)) {
	names := r.Names
	if names == nil && r.Allow == nil {
		names = OpenTelemetry()
	}
	listed := func(patterns []string) func(string) bool {
		return func(name string) bool { return r.isListed(patterns, name) }
	}
	for _, reading := range readers.All(src) {
		if reading.By == "curl" && isIn(addressSchemes, []byte(reading.User)) && !slices.ContainsFunc(readers.Decodings(reading.Password), func(s string) bool {
			return strings.Contains(s, ":")
		}) {
			reading.Password = "" // mailto:ann@example.com
		}
		if !r.KeepUser || strings.ContainsFunc(strings.TrimLeftFunc(reading.User, func(c rune) bool { return c <= ' ' || c == '/' || c == '\\' }), func(c rune) bool {
			return c >= 0x80 || !unreserved.Has(byte(c))
		}) {
			found(reading.By, "user", reading.User)
		}
		found(reading.By, "password", reading.Password)
		if r.Fragment {
			found(reading.By, "fragment", reading.Fragment)
		}
		for i, part := range []string{reading.Query, reading.Fragment} {
			if i == 1 && r.Fragment {
				continue
			}
			for _, semicolons := range []bool{false, true} {
				for _, p := range readers.Params(part, semicolons) {
					switch {
					case p.Name != "" && slices.ContainsFunc(readers.Decodings(p.Name), listed(names)),
						r.Allow != nil && p.Name != "" && !slices.ContainsFunc(readers.Decodings(p.Name), listed(r.Allow)):
						found(reading.By, "value of "+p.Name, p.Value)
					case r.Allow != nil && p.Name == "" && !slices.ContainsFunc(readers.Decodings(p.Value), listed(r.Allow)):
						found(reading.By, "parameter", p.Value)
					}
				}
			}
		}
		for _, segments := range [][]string{reading.Segments, readers.WithoutDots(reading.Segments)} {
			for i, s := range segments {
				if r.Segments != nil && slices.ContainsFunc(readers.Decodings(s), listed(r.Segments)) ||
					r.After != nil && i > 0 && !isDots(s) && slices.ContainsFunc(readers.Decodings(segments[i-1]), listed(r.After)) {
					found(reading.By, "segment", s)
				}
			}
		}
	}
}

// isDots reports whether nothing is left of a segment without its dots and slashes, and without what
// browsers leave out.
func isDots(s string) bool {
	all := readers.Decodings(withoutBreaks.Replace(s))
	return strings.Trim(all[len(all)-1], "./\\\t\r\n") == ""
}

var withoutBreaks = strings.NewReplacer("\t", "", "\r", "", "\n", "")

// isMask reports whether nothing of a part is seen. Those that take a scheme for a user see
// that, and slashes before what is blanked.
func (p *Policy) isMask(s string) bool {
	s = strings.ReplaceAll(s, "%5C", `\`) // as net/url writes it
	name := strings.TrimFunc(s, func(c rune) bool { return c <= ' ' })
	if isIn(specialSchemes[:], []byte(name)) || isIn(addressSchemes, []byte(name)) {
		return true
	}
	return strings.TrimFunc(strings.ReplaceAll(s, p.mask, ""), func(c rune) bool { return c <= ' ' || strings.ContainsRune(`:/\`, c) }) == ""
}

// check checks what redacting src, alone or in a text, makes of it. secret, if it is not
// empty, is in src once.
func check(t *testing.T, r *Rules, p *Policy, src, secret string) {
	t.Helper()
	out := string(Append(nil, src, p))
	if again := string(Append(nil, out, p)); again != out {
		t.Fatalf("%+v: %q is\n%q and again\n%q", r, src, out, again)
	}
	if !follows(out, src, p.mask) {
		t.Fatalf("%+v: %q is\n%q, in which more than a part was changed", r, src, out)
	}
	r.secrets(out, func(by, what, s string) {
		if !p.isMask(s) {
			t.Fatalf("%+v: %q is\n%q: %s finds the %s %q", r, src, out, by, what, s)
		}
	})
	if secret != "" && strings.Contains(out, secret) {
		r.secrets(src, func(by, what, s string) {
			if strings.Contains(s, secret) {
				t.Fatalf("%+v: %q is\n%q, with the %s that %s finds", r, src, out, what, by)
			}
		})
	}
	checkText(t, r, p, src, secret, out)
}

// spellings are how URLs are written in other things than texts.
var spellings = []func(string) string{
	url.QueryEscape,
	func(s string) string { return url.QueryEscape(url.QueryEscape(s)) },
	strings.NewReplacer("/", `\/`, "&", `\u0026`, "=", `\u003d`).Replace,
	html.EscapeString,
}

// checkText puts src into texts.
func checkText(t *testing.T, r *Rules, p *Policy, src, secret, alone string) {
	t.Helper()
	spell := spellings[len(src)%len(spellings)]
	for _, around := range []string{"%s", `Get "%s": EOF`, "see (%s), or <%s>.", "a\nat='%s' x", `{"u":"%s"}`, "GET %s HTTP/1.1", "%S"} {
		text := strings.Replace(around, "%s", src, 1)
		if around == "%S" {
			text = spell(src)
		}
		out := string(Text(nil, text, p))
		if again := string(Text(nil, out, p)); again != out {
			t.Fatalf("%+v: text %q is\n%q and again\n%q", r, text, out, again)
		}
		if !follows(out, text, p.mask) {
			t.Fatalf("%+v: text %q is\n%q, in which more than a part was changed", r, text, out)
		}
		if secret == "" || !strings.Contains(out, secret) || strings.Contains(alone, secret) || strings.ContainsFunc(src, func(c rune) bool { return c <= ' ' || strings.ContainsRune("\"<>`'", c) }) {
			continue
		}
		looksLikeURL := around != "%S" && (strings.HasPrefix(src, "http://") || strings.HasPrefix(src, "https:/") || strings.HasPrefix(src, "/"))
		r.secrets(src, func(by, what, s string) { // what follows a port may belong to the text
			isValue := strings.HasPrefix(what, "value") && r.Allow == nil && (around != "%S" || !strings.Contains(src, "%")) // else it is not decoded to src
			if (looksLikeURL || isValue) && strings.Contains(s, secret) {
				t.Fatalf("%+v: text %q is\n%q, with the %s that %s finds", r, text, out, what, by)
			}
		})
	}
}

// follows reports whether out is src with parts of it replaced by the mask.
func follows(out, src, mask string) bool {
	for i, kept := range strings.Split(out, mask) {
		at := strings.Index(src, kept)
		if at < 0 || i == 0 && at > 0 {
			return false
		}
		src = src[at+len(kept):]
	}
	return true
}

// A secret is not found in the output by any reader, nothing else is changed, and redacting
// it again changes nothing.
func TestSecrets(t *testing.T) {
	const parts = 16
	n := sizes.Of(2_000, 250_000)
	var seen [parts]map[string]int
	t.Run("parts", func(t *testing.T) {
		for part := range seen {
			t.Run(strconv.Itoa(part), func(t *testing.T) {
				t.Parallel()
				seen[part] = checkSecrets(t, rand.New(rand.NewPCG(22, uint64(part))), n/parts)
			})
		}
	})
	for _, by := range []string{"net/url", "WHATWG", "WHATWG with a base", "curl", "Appendix B"} {
		for _, what := range []string{"user", "password", "value", "segment", "fragment", "parameter"} {
			sum := 0
			for _, s := range seen {
				sum += s[by+" "+what]
			}
			if sum < n/10_000 {
				t.Errorf("%s found %d times %s, want more", by, sum, what)
			}
		}
	}
}

// checkSecrets checks n inputs and returns what readers saw in them.
func checkSecrets(t *testing.T, random *rand.Rand, n int) map[string]int {
	seen := map[string]int{}
	for i := range n {
		secret := fmt.Sprint("Z", random.IntN(1000), "Q")
		src := readers.Mutated(random, readers.Generated(random, secret), secret)
		if strings.Count(src, secret) != 1 {
			continue
		}
		k := i % len(rules)
		check(t, &rules[k], policies[k], src, secret)
		rules[k].secrets(src, func(by, what, s string) {
			if what, _, _ = strings.Cut(what, " "); strings.Contains(s, secret) {
				seen[by+" "+what]++
			}
		})
	}
	return seen
}
