package bench

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	whatwg "github.com/nlnwa/whatwg-url/url"
	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/readers"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/normalize/redact"
)

// secret are the names whose values are redacted.
var secret = redact.OpenTelemetry()

var (
	userinfo  = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*://)[^/?#]*@`)
	signature = regexp.MustCompile(`([?&](?:` + strings.Join(secret, "|") + `)=)[^&#]*`)
)

// byExpressions redacts a URL as it is often done.
func byExpressions(line []byte) []byte {
	line = userinfo.ReplaceAll(line, []byte("${1}REDACTED@"))
	return signature.ReplaceAll(line, []byte("${1}REDACTED"))
}

// byNetURL redacts a URL that net/url parses, which may write it in another way.
func byNetURL(line []byte) []byte {
	u, err := url.Parse(string(line))
	if err != nil {
		return nil
	}
	if u.User != nil {
		u.User = url.User("REDACTED")
	}
	query, found := u.Query(), false
	for _, name := range secret {
		if query.Has(name) {
			query.Set(name, "REDACTED")
			found = true
		}
	}
	if found {
		u.RawQuery = query.Encode()
	}
	return []byte(u.String())
}

// redactedTruth is what redacting a valid URL gives, by its components. It knows nothing of
// encoded names.
func redactedTruth(line []byte) string {
	const mask = "REDACTED"
	f := truth(string(line))
	out := string(line)
	if i := strings.LastIndexByte(f.authority, '@'); i > 0 {
		user, password, has := strings.Cut(f.authority[:i], ":")
		masked := strings.Repeat(mask, min(1, len(user)))
		if has {
			masked += ":" + strings.Repeat(mask, min(1, len(password)))
		}
		out = strings.Replace(out, "//"+f.authority[:i+1], "//"+masked+"@", 1)
	}
	for part := range strings.SplitSeq(f.query, "&") {
		if name, value, has := strings.Cut(part, "="); has && value != "" && slices.Contains(secret, name) {
			out = strings.Replace(out, part, name+"="+mask, 1)
		}
	}
	return out
}

// signed is the corpus web with userinfo and a signature.
func signed(b *testing.B) *corpus.Corpus {
	c := &corpus.Corpus{Kind: "signed", Source: "web, with userinfo and a signature"}
	for _, line := range open(b, corpus.Web).Lines {
		f := truth(string(line))
		query := "X-Amz-Expires=60&X-Amz-Signature=8f3a91c20c1d4b7e9a3f5d2e6b7c8d9e"
		if f.query != "" {
			query = f.query + "&" + query
		}
		host := f.authority[strings.LastIndexByte(f.authority, '@')+1:]
		c.Lines = append(c.Lines, []byte(f.scheme+"://ann:hunter2@"+host+f.path+"?"+query))
	}
	return c
}

// BenchmarkRedact redacts URLs by the standard policy. Beside it is the scan: redacting a URL
// without secrets should cost at most as much as that.
func BenchmarkRedact(b *testing.B) {
	redacts := func(name string, one func(line []byte) []byte, all func(lines [][]byte) uint64) contender {
		return contender{name, func(c *corpus.Corpus) (func() uint64, int) {
			bad := -1
			if c.Kind == corpus.Web || c.Kind == "signed" {
				bad = differing(c, func(_ int, line []byte) string { return string(one(line)) },
					func(_ int, line []byte) string { return redactedTruth(line) })
			}
			return func() uint64 { return all(c.Lines) }, bad
		}}
	}
	slow := func(name string, one func(line []byte) []byte) contender {
		return redacts(name, one, each(func(line []byte) int { return len(one(line)) }))
	}
	for _, c := range []*corpus.Corpus{open(b, corpus.Web), open(b, corpus.Long), open(b, corpus.Links), open(b, corpus.Pages), open(b, corpus.Dirty), signed(b)} {
		compareOn(b, c,
			contender{"parse", func(c *corpus.Corpus) (func() uint64, int) {
				return func() uint64 { return scannerParse(c.Lines) }, -1
			}},
			slow("net-url", byNetURL),
			slow("regexp", byExpressions),
			redacts("uriscan", func(line []byte) []byte { return redact.Append(nil, line, nil) }, redactAll))
	}
}

