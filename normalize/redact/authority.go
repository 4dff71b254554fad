package redact

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode"
	"unicode/utf8"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/lut"
)

var (
	unreserved   = lut.SetOf(lut.Unreserved)
	notEnd       = without("/?#")     // of an authority
	notPath      = without(`/\?#`)    // an impatient reader ends it there
	notQuery     = without("?#")      // the end of a path
	notNestedEnd = without("/?#&;\"") // of an authority in another URL
	notSeparator = without("&;\"")    // of parameters that a URL is in
	noNested     = without(":=?&")    // what may come before that
	equalsSign   = lut.MakeSet("=")
	address      = lut.SetOf(lut.HexDigit).Or(lut.MakeSet("abcdef:."))
)

// without returns all of ASCII but members.
func without(members string) lut.Set {
	var all [128]byte
	for c := range all {
		all[c] = byte(c)
	}
	return lut.MakeSet(string(all[:])).AndNot(lut.MakeSet(members))
}

// until returns where the bytes of set, and bytes that are not ASCII, end in src[from:].
func until(src []byte, from int, set lut.Set) int {
	for from < len(src) {
		from += lut.Span(src[from:], set)
		if from == len(src) || src[from] < 0x80 {
			break
		}
		from++
	}
	return from
}

// authority blanks the userinfo and returns where the path begins. Where readers disagree
// about that it is the first of their answers that is not blanked.
func (r *redaction) authority() (path int) {
	if path, ok := ordinary(r.src); ok && r.p.segments == nil && r.p.after == nil {
		return path
	}
	src, first := r.src, 0
	for first < len(src) && isSpace(src[first]) {
		first++
	}
	end := until(src, first, notEnd) // of an authority without scheme and slashes
	o := opened(src, first, until(src, first, notPath))
	if !o.begins || o.rest > end || lastAt(src, o.rest, end) < 0 {
		r.withoutScheme(first, end)
	}
	if o.begins && r.done <= o.rest {
		from := o.rest
		if r.done == 0 && from <= end && o.name != nil && !r.text && !isIn(specialSchemes[:], o.name) {
			from = first // to curl it has no scheme
		}
		path := r.userinfoFrom(from, o.rest, r.p.keepUser && o.isPlain)
		if o.isPlain && o.slashes == 2 && isScheme(o.name) {
			return path // 3.2: everybody finds it there
		}
	}
	// A "\" may be a part of the scheme as well, in Appendix B.
	if o = opened(src, first, end); o.begins && r.done <= o.rest {
		r.userinfoFrom(o.rest, o.rest, false)
	}
	switch {
	case r.done == 0:
		return afterScheme(src, first)
	case bytes.HasPrefix(src[r.done:], []byte("@")):
		return r.done + 1
	}
	return r.done
}

// isScheme reports whether name is a scheme (3.1): without one, browsers take "]a://b/c" for a path.
func isScheme(name []byte) bool {
	return len(name) > 0 && lut.ClassOf(name[0])&lut.Alpha != 0 && lut.Span(name, prose.SchemeBytes) == len(name)
}

// An opening is what an authority begins with.
type opening struct {
	begins  bool
	name    []byte // before it, without the ":": a scheme, or several as in jdbc:mysql://h
	slashes int
	isPlain bool // they are nothing but "/"
	rest    int  // where they end
}

// opened returns the opening with slashes at slash in src[first:].
func opened(src []byte, first, slash int) (o opening) {
	o.rest, o.slashes, o.isPlain = skipSlashes(src, slash)
	name := bytes.TrimRightFunc(src[first:slash], func(c rune) bool { return c <= ' ' })
	o.isPlain = o.isPlain && first+len(name) == slash
	if o.name, o.begins = bytes.CutSuffix(name, []byte(":")); !o.begins {
		o.name = nil
	}
	o.begins = o.slashes > 1 && slash == first || o.slashes > 0 && o.begins
	if o.isPlain && o.slashes != 2 && equalScheme(o.name, "file") {
		o.begins = false // file:/a and file:///a have no authority for anybody
	}
	return o
}

