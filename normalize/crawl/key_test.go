package crawl

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/growth"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/internal/testkit/suite"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

func TestMain(m *testing.M) { suite.Run(m) }

// keyOf returns the key of src, after it has checked what holds for each.
func keyOf(t testing.TB, src string, p *Profile) (key string, changed Rules) {
	t.Helper()
	ref, _ := scanner.Parse(src)
	out, keyRef, changed := AppendKey([]byte("x"), src, ref, p)
	key = string(out[1:])
	if want, err := scanner.Parse(key); err == nil && keyRef != want || (err == nil) != scanner.Valid(src, scanner.URIReference) {
		t.Fatalf("AppendKey(%q) by %v has the Ref %v of %q, want %v", src, p.rules, keyRef, key, want)
	}
	if (key != src) != (changed != 0) {
		t.Fatalf("AppendKey(%q) by %v = %q, changed by %v", src, p.rules, key, changed)
	}
	again, _, more := AppendKey(nil, key, keyRef, p)
	if string(again) != key || more != 0 {
		t.Fatalf("AppendKey(%q) by %v = %q, and again %q by %v", src, p.rules, key, again, more)
	}
	if in, _, _ := AppendKey([]byte(src)[:0], []byte(src), ref, p); string(in) != key {
		t.Fatalf("AppendKey(%q) in other memory = %q, want %q", src, in, key)
	}
	place := append(make([]byte, 0, len(src)+8), src...)
	if in, _, _ := AppendKey(place[:0], place, ref, p); string(in) != key {
		t.Fatalf("AppendKey(%q) in place = %q, want %q", src, in, key)
	}
	return key, changed
}

// checkTwin compares AppendKey with its twin.
func checkTwin(t testing.TB, src string, s Settings, p *Profile) {
	t.Helper()
	key, changed := keyOf(t, src, p)
	if want, by := slowKey(src, s); key != want || changed != by {
		t.Fatalf("AppendKey(%q) by %v = %q by %v, want %q by %v", src, s.Rules, key, changed, want, by)
	}
}

// settings returns those of V1 with other rules, and a profile of them.
func settings(rules Rules) (Settings, *Profile) {
	s := V1Settings()
	s.Rules = rules
	return s, newProfile(s)
}

// Golden files freeze V1: what differs from them is another profile.
func TestV1IsFrozen(t *testing.T) {
	text, err := json.MarshalIndent(V1Settings(), "", "\t")
	testkit.Must(t, err)
	want := strings.ReplaceAll(testkit.Read(t, "testdata/v1.json"), "\r", "")
	if string(text)+"\n" != want {
		t.Errorf("the settings of V1 are\n%s\nwant\n%s", text, want)
	}
	p, err := ParseProfile([]byte(want))
	testkit.Must(t, err)
	if p.String() != "crawl-v1" || V1().String() != "crawl-v1" || p.Rules() != V1().Rules() {
		t.Errorf("the profile of testdata/v1.json is %v", p)
	}
	n := 0
	for line := range strings.Lines(testkit.Read(t, "testdata/v1.tsv")) {
		row := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if len(row) != 3 {
			t.Fatalf("testdata/v1.tsv has %d columns in %q", len(row), line)
		}
		n++
		if key, changed := keyOf(t, row[0], V1()); key != row[1] || changed.String() != row[2] {
			t.Errorf("the key of %q is %q by %v, want %q by %s", row[0], key, changed, row[1], row[2])
		}
		checkTwin(t, row[0], V1Settings(), V1())
		checkTwin(t, row[0], V1Settings(), p)
	}
	if n < 60 {
		t.Errorf("testdata/v1.tsv has %d rows", n)
	}
}