// redactAll calls Append as scannerParse does Parse: a call of a function value takes a tenth
// of its time.
func redactAll(lines [][]byte) (n uint64) {
	var buf []byte
	for _, line := range lines {
		buf = redact.Append(buf[:0], line, nil)
		n += uint64(len(buf))
	}
	return n
}

// BenchmarkRedactText redacts the URLs in texts. Each text is a sentence with one URL.
func BenchmarkRedactText(b *testing.B) {
	inText := regexp.MustCompile(`([A-Za-z][A-Za-z0-9+.-]*://)[^/?#\s]*@`)
	var buf []byte
	for _, of := range []*corpus.Corpus{open(b, corpus.Web), signed(b)} {
		c := &corpus.Corpus{Kind: of.Kind + "-text", Source: of.Source}
		for _, line := range of.Lines {
			c.Lines = append(c.Lines, fmt.Appendf(nil, `level=error msg="Get \"%s\": context deadline exceeded" attempt=3`, line))
		}
		text := func(name string, one func(line []byte) []byte) contender {
			return contender{name, func(c *corpus.Corpus) (func() uint64, int) {
				bad := differing(c, func(i int, line []byte) bool {
					return bytes.Contains(one(line), []byte("hunter2"))
				}, func(int, []byte) bool { return false })
				pass := each(func(line []byte) int { return len(one(line)) })
				return func() uint64 { return pass(c.Lines) }, bad
			}}
		}
		compareOn(b, c,
			text("regexp", func(line []byte) []byte {
				return signature.ReplaceAll(inText.ReplaceAll(line, []byte("${1}REDACTED@")), []byte("${1}REDACTED"))
			}),
			text("uriscan", func(line []byte) []byte {
				buf = redact.Text(buf[:0], line, nil)
				return buf
			}))
	}
}

// A parser of the URL standard finds no secret in what is redacted, alone and against a base.
func TestRedactWHATWG(t *testing.T) {
	policy, err := redact.NewPolicy(redact.Rules{Names: []string{"token", "sig", "api-key", "Signature", "x_*"}})
	testkit.Must(t, err)
	random := rand.New(rand.NewPCG(22, 3))
	parsed, seen := 0, 0
	for range sizes.Of(20_000, 1_000_000) {
		secret := fmt.Sprint("Z", random.IntN(1000), "Q")
		src := readers.Mutated(random, readers.Generated(random, secret), secret)
		out := string(redact.Append(nil, src, policy))
		for _, base := range []string{"", "http://base/", "https://base/a/b"} {
			if found, ok := found(base, src); ok && strings.Contains(found, secret) {
				seen++
				if strings.Contains(out, secret) {
					t.Fatalf("%q is\n%q, with the secret that is found against %q", src, out, base)
				}
			}
			found, ok := found(base, out)
			if !ok {
				continue
			}
			parsed++
			if found = controls.ReplaceAllString(strings.ReplaceAll(found, "REDACTED", ""), ""); found != "" {
				t.Fatalf("%q is\n%q: found %q against %q", src, out, found, base)
			}
		}
	}
	if parsed < 10_000 || seen < 1000 {
		t.Errorf("%d outputs were parsed and %d secrets found before, want more", parsed, seen)
	}
}

// controls are what may be left before a mask, in a userinfo.
var controls = regexp.MustCompile(`%[01][0-9A-F]|%20|%5C|\n|\\|/`)

// found returns what is secret in src to nlnwa/whatwg-url, a line each: the userinfo, and values
// of parameters.
func found(base, src string) (text string, ok bool) {
	var u *whatwg.Url
	var err error
	if base == "" {
		u, err = whatwg.Parse(src)
	} else {
		u, err = whatwg.ParseRef(base, src)
	}
	if err != nil {
		return "", false
	}
	text = u.Username() + "\n" + u.Password()
	for _, part := range []string{u.Query(), u.Fragment()} {
		for _, semicolons := range []bool{false, true} {
			for _, p := range readers.Params(part, semicolons) {
				if p.Name != "" && slices.ContainsFunc(readers.Decodings(p.Name), func(name string) bool {
					return strings.HasPrefix(name, "x_") || slices.Contains([]string{"token", "sig", "api-key", "Signature"}, name)
				}) {
					text += "\n" + p.Value
				}
			}
		}
	}
	return text, true
}