// ordinary returns where the path begins, or a later byte of it, in a URL that everybody reads
// alike and that has no userinfo: http://host:1/a, or without a scheme //host, a/b, /a, ?a, #a.
func ordinary(src []byte) (path int, ok bool) {
	scheme := kernel.HTTPSchemeEnd(src)
	switch {
	case scheme > 0 && scheme+len("://") < len(src):
		path = scheme + len("://")
	case len(src) > 2 && src[0] == '/' && src[1] == '/':
		path = 2
	case len(src) > 1 && src[0] == '/':
		return 0, src[1] > ' ' && src[1] != '\\'
	default:
		for path < len(src) && classes[src[path]]&inRelative != 0 {
			path++
		}
		if path == len(src) || src[path] == '/' && path > 0 || src[path] == '?' || src[path] == '#' {
			return path, true
		}
		if len(src)-path < 4 || string(src[path:path+3]) != "://" || lut.Span(src[:path], prose.SchemeBytes) < path {
			return 0, false
		}
		path += 3
	}
	switch {
	case src[path] == '[':
		path++
		if path += lut.Span(src[path:], address); path == len(src) || src[path] != ']' {
			return 0, false
		}
		path++
	case !unreserved.Has(src[path]):
		return 0, false
	default:
		path = hostEnd(src, path)
	}
	if path == len(src) {
		return path, true
	}
	switch src[path] {
	case '/', '?', '#':
		return path, true
	case ':':
	default:
		return path, false
	}
	for path++; path < len(src) && unhex(src[path]) < 10; path++ {
	}
	return path, path == len(src) || src[path] == '/' || src[path] == '?' || src[path] == '#'
}

// hostEnd returns where the bytes end of a host, from path on, that everybody reads alike.
func hostEnd(src []byte, path int) int {
	for ; path+8 <= len(src); path += 8 {
		if other := notInNames(binary.LittleEndian.Uint64(src[path:])); other != 0 {
			path += bits.TrailingZeros64(other) / 8
			break
		}
	}
	for path < len(src) && classes[src[path]]&inHost != 0 {
		path++
	}
	return path
}

// notInNames returns the top bit of each byte of x that is not a letter or digit of ASCII, "-" or ".".
func notInNames(x uint64) uint64 {
	const each, top = 0x0101010101010101, 0x8080808080808080
	ascii, lower := x&^top, (x|0x20*each)&^top
	letters := (lower + (0x80-'a')*each) &^ (lower + (0x80-'{')*each)
	others := (ascii + (0x80-'-')*each) &^ (ascii + (0x80-':')*each) & ((ascii ^ '/'*each) + 0x7f*each)
	return (^(letters | others) | x) & top
}

// isSpace reports whether c is one of the bytes that some readers skip.
func isSpace(c byte) bool { return c <= ' ' }

// skipSlashes returns where the slashes that begin at i end, how many there are, and whether
// each is a "/" with nothing before it.
func skipSlashes(src []byte, i int) (end, slashes int, isPlain bool) {
	isPlain = true
	for ; i < len(src); i++ {
		switch c := src[i]; {
		case c == '/':
			slashes++
		case c == '\\':
			slashes++
			isPlain = false
		case isSpace(c):
			isPlain = false
		default:
			return i, slashes, isPlain
		}
	}
	return i, slashes, isPlain
}

// userinfoFrom blanks the userinfo in the authority that begins at rest, or for some at from,
// and returns where the authority ends.
func (r *redaction) userinfoFrom(from, rest int, keepUser bool) int {
	src := r.src
	end := until(src, rest, notEnd)
	at := lastAt(src, rest, end)
	later := lastAt(src, end, len(src))
	host := max(rest, at+1)
	if later >= 0 && isOddHost(src[host:end], false) {
		// The userinfo may have a "/", "?" or "#" that should have been encoded.
		if bytes.ContainsAny(src[end:later], "?#") {
			r.userinfo(from, later, false)
			r.blank(later+1, len(src)) // a part of the query or of the fragment to others
			return len(src)
		}
		at, host = later, later+1
		end = until(src, host, notEnd)
		later = -1
	}
	if later < 0 && isOddHost(src[host:end], r.text) {
		if at < 0 {
			from = rest
		}
		r.blank(from, end) // it may be a part of a userinfo
		return end
	}
	if at >= 0 {
		r.userinfo(from, at, keepUser)
	}
	return until(src, host, notPath)
}

// lastAt returns the index of the last "@" in src[from:to], or -1.
func lastAt(src []byte, from, to int) int {
	if i := bytes.LastIndexByte(src[from:to], '@'); i >= 0 {
		return from + i
	}
	return -1
}

