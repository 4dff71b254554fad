package thirdparty

import (
	"bufio"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	whatwg "github.com/nlnwa/whatwg-url/url"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/internal/testkit/suite"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/normalize/repair"
	"github.com/uriscan/uriscan/normalize/repair/idnahost"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/inspect"
)

func TestMain(m *testing.M) { suite.Run(m) }

// A difference between what package repair makes of an input and what a browser makes of it.
type difference struct {
	why     string
	example string // of docs/crawlers.md
	// same makes two normal forms the same that differ by this alone.
	same func(uri string) string
	used bool
}

// differences are all that there are between results that both sides have.
var differences = []*difference{
	{example: "http://0x7f.1/", why: "IPv4 addresses: browsers write 0x7f.1, 127.1. and %31 as four decimal numbers; RFC 3986 has names there, which are valid and stay (7.4)", same: plainIPv4},
	{example: "http://u:@h/", why: "an empty userinfo, or password: browsers drop it; RFC 3986 keeps a delimiter (3.2.1)", same: func(uri string) string {
		return emptyUserinfo.ReplaceAllString(emptyPassword.ReplaceAllString(uri, "$1@"), "//")
	}},
	{example: "http://u:p:q@h/?it's", why: `":" in a password and "'" in a query: browsers encode them; RFC 3986 allows them, and what is valid stays`, same: func(uri string) string {
		head, query, _ := strings.Cut(uri, "?")
		head = password.ReplaceAllStringFunc(head, func(s string) string { return s[:3] + strings.ReplaceAll(s[3:], ":", "%3A") })
		return head + "?" + strings.ReplaceAll(query, "'", "%27")
	}},
	{example: "http://h:0080/", why: "zeros in front of a port: browsers drop them; RFC 3986 keeps the digits (3.2.3)", same: func(uri string) string { return portZeros.ReplaceAllString(uri, "$1$2") }},
	{example: "https:/h", why: "https:/h and https:h in a page of http are a host to a browser, and in a page of https a path: without the base they stay, being valid", same: func(uri string) string {
		return missingSlashes.ReplaceAllString(uri, "$1://$2")
	}},
}

var (
	emptyPassword  = regexp.MustCompile(`^([a-z]+://[^/?#@:]*):@`)
	emptyUserinfo  = regexp.MustCompile(`//@`)
	password       = regexp.MustCompile(`//:[^/?#@]*@`)
	portZeros      = regexp.MustCompile(`^([a-z]+://[^/?#@]*:)0+([0-9])`)
	missingSlashes = regexp.MustCompile(`^(https?):/?([a-z])`)
)

func plainIPv4(uri string) string {
	v, err := scanner.ParseView(uri)
	if addr, ok := inspect.Address(v.Src, v.Ref); err == nil && ok && addr.Is4() {
		host := v.Ref.Host()
		return uri[:host.Start] + addr.String() + uri[host.End:]
	}
	return uri
}

// isExplained reports whether the differences explain that a is not b, all of them together.
func isExplained(a, b string) bool {
	for _, d := range differences {
		before := a == b
		sameA, sameB := d.same(a), d.same(b)
		if sameA != a || sameB != b {
			a, b = sameA, sameB
			d.used = d.used || !before
		}
	}
	return a == b
}

// spelled returns an URL that a browser has serialized in the letters of RFC 3986, and
// normalized.
func spelled(href string) (string, error) {
	authority := regexp.MustCompile(`^[a-z][a-z0-9+.-]*://[^/?#]*`).FindString(href)
	var out strings.Builder
	keep := "-._~!$&'()*+,;=:/?%" + "@"
	sharp := false
	for i := range len(href) {
		c := href[i]
		isHex := func(j int) bool { return j < len(href) && strings.IndexByte("0123456789abcdefABCDEF", href[j]) >= 0 }
		switch {
		case c == '%' && (!isHex(i+1) || !isHex(i+2)):
			out.WriteString("%25")
		case c == '#' && !sharp:
			sharp = true
			out.WriteByte(c)
		case i < len(authority) && (c == '[' || c == ']'), strings.IndexByte(keep, c) >= 0, '0' <= c && c <= '9', 'a' <= c|0x20 && c|0x20 <= 'z':
			out.WriteByte(c)
		default:
			out.WriteString("%" + string("0123456789ABCDEF"[c>>4]) + string("0123456789ABCDEF"[c&15]))
		}
	}
	return normalize.String(out.String(), normalize.SchemeBased)
}

