package crawl

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/net/publicsuffix"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/growth"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

func TestResetBase(t *testing.T) {
	for _, row := range []struct {
		name                        string
		content, entity, got, other string
		want                        string
	}{
		{"retrieval", "", "", "http://h/a/b", "http://d/", "http://h/a/x"},
		{"default", "", "", "", "http://d/", "http://d/x"},
		{"content", "http://c/", "", "http://h/a/b", "", "http://c/x"},
		{"a relative <base>", "../c/", "", "http://h/a/b", "", "http://h/c/x"},
		{"through all", "c/", "//e/f/", "https://h/", "x:/", "https://e/f/c/x"},
		{"a bad <base>", "http://c/ /", "", "http://h/a/b", "", "http://h/a/x"},
		{"a relative <base> alone", "c/", "", "", "", "unexpected-end 0"},
		{"a bad page", "c/", "", "http:// /", "http://d/", "http://d/c/x"},
		{"nothing", "", "", "", "", "unexpected-end 0"},
		{"long", strings.Repeat("c/", 40000), "", "http://h/", "", "http://h/" + strings.Repeat("c/", 40000) + "x"},
	} {
		part := func(text string) []byte {
			if text == "" {
				return nil
			}
			return []byte(text)
		}
		base, err := resolve.NewBase("http://before/", 0)
		testkit.Must(t, err)
		err = ResetBase(base, &Bases{part(row.content), part(row.entity), part(row.got), part(row.other)}, 0)
		out, _, failed := base.Append(nil, []byte("x"))
		got := string(out)
		if err != nil {
			got = errors.Unwrap(err).Error() + " 0"
		}
		if got != row.want || (failed != nil) != (err != nil) {
			t.Errorf("%s: the target is %.40q, %v, want %.40q", row.name, got, failed, row.want)
		}
	}
	// The pool keeps room for bases of up to 64 KiB.
	for _, n := range []int{40_000, 100, 25_000, 30_000} { // for the last it grows beyond what that needs
		var base resolve.Base
		testkit.Must(t, ResetBase(&base, &Bases{Retrieval: []byte("http://h/"), Content: []byte(strings.Repeat("c/", n))}, 0))
		buf := targets.Get().(*[]byte)
		if cap(*buf) > 64<<10 {
			t.Errorf("the pool keeps %d bytes after a base of %d", cap(*buf), 2*n)
		}
		targets.Put(buf)
	}
	// A base above the root is an error, whichever it is and whatever comes around it.
	for at := range 4 {
		for _, above := range []string{"../../../", "http://a/../"} {
			all := [4]string{"/c/", "//e/f/", "https://h/", "x://y/z/"} // outermost first
			if all[at] = above; at == 3 && above == "../../../" {
				continue // not a URI, so not a base
			}
			var base resolve.Base
			err := ResetBase(&base, &Bases{[]byte(all[0]), []byte(all[1]), []byte(all[2]), []byte(all[3])}, resolve.RejectUnderflow)
			if _, _, failed := base.Append(nil, []byte("x")); !errors.Is(err, scanner.Underflow) || failed == nil {
				t.Errorf("ResetBase of %q = %v, and then Append = %v", all, err, failed)
			}
		}
	}
}

// Hosts of package site are tested there, with this list and others.
func TestRegistrableDomain(t *testing.T) {
	for _, row := range []struct{ host, want string }{
		{"www.example.com", "example.com"},
		{"example.com.", "example.com"},
		{"a.b.example.co.uk", "example.co.uk"},
		{"co.uk", ""},
		{"com", ""},
		{"", ""},
		{".", ""},
		{"a..com", ""},
		{".a.com", ""},
		{"a.com..", ""},
		{"127.0.0.1", ""},
		{"1.2.3.4.", ""},
		{"[::1]", ""},
		{"a.1.x", "1.x"},
	} {
		got, ok := RegistrableDomain([]byte(row.host), publicsuffix.List)
		again, _ := RegistrableDomain(row.host, publicsuffix.List)
		if string(got) != row.want || again != row.want || ok != (row.want != "") {
			t.Errorf("RegistrableDomain(%q) = %q, %q, %v, want %q", row.host, got, again, ok, row.want)
		}
	}
	if got, ok := RegistrableDomain("a.b", foreignSuffix{}); ok {
		t.Errorf("RegistrableDomain by a suffix of another name = %q", got)
	}
}

// A foreignSuffix is a list that is wrong.
type foreignSuffix struct{}

func (foreignSuffix) PublicSuffix(string) string { return "xyz" }
func (foreignSuffix) String() string             { return "wrong" }

func TestPageGrowth(t *testing.T) {
	var base resolve.Base
	growth.CheckPortable(t, 2<<10, []growth.Shape{{"", "a."}, {"", "."}, {"", "a"}, {"", "1."}, {"", "../"}, {"", "a/../"}, {"http://h/", "a/", "../"}, {"//", "a."}, {"http://", "a", "."}}, map[string]growth.Job{
		"RegistrableDomain": growth.Of(func(in string) { RegistrableDomain(in, publicsuffix.List) }),
		"ResetBase": growth.Of(func(in []byte) {
			ResetBase(&base, &Bases{Content: in, Retrieval: []byte("http://h/")}, 0)
			ResetBase(&base, &Bases{Content: []byte("../a"), Entity: []byte("./b"), Retrieval: append([]byte("http://h/"), in...)}, 0)
		}),
		"NewProfile": growth.Of(func(in string) {
			NewProfile(Settings{Version: 1, Rules: all, Tracking: strings.SplitAfter(in, "."), Index: strings.Split(in, "/"), Hosts: map[string][]string{"h": strings.SplitAfter(in, "/"), in: nil}})
		}),
	})
}
