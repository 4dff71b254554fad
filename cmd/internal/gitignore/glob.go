package gitignore

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

// compile compiles a pattern, in which "**" counts if inPath. It is nil for one
// that matches nothing.
func compile(pattern string, inPath bool) (g glob) {
	for i := 0; i < len(pattern); {
		token, n := globToken{literal: pattern[i]}, 1
		switch pattern[i] {
		case '\\':
			if i+1 == len(pattern) {
				return nil
			}
			token.literal, n = pattern[i+1], 2
		case '?':
			token.what = globAny
		case '*':
			token, n = compileStars(pattern, i, inPath)
		case '[':
			token.what = globSet
			if token.set, n = compileSet(pattern[i:]); token.set == nil {
				return nil
			}
		}
		g = append(g, token)
		i += n
	}
	return g
}

// compileStars compiles the stars at pattern[i], and returns how much that is.
func compileStars(pattern string, i int, inPath bool) (globToken, int) {
	n := len(pattern[i:]) - len(strings.TrimLeft(pattern[i:], "*"))
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
	end := 0 // the next "]", which is looked for once
	for first, before := true, -1; i < len(pattern); first = false {
		if pattern[i] == ']' && !first {
			for c := range set {
				set[c] = set[c] != negated
			}
			return set, i + 1
		}
		if pattern[i] == '[' && end <= i {
			if end = strings.IndexByte(pattern[i:], ']') + i; end < i {
				return nil, 0
			}
		}
		if end >= i+3 && pattern[i:i+2] == "[:" && pattern[end-1] == ':' {
			ranges := globClasses[pattern[i+2:end-1]]
			if ranges == "" {
				return nil, 0
			}
			for ; ranges != ""; ranges = ranges[2:] {
				addRange(set, ranges[0], ranges[1])
			}
			i, before = end+1, -1
			continue
		}
		isRange := pattern[i] == '-' && before >= 0 && i+1 < len(pattern) && pattern[i+1] != ']'
		if isRange {
			i++
		}
		if pattern[i] == '\\' {
			if i++; i == len(pattern) {
				break
			}
		}
		if isRange {
			addRange(set, byte(before), pattern[i])
			before = -1
		} else {
			set[pattern[i]] = true
			before = int(pattern[i])
		}
		i++
	}
	return nil, 0
}

func addRange(set *[256]bool, from, to byte) {
	for c := int(from); c <= int(to); c++ {
		set[c] = true
	}
}

// globClasses are the classes such as [:alpha:], each as the first and the last bytes of
// its ranges.
var globClasses = map[string]string{
	"alnum": "09AZaz", "alpha": "AZaz", "blank": "\t\t  ", "cntrl": "\x00\x1f\x7f\x7f",
	"digit": "09", "graph": "!~", "lower": "az", "print": " ~", "punct": "!/:@[`{~",
	"space": "\t\r  ", "upper": "AZ", "xdigit": "09AFaf",
}

// Match reports whether g matches all of s, which has "/" between names. Where it fails,
// it goes back to the last star, and if that would have to take a "/", to the last "**/":
// going back further would find nothing else, so that the time is bounded by len(g) *
// len(s) * the number of folders, and by steps, from which it takes what it has needed. With
// none left it reports no match.
func (g glob) Match(s string, steps *int) bool {
	type place struct{ token, at int }
	star, folders := place{-1, 0}, place{-1, 0}
	for p, i := 0, 0; *steps > 0; {
		*steps--
		switch {
		case p == len(g) && i == len(s):
			return true
		case p < len(g) && g[p].what == globStar:
			p++
			star = place{p, i}
			continue
		case p < len(g) && g[p].what == globFolders:
			p++
			folders = place{p, i}
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
		p, i = folders.token, folders.at
	}
	return false
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
