package template

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/growth"
	"github.com/uriscan/uriscan/internal/testkit/suite"
)

func TestMain(m *testing.M) { suite.Run(m) }

func rulesOf(t *testing.T, c Config) *Rules {
	t.Helper()
	r, err := New(c)
	testkit.Must(t, err)
	return r
}

func TestDefaults(t *testing.T) {
	for _, row := range []struct{ name, in, want string }{
		{"number", "/users/1/edit", "/users/{number}/edit"},
		{"encoded number", "/users/%31%32/edit", "/users/{number}/edit"},
		{"number with a sign", "/t/-5/+491701234567/-/+", "/t/{number}/{number}/-/+"},
		{"leading zeros", "/a/007", "/a/{number}"},
		{"very long number", "/a/" + strings.Repeat("9", 5000), "/a/{number}"},
		{"UUID", "/u/8f3a91c2-0c1d-4b7e-9a3f-5d2e6b7c8d9e", "/u/{uuid}"},
		{"UUID, upper case", "/u/8F3A91C2-0C1D-4B7E-9A3F-5D2E6B7C8D9E", "/u/{uuid}"},
		{"no UUID, too short", "/u/8f3a91c2-0c1d-4b7e-9a3f-5d2e6b7c8d9", "/u/8f3a91c2-0c1d-4b7e-9a3f-5d2e6b7c8d9"},
		{"hex", "/u/8f3a91c2", "/u/{hex}"},
		{"hex, encoded", "/u/%38f3a91c2", "/u/{hex}"},
		{"hex, upper case", "/u/8F3A91C2", "/u/{hex}"},
		{"hex, both cases", "/u/8F3a91c2/8f3A91C28f3A91C28f3A91C2", "/u/8F3a91c2/{hex}"},
		{"hex of a commit", "/commit/8f3a91c/commits/1234abc", "/commit/{hex}/commits/{hex}"},
		{"word of a commit", "/commit/defaced/commit/face200", "/commit/defaced/commit/face200"},
		{"hex of a digest", "/blobs/sha256:8f3a91c28f3a91c28f3a91c28f3a91c2/sha256:8f3a", "/blobs/{hex}/sha256:8f3a"},
		{"hex, short", "/u/8f3a91c", "/u/8f3a91c"},
		{"hex, 0x", "/u/0x8F3a91c2", "/u/{hex}"},
		{"words", "/dead/beef/cafe/facade/decade/deadbeef/fabaceae/DEADBEEF", "/dead/beef/cafe/facade/decade/deadbeef/fabaceae/DEADBEEF"},
		{"words and digits", "/decade2020/face2face/cafe24/feb2024/BABE1999", "/decade2020/face2face/cafe24/feb2024/BABE1999"},
		{"versions", "/v2/1.2/2.4.1/api/3/rest/2/api/v1", "/v2/1.2/2.4.1/api/3/rest/2/api/v1"},
		{"versions that are dates", "/api/2026-10/rest/2026-10-01/api/2026-10T10/2026-10", "/api/2026-10/rest/2026-10-01/api/2026-10T10/{date}"},
		{"web services", "/ws/2/ws/22", "/ws/2/ws/{number}"},
		{"an id after api", "/api/31/7", "/api/{number}/{number}"},
		{"status pages", "/404", "/404"},
		{"status pages with an extension", "/500.html", "/500.html"},
		{"status pages elsewhere", "/errors/404/error/503/status/401", "/errors/404/error/503/status/401"},
		{"not a status page", "/users/404/4040", "/users/{number}/{number}"},
		{"year", "/2024/archive/1999/blog/2100/posts/1999", "/{year}/archive/{year}/blog/{number}/posts/{number}"},
		{"month", "/2026-11", "/{date}"},
		{"date", "/2026-11-24/2026-11-24T10:20:30Z/2026-11-24T10%3A20%3A30+01:00", "/{date}/{date}/{date}"},
		{"date, day first", "/24-11-2026/11-24-2026/24-11-26", "/{date}/{date}/24-11-26"},
		{"date, basic", "/20261124T102030Z/20261124T1020", "/{date}/{date}"},
		{"date in digits", "/20261124", "/{number}"},
		{"address", "/u/ann@example.com/a.b+c@163.com/x%40mail.example.org", "/u/{email}/{email}/{email}"},
		{"no address", "/logo@2x.png/pkg@1.2.3/@scope/a@b/Twitter@UNICEF.jpg/lib@next.js", "/logo@2x.png/pkg@1.2.3/@scope/a@b/Twitter@UNICEF.jpg/lib@next.js"},
		{"IPv4", "/whois/192.0.2.1", "/whois/{ip}"},
		{"ULID", "/t/01ARZ3NDEKTSV4RRFFQ69G5FAV", "/t/{ulid}"},
		{"JWT", "/t/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "/t/{token}"},
		{"limits of status pages", "/400", "/400"}, {"limits of status pages", "/509", "/509"}, {"limits of status pages", "/410", "/{number}"}, {"limits of status pages", "/309", "/{number}"}, {"limits of status pages", "/600", "/{number}"},
		{"limits of years", "/1900/archive/1899/archive/2099/archive/2000/archive/2100", "/{year}/archive/{number}/archive/{year}/archive/{year}/archive/{number}"},
		{"limits of months", "/2026-19/1999-01/2026-20/3026-01/2826-01", "/{date}/{date}/2026-20/3026-01/2826-01"},
		{"limits of days", "/2026-11-39/2026-11-40/39-19-2026/40-11-2026/11-40-2026/11-11-2826", "/{date}/2026-11-40/{date}/40-11-2026/11-40-2026/11-11-2826"},
		{"limits of times", "/20261124T1020/20261124T102/20261124T102030Z/20261124T1020301/20261124t1020", "/{date}/20261124T102/{date}/20261124T1020301/20261124t1020"},
		{"limits of hex", "/commit/8f3a91/commit/8f3a91c/commit/8f3a91c2/x/8f3a91c", "/commit/8f3a91/commit/{hex}/commit/{hex}/x/8f3a91c"},
		{"limits of 0x", "/0x8F3a91c/0x8F3a91c2/0X8F3a91c2/0x8F3a91cg", "/0x8F3a91c/{hex}/0X8F3a91c2/0x8F3a91cg"},
		{"limits of hex in both cases", "/8f3A91C28f3A91C28f3A91C/8f3A91C28f3A91C28f3A91C2", "/{id}/{hex}"},
		{"limits of digests", "/sha1:" + strings.Repeat("8f", 16) + "/sha1:" + strings.Repeat("8f", 15) + "8/sha:" + strings.Repeat("8f", 16), "/{hex}/sha1:" + strings.Repeat("8f", 15) + "8/sha:" + strings.Repeat("8f", 16)},
		{"limits of ULIDs", "/71ARZ3NDEKTSV4RRFFQ69G5FAV/81ARZ3NDEKTSV4RRFFQ69G5FAV/01ARZ3NDEKTSV4RRFFQ69G5FA/01ARZ3NDEKTSV4RRFFQ69G5FAVZ", "/{ulid}/81ARZ3NDEKTSV4RRFFQ69G5FAV/01ARZ3NDEKTSV4RRFFQ69G5FA/01ARZ3NDEKTSV4RRFFQ69G5FAVZ"},
		{"letters of ULIDs", "/01ABCDEFGHJKMNPQRSTVWXYZ23/01IRZ3NDEKTSV4RRFFQ69G5FAV/01LRZ3NDEKTSV4RRFFQ69G5FAV/01ORZ3NDEKTSV4RRFFQ69G5FAV/01URZ3NDEKTSV4RRFFQ69G5FAV", "/{ulid}/01IRZ3NDEKTSV4RRFFQ69G5FAV/01LRZ3NDEKTSV4RRFFQ69G5FAV/01ORZ3NDEKTSV4RRFFQ69G5FAV/01URZ3NDEKTSV4RRFFQ69G5FAV"},
		{"limits of addresses", "/a@b.c/a@b.cd/a@1.cd/a!#$&'*+._~-b@b.cd/163.com/a@16.com/a@1634.com", "/a@b.c/{email}/a@1.cd/{email}/{number}.com/a@16.com/a@1634.com"},
		{"limits of IPv4", "/1.2.3.4/10.0.0.0/999.999.999.999/10.0.0.1000/10.0.0/1000.1.1.1", "/1.2.3.4/{ip}/{ip}/10.0.0.1000/10.0.0/1000.1.1.1"},
		{"limits of JWTs", "/eyJ.a./eyJa.b./eyJa.b/eyJa.b.c.d/EyJa.b.c", "/eyJ.a./{token}/eyJa.b/eyJa.b.c.d/EyJa.b.c"},
		{"limits of extensions", "/12.abcdefgh/12.abcdefghi/12.a1/12.1a", "/{number}.abcdefgh/12.abcdefghi/{number}.a1/12.1a"},
		{"slugs stay", "/news/world-europe-40134140/covid-19/top10", "/news/world-europe-40134140/covid-19/top10"},
		{"extension", "/img/12345.png/7.tar.gz/8f3a91c2.min.js", "/img/{number}.png/{number}.tar.gz/{hex}.min.js"},
		{"no extension", "/12.5/12./.12/12.123/12.abcdefghi/12..a", "/12.5/12./.12/12.123/12.abcdefghi/12..a"},
		{"parameters", "/cars;color=red;size=2/7;v=1.1/a;b", "/cars;{parameters}/{number};{parameters}/a;b"},
		{"parameters of dots", "/..;x=1/.", "/..;{parameters}/."},
		{"encoded semicolon", "/7%3Bv=1", "/7%3Bv=1"},
		{"empty segments and slash at the end", "//7//8/", "//{number}//{number}/"},
		{"dot segments", "/a/../7/%2e%2E/.", "/a/../{number}/%2e%2E/."},
		{"no slash", "7/8", "{number}/{number}"},
		{"rootless", "ann@example.com", "{email}"},
		{"encoded slash", "/a%2F7", "/a%2F7"},
		{"bad triplets", "/7%/%zz/%3", "/7%/%zz/%3"},
		{"not ASCII", "/caf\xc3\xa9/7", "/caf\xc3\xa9/{number}"},
		{"braces", "/{number}/7}/{7/%7B7%7D", "/{number}/7}/{7/%7B7%7D"},
		{"root", "/", "/"},
		{"an id after a prefix", "/cus_NffrFeUfNV2Hib/in_1MtHb7LkdIwHuE/in_1MtHb7LkdIwHu/api_GetCustomerByAddress/my_longerfunction2/fy_2023annualreports", "/{id}/{id}/in_1MtHb7LkdIwHu/api_GetCustomerByAddress/my_longerfunction2/fy_2023annualreports"},
		{"an id of both cases", "/37i9dQZF1DXcBWIGoYBM5M/4aawyAB9vmqN3uQ7FjRG/4aawyAB9vmqN3uQ7FjR/AppForHttp2And3", "/{id}/{id}/4aawyAB9vmqN3uQ7FjR/AppForHttp2And3"},
		{"words and numbers", "/WhatsNewInPythonAndDjango5/2024WhatsNewInPythonAnd5/howto2installpython3onubuntu/ISO8601ANDRFC3339ANDOTHERS", "/WhatsNewInPythonAndDjango5/2024WhatsNewInPythonAnd5/howto2installpython3onubuntu/ISO8601ANDRFC3339ANDOTHERS"},
		{"keys of issues", "/browse/PROJ-12/AB-1/issues/A_B2-3/issue/A-1/tickets/UTF8-/bug/proj-1", "/browse/{key}/AB-1/issues/{key}/issue/A-1/tickets/UTF8-/bug/proj-1"},
		{"asterisk", "*", "*"},
		{"empty", "", ""},
	} {
		if got := string(AppendTemplate(nil, row.in, Default())); got != row.want {
			t.Errorf("%s: AppendTemplate(%.60q) = %.60q, want %.60q", row.name, row.in, got, row.want)
		}
	}
	if got := string(AppendTemplate([]byte("x"), "/7", nil)); got != "x/7" {
		t.Errorf("AppendTemplate(x, /7, nil) = %q, want x/7", got)
	}
	for span, name := range All("/7", nil) {
		t.Errorf("All(/7, nil) has %v %s", span, name)
	}
}

// Paths of well-known services have the templates of testdata/apis.txt, and no two routes have one
// in common.
func TestServices(t *testing.T) {
	text, err := os.ReadFile("testdata/apis.txt")
	testkit.Must(t, err)
	templates := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		line, same := strings.CutPrefix(line, "= ")
		words := strings.Fields(line)
		path, want := words[0], words[len(words)-1]
		if got := string(AppendTemplate(nil, path, Default())); got != want {
			t.Errorf("AppendTemplate(%q) = %q, want %q", path, got, want)
		}
		if templates[want] != same {
			t.Errorf("%s: another path has the template %s = %t", path, want, !same)
		}
		templates[want] = true
	}
	if len(templates) < 300 {
		t.Errorf("only %d templates were compared", len(templates))
	}
}

