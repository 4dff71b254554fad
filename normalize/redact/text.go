package redact

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/lut"
)

// Text appends text to dst with the URLs in it redacted, as by [Append]. It is for error
// messages, lines of logs, and JSON as it is.
//
// A URL begins with a scheme and a slash; with http, https, ws, wss or ftp; with a scheme such as
// sip; with "://" before an "@" after what is no scheme; with a "/" after a blank, a quote, a bracket
// or a "="; there also with a user and a password, as in ann:hunter2@h, or with a password and a host
// that goes on, as in :hunter2@h:6379 and :hunter2@h/0; or with any "?". What is left of one begins
// with any "&" or "#" if a parameter that is blanked follows. It ends before a blank, a `"`, "<", ">",
// "`", at a "'" if there is one right before it that is in no path, and before punctuation that a blank
// follows, of any language.
//
// What a URL has in it is redacted, too: in a text, the userinfo and the path of a URL in another one,
// and parameters after a second "?", and without one after a "&" or ";". \u0026 is a "&", and \u003d
// a "=", also with more "\" before them, as in JSON in JSON. A URL that is percent-encoded, as
// https%3A%2F%2Fh, is blanked after its slashes if there is something to blank in it, up to a "&", and
// %3Fsig%3Dabc after its "?"; ann%3Ahunter2%40h is blanked as a whole. So is the port in the errors of
// net/url, which is a part of the password if that has a "#".
//
// A secret with a blank in it cannot be told from the text, nor one that is not in a URL. A URL ends
// at a TAB or a line break, which browsers leave out: what goes on after it is text, be it the rest of
// a secret or of a name. The user of ann:hunter2@h ends with an unreserved byte or one of %!$&*+, and
// a path begins with a "/", or after a host with a scheme or slashes. Without a scheme or "//" before it,
// ann:p/w@h is a host with a port and a path that has an address in it, as h:8080/users/ann@example.com
// is: it stays. So does what follows a slash in a path, /ann:hunter2@h, a user without a password, as in
// ann@h, a password alone, as in :hunter2@h, and a fragment with no "=" and nothing before it, as in
// #top, or a number of up to five digits after what is no URL, as in go#22.
//
// dst must not overlap text. Text takes linear time and allocates only to grow dst.
func Text[B lut.Bytes](dst []byte, text B, p *Policy) []byte {
	p, src := p.orStandard(), kernel.Bytes(text)
	return p.settled(dst, src, true)
}

// texts redacts the URLs in src.
func (p *Policy) texts(dst, src []byte) []byte {
	done, encoded := 0, bytes.IndexByte(src, '%') >= 0
	a, left := authority{bytes: authorityBytes}, rest{}
	for i := 0; i < len(src); i++ {
		if classes[src[i]]&mayBegin == 0 {
			continue
		}
		if !p.mayBegin(src, i) {
			if value, end := left.value(p, src, i); end > 0 {
				dst = append(p.appendPlain(dst, src[done:value], encoded), p.mask...)
				done, i = end, end-1
			}
			continue
		}
		start := p.begin(src, done, i)
		if start < 0 && src[i] == ':' {
			if end := quotedPort(src, i); end > i+1 {
				dst = append(p.appendPlain(dst, src[done:i+1], encoded), p.mask...)
				done, i = end, end-1
				continue
			}
			start = a.begin(src, done, i)
		}
		if start < 0 {
			continue
		}
		end, next := textEnd(src, start, i)
		r := redaction{p: p, dst: p.appendPlain(dst, src[done:start], encoded), src: src[start:end:end], text: true, encoded: encoded, isRest: i < left.end, separator: p.beginsParameters(src, i)}
		dst = r.all()
		done, i = end, next-1
	}
	return p.appendPlain(dst, src[done:], encoded)
}

// mayBegin reports whether src[i] may be in the beginning of a URL, and not of what is left of one.
func (p *Policy) mayBegin(src []byte, i int) bool {
	switch src[i] {
	case ':', '/', '?':
		return true
	case '#':
		return p.beginsFragment(src, i)
	}
	return src[i] == '\\' && beginsUser(src, i) || p.beginsParameters(src, i) > 0
}

// quotedPort returns where a port ends that begins after src[i], in an error of package net/url
// that quotes it, or 0. It is what a user:passw#rd has after its ":".
func quotedPort(src []byte, i int) (end int) {
	if i == 0 || src[i-1] != '"' {
		return 0
	}
	quote := i - len(`\\\"`)
	for quote = max(quote, 0); quote < i && src[quote] != '\\' && src[quote] != '"'; {
		quote++
	}
	if quote == i || !bytes.HasSuffix(src[:quote], []byte("invalid port ")) {
		return 0
	}
	const longest = 256
	rest := src[i+1 : min(len(src), i+longest)]
	for end = i + 1; ; end++ {
		n := bytes.Index(src[end:i+1+len(rest)], src[quote:i])
		if n < 0 {
			return until(src, i+1, textBytes)
		}
		if end += n; bytes.HasPrefix(src[end+i-quote:], []byte(" after host")) {
			return end
		}
	}
}