// Each rule alone, and what it leaves.
func TestRules(t *testing.T) {
	for _, row := range []struct {
		name, src string
		rules     Rules
		want      string
	}{
		{"none", "HTTP://www.H.com:80//index.html?b&a&utm_x#f", 0, "HTTP://www.H.com:80//index.html?b&a&utm_x#f"},
		{"normal", "HTTP://www.H.com:80/%7e//?b&a#f", Normal, "http://www.h.com/~//?b&a#f"},
		{"fragment", "HTTP://h/#f", Fragment, "HTTP://h/"},
		{"an empty fragment", "http://h/#", Fragment, "http://h/"},
		{"no hash-bang is kept", "http://h/#!f", Fragment, "http://h/"},
		{"hash-bang", "http://h/#!f", Fragment | HashBang, "http://h/#!f"},
		{"hash-bang without one", "http://h/#f!", Fragment | HashBang, "http://h/"},
		{"tracking", "http://h/?a&utm_source=x&b&UTM%5fid", Tracking, "http://h/?a&b"},
		{"tracking alone", "http://h/?utm_source=x#f", Tracking, "http://h/#f"},
		{"tracking and an empty parameter", "http://h/?&utm_source=x", Tracking, "http://h/?"},
		{"tracking of a host", "http://www.youtube.com/?si=1&v=2", Tracking, "http://www.youtube.com/?v=2"},
		{"tracking of a host with a dot", "http://youtube.com./?si=1&v=2", Tracking, "http://youtube.com./?v=2"},
		{"tracking of another host", "http://ayoutube.com/?si=1&v=2", Tracking, "http://ayoutube.com/?si=1&v=2"},
		{"no tracking", "http://h/?utm&xutm_source&gclid2", Tracking, "http://h/?utm&xutm_source&gclid2"},
		{"sessions", "http://h/a;x;JSESSIONID=1;y/b;jsessionid?PHPSESSID=1&b", Sessions, "http://h/a;x;y/b?b"},
		{"a session before the end", "http://h/a;jsessionid=1;jsessionid=2/", Sessions, "http://h/a/"},
		{"a session and dots", "http://h/..;jsessionid=1/.;jsessionid=1;x", Sessions, "http://h/..;jsessionid=1/.;x"},
		{"a session of ASP.NET", "http://h/(S(lit3py55t21z5v55vlm25s55))/a", Sessions, "http://h/a"},
		{"several groups", "http://h/a/(X(1)S(lit3py55t21z5v55vlm25s55))/", Sessions, "http://h/a/"},
		{"at the end", "http://h/a/(S(lit3py55t21z5v55vlm25s55))", Sessions, "http://h/a/"},
		{"too short", "http://h/(S(lit3py55t21z5v55vlm25s5))/a", Sessions, "http://h/(S(lit3py55t21z5v55vlm25s5))/a"},
		{"too long", "http://h/(S(lit3py55t21z5v55vlm25s555))/a", Sessions, "http://h/(S(lit3py55t21z5v55vlm25s555))/a"},
		{"letters and another byte", "http://h/(S(lit3py55t21z5v55vlm25s55-))/a", Sessions, "http://h/(S(lit3py55t21z5v55vlm25s55-))/a"},
		{"another byte", "http://h/(S(lit3py55t21z5v55vlm25s5-))/a", Sessions, "http://h/(S(lit3py55t21z5v55vlm25s5-))/a"},
		{"no S", "http://h/(A(lit3py55t21z5v55vlm25s55))/a", Sessions, "http://h/(A(lit3py55t21z5v55vlm25s55))/a"},
		{"a session before two slashes", "/(S(lit3py55t21z5v55vlm25s55))//evil/b", Sessions, "/evil/b"},
		{"it is a part of a name", "http://h/jsessionid=1;xjsessionid", Sessions, "http://h/jsessionid=1;xjsessionid"},
		{"session values", "http://h/?s=0123456789abcdef0123456789ABCDEF&a", SessionValues, "http://h/?a"},
		{"31 and 33 HEXDIG", "http://h/?s=0123456789abcdef0123456789ABCDE&s=0123456789abcdef0123456789ABCDEF0", SessionValues, "http://h/?s=0123456789abcdef0123456789ABCDE&s=0123456789abcdef0123456789ABCDEF0"},
		{"empty", "http://h/?&a&&b=&=&", Empty, "http://h/?a&b=&="},
		{"an empty query", "http://h/?#f", Empty, "http://h/#f"},
		{"only empty ones", "http://h/?&&", Empty, "http://h/"},
		{"order", "http://h/?b=1&a=2&a&a=1&%61#f", Order, "http://h/?%61&a&a=1&a=2&b=1#f"},
		{"www", "http://u@www.h.com:80/", WWW, "http://u@h.com:80/"},
		{"www twice", "//WWW.www.h.com", WWW, "//h.com"},
		{"www of a top-level domain", "http://www.com/", WWW, "http://www.com/"},
		{"www and a dot", "http://www.com./", WWW, "http://www.com./"},
		{"www of an address", "http://www.1.2.3.4/", WWW, "http://www.1.2.3.4/"},
		{"www of a long address", "http://www.255.255.255.255/", WWW, "http://www.255.255.255.255/"},
		{"www of nearly an address", "http://www.1.2.3.400/", WWW, "http://1.2.3.400/"},
		{"www2", "http://www2.h.com/", WWW, "http://www2.h.com/"},
		{"wwwx", "http://wwwx.h.com/", WWW, "http://wwwx.h.com/"},
		{"www and an empty label", "http://www..h.com/", WWW, "http://www..h.com/"},
		{"slashes", "http://h//a///b//?//", Slashes, "http://h/a/b/?//"},
		{"slashes without an authority", "/a//b", Slashes, "/a/b"},
		{"the guard of a path", "/.//a", Slashes, "/.//a"},
		{"index", "http://h/a/Index.HTML?q", Index, "http://h/a/?q"},
		{"index of the root", "http://h/index.php", Index, "http://h/"},
		{"index of a folder", "http://h/index.html/", Index, "http://h/index.html/"},
		{"no index", "http://h/xindex.html", Index, "http://h/xindex.html"},
		{"trailing slash", "http://h/a//?q", TrailingSlash, "http://h/a?q"},
		{"the root", "http://h//", TrailingSlash, "http://h/"},
		{"index and slash", "http://h/a/index.html/index.htm//", Index | TrailingSlash, "http://h/a"},
		{"other schemes", "ftp://www.h.com//a?b&a", all, "ftp://www.h.com//a?b&a"},
		{"no authority", "http:a//b?b&a", all, "http:a//b?b&a"},
		{"a relative path", "a//b/index.html?b&a", all, "a//b/index.html?b&a"},
		{"a query alone", "?b&a", all, "?b&a"},
	} {
		s, p := settings(row.rules)
		if got, _ := keyOf(t, row.src, p); got != row.want {
			t.Errorf("%s: the key of %q is %q, want %q", row.name, row.src, got, row.want)
		}
		checkTwin(t, row.src, s, p)
	}
	if got, _ := keyOf(t, "http://h/%", V1()); got != "http://h/%" {
		t.Errorf("the key of a bad line is %q", got)
	}
	if out, _, changed := AppendKey(nil, "HTTP://h/", scanner.Split("HTTP://h/"), nil); string(out) != "HTTP://h/" || changed != 0 {
		t.Errorf("the key without a profile is %q", out)
	}
}