// After these, 2026 is a year; after others that look like them it is not.
func TestYears(t *testing.T) {
	const words = "archive archives blog calendar history news press releases reports season seasons uploads year years"
	for word := range strings.FieldsSeq(words) {
		for before, want := range map[string]string{word: "{year}", word + "s": "{number}", word[:len(word)-1]: "{number}", "x" + word: "{number}", strings.ToUpper(word): "{number}"} {
			if slices.Contains(strings.Fields(words), before) {
				want = "{year}"
			}
			if in := "/x/" + before + "/2026"; string(AppendTemplate(nil, in, Default())) != "/x/"+before+"/"+want {
				t.Errorf("AppendTemplate(%q) = %q, want %s", in, AppendTemplate(nil, in, Default()), want)
			}
		}
	}
}

func TestRoutes(t *testing.T) {
	for _, row := range []struct{ name, routes, in, want string }{
		{"a variable", "/users/{name}/edit", "/users/ann/edit", "/users/{name}/edit"},
		{"its name before that of a rule", "/users/{id}", "/users/7", "/users/{id}"},
		{"no other end", "/users/{name}/edit", "/users/ann/edit/", "/users/ann/edit/"},
		{"no other beginning", "/users/{name}", "/x/users/ann", "/x/users/ann"},
		{"other case", "/users/{name}", "/Users/ann", "/Users/ann"},
		{"literal wins", "/users/{name} /users/new", "/users/new", "/users/new"},
		{"literal wins from the left", "/{a}/b/c /a/{b}/{c}", "/a/b/c", "/a/{b}/{c}"},
		{"back from a literal", "/a/{b}/x /{a}/b/c", "/a/b/c", "/{a}/b/c"},
		{"back from every edge", "/a/b/x /a/b{c}/x /a/{b}/x /{a...}", "/a/b/c", "/{a...}"},
		{"text beside it wins", "/{a} /{a}.png /i{a}.png", "/img.png", "/i{a}.png"},
		{"as much text, the first wins", "/a{x} /{x}b", "/acb", "/a{x}"},
		{"as much text, the other way round", "/{x}b /a{x}", "/acb", "/{x}b"},
		{"as much text, after more", "/zz{y} /{x}b /a{x} /{z}c", "/acb", "/{x}b"},
		{"as much text once it is decoded", "/%61{x} /{x}bc", "/axbc", "/{x}bc"},
		{"each route names its variables", "/{a}/x /{b}/y", "/1/y", "/{b}/y"},
		{"each route names its variables, with text", "/v{a}/x /v{b}/y /%76{c}/z", "/v1/z", "/v{c}/z"},
		{"the rest loses", "/s/{file...} /s/{file}", "/s/a", "/s/{file}"},
		{"the rest", "/s/{file...} /s/{file}", "/s/a//b/", "/s/{file...}"},
		{"the rest, empty", "/s/{file...} /s/{file}", "/s/", "/s/{file...}"},
		{"the rest has a slash before it", "/s/{file...}", "/s", "/s"},
		{"the rest is everything", "/{all...}", "/", "/{all...}"},
		{"the rest has no dots", "/s/{file...}", "/s/a/../7", "/s/a/../{number}"},
		{"the rest has no encoded dots", "/s/{file...}", "/s/%2e./a", "/s/%2e./a"},
		{"the rest has no dots with parameters", "/s/{file...}", "/s/..;a=b/a", "/s/..;{parameters}/a"},
		{"no dots", "/users/{name}/edit", "/users/../edit", "/users/../edit"},
		{"no decoded dots", "/users/{name}/edit /f/{rest...}", "/users/..%2fa/edit", "/users/..%2fa/edit"},
		{"no decoded dots at the end", "/users/{name}/edit", "/users/a%5C%2e/edit", "/users/a%5C%2e/edit"},
		{"no decoded dots in the rest", "/f/{rest...}", "/f/a/..%2fb/7", "/f/a/..%2fb/{number}"},
		{"decoded slash", "/users/{name}/edit", "/users/..a%2f...%2Fb/edit", "/users/{name}/edit"},
		{"not empty", "/users/{name}/edit", "/users//edit", "/users//edit"},
		{"not empty beside text", "/a{x}b", "/ab", "/ab"},
		{"text does not overlap", "/aba{x}aba", "/ababa", "/ababa"},
		{"text beside a literal", "/v{n}/{x}", "/v2/y", "/v{n}/{x}"},
		{"parameters", "/users/{name}/edit", "/users/ann;a=b/edit;c=", "/users/{name};{parameters}/edit;{parameters}"},
		{"encoded literal", "/%61/{x}", "/a/1", "/a/{x}"},
		{"literal encoded", "/ab/{x}", "/%61%62/1", "/%61%62/{x}"},
		{"triplet of either case", "/%c3%A9/{x}", "/%C3%a9/1", "/%C3%a9/{x}"},
		{"UTF-8", "/\u00e9/{x}", "/%C3%A9/1", "/%C3%A9/{x}"},
		{"encoded colon is another one", "/a:b/{x}", "/a%3Ab/y", "/a%3Ab/y"},
		{"encoded slash ends no segment", "/a/b/{x}", "/a%2Fb/y", "/a%2Fb/y"},
		{"encoded text beside it", "/@{x}.png", "/%40ann.png /", "/%40ann.png /"},
		{"encoded unreserved text beside it", "/a{x}.png", "/%61nn%2epng", "/%61{x}%2epng"},
		{"encoded percent is no bad triplet", "/a%25b/{x}", "/a%b/7", "/a%b/{number}"},
		{"bad triplet before text", "/{x}zz", "/a%zz", "/{x}zz"},
		{"bad triplet before text and a triplet", "/{x}2a", "/a%2%61", "/{x}2%61"},
		{"encoded brace is no brace", "/%7Bx%7D/{y}", "/{x}/y", "/{x}/y"},
		{"encoded brace", "/%7Bx%7D/{y}", "/%7bx%7d/y", "/%7bx%7d/{y}"},
		{"encoded literals that begin alike", "/%61/{x} /%61b/{x} /%61bc/{x} /%61bcd/{x}", "/%61b/y", "/%61b/{x}"},
		{"encoded literals that begin alike, the longest", "/%61/{x} /%61b/{x} /%61bc/{x} /%61bcd/{x}", "/a%62cd/y", "/a%62cd/{x}"},
		{"root", "/", "/", "/"},
		{"slash at the end", "/users/{name}/", "/users/ann/", "/users/{name}/"},
		{"only absolute paths", "/{x}", "ann", "ann"},
		{"underscores", "/{_a-b.c}", "/ann", "/{_a-b.c}"},
	} {
		r := rulesOf(t, Config{Routes: strings.Fields(row.routes)})
		if got := string(AppendTemplate(nil, row.in, r)); got != row.want {
			t.Errorf("%s: AppendTemplate(%q) with %s = %q, want %q", row.name, row.in, row.routes, got, row.want)
		}
	}
}

