package crawl

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/growth"
	"github.com/uriscan/uriscan/internal/testkit/readers"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// surt returns the key of src, and "" if it has none.
func surt(t testing.TB, src string, v Variant) string {
	t.Helper()
	ref, err := scanner.Parse(src)
	testkit.Must(t, err)
	out, ok := AppendSURT([]byte("x"), []byte(src), ref, v)
	if tight, again := AppendSURT(nil, src, ref, v); string(out[1:]) != string(tight) || ok != again {
		t.Fatalf("the key of %q is %q, and %q in other memory", src, out[1:], tight)
	}
	if ok != (len(out) > 1) {
		t.Fatalf("AppendSURT(%q) = %q, %v", src, out[1:], ok)
	}
	return string(out[1:])
}

// testdata/surt.tsv has URLs and the keys that surt 0.3.1 wrote of them; pywb 2.10 wrote the same.
func TestSURTAsObserved(t *testing.T) {
	n := 0
	for line := range strings.Lines(testkit.Read(t, "testdata/surt.tsv")) {
		src, want, _ := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		n++
		if got := surt(t, src, IA); got != want {
			t.Errorf("the key of %q is %q, want %q", src, got, want)
		}
		if got := slowSURT(src); got != want {
			t.Errorf("the key of %q is %q by the twin, want %q", src, got, want)
		}
	}
	if n < 250 {
		t.Errorf("testdata/surt.tsv has %d rows", n)
	}
}

func TestSURT(t *testing.T) {
	for _, row := range []struct{ name, src, ia, plain string }{
		// Documented examples: of surt, of Common Crawl (cc-notebooks, and a key of its index).
		{"surt", "http://archive.org/goo/?a=2&b&a=1", "org,archive)/goo?a=1&a=2&b", "org,archive)/goo/?a=2&b&a=1"},
		{"Common Crawl", "https://commoncrawl.org/2021/02/january-2021-crawl-archive-now-available/", "org,commoncrawl)/2021/02/january-2021-crawl-archive-now-available", "org,commoncrawl)/2021/02/january-2021-crawl-archive-now-available/"},
		{"a country", "https://fusionbikes.com.ar/producto/x/", "ar,com,fusionbikes)/producto/x", "ar,com,fusionbikes)/producto/x/"},
		// The traps.
		{"surt issue 28", "https://www3288.com/", "com)/", "com,www3288)/"},
		{"pywb issue 943", "https://www2.example.go.jp/", "jp,go,example)/", "jp,go,example,www2)/"},
		{"cdxj-indexer issue 20", "distillery.wistia.com:443", "distillery.wistia.com:443", "distillery.wistia.com:443"},
		{"one www at a time", "http://www12.www3.example.com/", "com,example,www3)/", "com,example,www3,www12)/"},
		// Where IA departs from surt, whose keys stand after each.
		{"a host beyond ASCII: com,xn--9ca", "http://%C3%A9.com/", "com,%c3%a9)/", "com,%C3%A9)/"},
		{"an encoded space", "http://e%20x.com/", "com,e%20x)/", "com,e%20x)/"},
		{"a large port: ValueError", "http://e.com:99999/", "com,e:99999)/", "com,e):99999/"},
		{"a scheme in capitals: MAILTO:a", "MAILTO:A", "mailto:a", "mailto:A"},
		{"no host: a)/b", "http:/a/b", "http:/a/b", "http:/a/b"},
		{"an empty host: a)/", "http:///a/", "http:/a", "http:///a/"},
		{"dots alone: http:/a", "http://./a", ")/a", ",)/a"},
		{"encoded dots alone: http:/a", "http://%2e%2E/a", ")/a", ",,)/a"},
		{"a path: a)/b", "a/b", "", ""},
		{"a query: http:/?q", "?q", "", ""},
		{"nothing: -", "", "", ""},
		{"an empty host, no scheme", "///x", "", ""},
		// Plain.
		{"parts", "HTTPS://u:p@WWW.Example.com:8080/%7eA//?b&a#f", "com,example:8080)/~a?a&b", "com,example,www):8080/~A//?b&a"},
		{"default port", "https://h.com:443", "com,h)/", "com,h)/"},
		{"no scheme", "//h.com/a", "com,h)/a", "com,h)/a"},
		{"one label", "ftp://h/a", "h)/a", "h)/a"},
		{"a dot at the end", "http://h.com./", "com,h)/", ",com,h)/"},
		{"sub-delims", "http://a,b*.c(o)m/", "c(o)m,a,b*)/", "c%28o%29m,a%2Cb%2A)/"},
		{"IPv4", "http://127.0.0.1:80/", "1,0,0,127)/", "127.0.0.1)/"},
		{"IPv6", "http://[2001:DB8::0:7]:8/a", "2001:db8::0:7:8)/a", "[2001:db8::7]):8/a"},
		{"a longer IPv6 address", "http://[::ffff:ffff:ffff]", "::ffff:ffff:ffff)/", "[::ffff:255.255.255.255])/"},
		{"no path and no room", "//a?b", "a)/?b", "a)?b"},
		{"all in sub-delims", "//!!!!!!!!!", "!!!!!!!!!)/", "%21%21%21%21%21%21%21%21%21)"},
	} {
		if got := surt(t, row.src, IA); got != row.ia {
			t.Errorf("%s: the IA key of %q is %q, want %q", row.name, row.src, got, row.ia)
		}
		if got := surt(t, row.src, Plain); got != row.plain {
			t.Errorf("%s: the Plain key of %q is %q, want %q", row.name, row.src, got, row.plain)
		}
	}
}

