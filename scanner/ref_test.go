package scanner

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/testkit"
)

// parts are the components of in as Locate finds them, undefined ones absent.
func parts(in string, r Ref) map[Component]string {
	m := map[Component]string{}
	for c := Scheme; c != 0; c <<= 1 {
		if r.Has(c) {
			m[c] = r.Span(c).OfString(in)
		}
	}
	return m
}

// undefined marks an undefined component, as distinct from an empty one.
const undefined = "\x00"

// A reference and its components. The components put together are in.
type refCase struct {
	in                                                             string
	scheme, authority, userinfo, host, port, path, query, fragment string
	hostKind                                                       HostKind
	pathKind                                                       PathKind
}

const u = undefined

var refCases = []refCase{
	{"", u, u, u, u, u, "", u, u, NoHost, PathEmpty},
	{"?", u, u, u, u, u, "", "", u, NoHost, PathEmpty},
	{"#", u, u, u, u, u, "", u, "", NoHost, PathEmpty},
	{"?#", u, u, u, u, u, "", "", "", NoHost, PathEmpty},
	{"//", u, "", u, "", u, "", u, u, RegName, PathAbEmpty},
	{"///", u, "", u, "", u, "/", u, u, RegName, PathAbEmpty},
	{"//@", u, "@", "", "", u, "", u, u, RegName, PathAbEmpty},
	{"//:", u, ":", u, "", "", "", u, u, RegName, PathAbEmpty},
	{"//@:", u, "@:", "", "", "", "", u, u, RegName, PathAbEmpty},
	{"//:@:?#", u, ":@:", ":", "", "", "", "", "", RegName, PathAbEmpty},
	{"/", u, u, u, u, u, "/", u, u, NoHost, PathAbsolute},
	{"/a//b", u, u, u, u, u, "/a//b", u, u, NoHost, PathAbsolute},
	{"a", u, u, u, u, u, "a", u, u, NoHost, PathNoScheme},
	{"./a:b", u, u, u, u, u, "./a:b", u, u, NoHost, PathNoScheme},
	{"a:", "a", u, u, u, u, "", u, u, NoHost, PathEmpty},
	{"a:b:c", "a", u, u, u, u, "b:c", u, u, NoHost, PathRootless},
	{"a:/", "a", u, u, u, u, "/", u, u, NoHost, PathAbsolute},
	{"a:/?b", "a", u, u, u, u, "/", "b", u, NoHost, PathAbsolute},
	{"file:///etc/fstab", "file", "", u, "", u, "/etc/fstab", u, u, RegName, PathAbEmpty},
	{"http://h?q", "http", "h", u, "h", u, "", "q", u, RegName, PathAbEmpty},
	{"http://h#f", "http", "h", u, "h", u, "", u, "f", RegName, PathAbEmpty},
	{"http://u:p@h:8042/over/there?name=ferret#nose", "http", "u:p@h:8042", "u:p", "h", "8042", "/over/there", "name=ferret", "nose", RegName, PathAbEmpty},
	{"ldap://[2001:db8::7]/c=GB?objectClass?one", "ldap", "[2001:db8::7]", u, "[2001:db8::7]", u, "/c=GB", "objectClass?one", u, IPv6Address, PathAbEmpty},
	{"//[v1.a:b]:80", u, "[v1.a:b]:80", u, "[v1.a:b]", "80", "", u, u, IPvFuture, PathAbEmpty},
	{"//1.2.3.4:", u, "1.2.3.4:", u, "1.2.3.4", "", "", u, u, IPv4Address, PathAbEmpty},
	{"//1.2.3.256", u, "1.2.3.256", u, "1.2.3.256", u, "", u, u, RegName, PathAbEmpty},
	{"//1.2.3.4:5@6.7.8.9", u, "1.2.3.4:5@6.7.8.9", "1.2.3.4:5", "6.7.8.9", u, "", u, u, IPv4Address, PathAbEmpty},
	{"HTTPS://%41%2f/%00?%3F#%23", "HTTPS", "%41%2f", u, "%41%2f", u, "/%00", "%3F", "%23", RegName, PathAbEmpty},
}

func (c refCase) want() map[Component]string {
	m := map[Component]string{}
	for i, part := range []string{c.scheme, c.authority, c.userinfo, c.host, c.port, c.path, c.query, c.fragment} {
		if part != undefined {
			m[1<<i] = part
		}
	}
	return m
}