// An authority is the one of these bytes looked at last that has no scheme, up to end. at is its
// last "@", or -1.
type authority struct {
	bytes   lut.Set
	end, at int
}

// begin returns where user:password@host begins, whose first ":" is src[i]; -1 without one. Other
// things have a "@" after a ":": no host is called sha256, as after the tag of an image. The user
// may have the name of a Windows domain and a "\" before it.
func (a *authority) begin(src []byte, done, i int) int {
	isUser := i > done && userBytes.Has(src[i-1])
	if !isUser && (i > 0 && (i == done || !before.Has(src[i-1])) || i+1 == len(src) || src[i+1] < 0x80 && !a.bytes.Has(src[i+1])) {
		return -1
	}
	if i >= a.end {
		a.end = until(src, i, a.bytes)
		a.at = lastAt(src, i, a.end)
	}
	if a.at < i+2 || !beginsHost(src[a.at+1:]) || bytes.HasPrefix(src[a.at:], []byte("@sha256:")) {
		return -1
	}
	if !isUser && (bytes.IndexByte(src[i+1:a.at], ':') >= 0 || !goesOn(src[a.at+1:])) {
		return -1
	}
	start := i
	for start > done && i-start < maxScheme && userBytes.Has(src[start-1]) {
		start--
	}
	isDrive := i-start == 1 && src[i+1] == '\\' && lut.ClassOf(src[start])&lut.Alpha != 0 // C:\ann@h
	if isDrive || isInPath(src[:start]) || isIn(addressSchemes, src[start:i]) && bytes.IndexByte(src[i+1:a.at], ':') < 0 {
		return -1
	}
	return start
}

// goesOn reports whether a path or a number of a port follows the host at the beginning of src, as in
// :hunter2@h:6379/0. Without that it is an address, as in "mail :ann@example.com".
func goesOn(src []byte) bool {
	host := until(src, 0, notHostEnd)
	switch rest := src[host:]; {
	case len(rest) == 0:
		return false
	case rest[0] == ':':
		return len(rest) > 1 && unhex(rest[1]) < 10
	default:
		return host > 0 && rest[0] == '/' || host == 0 && rest[0] == '['
	}
}

