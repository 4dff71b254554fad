package resolve

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/scanner"
)

const (
	authorityOnly = scanner.Authority
	all           = scanner.Scheme | scanner.Authority | scanner.Userinfo | scanner.Host | scanner.Port | scanner.Query | scanner.Fragment
)

// partsOf are the components of src as the scanner finds them.
func partsOf(src string, r scanner.Ref) Parts {
	var p Parts
	for c := scanner.Scheme; c != 0; c <<= 1 {
		if r.Has(c) {
			p.Has |= c
		}
	}
	of := func(s scanner.Span) []byte { return s.Of([]byte(src)) }
	p.Scheme, p.Userinfo, p.Host, p.Port = of(r.Scheme()), of(r.Userinfo()), of(r.Host()), of(r.Port())
	p.Path, p.Query, p.Fragment = of(r.Path()), of(r.Query()), of(r.Fragment())
	return p
}

func TestRecomposeWhatParses(t *testing.T) {
	p := cases.NewMaker(4)
	refs := []string{"", "?", "#", "?#", "//", "///", "//@", "//:", "//@:", "//:@:?#", "/", "a", "./a:b", "a:", "a:/", "file:///etc/fstab", "//[::1]:8", "HTTPS://%41%2f/%00?%3F#%23"}
	for range drawn() / 2 {
		refs = append(refs, refOf(p))
	}
	for _, ref := range refs {
		r, err := scanner.Parse(ref)
		testkit.Must(t, err)
		parts := partsOf(ref, r)
		checkParts(t, &parts)
		if out, got, err := AppendRecomposed([]byte("kept"), &parts); string(out) != "kept"+ref || got != r || err != nil {
			t.Errorf("AppendRecomposed(parts of %q) = %q, %v, %v, want Ref %v", ref, out, got, err, r)
		}
		if err := Recompose(&parts, func(uri []byte, got scanner.Ref) {
			if string(uri) != ref || got != r {
				t.Errorf("Recompose(parts of %q) = %q, %v, want Ref %v", ref, uri, got, r)
			}
		}); err != nil {
			t.Errorf("Recompose(parts of %q): %v", ref, err)
		}
	}
}

func TestPartsThatAreNotDefined(t *testing.T) {
	full := Parts{
		Scheme: []byte("s"), Userinfo: []byte("u"), Host: []byte("h"), Port: []byte("1"),
		Path: []byte("/p"), Query: []byte("q"), Fragment: []byte("f"),
	}
	for _, test := range []struct {
		name string
		has  scanner.Component
		want string
	}{
		{"none", 0, "/p"},
		{"path", scanner.Path, "/p"},
		{"scheme", scanner.Scheme, "s:/p"},
		{"authority", scanner.Authority, "///p"},
		{"host", scanner.Host, "//h/p"},
		{"userinfo", scanner.Userinfo, "//u@/p"},
		{"port", scanner.Port, "//:1/p"},
		{"query", scanner.Query, "/p?q"},
		{"fragment", scanner.Fragment, "/p#f"},
		{"all", all, "s://u@h:1/p?q#f"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := full
			p.Has = test.has
			out, r, err := AppendRecomposed(nil, &p)
			if string(out) != test.want || err != nil {
				t.Errorf("AppendRecomposed(Has %v) = %q, %v, want %q", test.has, out, err, test.want)
			}
			checkRef(t, "AppendRecomposed", test.name, out, r)
		})
	}
}