// pieces are what random references are made of.
var pieces = []string{
	"http:", "HTTPS:", "ftp:", "//", "/", "/", "/", "h.com", "www.", "WWW.", "www2.", "1.2.3.4", "youtube.com", "u@", ":80", ":443", ":", ".", "..", "%2e", "%77",
	"index.html", "Default.asp", "a", "b", ";", ";jsessionid=1", ";JSESSIONID", "(S(lit3py55t21z5v55vlm25s55))", "(X(1)S(lit3py55t21z5v55vlm25s55))", "(S(", "))",
	"?", "&", "=", "utm_source=x", "%55tm_id", "gclid", "si=1", "phpsessid=1", "ASPSESSIONIDABC=1", "0123456789abcdef0123456789abcdef", "a=2", "#", "!", "%7e", "%2F", "%",
}

func TestTwin(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range sizes.Times(20000) {
		s, p := settings(Rules(random.IntN(int(all) + 1)))
		for range 3 {
			checkTwin(t, testkit.Mixed(random, random.IntN(14), pieces...), s, p)
			checkTwin(t, "http://www.h.com/"+testkit.Mixed(random, random.IntN(12), pieces[14:]...), s, p)
		}
	}
}

func FuzzKey(f *testing.F) {
	f.Add("http://www.h.com//a;jsessionid=1/index.html?b&utm_id&&a=0123456789abcdef0123456789abcdef#!f", uint16(all))
	f.Fuzz(func(t *testing.T, src string, rules uint16) {
		s, p := settings(Rules(rules) & all)
		checkTwin(t, src, s, p)
	})
}

