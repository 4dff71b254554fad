package abnf

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
)

// The text is the only source of the grammar, so a change to it, blanks and
// comments included, must be meant.
func TestTextDigest(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"RFC 3986 Appendix A", Text3986, "9d3dbf31f2f5f82f80b52cff7860489587877c7ac39ed2624b7cec4d7948632a"},
		{"RFC 5234 Appendix B.1", TextCore, "291cff6a4137519419e5536936068af0d658836f99cbde8638df112de1ebf56b"},
	}
	for _, tt := range tests {
		if got := fmt.Sprintf("%x", sha256.Sum256([]byte(tt.text))); got != tt.want {
			t.Errorf("%s: Sum256(text) = %s, want %s", tt.name, got, tt.want)
		}
	}
}

// The rules of Appendix A in its order, and the core rules it uses.
const wantRules = `URI hier-part URI-reference absolute-URI relative-ref relative-part
	scheme authority userinfo host port IP-literal IPvFuture IPv6address h16 ls32
	IPv4address dec-octet reg-name path path-abempty path-absolute path-noscheme
	path-rootless path-empty segment segment-nz segment-nz-nc pchar query fragment
	pct-encoded unreserved reserved gen-delims sub-delims ALPHA DIGIT HEXDIG`

func TestRules(t *testing.T) {
	g := RFC3986()
	var got []string
	for _, r := range g.Rules {
		got = append(got, r.Name)
	}
	if want := strings.Fields(wantRules); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("RFC3986().Rules = %v, want %v", got, want)
	}
}

func TestRule(t *testing.T) {
	g := RFC3986()
	tests := []struct{ name, in, want string }{
		{"as spelled", "IPv6address", "IPv6address"},
		{"RFC 5234 2.1: lower case", "ipv6address", "IPv6address"},
		{"RFC 5234 2.1: upper case", "URI-REFERENCE", "URI-reference"},
		{"not there", "IPv6", ""},
		{"empty", "", ""},
	}
	for _, tt := range tests {
		got := ""
		if r := g.Rule(tt.in); r != nil {
			got = r.Name
		}
		if got != tt.want {
			t.Errorf("%s: Rule(%q) = %q, want %q", tt.name, tt.in, got, tt.want)
		}
	}
}
