package repair

import (
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/uriscan/uriscan/scanner"
)

var (
	twinScheme  = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*):`)
	twinSuffix  = regexp.MustCompile(`^(?:[A-Za-z0-9_-]+\.)+[A-Za-z0-9_-]+\.?(?::[0-9]*)?(?:[/\\?#].*)?$`)
	twinName    = regexp.MustCompile(`^[^:/\\?#]*`)
	twinIPv4    = regexp.MustCompile(`^[0-9]+(\.[0-9]+){3}\.?$`)
	twinLiteral = regexp.MustCompile(`^\[[^]]*\]`)
	twinNumber  = regexp.MustCompile(`(^|\.)[0-9]+\.?$`)
	twinDrive   = regexp.MustCompile(`^([/\\]?[A-Za-z])\|($|[/\\])`)
	twinPiece   = regexp.MustCompile(`(?s)%[0-9A-Fa-f]{2}|.`)
)

const (
	unreserved = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"
	subDelims  = "!$&'()*+,;="
)

// twin is Append, slow and in the words of the documentation: the input is copied without
// what is removed, and cut into components; each is repaired by itself.
type twin struct {
	fixes   Fix
	refused bool
}

func slowRepaired(src string, f Flags) (out string, fixes Fix, ok bool) {
	var t twin
	out = t.repaired(src, f)
	return out, t.fixes, !t.refused
}

func (t *twin) repaired(src string, f Flags) string {
	s := strings.TrimFunc(src, func(r rune) bool { return r <= ' ' })
	t.set(Trimmed, s != src)
	joined := strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(brokenUTF8(s))
	t.set(TabOrNewline, joined != s && strings.ContainsAny(s, "\t\n\r"))
	s = joined

	scheme, rest, authority := "", s, ""
	is := noScheme
	if f&SuffixReference != 0 && isSuffix(s) {
		t.set(Suffix, true)
		is, scheme, rest = special, "http:", "//"+s
	} else if m := twinScheme.FindStringSubmatch(s); m != nil {
		scheme, rest = m[0], s[len(m[0]):]
		switch strings.ToLower(m[1]) {
		case "http", "https", "ws", "wss", "ftp":
			is = special
		case "file":
			is = file
		default:
			is = other
		}
	}
	delims := `/\`
	if is == other {
		delims = "/"
	}
	hasHost := func(s string) bool {
		s, _, _ = strings.Cut(strings.NewReplacer(`\`, "/", "?", "/", "#", "/").Replace(s), "/")
		s = s[strings.LastIndexByte(s, '@')+1:]
		return s != "" && s[0] != ':'
	}
	bare := strings.TrimLeft(rest, delims)
	slashes := rest[:len(rest)-len(bare)]
	switch {
	case len(slashes) >= 2:
		if len(slashes) > 2 && is == special && hasHost(bare) {
			t.set(Slashes, true)
			slashes, rest = slashes[:2], slashes[:2]+bare
		}
		t.set(Backslash, strings.Contains(slashes[:2], `\`))
		authority, rest = "//", rest[2:]
	case f&NoBase != 0 && is == special && hasHost(bare):
		t.set(Slashes, true)
		t.set(Backslash, slashes == `\`)
		authority, rest = "//", bare
	}
	if authority != "" {
		n := len(rest)
		if i := strings.IndexAny(rest, delims+"?#"); i >= 0 {
			n = i
		}
		authority += t.authority(rest[:n], is)
		rest = rest[n:]
	}
	rest, fragment, hasFragment := strings.Cut(rest, "#")
	path, query, hasQuery := strings.Cut(rest, "?")
	if first := bare[strings.LastIndexByte(bare[:end(bare)], '@')+1:]; twinLiteral.MatchString(first) && scanner.Valid("//"+twinLiteral.FindString(first), scanner.URIReference) {
		t.refused = t.refused || is == special && authority == "" || is == noScheme && len(slashes) > 2
	}
	out := scheme + authority + t.path(path, is, authority != "")
	if hasQuery {
		out += "?" + t.encoded(query, unreserved+subDelims+":@/?")
	}
	if hasFragment {
		out += "#" + t.encoded(fragment, unreserved+subDelims+":@/?")
	}
	t.refused = t.refused || t.fixes != 0 && is != other && authority != "" && !isFetched(out, is)
	return out
}

// end returns the length of the authority that s begins with.
func end(s string) int {
	if i := strings.IndexAny(s, `/\?#`); i >= 0 {
		return i
	}
	return len(s)
}

