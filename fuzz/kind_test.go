package fuzz

import (
	"github.com/uriscan/uriscan/fuzz/abnf"
	"github.com/uriscan/uriscan/scanner"
)

// kindOf is the table of faults, by hand: which rule is broken, from the rules
// open where the longest prefix ends, for either of two answers. The first row that
// applies decides.
func kindOf(a, b abnf.Answer, length int) scanner.Kind {
	switch open := func(rule string) bool { return a.IsOpen(rule) || b.IsOpen(rule) }; {
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

// kind is kindOf for a rule, remembered for each two lists of open rules that the matchers
// share between answers.
func (j *judge) kind(a answers, i, length int) scanner.Kind {
	one, other := a[i], a[i]
	if i == reference && a[uri].Prefix == a[relative].Prefix {
		one, other = a[uri], a[relative]
	}
	if one.Prefix == length || len(one.Open) == 0 || len(other.Open) == 0 {
		return kindOf(one, other, length)
	}
	key := [2]*string{&one.Open[0], &other.Open[0]}
	k, ok := j.kinds[key]
	if !ok {
		k = kindOf(one, other, length)
		j.kinds[key] = k
	}
	return k
}
