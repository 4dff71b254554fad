package fuzz

import (
	"testing"

	"github.com/uriscan/uriscan/fuzz/abnf"
	"github.com/uriscan/uriscan/scanner"
)

// kindOf is the table of faults, by hand: which rule is broken, from the rules
// open where the longest prefix ends. The first row that applies decides.
func kindOf(a abnf.Answer, length int) scanner.Kind {
	switch open := a.IsOpen; {
	case a.Prefix == length:
		return scanner.UnexpectedEnd
	case open("pct-encoded") && !open("unreserved"): // after "%"
		return scanner.BadPercent
	case open("IP-literal") && !open("reg-name"): // after "["
		if open("IPvFuture") && !open("IPv6address") {
			return scanner.BadIPvFuture
		}
		return scanner.BadIPv6
	case open("port"):
		return scanner.BadPort
	case open("host"):
		return scanner.BadHost
	case open("userinfo"): // a port that is none
		return scanner.BadUserinfo
	case open("authority"): // after "]"
		return scanner.BadHost
	case open("fragment"):
		return scanner.BadFragment
	case open("query"):
		return scanner.BadQuery
	case open("path-abempty"), open("path-absolute"), open("path-noscheme"), open("path-rootless"),
		open("segment"), open("segment-nz"), open("segment-nz-nc"):
		return scanner.BadPath
	case open("scheme"):
		return scanner.BadScheme
	}
	return 0
}

// kind is kindOf, remembered for each list of open rules that the matcher
// shares between answers.
func (j *judge) kind(a abnf.Answer, length int) scanner.Kind {
	if a.Prefix == length || len(a.Open) == 0 {
		return kindOf(a, length)
	}
	k, ok := j.kinds[&a.Open[0]]
	if !ok {
		k = kindOf(a, length)
		j.kinds[&a.Open[0]] = k
	}
	return k
}

// Each row of the table is reached, with the answer a reader would expect.
// TooLong is not the grammar's.
func TestKindOf(t *testing.T) {
	tests := []struct {
		name, in, rule string
		want           scanner.Kind
	}{
		{"3.1 no scheme", "/a", "URI", scanner.BadScheme},
		{"3.2.1 neither port nor userinfo", "//h:8x/", "URI-reference", scanner.BadUserinfo},
		{"3.2.2 host", "//a b", "URI-reference", scanner.BadHost},
		{"3.2.2 second at-sign", "//a@b@c", "URI-reference", scanner.BadHost},
		{"3.2.2 after the bracket", "//[::1]x", "URI-reference", scanner.BadHost},
		{"3.2.2 IPv6address", "//[::g]", "URI-reference", scanner.BadIPv6},
		{"3.2.2 empty literal", "//[]", "URI-reference", scanner.BadIPv6},
		{"3.2.2 IPvFuture", "//[v1]", "URI-reference", scanner.BadIPvFuture},
		{"3.2.3 port", "//u@h:8x", "URI-reference", scanner.BadPort},
		{"3.3 path", "/a b", "URI-reference", scanner.BadPath},
		{"4.2 colon", "1a:b", "URI-reference", scanner.BadPath},
		{"3.4 query", "?a b", "URI-reference", scanner.BadQuery},
		{"3.5 fragment", "#a#", "URI-reference", scanner.BadFragment},
		{"2.1 triplet", "/%4g", "URI-reference", scanner.BadPercent},
		{"no scheme yet", "", "URI", scanner.UnexpectedEnd},
	}
	for _, tt := range tests {
		if got := kindOf(grammar.Match(tt.rule, []byte(tt.in)), len(tt.in)); got != tt.want {
			t.Errorf("%s: kindOf(%q, %s) = %v, want %v", tt.name, tt.in, tt.rule, got, tt.want)
		}
	}
}