// repaired returns the normal form of in, repaired and resolved by RFC 3986, and what repair
// has made of it.
func repaired(in, base string) (normal, out string, err error) {
	flags := repair.Flags(0)
	if base == "" {
		flags = repair.NoBase
	}
	b, _, _, err := repair.AppendHosts(nil, in, flags, idnahost.Append)
	if err != nil {
		return "", "", err
	}
	normal = string(b)
	if base != "" {
		prepared, err := resolve.NewBase(base, resolve.NotStrict) // as browsers do (5.2.2)
		if err != nil {
			return "", "", err
		}
		target, _, err := prepared.Append(nil, b)
		if err != nil {
			return "", "", err
		}
		normal = string(target)
	}
	normal, err = normalize.String(normal, normalize.SchemeBased)
	return normal, string(b), err
}

func parsed(in, base string) (*whatwg.Url, error) {
	if base == "" {
		return whatwg.Parse(in)
	}
	return whatwg.ParseRef(base, in)
}

// A platformTest is a test of web-platform-tests.
type platformTest struct {
	Input   string
	Base    *string
	Href    string
	Failure bool
}

// platformTests reads them from the module of whatwg-url, which carries them.
func platformTests(t *testing.T) (all []platformTest) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/nlnwa/whatwg-url").Output()
	testkit.Must(t, err)
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "testdata", "urltestdata.json"))
	testkit.Must(t, err)
	var rows []json.RawMessage
	testkit.Must(t, json.Unmarshal(text, &rows))
	for _, row := range rows {
		var p platformTest
		if row[0] == '{' { // not a comment
			testkit.Must(t, json.Unmarshal(row, &p))
			all = append(all, p)
		}
	}
	return all
}

func isWeb(href string) bool {
	return strings.HasPrefix(href, "http:") || strings.HasPrefix(href, "https:")
}

// Where the URL standard has an http or https URL, repair gives an equivalent one.
func TestPlatformTests(t *testing.T) {
	tried := 0
	for _, p := range platformTests(t) {
		base := ""
		if p.Base != nil {
			base = *p.Base
		}
		if !isWeb(p.Href) {
			continue
		}
		tried++
		if base != "" {
			_, repairedBase, err := repaired(base, "")
			testkit.Must(t, err)
			base = repairedBase
		}
		got, out, err := repaired(p.Input, base)
		want, err2 := spelled(p.Href)
		if err != nil || err2 != nil || got != want && !isExplained(got, want) {
			t.Errorf("%q in %q: repaired %q, that is %q, %v, want %q, %v", p.Input, base, out, got, err, want, err2)
			continue
		}
		checkAgain(t, p.Input, out, base, want)
	}
	if tried < 200 {
		t.Errorf("tried %d tests, want 200", tried)
	}
	for _, d := range differences {
		if !d.used {
			t.Errorf("no test shows the difference %q", d.why)
		}
	}
}

// checkAgain holds that a browser reads what is repaired as it reads the input: there is no
// difference to explain.
func checkAgain(t *testing.T, in, out, base, want string) {
	t.Helper()
	u, err := parsed(out, base)
	if isOfNlnwa(out, err) {
		return
	}
	if err != nil {
		t.Errorf("%q in %q: a browser refuses %q: %v", in, base, out, err)
		return
	}
	if again, err := spelled(u.Href(false)); again != want || err != nil {
		t.Errorf("%q in %q: a browser takes %q for %q, want %q, %v", in, base, out, again, want, err)
	}
}

// What the URL standard refuses is refused, is valid and stays, or has no host.
func TestPlatformFailures(t *testing.T) {
	tried := 0
	for _, p := range platformTests(t) {
		if !p.Failure || p.Base != nil && !isWeb(*p.Base) {
			continue
		}
		tried++
		base := ""
		if p.Base != nil {
			base = *p.Base
		}
		_, out, err := repaired(p.Input, base)
		if ref, _ := scanner.Parse(out); err == nil && out != p.Input && ref.Host().Len() > 0 {
			t.Errorf("%q in %q: repaired %q, want a refusal", p.Input, base, out)
		}
	}
	if tried < 100 {
		t.Errorf("tried %d tests, want 100", tried)
	}
}