func (c refCase) check(t *testing.T, how string, r Ref) {
	t.Helper()
	got, want := parts(c.in, r), c.want()
	for comp := Scheme; comp != 0; comp <<= 1 {
		g, okG := got[comp]
		w, okW := want[comp]
		if g != w || okG != okW {
			t.Errorf("%s(%q): %v = %q, %v, want %q, %v", how, c.in, comp, g, okG, w, okW)
		}
	}
	if r.HostKind() != c.hostKind || r.PathKind() != c.pathKind {
		t.Errorf("%s(%q): kinds %v, %v, want %v, %v", how, c.in, r.HostKind(), r.PathKind(), c.hostKind, c.pathKind)
	}
	if r.Len() != len(c.in) {
		t.Errorf("%s(%q): Len() = %d, want %d", how, c.in, r.Len(), len(c.in))
	}
}

func TestComponents(t *testing.T) {
	for _, c := range refCases {
		r, err := Parse(c.in)
		if err != nil {
			t.Errorf("Parse(%q): %v", c.in, err)
			continue
		}
		c.check(t, "Parse", r)
		slow, fault := locateSlow([]byte(c.in), URIReference)
		if slow != r || fault != (Fault{}) {
			t.Errorf("the automaton says %v, %v of %q, the fast path %v", slow, fault, c.in, r)
		}
		c.check(t, "Split", Split(c.in))
	}
}

func TestZeroRefIsTheEmptyReference(t *testing.T) {
	if r, err := Parse(""); r != (Ref{}) || err != nil {
		t.Errorf(`Parse("") = %v, %v, want the zero Ref`, r, err)
	}
	if r := (Ref{}); !r.Has(Path) || r.Has(Scheme) || r.Len() != 0 || r.PathKind() != PathEmpty || r.HostKind() != NoHost {
		t.Errorf("the zero Ref has %v", r.Components())
	}
}

// The span of an undefined component is empty, inside the input, and in the order of
// the components.
func TestUndefinedSpans(t *testing.T) {
	for _, c := range refCases {
		r, _ := Parse(c.in)
		last := uint32(0)
		for comp := Scheme; comp != 0; comp <<= 1 {
			s := r.Span(comp)
			if s.Start > s.End || int(s.End) > len(c.in) || comp != Userinfo && comp != Host && comp != Port && s.Start < last {
				t.Errorf("Span(%v) of %q = %v", comp, c.in, s)
			}
			if !r.Has(comp) && s.Len() != 0 {
				t.Errorf("Span(%v) of %q = %v, want an empty one", comp, c.in, s)
			}
			last = s.Start
		}
	}
}

func TestHasASet(t *testing.T) {
	r, _ := Parse("http://h/?q")
	for _, test := range []struct {
		name string
		set  Component
		want bool
	}{
		{"nothing", 0, true},
		{"all of it", Scheme | Authority | Host | Path | Query, true},
		{"one missing", Scheme | Fragment, false},
		{"none there", Userinfo | Port, false},
	} {
		if got := r.Has(test.set); got != test.want {
			t.Errorf("%s: Has(%v) = %v, want %v", test.name, test.set, got, test.want)
		}
	}
	if got, want := r.Components(), Scheme|Authority|Host|Path|Query; got != want {
		t.Errorf("Components() = %v, want %v", got, want)
	}
	for _, set := range []Component{0, Scheme | Path} {
		if got := r.Span(set); got != (Span{}) {
			t.Errorf("Span(%v) = %v, want the zero Span", set, got)
		}
	}
}

func TestNames(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{Scheme.String(), "scheme"}, {Fragment.String(), "fragment"}, {(Userinfo | Port).String(), "userinfo|port"}, {Component(0).String(), ""},
		{NoHost.String(), ""}, {IPv6Address.String(), "ipv6"}, {IPvFuture.String(), "ipvfuture"}, {IPv4Address.String(), "ipv4"}, {RegName.String(), "reg-name"}, {HostKind(99).String(), ""},
		{PathEmpty.String(), "empty"}, {PathAbEmpty.String(), "abempty"}, {PathAbsolute.String(), "absolute"}, {PathNoScheme.String(), "noscheme"}, {PathRootless.String(), "rootless"},
		{URIReference.String(), "URI-reference"}, {URI.String(), "URI"}, {AbsoluteURI.String(), "absolute-URI"}, {RelativeRef.String(), "relative-ref"},
		{Dead.String(), "dead"}, {Prefix.String(), "prefix"}, {Complete.String(), "complete"},
	} {
		if test.got != test.want {
			t.Errorf("String() = %q, want %q", test.got, test.want)
		}
	}
}

