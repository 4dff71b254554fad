package fuzz

import (
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/normalize/neturl"
	"github.com/uriscan/uriscan/scanner"
)

// urlOf judges ToURL, FromURL of its result, and Differs about one input, by url.Parse.
func urlOf(t testing.TB, in string) {
	t.Helper()
	ref, fault := scanner.Locate(in, scanner.URIReference)
	parsed, parseErr := url.Parse(in)
	if got, want := brief(neturl.Differs(in)), differences(in, ref, fault, parsed, parseErr); !slices.Equal(got, want) {
		t.Errorf("Differs(%q) = %q, want %q", in, got, want)
	}
	if fault != (scanner.Fault{}) {
		return
	}
	part := func(c scanner.Component) string { return ref.Span(c).OfString(in) }
	u, err := neturl.ToURL(in, ref)
	if err != nil {
		loss := err.(neturl.Error)
		if parseErr == nil && parsed.String() == in && parsed.EscapedPath() == part(scanner.Path) {
			t.Errorf("ToURL(%q) fails with %v, but url.Parse loses nothing", in, err)
		}
		if span := ref.Span(loss.Component); loss.Offset < max(int(span.Start), 2)-2 || loss.Offset >= max(int(span.End), loss.Offset+1) {
			t.Errorf("ToURL(%q) fails with %v, which is not in %v", in, err, span)
		}
		return
	}
	if got := u.String(); got != in {
		t.Errorf("ToURL(%q).String() = %q", in, got)
	}
	got := fmt.Sprintf("%q", []string{u.Scheme, u.User.String(), u.Opaque + u.EscapedPath(), u.RawQuery, u.EscapedFragment(), u.Port(), u.RequestURI()})
	uri, _, _ := strings.Cut(in[ref.Path().Start:], "#")
	if ref.Path().Len() == 0 {
		uri = "/" + uri
	}
	want := fmt.Sprintf("%q", []string{
		part(scanner.Scheme), part(scanner.Userinfo), part(scanner.Path), part(scanner.Query), part(scanner.Fragment), part(scanner.Port), uri,
	})
	if got != want {
		t.Errorf("ToURL(%q) has %s, want %s", in, got, want)
	}
	if host, _ := lut.AppendPctDecoded(nil, part(scanner.Host)); u.Hostname() != strings.Trim(string(host), "[]") {
		t.Errorf("ToURL(%q).Hostname() = %q, want %q", in, u.Hostname(), host)
	}
	if parseErr == nil && parsed.String() == in {
		if !reflect.DeepEqual(u, parsed) {
			t.Errorf("ToURL(%q) = %+v, want %+v as url.Parse", in, u, parsed)
		}
	}
	if out, back, err := neturl.FromURL([]byte("x"), u); string(out) != "x"+in || back != ref || err != nil {
		t.Errorf("FromURL(ToURL(%q)) = %q, %v, %v, want the same with %v", in, out, back, err, ref)
	}
}

// brief has what differences returns.
func brief(all []neturl.Difference) (texts []string) {
	for _, d := range all {
		texts = append(texts, fmt.Sprintf("%v %q", d, d.NetURL))
	}
	return texts
}

// differences are those of in as a comparison of the components of String, which uriscan
// reads, with those of in.
func differences(in string, ref scanner.Ref, fault scanner.Fault, u *url.URL, err error) (all []string) {
	if fault != (scanner.Fault{}) {
		if err == nil {
			all = append(all, fmt.Sprintf("accepted %v %q", fault, u.String()))
		}
		return all
	}
	add := func(c scanner.Component, kind, netURL string) {
		all = append(all, fmt.Sprintf("%v %s [%d:%d] %q", c, kind, ref.Span(c).Start, ref.Span(c).End, netURL))
	}
	if err != nil {
		add(scanner.Host, "refused", "")
		return all
	}
	text := u.String()
	theirs, _ := scanner.Parse(text)
	slashes := strings.HasPrefix(in, "///") // which it takes for a path
	for c := scanner.Scheme; c != 0; c <<= 1 {
		is, ours := theirs.Span(c).OfString(text), ref.Span(c).OfString(in)
		fields := map[scanner.Component]string{scanner.Path: u.Path, scanner.Fragment: u.Fragment}
		if slashes && c == scanner.Path {
			is = "//" + is
		}
		switch lost := ref.Has(c) && (!theirs.Has(c) || slashes && c == scanner.Authority); {
		case lost && c == scanner.Host, slashes && c == scanner.Host: // as the authority
		case lost:
			add(c, "lost", "")
		case c == scanner.Path && ref.PathKind() == scanner.PathRootless:
			add(c, "opaque", u.Path)
		case c != scanner.Authority && is != ours:
			add(c, "respelled", is)
		case fields[c] != "":
			keep := lut.SetOf(lut.Path)
			before := "x:y/"
			if c == scanner.Fragment {
				keep, before = lut.SetOf(lut.Fragment), "#"
			}
			again := before + string(lut.AppendPctEncoded(nil, fields[c], keep))
			if !normalize.Equal(before+ours, again, normalize.Case|normalize.PercentEncoding) {
				add(c, "decoded", fields[c])
			}
		}
	}
	return all
}