// nlnwa are the differences between whatwg-url 0.6.2 and the URL standard.
var nlnwa = []struct {
	why string
	is  func(in string, err error) bool
}{
	{"it refuses characters of ASCII in names beyond ASCII; the standard has UseSTD3ASCIIRules=false", func(_ string, err error) bool {
		return err != nil && strings.Contains(err.Error(), "disallowed rune U+00")
	}},
	{"it refuses three signs of relations; the standard has them in names, with UseSTD3ASCIIRules=false", func(_ string, err error) bool {
		return err != nil && strings.ContainsAny(err.Error(), "≠≮≯")
	}},
	{`it takes "-1" for a number of an IPv4 address`, func(in string, err error) bool {
		return err == nil && signed.MatchString(in)
	}},
	{`it takes "[[::1]" and "[::1]]"; the standard has one bracket each`, func(in string, err error) bool {
		return err == nil && (strings.Contains(in, "[[") || strings.Contains(in, "]]"))
	}},
	{`it drops "xn--" without more, and takes any tail of "xn--"; the standard refuses both`, func(in string, err error) bool {
		return err == nil && strings.Contains(in, "xn--")
	}},
}

var signed = regexp.MustCompile(`(^|[/\\@.:])[-+][0-9]`)

func isOfNlnwa(in string, err error) bool {
	joined := strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(in)
	for _, d := range nlnwa {
		if d.is(joined, err) {
			return true
		}
	}
	return false
}

// compare holds that a browser takes an input and what is repaired for the same URL, and both
// for that of the same host.
func compare(t *testing.T, in, base string) {
	t.Helper()
	u, err := parsed(in, base)
	got, out, refusal := repaired(in, base)
	ref, _ := scanner.Parse(out)
	switch {
	case isOfNlnwa(in, err):
		return
	case err != nil:
		isRelative := !ref.Has(scanner.Scheme) && base == ""
		if refusal == nil && out != in && ref.Host().Len() > 0 && !isRelative && isSpecial(out, ref) {
			t.Errorf("%q in %q: a browser refuses it, %v, and it is repaired, %q", in, base, err, out)
		}
		return
	case refusal != nil:
		for _, d := range stricter {
			if d.is(in, u, refusal) {
				return
			}
		}
		t.Errorf("%q in %q: %v, want %q", in, base, refusal, u.Href(false))
		return
	}
	want, err := spelled(u.Href(false))
	if err != nil {
		t.Errorf("%q in %q: a browser has %q: %v", in, base, u.Href(false), err)
		return
	}
	if out != in {
		checkAgain(t, in, out, base, want)
	}
	if again, err := parsed(out, base); err == nil && again.Host() != u.Host() {
		t.Errorf("%q in %q: a browser has the host %q, and %q of what is repaired, %q", in, base, u.Host(), again.Host(), out)
	}
	if v, _ := scanner.ParseView(got); isWeb(got) && out != in && v.Ref.Host().Len() > 0 {
		if host, wantHost := plainIPv6(plainHost(got)), plainIPv6(u.Hostname()); host != wantHost {
			t.Errorf("%q in %q: repaired %q has the host %q, want %q", in, base, out, host, wantHost)
		}
	}
}

// stricter are the inputs that browsers take and repair refuses.
var stricter = []struct {
	why     string
	example string // of docs/crawlers.md
	is      func(in string, u *whatwg.Url, refusal error) bool
}{
	{`an address in brackets after "http:", "http:/" or "///": a host or a path, by the scheme of the base`, "http:[::1]/", func(_ string, _ *whatwg.Url, refusal error) bool {
		return errors.Is(refusal, scanner.BadPath)
	}},
	{"a drive letter where a file URL has its host: browsers move it into the path", "file://C:/a b", func(_ string, u *whatwg.Url, _ error) bool {
		return u.Scheme() == "file" && drive.MatchString(u.Pathname())
	}},
	{"one number as the host of a file URL: browsers take it for an IPv4 address", "file://1/a b", func(_ string, u *whatwg.Url, _ error) bool {
		return u.Scheme() == "file" && plainIPv4("http://"+u.Hostname()) == "http://"+u.Hostname()
	}},
	{"a quote, a backtick, a brace or a lone % in the host of a scheme that browsers do not know: they keep it, and RFC 3986 has no host that is the same to them", "foo://a{b}", func(in string, u *whatwg.Url, refusal error) bool {
		return !isWeb(u.Href(false)) && u.Scheme() != "file" && kept.MatchString(u.Hostname()) && (errors.Is(refusal, scanner.BadHost) || errors.Is(refusal, scanner.BadPercent))
	}},
}