// aLink returns a link as pages have them.
func aLink(random *rand.Rand) string {
	link := []string{"http://", "https://"}[random.IntN(2)] + []string{"", "www."}[random.IntN(2)] +
		testkit.Mixed(random, 1+random.IntN(3), "a", "shop", "news", "x-y") + []string{".example.com", ".org", ".co.uk:8080"}[random.IntN(3)]
	for range random.IntN(5) {
		link += "/" + testkit.Mixed(random, random.IntN(3), "item", "2026", "%7Eana", "a.b", "c;x=1")
	}
	return link + []string{"", "/", "/index.php", "//", "/;jsessionid=0A"}[random.IntN(5)]
}

// A key depends neither on the order of the parameters nor on those that the profile cuts.
func TestKeysOfLinks(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	s := V1Settings()
	without := len(s.Tracking) + len(s.Sessions)
	keys := map[string]bool{}
	for range sizes.Of(4000, 1_000_000) {
		link, parameters := aLink(random), []string{}
		for range random.IntN(5) {
			parameters = append(parameters, testkit.Mixed(random, 1, "id", "q", "page", "%66", "a[]")+testkit.Mixed(random, random.IntN(3), "=", "1", "2", "%2C"))
		}
		joined := func() string {
			if len(parameters) == 0 {
				return link
			}
			return link + "?" + strings.Join(parameters, "&")
		}
		parameters = slices.DeleteFunc(parameters, func(p string) bool { return strings.Contains(p, "[") }) // is not valid
		want, _ := keyOf(t, joined(), V1())
		keys[want] = true
		for range 1 + random.IntN(3) {
			i := random.IntN(without)
			name := append(s.Tracking, s.Sessions...)[i]
			name = strings.Replace(name, "*", []string{"", "x", "%20"}[random.IntN(3)], 1)
			if random.IntN(4) == 0 {
				name = strings.ToUpper(name)
			}
			parameters = slices.Insert(parameters, random.IntN(len(parameters)+1), name+[]string{"", "=", "=1"}[random.IntN(3)])
		}
		random.Shuffle(len(parameters), func(i, k int) { parameters[i], parameters[k] = parameters[k], parameters[i] })
		if got, _ := keyOf(t, joined(), V1()); got != want {
			t.Fatalf("the key of %q is %q, want %q", joined(), got, want)
		}
	}
	if len(keys) < 700 {
		t.Errorf("the links have %d keys", len(keys))
	}
}

func TestListsHaveSources(t *testing.T) {
	for _, list := range [][]parameter{tracking[:], sessions[:]} {
		for _, p := range list {
			if p.source == "" || p.name != strings.ToLower(p.name) {
				t.Errorf("%s has the source %q", p.name, p.source)
			}
		}
	}
}

