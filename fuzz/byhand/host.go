package byhand

import (
	"bytes"
	"slices"
)

// hostKind is section 3.2.2: "square brackets" surround an IP literal. Any other host
// is an IPv4 address if it can be one ("first-match-wins"), else a registered name,
// which may be empty. It returns "" for bytes that are not a host.
func hostKind(host []byte) string {
	if inner, ok := bytes.CutPrefix(host, []byte("[")); ok {
		inner, ok = bytes.CutSuffix(inner, []byte("]"))
		switch {
		case ok && isIPv6(inner):
			return "IPv6address"
		case ok && isFuture(inner):
			return "IPvFuture"
		}
		return ""
	}
	switch {
	case isIPv4(host):
		return "IPv4address"
	case madeOf(host, ""):
		return "reg-name"
	}
	return ""
}

// isFuture is section 3.2.2: "v", the version in hexadecimal, a period, and an
// address. The RFC defines only the characters of it, without triplets.
func isFuture(s []byte) bool {
	if len(s) == 0 || s[0] != 'v' && s[0] != 'V' {
		return false
	}
	version, address, dot := bytes.Cut(s[1:], []byte("."))
	isAddress := func(c byte) bool { return isData(c) || c == ':' }
	return dot && len(version) > 0 && len(address) > 0 && areAll(version, isHexadecimal) && areAll(address, isAddress)
}

// areAll reports whether all bytes of s are of a kind.
func areAll(s []byte, is func(c byte) bool) bool {
	return !slices.ContainsFunc(s, func(c byte) bool { return !is(c) })
}

// isIPv6 is section 3.2.2: "A 128-bit IPv6 address is divided into eight 16-bit
// pieces". One "::" may replace one or more, and the last two may be written as an
// IPv4 address.
func isIPv6(s []byte) bool {
	left, right, elided := bytes.Cut(s, []byte("::"))
	if !elided {
		return countPieces(left, true) == 8
	}
	before, after := 0, 0
	if len(left) > 0 {
		before = countPieces(left, false)
	}
	if len(right) > 0 {
		after = countPieces(right, true)
	}
	return before >= 0 && after >= 0 && before+after <= 7
}

// countPieces returns the number of 16-bit pieces in s, or -1 if s is not made of
// them. ipv4 allows an IPv4 address, which counts as two, at the end.
func countPieces(s []byte, ipv4 bool) int {
	pieces := bytes.Split(s, []byte(":"))
	n := len(pieces)
	if ipv4 && isIPv4(pieces[n-1]) {
		pieces = pieces[:n-1]
		n++
	}
	if slices.ContainsFunc(pieces, func(p []byte) bool { return !isPiece(p) }) {
		return -1
	}
	return n
}

// isPiece reports whether p is "one to four hexadecimal digits".
func isPiece(p []byte) bool {
	return len(p) >= 1 && len(p) <= 4 && areAll(p, isHexadecimal)
}

// isIPv4 is section 3.2.2: "a sequence of four decimal numbers in the range 0
// to 255, separated by "."", without leading zeros.
func isIPv4(s []byte) bool {
	numbers := bytes.Split(s, []byte("."))
	for _, n := range numbers {
		value := 0
		for _, c := range n {
			if !isDecimal(c) || value > 255 {
				return false
			}
			value = 10*value + int(c-'0')
		}
		if len(n) == 0 || len(n) > 1 && n[0] == '0' || value > 255 {
			return false
		}
	}
	return len(numbers) == 4
}
