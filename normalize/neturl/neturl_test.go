package neturl_test

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/growth"
	"github.com/uriscan/uriscan/normalize/neturl"
	"github.com/uriscan/uriscan/scanner"
)

// Package fuzz compares every answer with those of url.Parse and String. These are the
// offsets and the texts.
func TestToURL(t *testing.T) {
	for _, row := range []struct{ name, in, want string }{ // want is the error
		{"every component", "HTTP://u:p;@h:80/a%2Fb;c?q#f", ""},
		{"path that net/url changes", "%2A", ""},
		{"path of an empty authority", "file:///a", ""},
		{"path without an authority", "a:/.//b", ""},
		{"empty query", "?", ""},
		{"opaque", "urn:a%2fb?q", ""},
		{"empty userinfo", "//@h", ""},
		{"empty password", "//u:@h", ""},
		{"empty port", "//h:", ""},
		{"port alone", "//:80", ""},
		{"IPvFuture, which url.Parse refuses", "//[v1.x:1]", ""},
		{"percent in the host", "//a%25b", ""},
		{"empty fragment", "http://h#", "fragment lost at offset 8"},
		{"empty authority without a scheme", "///x", "authority lost at offset 0"},
		{"empty authority without a path", "http://?q", "authority lost at offset 5"},
		{"sub-delim of userinfo", "x://u!@h", "userinfo respelled at offset 5"},
		{"colon of a password", "x://u:p:q@h", "userinfo respelled at offset 7"},
		{"encoded sub-delim of userinfo", "x://u%26@h", "userinfo respelled at offset 5"},
		{"lower case in userinfo", "//u%c3@h", "userinfo respelled at offset 4"},
		{"lower case in the host", "//u@h%c3", "host respelled at offset 6"},
		{"encoded slash in the host", "http://good%2F.example", "host refused at offset 11"},
		{"encoded letter in the host", "//%41", "host refused at offset 2"},
		{"encoded letter at an odd offset", "//a%41", "host refused at offset 3"},
		{"encoded letter after a percent", "//%25%41", "host refused at offset 5"},
		{"encoded letter before others", "//%41%C3%A9", "host refused at offset 2"},
		{"encoded DEL", "//a%7F", "host refused at offset 3"},
		{"encoded 0x80", "//a%80", ""},
		{"both, userinfo first", "//!@%2F", "userinfo respelled at offset 2"},
	} {
		ref, err := scanner.Parse(row.in)
		if err != nil {
			t.Fatal(row.name, err)
		}
		u, err := neturl.ToURL([]byte(row.in), ref)
		got, _ := strings.CutPrefix(text(err), "uriscan: ")
		if got != row.want || (err == nil) != (u != nil && u.String() == row.in) {
			t.Errorf("%s: ToURL(%q) = %v, %q, want %q", row.name, row.in, u, got, row.want)
		}
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestFromURL(t *testing.T) {
	user := url.UserPassword("a:b", "p!")
	for _, row := range []struct {
		name string
		in   url.URL
		want string // the reference, or the error
	}{
		{"empty", url.URL{}, ""},
		{"decoded fields", url.URL{User: user, Host: "é%:80", Path: "/a b*", Fragment: "'"}, "//a%3Ab:p%21@%C3%A9%25:80/a%20b%2A#%27"},
		{"raw fields", url.URL{Path: "/a/b*", RawPath: "/a%2fb*", Fragment: "'", RawFragment: "'"}, "/a%2fb*#'"},
		{"asterisk", url.URL{Path: "*"}, "*"},
		{"encoded asterisk", url.URL{Path: "*", RawPath: "%2A"}, "%2A"},
		{"path of an empty authority", url.URL{Scheme: "s", Path: "//x"}, "s:////x"},
		{"stale RawPath", url.URL{Path: "/other", RawPath: "/a%2Fb"}, "path contradicted at offset 1"},
		{"RawPath goes on", url.URL{Path: "/a", RawPath: "/ab"}, "path contradicted at offset 2"},
		{"RawPath alone", url.URL{RawPath: "/ab"}, "path contradicted at offset 0"},
		{"RawPath is no path", url.URL{Path: "/a b", RawPath: "/a b"}, "bad-path at offset 2"},
		{"stale RawFragment", url.URL{RawFragment: "a"}, "fragment contradicted at offset 0"},
		{"Opaque and Host", url.URL{Scheme: "s", Opaque: "o", Host: "h"}, "host contradicted at offset 0"},
		{"Opaque and User", url.URL{Scheme: "s", Opaque: "o", User: user}, "userinfo contradicted at offset 0"},
		{"Opaque and Path", url.URL{Scheme: "s", Opaque: "o", Path: "p"}, "path contradicted at offset 0"},
		{"Opaque as an authority", url.URL{Scheme: "s", Opaque: "//h/p"}, "path-as-authority at offset 0"},
		{"Opaque with a query", url.URL{Scheme: "s", Opaque: "o?"}, "bad-path at offset 1"},
		{"path without a slash after a host", url.URL{Host: "h", Path: "a"}, "path-unrooted at offset 0"},
		{"path without a slash where String writes a host", url.URL{Scheme: "mailto", Path: "me@h"}, "path-unrooted at offset 0"},
		{"path as an authority", url.URL{Path: "//evil.example"}, "path-as-authority at offset 0"},
		{"path as an authority after a scheme", url.URL{Scheme: "s", Path: "//x", OmitHost: true}, "path-as-authority at offset 0"},
		{"path as a scheme", url.URL{Path: "javascript:x"}, "path-as-scheme at offset 10"},
		{"host that ends early", url.URL{Host: "h/x"}, "bad-host at offset 1"},
		{"host with userinfo", url.URL{Host: "u@h"}, "bad-host at offset 1"},
		{"host with a blank", url.URL{Host: "é h"}, "bad-host at offset 6"},
		{"IPv6 without brackets", url.URL{Host: "::1"}, "bad-host at offset 0"},
		{"zone", url.URL{Host: "[fe80::1%en0]"}, "bad-host at offset 8"},
		{"port", url.URL{Host: "h:8x"}, "bad-port at offset 1"},
		{"scheme", url.URL{Scheme: "1"}, "bad-scheme at offset 0"},
		{"query that ends early", url.URL{RawQuery: "a#b"}, "bad-query at offset 1"},
	} {
		out, ref, err := neturl.FromURL([]byte("dst "), &row.in)
		got := strings.TrimPrefix(text(err), "uriscan: ")
		if err == nil {
			got, _ = strings.CutPrefix(string(out), "dst ")
		} else if string(out) != "dst " {
			t.Errorf("%s: FromURL(%+v) fails and appends %q", row.name, row.in, out)
		}
		if want, _ := scanner.Parse(got); got != row.want || err == nil && ref != want {
			t.Errorf("%s: FromURL(%+v) = %q, %v, want %q, %v", row.name, row.in, got, ref, row.want, want)
		}
	}
}

func TestDiffers(t *testing.T) {
	for _, row := range []struct {
		in   string
		want []string
	}{
		{"http://u:p@h:80/a%20b%25?q#f", nil},
		{"a b:", nil}, // both refuse it
		{"HTTP://h/", []string{"scheme respelled [0:4]", "http"}},
		{"http://h/a b", []string{"accepted bad-path at offset 10", "http://h/a%20b"}},
		{"http://[fe80::1%25en0]/", []string{"accepted bad-ipv6 at offset 15", "http://[fe80::1%25en0]/"}},
		{"http://h%2Fx/", []string{"host refused [7:12]", ""}},
		{"http://[v1.x]/", []string{"host refused [7:13]", ""}},
		{"///x#", []string{"authority lost [2:2]", "", "path respelled [2:4]", "///x", "fragment lost [5:5]", ""}},
		{"//!@%c3", []string{"userinfo respelled [2:3]", "%21", "host respelled [4:7]", "%C3"}},
		{"/a%2Fb#%3f", []string{"path decoded [0:6]", "/a/b", "fragment decoded [7:10]", "?"}},
		{"/a%3Fb%23", nil}, // only an encoded one can be in a path
		{"a:b%2F", []string{"path opaque [2:6]", ""}},
	} {
		var got []string
		for _, d := range neturl.Differs([]byte(row.in)) {
			got = append(got, d.String(), d.NetURL)
			if (d.Component == 0) != (d.Kind == neturl.Accepted) {
				t.Errorf("Differs(%q): %v of component %v", row.in, d.Kind, d.Component)
			}
			if at := uint32(d.Fault.Offset()); d.Kind == neturl.Accepted && d.Span != (scanner.Span{Start: at, End: at}) {
				t.Errorf("Differs(%q): %v at %v", row.in, d, d.Span)
			}
		}
		if !slices.Equal(got, row.want) {
			t.Errorf("Differs(%q) = %q, want %q", row.in, got, row.want)
		}
	}
}

func TestErrors(t *testing.T) {
	err := error(neturl.Error{Kind: neturl.Lost, Component: scanner.Fragment, Offset: 7})
	if !errors.Is(err, neturl.Lost) || errors.Is(err, neturl.Refused) {
		t.Errorf("errors.Is(%v, Lost), errors.Is(%v, Refused) = %v, %v, want true, false", err, err, errors.Is(err, neturl.Lost), errors.Is(err, neturl.Refused))
	}
	seen := map[string]bool{"": true}
	for k := neturl.Lost; k <= neturl.Contradicted; k++ {
		if seen[k.String()] {
			t.Errorf("Kind(%d).String() = %q, want a name of its own", k, k)
		}
		seen[k.String()] = true
	}
	for _, k := range []neturl.Kind{0, neturl.Contradicted + 1, 99} {
		if got := k.Error(); got != "" {
			t.Errorf("Kind(%d).Error() = %q, want nothing", uint8(k), got)
		}
	}
}

func TestGrowth(t *testing.T) {
	var buf []byte
	growth.Check(t, 1<<10, append([]growth.Shape{
		{"//", "%25"}, {"//", "a:", "@h"}, {"//a:", "%3a", "@h"}, {"/", "%2f"}, {"/", "%2f", "a"}, {"#", "%23"}, {"/", "é"}, {"/", "!*"}, {"a", "%2a"},
	}, growth.References...), map[string]growth.Job{
		"ToURL and FromURL": growth.Of(func(in string) {
			if u, err := neturl.ToURL(in, scanner.Split(in)); err == nil {
				buf, _, _ = neturl.FromURL(buf[:0], u)
			}
		}),
		"FromURL of the path": growth.Of(func(in string) { buf, _, _ = neturl.FromURL(buf[:0], &url.URL{Scheme: "s", Host: "h", Path: "/" + in}) }),
		"FromURL of the rest": growth.Of(func(in string) {
			buf, _, _ = neturl.FromURL(buf[:0], &url.URL{Host: in, User: url.UserPassword(in, in), Fragment: in})
		}),
		"FromURL of the raw path": growth.Of(func(in string) { buf, _, _ = neturl.FromURL(buf[:0], &url.URL{Path: "/" + in, RawPath: "/" + in}) }),
		"Differs":                 growth.Of(func(in string) { neturl.Differs(in) }),
	})
}

// Each byte in each component, as it is and encoded: what ToURL gives is written as the input, and
// it fails only where net/url writes something else.
func TestToURLOfEveryByte(t *testing.T) {
	for c := range 0x100 {
		for _, spelled := range []string{string(rune(c)), fmt.Sprintf("%%%02x", c), fmt.Sprintf("%%%02X", c)} {
			for _, in := range []string{"#¤", "#a¤b", "#¤¤", "?¤", "?a¤#b", "/¤", "/a¤/b", "a¤b", "s:¤", "s:/¤", "s:a¤?b", "//¤", "s://h¤/a", "//u¤@h", "s://u:¤@h/", "s://¤:p@h/", "//h:¤"} {
				in = strings.ReplaceAll(in, "¤", spelled)
				ref, err := scanner.Parse(in)
				if err != nil {
					continue
				}
				u, err := neturl.ToURL(in, ref)
				if err != nil {
					if theirs, err := url.Parse(in); err == nil && theirs.String() == in && theirs.EscapedPath() == ref.Path().OfString(in) {
						t.Errorf("ToURL(%q): %v, and url.Parse keeps it", in, err)
					}
					continue
				}
				if u.String() != in || u.EscapedPath() != ref.Path().OfString(in) && u.Opaque == "" || u.EscapedFragment() != ref.Fragment().OfString(in) {
					t.Errorf("ToURL(%q) = %#v, which is %s", in, u, u)
				}
				if back, again, err := neturl.FromURL(nil, u); string(back) != in || again != ref || err != nil {
					t.Errorf("FromURL of ToURL(%q) = %q, %v, %v", in, back, again, err)
				}
			}
		}
	}
}