// slowDecoded decodes triplets in rounds, until there are none.
func slowDecoded(s string) string {
	for before := ""; s != before; {
		before, s = s, readers.Decoded(s)
	}
	return lowered(s)
}

func slowEncoded(s string) string {
	var out strings.Builder
	for _, c := range []byte(s) {
		if c <= ' ' || c >= 0x7f || c == '#' || c == '%' {
			out.WriteString("%" + strconv.FormatUint(uint64(c)|0x100, 16)[1:])
		} else {
			out.WriteByte(c)
		}
	}
	return out.String()
}

var (
	slowWWW      = regexp.MustCompile(`^www[0-9]*\.`)
	slowASP      = regexp.MustCompile(`(?s)^(.*)/\((?:[a-z]\([0-9a-z]{24}\))+\)(/[^?]+\.aspx.*)$`)
	slowBareASP  = regexp.MustCompile(`(?s)^(.*)/\([0-9a-z]{24}\)(/[^?]+\.aspx.*)$`)
	slowSessions = []*regexp.Regexp{
		regexp.MustCompile(`(?s)^(.*)jsessionid=[0-9a-z]{32}(?:&(.*))?$`),
		regexp.MustCompile(`(?s)^(.*)phpsessid=[0-9a-z]{32}(?:&(.*))?$`),
		regexp.MustCompile(`(?s)^(.*)sid=[0-9a-z]{32}(?:&(.*))?$`),
		regexp.MustCompile(`(?s)^(.*)aspsessionid[a-z]{8}=[a-z]{24}(?:&(.*))?$`),
		regexp.MustCompile(`(?s)^(.*)cfid=[^&]+&cftoken=[^&]+(?:&(.*))?$`),
	}
)