// Each member given beside "like" replaces that member as a whole.
func TestLike(t *testing.T) {
	for member, set := range map[string]func(s *Settings){
		`"rules":["order"]`:           func(s *Settings) { s.Rules = Order },
		`"rules":[]`:                  func(s *Settings) { s.Rules = 0 },
		`"tracking":["x"]`:            func(s *Settings) { s.Tracking = []string{"x"} },
		`"tracking":[]`:               func(s *Settings) { s.Tracking = nil },
		`"hosts":{"a.example":["x"]}`: func(s *Settings) { s.Hosts = map[string][]string{"a.example": {"x"}} },
		`"hosts":{"x.com":["x"]}`:     func(s *Settings) { s.Hosts = map[string][]string{"x.com": {"x"}} },
		`"hosts":{}`:                  func(s *Settings) { s.Hosts = nil },
		`"hosts":null`:                func(s *Settings) { s.Hosts = nil },
		`"sessions":["x"]`:            func(s *Settings) { s.Sessions = []string{"x"} },
		`"index":["x"]`:               func(s *Settings) { s.Index = []string{"x"} },
	} {
		s := V1Settings()
		set(&s)
		want, err := NewProfile(s)
		testkit.Must(t, err)
		if got, err := ParseProfile([]byte(`{"version":1,"like":"crawl-v1",` + member + `}`)); got.String() != want.String() || err != nil {
			t.Errorf("like crawl-v1 with %s is %v, %v, want %v", member, got, err, want)
		}
	}
}

func TestProfiles(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"V1", `{"version":1,"like":"crawl-v1"}`, "crawl-v1"},
		{"no rules", `{"version":1}`, "custom-"},
		{"rules alone", `{"version":1,"rules":["normal"]}`, "custom-"},
		{"no version", `{"like":"crawl-v1"}`, "error: the version"},
		{"another version", `{"version":2}`, "error: the version"},
		{"an unknown member", `{"version":1,"track":[]}`, `error: json: unknown field "track"`},
		{"an unknown rule", `{"version":1,"rules":["case"]}`, `error: no rule is called "case"`},
		{"an unknown profile", `{"version":1,"like":"v2"}`, `error: no profile is called "v2"`},
		{"no page", `{"version":1,"index":["a/b"]}`, "error: \"a/b\" is not the name"},
		{"no host", `{"version":1,"hosts":{"A.com":["x"]}}`, "error: \"A.com\" is not a host"},
		{"no object", `[]`, "error: json"},
		{"two objects", `{"version":1}{}`, "error: "},
		{"nothing", ``, "error: "},
	} {
		p, err := ParseProfile([]byte(row.text))
		got := p.String()
		if err != nil {
			got = "error: " + err.Error()
		}
		if !strings.HasPrefix(got, row.want) {
			t.Errorf("%s: ParseProfile(%s) = %s, want %s", row.name, row.text, got, row.want)
		}
	}
	s := V1Settings()
	slices.Reverse(s.Tracking)
	s.Index[0] = strings.ToUpper(s.Index[0])
	if p, err := NewProfile(s); err != nil || p.String() != "crawl-v1" {
		t.Errorf("in another order V1 is %v, %v", p, err)
	}
	s.Hosts["h.com"] = []string{"a"}
	p, err := NewProfile(s)
	testkit.Must(t, err)
	s.Hosts["h.com"][0], s.Index[0] = "b", "b"
	if key, _ := keyOf(t, "http://h.com/index.html?a&b", p); key != "http://h.com/?b" || p.String() == "crawl-v1" {
		t.Errorf("the key by %v is %q", p, key)
	}
	if _, err := NewProfile(Settings{Version: 1, Rules: all + 1}); err == nil {
		t.Error("an unknown bit is a rule")
	}
	var none *Profile
	if none.Rules() != 0 || none.String() != "" {
		t.Error("the nil Profile has rules")
	}
	for i := range ruleNames {
		if r, ok := ParseRule(Rules(1 << i).String()); r != 1<<i || !ok {
			t.Errorf("ParseRule of rule %d = %d, %v", i, r, ok)
		}
	}
	if _, ok := ParseRule("no"); ok || all.String() != strings.Join(ruleNames[:], ",") {
		t.Errorf("the rules are %v", all)
	}
	if _, ok := Ready("crawl-v2"); ok {
		t.Error("there is a profile crawl-v2")
	}
}