// refusals are parts that 5.3 would recompose into a reference with other parts.
var refusals = []struct {
	name   string
	parts  Parts
	kind   scanner.Kind
	offset int
}{
	{"path that begins with //", Parts{Path: []byte("//h/a")}, scanner.PathAsAuthority, 0},
	{"path that begins with //, after a scheme", Parts{Has: scanner.Scheme, Scheme: []byte("a"), Path: []byte("//h")}, scanner.PathAsAuthority, 0},
	{"colon in the first segment", Parts{Path: []byte("ab:c/d")}, scanner.PathAsScheme, 2},
	{"colon in the first segment, no scheme", Parts{Path: []byte("1:c")}, scanner.PathAsScheme, 1},
	{"number sign after a colon after a slash", Parts{Has: scanner.Query, Path: []byte("a/b:c"), Query: []byte("#")}, scanner.BadQuery, 0},
	{"colon at the start", Parts{Path: []byte(":c")}, scanner.PathAsScheme, 0},
	{"path without slash after an authority", Parts{Has: authorityOnly, Path: []byte("a/b")}, scanner.PathUnrooted, 0},
	{"path without slash that the host could take", Parts{Has: scanner.Host, Host: []byte("h"), Path: []byte("a")}, scanner.PathUnrooted, 0},
	{"path without slash that the port could take", Parts{Has: scanner.Port, Path: []byte("1")}, scanner.PathUnrooted, 0},
	{"empty scheme", Parts{Has: scanner.Scheme}, scanner.BadScheme, 0},
	{"scheme that begins with a digit", Parts{Has: scanner.Scheme, Scheme: []byte("1a")}, scanner.BadScheme, 0},
	{"colon in the scheme", Parts{Has: scanner.Scheme, Scheme: []byte("a:b")}, scanner.BadScheme, 1},
	{"slash in the scheme", Parts{Has: scanner.Scheme, Scheme: []byte("a/")}, scanner.BadScheme, 1},
	{"triplet in the scheme", Parts{Has: scanner.Scheme, Scheme: []byte("a%41")}, scanner.BadScheme, 1},
	{"@ in the userinfo", Parts{Has: scanner.Userinfo, Userinfo: []byte("a@b")}, scanner.BadUserinfo, 1},
	{"slash in the userinfo", Parts{Has: scanner.Userinfo, Userinfo: []byte("ab/")}, scanner.BadUserinfo, 2},
	{"half a triplet in the userinfo", Parts{Has: scanner.Userinfo, Userinfo: []byte("a%4")}, scanner.BadUserinfo, 1},
	{"@ in the host", Parts{Has: scanner.Host, Host: []byte("u@h")}, scanner.BadHost, 1},
	{"port in the host", Parts{Has: scanner.Host, Host: []byte("h:80")}, scanner.BadHost, 1},
	{"slash in the host", Parts{Has: scanner.Host, Host: []byte("h/")}, scanner.BadHost, 1},
	{"bare IPv6 in the host", Parts{Has: scanner.Host, Host: []byte("::1")}, scanner.BadHost, 0},
	{"open bracket", Parts{Has: scanner.Host, Host: []byte("[")}, scanner.BadHost, 1},
	{"IP literal that ends too early", Parts{Has: scanner.Host, Host: []byte("[::1")}, scanner.BadHost, 4},
	{"bad IP literal", Parts{Has: scanner.Host, Host: []byte("[::1::]")}, scanner.BadHost, 5},
	{"IP literal and port", Parts{Has: scanner.Host, Host: []byte("[::1]:80")}, scanner.BadHost, 5},
	{"IP literal and what is no port", Parts{Has: scanner.Host, Host: []byte("[::1]:x")}, scanner.BadHost, 5},
	{"IP literal and path", Parts{Has: scanner.Host, Host: []byte("[::1]/a")}, scanner.BadHost, 5},
	{"IP literal and name", Parts{Has: scanner.Host, Host: []byte("[::1]a")}, scanner.BadHost, 5},
	{"IP literal as userinfo", Parts{Has: scanner.Host, Host: []byte("[::1]@h")}, scanner.BadHost, 5},
	{"letter in the port", Parts{Has: scanner.Port, Port: []byte("8a")}, scanner.BadPort, 1},
	{"path in the port", Parts{Has: scanner.Port, Port: []byte("8/a")}, scanner.BadPort, 1},
	{"@ in the port", Parts{Has: scanner.Port, Port: []byte("8@h")}, scanner.BadPort, 1},
	{"query in the path", Parts{Path: []byte("/a?b")}, scanner.BadPath, 2},
	{"fragment in the path", Parts{Path: []byte("/a#b")}, scanner.BadPath, 2},
	{"blank in the path", Parts{Path: []byte("/a b")}, scanner.BadPath, 2},
	{"half a triplet in the path", Parts{Path: []byte("/%4g")}, scanner.BadPath, 1},
	{"blank after a triplet in the path", Parts{Path: []byte("/%41 ")}, scanner.BadPath, 4},
	{"a triplet and a half in the query", Parts{Has: scanner.Query, Query: []byte("%41%4")}, scanner.BadQuery, 3},
	{"half a triplet at the end of the path, the rest in the query", Parts{Has: scanner.Query, Path: []byte("/%"), Query: []byte("41")}, scanner.BadPath, 1},
	{"fragment in the query", Parts{Has: scanner.Query, Query: []byte("a#b")}, scanner.BadQuery, 1},
	{"beyond ASCII in the query", Parts{Has: scanner.Query, Query: []byte("é")}, scanner.BadQuery, 0},
	{"fragment in the fragment", Parts{Has: scanner.Fragment, Fragment: []byte("a#b")}, scanner.BadFragment, 1},
	{"half a triplet in the fragment", Parts{Has: scanner.Fragment, Fragment: []byte("%")}, scanner.BadFragment, 0},
	{"far away", Parts{Path: []byte("/" + strings.Repeat("a", 70_000) + " ")}, scanner.BadPath, 70_001},
	{"colon far away", Parts{Path: []byte(strings.Repeat("a", 70_000) + ":")}, scanner.PathAsScheme, 70_000},
}

