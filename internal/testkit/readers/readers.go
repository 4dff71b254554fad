// Package readers reads URLs as programs do that people use: net/url, parsers of the URL
// standard of the WHATWG, curl, and Appendix B of RFC 3986. The last three are models, slow
// and lenient: where the program would refuse, they go on. Only tests import it.
package readers

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// A Reading is what a reader finds.
type Reading struct {
	By             string
	User, Password string
	Segments       []string // of the path
	Query          string
	Fragment       string
}

// All returns what the readers find in src. Some have several ways.
func All(src string) []Reading {
	return slices.Concat(NetURL(src), WHATWG(src, false), WHATWG(src, true), Curl(src), AppendixB(src))
}

// NetURL reads src as net/url does.
func NetURL(src string) []Reading {
	u, err := url.Parse(src)
	if err != nil {
		return nil
	}
	r := Reading{By: "net/url", Query: u.RawQuery, Fragment: u.Fragment, Segments: strings.Split(u.Path, "/")}
	r.User = u.User.Username()
	r.Password, _ = u.User.Password()
	raw := r
	raw.By, raw.Segments, raw.Fragment = "net/url, not decoded", strings.Split(u.EscapedPath(), "/"), u.EscapedFragment()
	return []Reading{r, raw}
}

// rest reads path, query and fragment.
func (r Reading) rest(src, slashes string) Reading {
	src, r.Fragment, _ = strings.Cut(src, "#")
	src, r.Query, _ = strings.Cut(src, "?")
	r.Segments = strings.FieldsFunc(src, func(c rune) bool { return strings.ContainsRune(slashes, c) })
	return r
}

// authority reads an authority and what follows, which begins with one of ends. The userinfo
// ends at the last "@", or at the first.
func (r Reading) authority(src, ends, slashes string) (all []Reading) {
	end := len(src)
	if i := strings.IndexAny(src, ends); i >= 0 {
		end = i
	}
	r = r.rest(src[end:], slashes)
	for _, at := range []int{strings.LastIndexByte(src[:end], '@'), strings.IndexByte(src[:end], '@')} {
		if at >= 0 {
			r.User, r.Password, _ = strings.Cut(src[:at], ":")
		}
		all = append(all, r)
	}
	return all
}

// curlScheme is what curl takes for a scheme: it may begin with a digit, too.
var curlScheme = regexp.MustCompile(`^[A-Za-z0-9+.-]+:`)

var scheme = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*):`)

// leftOut leaves out what browsers do.
var leftOut = strings.NewReplacer("\t", "", "\n", "", "\r", "")

// WHATWG is the basic URL parser of the URL standard, section 4.4, alone or against a base of
// http.
func WHATWG(src string, base bool) []Reading {
	src = strings.TrimFunc(src, func(c rune) bool { return c <= ' ' })
	src = leftOut.Replace(src)
	r := Reading{By: "WHATWG"}
	if base {
		r.By = "WHATWG with a base"
	}
	name := scheme.FindString(src)
	rest := src[len(name):]
	slashes := len(rest) - len(strings.TrimLeft(rest, `/\`))
	switch strings.ToLower(name) {
	case "http:", "https:", "ws:", "wss:", "ftp:":
		if base && slashes < 2 && strings.EqualFold(name, "http:") {
			return []Reading{r.rest(rest, `/\`)}
		}
		return r.authority(rest[slashes:], `/\?#`, `/\`)
	case "file:":
		if slashes == 2 {
			return r.authority(rest[slashes:], `/\?#`, `/\`)
		}
		return []Reading{r.rest(rest, `/\`)}
	case "":
		switch {
		case !base:
			return nil
		case slashes > 1:
			return r.authority(rest[slashes:], `/\?#`, `/\`)
		}
		return []Reading{r.rest(rest, `/\`)}
	}
	if after, ok := strings.CutPrefix(rest, "//"); ok {
		return r.authority(after, "/?#", "/")
	}
	return []Reading{r.rest(rest, "/")}
}

// Curl is parseurl of curl's lib/urlapi.c, with a scheme guessed where src has no scheme. To curl, src
// ends at a NUL.
func Curl(src string) []Reading {
	all := curl(src)
	if before, _, has := strings.Cut(src, "\x00"); has {
		all = append(all, curl(before)...)
	}
	return all
}

func curl(src string) []Reading {
	r := Reading{By: "curl"}
	name := curlScheme.FindString(src)
	rest := src[len(name):]
	slashes := len(rest) - len(strings.TrimLeft(rest, "/"))
	if name == "" || slashes == 0 {
		if strings.HasPrefix(src, "/") {
			return []Reading{r.rest(src, "/")}
		}
		return r.authority(src, "/?#", "/")
	}
	switch {
	case strings.EqualFold(name, "file:") && slashes != 2:
		return []Reading{r.rest(rest, "/")}
	case slashes > 3:
		return nil
	}
	return r.authority(rest[slashes:], "/?#", "/")
}

var appendixB = regexp.MustCompile(`(?s)^(([^:/?#]+):)?(//([^/?#]*))?(.*)$`)

// AppendixB is the expression of Appendix B.
func AppendixB(src string) []Reading {
	found := appendixB.FindStringSubmatch(src)
	if found == nil { // not UTF-8 for this package
		return nil
	}
	r := Reading{By: "Appendix B"}
	if found[3] == "" {
		return []Reading{r.rest(found[5], "/")}
	}
	return r.authority(found[4]+found[5], "/?#", "/")
}

// A Param is a parameter of a query or of a fragment. Without a "=" it has no name.
type Param struct{ Name, Value string }

// Params returns the parameters of s, between "&", and if semicolons also between ";".
func Params(s string, semicolons bool) (all []Param) {
	for part := range strings.FieldsFuncSeq(s, func(c rune) bool { return c == '&' || c == ';' && semicolons }) {
		if name, value, ok := strings.Cut(part, "="); ok {
			all = append(all, Param{name, value})
		} else {
			all = append(all, Param{"", part})
		}
	}
	return all
}

// Decodings returns s as it is, decoded, decoded twice, and so on, and each that has a "+" also
// with blanks for it.
func Decodings(s string) (all []string) {
	for {
		all = append(all, s)
		if strings.Contains(s, "+") {
			all = append(all, strings.ReplaceAll(s, "+", " "))
		}
		next := Decoded(s)
		if next == s {
			return all
		}
		s = next
	}
}

var triplet = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)

// Decoded decodes each triplet of s once.
func Decoded(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	return triplet.ReplaceAllStringFunc(s, func(t string) string {
		c, _ := url.PathUnescape(t)
		return c
	})
}

// WithoutDots returns the segments of a path without those that readers drop.
func WithoutDots(segments []string) (kept []string) {
	for _, s := range segments {
		switch Decoded(s) {
		case "", ".":
		case "..":
			kept = kept[:max(0, len(kept)-1)]
		default:
			kept = append(kept, s)
		}
	}
	return kept
}