// Profiles share a name exactly if they have the same settings, in any order and case and
// however often.
func TestSharedNames(t *testing.T) {
	name := func(change func(s *Settings)) string {
		s := V1Settings()
		if change != nil {
			change(&s)
		}
		p, err := NewProfile(s)
		testkit.Must(t, err)
		return p.String()
	}
	for what, change := range map[string]func(s *Settings){
		"tracking": func(s *Settings) {
			slices.Reverse(s.Tracking)
			s.Tracking = append(s.Tracking, s.Tracking[0], strings.ToUpper(s.Tracking[1]))
		},
		"sessions": func(s *Settings) { s.Sessions = append(s.Sessions, s.Sessions...) },
		"index":    func(s *Settings) { s.Index = append(s.Index, strings.ToUpper(s.Index[0])) },
		"hosts":    func(s *Settings) { s.Hosts["x.com"] = []string{"ref_url", "REF_SRC", "ref_src"} },
	} {
		if got := name(change); got != "crawl-v1" {
			t.Errorf("the profile with the same %s is %s", what, got)
		}
	}
	seen := map[string]string{"crawl-v1": "V1"}
	for what, change := range map[string]func(s *Settings){
		"tracking": func(s *Settings) { s.Tracking = s.Tracking[1:] }, "sessions": func(s *Settings) { s.Sessions = s.Sessions[1:] }, "index": func(s *Settings) { s.Index = append(s.Index, "a") },
		"hosts": func(s *Settings) { s.Hosts["a.com"] = nil }, "rules": func(s *Settings) { s.Rules |= HashBang }, "a name": func(s *Settings) { s.Hosts["x.com"] = []string{"ref_url"} },
		"k": func(s *Settings) { s.Tracking = append(s.Tracking, "k") }, "a letter that Unicode folds to k": func(s *Settings) { s.Tracking = append(s.Tracking, "\u212a") },
		"bytes": func(s *Settings) { s.Tracking = append(s.Tracking, "\xff") }, "bytes in hex": func(s *Settings) { s.Tracking = append(s.Tracking, "%FF") }, "other bytes": func(s *Settings) { s.Tracking = append(s.Tracking, "\xfe") },
	} {
		got := name(change)
		if seen[got] != "" {
			t.Errorf("the profile with other %s is %s, as that with other %s", what, got, seen[got])
		}
		seen[got] = what
	}
}

// Names that the rules look for are found in every case, and those next to them are not.
func TestCases(t *testing.T) {
	s := V1Settings()
	s.Index = []string{"AZ_x.az"}
	az, err := NewProfile(s)
	testkit.Must(t, err)
	for _, row := range []struct {
		p        *Profile
		src, key string
	}{
		{az, "http://h/Az_X.aZ", "http://h/"}, {az, "http://h/AZ_X.AZ", "http://h/"}, {az, "http://h/az_x.az", "http://h/"}, {az, "http://h/az_x.a%5B", "http://h/az_x.a%5B"},
		{az, "http://h/az_x.az_", "http://h/az_x.az_"}, {az, "http://h/az%5Fx.az", "http://h/"}, {az, "http://h/az%7Fx.az", "http://h/az%7Fx.az"},
	} {
		if got, _ := keyOf(t, row.src, row.p); got != row.key {
			t.Errorf("the key of %q is %q, want %q", row.src, got, row.key)
		}
	}
	for name := range strings.FieldsSeq("index.html index.htm index.xhtml index.php index.cgi index.pl index.jsp default.htm default.asp default.aspx iisstart.htm") {
		for _, spelled := range []string{name, strings.ToUpper(name), strings.ToUpper(name[:1]) + name[1:]} {
			if got, _ := keyOf(t, "http://h/a/"+spelled, V1()); got != "http://h/a" {
				t.Errorf("the key of %s is %q", spelled, got)
			}
			if got, _ := keyOf(t, "http://h/a/"+spelled+"l5", V1()); got != "http://h/a/"+spelled+"l5" {
				t.Errorf("the key of %sl5 is %q", spelled, got)
			}
		}
	}
	order, err := NewProfile(Settings{Version: 1, Rules: Order | WWW})
	testkit.Must(t, err)
	for _, before := range []string{"http", "HTTP", "hTtP", "https", "HTTPS", "httpS"} {
		if got, _ := keyOf(t, before+"://WWw.a.b/?b&a", order); got != before+"://a.b/?a&b" {
			t.Errorf("the key of a URL of %s is %q", before, got)
		}
	}
	for _, before := range []string{"httpx", "xhttp", "htt", "httpss", "ws"} {
		if got, _ := keyOf(t, before+"://www.a.b/?b&a", order); got != before+"://www.a.b/?b&a" {
			t.Errorf("the key of a URI of %s is %q", before, got)
		}
	}
}