func TestOwnRules(t *testing.T) {
	var c Config
	testkit.Must(t, json.Unmarshal([]byte(`{"routes":["/o/{x}"],"rules":[{"name":"order","pattern":"ORD-[0-9]{2,3}"},
		{"name":"","pattern":"7"},{"name":"page","pattern":"[0-9]+","after":["page","caf\u00e9"]}]}`), &c))
	r := rulesOf(t, c)
	for in, want := range map[string]string{
		"/ORD-12/ORD-1/ORD-1234": "/{order}/ORD-1/ORD-1234", "/7/8": "/7/{number}",
		"/page/8/8": "/page/{page}/{number}", "/p%61ge/8": "/p%61ge/{page}", "/caf%c3%a9/8": "/caf%c3%a9/{page}", "/o/8": "/o/{x}",
	} {
		if got := string(AppendTemplate(nil, in, r)); got != want {
			t.Errorf("AppendTemplate(%q) = %q, want %q", in, got, want)
		}
	}
	c.NoDefaults = true
	if got := string(AppendTemplate(nil, "/ORD-12/9", rulesOf(t, c))); got != "/{order}/9" {
		t.Errorf("without default rules %q", got)
	}
	all := DefaultRules()
	all[0].After[0] = "x"
	if n := len(all); n > 36 || DefaultRules()[0].After[0] == "x" {
		t.Errorf("%d default rules, changed by a caller: %q", n, DefaultRules()[0].After)
	}
}

