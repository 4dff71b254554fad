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
		end := len(path)
		if n := bytes.IndexByte(path[start:], '?'); n >= 0 {
			end = start + n
		}
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
	q = withoutLast(q, "jsessionid=", 32, alphanumeric)
	q = withoutLast(q, "phpsessid=", 32, alphanumeric)
	q = withoutLast(q, "sid=", 32, alphanumeric)
	q = withoutASPSession(q)
	return withoutCF(q)
}

// cutParameter cuts q[from:to] and the "&" after it.
func cutParameter(q []byte, from, to int) []byte {
	if to < len(q) {
		to++
	}
	return append(q[:from], q[to:]...)
}

// endsAt reports whether a parameter ends at q[i].
func endsAt(q []byte, i int) bool { return i == len(q) || i < len(q) && q[i] == '&' }

// withoutLast cuts the last parameter that ends in name and n bytes of a set.
func withoutLast(q []byte, name string, n int, set lut.Set) []byte {
	for end := len(q); ; {
		from := bytes.LastIndex(q[:end], []byte(name))
		if from < 0 {
			return q
		}
		value := from + len(name)
		if to := value + n; endsAt(q, to) && lut.Span(q[value:to], set) == n {
			return cutParameter(q, from, to)
		}
		end = value - 1
	}
}

// withoutASPSession cuts the last parameter that ends in "aspsessionid", 8 letters, "=" and 24
// letters.
func withoutASPSession(q []byte) []byte {
	const name = "aspsessionid"
	for end := len(q); ; {
		from := bytes.LastIndex(q[:end], []byte(name))
		if from < 0 {
			return q
		}
		rest := q[from+len(name):]
		if len(rest) >= 8+1+24 && lut.Span(rest[:8], letters) == 8 && rest[8] == '=' &&
			lut.Span(rest[9:9+24], letters) == 24 && endsAt(rest, 9+24) {
			return cutParameter(q, from, from+len(name)+9+24)
		}
		end = from + len(name) - 1
	}
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
			to := len(q)
			if n := bytes.IndexByte(q[value:], '&'); n >= 0 {
				to = value + n
			}
			if to > value {
				return cutParameter(q, from, to)
			}
		}
		end = from + len(id) - 1
	}
}