func TestSpan(t *testing.T) {
	s := Span{2, 4}
	src := []byte("abcdef")
	part := s.Of(src)
	if string(part) != "cd" || s.OfString("abcdef") != "cd" || s.Len() != 2 {
		t.Errorf("%v is %q, %q, of length %d", s, part, s.OfString("abcdef"), s.Len())
	}
	if _ = append(part, 'X'); string(src) != "abcdef" {
		t.Errorf("appending to a part made the input %q", src)
	}
}

// appendixB is the regular expression of Appendix B, with "." as any character. A byte that
// is not UTF-8 counts as one.
var appendixB = regexp.MustCompile(`(?s)^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`)

func TestSplitIsAppendixB(t *testing.T) {
	alphabet := strings.Split("aA1.:/?#@[]%!\\ \n\x00é\x80", "")
	random := rand.New(rand.NewPCG(3986, 2005))
	for range 40_000 {
		checkAppendixB(t, testkit.Mixed(random, random.IntN(14), alphabet...))
	}
}

func checkAppendixB(t *testing.T, in string) {
	t.Helper()
	m := appendixB.FindStringSubmatchIndex(in)
	r := Split(in)
	for _, group := range []struct {
		c Component
		n int
	}{{Scheme, 2}, {Authority, 4}, {Path, 5}, {Query, 7}, {Fragment, 9}} {
		want := undefined
		if m[2*group.n] >= 0 {
			want = in[m[2*group.n]:m[2*group.n+1]]
		}
		got := undefined
		if r.Has(group.c) {
			got = r.Span(group.c).OfString(in)
		}
		if got != want {
			t.Errorf("Split(%q): %v = %q, want %q", in, group.c, got, want)
		}
	}
	if ref, err := Parse(in); err == nil && ref != r {
		t.Errorf("Split(%q) = %v, want %v as Parse has it", in, r, ref)
	}
}

func TestSplitAuthority(t *testing.T) {
	for _, c := range []refCase{
		{"//a@b@c", u, "a@b@c", "a@b", "c", u, "", u, u, RegName, PathAbEmpty},
		{"//a:b:c", u, "a:b:c", u, "a:b", "c", "", u, u, RegName, PathAbEmpty},
		{"//1.2.3.4:5:6", u, "1.2.3.4:5:6", u, "1.2.3.4:5", "6", "", u, u, RegName, PathAbEmpty},
		{"//[::1]:x", u, "[::1]:x", u, "[::1]", "x", "", u, u, IPv6Address, PathAbEmpty},
		{"//[::1]:1:2", u, "[::1]:1:2", u, "[::1]:1", "2", "", u, u, RegName, PathAbEmpty},
		{"//[::1", u, "[::1", u, "[:", "1", "", u, u, RegName, PathAbEmpty},
		{"//[zz]", u, "[zz]", u, "[zz]", u, "", u, u, RegName, PathAbEmpty},
		{"//[::1%25eth0]:80/", u, "[::1%25eth0]:80", u, "[::1%25eth0]", "80", "/", u, u, RegName, PathAbEmpty},
		{"//a@[::1]", u, "a@[::1]", "a", "[::1]", u, "", u, u, IPv6Address, PathAbEmpty},
		{"//]:[", u, "]:[", u, "]", "[", "", u, u, RegName, PathAbEmpty},
		{"//%4:%", u, "%4:%", u, "%4", "%", "", u, u, RegName, PathAbEmpty},
		{"h t: x", "h t", u, u, u, u, " x", u, u, NoHost, PathRootless},
		{":x", u, u, u, u, u, ":x", u, u, NoHost, PathNoScheme},
		{" /", u, u, u, u, u, " /", u, u, NoHost, PathNoScheme},
	} {
		c.check(t, "Split", Split(c.in))
	}
}

