package crawl

import (
	"regexp"
	"slices"
	"strings"

	"github.com/uriscan/uriscan/internal/testkit/readers"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

var (
	appendixB  = regexp.MustCompile(`^(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?`)
	hex32      = regexp.MustCompile(`^[0-9A-Fa-f]{32}$`)
	aspSession = regexp.MustCompile(`^\(([A-Za-z]\([^)]*\))+\)$`)
	aspGroup   = regexp.MustCompile(`([A-Za-z])\(([^)]*)\)`)
	aspID      = regexp.MustCompile(`^[0-9A-Za-z]{24}$`)
	www        = regexp.MustCompile(`^(?i:www\.)([^.].*\..)`)
	ipv4       = regexp.MustCompile(`^(?:(?:[0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])(?:\.|$)){4}$`)
	port       = regexp.MustCompile(`:[0-9]*$`)
)

func lowered(s string) string {
	b := []byte(s)
	lower(b)
	return string(b)
}

// isNamed reports whether a name of a parameter matches one of patterns.
func isNamed(name string, patterns []string) bool {
	name = lowered(readers.Decoded(name))
	return slices.ContainsFunc(patterns, func(p string) bool {
		beginning, ok := strings.CutSuffix(lowered(p), "*")
		return name == beginning || ok && strings.HasPrefix(name, beginning)
	})
}

// slowKey is the twin of AppendKey: one rule after the other, on strings.
func slowKey(src string, s Settings) (key string, changed Rules) {
	if !scanner.Valid(src, scanner.URIReference) {
		return src, 0
	}
	apply := func(rule Rules, to *string, f func(string) string) {
		if s.Rules&rule != 0 {
			if after := f(*to); after != *to {
				*to = after
				changed |= rule
			}
		}
	}
	head, fragment, has := strings.Cut(src, "#")
	if has && s.Rules&Fragment != 0 && !(s.Rules&HashBang != 0 && strings.HasPrefix(fragment, "!")) {
		src = head
		changed |= Fragment
	}
	apply(Normal, &src, func(text string) string {
		text, _ = normalize.String(text, normalize.SchemeBased)
		return text
	})
	m := appendixB.FindStringSubmatchIndex(src)
	part := func(i int) (text string, has bool) {
		if m[2*i] < 0 {
			return "", false
		}
		return src[m[2*i]:m[2*i+1]], true
	}
	scheme, hasScheme := part(1)
	authority, hasAuthority := part(2)
	path, _ := part(3)
	query, hasQuery := part(4)
	fragment, hasFragment := part(5)
	if scheme = lowered(scheme); hasScheme && scheme != "http" && scheme != "https" || !hasAuthority && (hasScheme || !strings.HasPrefix(path, "/")) {
		return src, changed
	}
	userinfo, host, rest := "", authority, ""
	if i := strings.LastIndex(host, "@"); i >= 0 {
		userinfo, host = host[:i+1], host[i+1:]
	}
	if i := port.FindStringIndex(host); i != nil {
		host, rest = host[:i[0]], host[i[0]:]
	}
	apply(WWW, &host, func(host string) string {
		was := host
		for www.MatchString(host) {
			host = host[len("www."):]
		}
		if ipv4.MatchString(host) && len(host) < len(was) {
			return was
		}
		return host
	})
	slowPath(apply, s, hasAuthority, &path)
	if hasQuery {
		slowQuery(apply, s, host, &query, &hasQuery, &changed)
	}
	key = src[:len(scheme)]
	if hasScheme {
		key += ":"
	}
	if hasAuthority {
		key += "//" + userinfo + host + rest
	}
	key += path
	if hasQuery {
		key += "?" + query
	}
	if hasFragment {
		key += "#" + fragment
	}
	return key, changed
}

func slowPath(apply func(Rules, *string, func(string) string), s Settings, rooted bool, path *string) {
	if !strings.HasPrefix(*path, "/") || !rooted && strings.HasPrefix(*path, "/.//") {
		return
	}
	apply(Sessions, path, func(path string) string {
		var kept []string
		segments := strings.Split(path[1:], "/")
		for i, segment := range segments {
			isLast := i == len(segments)-1
			parameters := strings.Split(segment, ";")
			without := slices.DeleteFunc(slices.Clone(parameters[1:]), func(p string) bool {
				name, _, _ := strings.Cut(p, "=")
				return isNamed(name, s.Sessions)
			})
			if text := strings.Join(append(parameters[:1:1], without...), ";"); text != "." && text != ".." {
				segment = text
			}
			if isSlowASPSession(segment) {
				if isLast {
					kept = append(kept, "")
				}
				continue
			}
			if segment == "" && !isLast && !rooted && len(kept) == 0 {
				continue
			}
			kept = append(kept, segment)
		}
		return "/" + strings.Join(kept, "/")
	})
	apply(Slashes, path, func(path string) string { return regexp.MustCompile(`//+`).ReplaceAllString(path, "/") })
	for before := ""; before != *path; {
		before = *path
		apply(Index, path, func(path string) string {
			i := strings.LastIndex(path, "/") + 1
			if slices.ContainsFunc(s.Index, func(name string) bool { return lowered(name) == lowered(path[i:]) }) {
				return path[:i]
			}
			return path
		})
		apply(TrailingSlash, path, func(path string) string { return "/" + strings.TrimRight(path[1:], "/") })
	}
}

func isSlowASPSession(segment string) bool {
	if !aspSession.MatchString(segment) {
		return false
	}
	found := false
	for _, group := range aspGroup.FindAllStringSubmatch(segment[1:len(segment)-1], -1) {
		if group[1] == "S" || group[1] == "s" {
			if !aspID.MatchString(group[2]) {
				return false
			}
			found = true
		}
	}
	return found
}

func slowQuery(apply func(Rules, *string, func(string) string), s Settings, host string, query *string, has *bool, changed *Rules) {
	without := func(drop func(name, value string) bool) func(string) string {
		return func(query string) string {
			parameters := strings.Split(query, "&")
			kept := slices.DeleteFunc(slices.Clone(parameters), func(p string) bool {
				name, value, _ := strings.Cut(p, "=")
				return drop(name, value)
			})
			if len(kept) == 0 {
				*has = false
			}
			return strings.Join(kept, "&")
		}
	}
	tracking := s.Tracking
	for name := strings.TrimSuffix(host, "."); name != ""; _, name, _ = strings.Cut(name, ".") {
		if more, ok := s.Hosts[name]; ok {
			tracking = slices.Concat(tracking, more)
			break
		}
	}
	for _, step := range []struct {
		rule Rules
		drop func(name, value string) bool
	}{
		{Tracking, func(name, _ string) bool { return isNamed(name, tracking) }},
		{Sessions, func(name, _ string) bool { return isNamed(name, s.Sessions) }},
		{SessionValues, func(_, value string) bool { return hex32.MatchString(value) }},
	} {
		if *query == "" {
			break // it has no parameters
		}
		before := *has
		apply(step.rule, query, without(step.drop))
		if before != *has {
			*changed |= step.rule
		}
	}
	if s.Rules&Empty != 0 && *has {
		before := *query
		*query = strings.Join(slices.DeleteFunc(strings.Split(before, "&"), func(p string) bool { return p == "" }), "&")
		if *has = *query != ""; !*has || *query != before {
			*changed |= Empty
		}
	}
	apply(Order, query, func(query string) string {
		parameters := strings.Split(query, "&")
		slices.SortFunc(parameters, func(a, b string) int {
			// "=" before all other bytes, and the end of the text before it
			return strings.Compare(strings.Replace(a, "=", "\x00=", 1), strings.Replace(b, "=", "\x00=", 1))
		})
		return strings.Join(parameters, "&")
	})
}