// slowSURT is the twin of the IA keys.
func slowSURT(src string) string {
	if strings.HasPrefix(src, "filedesc") {
		return src
	}
	ref := scanner.Split(src)
	of := func(c scanner.Component) string { return ref.Span(c).OfString(src) }
	key, path, hasHost := lowered(of(scanner.Scheme))+":", slowDecoded(of(scanner.Path)), of(scanner.Host) != ""
	if hasHost {
		key = slowSURTHost(of(scanner.Host))
		port := strings.TrimLeft(of(scanner.Port), "0")
		if scheme := lowered(of(scanner.Scheme)); port != "" && !(scheme == "http" && port == "80" || scheme == "https" && port == "443") {
			key += ":" + port
		}
		key += ")"
		path = slowSURTPath(path)
	}
	for _, session := range []*regexp.Regexp{slowASP, slowBareASP} {
		path = session.ReplaceAllString(path, "$1$2")
	}
	if !hasHost && len(path) > 1 {
		path = strings.TrimSuffix(path, "/")
	}
	key += slowEncoded(path)
	query := slowDecoded(of(scanner.Query))
	for _, session := range slowSessions {
		query = session.ReplaceAllString(query, "$1$2")
	}
	if query == "" {
		return key
	}
	if path == "" {
		key += "/"
	}
	parameters := strings.Split(slowEncoded(query), "&")
	slices.SortFunc(parameters, func(a, b string) int {
		return slices.Compare(strings.SplitN(a, "=", 2), strings.SplitN(b, "=", 2))
	})
	return key + "?" + strings.Join(parameters, "&")
}

func slowSURTHost(host string) string {
	host = strings.Trim(slowDecoded(strings.Trim(host, "[]")), ".")
	host = strings.ReplaceAll(host, "..", ".")
	if address, ok := slowAddress(host); ok {
		host = address
	} else {
		host = slowWWW.ReplaceAllString(host, "")
	}
	labels := strings.Split(slowEncoded(host), ".")
	slices.Reverse(labels)
	return strings.Join(labels, ",")
}

// slowAddress reads a host as inet_aton does, which knows no hexadecimal numbers here.
func slowAddress(host string) (string, bool) {
	numbers := strings.Split(host, ".")
	value := uint64(0)
	for i, text := range numbers {
		if strings.Trim(text, "0123456789") != "" || text == "" || len(numbers) > 4 {
			return "", false
		}
		base, most := 10, 255
		if i == len(numbers)-1 {
			most = 1<<(8*(5-len(numbers))) - 1
		}
		if len(numbers) == 1 {
			for _, c := range text {
				value = (value*10 + uint64(c-'0')) % (1 << 32)
			}
			break
		}
		if text[0] == '0' {
			base = 8
		}
		n, err := strconv.ParseUint(text, base, 64)
		if err != nil || n > uint64(most) {
			return "", false
		}
		if i < len(numbers)-1 {
			n <<= 8 * (3 - i)
		}
		value += n
	}
	var out []string
	for _, shift := range []int{24, 16, 8, 0} {
		out = append(out, strconv.FormatUint(value>>shift&255, 10))
	}
	return strings.Join(out, "."), true
}

func slowSURTPath(path string) string {
	var kept []string
	if path != "" {
		for _, segment := range strings.Split(path[1:], "/") {
			switch {
			case segment == ".":
			case segment == ".." && len(kept) > 0:
				kept = kept[:len(kept)-1]
			default:
				kept = append(kept, segment)
			}
		}
	}
	return "/" + strings.Join(slices.DeleteFunc(kept, func(s string) bool { return s == "" }), "/")
}

// surtPieces are what random URLs are made of.
var surtPieces = []string{
	"h.com", "www.", "www2.", "WWW", "a", "..", ".", "1.2", "010", "300", "4294967296", "%2e", "%41", "%2541", "%25", "%34%31", "%00", "%C3%A9", "-", "!", ",", ":80", ":0443",
	"/", "/", "/", "/..", "/.", "(S(0123456789abcdefghijklmn))", "(0123456789abcdefghijklmn)", "/a.aspx", "%3f", "%3F", "%2f",
	"?", "&", "&", "=", "jsessionid=0123456789abcdef0123456789abcdef", "sid=0123456789abcdef0123456789ABCDEF", "phpses", "ASPSESSIONIDabcdefgh=abcdefghijklmnopqrstuvwx", "cfid=1", "&cftoken=2", "cfid=", "b", "#f", "%26", "%3d",
}