// hintCases are references with a hint, IP literals among them, which no fast path proves, and
// what only looks as if it had one.
var hintCases = []struct {
	in   string
	want bool
}{
	{"//[::1]/", true}, {"//[::1]", true}, {"//[v1.a]/", false}, {"//[v1.A]/", true}, {"//[V1.a]/b", true}, {"//[v1.a]", true}, {"//[v1.a]:/", true},
	{"//u@[v1.a]/b/.c", true}, {"//U@[v1.a]/b", true}, {"//[v1.a]/B?/.#/.", false}, {"a:b/.c", true}, {"a:.b", true}, {"A:b", true}, {"A/b", false},
	{"a/B:c", false}, {"//h/a/.b", true}, {"//h/a?/.", false}, {"http://h/x%20", false}, {"a%20/.b%20", true}, {"http://h#%20", true},
	{"//h/.a/b.c/D", true}, {"/.?a-query-that-makes-the-piece-long", true}, {"a:b./.?a-query-that-makes-the-piece-long", true}, {"http://h/a-long-path./b", false},
	{"", false}, {"/", false}, {"a", false}, {"A", false}, {"A/B?C#D", false}, {"a:b", false}, {"aB:b", true}, {"a:B", false},
	{"http://h/", false}, {"http://h/A", false}, {"http://H/", true}, {"//h/", false}, {"//H/", true}, {"//Uu@h/", true},
	{"//u@h/", false}, {"http://h", true}, {"//h", true}, {"//h?q", true}, {"//", true}, {"///", false}, {"///.", true},
	{"http://h:/", true}, {"http://h:80/", true}, {"//h:80", true}, {"a:b.", false}, {".b", false}, {"./b", false}, {"../b", false},
	{"../../b", true}, {"a/.b", true}, {"/.b", true}, {"/b.", false}, {"/b/..", true}, {"a:/.", true}, {"//h/.", true}, {"/?/.", false},
	{"/#/.", false}, {"?/.", false}, {"%41", false}, {"/%2F", false}, {"//%20/", false}, {"//%2F/", true}, {"//%2F:/", true},
	{"/%2F/.", true}, {"a%2F/.", true}, {"//.h/", false}, {"//h./", false}, {"http://1.2.3.4/", false},
}

func TestFormHint(t *testing.T) {
	for _, tt := range hintCases {
		want, fault := Locate(tt.in, URIReference)
		if got := want.words.W3&automaton.FormHint != 0; got != tt.want || fault != (Fault{}) {
			t.Errorf("Locate(%q) has FormHint: %v, %v, want %v", tt.in, got, fault, tt.want)
		}
		if got, want := want.words.W3&automaton.PercentHint != 0, strings.Contains(tt.in, "%"); got != want {
			t.Errorf("Locate(%q) has PercentHint: %v, want %v", tt.in, got, want)
		}
		if got := Split(tt.in); got != want {
			t.Errorf("Split(%q) = %v, want %v", tt.in, got, want)
		}
	}
}

// Every short authority of these bytes is divided as the documentation of Split says: the
// userinfo ends at the last "@", the port begins after the last ":" that no "]" follows.
func TestSplitDividesAuthorities(t *testing.T) {
	const bytes, longest = "a1:@[]", 6
	texts := []string{""}
	for from := 0; len(texts[from]) < longest; from++ {
		for _, c := range bytes {
			texts = append(texts, texts[from]+string(c))
		}
		if testing.Short() && len(texts) > 2000 {
			break
		}
	}
	for _, text := range texts {
		host := text[strings.LastIndexByte(text, '@')+1:]
		userinfo, port, isPort := strings.TrimSuffix(text, host), "", false
		for i := len(host) - 1; i >= 0 && host[i] != ']'; i-- {
			if host[i] == ':' {
				host, port, isPort = host[:i], host[i+1:], true
				break
			}
		}
		in := "x://" + text + "/:]@"
		r := Split(in)
		got := parts(in, r)
		if r.Has(Userinfo) != (userinfo != "") || userinfo != "" && got[Userinfo]+"@" != userinfo || got[Host] != host || r.Has(Port) != isPort || got[Port] != port {
			t.Fatalf("Split(%q) = %v", in, r)
		}
	}
}