func TestRecomposeRefuses(t *testing.T) {
	for _, test := range refusals {
		t.Run(test.name, func(t *testing.T) {
			out, r, err := AppendRecomposed([]byte("kept"), &test.parts)
			if string(out) != "kept" || r != (scanner.Ref{}) {
				t.Errorf("AppendRecomposed = %q, %v with an error", out, r)
			}
			called := false
			pooled := Recompose(&test.parts, func([]byte, scanner.Ref) { called = true })
			if called {
				t.Error("Recompose called its function with an error")
			}
			for what, err := range map[string]error{"AppendRecomposed": err, "Recompose": pooled} {
				checkFault(t, what, err, test.kind, test.offset)
			}
		})
	}
}

// Where parts are not valid, the error is that of the first in the order of 5.3, at its own offset.
func TestFirstPartIsRefused(t *testing.T) {
	kinds := [...]scanner.Kind{scanner.BadScheme, scanner.BadUserinfo, scanner.BadHost, scanner.BadPort, scanner.BadPath, scanner.BadQuery, scanner.BadFragment}
	for set := 1; set < 1<<len(kinds); set++ {
		parts := [len(kinds)][]byte{[]byte("ab"), []byte("ab"), []byte("ab"), []byte("12"), []byte("/b"), []byte("ab"), []byte("ab")}
		for i := range parts {
			if set>>i&1 != 0 {
				parts[i][1] = '^'
			}
		}
		p := Parts{Scheme: parts[0], Userinfo: parts[1], Host: parts[2], Port: parts[3], Path: parts[4], Query: parts[5], Fragment: parts[6]}
		p.Has = scanner.Scheme | scanner.Userinfo | scanner.Host | scanner.Port | scanner.Query | scanner.Fragment
		_, _, err := AppendRecomposed(nil, &p)
		checkFault(t, fmt.Sprintf("AppendRecomposed, set %07b", set), err, kinds[bits.TrailingZeros(uint(set))], 1)
	}
}

// checkParts checks that p is refused, or comes back from the scanner as it was
// handed in, byte by byte.
func checkParts(t testing.TB, p *Parts) {
	out, r, err := AppendRecomposed(nil, p)
	if reason := p.refuse(); (reason == nil) != (err == nil) {
		t.Errorf("%+q: refused with %v, want %v", p, err, reason)
	}
	if err != nil {
		return
	}
	checkRef(t, "AppendRecomposed", "parts", out, r)
	has := p.Has | scanner.Path
	if has&inAuthority != 0 {
		has |= scanner.Authority | scanner.Host
	}
	for i, part := range [...][]byte{p.Scheme, nil, p.Userinfo, p.Host, p.Port, p.Path, p.Query, p.Fragment} {
		c := scanner.Scheme << i
		if c == scanner.Authority {
			continue
		}
		if c == scanner.Host && p.Has&scanner.Host == 0 || has&c == 0 {
			part = nil
		}
		if got := string(r.Span(c).Of(out)); r.Has(c) != (has&c != 0) || got != string(part) {
			t.Errorf("AppendRecomposed(%+q) = %q: %v = %q, %v, want %q", p, out, c, got, r.Has(c), part)
		}
	}
}