func TestSURTTwin(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range sizes.Times(20000) {
		src := []string{"http://h.com/", "http://", "https://", "x:", "x://h.com/a?"}[random.IntN(5)] + testkit.Mixed(random, random.IntN(9), surtPieces...)
		checkSURT(t, src)
	}
}

// edited calls try with text, and with all that differ from it by one byte: another one, one
// less, or one more.
func edited(text string, try func(edited string)) {
	try(text)
	for i := range len(text) {
		before, after := text[:i], text[i+1:]
		try(before + after)
		for _, c := range []string{"a", "9", "-", "(", text[i : i+1]} {
			try(before + c + after)
			try(before + c + text[i:])
		}
	}
}

// Session ids that lack a byte, have one more, or another one.
func TestNearlySessions(t *testing.T) {
	s, p := settings(Sessions | SessionValues)
	for _, path := range []string{"(S(0123456789abcdefghijklmn))", "(a(0123456789abcdefghijklmn)S(0123456789abcdefghijklmn))", "(0123456789abcdefghijklmn)", "x;jsessionid=1;y"} {
		edited(path, func(path string) {
			checkSURT(t, "http://h/a/"+path+"/b.aspx")
			checkTwin(t, "http://h/a/"+path+"/b", s, p)
		})
	}
	for _, query := range []string{
		"jsessionid=0123456789abcdef0123456789abcdef", "phpsessid=0123456789abcdef0123456789abcdef", "sid=0123456789abcdef0123456789abcdef",
		"aspsessionidabcdefgh=abcdefghijklmnopqrstuvwx", "cfid=12&cftoken=34",
	} {
		edited(query, func(query string) {
			checkSURT(t, "http://h/?"+query)
			checkSURT(t, "http://h/?b&"+query+"&a")
			checkTwin(t, "http://h/?b&"+query+"&a", s, p)
		})
	}
}

func checkSURT(t *testing.T, src string) {
	t.Helper()
	if ref, err := scanner.Parse(src); err != nil || !ref.Has(scanner.Scheme) && ref.Host().Len() == 0 {
		return
	}
	if got, want := surt(t, src, IA), slowSURT(src); got != want {
		t.Fatalf("the key of %q is %q, want %q", src, got, want)
	}
	checkPlain(t, src)
}

// checkPlain checks that the Plain key of src can be read back.
func checkPlain(t *testing.T, src string) {
	t.Helper()
	form, err := normalize.String(src, normalize.SchemeBased|normalize.DropUserinfo|normalize.DropFragment)
	testkit.Must(t, err)
	ref := scanner.Split(form)
	want := form
	if host := ref.Host().OfString(form); host != "" {
		if ref.HostKind() == scanner.RegName {
			labels := strings.Split(host, ".")
			slices.Reverse(labels)
			host = regexp.MustCompile(`[!$&'()*+,;=]`).ReplaceAllStringFunc(strings.Join(labels, "\x00"), func(c string) string {
				return "%" + strings.ToUpper(strconv.FormatUint(uint64(c[0]), 16))
			})
			host = strings.ReplaceAll(host, "\x00", ",")
		}
		want = host + ")" + form[ref.Host().End:]
	}
	if got := surt(t, src, Plain); got != want {
		t.Fatalf("the Plain key of %q is %q, want %q", src, got, want)
	}
}

func FuzzSURT(f *testing.F) {
	f.Add("http://www2.a..%2541.com:080//b/../(S(0123456789abcdefghijklmn))/c.aspx?sid=0123456789abcdef0123456789abcdef&b&a")
	f.Fuzz(func(t *testing.T, src string) { checkSURT(t, src) })
}