// New says which rule or route is wrong, and quotes none.
func TestNewRefuses(t *testing.T) {
	many := slices.Repeat([]Rule{{"x", "y", nil}}, MaxRules-len(defaults)+1)
	if _, err := New(Config{Rules: many[1:]}); err != nil {
		t.Error(err)
	}
	for name, row := range map[string]struct {
		c    Config
		want string
	}{
		"too many":        {Config{Rules: many}, fmt.Sprintf("uriscan: %d rules and %d defaults are more than 64", len(many), len(defaults))},
		"name":            {Config{Rules: []Rule{{"a", "b", nil}, {"a b", "c", nil}}}, "uriscan: rule 2: a name has letters"},
		"name with a dot": {Config{Rules: []Rule{{"a.", "c", nil}}}, "uriscan: rule 1: a name has letters"},
		"after":           {Config{Rules: []Rule{{"a", "b", []string{"c/d"}}}}, "uriscan: rule 1: after takes segments"},
		"after a brace":   {Config{Rules: []Rule{{"a", "b", []string{"c{d"}}}}, "uriscan: rule 1: after takes segments"},
		"after a name":    {Config{Rules: []Rule{{"a", "b", []string{"c", "d}"}}}}, "uriscan: rule 1: after takes segments"},
		"no slash":        {Config{Routes: []string{"/a", "b"}}, "uriscan: route 2: does not begin with a slash"},
		"empty route":     {Config{Routes: []string{""}}, "uriscan: route 1: does not begin with a slash"},
		"open brace":      {Config{Routes: []string{"/{a"}}, "uriscan: route 1: a segment has one"},
		"two variables":   {Config{Routes: []string{"/{a}-{b}"}}, "uriscan: route 1: a segment has one"},
		"closed brace":    {Config{Routes: []string{"/a}"}}, "uriscan: route 1: a segment has one"},
		"no name":         {Config{Routes: []string{"/{}"}}, "uriscan: route 1: a name has letters"},
		"name in Czech":   {Config{Routes: []string{"/{\u0161}"}}, "uriscan: route 1: a name has letters"}, // its lower byte is that of "a"
		"no name of rest": {Config{Routes: []string{"/{...}"}}, "uriscan: route 1: a name has letters"},
		"rest not last":   {Config{Routes: []string{"/{a...}/b"}}, "uriscan: route 1: a variable for the rest"},
		"rest with text":  {Config{Routes: []string{"/b{a...}"}}, "uriscan: route 1: a variable for the rest"},
		"space":           {Config{Routes: []string{"/a b"}}, "uriscan: route 1: a literal has a byte"},
		"query":           {Config{Routes: []string{"/a?b"}}, "uriscan: route 1: a literal has a byte"},
		"bad triplet":     {Config{Routes: []string{"/a%zz"}}, "uriscan: route 1: a literal has a byte"},
		"parameters":      {Config{Routes: []string{"/a;b=c"}}, "uriscan: route 1: a segment has parameters"},
		"dot segment":     {Config{Routes: []string{"/a/%2e./b"}}, "uriscan: route 1: there is a dot segment"},
		"same route":      {Config{Routes: []string{"/a/{x}", "/%61/{y}"}}, "uriscan: route 2: another route"},
		"same rest":       {Config{Routes: []string{"/{x...}", "/{y...}"}}, "uriscan: route 2: another route"},
	} {
		if _, err := New(row.c); err == nil || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%s: New = %v, want %s", name, err, row.want)
		}
	}
	for pattern, want := range map[string]string{
		"": "0: matches the empty segment", "a*": "0: matches the empty segment", "[a-z]+[0-9a]": "6: the item before",
		"a?b?a": "4: the item before", "(a)": "0: syntax", "a|b": "1: syntax", "^a": "0: syntax", "a{2": "3: syntax",
		"a{3,2}": "5: count", "a{0}": "3: count", "a{01}": "3: syntax", "a{1001}": "5: count", "a{}": "2: syntax", "[": "1: syntax", "[]": "1: syntax",
		"[b-a]": "4: syntax", "[a": "2: syntax", `\d`: "1: syntax", `\0`: "1: syntax", "a{:}": "2: syntax", "a{1:}": "3: syntax", `a\`: "2: syntax", "a+?": "2: syntax", "\u00e9": "0: syntax", "[a[]": "2: syntax",
	} {
		_, err := New(Config{Rules: []Rule{{"x", pattern, nil}}})
		if want = "uriscan: rule 1: pattern at offset " + want; err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("pattern %q: New = %v, want %s", pattern, err, want)
		}
	}
}

func TestPatterns(t *testing.T) {
	for _, row := range []struct{ pattern, is, isNot string }{
		{"[-a]+", "a-a", "b"},
		{"[a-]+", "a-a", "b"},
		{"[^-a]", "b", "-"},
		{`[\]\\]+`, `]\`, "["},
		{"a{0,2}b", "aab", "aaab"},
		{"a{0,}b", "aaab", "aaa"},
		{"a{2,}", "aaa", "a"},
		{"a{1000}", strings.Repeat("a", 1000), strings.Repeat("a", 999)},
		{".{2}", "%00%ff", "a"},
		{"[+-9]+", "+,-./9", ":"},
	} {
		r := rulesOf(t, Config{Rules: []Rule{{"x", row.pattern, nil}}, NoDefaults: true})
		for in, want := range map[string]string{row.is: "{x}", row.isNot: row.isNot} {
			in := strings.ReplaceAll(in, "/", "%2F")
			if got := string(AppendTemplate(nil, in, r)); got != want {
				t.Errorf("pattern %q: AppendTemplate(%q) = %q, want %q", row.pattern, in, got, want)
			}
		}
	}
}

// Neither long paths nor many routes that compete make it slow.
func TestGrowth(t *testing.T) {
	c := Config{Rules: []Rule{{"a", "a+b", nil}}}
	for i := range 300 {
		c.Routes = append(c.Routes, fmt.Sprintf("/%s%d/{x}/a/b%d", strings.Repeat("{a}/", i%7), i, i), fmt.Sprintf("/{a}/%sx{b}y%d", strings.Repeat("a/", i%40), i))
	}
	c.Routes = append(c.Routes, "/a/{b...}", "/{c}/{d...}")
	r := rulesOf(t, c)
	var buf []byte
	job := growth.Of(func(in string) {
		buf = AppendTemplate(buf[:0], in, r)
		for range All(in, r) {
		}
	})
	shapes := []growth.Shape{
		{"", "/"}, {"", "/a"}, {"/", "a"}, {"", "/7"}, {"/", "7"}, {"/", "%37"}, {"/", ";"}, {"/", ";="}, {"/", "/;="}, {"/a/", "../"}, {"/", "."}, {"/7", ".a"},
		{"/", "a", "", "@"}, {"", "/1{n}"}, {"/a/a/a/", "x", "/"}, {"/x", "%79"}, {"/", "{"}, {"", "/{x}"}, {"/", "%2e"},
	}
	growth.CheckPortable(t, 4<<10, shapes, map[string]growth.Job{"template": job})
	growth.CheckPortable(t, 2<<10, []growth.Shape{{"/", "a"}, {"/", "%41"}, {"/", "b"}}, map[string]growth.Job{"as many routes": func(in string) func() {
		var routes []string
		for i := range len(in) / 8 {
			routes = append(routes, fmt.Sprintf("/{x}b%d", i))
		}
		r := rulesOf(t, Config{Routes: routes})
		return func() { buf = AppendTemplate(buf[:0], in, r) }
	}})
}

// What routes are added with is not kept.
func TestNewKeepsNoEdges(t *testing.T) {
	r, err := New(Config{Routes: []string{"/a", "/b/{x}"}})
	if err != nil || r.table.edges != nil {
		t.Errorf("New keeps %d edges, %v", len(r.table.edges), err)
	}
}

// Neither do many routes, or long patterns, make New slow.
func TestNewGrowth(t *testing.T) {
	growth.CheckPortable(t, 2<<10, []growth.Shape{
		{"", "/a{n}/b\n"}, {"", "/x/{a}b{n}\n"}, {"", "/{a}/b/c/{n}/d\n"}, {"", "/%61{n}\n"}, {"/", "a/"}, {"/", "%61"}, {"/", "a", "", "{b}c"}, {"", "/{a}"},
	}, map[string]growth.Job{"routes": growth.Of(func(in string) {
		if _, err := New(Config{Routes: strings.Split(strings.TrimSuffix(in, "\n"), "\n"), NoDefaults: true}); err != nil {
			t.Fatalf("New of %.20q: %v", in, err)
		}
	})})
	growth.CheckPortable(t, 2<<10, []growth.Shape{{"a", "[a-z]"}, {"a", "[^a-z]*b"}, {"[", "a", "", "]"}, {"a", "b?c"}, {"a", "b{2}"}, {"", "a", "["}}, map[string]growth.Job{
		"rules": growth.Of(func(in string) { New(Config{Rules: []Rule{{"x", in, nil}}, NoDefaults: true}) }),
	})
}

// The default rules name segments of templates that are stored: each change of them shows here.
func TestDefaultsAreFrozen(t *testing.T) {
	var text strings.Builder
	for _, r := range DefaultRules() {
		fmt.Fprintf(&text, "%s\t%s\t%s\n", r.Name, r.Pattern, strings.Join(r.After, "/"))
	}
	if want := strings.ReplaceAll(testkit.Read(t, "testdata/defaults.tsv"), "\r", ""); text.String() != want {
		t.Errorf("the default rules are\n%s\nwant\n%s", &text, want)
	}
}