func TestURLs(t *testing.T) {
	cases.Traps(t, "parse", 91, func(tr trap) { urlOf(t, tr.In) })
	pieces := []string{":", "/", "?", "#", "@", "%2A", "*", "a", "%2f", "%c3", "!", "[::1]", "[v1.a]", "9", "B"}
	for _, in := range cases.Sequences(max(2, sizes.Of(3, 4)), pieces...) {
		urlOf(t, in)
		urlOf(t, "//"+in)
	}
	for _, in := range testkit.OddTexts() {
		for _, before := range []string{"", "/", "//", "//u", "x://h:", "?", "#", "//[", "//[v1."} {
			urlOf(t, before+in+"@h")
			urlOf(t, before+in+"]")
			if len(in) == 1 {
				urlOf(t, fmt.Sprintf("%s%%%02X@h", before, in[0]))
				urlOf(t, fmt.Sprintf("%s%%%02x", before, in[0]))
			}
		}
	}
	g, m := newGenerator(*seed, 11), cases.NewMaker(*seed)
	for range sizes.Of(5000, 200_000) {
		urlOf(t, string(g.mutant()))
		urlOf(t, m.Reference())
	}
}

// urlFrom judges FromURL by String, which writes what it makes of every URL.
func urlFrom(t testing.TB, u *url.URL) {
	t.Helper()
	text := u.String()
	ref, fault := scanner.Locate(text, scanner.URIReference)
	part := func(c scanner.Component) string { return ref.Span(c).OfString(text) }
	decoded := func(part string) string { out, _ := lut.AppendPctDecoded(nil, part); return string(out) }
	hostPort := part(scanner.Authority)
	if ref.Has(scanner.Userinfo) {
		hostPort = hostPort[len(part(scanner.Userinfo))+len("@"):]
	}
	path, fragment := part(scanner.Path), part(scanner.Fragment)
	want := fault == (scanner.Fault{}) && u.Scheme == part(scanner.Scheme) && u.RawQuery == part(scanner.Query) &&
		(u.User != nil) == ref.Has(scanner.Userinfo) && u.User.String() == part(scanner.Userinfo) &&
		u.Host == decoded(hostPort) && !foreign.MatchString(hostPort) &&
		u.Fragment == decoded(fragment) && (u.RawFragment == "" || u.RawFragment == fragment)
	if u.Opaque != "" {
		want = want && u.Opaque == path && u.Path+u.RawPath == ""
	} else {
		want = want && u.Path == decoded(path) && (u.RawPath == "" || u.RawPath == path)
	}
	out, got, err := neturl.FromURL([]byte("x"), u)
	switch {
	case want != (err == nil):
		t.Errorf("FromURL(%#v) = %q, %v, want success: %v, as of %q", u, out, err, want, text)
	case want && (string(out) != "x"+text || got != ref):
		t.Errorf("FromURL(%#v) = %q, %v, want %q, %v", u, out, got, text, ref)
	case !want && (string(out) != "x" || got != scanner.Ref{}):
		t.Errorf("FromURL(%#v) = %q, %v and %v, want nothing appended", u, out, got, err)
	}
}

// foreign matches triplets that net/url refuses in a host.
var foreign = regexp.MustCompile(`%(?:[013-7]|2[^5])`)

func TestEveryByte(t *testing.T) {
	for _, b := range testkit.OddTexts() {
		for _, u := range []url.URL{
			{Scheme: b}, {Scheme: "s", Opaque: b}, {User: url.User(b)}, {User: url.UserPassword(b, b)}, {Host: b}, {Host: "h" + b + "8"}, {Host: "[" + b + "]"},
			{Path: b}, {Path: "/" + b}, {Path: b, RawPath: b}, {RawQuery: b}, {Fragment: b}, {Fragment: b, RawFragment: b},
		} {
			urlFrom(t, &u)
		}
	}
}

func TestFromURL(t *testing.T) {
	m := cases.NewMaker(*seed)
	some := func(n int, pieces ...string) string { return testkit.Mixed(m.Rand, m.IntN(n+1), pieces...) }
	for range sizes.Of(50_000, 1_000_000) {
		u := &url.URL{
			Scheme: m.Pick("", "s", "S.1", "1"), OmitHost: m.IntN(2) == 0, ForceQuery: m.IntN(2) == 0,
			Host:     some(3, "h", "é", ":", "8", "[::1]", "[v1.x]", "[::1%25a]", "%", "@", "/"),
			Path:     some(4, "/", "a", ":", " ", "*", "%", "!", "é"),
			Fragment: some(2, "a", " ", "?", "%", "'", "*"), RawQuery: some(2, "a", "#", "%41", " "),
		}
		if u.RawPath = m.Pick("", "", u.EscapedPath(), u.Path, some(2, "/", "%2f", "*", "%2A")); m.IntN(3) == 0 {
			u.Path, _ = url.PathUnescape(u.RawPath)
		}
		u.RawFragment = m.Pick("", "", u.EscapedFragment(), "%61", u.Fragment)
		if m.IntN(3) == 0 {
			u.User = url.UserPassword(some(2, "u", ":", "@", "!", "%", ";"), some(1, "p", "*"))
		}
		if m.IntN(4) == 0 {
			if u.Opaque = some(3, "/", "a", ":", "%2a", "?", " "); m.IntN(2) == 0 {
				u.Host, u.User, u.Path, u.RawPath = "", nil, "", ""
			}
		}
		urlFrom(t, u)
	}
}

// FuzzURL judges the functions of neturl about any input, and FromURL about what url.Parse
// makes of it, with another path.
func FuzzURL(f *testing.F) {
	f.Add("http://u:p@h:80/a%2Fb?q#f", "//x")
	f.Add("//@", "x")
	f.Fuzz(func(t *testing.T, in, path string) {
		urlOf(t, in)
		if u, err := url.Parse(in); err == nil {
			urlFrom(t, u)
			u.Path = path
			urlFrom(t, u)
			u.RawPath, u.Host = path, path
			urlFrom(t, u)
		}
	})
}