var kept = regexp.MustCompile("[\"`{}]|%($|.$|[^0-9A-Fa-f]|.[^0-9A-Fa-f])")

var drive = regexp.MustCompile(`^/[A-Za-z]:`)

func isSpecial(src string, ref scanner.Ref) bool {
	switch strings.ToLower(ref.Scheme().OfString(src)) {
	case "http", "https", "ws", "wss", "ftp":
		return true
	}
	return !ref.Has(scanner.Scheme)
}

func plainHost(uri string) string {
	uri = plainIPv4(uri)
	v, _ := scanner.ParseView(uri)
	return v.Host()
}

// plainIPv6 returns host, decoded, an address in one spelling: browsers write that of IPv4 in IPv6
// as [::ffff:102:304], and normalize as RFC 5952 has it, [::ffff:1.2.3.4].
func plainIPv6(host string) string {
	if addr, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return addr.String()
	}
	host, _ = url.PathUnescape(host)
	return host
}

// The table of docs/crawlers.md has an example of each difference, and shows what is true.
func TestDocumented(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "crawlers.md"))
	testkit.Must(t, err)
	_, table, _ := strings.Cut(string(text), "\n| input | browsers |")
	table, _, _ = strings.Cut(table, "\n\n")
	var examples []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (.*) \\| (?:`(\\S+)`|refused: (\\S+)) \\|$").FindAllStringSubmatch(table, -1) {
		in, want, kind := row[1], row[3], row[4]
		examples = append(examples, in)
		for _, in := range []string{in, in + " "} {
			out, _, _, err := repair.AppendHosts(nil, in, 0, idnahost.Append)
			var fault scanner.Error
			if errors.As(err, &fault); string(out) != want || fault.Fault().Kind().Error() != kind {
				t.Errorf("%q: repaired %q, %v, want %q, %q", in, out, err, want, kind)
			}
		}
	}
	for _, d := range differences {
		if !slices.Contains(examples, d.example) {
			t.Errorf("docs/crawlers.md has no row %q: %s", d.example, d.why)
		}
	}
	for _, d := range stricter {
		if !slices.Contains(examples, d.example) {
			t.Errorf("docs/crawlers.md has no row %q: %s", d.example, d.why)
		}
	}
}

// pieces are what random lines consist of. What is not UTF-8 is not among them: a browser has
// U+FFFD there, and repair keeps the byte, encoded.
var pieces = strings.Split("http:,https:,file:,foo:,ws:,/,//,///,\\,\\\\,a,b.example,www.a.b,1.2.3.4,0x7f,256,@,:,:80,:65536,?,#,[,],[::1],%,%4,%41,%c3%a9,%2f,%00,\t,\n,\r, ,\x00,\x7f,é,中,。,．,ｗ,\u00ad,xn--,\",<,>,^,`,{,|,},C|,C:,.,..,=,&,'", ",")

func TestRandomLines(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range sizes.Times(50_000) {
		in := []string{"", "http://a"}[random.IntN(2)] + testkit.Mixed(random, random.IntN(10), pieces...)
		for _, base := range []string{"", "http://base/x/y?z", "https://base/x/y?z"} {
			compare(t, in, base)
		}
	}
}

// TestDirtyLines tries the lines of testdata/dirty.txt and of the file that URISCAN_DIRTY names.
func TestDirtyLines(t *testing.T) {
	for _, name := range []string{filepath.Join("testdata", "dirty.txt"), os.Getenv("URISCAN_DIRTY")} {
		if name == "" {
			continue
		}
		f, err := os.Open(name)
		testkit.Must(t, err)
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		n, refused := 0, 0
		for ; lines.Scan(); n++ {
			in := lines.Text()
			for _, base := range []string{"", "http://base/x/y?z"} {
				compare(t, in, base)
			}
			if _, out, err := repaired(in, ""); err != nil {
				refused++
			} else if _, again, err := repaired(out, ""); again != out || err != nil {
				t.Errorf("%q: repaired %q, and then %q, %v", in, out, again, err)
			}
		}
		t.Logf("%s: %d lines, %d refused", name, n, refused)
	}
}
