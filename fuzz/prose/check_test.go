package prose_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/uriscan/uriscan/fuzz/abnf"
	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/fuzz/prose"
)

var rules = []struct {
	name string
	rule prose.Rule
}{
	{"URI-reference", prose.URIReference},
	{"URI", prose.URI},
	{"absolute-URI", prose.AbsoluteURI},
	{"relative-ref", prose.RelativeRef},
}

// fromParts puts the grammar's answer in the shape of prose's.
func fromParts(p abnf.Parts) prose.Reference {
	return prose.Reference{
		Scheme: prose.Span(p.Scheme), Authority: prose.Span(p.Authority),
		Userinfo: prose.Span(p.Userinfo), Host: prose.Span(p.Host), Port: prose.Span(p.Port),
		Path: prose.Span(p.Path), Query: prose.Span(p.Query), Fragment: prose.Span(p.Fragment),
		HostKind: p.HostRule, PathKind: p.PathRule,
	}
}

// agree compares Check with the grammar on every string that begins with prefix
// and goes on over the alphabet to a length, and returns how many there were.
func agree(t *testing.T, g *abnf.Grammar, prefix string, alphabet []byte, length int) (n int) {
	m, parts := g.NewMatcher(), g.NewMatcher()
	for _, r := range rules {
		m.Walk(r.name, []byte(prefix), alphabet, length, func(in []byte, a abnf.Answer) {
			n++
			got, ok := prose.Check(r.rule, in)
			if ok != a.Member {
				t.Errorf("Check(%s, %q) = %v, want %v", r.name, in, ok, a.Member)
			}
			if !a.Member {
				return
			}
			p, _ := parts.Parts(r.name, in)
			if want := fromParts(p); got != want {
				t.Errorf("Check(%s, %q) = %+v, want %+v", r.name, in, got, want)
			}
		})
	}
	return n
}

// agreeAll is agree for every first octet of the alphabet, on all cores.
func agreeAll(t *testing.T, prefix string, alphabet []byte, length int) {
	g := abnf.RFC3986()
	var wg sync.WaitGroup
	for _, c := range alphabet {
		wg.Go(func() { agree(t, g, prefix+string([]byte{c}), alphabet, length) })
	}
	wg.Wait()
}

func representatives() []byte {
	var all []byte
	for _, class := range abnf.RFC3986().Classes("URI-reference") {
		all = append(all, class[0])
	}
	return all
}

// What short strings do not reach: the second half of triplets, hosts after
// userinfo, the digits of IPv4 addresses, and IP literals.
func TestAgreesBehindPrefixes(t *testing.T) {
	prefixes := []string{
		"a:", "//", "//a@", "//a:", "//[", "//[v", "//[v1.", "//[::]", "//%", "/%4", "?%", "#%",
		"//1.2.3.", "//1.2.3.2", "//1.2.3.25", "//255.", "//1.2.3.4", "a://@", "//[::1.2.3.", "//[1:2:3:4:5:6:7",
		"//[1:2:3:4:5:6:7:", "//[1:2:3:4:5:6:", "//[::2:3:4:5:6:7", "//[1::3:4:5:6:7", "//[1:2:3:4:5:6:1.2.3.",
	}
	for _, prefix := range prefixes {
		agreeAll(t, prefix, representatives(), len(prefix)+2)
	}
}

// TestAgreesOnIPv6 puts every sequence of up to 9 groups and colons, and of up to 4
// longer pieces, between brackets.
func TestAgreesOnIPv6(t *testing.T) {
	g := abnf.RFC3986()
	for k, unit := range [][]string{
		{"1:", ":"},
		{"1:", "::", "ffff", "1.2.3.4", "]"},
	} {
		for _, s := range cases.Sequences([]int{9, 4}[k], unit...) {
			for _, end := range []string{"]", "1]", "12345]", "1.2.3.4]", "1.2.3.256]", "]:1"} {
				agree(t, g, "//["+s+end, nil, 0)
			}
		}
	}
}

// A few answers by hand, so that agreement is not the only witness.
func TestCheck(t *testing.T) {
	none := prose.Undefined
	tests := []struct {
		name, in string
		rule     prose.Rule
		ok       bool
		want     prose.Reference
	}{
		{"3 example", "foo://u@example.com:8042/over/there?name=ferret#nose", prose.URI, true, prose.Reference{
			Scheme: prose.Span{Start: 0, End: 3}, Authority: prose.Span{Start: 6, End: 24},
			Userinfo: prose.Span{Start: 6, End: 7}, Host: prose.Span{Start: 8, End: 19},
			Port: prose.Span{Start: 20, End: 24}, Path: prose.Span{Start: 24, End: 35},
			Query: prose.Span{Start: 36, End: 47}, Fragment: prose.Span{Start: 48, End: 52},
			HostKind: "reg-name", PathKind: "path-abempty",
		}},
		{"4.4 empty", "", prose.RelativeRef, true, prose.Reference{
			Scheme: none, Authority: none, Userinfo: none, Host: none, Port: none,
			Path: prose.Span{}, Query: none, Fragment: none, PathKind: "path-empty",
		}},
		{"4.2 empty has no scheme", "", prose.URI, false, prose.Reference{
			Scheme: none, Authority: none, Userinfo: none, Host: none, Port: none,
			Path: prose.Span{}, Query: none, Fragment: none,
		}},
	}
	for _, tt := range tests {
		got, ok := prose.Check(tt.rule, []byte(tt.in))
		if ok != tt.ok || got != tt.want {
			t.Errorf("%s: Check(%d, %q) = %+v %v, want %+v %v", tt.name, tt.rule, tt.in, got, ok, tt.want, tt.ok)
		}
	}
	if n := len(representatives()); n != 21 || !slices.Contains(representatives(), 0) {
		t.Errorf("representatives() = %q, want 21 with an invalid one", representatives())
	}
}
