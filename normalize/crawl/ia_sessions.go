package crawl

import (
	"bytes"

	"github.com/uriscan/uriscan/lut"
)

// This file has what [IA] keys leave out as session ids.

// withoutIASession cuts the last segment of each kind, bare or with letters, that is a session of
// ASP.NET and has after it, and a byte of another segment, an ".aspx" without a "?" before it.
func withoutIASession(path []byte) []byte {
	var bare, long struct{ from, to int }
	for start := 0; start < len(path); {
		end := indexByte(path, start, '?')
		page := start + bytes.LastIndex(path[start:end], []byte(".aspx"))
		for i := start; i < page; {
			n := bytes.IndexByte(path[i+1:page], '/')
			if n < 0 || i+1+n == page-1 {
				break
			}
			if path[i] == '/' && isIASession(path[i+1:i+1+n]) {
				if n == 2+sessionLength {
					bare.from, bare.to = i, i+1+n
				} else {
					long.from, long.to = i, i+1+n
				}
			}
			i += 1 + n
		}
		start = end + 1
	}
	if bare.from < long.from { // the later one first
		bare, long = long, bare
	}
	path = append(path[:bare.from], path[bare.to:]...)
	return append(path[:long.from], path[long.to:]...)
}

// isIASession reports whether a segment is 24 letters and digits in parentheses, or several such
// groups, each after a letter, in parentheses.
func isIASession(segment []byte) bool {
	n := len(segment)
	if n < 2+sessionLength || segment[0] != '(' || segment[n-1] != ')' {
		return false
	}
	groups := segment[1 : n-1]
	if len(groups) == sessionLength {
		return lut.Span(groups, alphanumeric) == sessionLength
	}
	const group = len("S()") + sessionLength
	for ; len(groups) >= group; groups = groups[group:] {
		if lut.ClassOf(groups[0])&lut.Alpha == 0 || groups[1] != '(' || groups[group-1] != ')' ||
			lut.Span(groups[2:group-1], alphanumeric) < sessionLength {
			return false
		}
	}
	return len(groups) == 0
}

// withoutIASessions cuts session ids from a query: of each kind the last one, with the "&" after
// it. It need not begin a parameter, only end one.
func withoutIASessions(q []byte) []byte {
	q = withoutLast(q, "jsessionid=", idLen)
	q = withoutLast(q, "phpsessid=", idLen)
	q = withoutLast(q, "sid=", idLen)
	q = withoutLast(q, "aspsessionid", aspIDLen)
	return withoutCF(q)
}

// cutParameter cuts q[from:to] and the "&" after it.
func cutParameter(q []byte, from, to int) []byte {
	if to < len(q) {
		to++
	}
	return append(q[:from], q[to:]...)
}

// withoutLast cuts the last parameter that ends in name and a value: value returns the length of the
// one that begins rest, or 0.
func withoutLast(q []byte, name string, value func(rest []byte) int) []byte {
	for end := len(q); ; {
		from := bytes.LastIndex(q[:end], []byte(name))
		if from < 0 {
			return q
		}
		at := from + len(name)
		n := value(q[at:])
		if to := at + n; n > 0 && (to == len(q) || q[to] == '&') {
			return cutParameter(q, from, to)
		}
		end = at - 1
	}
}

// idLen returns the length of 32 letters and digits that rest begins with, or 0.
func idLen(rest []byte) int {
	if len(rest) < 32 || lut.Span(rest[:32], alphanumeric) < 32 {
		return 0
	}
	return 32
}

// aspIDLen returns the length of 8 letters, "=" and 24 letters that rest begins with, or 0.
func aspIDLen(rest []byte) int {
	const n = 8 + 1 + 24
	if len(rest) < n || lut.Span(rest[:8], letters) < 8 || rest[8] != '=' || lut.Span(rest[9:n], letters) < 24 {
		return 0
	}
	return n
}

var letters = lut.SetOf(lut.Alpha)

// withoutCF cuts the last "cfid" with the "cftoken" right after it, both with values.
func withoutCF(q []byte) []byte {
	const id, token = "cfid=", "&cftoken="
	for end, next := len(q), len(q); ; { // next is where the parameter of the id ends
		from := bytes.LastIndex(q[:end], []byte(id))
		if from < 0 {
			return q
		}
		if n := bytes.IndexByte(q[from:end], '&'); n >= 0 {
			next = from + n
		}
		if next > from+len(id) && bytes.HasPrefix(q[next:], []byte(token)) {
			value := next + len(token)
			if to := indexByte(q, value, '&'); to > value {
				return cutParameter(q, from, to)
			}
		}
		end = from + len(id) - 1
	}
}