// isFetched reports whether browsers take the authority of a valid reference.
func isFetched(uri string, is family) bool {
	v, err := scanner.ParseView(uri)
	host, _ := url.PathUnescape(v.Host())
	port, _ := strconv.ParseUint("0"+v.Port(), 10, 64)
	hasPort := v.Ref.Has(scanner.Port)
	switch {
	case err != nil || len(v.Port()) > 18 && strings.Trim(v.Port(), "0123456789") == "" && strings.TrimLeft(v.Port(), "0") == "":
		return true // refused already, or zeros
	case port > 65535 || len(strings.TrimLeft(v.Port(), "0")) > 5 || is == file && hasPort || is == special && host == "":
		return false
	case is == noScheme && host == "" && (v.Ref.Authority().Len() > 0 || strings.Trim(v.Path(), "/") == ""):
		return false
	case v.Ref.HostKind() == scanner.IPv6Address:
		return true
	case v.Ref.HostKind() == scanner.IPvFuture || strings.ContainsFunc(host, func(r rune) bool { return r <= ' ' || strings.ContainsRune("#/:<>?@[\\]^|%\x7f", r) }):
		return false
	}
	parts := strings.Split(strings.TrimSuffix(host, "."), ".")
	if !regexp.MustCompile(`^([0-9]+|0[xX][0-9A-Fa-f]*)$`).MatchString(parts[len(parts)-1]) {
		return true
	}
	if len(parts) > 4 || is == file && len(parts) == 1 {
		return false
	}
	for i, part := range parts {
		number, limit, base := part, 8, 10
		if i == len(parts)-1 {
			limit = 8 * (5 - len(parts))
		}
		if lower := strings.ToLower(part); strings.HasPrefix(lower, "0x") {
			number, base = "0"+lower[2:], 16
		} else if len(part) > 1 && part[0] == '0' {
			base = 8
		}
		if n, err := strconv.ParseUint(number, base, 64); err != nil || n>>limit != 0 {
			return false
		}
	}
	return true
}

// marked stands for the bytes that are not UTF-8, which are not to make a character with one
// that follows a tab.
const marked = 0x10ff00

func brokenUTF8(s string) string {
	var out []rune
	for _, c := range twinPiece.FindAllString(s, -1) {
		if r, n := utf8.DecodeRuneInString(c); r == utf8.RuneError && n == 1 {
			out = append(out, marked+rune(c[0]))
		} else {
			out = append(out, []rune(c)...)
		}
	}
	return string(out)
}

func (t *twin) set(f Fix, is bool) {
	if is {
		t.fixes |= f
	}
}

func isSuffix(s string) bool {
	name := twinName.FindString(s)
	return twinSuffix.MatchString(s) && (!twinNumber.MatchString(name) || twinIPv4.MatchString(name))
}

func (t *twin) authority(s string, is family) (out string) {
	if at := strings.LastIndexByte(s, '@'); at >= 0 {
		out, s = t.encoded(s[:at], unreserved+subDelims+":")+"@", s[at+1:]
	}
	if strings.HasPrefix(s, "[") {
		t.refused = t.refused || !scanner.Valid("//"+s, scanner.URIReference)
		return out + s
	}
	host, port, hasPort := strings.Cut(s, ":")
	t.refused = t.refused || strings.Trim(port, "0123456789") != ""
	switch {
	case is == other:
		t.refused = t.refused || strings.ContainsAny(host, "\x00 #/:<>?@[\\]^|\"`{}")
	default:
		isOdd := func(r rune) bool {
			return r >= utf8.RuneSelf || !strings.ContainsRune(unreserved+subDelims+"\"`{}%", r)
		}
		t.refused = t.refused || strings.ContainsFunc(host, isOdd)
	}
	t.refused = t.refused || regexp.MustCompile(`%($|.$|[^0-9A-Fa-f]|.[^0-9A-Fa-f])`).MatchString(host)
	if out += t.encoded(host, unreserved+subDelims); hasPort {
		out += ":" + port
	}
	return out
}

func (t *twin) path(s string, is family, hasAuthority bool) string {
	if is != other {
		slashed := strings.ReplaceAll(s, `\`, "/")
		t.set(Backslash, s != slashed)
		s = slashed
	}
	if is == file {
		drive := twinDrive.ReplaceAllString(s, "$1:$2")
		t.set(Excluded, s != drive)
		s = drive
	}
	before := ""
	if first, _, _ := strings.Cut(s, "/"); is == noScheme && !hasAuthority && strings.Contains(first, ":") {
		t.set(FirstColon, true)
		before = "./"
	}
	return before + t.encoded(s, unreserved+subDelims+":@/")
}

// encoded encodes what is not in keep, and no triplet.
func (t *twin) encoded(s, keep string) string {
	return twinPiece.ReplaceAllStringFunc(s, func(c string) string {
		f := Excluded
		switch {
		case len(c) == 3 && c[0] == '%' || strings.Contains(keep, c):
			return c
		case c == "%":
			f = Percent
		case c == " ":
			f = Space
		case c == "[" || c == "]":
			f = Bracket
		case c == "@":
			f = At
		case c == "#":
			f = NumberSign
		case c >= string(rune(marked)):
			r, _ := utf8.DecodeRuneInString(c)
			f, c = NotUTF8, string([]byte{byte(r)})
		case c[0] >= utf8.RuneSelf:
			f = NonASCII
		case c < " " || c == "\x7f":
			f = Control
		}
		t.set(f, true)
		out := ""
		for i := range len(c) {
			out += fmt.Sprintf("%%%02X", c[i])
		}
		return out
	})
}