// More parameters than can be sorted in little memory stay, and nothing is kept for them.
func TestManyParameters(t *testing.T) {
	const most = 131_072 // as the documentation of Order says
	for _, n := range []int{most, most + 1} {
		src := "http://h/?b" + strings.Repeat("&a", n-1)
		ref, err := scanner.Parse(src)
		testkit.Must(t, err)
		sorted := n <= most
		key, keyRef, changed := AppendKey(nil, src, ref, V1())
		if again, _, _ := AppendKey(nil, key, keyRef, V1()); !bytes.Equal(again, key) || bytes.HasSuffix(key, []byte("&b")) != sorted || (changed == Order) != sorted {
			t.Errorf("the key of %d parameters is sorted: %v, %v", n, bytes.HasSuffix(key, []byte("&b")), changed)
		}
		if surt, _ := AppendSURT(nil, src, ref, IA); bytes.HasSuffix(surt, []byte("&b")) != sorted {
			t.Errorf("the SURT key of %d parameters is sorted: %v", n, !sorted)
		}
	}
}

func TestGrowth(t *testing.T) {
	var buf []byte
	_, p := settings(all)
	shapes := []growth.Shape{
		{"http://h/", "/"}, {"http://h", "/a", "/"}, {"http://h/", ";", ";jsessionid=1"}, {"http://h/", "(S("}, {"http://h/", "index.html/"}, {"http://h", "/index.html"},
		{"http://h/?", "&"}, {"http://h/?", "b&a&"}, {"http://h/?", "utm_x&"}, {"http://h/?", "=", "a"}, {"http://h/?", "z{n}&"},
		{"http://", "www."}, {"http://", "a."}, {"http://", "."}, {"http://", "1."}, {"http://h/a;", "jsessionid;"}, {"http://h/..;", "jsessionid;", "x;"}, {"/(S(lit3py55t21z5v55vlm25s55))", "/"},
	}
	growth.CheckPortable(t, 2<<10, shapes, map[string]growth.Job{"AppendKey": func(in string) func() {
		ref, err := scanner.Parse(in)
		if err != nil {
			t.Fatalf("Parse(%.20q) = %v", in, err)
		}
		return func() { buf, _, _ = AppendKey(buf[:0], in, ref, p) }
	}})
}

// The key of equal references is the same.
func TestEqualHaveOneKey(t *testing.T) {
	for _, pair := range [][2]string{{"http://h", "HTTP://H:80/"}, {"http://h/%7ea", "http://h/./~a"}} {
		if !normalize.Equal(pair[0], pair[1], normalize.SchemeBased) {
			t.Fatalf("%q and %q are not equal", pair[0], pair[1])
		}
		a, _ := keyOf(t, pair[0], V1())
		if b, _ := keyOf(t, pair[1], V1()); a != b {
			t.Errorf("the keys of %q are %q and %q", pair, a, b)
		}
	}
}