// beginsUser reports whether \\ann@h begins at src[i], which is //ann@h in a page.
func beginsUser(src []byte, i int) bool {
	if i > 0 && !before.Has(src[i-1]) || !bytes.HasPrefix(src[i:], []byte(`\\`)) {
		return false
	}
	user := bytes.TrimLeft(src[i:], `\`)
	at := lastAt(user, 0, until(user, 0, afterBackslashes))
	if at <= 0 || at+1 == len(user) {
		return false
	}
	c := user[at+1]
	return c >= 0x80 || c == '[' || c == '%' || lut.ClassOf(c)&(lut.Alpha|lut.Digit) != 0
}

// isInPath reports whether what follows src is a segment of a path: there is one "/" before it, and not two,
// each with or without the "\" of JSON.
func isInPath(src []byte) bool {
	n := len(src)
	for n > 0 && slash(src[n-1]) {
		n--
	}
	return bytes.HasSuffix(src, []byte("/")) && bytes.Count(src[n:], []byte("/")) == 1
}

// beginsHost reports whether src may begin with a host, also with one beyond ASCII, with one that is
// encoded as curl and browsers read it, and with what ann:hunter2@/db and @(h:1)/db have in its place.
func beginsHost(src []byte) bool {
	return len(src) > 0 && (src[0] >= 0x80 || hostBytes.Has(src[0]))
}

// begin returns where a URL begins whose scheme ends at the ":" src[i], or which begins with
// src[i]; -1 if none does. It is not before done.
func (p *Policy) begin(src []byte, done, i int) int {
	if src[i] != ':' {
		if i == done && i > 0 && src[i] != '#' {
			return -1
		}
		k := i
		for k > done && src[k-1] == '\\' { // of JSON
			k--
		}
		if src[i] == '/' && k > done && !before.Has(src[k-1]) && !(notInPath(src[:k]) && p.beginsAuthority(src, k)) {
			return -1
		}
		return i
	}
	start := i
	for start > done && i-start < maxScheme && prose.SchemeBytes.Has(src[start-1]) {
		start--
	}
	for start < i && lut.ClassOf(src[start])&lut.Alpha == 0 {
		start++
	}
	rest := src[i+1:]
	switch {
	case start == i && p.beginsAuthority(src, i+1): // after what is no scheme, as in ${p}://ann@h
		return i + 1
	case start == i || len(rest) == 0 || isSpace(rest[0]):
		return -1
	case bytes.HasPrefix(rest, []byte(p.mask)): // it was the user when this text was redacted before
		return start
	case bytes.HasPrefix(rest, []byte("//")), slash(rest[0]) && i-start > 1, isIn(specialSchemes[:], src[start:i]):
		return start
	case slash(rest[0]) && hasUser(src, i+1): // and no path of Windows
		return start
	}
	if answer, _ := prose.Begins(src, start, i, true, false); answer == prose.Yes {
		return start
	}
	return -1
}

// beginsAuthority reports whether two slashes at src[i], perhaps with the "\" of JSON, begin something that
// may have to be blanked before a query: a userinfo, or a path.
func (p *Policy) beginsAuthority(src []byte, i int) bool {
	if !bytes.HasPrefix(src[i:], []byte("//")) && !bytes.HasPrefix(src[i:], []byte(`\/\/`)) {
		return false
	}
	end := until(src[:min(len(src), i+maxScheme)], i, textBytes)
	return p.segments != nil || p.after != nil || bytes.IndexByte(src[i:end], '@') >= 0
}

// notInPath reports whether src ends in what no path has before two slashes: another language, an emphasis,
// or the "\n" of JSON.
func notInPath(src []byte) bool {
	switch n := len(src); src[n-1] {
	case 'n', 'r', 't':
		return n > 1 && src[n-2] == '\\'
	case '*':
		return true
	default:
		return src[n-1] >= 0x80
	}
}

// hasUser reports whether the slashes at src[i] begin an authority with a userinfo; "\" alone begins none.
func hasUser(src []byte, i int) bool {
	rest := i
	for rest < len(src) && slash(src[rest]) {
		rest++
	}
	return bytes.IndexByte(src[i:rest], '/') >= 0 && lastAt(src, rest, until(src, rest, firstBytes)) >= 0
}

// maxScheme is the length of the longest scheme looked for.
const maxScheme = 256

var (
	// before are the bytes after which a "/" begins a URL.
	before = lut.MakeSet(" \t\r\n\"'`(<[{=,;|>\x00")
	// textBytes are the bytes that do not end a URL in a text.
	textBytes = without("\x00\t\n\v\f\r\x1b \"<>`")
	// authorityBytes are those of them in an authority.
	authorityBytes = textBytes.AndNot(lut.MakeSet("/?#"))
	// firstBytes are those of an authority or a first segment.
	firstBytes = authorityBytes.AndNot(lut.MakeSet(`\`))
	// afterBackslashes are those of a userinfo that regular expressions for addresses seldom have.
	afterBackslashes = firstBytes.AndNot(lut.MakeSet("[](){}^|"))
	// hostBytes are those that a host begins with.
	hostBytes = unreserved.Or(lut.MakeSet("[%/("))
	// notHostEnd are those that a host has.
	notHostEnd = unreserved.Or(lut.MakeSet("%"))
	// userBytes are those of a user name before which there is no URL.
	userBytes = unreserved.Or(lut.MakeSet("%!$&*+"))
	// quotedBytes are those that do not end a URL after a "'".
	quotedBytes = textBytes.AndNot(lut.MakeSet("'"))
	// trailing are the bytes that belong to the text if they end a URL there.
	trailing = lut.MakeSet(".,:;!?'*|)]}\\")
)

func slash(c byte) bool { return c == '/' || c == '\\' }

// textEnd returns where the URL src[start:] ends, which is after i, and where it would end with the
// punctuation after it, in which nothing begins.
func textEnd(src []byte, start, i int) (end, next int) {
	set, quote := textBytes, start
	for quote > 0 && start-quote < maxScheme && (src[quote-1] == ':' || prose.SchemeBytes.Has(src[quote-1])) { // 'jdbc:mysql://h'
		quote--
	}
	if quote > 0 && src[quote-1] == '\'' && opensQuote(src[:quote-1]) {
		set = quotedBytes
	}
	next = max(i+1, until(src, i, set))
	return withoutPunctuation(src, i+1, next), next
}

// opensQuote reports whether a "'" after src begins what it quotes, as in href='a and b'a, and is not in
// a path, as in /it's.
func opensQuote(src []byte) bool {
	n := len(src)
	if n > 0 && lut.ClassOf(src[n-1])&lut.Alpha != 0 { // b'a
		n--
	}
	return n == 0 || src[n-1] != '/' && src[n-1] != '%' && !unreserved.Has(src[n-1])
}

// withoutPunctuation returns where src[from:end] ends without punctuation, of any language, after it.
func withoutPunctuation(src []byte, from, end int) int {
	for end > from {
		size := 1
		if src[end-1] >= utf8.RuneSelf {
			var r rune
			if r, size = utf8.DecodeLastRune(src[from:end]); !unicode.IsPunct(r) {
				break
			}
		} else if !trailing.Has(src[end-1]) {
			break
		}
		end -= size
	}
	return end
}
