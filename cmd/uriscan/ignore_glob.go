package main

import "strings"

// A glob is a pattern as .gitignore files have them, compiled.
type glob []globToken

// A globToken is what a part of a glob matches.
type globToken struct {
	what    globKind
	literal byte
	set     *[256]bool
}

type globKind uint8

const (
	globLiteral globKind = iota
	globAny              // one byte, not "/"
	globSet              // one byte of set, not "/"
	globStar             // any bytes, not "/"
	globFolders          // "**/": any number of folders, none as well
	globRest             // "**" at the end: all that is below
)

// compileGlob compiles a pattern, in which "**" counts if inPath. It is nil for one
// that matches nothing.
func compileGlob(pattern string, inPath bool) (g glob) {
	for i := 0; i < len(pattern); {
		switch c := pattern[i]; c {
		case '\\':
			if i+1 == len(pattern) {
				return nil
			}
			g = append(g, globToken{literal: pattern[i+1]})
			i += 2
		case '?':
			g = append(g, globToken{what: globAny})
			i++
		case '*':
			token, n := compileStars(pattern, i, inPath)
			g = append(g, token)
			i += n
		case '[':
			set, n := compileSet(pattern[i:])
			if set == nil {
				return nil
			}
			g = append(g, globToken{what: globSet, set: set})
			i += n
		default:
			g = append(g, globToken{literal: c})
			i++
		}
	}
	return g
}

// compileStars compiles the stars at pattern[i], and returns how much that is.
func compileStars(pattern string, i int, inPath bool) (globToken, int) {
	n := 0
	for i+n < len(pattern) && pattern[i+n] == '*' {
		n++
	}
	alone := n > 1 && inPath && (i == 0 || pattern[i-1] == '/')
	switch {
	case alone && i+n == len(pattern):
		return globToken{what: globRest}, n
	case alone && pattern[i+n] == '/':
		return globToken{what: globFolders}, n + 1
	}
	return globToken{what: globStar}, n
}

// compileSet compiles what is in brackets at the start of pattern, and returns how
// much that is; nil if it is not closed or names an unknown class.
func compileSet(pattern string) (set *[256]bool, n int) {
	set = new([256]bool)
	i := 1
	negated := i < len(pattern) && (pattern[i] == '!' || pattern[i] == '^')
	if negated {
		i++
	}
	for first, before := true, -1; ; first = false {
		switch {
		case i == len(pattern):
			return nil, 0
		case pattern[i] == ']' && !first:
			if negated {
				for c := range set {
					set[c] = !set[c]
				}
			}
			return set, i + 1
		case pattern[i] == '-' && before >= 0 && i+1 < len(pattern) && pattern[i+1] != ']':
			c, m := setMember(pattern[i+1:])
			if m == 0 {
				return nil, 0
			}
			for b := before; b <= int(c); b++ {
				set[b] = true
			}
			i, before = i+1+m, -1
		case strings.HasPrefix(pattern[i:], "[:"):
			class, m := setClass(pattern[i:])
			switch {
			case m == 0: // it is a bracket like others
				set['['] = true
				i, before = i+1, '['
				continue
			case class == nil:
				return nil, 0
			}
			for c := range set {
				set[c] = set[c] || class(byte(c))
			}
			i, before = i+m, -1
		default:
			c, m := setMember(pattern[i:])
			if m == 0 {
				return nil, 0
			}
			set[c] = true
			i, before = i+m, int(c)
		}
	}
}

// setMember returns the byte that s begins with, perhaps behind a backslash, and
// how long that is; 0 if there is none.
func setMember(s string) (c byte, n int) {
	switch {
	case s[0] != '\\':
		return s[0], 1
	case len(s) > 1:
		return s[1], 2
	}
	return 0, 0
}

// setClass returns the class such as [:alpha:] that s begins with, nil if it is
// unknown, and its length, 0 if it is none.
func setClass(s string) (class func(c byte) bool, n int) {
	end := strings.IndexByte(s, ']')
	if end < 3 || s[end-1] != ':' {
		return nil, 0
	}
	return globClasses[s[2:end-1]], end + 1
}

func isBetween(c, from, to byte) bool { return from <= c && c <= to }
func isLower(c byte) bool             { return isBetween(c, 'a', 'z') }
func isUpper(c byte) bool             { return isBetween(c, 'A', 'Z') }
func isAlnum(c byte) bool             { return isLower(c) || isUpper(c) || isDigit(c) }

var globClasses = map[string]func(c byte) bool{
	"alnum":  isAlnum,
	"alpha":  func(c byte) bool { return isLower(c) || isUpper(c) },
	"blank":  func(c byte) bool { return c == ' ' || c == '\t' },
	"cntrl":  func(c byte) bool { return c < ' ' || c == 0x7f },
	"digit":  isDigit,
	"graph":  func(c byte) bool { return isBetween(c, '!', '~') },
	"lower":  isLower,
	"print":  func(c byte) bool { return isBetween(c, ' ', '~') },
	"punct":  func(c byte) bool { return isBetween(c, '!', '~') && !isAlnum(c) },
	"space":  func(c byte) bool { return c == ' ' || isBetween(c, '\t', '\r') },
	"upper":  isUpper,
	"xdigit": func(c byte) bool { return isDigit(c) || isBetween(c|0x20, 'a', 'f') },
}

// match tells whether g matches all of s, which has "/" between names. Where it
// fails, it goes back to the last star, and if that would have to take a "/", to
// the last "**/": going back further would find nothing else, so that the time
// is bounded by len(g) * len(s) * the number of folders.
func (g glob) match(s string) bool {
	type place struct{ token, at int }
	none := place{-1, 0}
	star, folders := none, none
	for p, i := 0, 0; ; {
		switch {
		case p == len(g) && i == len(s):
			return true
		case p < len(g) && g[p].what == globStar:
			p++
			star = place{p, i}
			continue
		case p < len(g) && g[p].what == globFolders:
			p++
			star, folders = none, place{p, i}
			continue
		case p < len(g) && g[p].what == globRest:
			return true
		case p < len(g) && i < len(s) && g[p].matchByte(s[i]):
			p++
			i++
			continue
		case star.token >= 0 && star.at < len(s) && s[star.at] != '/':
			star.at++
			p, i = star.token, star.at
			continue
		}
		next := -1
		if folders.token >= 0 {
			next = strings.IndexByte(s[folders.at:], '/')
		}
		if next < 0 {
			return false
		}
		folders.at += next + 1
		star = none
		p, i = folders.token, folders.at
	}
}

func (t *globToken) matchByte(c byte) bool {
	switch t.what {
	case globLiteral:
		return c == t.literal
	case globSet:
		return c != '/' && t.set[c]
	}
	return c != '/'
}