// isOddHost reports whether host, the end of an authority, is not a host and a port. In a
// text, what is after a port may belong to the text.
func isOddHost(host []byte, text bool) bool {
	host = bytes.TrimFunc(host[:prose.IndexOrLen(host, '\\')], func(c rune) bool { return c <= ' ' })
	if bytes.Contains(host, []byte("%40")) || bytes.Contains(host, []byte("%25")) {
		return true
	}
	colon := prose.IndexOrLen(host, ':')
	if bytes.HasPrefix(host, []byte("[")) {
		if colon = bytes.IndexByte(host, ']') + 1; colon == 0 {
			return lut.Span(host[1:], address) < len(host)-1
		}
	}
	if colon == len(host) {
		return false
	}
	port := host[colon+1:]
	for len(port) > 0 && unhex(port[0]) < 10 {
		port = port[1:]
	}
	switch {
	case host[colon] != ':':
		return !text
	case text && len(port) < len(host)-colon-1 && len(port) > 0:
		if r, _ := utf8.DecodeRune(port); r >= utf8.RuneSelf && (unicode.IsPunct(r) || unicode.IsSpace(r)) {
			return false
		}
		return classes[port[0]]&odd != 0 || unreserved.Has(port[0])
	}
	return len(port) > 0
}

// userinfo blanks the userinfo src[from:to], its user and its password each.
func (r *redaction) userinfo(from, to int, keepUser bool) {
	userinfo := r.src[from:to]
	colon := prose.IndexOrLen(userinfo, ':')
	if !keepUser || lut.Span(userinfo, unreserved) < colon {
		r.blank(from, from+colon)
	}
	if colon < len(userinfo) {
		r.blank(from+colon+1, to)
	}
}

// withoutScheme blanks the userinfo in src[first:end], an authority for readers that
// need no scheme, such as curl, or no "//" after a scheme, such as browsers.
func (r *redaction) withoutScheme(first, end int) {
	src := r.src
	at := lastAt(src, first, end)
	if at < 0 {
		return
	}
	from := first
	colon := first + prose.IndexOrLen(src[first:at], ':')
	scheme := src[first:colon]
	isAddress := colon < at && isIn(addressSchemes, scheme)
	if isAddress || colon < at && isIn(specialSchemes[:], scheme) {
		from = colon + 1
	}
	if isAddress && !hasColon(src[from:at]) {
		return // mailto:ann@example.com
	}
	if from > first || src[first] == '\\' {
		from, _, _ = skipSlashes(src[:at], from)
	}
	r.userinfo(from, at, r.p.keepUser && from == first) // else the user may be the scheme
}

// hasColon reports whether userinfo has a ":", also encoded.
func hasColon(userinfo []byte) bool {
	for i, c := range userinfo {
		if c == ':' || c == '%' && afterEncoded(userinfo, i, "3a") > 0 {
			return true
		}
	}
	return false
}

// specialSchemes are what the URL standard of the WHATWG calls special.
var specialSchemes = [...]string{"https", "http", "ws", "wss", "ftp", "file"}

// addressSchemes are schemes whose URIs have an "@" that ends no userinfo.
var addressSchemes = func() (names []string) {
	for _, o := range prose.OpaqueSchemes {
		names = append(names, o.Scheme)
	}
	return names
}()

func isIn(schemes []string, s []byte) bool {
	for _, scheme := range schemes {
		if equalScheme(s, scheme) {
			return true
		}
	}
	return false
}

// equalScheme reports whether s is scheme, in any case and with what some readers leave out: all
// up to the blank before it, and in it TAB, LF and CR.
func equalScheme(s []byte, scheme string) bool {
	n := 0
	for _, c := range s {
		switch {
		case isSpace(c) && (n == 0 || c == '\t' || c == '\n' || c == '\r'):
		case n == len(scheme) || c|0x20 != scheme[n]:
			return false
		default:
			n++
		}
	}
	return n == len(scheme)
}

// afterScheme returns where src[first:] goes on after its scheme, if it has one.
func afterScheme(src []byte, first int) int {
	if i := first + lut.Span(src[first:], prose.SchemeBytes); i < len(src) && src[i] == ':' {
		return i + 1
	}
	return first
}
