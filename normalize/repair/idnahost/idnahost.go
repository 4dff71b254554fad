// Package idnahost maps host names beyond ASCII to ASCII as browsers do: "bücher.example" is
// "xn--bcher-kva.example". It is for package repair, and apart from it because it imports
// golang.org/x/net/idna, whose tables take a quarter of a megabyte and follow the version of
// Unicode that Go has.
//
//	out, ref, fixes, err := repair.AppendHosts(dst, src, 0, idnahost.Append)
package idnahost

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"github.com/uriscan/uriscan/lut"
)

// profile is domain to ASCII of the URL standard of WHATWG, section 3.3, with beStrict false:
// UTS 46 with CheckHyphens=false, CheckBidi=true, CheckJoiners=true, UseSTD3ASCIIRules=false,
// Transitional_Processing=false, VerifyDnsLength=false. "_" is in hosts that exist.
var profile = idna.New(idna.MapForLookup(), idna.Transitional(false), idna.BidiRule(), idna.CheckHyphens(false), idna.StrictDomainName(false))

// Append appends host, which is decoded, as ASCII to dst. The dots U+3002, U+FF0E and U+FF61
// become ".", letters small, ß stays itself. It returns dst and false for a name that browsers
// refuse: with a character that is disallowed, a label "xn--" that is not what a name is
// mapped to, such as "xn--example-", or a byte that no domain has, such as "%" or "/", before
// mapping or after. It also refuses a name with a label of more than 255 bytes that is not ASCII or
// begins with "xn--": only one with ignored characters could be in DNS. A label of characters that
// are all ignored becomes empty. It allocates.
func Append(dst, host []byte) (out []byte, ok bool) {
	name := string(host)
	if len(name) > longestLabel && slices.ContainsFunc(labelsOf(name), isTooLong) {
		return dst, false
	}
	ascii, err := profile.ToASCII(name)
	if err != nil || ascii == "" || strings.IndexFunc(ascii, isForbidden) >= 0 || !isFaithful(name, ascii) {
		return dst, false
	}
	return append(dst, ascii...), true
}

// longestLabel is more than a label of 63 characters, as DNS has them, can take in UTF-8 (RFC 5890,
// section 4.2). x/net/idna takes time by the square of the length of a label.
const longestLabel = 255

func isTooLong(label string) bool {
	return len(label) > longestLabel && (isALabel(label) || strings.IndexFunc(label, isForeign) >= 0)
}

func isForeign(r rune) bool { return r >= utf8.RuneSelf }

// isForbidden reports whether r is a forbidden domain code point (WHATWG URL, section 3.2), or
// not ASCII.
func isForbidden(r rune) bool {
	return r <= ' ' || r >= 0x7f || forbidden.Has(byte(r))
}

var forbidden = lut.MakeSet("#/:<>?@[\\]^|%")

// isFaithful reports whether ascii has a label for each of name, as x/net/idna does not see to:
// it drops an "xn--" without more (go.dev/issue/78760). A label "xn--" in ascii must be what it is
// mapped to itself.
func isFaithful(name, ascii string) bool {
	labels := labelsOf(name)
	mapped := strings.Split(ascii, ".")
	if len(labels) != len(mapped) {
		return false
	}
	for i, label := range mapped {
		switch {
		case label == "" && labels[i] != "":
			if rest, err := profile.ToASCII("a" + labels[i]); err != nil || rest != "a" {
				return false // it is not of characters that are all ignored
			}
		case !isALabel(label):
			if isALabel(labels[i]) {
				return false
			}
		default:
			again, err := profile.ToUnicode(label)
			if err != nil || isALabel(again) || again == "" || isALabel(labels[i]) && !strings.EqualFold(labels[i], label) {
				return false
			}
		}
	}
	return true
}

func labelsOf(name string) []string { return strings.Split(strings.Map(toDot, name), ".") }

func isALabel(label string) bool {
	return len(label) >= 4 && strings.EqualFold(label[:4], "xn--")
}

// toDot returns "." for what separates labels (UTS 46, section 4, after mapping), else r.
func toDot(r rune) rune {
	switch r {
	case '\u3002', '\uff0e', '\uff61':
		return '.'
	}
	return r
}
