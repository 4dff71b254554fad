package fuzz

import (
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