// Sorted keys have all URLs of a host, and all hosts of a domain, next to each other.
func TestSortedKeysGroup(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for v, row := range map[Variant]struct{ labels, ports []string }{
		IA:    {[]string{"a", "b", "a-b", "ab", "a1", "0", "z", "a_b", "a~b"}, []string{""}},
		Plain: {[]string{"a", "b", "a-b", "ab", "a1", "0", "z", "a_b", "a*", "a+b", "a,b", "a)", "(", "a!", "%2C", "www", "www2"}, []string{"", ":80", ":8", ":8080"}},
	} {
		type url struct{ key, host string }
		var urls []url
		for range sizes.Of(2000, 20000) {
			host := "x"
			for range 1 + random.IntN(3) {
				host = testkit.Mixed(random, 1, row.labels...) + "." + host
			}
			urls = append(urls, url{surt(t, "http://"+host+testkit.Mixed(random, 1, row.ports...)+testkit.Mixed(random, 1, "", "/", "/a", "/z/z?q", "?q"), v), host})
		}
		slices.SortFunc(urls, func(a, b url) int { return strings.Compare(a.key, b.key) })
		for depth := range 4 {
			seen, last := map[string]bool{}, ""
			for _, u := range urls {
				labels := strings.Split(u.host, ".")
				if depth < 3 && len(labels) <= depth {
					continue
				}
				group := u.host
				if depth < 3 {
					group = strings.Join(labels[len(labels)-1-depth:], ".")
				}
				if group != last && seen[group] {
					t.Fatalf("variant %d: %s comes again at %q", v, group, u.key)
				}
				last, seen[group] = group, true
			}
			if len(seen) < 1+depth {
				t.Errorf("variant %d has %d groups at depth %d", v, len(seen), depth)
			}
		}
	}
}

func TestSURTGrowth(t *testing.T) {
	var buf []byte
	shapes := []growth.Shape{
		{"http://", "a."}, {"http://", "."}, {"http://", "www."}, {"http://", "!"}, {"http://", "1"}, {"http://h/", "%25"}, {"http://h/", "%", "41"}, {"http://h/", "%", "25"},
		{"http://h/", "a/", "../"}, {"http://h/", "../"}, {"http://h", "/", "a"}, {"http://h/", "(0123456789abcdefghijklmn)/", "a.aspx/"}, {"http://h/", "%3f/a.aspx"}, {"http://h/", "a%20"},
		{"http://h/?", "sid="}, {"http://h/?", "sid=", "&"}, {"http://h/?", "cfid=1&"}, {"http://h/?", "cfid="}, {"http://h/?", "aspsessionid"}, {"http://h/?", "b&a&"}, {"http://h/?", "z{n}&"}, {"x:", "/"},
	}
	for i := range shapes {
		shapes[i][1] = strings.ReplaceAll(shapes[i][1], "%", "%25")
	}
	growth.CheckPortable(t, 2<<10, shapes, map[string]growth.Job{"AppendSURT": func(in string) func() {
		ref, err := scanner.Parse(in)
		if err != nil {
			t.Fatalf("Parse(%.20q) = %v", in, err)
		}
		return func() {
			buf, _ = AppendSURT(buf[:0], in, ref, IA)
			buf, _ = AppendSURT(buf[:0], in, ref, Plain)
		}
	}})
}

// A session id of any length beside that which is cut, at the end of a query in memory of its own.
func TestSessionLengths(t *testing.T) {
	const letters = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"
	for name, length := range map[string]int{"aspsessionidabcdefgh=": 24, "jsessionid=": 32, "phpsessid=": 32, "sid=": 32} {
		for n := range 40 {
			in := "http://h/?" + name + letters[:n]
			ref, err := scanner.Parse(in)
			testkit.Must(t, err)
			want := "h)/?" + name + letters[:n]
			if n == length {
				want = "h)/"
			}
			if got, _ := AppendSURT(make([]byte, 0, len("h)/?"+name)+n), in, ref, IA); string(got) != want {
				t.Errorf("AppendSURT(%q) = %q, want %q", in, got, want)
			}
		}
	}
}

// Addresses of two numbers and of four are read as such up to 255.
func TestRareAddresses(t *testing.T) {
	for n := range 300 {
		for _, host := range []string{"%d.1", "0%o.1.1.1", "1.1.0%o.02", "1.1.1.0%o", "%d.65536"} {
			checkSURT(t, "http://"+fmt.Sprintf(host, n)+"/")
		}
	}
}
